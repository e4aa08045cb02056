"""What the steps of a ladder bring an event: what is done, required, charged, allowed, commanded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from citycode.calendar import LegalCalendar
from citycode.elements.asking import Asked, answer, holds, missing_names, sentence_of
from citycode.elements.clocks import in_full
from citycode.elements.event_counts import Place
from citycode.elements.event_places import Counting, numbered, takes, unsure_before
from citycode.elements.ladders import (
    BarRule,
    LadderRule,
    Relief,
    StepRule,
    Taken,
    subjects,
    taken,
)
from citycode.elements.lengths import Due, StatedLength, counted_after, counted_length
from citycode.elements.periods import PeriodRule
from citycode.elements.step_fees import event_fees, ladder_fees
from citycode.happenings import Happening
from citycode.language import Known, Missing, fact_label, value_to_json
from citycode.results.findings import Json
from citycode.results.ladders import Bar, CountedEvent, Ladder, Step

ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}


def climbed(
    rule: LadderRule,
    happened: Sequence[Happening],
    read_on: date,
    asked: Asked,
    calendar: LegalCalendar,
    periods: Mapping[str, PeriodRule],
) -> list[Ladder]:
    """The ladder of every subject in the history."""
    found = []
    for keys, events in subjects(rule, happened, read_on, calendar).items():
        each_taken = [
            each
            for place, event in events
            if (each := taken(rule, place, event, asked, calendar)) is not None
        ]
        if each_taken:
            found.append(_ladder(rule, keys, each_taken, read_on, asked, calendar, periods))
    return found


def _ladder(
    rule: LadderRule,
    keys: tuple[tuple[str, str], ...],
    events: Sequence[Taken],
    read_on: date,
    asked: Asked,
    calendar: LegalCalendar,
    periods: Mapping[str, PeriodRule],
) -> Ladder:
    counting = Counting(rule, events, periods, calendar)
    told = tuple(_event(rule, counting, events, at, calendar) for at in range(len(events)))
    bars = tuple(
        step.bar
        for each in told
        for step in each.steps
        if step.bar is not None and (step.bar.last_day is None or step.bar.last_day >= read_on)
    )
    cited = rule.cited
    return Ladder(
        id=cited.id,
        rule=cited.rule,
        counts=rule.counts,
        per=rule.per,
        keys=keys,
        count=counting.current(read_on),
        events=told,
        fees_usd=ladder_fees(rule, told),
        bars=bars,
        section=cited.section,
        cite=cited.cite,
        law_date=asked.on,
        code_version=cited.code_version,
    )


def _event(
    rule: LadderRule, counting: Counting, events: Sequence[Taken], at: int, calendar: LegalCalendar
) -> CountedEvent:
    event = events[at]
    if event.ignored_by is not None:
        cited = event.ignored_by
        sentence = f"Not counted: {cited.text or cited.rule} ({cited.section})"
        return CountedEvent(
            id=event.event.id,
            on=event.day,
            counted=False,
            number=None,
            ignored_by=cited.id,
            steps=(),
            fees_usd=event_fees(rule, False, ()),
            missing=(),
            sentence=sentence_of(sentence),
        )
    number, place = numbered(counting, at)
    steps = tuple(
        step for each in rule.steps if (step := _step(rule, each, counting, events, at, calendar)) is not None
    )
    missing = () if event.counts else event.missing
    return CountedEvent(
        id=event.event.id,
        on=event.day,
        counted=event.counts,
        number=number if event.counts else None,
        ignored_by=None,
        steps=steps,
        fees_usd=event_fees(rule, event.counts, steps),
        missing=missing,
        sentence=_event_told(rule, event, number, place),
    )


def _event_told(rule: LadderRule, event: Taken, number: int | None, place: Place | None) -> str:
    if event.counts is None:
        names = ", ".join(fact_label(each, event.asked.labels) for each in event.missing)
        return sentence_of(f"whether this {rule.counts_words} counts is not known yet: {names}")
    if number is None or place is None:
        return sentence_of(f"which {rule.counts_words} this is depends on earlier ones that are open")
    since = f", counted from {in_full(place.first)}" if number > 1 else ""
    return sentence_of(f"{ordinal(number)} counted {rule.counts_words}{since}")


def _step(
    rule: LadderRule,
    step: StepRule,
    counting: Counting,
    events: Sequence[Taken],
    at: int,
    calendar: LegalCalendar,
) -> Step | None:
    event = events[at]
    held = holds(step.when, event.asked)
    reached = takes(counting, at, step)
    if held is False or reached is False:
        return None
    unknown: list[str] = [*missing_names(held)] if isinstance(held, Missing) else []
    if reached is None or event.counts is None:
        unknown += unsure_before(events, at)
    number, place = numbered(counting, at, step)
    barred, open_ = _barred(rule, step, event)
    due = _required(step, event, calendar)
    fee, unpriced = _amount(step, event.asked)
    missing = tuple(dict.fromkeys((*unknown, *open_, *due.missing, *unpriced)))
    undecided = bool(unknown) or event.counts is None
    acts = barred is None and not open_
    cited = step.cited
    return Step(
        id=cited.id,
        rule=cited.rule,
        outcome="needs_information" if undecided or open_ else "barred" if barred else "reached",
        number=number,
        ordinal=ordinal(number) if number is not None else None,
        do=step.do,
        require=step.require,
        due_on=due.last_day,
        lapse=step.lapse,
        fee=step.fee.text if step.fee is not None else None,
        fee_usd=fee,
        may=step.may if acts else (),
        to=step.to if acts else None,
        mandatory=step.mandatory,
        by=step.by,
        on_request_of=step.on_request_of,
        says=step.says,
        action_open=_action_open(step, barred, undecided or bool(open_)),
        barred_by=barred.cited.id if barred is not None else None,
        bar=_bar(step.then, event, calendar) if step.then is not None and acts and not undecided else None,
        missing=missing,
        steps=_ignored_before(events, at) + due.steps,
        sentence=_told(rule, step, event, number, place, _brings(step, due, barred, fee), missing, undecided),
        section=cited.section,
        cite=cited.cite,
    )


def _action_open(step: StepRule, barred: Relief | None, unsure: bool) -> bool | None:
    if barred is not None:
        return False
    return None if unsure else bool(step.may) or step.to is not None


def _barred(rule: LadderRule, step: StepRule, event: Taken) -> tuple[Relief | None, tuple[str, ...]]:
    """The relief that closes `may` and `to`, and the facts that would tell whether one does."""
    if not step.may and step.to is None:
        return None, ()
    missing: list[str] = []
    for relief in rule.barred_by:
        held = holds(relief.when, event.asked)
        if held is True:
            return relief, ()
        if isinstance(held, Missing):
            missing += missing_names(held)
    return None, tuple(missing)


def _required(step: StepRule, event: Taken, calendar: LegalCalendar) -> Due:
    if step.length is None:
        return Due()
    start = event.day
    if step.counted_from is not None:
        followed = event.event.followed_by.get(step.counted_from)
        if followed is None:
            return Due(missing=(step.counted_from,))
        start = followed
    return counted_after(start, step.length, event.asked, calendar, True)


def _amount(step: StepRule, asked: Asked) -> tuple[Json, tuple[str, ...]]:
    """The fee in dollars, or what the schedule does not hold."""
    if step.fee is None:
        return None, ()
    found = answer(step.fee, asked)
    if isinstance(found, Known):
        return value_to_json(found.value, step.fee.type), ()
    return None, missing_names(found) if isinstance(found, Missing) else ()


def _bar(rule: BarRule, event: Taken, calendar: LegalCalendar) -> Bar:
    """A protected time, whose last day is not moved."""
    start: date | None = event.day
    if rule.from_ is not None:
        start = event.event.followed_by.get(rule.from_)
    due = Due(missing=(rule.from_ or "",))
    if start is not None:
        due = counted_after(start, rule.length, event.asked, calendar, False)
    actions = " and ".join(rule.bars_words)
    until = f"through {in_full(due.last_day)}" if due.last_day else f"for {_length(rule.length, event.asked)}"
    cited = rule.cited
    return Bar(
        cited.id,
        cited.rule,
        rule.bars,
        due.last_day,
        due.missing,
        sentence_of(f"may not {actions} {until}"),
        cited.section,
        cited.cite,
    )


def _ignored_before(events: Sequence[Taken], at: int) -> tuple[str, ...]:
    return tuple(
        sentence_of(f"{each.day} is not counted, rule {each.ignored_by.rule}: {each.ignored_by.text}")
        for each in events[:at]
        if each.ignored_by is not None
    )


def _told(
    rule: LadderRule,
    step: StepRule,
    event: Taken,
    number: int | None,
    place: Place | None,
    brings: Sequence[str],
    missing: tuple[str, ...],
    undecided: bool,
) -> str:
    if undecided:
        names = ", ".join(fact_label(each, event.asked.labels) for each in missing)
        return sentence_of(f"whether this step is reached is not known yet: {names}")
    which = f"{ordinal(number)} counted {rule.counts_words}" if number else rule.counts_words
    if place is not None and number and number > 1:
        since = f"{'an earlier one' if step.any_earlier else 'the first of them'}, {in_full(place.first)}"
        if step.within is not None:
            which += f" within {step.within} of {since}"
        elif rule.window is not None:
            which += f", counted from {in_full(place.first)}"
    return sentence_of(f"{which}: {'; '.join(brings)}" if brings else which)


def _brings(step: StepRule, due: Due, barred: Relief | None, fee: Json) -> list[str]:
    who = step.by_title or "the city"
    said = []
    if step.do_words:
        said.append(" and ".join(step.do_words))
    if step.require is not None:
        until = f" on or before {in_full(due.last_day)}" if due.last_day else ""
        said.append(f"the holder must {step.require_words}{until}")
    if step.fee is not None:
        said.append(f"a fee of ${fee} is charged" if fee is not None else "a fee is charged")
    if barred is not None:
        said.append(f"nobody may act for it: {barred.cited.text or barred.cited.rule}")
        return said
    if step.may_words:
        request = f" at the request of {step.on_request_of_title}" if step.on_request_of_title else ""
        said.append(f"{who} may {' or '.join(step.may_words)}{request}")
    if step.to is not None:
        said.append(f"{who} {'must' if step.mandatory else 'may'} act: {step.to_words}")
    return said


def _length(length: StatedLength, asked: Asked) -> str:
    return str(counted_length(length, asked))


def ordinal(number: int) -> str:
    """`third`; `12th`."""
    if number in ORDINALS:
        return ORDINALS[number]
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
