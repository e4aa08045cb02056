"""How people call the fees of a program and the amounts of its city's schedule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citycode.elements.schedules import CityMoney
from citycode.packs.declared import Declared
from citycode.packs.models.money import FeeSpec
from citycode.packs.tree import Branch, Leaf, branches


def fee_names(declared: Sequence[Declared]) -> tuple[str, ...]:
    """The names by which formulas read fees, of all versions, each once."""
    return tuple(dict.fromkeys(spec.name for spec in _fees(declared) if spec.name is not None))


def money_labels(declared: Sequence[Declared], money: CityMoney) -> dict[str, str]:
    """`f.<name>` by the fee's title, `fees.<name>` by the schedule's label."""
    labels = {f"fees.{name}": each.label for name, each in money.fees.items()}
    for spec in _fees(declared):
        if spec.name is not None:
            title = spec.title or spec.name.replace("_", " ")
            labels[f"f.{spec.name}"] = title[:1].lower() + title[1:] if title[1:2].islower() else title
    return labels


def refused_fees(tree: Branch, declared: Sequence[Declared]) -> frozenset[str]:
    """Names of fees that stand in the file and could not be read."""
    told = (each.items.get("name") for each in branches(tree.items.get("fees")))
    names = {str(each.value) for each in told if isinstance(each, Leaf)}
    return frozenset(f"f.{each}" for each in names - set(fee_names(declared)))


def _fees(declared: Sequence[Declared]) -> Iterator[FeeSpec]:
    for each in declared:
        for version in each.versions:
            if isinstance(version.item.spec, FeeSpec):
                yield version.item.spec
