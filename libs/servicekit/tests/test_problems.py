"""Problems: their bodies, and the one table from exception to problem."""

from __future__ import annotations

from typing import ClassVar

import pytest
from servicekit import problems as module
from servicekit.client import NeighborUnavailable
from servicekit.failures import problem_for
from servicekit.problems import (
    FieldError,
    InternalError,
    NotFound,
    Problem,
    ProblemTable,
    StaleVersion,
    StateConflict,
    Unavailable,
    Unprocessable,
    pointer,
    problems,
)


class Closed(LookupError):
    pass


class ClosedForever(Closed):
    pass


TABLE = ProblemTable({LookupError: lambda _: NotFound(), Closed: lambda e: StateConflict("closed", [str(e)])})


def test_the_nearest_row_of_the_table_wins() -> None:
    assert isinstance(TABLE.problem_of(KeyError("x")), NotFound)
    assert isinstance(TABLE.problem_of(ClosedForever("reopen")), StateConflict)
    assert TABLE.problem_of(ValueError()) is None


def test_of_two_tables_the_second_wins() -> None:
    joined = TABLE.joined_with(ProblemTable({Closed: lambda _: StaleVersion()}))

    assert isinstance(joined.problem_of(Closed()), StaleVersion)
    assert isinstance(joined.problem_of(KeyError()), NotFound)


def test_what_no_table_knows_is_an_internal_error_that_says_nothing() -> None:
    problem = problem_for(ValueError("SELECT secret"), TABLE)

    assert isinstance(problem, InternalError)
    assert "secret" not in str(problem.to_json("id"))


def test_a_neighbor_that_does_not_answer_makes_503_unless_the_table_says_otherwise() -> None:
    error = NeighborUnavailable("sister", "is not running")

    assert isinstance(problem_for(error, TABLE), Unavailable)
    assert "sister" not in problem_for(error, TABLE).detail
    assert isinstance(problem_for(error, ProblemTable({NeighborUnavailable: lambda _: NotFound()})), NotFound)


def test_a_state_conflict_says_the_state_and_what_is_allowed() -> None:
    body = StateConflict("under_review", ["withdraw", "decide"], permit="x").to_json("id-1")

    assert body == {
        "type": "urn:citycode:problem:state-conflict",
        "title": "The record's state does not allow this",
        "status": 409,
        "detail": "The record is under_review; allowed now: decide, withdraw.",
        "instance": "id-1",
        "state": "under_review",
        "allowed": ["decide", "withdraw"],
        "permit": "x",
    }
    assert "nothing" in StateConflict("closed", ()).detail


def test_extensions_cannot_displace_the_members_of_the_standard() -> None:
    body = Unprocessable("d", errors=[FieldError("#/a", "m")], status_text="x", type="evil").to_json("i")

    assert body["type"] == "urn:citycode:problem:unprocessable"
    assert body["errors"] == [{"in": "body", "pointer": "#/a", "message": "m"}]


def test_unavailable_says_when_to_come_back() -> None:
    assert Unavailable(retry_after_s=7).headers == {"Retry-After": "7"}


@pytest.mark.parametrize(
    ("steps", "expected"), [((), "#"), (("a", 0), "#/a/0"), (("a/b", "c~d"), "#/a~1b/c~0d")]
)
def test_pointers_are_escaped(steps: tuple[str | int, ...], expected: str) -> None:
    assert pointer(*steps) == expected


def test_declared_problems_share_a_status() -> None:
    class TooLate(Problem):
        slug: ClassVar[str] = "too-late"
        status: ClassVar[int] = 409
        title: ClassVar[str] = "It is too late"

    declared = problems(StateConflict, TooLate, 410)

    assert declared.keys() == {409, 410}
    assert declared[409]["description"] == "The record's state does not allow this · It is too late"
    assert declared[410]["description"] == "Gone"
    assert list(declared[409]["content"]) == ["application/problem+json"]


def test_every_slug_is_given_once() -> None:
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Problem)]

    slugs = [kind.slug for kind in kinds]
    assert len(slugs) == len(set(slugs)) > 15
    assert all(400 <= kind.status < 600 for kind in kinds)
