"""The table from what case services refuse to the problem they answer."""

from __future__ import annotations

from collections.abc import Callable

from calculators import PROBLEMS as OF_THE_LAW
from calculators import SourceUnavailable
from casework.charges import AlreadyCharged, NotChargeable
from casework.desk.gates import GatesUnmet, ImpossibleDate, UnknownItem
from casework.desk.persons import NobodyNamed, NoConsent
from casework.files.refusals import FileTooLarge, FileUnsafe, NotAsClaimed, TypeNotAllowed
from casework.files.store import FileMissing, StoreFull
from casework.lifecycle import NotAllowed
from casework.money import NotCents
from casework.payments import Irreversible, MoreThanOwed, ReferenceTaken, UnknownCharge
from servicekit.problems import (
    BodyTooLarge,
    FieldError,
    Forbidden,
    NotFound,
    Problem,
    ProblemTable,
    StateConflict,
    Unavailable,
    Unprocessable,
)


class Unmet(Problem):
    """409: something must be done first; `gates` lists all of it, with codes and rules."""

    slug, status, title = "gates-unmet", 409, "Something must be done first"


class MoneyConflict(Problem):
    """409: the money cannot move that way; `detail` says what would do."""

    slug, status, title = "money-conflict", 409, "The money cannot move that way"


class PersonNotNamed(Problem):
    """422: a machine says in `on_behalf_of` for whom it files."""

    slug, status, title = "person-not-named", 422, "Say for whom this is filed"


class FileNotKept(Problem):
    """415: the file is of no type that is kept, or of another than was said."""

    slug, status, title = "file-not-kept", 415, "The file is of a type that is not kept"


class NoRoom(Problem):
    """507: there is no room for the file now; nothing of it was kept."""

    slug, status, title = "no-room", 507, "There is no room for the file"


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


def _nobody(_: NobodyNamed) -> Problem:
    wrong = FieldError("#/on_behalf_of", "name the person who let you file for them")
    return PersonNotNamed("A machine files for a person: name them in on_behalf_of.", errors=[wrong])


def _money(error: Exception) -> Problem:
    return MoneyConflict(str(error))


def _amount(error: Exception) -> Problem:
    wrong = FieldError("#/amount_usd", str(error))
    return Unprocessable("The amount cannot be right.", errors=[wrong])


PROBLEMS = OF_THE_LAW.joined_with(
    ProblemTable(
        {
            NotAllowed: lambda error: StateConflict(error.state, error.allowed),
            GatesUnmet: _unmet,
            UnknownItem: _item,
            ImpossibleDate: _date,
            SourceUnavailable: _away,
            FileTooLarge: lambda error: BodyTooLarge(error.most_bytes),
            TypeNotAllowed: lambda error: FileNotKept(str(error)),
            NotAsClaimed: lambda error: FileNotKept(str(error)),
            FileUnsafe: lambda error: Unprocessable(str(error)),
            FileMissing: lambda _: NotFound(),
            StoreFull: lambda _: NoRoom("Nothing was kept. Send it again later."),
            NobodyNamed: _nobody,
            NoConsent: lambda _: Forbidden("That person has not let you act for them."),
            AlreadyCharged: _money,
            NotChargeable: _money,
            MoreThanOwed: _money,
            ReferenceTaken: _money,
            Irreversible: _money,
            UnknownCharge: _money,
            NotCents: _amount,
        }
    )
)


def refusal_by(table: ProblemTable) -> Callable[[Exception], str | None]:
    """Says why something is refused, in one sentence; None for a failure of ours or of a neighbor."""

    def refusal(error: Exception) -> str | None:
        problem = error if isinstance(error, Problem) else table.problem_of(error)
        if problem is None or problem.status >= 500:
            return None
        at = "; ".join(f"{each.pointer}: {each.message}" for each in problem.errors)
        return f"{problem.detail} {at}".strip()

    return refusal
