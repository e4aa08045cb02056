"""The table from what the engine refuses to the problem that is answered."""

from __future__ import annotations

from citycode.calendar import CalendarError
from citycode.city import UnknownProgram, UnknownRule
from citycode.facts import FactErrors
from citycode.language import EvaluationError
from citycode.law import UnknownCity, UnknownEvent
from citycode.program import UnknownElement
from citycode.questions.errors import AmountError
from citycode.results.decisions import VotesError
from citycode.results.documents import PaperError
from servicekit.problems import FieldError, NotFound, Problem, ProblemTable, Unprocessable

from calculators.places import PlaceRefused


def _facts(error: FactErrors) -> Problem:
    wrong = [FieldError(f"#/facts{each.pointer}", each.message) for each in error.problems]
    return Unprocessable("Some facts cannot be read.", errors=wrong)


def _element(error: UnknownElement) -> Problem:
    known = ", ".join(error.known) or "none"
    return Unprocessable(f"The program has no {error.wanted!r} in force that day; it has: {known}.")


def _amount(error: AmountError) -> Problem:
    name = error.name.replace("~", "~0").replace("/", "~1")
    pointer = "#/figures" if error.among == "figures" else f"#/{error.among}/{name}"
    return Unprocessable("An amount cannot be.", errors=[FieldError(pointer, error.message)])


def _event(error: UnknownEvent) -> Problem:
    known = ", ".join(error.known)
    return Unprocessable("No event has that name.", errors=[FieldError("#/event", f"known are {known}")])


def _votes(error: VotesError) -> Problem:
    wrong = FieldError(f"#/votes{error.pointer}", error.message)
    return Unprocessable("These votes cannot be.", errors=[wrong])


def _paper(error: PaperError) -> Problem:
    known = ", ".join(error.known) or "none"
    wrong = FieldError(f"#{error.pointer}", f"the law asks no {error.wanted!r} of it; it asks: {known}")
    return Unprocessable("Something is said of the paper that the law does not ask.", errors=[wrong])


def _place(error: PlaceRefused) -> Problem:
    return Unprocessable(
        "The place is not on the map.", errors=[FieldError(f"#/{error.field}", error.reason)]
    )


def _days(error: CalendarError) -> Problem:
    return Unprocessable(f"These days cannot be counted: {error}.")


def _evaluation(error: EvaluationError) -> Problem:
    return Unprocessable(f"The facts cannot be computed with: {error}")


PROBLEMS = ProblemTable(
    {
        UnknownCity: lambda _: NotFound(),
        UnknownProgram: lambda _: NotFound(),
        UnknownRule: lambda _: NotFound(),
        UnknownElement: _element,
        UnknownEvent: _event,
        AmountError: _amount,
        FactErrors: _facts,
        VotesError: _votes,
        PaperError: _paper,
        PlaceRefused: _place,
        EvaluationError: _evaluation,
        CalendarError: _days,
    }
)
"""Join it with the service's own: `PROBLEMS.joined_with(OWN)`."""
