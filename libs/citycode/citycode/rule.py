"""`python -m citycode.rule <id> [codes]`: one rule, its values by date, elements, cases and endpoints."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from difflib import get_close_matches as close
from pathlib import Path

from citycode.commands import finished
from citycode.law import Law, load_law
from citycode.packs.errors import PackErrors
from citycode.packs.folder import OneProgram
from citycode.packs.inventory_rows import InventoryRow, read_inventory
from citycode.results.findings import Json
from citycode.rules import Rule, RuleVersion

HOW = "Write its id, as in `make rule ID=le-wind-height`; codes/inventory.tsv lists all ids."
SHOWN, ALIKE = 5, (0.9, 0.6)


def described(law: Law, rule: Rule) -> str:
    """What a person wants to know about the rule."""
    city = law.city(rule.city)
    lines = [
        f"{rule.id}   {city.name}, {rule.program}",
        "",
        f"  {rule.text}",
        "",
        f"  law        {rule.cite}",
        f"  treatment  {rule.treatment}, kept by {rule.service}",
    ]
    lines += [f"  note       {note}" for note in rule.notes]
    for element in rule.elements:
        lines += ["", f"  {element.kind}  {element.id}   codes/{element.file}:{element.line}"]
        for version in element.versions:
            lines.append(f"    {_span(version)}")
            lines += [f"      {name:<22} {_shown(value)}" for name, value in version.values]
        lines += [f"    answered by {_endpoint(rule, call)}" for call in element.answered_by]
    cases = ", ".join(rule.cases) if rule.cases else "none"
    lines += ["", f"  cases      {cases}", f"  endpoint   GET /{rule.service}/v1/{rule.city}/rules/{rule.id}"]
    return "\n".join(lines)


def _span(version: RuleVersion) -> str:
    if version.since is None and version.until is None:
        return "in force throughout"
    since = f"from {version.since}" if version.since else "from the beginning"
    return f"{since} until {version.until}" if version.until else since


def _shown(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _endpoint(rule: Rule, call: str) -> str:
    place = f"programs/{rule.program}/{call}"
    return f"POST /{rule.service}/v1/{rule.city}/{place}"


def found(law: Law, rule_id: str) -> Rule | None:
    for city in law.cities.values():
        rule = city.rules.get(rule_id.partition(".")[0])
        if rule is not None:
            return rule
    return None


def not_found(law: Law, rule_id: str, inventory: dict[str, InventoryRow]) -> str:
    row = inventory.get(rule_id.partition(".")[0])
    if row is not None:
        return (
            f"{rule_id} is in the inventory ({row.city}, {row.program}, {row.section}), "
            "but no pack carries it out yet."
        )
    known = sorted({*(rule for city in law.cities.values() for rule in city.rules), *inventory})
    near = next((found for each in ALIKE if (found := close(rule_id, known, SHOWN, each))), [])
    if len(near) == 1:
        return f"There is no rule {rule_id}. Did you mean `{near[0]}`?"
    if near:
        return "\n".join(
            [f"There is no rule {rule_id}. Did you mean one of these?", *(f"  {e}" for e in near)]
        )
    return f"There is no rule {rule_id}, and none is spelled alike. {HOW}"


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 2 or not arguments[0]:
        print(f"Name the rule to be shown. {HOW}")
        return 2
    codes = Path(arguments[1] if len(arguments) == 2 else "codes")
    inventory = read_inventory(codes / "inventory.tsv")
    row = inventory.get(arguments[0].partition(".")[0])
    try:
        law = load_law(codes, None if row is None else OneProgram(row.city, row.program))
    except PackErrors as wrong:
        print(wrong)
        return 1
    rule = found(law, arguments[0])
    if rule is None:
        print(not_found(law, arguments[0], inventory))
        return 1
    print(described(law, rule))
    return 0


if __name__ == "__main__":
    sys.exit(finished(main, sys.argv[1:]))
