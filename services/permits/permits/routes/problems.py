"""The table from what permits refuses to the problem it answers."""

from __future__ import annotations

from calculators import PROBLEMS as OF_THE_LAW
from calculators import SourceUnavailable
from casework.lifecycle import NotAllowed
from servicekit.problems import (
    FieldError,
    Forbidden,
    Problem,
    ProblemTable,
    StateConflict,
    Unavailable,
    Unprocessable,
)

from permits.domain.gates import GatesUnmet
from permits.usecases.file_application import NoConsent
from permits.usecases.review_application import ImpossibleDate, UnknownItem


class Unmet(Problem):
    """409: something must be done first; `gates` lists all of it, with codes and rules."""

    slug, status, title = "gates-unmet", 409, "Something must be done first"


def _unmet(error: GatesUnmet) -> Problem:
    gates = [{"code": each.code, "says": each.says, "rules": list(each.rules)} for each in error.gates]
    return Unmet(" ".join(each.says for each in error.gates), gates=gates)


def _item(error: UnknownItem) -> Problem:
    known = ", ".join(error.known[:20]) or "none"
    wrong = FieldError(error.pointer, f"{error.wanted} is not one of: {known}")
    return Unprocessable("There is no such thing to enter here.", errors=[wrong])


def _date(error: ImpossibleDate) -> Problem:
    return Unprocessable("A date cannot be right.", errors=[FieldError(error.pointer, error.says)])


def _away(error: SourceUnavailable) -> Problem:
    return Unavailable(
        f"Facts of the parcel cannot be told now ({error.reason}). Nothing was changed. Try again."
    )


PROBLEMS = OF_THE_LAW.joined_with(
    ProblemTable(
        {
            NotAllowed: lambda error: StateConflict(error.state, error.allowed),
            GatesUnmet: _unmet,
            UnknownItem: _item,
            ImpossibleDate: _date,
            SourceUnavailable: _away,
            NoConsent: lambda _: Forbidden("That person has not let you act for them."),
        }
    )
)
