"""Allocations: money divided among several, cut in proportion to a ceiling, to the cent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from citycode.elements.amounts import Amount, Reckoning, Sum, all_known, valued
from citycode.elements.asking import Broken, answer, missing_names
from citycode.elements.cited import Cited
from citycode.elements.fees import Charged
from citycode.elements.gates import Gate
from citycode.elements.reckoning import amount_notes, binds, lacking, rounded, set_amounts, settled, usd_of
from citycode.elements.rounding import Rounding, decimal_usd, money_words
from citycode.language import Expression, Item, Known, Missing, fact_label
from citycode.results.allocations import AllocationAnswer, ShareLine
from citycode.results.money import MoneyOutcome

NOTHING = Sum.known(0)


@dataclass(frozen=True, slots=True)
class PartShare:
    """The fixed `share` of the whole that `to`, called `label`, bears."""

    to: str
    label: str
    share: Expression


@dataclass(frozen=True, slots=True)
class Allocation:
    """Either `items` (the list), `name` and `each`, with a `ceiling`; or one `amount` in `parts`."""

    cited: Cited
    gate: Gate
    items: Expression | None
    name: str
    each: Amount | None
    ceiling: Amount | None
    ceiling_cited: Cited | None
    amount: Amount | None
    parts: tuple[PartShare, ...]
    payer: str | None
    rounding: Rounding

    def reads(self, at: Reckoning) -> frozenset[str]:
        """Of the shares of all items together."""
        whole = [each.reads(at) for each in (self.ceiling, self.amount) if each is not None]
        if self.each is not None and self.items is not None:
            found = answer(self.items, at.asked)
            items = found.value if isinstance(found, Known) and isinstance(found.value, tuple) else ()
            here = (replace(at, asked=at.asked.with_item(self.name, item)) for item in items)
            whole += [self.each.reads(one) for one in here]
        return frozenset[str]().union(*whole)


@dataclass(frozen=True, slots=True)
class Divided:
    """The shares, what they were before the cut, the ceiling, and what stands in the way."""

    lines: tuple[ShareLine, ...] = ()
    entitled: Sum = NOTHING
    ceiling: Sum | None = None
    total: Sum = NOTHING
    rules: tuple[str, ...] = ()


def in_proportion(whole: int, weights: Sequence[Fraction]) -> list[int]:
    """`whole` units divided by `weights`, by largest remainder; of equal remainders the earlier gets more.

    The parts sum to `whole` exactly, and none differs from its exact share by a full unit.
    """
    total = sum(weights, Fraction(0))
    if total == 0:
        return [0 for _ in weights]
    exact = [whole * weight / total for weight in weights]
    parts = [each.numerator // each.denominator for each in exact]
    order = sorted(range(len(exact)), key=lambda at: (parts[at] - exact[at], at))
    for at in order[: whole - sum(parts)]:
        parts[at] += 1
    return parts


def allocated(allocation: Allocation, charged: Charged, stated: Mapping[str, Fraction]) -> AllocationAnswer:
    at, cited = charged.at, allocation.cited
    standing = binds(allocation.gate, allocation.cited, at)
    divided = Divided() if standing.no else _divided(allocation, at)
    total = standing.over(divided.total)
    lack = lacking(total, at)
    outcome: MoneyOutcome = lack.outcome if lack else "known"
    sentence = lack.sentence if lack else _told(allocation, divided)
    if standing.no is not None:
        outcome, sentence = "not_applicable", standing.told("Does not apply")
    ceiling = divided.ceiling
    cut = None
    if ceiling is not None and ceiling.usd is not None and divided.entitled.usd is not None:
        cut = divided.entitled.usd > ceiling.usd
    applied = standing.no is None
    amounts = set_amounts(charged.resting(allocation.reads(at)), at.money, at.asked.on, stated)
    return AllocationAnswer(
        id=cited.id,
        rule=cited.rule,
        title=cited.title,
        outcome=outcome,
        shares=divided.lines,
        entitled_usd=usd_of(divided.entitled) if applied else None,
        ceiling_usd=usd_of(ceiling) if ceiling is not None else None,
        cut=cut,
        total_usd=usd_of(total) if applied else None,
        payer=allocation.payer,
        sentence=sentence,
        steps=total.steps,
        rests_on=tuple(dict.fromkeys(divided.rules)),
        amounts=amounts,
        missing=lack.missing if lack and applied else (),
        section=cited.section,
        cite=cited.cite,
        law_date=at.asked.on,
        code_version=cited.code_version,
        notes=(*cited.notes, *amount_notes(amounts)),
    )


def _divided(allocation: Allocation, at: Reckoning) -> Divided:
    if allocation.amount is not None:
        return _in_parts(allocation, allocation.amount, at)
    assert allocation.items is not None and allocation.each is not None  # noqa: S101, PT018 – one or the other
    found = answer(allocation.items, at.asked)
    if isinstance(found, Missing):
        return Divided(total=Sum(None, missing=found.facts))
    if isinstance(found, Broken):
        return Divided(total=Sum(None, trouble=found.why))
    items = found.value if isinstance(found.value, tuple) else ()
    sums = [
        settled(
            allocation.each, replace(at, asked=at.asked.with_item(allocation.name, item)), allocation.rounding
        )
        for item in items
    ]
    names = [_place(item, place, at) for place, item in enumerate(items)]
    ceiling = None
    if allocation.ceiling is not None:
        ceiling = rounded(allocation.ceiling.work(at), allocation.rounding, is_limit=True)
    known = all_known(*sums)
    if isinstance(known, Sum):
        return Divided(_lines(names, sums, None), known, ceiling, _lack_of(known, ceiling), _rules(sums))
    entitled = Sum.known(sum(known, Fraction(0)))
    if ceiling is None:
        return Divided(_lines(names, sums, known), entitled, None, entitled, _rules(sums))
    if ceiling.usd is None:
        return Divided(_lines(names, sums, None), entitled, ceiling, ceiling, _rules(sums))
    if (entitled.usd or Fraction(0)) <= ceiling.usd:
        return Divided(_lines(names, sums, known), entitled, ceiling, entitled, _rules(sums))
    return _cut(allocation, names, sums, known, ceiling)


def _cut(
    allocation: Allocation,
    names: Sequence[tuple[str, str]],
    sums: Sequence[Sum],
    known: Sequence[Fraction],
    ceiling: Sum,
) -> Divided:
    """Every share cut in the same proportion, to the smallest unit money is kept in."""
    unit, limit = allocation.rounding.to, ceiling.usd or Fraction(0)
    parts = [each * unit for each in in_proportion(int(limit / unit), known)]
    entitled = sum(known, Fraction(0))
    most, all_of_it = money_words(limit), money_words(entitled)
    step = f"{all_of_it} exceeds {most}: every share × {most} ÷ {all_of_it}"
    total = Sum.known(limit, steps=(*ceiling.steps, step))
    own = (allocation.ceiling_cited.id,) if allocation.ceiling_cited is not None else ()
    return Divided(_lines(names, sums, parts), Sum.known(entitled), ceiling, total, (*_rules(sums), *own))


def _in_parts(allocation: Allocation, amount: Amount, at: Reckoning) -> Divided:
    whole = settled(amount, at, allocation.rounding)
    shares = [valued(each.share, at) for each in allocation.parts]
    names = [(each.to, each.label) for each in allocation.parts]
    known = all_known(whole, *shares)
    if isinstance(known, Sum):
        return Divided(_open(names, shares), known, None, known)
    usd, *weights = known
    if sum(weights, Fraction(0)) != 1:
        return Divided(total=Sum(None, trouble="the shares do not come to the whole"))
    unit = allocation.rounding.to
    parts = [each * unit for each in in_proportion(int(usd / unit), weights)]
    lines = tuple(
        ShareLine(to, label, decimal_usd(part), decimal_usd(part), (f"{share.words} of {whole.words}",), ())
        for (to, label), part, share in zip(names, parts, shares, strict=True)
    )
    return Divided(lines, whole, None, whole)


def _lines(
    names: Sequence[tuple[str, str]], sums: Sequence[Sum], parts: Sequence[Fraction] | None
) -> tuple[ShareLine, ...]:
    lines = []
    for place, ((to, label), found) in enumerate(zip(names, sums, strict=True)):
        part = decimal_usd(parts[place]) if parts is not None else None
        missing = missing_names(Missing(found.missing)) if found.missing else ()
        lines.append(ShareLine(to, label, usd_of(found), part, found.steps, missing))
    return tuple(lines)


def _open(names: Sequence[tuple[str, str]], shares: Sequence[Sum]) -> tuple[ShareLine, ...]:
    """Who bears a share of a whole that is not known yet; a share is a fraction, and no dollars."""
    return tuple(
        ShareLine(to, label, None, None, (), missing_names(Missing(share.missing)) if share.missing else ())
        for (to, label), share in zip(names, shares, strict=True)
    )


def _lack_of(found: Sum, ceiling: Sum | None) -> Sum:
    """What is lacking in the shares and in the ceiling together."""
    joined = all_known(found, ceiling) if ceiling is not None and ceiling.usd is None else found
    return joined if isinstance(joined, Sum) else found


def _rules(sums: Sequence[Sum]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for each in sums for rule in each.rules))


def _place(item: object, place: int, at: Reckoning) -> tuple[str, str]:
    if isinstance(item, Item):
        return item.place, fact_label(item.place, at.asked.labels)
    return str(place), str(place + 1)


def _told(allocation: Allocation, divided: Divided) -> str:
    total = money_words(divided.total.usd or Fraction(0))
    among = f"{len(divided.lines)} share{'' if len(divided.lines) == 1 else 's'}"
    ceiling, entitled = divided.ceiling, divided.entitled
    if ceiling is not None and ceiling.usd is not None and (entitled.usd or Fraction(0)) > ceiling.usd:
        before = money_words(entitled.usd or Fraction(0))
        return f"{allocation.cited.title}: {before} is cut to {total}, in {among}."
    return f"{allocation.cited.title}: {total} in {among}."
