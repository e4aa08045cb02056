"""Answers: exact JSON, entity tags."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import UUID

import pytest
from pydantic import BaseModel
from servicekit.answers import encode_json, is_named


class Money(BaseModel):
    fee_usd: Decimal


@pytest.mark.parametrize("extra", [{}, {"beyond_64_bits": 2**70}])
def test_values_come_out_exact(extra: dict[str, int]) -> None:
    body = {
        "money": Money(fee_usd=Decimal("206.00")),
        "decimal": Decimal("1E+2"),
        "day": date(2026, 4, 1),
        "instant": datetime(2026, 4, 1, 12, tzinfo=UTC),
        "id": UUID(int=7),
        "several": (1, 2),
        "text": "é\u2028",
        **extra,
    }

    assert json.loads(encode_json(body)) == {
        "money": {"fee_usd": "206.00"},
        "decimal": "100",
        "day": "2026-04-01",
        "instant": "2026-04-01T12:00:00+00:00",
        "id": "00000000-0000-0000-0000-000000000007",
        "several": [1, 2],
        "text": "é\u2028",
        **extra,
    }


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        encode_json({"a": object()})


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        (None, False),
        ("", False),
        ('"3"', True),
        ('W/"3"', True),
        ('"1","3"', True),
        ("*", True),
        ("3", False),
        ('"33"', False),
    ],
)
def test_if_none_match_compares_weakly(sent: str | None, named: bool) -> None:
    assert is_named(sent, '"3"') is named
