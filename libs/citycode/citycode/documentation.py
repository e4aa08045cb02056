"""`python -m citycode.documentation [codes] [folder]`: the law of every program as Markdown, for attorneys.

Per rule: where it stands in the ordinance, what it says, how it is carried out, which cases prove it. Written
to var/law/<city>/<program>.md unless another folder is given.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from citycode.city import City
from citycode.law import load_law
from citycode.packs.errors import PackErrors
from citycode.packs.inventory_rows import InventoryRow, read_inventory
from citycode.program import Program
from citycode.results.findings import Json
from citycode.rules import Rule, RuleElement, RuleVersion

WHERE = (
    "Line numbers are those of `{city}.txt`, the ordinance text as received, in the folder `ordinances` "
    "beside its inventory `{city}.rules.yaml`; the environment variable CITYCODE_SHARED names where both "
    "lie. The text is not part of this repository: sections are cited, and the wording here is the rule in "
    "plain words."
)
TREATED = {
    "computed": "computed from facts that somebody can state without knowing the rule",
    "judged": "asked of a named office, without whose answer nothing is decided",
    "stated": "shown, printed and searched",
}


def documented(city: City, program: Program, inventory: Mapping[str, InventoryRow]) -> str:
    """One program as Markdown."""
    own = [rule for rule in city.rules.values() if rule.program == program.id and rule.state_law is None]
    state = [
        rule for rule in city.rules.values() if rule.program == program.id and rule.state_law is not None
    ]
    lines = [
        f"# {program.title}, {city.name}",
        "",
        f"Law: {program.cite}. Records are kept by {program.service}. Version {program.source.code_version}.",
        "",
        WHERE.format(city=city.slug),
        "",
        *(f"- {note}" for note in program.notes),
        *(("",) if program.notes else ()),
        "How a rule is carried out: "
        + "; ".join(f"*{name}*, {said}" for name, said in TREATED.items())
        + ".",
        "",
        "| lines | section | rule | carried out by | cases |",
        "| --- | --- | --- | --- | --- |",
        *(_row(rule, inventory) for rule in own),
        "",
    ]
    if state:
        lines += [
            "## State law that stands in this program",
            "",
            "| law | rule | carried out by |",
            "| --- | --- | --- |",
            *(f"| {_cell(rule.section)} | {_told(rule)} | {_elements(rule)} |" for rule in state),
            "",
        ]
    lines += ["## Values and formulas", ""]
    for rule in own:
        lines += list(_values(rule))
    lines += ["## What is asked", "", "| fact | unit | question | taken from |", "| --- | --- | --- | --- |"]
    for fact in program.facts.values():
        unit, source = fact.unit or "", fact.source or ""
        lines.append(f"| `{fact.name}` | {unit} | {_cell(fact.question)} | {source} |")
    return "\n".join(lines) + "\n"


def _row(rule: Rule, inventory: Mapping[str, InventoryRow]) -> str:
    row = inventory.get(rule.id)
    cases = ", ".join(rule.cases) or ("none" if rule.treatment == "computed" else "")
    return (
        f"| {row.lines if row else ''} | {_cell(rule.section)} | {_told(rule)} | "
        f"*{rule.treatment}*: {_elements(rule)} | {cases} |"
    )


def _told(rule: Rule) -> str:
    notes = "".join(f"<br>*{_cell(note)}*" for note in rule.notes)
    return f"`{rule.id}`<br>{_cell(rule.text)}{notes}"


def _elements(rule: Rule) -> str:
    return "<br>".join(
        f"{each.kind} `{each.id}`{_answers(each)} ({each.file}:{each.line})" for each in rule.elements
    )


def _answers(element: RuleElement) -> str:
    return f", answered by {', '.join(element.answered_by)}" if element.answered_by else ""


def _values(rule: Rule) -> Iterator[str]:
    """Every version of every element, with what it states."""
    for element in rule.elements:
        told = [version for version in element.versions if version.values]
        if not told:
            continue
        yield f"`{element.id}`"
        yield ""
        for version in told:
            values = "; ".join(f"{name}: {_shown(value)}" for name, value in version.values)
            yield f"- {_span(version)}: {values}"
        yield ""


def _span(version: RuleVersion) -> str:
    if version.since is None and version.until is None:
        return "throughout"
    since = f"from {version.since}" if version.since else "from the beginning"
    return f"{since} until {version.until}" if version.until else since


def _shown(value: Json) -> str:
    return f"`{value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}`"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def external_law(city: City) -> dict[str, list[str]]:
    """Law that is cited but not held here, by what cites it."""
    found: dict[str, list[str]] = {}
    begins = "Rests on law not held here: "
    for rule in city.rules.values():
        for note in rule.notes:
            if note.startswith(begins):
                found.setdefault(note.removeprefix(begins).rstrip("."), []).append(rule.id)
    return found


def index(city: City) -> str:
    """The programs of a city, and the law its texts cite that is not held here."""
    lines = [f"# {city.name}", "", *(f"- {note}" for note in city.notes), ""]
    lines += [f"- [{each.title}]({each.id}.md): {each.cite}" for each in city.programs()]
    cited = external_law(city)
    if cited:
        lines += ["", "## Law that is cited and not held here", "", "| law | cited by |", "| --- | --- |"]
        lines += [f"| {_cell(law)} | {', '.join(ids)} |" for law, ids in cited.items()]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> int:
    codes = Path(arguments[0] if arguments else "codes")
    folder = Path(arguments[1] if len(arguments) > 1 else "var/law")
    try:
        law = load_law(codes)
    except PackErrors as wrong:
        print(wrong)
        return 1
    inventory = read_inventory(codes / "inventory.tsv")
    for city in law.cities.values():
        place = folder / city.slug
        place.mkdir(parents=True, exist_ok=True)
        (place / "README.md").write_text(index(city), encoding="utf-8")
        for program in city.programs():
            path = place / f"{program.id}.md"
            path.write_text(documented(city, program, inventory), encoding="utf-8")
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
