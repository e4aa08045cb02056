"""Which of two elements governs where both speak of one thing: the more restrictive, the state's, or the one
the text names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from citycode.elements.comparisons import Direction, Tested, stricter
from citycode.elements.standards import Standard
from citycode.results.clocks import Clock
from citycode.results.findings import Finding

Force = Literal["override", "floor", "prevails"]


@dataclass(frozen=True, slots=True)
class Precedence:
    """`over` takes the place of `under` where it binds; as a `floor` only where it demands more.

    `says` tells why, after the section of the one that governs.
    """

    over: str
    under: str
    force: Force
    says: str


@dataclass(frozen=True, slots=True)
class MoreRestrictive:
    """A rule of conflict: of elements that bind one measure the more restrictive prevails (`among` none: of
    any).
    """

    id: str
    section: str
    among: frozenset[str]


@dataclass(frozen=True, slots=True)
class Rivals:
    """Standards, by id, that bind one measure in one direction and unit."""

    ids: tuple[str, ...]
    direction: Direction


@dataclass(frozen=True, slots=True)
class Conflicts:
    """What an edition says about two elements that speak of one thing."""

    rules: tuple[MoreRestrictive, ...] = ()
    precedences: tuple[Precedence, ...] = ()
    rivals: tuple[Rivals, ...] = ()


def rivals(standards: Iterable[Standard]) -> tuple[Rivals, ...]:
    """Which of these are compared with one another in a check."""
    groups: dict[tuple[str, Direction, str | None], list[str]] = {}
    for each in standards:
        bound = each.bound
        if each.conflict_key is not None and bound.direction is not None:
            groups.setdefault((each.conflict_key, bound.direction, bound.unit), []).append(each.cited.id)
    return tuple(Rivals(tuple(ids), key[1]) for key, ids in groups.items() if len(ids) > 1)


@dataclass(frozen=True, slots=True)
class Put:
    """A standard put to the facts: the place of its finding, and what its test found."""

    place: int
    standard: Standard
    tested: Tested


def governed(
    findings: Sequence[Finding],
    results: Sequence[Put],
    conflicts: Conflicts,
) -> list[Finding]:
    """All findings, each marked with what it prevails over and yields to; none is left out."""
    marked = list(findings)
    tests = {each.standard.cited.id: each for each in results}
    for rivals in conflicts.rivals:
        _more_restrictive(marked, [tests[each] for each in rivals.ids if each in tests], rivals, conflicts)
    if not conflicts.precedences:
        return marked
    by_id = {each.id: place for place, each in enumerate(marked)}
    for each in conflicts.precedences:
        if each.over in by_id and each.under in by_id:
            _settle(marked, by_id[each.over], by_id[each.under], each, tests)
    return marked


def _settle(marked: list[Finding], over: int, under: int, rule: Precedence, tests: Mapping[str, Put]) -> None:
    above, below = marked[over], marked[under]
    if above.outcome == "not_applicable" or below.outcome == "not_applicable":
        return
    if rule.force == "floor" and not _demands_more(above, below, tests):
        if _demands_more(below, above, tests):
            _mark(marked, under, over, f"{below.section} demands more than {above.section} and governs.")
        return
    if rule.force != "floor" and above.outcome == "needs_information":
        return
    _mark(marked, over, under, f"{above.section} governs in its place: {rule.says}.")


def _mark(marked: list[Finding], winner: int, loser: int, why: str) -> None:
    above, below = marked[winner], marked[loser]
    marked[winner] = above._replace(prevails_over=_with(above.prevails_over, below.id))
    marked[loser] = below._replace(
        yields_to=_with(below.yields_to, above.id),
        governs=False,
        sentence=f"{below.sentence} {why}".strip(),
    )


def _with(ids: tuple[str, ...], more: str) -> tuple[str, ...]:
    return ids if more in ids else (*ids, more)


def _demands_more(one: Finding, two: Finding, tests: Mapping[str, Put]) -> bool:
    """By their limits; where those cannot be compared, the one that is not met."""
    left, right = tests.get(one.id), tests.get(two.id)
    if left is not None and right is not None and _comparable(left.standard, right.standard):
        return _is_stricter(left, right)
    return one.outcome == "not_met" and two.outcome == "met"


def _more_restrictive(
    findings: list[Finding], group: Sequence[Put], rivals: Rivals, conflicts: Conflicts
) -> None:
    """Among elements that bind one measure the more restrictive prevails; both stay listed."""
    over: dict[int, list[str]] = {}
    under: dict[int, list[str]] = {}
    for place, one in enumerate(group):
        for two in group[place + 1 :]:
            way = stricter(one.tested, two.tested, rivals.direction)
            if way:
                strict, lax = (one, two) if way > 0 else (two, one)
                over.setdefault(strict.place, []).append(_id(lax))
                under.setdefault(lax.place, []).append(_id(strict))
    for put in group if over else ():
        above, below = over.get(put.place, ()), under.get(put.place, ())
        if above or below:
            finding = findings[put.place]
            findings[put.place] = finding._replace(
                prevails_over=tuple(above),
                yields_to=(*finding.yields_to, *below),
                notes=(*finding.notes, *_by_rule(conflicts.rules, {_id(put), *above, *below})),
            )


def _by_rule(rules: Sequence[MoreRestrictive], ids: set[str]) -> tuple[str, ...]:
    return tuple(
        f"The more restrictive prevails ({each.section})."
        for each in rules
        if not each.among or len(each.among & ids) > 1
    )


def _id(put: Put) -> str:
    return put.standard.cited.id


def _comparable(one: Standard, two: Standard) -> bool:
    left, right = one.bound, two.bound
    return left.direction is not None and left.direction == right.direction and left.unit == right.unit


def _is_stricter(one: Put, two: Put) -> bool:
    direction = one.standard.bound.direction
    return direction is not None and stricter(one.tested, two.tested, direction) > 0


def governed_clocks(clocks: Sequence[Clock], precedences: Sequence[Precedence]) -> tuple[Clock, ...]:
    """Clocks with what each prevails over and yields to. As a floor the one that leaves more time governs."""
    marked = list(clocks)
    places = {each.id: place for place, each in enumerate(marked)}
    for each in precedences:
        if each.over not in places or each.under not in places:
            continue
        over, under = places[each.over], places[each.under]
        above, below = marked[over], marked[under]
        if each.force == "floor":
            if above.last_day is None or below.last_day is None or above.last_day == below.last_day:
                continue
            later_wins = above.last_day > above.starts_on
            if (above.last_day > below.last_day) is not later_wins:
                over, under = under, over
                above, below = below, above
        marked[over] = replace(above, prevails_over=(*above.prevails_over, below.id))
        marked[under] = replace(
            below,
            yields_to=(*below.yields_to, above.id),
            governs=False,
            sentence=f"{below.sentence} {above.section} governs in its place: {each.says}.",
        )
    return tuple(marked)
