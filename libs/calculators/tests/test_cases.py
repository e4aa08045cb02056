"""The cases beside the law, answered by the calculators in process: the calls that the gateway gets."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from servicekit.testing.client import ProvenClient

from tests.cases.runner import Case, answers_of, differences, every_case, exact

SERVICE = re.compile(r"^/[a-z]+(?=/v1/)")


class Direct(httpx.Client):
    """Asks the app itself: a path behind the gateway begins with the service it goes to."""

    def __init__(self, app: ProvenClient) -> None:
        super().__init__()
        self._app = app

    def request(self, method: str, url: Any, **options: Any) -> httpx.Response:
        """The same call, without the service in the path."""
        answer: httpx.Response = self._app.request(method, SERVICE.sub("", str(url)), **options)
        return answer


def of_calculators(case: Case) -> bool:
    """Whether no map is asked, and no record made."""
    return not any(call.get("needs") or "parcel" in (call.get("body") or {}) for call in case.calls)


@pytest.mark.parametrize(
    "case", [each for each in every_case() if of_calculators(each)], ids=lambda case: case.id
)
def test_the_calculators_answer_the_case(client: ProvenClient, case: Case) -> None:
    with Direct(client) as direct:
        answers = answers_of(case, direct)

    assert answers == exact(case.expect), differences(case, answers)
