"""What every question about money begins with: facts, scheduled amounts, named fees, the history counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from citycode.elements.amounts import Reckoning
from citycode.elements.checking import needed, standing_of
from citycode.elements.edition import Edition
from citycode.elements.fees import Charged, Fee, charged
from citycode.elements.reckoning import money_label
from citycode.elements.requirement import Exemptions, Need
from citycode.elements.rounding import CENT
from citycode.facts import Facts
from citycode.happenings import Happening
from citycode.questions.errors import AmountError
from citycode.questions.ground import asked, missing_facts
from citycode.results.findings import MissingFact
from citycode.results.money import SetAmount

if TYPE_CHECKING:
    from citycode.program import Program

INDEX = "series."


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The law of the day, its fees charged to the facts, and amounts the question stated itself."""

    edition: Edition
    charged: Charged
    stated: Mapping[str, Fraction]


def reckoned(
    program: Program,
    facts: Facts | None,
    on: date,
    history: Iterable[Happening] | None,
    amounts: Mapping[str, Decimal] | None,
) -> Reckoned:
    """Raises AmountError for a stated amount that no schedule knows or that is no whole number of cents, and
    for a figure of an index there is not.
    """
    stated = _stated(program, amounts or {})
    figures = _figures(program, amounts or {})
    edition, question = asked(program, facts, on)
    bindings = {**question.bindings, **{f"fees.{name}": usd for name, usd in stated.items()}}
    happened = None if history is None else Counter(each.event for each in history)
    need, choice, exemptions = needed(edition.checked, question)
    at = Reckoning(
        replace(question, bindings=bindings),
        program.money.with_figures(figures),
        happened,
        standing=standing_of(choice, exemptions),
        unneeded=_unneeded(need, exemptions),
    )
    found = charged(edition.all(Fee), at, program.fee_names, stated)
    return Reckoned(edition, found, stated)


def _unneeded(need: Need, exemptions: Exemptions) -> str | None:
    """Why nothing of the program binds; None unless the facts say so."""
    if need.requirement == "not_needed":
        return "the program is not needed."
    if need.requirement == "exempt" and not exemptions.permit_only:
        return "the project is exempt."
    return None


def _stated(program: Program, amounts: Mapping[str, Decimal]) -> dict[str, Fraction]:
    stated: dict[str, Fraction] = {}
    for name, raw in amounts.items():
        if name.startswith(INDEX):
            continue
        if name not in program.money.fees:
            known = ", ".join(sorted(program.money.fees)) or "none"
            raise AmountError(name, f"the city's schedule has no amount of this name; it has: {known}")
        usd = Fraction(raw)
        if usd < 0 or (usd / CENT).denominator != 1:
            raise AmountError(name, f"{raw} is no amount of whole cents")
        stated[name] = usd
    return stated


def _figures(program: Program, amounts: Mapping[str, Decimal]) -> dict[str, dict[date, Fraction]]:
    """Figures of an index, stated by the names under which they are asked for: `series.<name>.<day>`."""
    figures: dict[str, dict[date, Fraction]] = {}
    for name, raw in amounts.items():
        if not name.startswith(INDEX):
            continue
        series, _, day = name.removeprefix(INDEX).partition(".")
        if series not in program.money.series:
            known = ", ".join(sorted(program.money.series)) or "none"
            raise AmountError(
                series, f"the city's schedule has no index of this name; it has: {known}", "figures"
            )
        if raw <= 0:
            raise AmountError(series, f"{raw} is no figure of an index", "figures")
        figures.setdefault(series, {})[date.fromisoformat(day)] = Fraction(raw)
    return figures


def missing_money(program: Program, names: Iterable[str]) -> tuple[MissingFact, ...]:
    """Each once; amounts of the schedule, days of an index and counts of events are named as such."""
    found: list[MissingFact] = []
    for name in dict.fromkeys(names):
        if name.partition(".")[0] in ("series", "schedules", "history", "fees"):
            label = money_label(name, program.money, program.labels)
            unit = "usd" if name.startswith("fees.") else None
            source = None if name.startswith("history.") else "the city's fee schedule"
            found.append(MissingFact(name, label, unit, source, None))
        else:
            found += missing_facts(program, [name])
    return tuple(found)


def examples_among(amounts: Iterable[SetAmount]) -> tuple[SetAmount, ...]:
    """Those that the city has not set, each once."""
    return tuple(dict.fromkeys(each for each in amounts if each.example))
