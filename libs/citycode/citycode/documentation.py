"""`python -m citycode.documentation <folder> [codes]`: the law of each program as a page for an attorney."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from citycode.city import City
from citycode.commands import counted, finished
from citycode.coverage import ProgramCoverage, covered
from citycode.law import Law, load_law
from citycode.law_in_words import span_in_words, version_in_words
from citycode.packs.errors import ErrorLog, PackErrors
from citycode.packs.inventory_rows import InventoryRow, read_inventory
from citycode.packs.models.files import CasesFile
from citycode.packs.tree import read_tree
from citycode.packs.validation import read_as
from citycode.program import Program
from citycode.rules import Rule, RuleElement

INDEX = "index.md"
SIXTY_DAYS = {
    "yes": "M.S. 15.99 governs the application: it must be decided within its days.",
    "no": "M.S. 15.99 does not govern the application.",
    "attorney": "Whether M.S. 15.99 governs the application is for the city attorney.",
}
NOT_HELD = "Rests on law not held here: "
HEADS = ("Where it stands", "Rule in words", "How it is carried out", "Cases")


def pages(law: Law, codes: Path) -> dict[str, str]:
    """Markdown by the page's path: an index, and `<city>/<program>.md` for each program."""
    inventory = read_inventory(codes / "inventory.tsv")
    counts = {(each.city, each.program): each for each in covered(law, inventory)}
    made = {INDEX: _index(law, counts)}
    for city in law.cities.values():
        for program in city.programs():
            made[f"{city.slug}/{program.id}.md"] = program_page(city, program, codes, inventory)
    return made


def program_page(city: City, program: Program, codes: Path, inventory: Mapping[str, InventoryRow]) -> str:
    """Every rule: where it stands, its words, what carries it out, and the cases that prove it."""
    above, own = _rules(city, program)
    missing = [
        row
        for row in inventory.values()
        if (row.city, row.program) == (city.slug, program.id) and row.id not in city.rules
    ]
    lines = [f"# {program.title}", "", f"{city.name}, {city.county}. {program.cite}.", ""]
    lines += [
        f"The text of the ordinance is to be found in: {city.code}. The first column names the section; the "
        "second says the rule in plain words, which are not the ordinance's.",
        "",
        f"Lines are those of `{city.slug}.txt`, the text as received. It is not part of this repository: it "
        "lies in the folder `ordinances` below the one that the environment variable CITYCODE_SHARED names.",
        "",
        f"This page shows the law as the version {city.code_version} of the pack holds it.",
        "",
        *_list(["Notes on the whole program", SIXTY_DAYS[program.sixty_day], *program.notes, *city.notes]),
    ]
    if above:
        lines += ["## State law above it", "", *_table(above, program, {}), ""]
    lines += ["## The city's law", "", *_table(own, program, inventory), ""]
    if missing:
        told = [f"{row.section} (`{row.id}`)" for row in missing]
        lines += _list(["Rules of the program that are not carried out yet", *told])
    lines += ["## What is asked", "", *_facts(program), ""]
    lines += _cases(city, program, codes)
    return "\n".join(lines).rstrip() + "\n"


def _rules(city: City, program: Program) -> tuple[list[Rule], list[Rule]]:
    """State law that stands in the program, and its own rules, in the order of the files."""
    in_force = {cited.rule for edition in program.editions for cited in edition.cited.values()}
    in_force |= {rule.id for rule in city.rules.values() if rule.program == program.id}
    above = [rule for rule in city.rules.values() if rule.state_law and rule.id in in_force]
    own = [rule for rule in city.rules.values() if rule.state_law is None and rule.program == program.id]
    return above, sorted(own, key=lambda rule: min(each.line for each in rule.elements))


def _table(rules: Sequence[Rule], program: Program, inventory: Mapping[str, InventoryRow]) -> list[str]:
    labels = {**program.events, **program.labels}
    rows = [
        (
            _place(rule, inventory.get(rule.id)),
            "<br>".join([f"{rule.text} (`{rule.id}`)", *(f"*{note}*" for note in rule.notes)]),
            "<br>".join(_element(each, labels) for each in rule.elements),
            ", ".join(rule.cases) or "none",
        )
        for rule in rules
    ]
    return _grid(HEADS, rows)


def _place(rule: Rule, row: InventoryRow | None) -> str:
    return f"{rule.cite}<br>lines {row.lines}" if row and row.lines else rule.cite


def _element(element: RuleElement, labels: Mapping[str, str]) -> str:
    """What kind of element it is, and what it holds, version by version."""
    told = [f"**{element.kind}** `{element.id}`"]
    for version in element.versions:
        span = span_in_words(version)
        held = version_in_words(version, labels)
        if span or held:
            told.append("; ".join([*([f"**{span}**"] if span else []), *held]))
    return "<br>".join(told)


def _facts(program: Program) -> list[str]:
    rows = [
        (
            each.label,
            each.question,
            ", ".join(label for _, label in each.values) or each.unit or "",
            each.source or "whoever applies",
        )
        for each in program.facts.values()
    ]
    return _grid(("Fact", "Question", "Unit or answers", "Taken from"), rows)


def _cases(city: City, program: Program, codes: Path) -> list[str]:
    """The situations that are tried; the files hold what is expected of each."""
    path = codes / city.slug / f"{program.id}.cases.yaml"
    if not path.is_file():
        return _list(["Cases", "There are none yet."])
    log = ErrorLog(path.name)
    tree = read_tree(path, log)
    file = read_as(CasesFile, tree, log) if tree is not None else None
    cases = file.root if file is not None else ()
    rows = [(each.id, each.given, each.ask, each.why) for each in cases]
    return ["## Cases", "", *_grid(("Case", "Given", "Asked", "Answer and why"), rows)]


def _index(law: Law, counts: Mapping[tuple[str, str], ProgramCoverage]) -> str:
    lines = ["# The law, program by program", ""]
    for city in law.cities.values():
        lines += [f"## {city.name}", "", f"Text of the ordinances: {city.code}.", ""]
        for program in city.programs():
            count = counts.get((city.slug, program.id))
            told = f": {count.loaded} of {counted(count.rules, 'rule', 'rules')}" if count else ""
            lines.append(f"- [{program.title}]({city.slug}/{program.id}.md){told}")
        waiting = [each for (slug, _), each in counts.items() if slug == city.slug and not each.loaded]
        lines += [f"- not begun: {each.program.replace('-', ' ')}" for each in waiting]
        cited = external_law(city)
        if cited:
            rows = [(name, ", ".join(ids)) for name, ids in cited.items()]
            lines += ["", "Law that is cited and not held here:", "", *_grid(("Law", "Cited by"), rows)]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def external_law(city: City) -> dict[str, list[str]]:
    """Law that is cited but not held here, with the rules that cite it."""
    found: dict[str, list[str]] = {}
    for rule in city.rules.values():
        for note in rule.notes:
            if note.startswith(NOT_HELD):
                found.setdefault(note.removeprefix(NOT_HELD).rstrip("."), []).append(rule.id)
    return found


def _list(told: Sequence[str]) -> list[str]:
    """A heading with what stands below it."""
    return [f"## {told[0]}", "", *(f"- {each}" for each in told[1:]), ""]


def _grid(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    shown = [" | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) for row in rows]
    return [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}", *(f"| {row} |" for row in shown)]


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print("Name the folder for the pages: python -m citycode.documentation <folder> [codes]")
        return 2
    folder, codes = Path(arguments[0]), Path(arguments[1] if len(arguments) == 2 else "codes")
    try:
        made = pages(load_law(codes), codes)
    except PackErrors as wrong:
        print(wrong)
        return 1
    for name, text in made.items():
        page = folder / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    print(f"{folder}: {counted(len(made), 'page', 'pages')}")
    return 0


if __name__ == "__main__":
    sys.exit(finished(main, sys.argv[1:]))
