"""A county's file of two rows, one of them without a PIN that could be one, sent and loaded."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

from deploy.local.system import System
from tests.journeys.callers import Caller, eventually

A_COUNTY_IMPORT: dict[str, Any] = {
    "county": "washington",
    "county_code": "27163",
    "file_name": "parcels.geojson",
    "vintage": "2026-06-01",
    "whole_county": False,
    "parts": 1,
}


def loaded_import(system: System, county: Caller, clerk: Caller, key: str) -> str:
    """Send the file and wait until it is loaded; give the id of the import."""
    made: str = county.post("gis", "county-imports", A_COUNTY_IMPORT, key=key, status=201)["id"]
    path = f"/gis/v1/{system.city}/county-imports/{made}/parts/1"
    with system.client(system.token("county")) as client:
        answer = client.put(path, json={"content_base64": b64encode(_file()).decode()})
    assert answer.status_code == 200, answer.text
    county.post("gis", f"county-imports/{made}/start", key=f"start-{key}")
    eventually(lambda: clerk.get("gis", f"county-imports/{made}")["status"] == "done", 30.0)
    return made


def _file() -> bytes:
    west, south, east, north = -92.62, 44.62, -92.61, 44.63
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    outline = {"type": "Polygon", "coordinates": [ring]}
    rows = [
        {"type": "Feature", "properties": {"PIN": pin, "ADDRESS": "1 Far Road"}, "geometry": outline}
        for pin in ("99.026.20.11.0001", "55")
    ]
    return json.dumps({"type": "FeatureCollection", "features": rows}).encode()
