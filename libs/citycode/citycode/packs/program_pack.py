"""One program file, from its tree to a program that answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType

from citycode.calendar import LegalCalendar
from citycode.city import Office
from citycode.elements.rounding import USD
from citycode.elements.schedules import NO_MONEY, CityMoney
from citycode.facts import FactSpec, labels_of
from citycode.language import Scope, TypeSpecError
from citycode.packs.build.ground import Ground, cite_text
from citycode.packs.citations import mentions, rule_texts
from citycode.packs.declared import Declared, read_elements
from citycode.packs.editions import editions
from citycode.packs.errors import ErrorLog, nearest
from citycode.packs.inventory_rows import InventoryRow
from citycode.packs.kinds import BY_KEY, ProgramFile
from citycode.packs.models.files import ProgramHeader
from citycode.packs.models.judging import MeasureSpec, TableSpec
from citycode.packs.models.procedure import DefinitionSpec
from citycode.packs.models.terms import PeriodSpec
from citycode.packs.money_names import fee_names, money_labels, refused_fees
from citycode.packs.renumbered import NOT_RENUMBERED, Renumbered
from citycode.packs.rule_index import rules_of
from citycode.packs.state_law import Attached, StateLaw, attached
from citycode.packs.tree import Branch, Node, line_at
from citycode.packs.validation import read_as
from citycode.packs.vocabulary import Vocabulary, fact_spec
from citycode.program import Program, Source
from citycode.rules import Rule


@dataclass(frozen=True, slots=True)
class CityGround:
    """What all programs of a city share."""

    slug: str
    offices: Mapping[str, Sequence[Office]]
    districts: Mapping[str, str]
    amendments: Mapping[str, date]
    calendar: LegalCalendar
    vocabulary: Vocabulary
    inventory: Mapping[str, InventoryRow]
    source: Source
    money: CityMoney = NO_MONEY
    state: Mapping[str, StateLaw] = field(default_factory=dict)
    renumbered: Renumbered = NOT_RENUMBERED
    id_prefix: str = ""


@dataclass(frozen=True, slots=True)
class ProgramPack:
    """`of_state` are the rules of state law that stand in the program."""

    program: Program
    rules: Mapping[str, Rule]
    of_state: Mapping[str, Rule]


def read_program(
    file: str, node: Node, city: CityGround, cases: Mapping[str, tuple[str, ...]], log: ErrorLog
) -> ProgramPack | None:
    """The program of `<city>/<program>.yaml`; None with every error in `log`."""
    before = len(log.errors)
    if not isinstance(node, Branch):
        log.add(node.line, "A program file is a mapping", "Begin with `program:`.")
        return None
    header = read_as(ProgramHeader, node.without(*BY_KEY), log, ProgramFile)
    if header is None:
        return None
    if file != f"{city.slug}/{header.program}.yaml":
        log.add(
            line_at(node, ("program",)),
            f"The file is called {file.rsplit('/', 1)[-1]}, its program `{header.program}`",
            "Let the file bear the name of its program.",
        )
    amendments = {**city.amendments, **{name: each.in_force for name, each in header.amendments.items()}}
    declared = read_elements(node, amendments, log)
    named = mentions(declared)
    texts = rule_texts(named, city.inventory, city.slug, log, city.id_prefix)
    _require_services(header, node, declared, city.vocabulary, log)
    state = attached(header, node, declared, city.state, log)
    facts = _facts(header, node, city, log) | _state_facts(header, state, city)
    everything = [*declared, *state.declared]
    scope = _scope(facts, city, log)
    ground = Ground(
        header.cite,
        city.source.code_version,
        city.offices,
        city.vocabulary,
        texts,
        scope,
        facts,
        frozenset(header.facts.keys() - facts.keys()) | _unreadable(node, declared, city.money),
        log,
        money=city.money,
        precedences=state.precedences,
        renumbered=city.renumbered,
        more_notes=state.notes,
    )
    made, built = editions(everything, ground)
    if len(log.errors) > before:
        return None
    program = Program(
        id=header.program,
        title=header.title,
        city=city.slug,
        service=header.service,
        number_code=header.number_code,
        sixty_day=header.sixty_day,
        cite=header.cite.text(),
        notes=header.notes(),
        facts=MappingProxyType(facts),
        labels=MappingProxyType(_labels(facts, everything) | money_labels(declared, city.money)),
        events=MappingProxyType(dict(city.vocabulary.events)),
        editions=made,
        calendar=city.calendar,
        source=city.source,
        money=city.money,
        fee_names=fee_names(declared),
        grants=header.grants,
    )
    cites = {rule_id: cite_text(header.cite, text.section) for rule_id, text in texts.items()}
    rules = rules_of(city.slug, header, file, named, texts, built, cases, city.inventory, cites)
    of_state: dict[str, Rule] = {}
    for law in state.laws:
        law_cites = {rule_id: cite_text(law.header.cite, text.section) for rule_id, text in law.texts.items()}
        found = state.mentions(law)
        of_state |= rules_of(
            city.slug, header, law.file, found, law.texts, built, cases, {}, law_cites, law.header.law
        )
    return ProgramPack(program, MappingProxyType(rules), MappingProxyType(of_state))


def _require_services(
    header: ProgramHeader, node: Branch, declared: Sequence[Declared], vocabulary: Vocabulary, log: ErrorLog
) -> None:
    """A service that there is, for the program and for each element that names its own."""
    named = [(header.service, line_at(node, ("service",)))]
    for each in declared:
        service = getattr(each.versions[0].item.spec, "service", None)
        if service is not None:
            named.append((service, line_at(each.versions[0].item.node, ("service",))))
    for name, line in named:
        if vocabulary.services and name not in vocabulary.services:
            mend = nearest(name, vocabulary.services, "codes/vocabulary.yaml has")
            log.add(line, f"There is no service `{name}`", mend)


def _unreadable(node: Branch, declared: Sequence[Declared], money: CityMoney) -> frozenset[str]:
    """Tables, fees and amounts that were refused, by the names formulas know them by."""
    tables = node.items.get("tables")
    names = tables.items.keys() if isinstance(tables, Branch) else ()
    refused = frozenset(f"t.{each}" for each in names) - {f"t.{each.name}" for each in declared}
    return refused | refused_fees(node, declared) | (frozenset() if money.readable else frozenset({"fees"}))


def _labels(facts: Mapping[str, FactSpec], declared: Sequence[Declared]) -> dict[str, str]:
    """How people call facts, measures, table cells and limits."""
    labels = labels_of(facts) | {"limit": "the limit of"}
    for each in declared:
        spec = each.versions[-1].item.spec
        if isinstance(spec, MeasureSpec):
            labels[f"m.{spec.name}"] = spec.label
        elif isinstance(spec, DefinitionSpec) and spec.label is not None:
            labels[f"d.{spec.name}"] = spec.label
        elif isinstance(spec, TableSpec) and spec.label is not None:
            labels[f"t.{each.name}"] = spec.label
        elif isinstance(spec, PeriodSpec):
            labels[f"p.{spec.name}"] = f"within the {spec.label}"
    return labels


def _facts(header: ProgramHeader, node: Branch, city: CityGround, log: ErrorLog) -> dict[str, FactSpec]:
    shared = city.vocabulary.facts
    facts: dict[str, FactSpec] = {}
    for place, (name, entry) in enumerate(header.facts.items()):
        line = max(line_at(node, ("facts", place)), line_at(node, ("facts", name)))
        if entry is not None and name in shared:
            log.add(
                line,
                f"The fact `{name}` is in the shared vocabulary already",
                "Name it only, or rename yours.",
            )
            continue
        if entry is None and name not in shared:
            mend = nearest(name, shared, "Declare it here or in codes/facts.yaml, which has")
            log.add(line, f"There is no fact `{name}`", mend)
            continue
        if entry is None:
            where, at = log.for_file("facts.yaml"), city.vocabulary.fact_nodes.items[name]
        else:
            where, at = log, node.items["facts"]
            if isinstance(at, Branch):
                at = at.items[name]
        spec = fact_spec(name, entry or shared[name], city.districts, at, where)
        if spec is not None:
            facts[name] = spec
    return facts


def _state_facts(header: ProgramHeader, state: Attached, city: CityGround) -> dict[str, FactSpec]:
    """Facts that only state law asks for, from the shared vocabulary."""
    found: dict[str, FactSpec] = {}
    for law in state.laws:
        for place, name in enumerate(law.header.facts):
            if name in header.facts:
                continue
            if name not in city.vocabulary.facts:
                mend = nearest(name, city.vocabulary.facts, "codes/facts.yaml has")
                law.log.add(1, f"There is no fact `{name}` (number {place + 1} of its facts)", mend)
                continue
            log, at = law.log.for_file("facts.yaml"), city.vocabulary.fact_nodes.items[name]
            spec = fact_spec(name, city.vocabulary.facts[name], city.districts, at, log)
            if spec is not None:
                found[name] = spec
    return found


def _scope(facts: Mapping[str, FactSpec], city: CityGround, log: ErrorLog) -> Scope:
    try:
        names = {name: each.type for name, each in facts.items()}
        amounts = {f"fees.{name}": USD for name in city.money.fees}
        calendar = city.calendar
        return Scope({**names, **amounts}, zone=calendar.zone, holidays=calendar.holidays.has)
    except TypeSpecError as wrong:
        log.add(1, wrong.message, wrong.mend)
        return Scope(zone=city.calendar.zone)
