"""The cases beside the law, answered by the calculators in process: the calls that the gateway gets."""

from __future__ import annotations

import re

import pytest
from servicekit.testing.client import ProvenClient

from tests.cases.direct import Direct
from tests.cases.runner import Case, answers_of, differences, every_case, exact

CODE = re.compile(r"\b[A-Za-z0-9]+_[A-Za-z0-9_]+\b")


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
