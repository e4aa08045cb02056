"""Documents of an application for a license: added by who applies or reviews, seen by nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from services.licensing.tests import steps
from services.licensing.tests.services import Office
from services.licensing.tests.steps import V1, done

pytestmark = pytest.mark.storage
PDF = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


def sent(client: Any, application: Any, content: bytes = PDF, kind: str = "other") -> Any:
    path = f"{V1}/license-applications/{application['id']}/documents"
    headers = {"Content-Type": "application/pdf"}
    return client.post(path, params={"kind": kind, "name": "dock.pdf"}, content=content, headers=headers)


def test_it_is_given_back_as_it_came_to_who_may_see_it(office: Office) -> None:
    application = steps.draft(office)
    added = done(sent(office.resident(), application))
    path = f"{V1}/license-applications/{application['id']}/documents/{added['id']}"

    assert office.administrator().get(path).content == PDF
    assert office.resident("resident-2").get(path).status_code == 404
    assert sent(office.resident("resident-2"), application).status_code == 404


def test_what_is_no_document_or_of_no_kind_is_refused(office: Office) -> None:
    application = steps.draft(office)

    assert sent(office.resident(), application, b"MZ\x90\x00").status_code == 415
    assert sent(office.resident(), application, kind="le-wind-site-plan").status_code == 422
