"""Keyset paging: complete, stable under inserts, and no cursor but one's own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from servicekit.clock import FixedClock
from servicekit.paging import decode_cursor, encode_cursor
from servicekit.problems import BadRequest
from servicekit.testing.client import ProvenClient, client_for

from libs.servicekit.tests.sample import NOON

AT = "/v1/rivertown/notes"
SECRET = "s" * 32


def keep(client: ProvenClient, *titles: str) -> None:
    for title in titles:
        assert client.post(AT, json={"title": title, "length_ft": 1}).status_code == 201


def walk(client: ProvenClient, query: str) -> list[str]:
    titles, address = [], AT + query
    while True:
        answer = client.get(address)
        assert answer.status_code == 200, answer.text
        titles += [item["title"] for item in answer.json()["items"]]
        if answer.json()["next_cursor"] is None:
            assert "link" not in answer.headers
            return titles
        link = answer.headers["link"]
        assert link.endswith('>; rel="next"')
        address = AT + link[1 : link.index(">")]


@pytest.mark.storage
@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 8, 500])
def test_pages_together_hold_every_row_once_in_order(clerk: ProvenClient, limit: int) -> None:
    titles = [f"n{number}" for number in range(7)]
    keep(clerk, *titles)

    assert walk(clerk, f"?limit={limit}") == titles


@pytest.mark.storage
def test_rows_kept_meanwhile_move_nothing(app: FastAPI, token: Callable[..., str]) -> None:
    clerk = client_for(app, token=token("clerk"))
    clock = app.state.kit.clock
    assert isinstance(clock, FixedClock)
    keep(clerk, "b", "c", "d")
    first = clerk.get(AT + "?limit=2")

    clock.set(NOON - timedelta(days=1))
    keep(clerk, "a, filed before")

    link = first.headers["link"]
    second = clerk.get(AT + link[1 : link.index(">")])
    assert [item["title"] for item in second.json()["items"]] == ["d"]


@pytest.mark.storage
def test_filters_stay_on_the_way_and_a_cursor_fits_no_other_list(clerk: ProvenClient) -> None:
    keep(clerk, "a", "b", "c")
    assert walk(clerk, "?limit=1&state=kept") == ["a", "b", "c"]
    assert walk(clerk, "?limit=1&state=archived") == []

    cursor = clerk.get(AT + "?limit=1&state=kept").json()["next_cursor"]

    assert clerk.get(f"{AT}?state=kept&limit=2&cursor={cursor}").status_code == 200
    for other in (f"{AT}?cursor={cursor}", f"{AT}?state=archived&cursor={cursor}"):
        assert clerk.get(other).status_code == 400
    assert clerk.get(f"/v1/hilltown/notes?state=kept&cursor={cursor}").status_code == 400


@given(keys=st.lists(st.text() | st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=4))
def test_a_cursor_gives_back_its_keys(keys: list[str | int]) -> None:
    assert decode_cursor(SECRET, "l", encode_cursor(SECRET, "l", tuple(keys))) == tuple(keys)


@given(position=st.integers(0, 10_000), letter=st.sampled_from("ABCxyz019-_=%é"))
def test_an_altered_cursor_is_refused(position: int, letter: str) -> None:
    cursor = encode_cursor(SECRET, "/notes?", ("2026-04-01", "01a22ae2"))
    place = position % (len(cursor) - 1)  # the last letter carries unused bits
    altered = cursor[:place] + letter + cursor[place + 1 :]

    if altered != cursor:
        with pytest.raises(BadRequest):
            decode_cursor(SECRET, "/notes?", altered)


@pytest.mark.storage
@pytest.mark.parametrize(
    "limit", ["1_0", "+5", " 5", "5 ", "05", "5.0", "5e0", "\u0665", "-1", "0", "501", ""]
)
def test_a_limit_has_one_spelling(clerk: ProvenClient, limit: str) -> None:
    refused = clerk.get(AT, params={"limit": limit})

    assert refused.status_code == 422
    assert [(error["in"], error["pointer"]) for error in refused.json()["errors"]] == [("query", "#/limit")]


def test_a_cursor_of_another_secret_or_list_is_refused() -> None:
    cursor = encode_cursor(SECRET, "/notes?", ("a",))

    for secret, listed in (("t" * 32, "/notes?"), (SECRET, "/notes?state=kept")):
        with pytest.raises(BadRequest):
            decode_cursor(secret, listed, cursor)
