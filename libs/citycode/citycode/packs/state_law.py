"""State law: read once, and its elements set among those of the programs it governs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from citycode.elements.precedence import Force, Precedence
from citycode.packs.citations import Mention, mentions, rule_texts
from citycode.packs.declared import Declared, Home, read_elements
from citycode.packs.errors import ErrorLog, nearest
from citycode.packs.kinds import BY_KEY, StateFile
from citycode.packs.models.files import ProgramHeader
from citycode.packs.models.state import AttachedSpec, StateHeader
from citycode.packs.rule_texts import RuleText
from citycode.packs.tree import Branch, Node, line_at
from citycode.packs.validation import read_as

PREFIX = "mn-"
FOR_THE_ATTORNEY = "Whether {law} governs this program is for the city attorney to say."
WHY: dict[Force, str] = {
    "override": "state law overrides the city's",
    "floor": "the city may not fall short of state law",
}


@dataclass(frozen=True, slots=True)
class StateLaw:
    """One file of state law as read."""

    file: str
    header: StateHeader
    declared: tuple[Declared, ...]
    texts: Mapping[str, RuleText]
    log: ErrorLog


@dataclass(frozen=True, slots=True)
class Attached:
    """The state law of one program: its elements, by which file, and what governs over what."""

    laws: tuple[StateLaw, ...]
    declared: tuple[Declared, ...]
    precedences: tuple[Precedence, ...]
    notes: Mapping[str, tuple[str, ...]]

    @property
    def facts(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for law in self.laws for name in law.header.facts))

    def mentions(self, law: StateLaw) -> list[Mention]:
        return mentions([each for each in self.declared if each.home and each.home.law == law.header.law])


def read_state_law(file: str, node: Node, log: ErrorLog) -> StateLaw | None:
    """None with every error in `log`."""
    if not isinstance(node, Branch):
        log.add(node.line, "A file of state law is a mapping", "Begin with `law:`.")
        return None
    header = read_as(StateHeader, node.without(*BY_KEY), log, StateFile)
    if header is None:
        return None
    amendments = {name: each.in_force for name, each in header.amendments.items()}
    declared = tuple(read_elements(node, amendments, log))
    for each in declared:
        if each.rule_id is not None and not each.rule_id.startswith(PREFIX):
            log.add(
                each.line,
                f"The id `{each.rule_id}` is not one of state law",
                f"Let it begin with `{PREFIX}`.",
            )
    return StateLaw(file, header, declared, rule_texts(mentions(declared), {}, "the state", log), log)


def attached(
    header: ProgramHeader, node: Branch, own: Sequence[Declared], laws: Mapping[str, StateLaw], log: ErrorLog
) -> Attached:
    """State law the program names, and that which its `sixty_day` brings along."""
    specs = {each.law: each for each in header.state}
    for each in laws.values():
        if each.header.sixty_day and header.sixty_day != "no":
            specs.setdefault(each.header.law, AttachedSpec(law=each.header.law))
    chosen: list[StateLaw] = []
    declared: list[Declared] = []
    pairs: list[Precedence] = []
    for place, (name, spec) in enumerate(specs.items()):
        if name not in laws:
            log.add(
                line_at(node, ("state", place)),
                f"There is no state law `{name}`",
                nearest(name, laws, "codes/minnesota has"),
            )
            continue
        law = laws[name]
        chosen.append(law)
        home = _home(law, spec, header)
        declared += [replace(each, home=home) for each in law.declared if each.rule_id not in spec.without]
        pairs += _pairs(spec, place, node, own, law, log)
    notes: dict[str, tuple[str, ...]] = {}
    sections = {pair.over: _section(pair.over, chosen) for pair in pairs}
    for pair in pairs:
        told = f"State law beside it: {sections[pair.over]} ({pair.over}); {pair.says}."
        notes[pair.under] = (*notes.get(pair.under, ()), told)
    return Attached(tuple(chosen), tuple(declared), tuple(pairs), notes)


def _home(law: StateLaw, spec: AttachedSpec, header: ProgramHeader) -> Home:
    notes = list(law.header.notes())
    if spec.verify is not None:
        notes.append(f"To verify: {spec.verify}")
    if law.header.sixty_day and header.sixty_day == "attorney":
        notes.append(FOR_THE_ATTORNEY.format(law=law.header.cite.text()))
    return Home(law.header.law, law.header.cite, law.texts, law.header.offices, tuple(notes), law.log)


def _pairs(
    spec: AttachedSpec, place: int, node: Branch, own: Sequence[Declared], law: StateLaw, log: ErrorLog
) -> list[Precedence]:
    """Both sides must be there."""
    city_ids = [each.rule_id for each in own if each.rule_id is not None]
    state_ids = [each.rule_id for each in law.declared if each.rule_id is not None]
    pairs = []
    forces: tuple[tuple[Force, str, Mapping[str, str]], ...] = (
        ("override", "overrides", spec.overrides),
        ("floor", "floors", spec.floors),
    )
    for force, key, told in forces:
        for under, over in told.items():
            line = line_at(node, ("state", place, key, under))
            if under not in city_ids:
                mend = nearest(under, city_ids, "It has")
                log.add(line, f"`{under}` is no element of the program", mend)
            elif over not in state_ids:
                mend = nearest(over, state_ids, "It has")
                log.add(line, f"`{over}` is no element of {law.file}", mend)
            else:
                pairs.append(Precedence(over, under, force, WHY[force]))
    return pairs


def _section(element_id: str, laws: Sequence[StateLaw]) -> str:
    rule_id = element_id.partition(".")[0]
    return next((law.texts[rule_id].section for law in laws if rule_id in law.texts), rule_id)
