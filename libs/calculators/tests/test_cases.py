"""The cases beside the law, answered by the calculators in process: the calls that the gateway gets."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from servicekit.testing.client import ProvenClient

from tests.cases.runner import Case, answers_of, differences, every_case, exact

SERVICE = re.compile(r"^/[a-z]+(?=/v1/)")
CODE = re.compile(r"\b[A-Za-z0-9]+_[A-Za-z0-9_]+\b")
SPOKEN = ("sentence", "says", "why", "detail", "steps", "arithmetic")
"""Members of an answer that people read."""


class Direct(httpx.Client):
    """Asks the app itself: a path behind the gateway begins with the service it goes to."""

    def __init__(self, app: ProvenClient) -> None:
        super().__init__()
        self._app = app
        self.spoken: list[str] = []

    def request(self, method: str, url: Any, **options: Any) -> httpx.Response:
        """The same call, without the service in the path."""
        answer: httpx.Response = self._app.request(method, SERVICE.sub("", str(url)), **options)
        self.spoken += spoken(answer.json())
        return answer


def spoken(answer: Any) -> list[str]:
    """Every sentence of an answer."""
    if isinstance(answer, list):
        return [each for part in answer for each in spoken(part)]
    if not isinstance(answer, dict):
        return []
    here = [answer[key] for key in SPOKEN if key in answer]
    told = [each for value in here for each in (value if isinstance(value, list) else [value])]
    return [each for each in told if isinstance(each, str)] + spoken(list(answer.values()))


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
    assert [each for each in direct.spoken if CODE.search(each)] == [], "a sentence shows a code"
