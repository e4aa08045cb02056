"""Days on which one of several spans holds."""

from datetime import date

import pytest
from citycode.elements.spans import ALWAYS, Span, together_cover

CHANGE = date(2006, 10, 14)
BEFORE, AFTER = Span(until=CHANGE), Span(CHANGE)


@pytest.mark.parametrize(
    ("spans", "within", "covered"),
    [
        ([BEFORE, AFTER], ALWAYS, True),
        ([BEFORE], ALWAYS, False),
        ([BEFORE, Span(date(2006, 10, 15))], ALWAYS, False),
        ([BEFORE, Span(date(2006, 10, 15))], Span(date(2006, 10, 15)), True),
        ([], ALWAYS, False),
    ],
)
def test_spans_cover_a_time_only_without_a_gap(spans: list[Span], within: Span, covered: bool) -> None:
    assert together_cover(spans, within) is covered
