"""A document of a record, added by somebody who may."""

from __future__ import annotations

import httpx

PDF = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


def a_document(client: httpx.Client, record: str) -> str:
    """Its id; `record` is the address of the record at the gateway."""
    added = client.post(
        f"{record}/documents",
        params={"kind": "other", "name": "plan.pdf"},
        content=PDF,
        headers={"Content-Type": "application/pdf"},
    )
    assert added.status_code == 201, added.text
    place: str = added.json()["id"]
    return place
