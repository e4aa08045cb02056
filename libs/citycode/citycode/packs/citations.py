"""Every rule id that is named in a program file, checked against the inventory:

wording and section once each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from citycode.packs.declared import Declared
from citycode.packs.errors import ErrorLog, nearest
from citycode.packs.inventory_rows import InventoryRow
from citycode.packs.models.nesting import named_within, wording_of
from citycode.packs.rule_texts import RuleText
from citycode.packs.tree import line_at


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a rule is named. `kind` is that of the element that carries it out there."""

    id: str
    kind: str
    rule: str | None
    section: str | None
    line: int
    declared: Declared

    @property
    def rule_id(self) -> str:
        return self.id.partition(".")[0]


def mentions(declared: Sequence[Declared]) -> list[Mention]:
    """Every id, also those nested in elements (areas, recommendations, overrides, lapses, bands)."""
    return [mention for each in declared for mention in _of(each)]


def _of(declared: Declared) -> Iterator[Mention]:
    first = declared.versions[0].item
    spec, node = first.spec, first.node
    if declared.rule_id is not None:
        yield Mention(declared.rule_id, declared.kind, spec.rule, spec.section, declared.line, declared)
    for steps, part, id_ in named_within(spec):
        rule, section = wording_of(part)
        yield Mention(id_, declared.kind, rule, section, line_at(node, steps), declared)


def rule_texts(
    named: Sequence[Mention],
    inventory: Mapping[str, InventoryRow],
    city: str,
    log: ErrorLog,
    prefix: str = "",
) -> dict[str, RuleText]:
    """Wording and section of every rule id; what is unknown, missing or unequal to the inventory is told.

    Every id begins with `prefix`, so that no two cities can bear the same.
    """
    known = {id_: row for id_, row in inventory.items() if row.city == city}
    by_rule: dict[str, list[Mention]] = {}
    for each in named:
        by_rule.setdefault(each.rule_id, []).append(each)
        if not each.rule_id.startswith(prefix):
            log.add(
                each.line,
                f"The id `{each.id}` is not one of {city}",
                f"Let it begin with `{prefix}`, the prefix of city.yaml in lower case.",
            )
        elif known and each.rule_id not in known:
            mend = nearest(each.rule_id, known, "Ids are those of codes/inventory.tsv.")
            log.add(each.line, f"No rule of {city} has the id `{each.rule_id}`", mend)
        elif known and each.section is not None and each.section != known[each.rule_id].section:
            section = known[each.rule_id].section
            log.add(
                each.line,
                f"The section of `{each.id}` is not the inventory's",
                f"Write `section: {section}`, or correct the inventory.",
            )
    return {rule_id: _text(rule_id, places, known, log) for rule_id, places in by_rule.items()}


def _text(
    rule_id: str, places: Sequence[Mention], known: Mapping[str, InventoryRow], log: ErrorLog
) -> RuleText:
    own_first = sorted(places, key=lambda each: each.id != rule_id)
    text = next((each.rule for each in own_first if each.rule), None)
    section = next((each.section for each in places if each.section), None)
    if text is None:
        log.add(
            places[0].line,
            f"The wording of `{rule_id}` is missing",
            "Add `rule:` with the rule in plain words.",
        )
    if section is None:
        row = known.get(rule_id)
        mend = f"Add `section: {row.section}`." if row else "Add `section:`."
        log.add(places[0].line, f"The section of `{rule_id}` is missing", mend)
    return RuleText(text or "", section or "")
