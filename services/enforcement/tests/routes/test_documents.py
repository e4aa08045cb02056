"""Documents of a case: a photograph is kept as it is, for those who see cases."""

from __future__ import annotations

from typing import Any

import pytest

from services.enforcement.tests import steps
from services.enforcement.tests.services import Office
from services.enforcement.tests.steps import V1, done

pytestmark = pytest.mark.storage
PDF = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


def sent(client: Any, case: Any) -> Any:
    path = f"{V1}/cases/{case['id']}/documents"
    headers = {"Content-Type": "application/pdf"}
    return client.post(path, params={"kind": "photo", "name": "wall.pdf"}, content=PDF, headers=headers)


def test_who_inspects_adds_it_and_who_sees_cases_sees_it(office: Office) -> None:
    case = steps.opened(office)
    added = done(sent(office.inspector(), case))
    path = f"{V1}/cases/{case['id']}/documents"

    assert office.administrator().get(f"{path}/{added['id']}").content == PDF
    listed = done(office.administrator().get(path))["documents"]
    assert [each["sha256"] for each in listed] == [added["sha256"]]
    assert office.resident().get(path).status_code == 404
    assert sent(office.resident(), case).status_code == 404
