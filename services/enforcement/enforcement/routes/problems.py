"""The table from what enforcement refuses to the problem it answers, beside what all case services share."""

from __future__ import annotations

from caseroutes.problems import PROBLEMS as SHARED
from caseroutes.problems import MoneyConflict
from casework.assessments import NotOwed, WrongLane
from casework.cost_charges import LaneClosed
from casework.orders import NoExtension, TooLong
from casework.storage.assessments import ShareTaken, StaleLine
from casework.storage.invoices import NothingToInvoice
from servicekit.problems import FieldError, Problem, ProblemTable, StaleVersion, Unprocessable


def _too_long(error: TooLong) -> Problem:
    wrong = FieldError("#/comply_by", f"{error.last_day} is the latest day the law ({error.rule}) allows")
    return Unprocessable("The time is longer than the law allows.", errors=[wrong])


def _no_extension(error: NoExtension) -> Problem:
    return Unprocessable("That is no more time.", errors=[FieldError("#/comply_by", str(error))])


def _lane(error: LaneClosed) -> Problem:
    return Unprocessable("The law does not open that lane.", errors=[FieldError("#/lane", str(error))])


def _money(error: Exception) -> Problem:
    return MoneyConflict(str(error))


PROBLEMS = SHARED.joined_with(
    ProblemTable(
        {
            TooLong: _too_long,
            NoExtension: _no_extension,
            LaneClosed: _lane,
            WrongLane: _money,
            NotOwed: _money,
            ShareTaken: _money,
            NothingToInvoice: _money,
            StaleLine: lambda _: StaleVersion(),
        }
    )
)
