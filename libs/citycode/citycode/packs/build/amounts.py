"""Builders of amounts of money."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal

from citycode.elements.amounts import Amount, Dollars, Form, Several, Share
from citycode.elements.counted_amounts import ByBracket, Indexed, PerEvent, PerUnit
from citycode.elements.rounding import CENT, USD, Rounding
from citycode.language import BARE, Expression, Number, Type, unit_named
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.errors import nearest
from citycode.packs.formulas import Formulas
from citycode.packs.models.amounts import AmountSpec
from citycode.packs.models.money import FeeSpec
from citycode.packs.models.schedules import RoundingSpec
from citycode.packs.money_names import fee_names
from citycode.packs.schedules import rounding_of
from citycode.packs.tree import Steps

PERCENT = Number(unit_named("percent"))


def money_formulas(ground: Ground, piece: Piece, names: Sequence[str] = ()) -> Formulas:
    """Formulas that may also read the fees f.<name>: of a fee those before it, of all else every one."""
    before: dict[str, Type] = {}
    for each in ground.declared:
        if each is piece.declared:
            if isinstance(each.versions[0].item.spec, FeeSpec):
                break
            continue
        for version in each.versions:
            spec = version.item.spec
            if isinstance(spec, FeeSpec) and spec.name is not None:
                before[f"f.{spec.name}"] = USD
    scope = ground.scope.with_names({**before, **dict.fromkeys(names, USD)})
    return ground.formulas(piece, scope)


def rounding(ground: Ground, piece: Piece, spec: RoundingSpec | None) -> Rounding:
    """The element's own, else the city's; told in the log where neither is stated."""
    if spec is not None:
        if (Fraction(spec.to) / CENT).denominator != 1:
            mend = "Write 0.01, 1, 5 or the like."
            ground.log.add(piece.line("rounding"), "Money is not kept below the cent", mend)
        return rounding_of(spec)
    if ground.money.rounding is None and ground.money.readable:
        ground.log.add(
            piece.line(),
            "Nothing says how money is rounded",
            "Add `rounding: {to: 0.01, ties: up, …}` to the fees.yaml of the city, or to the element.",
        )
    return ground.money.rounding or Rounding()


@dataclass(frozen=True, slots=True)
class Amounts:
    """Builds the amounts of one element; formulas are compiled in `formulas`."""

    ground: Ground
    piece: Piece
    formulas: Formulas

    def optional(self, spec: AmountSpec | None, *steps: str | int) -> Amount | None:
        return self.built(spec, *steps) if spec is not None else None

    def built(self, spec: AmountSpec, *steps: str | int, choice: bool = False) -> Amount | None:
        """The amount; None with the error in the log. `choice`: one of several, which may have a `when`."""
        if spec.when is not None and not choice:
            mend = "Put it to the element, or into `greater_of`, `lesser_of` or `sum`."
            self._refuse("`when` says nothing here", mend, *steps, "when")
            return None
        when = self.formulas.condition((*steps, "when"), spec.when)
        if spec.when is not None and when is None:
            return None
        form = self._form(spec, steps)
        if form is None:
            return None
        rules = [each for each in (spec.id, *(each.id for each in spec.also)) if each is not None]
        return Amount(form, when, tuple(rules))

    def _form(self, spec: AmountSpec, steps: Steps) -> Form | None:
        match spec.form:
            case "usd":
                usd = self.dollars(spec.usd, *steps)
                return Dollars(usd) if usd is not None else None
            case "percent" | "times":
                return self._share(spec, steps)
            case "per":
                return self._per_unit(spec, steps)
            case "count" | "counts":
                return self._per_event(spec, steps)
            case "schedule":
                return self._by_bracket(spec, steps)
            case "indexed":
                return self._indexed(spec, steps)
            case form:
                which: dict[str, Literal["greater", "lesser", "sum"]] = {
                    "greater_of": "greater",
                    "lesser_of": "lesser",
                    "sum": "sum",
                }
                specs: tuple[AmountSpec, ...] = getattr(spec, form)
                parts = [self.built(each, *steps, form, at, choice=True) for at, each in enumerate(specs)]
                sound = tuple(each for each in parts if each is not None)
                if not specs:
                    self._refuse(f"`{form}` names no amount", "List at least two.", *steps, form)
                    return None
                return Several(which[form], sound) if len(sound) == len(parts) else None

    def _share(self, spec: AmountSpec, steps: Steps) -> Form | None:
        per_cent = spec.form == "percent"
        text = spec.percent if per_cent else spec.times
        factor = self.formulas.compiled((*steps, spec.form), text, PERCENT if per_cent else BARE)
        of = self.built(spec.of, *steps, "of") if spec.of is not None else None
        if factor is None or (spec.of is not None and of is None):
            return None
        return Share(factor, per_cent, of)

    def _per_unit(self, spec: AmountSpec, steps: Steps) -> Form | None:
        number = self._number(spec, steps)
        usd = self.dollars(spec.usd, *steps, "usd")
        first = self.built(spec.first, *steps, "first") if spec.first is not None else None
        if number is None or usd is None or (spec.first is not None and first is None):
            return None
        size = self.formulas.compiled((*steps, "per"), spec.per, number.type)
        over = self.formulas.compiled((*steps, "over"), spec.over, number.type)
        if size is None or (spec.over is not None and over is None):
            return None
        return PerUnit(number, size, over, usd, first, spec.whole_only)

    def _per_event(self, spec: AmountSpec, steps: Steps) -> Form | None:
        usd = self.dollars(spec.usd, *steps, "usd")
        count = self.formulas.compiled((*steps, "count"), spec.count, BARE)
        nth = self.formulas.compiled((*steps, "since_nth"), spec.since_nth, BARE)
        words = ""
        if spec.counts is not None:
            events = self.ground.vocabulary.events
            self.ground.known(self.piece, "event", spec.counts, events, *steps, "counts")
            words = events.get(spec.counts, "")
        lacking = (spec.count is not None and count is None) or (spec.since_nth is not None and nth is None)
        if usd is None or lacking:
            return None
        return PerEvent(count, spec.counts, words, nth, spec.with_earlier, usd)

    def _by_bracket(self, spec: AmountSpec, steps: Steps) -> Form | None:
        schedules = self.ground.money.schedules
        schedule = schedules.get(spec.schedule or "")
        if schedule is None:
            mend = nearest(spec.schedule or "", schedules, "Declare it in fees.yaml, which has")
            self._not_in_fees(f"No schedule is called `{spec.schedule}`", mend, *steps, "schedule")
            return None
        number = self._number(spec, steps, schedule.unit)
        if number is None:
            return None
        return ByBracket(schedule, number)

    def _indexed(self, spec: AmountSpec, steps: Steps) -> Form | None:
        usd = self.dollars(spec.indexed, *steps, "indexed")
        series = self.ground.money.series
        by = spec.by or ""
        if by not in series:
            mend = nearest(by, series, "Declare it in fees.yaml, which has")
            self._not_in_fees(f"No series is called `{by}`", mend, *steps, "by")
            return None
        try:
            day = date.fromisoformat(f"2001-{spec.every}")
        except ValueError:
            self._refuse(f"`{spec.every}` is no day of every year", "Write MM-DD.", *steps, "every")
            return None
        if usd is None or spec.base is None:
            return None
        return Indexed(usd, by, spec.base, day.month, day.day)

    def dollars(self, text: str | None, *steps: str | int) -> Expression | None:
        """A plain formula of dollars."""
        for name in re.findall(r"\bf\.([a-z0-9_]+)", text or ""):
            if f"f.{name}" not in self.formulas.scope.names and name in fee_names(self.ground.declared):
                mend = "Let a fee stand in the file before those that are reckoned from it."
                self._refuse(f"The fee `{name}` is not charged before this one", mend, *steps)
                return None
        return self.formulas.compiled(steps, text, USD)

    def _number(self, spec: AmountSpec, steps: Steps, expects: Type | None = None) -> Expression | None:
        """The number in `of`, which is a formula of any unit here."""
        of = spec.of
        if of is None or of.form != "usd" or of.when is not None or of.also or of.id:
            wrong = "`of` must be the formula of a number here"
            self._refuse(wrong, "Name a fact or a measure.", *steps, "of")
            return None
        number = self.formulas.compiled((*steps, "of"), of.usd, expects)
        if number is not None and not isinstance(number.type, Number):
            self._refuse(f"`{of.usd}` is no number", "Name a fact or a measure that is one.", *steps, "of")
            return None
        return number

    def _not_in_fees(self, wrong: str, mend: str, *steps: str | int) -> None:
        """Told only where fees.yaml could be read."""
        if self.ground.money.readable:
            self._refuse(wrong, mend, *steps)

    def _refuse(self, wrong: str, mend: str, *steps: str | int) -> None:
        self.ground.log.add(self.piece.line(*steps), wrong, mend)
