"""What every builder stands on:

the program's citations, the city's offices, the vocabulary, the scope of formulas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from citycode.city import Office
from citycode.elements.cited import Cited
from citycode.elements.precedence import Precedence
from citycode.elements.schedules import NO_MONEY, CityMoney
from citycode.elements.spans import Span, together_cover
from citycode.facts import FactSpec
from citycode.language import Constant, Scope
from citycode.packs.declared import Declared, Version
from citycode.packs.errors import ErrorLog, nearest
from citycode.packs.formulas import Formulas
from citycode.packs.models.element import Element, Naming
from citycode.packs.models.judging import TrackSpec
from citycode.packs.models.parts import Cite
from citycode.packs.renumbered import NOT_RENUMBERED, Renumbered
from citycode.packs.rule_texts import RuleText
from citycode.packs.tree import line_at
from citycode.packs.values import LawValue, in_force
from citycode.packs.vocabulary import Vocabulary

NO_DAY = date.min
"""The law date of what is compiled once and dated when it is asked."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One element version in one slice of its life, with its values as they then stand."""

    declared: Declared
    version: Version
    span: Span
    values: Mapping[str, LawValue]

    def line(self, *steps: str | int) -> int:
        return line_at(self.version.node, steps)

    @classmethod
    def of(cls, declared: Declared, version: Version, span: Span) -> Piece:
        return cls(declared, version, span, in_force(version.values, span))


@dataclass(frozen=True, slots=True)
class Ground:
    """`tracks` are the program's, `ids` every element and rule it names, `declared` all its elements."""

    cite: Cite
    code_version: str
    offices: Mapping[str, Sequence[Office]]
    vocabulary: Vocabulary
    texts: Mapping[str, RuleText]
    scope: Scope
    facts: Mapping[str, FactSpec]
    unreadable: frozenset[str]
    log: ErrorLog
    tracks: tuple[str, ...] = ()
    ids: frozenset[str] = frozenset()
    declared: tuple[Declared, ...] = ()
    money: CityMoney = NO_MONEY
    precedences: tuple[Precedence, ...] = ()
    renumbered: Renumbered = NOT_RENUMBERED
    more_notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def at_home(self, piece: Piece) -> Ground:
        """This ground for an element of other law: its citation, wording, offices and file of errors."""
        home = piece.declared.home
        if home is None:
            return self
        roles = {
            name: (Office(name, title, frozenset(), None, None, None, False),)
            for name, title in home.offices.items()
        }
        offices = {**roles, **self.offices}
        return replace(self, cite=home.cite, texts=home.texts, offices=offices, log=home.log)

    def formulas(self, piece: Piece, scope: Scope | None = None) -> Formulas:
        constants: dict[str, Constant] = {f"v.{name}": each.constant for name, each in piece.values.items()}
        base = scope or self.scope
        scoped = base.with_constants({**base.constants, **constants})
        return Formulas(piece.version.node, scoped, self.log, self.unreadable)

    def cited(self, piece: Piece, id_: str | None = None, kind: str | None = None) -> Cited:
        """The citation of the piece itself."""
        spec = piece.version.spec
        element_id = id_ or piece.declared.rule_id or piece.declared.name
        rule_id = element_id.partition(".")[0]
        text = self.texts.get(rule_id, RuleText("", ""))
        title = spec.title if isinstance(spec, Element) and spec.title else rule_id
        notes = spec.notes() if isinstance(spec, Element | TrackSpec) else ()
        values = tuple((name, each.shown) for name, each in piece.values.items())
        value_notes = tuple(each.note for each in piece.values.values() if each.note)
        own = spec.rule
        all_notes = (*notes, *value_notes)
        return self._cited(
            element_id, kind or piece.declared.kind, title, text, own, all_notes, piece, values
        )

    def nested(self, piece: Piece, part: Naming, kind: str) -> Cited:
        """The citation of a rule that stands inside the piece; of the piece where the part is none."""
        if part.id is None:
            return self.cited(piece)
        rule_id = part.id.partition(".")[0]
        text = self.texts.get(rule_id, RuleText("", ""))
        return self._cited(part.id, kind, rule_id, text, part.rule, part.notes(), piece, ())

    def _cited(
        self,
        id_: str,
        kind: str,
        title: str,
        text: RuleText,
        own: str | None,
        notes: tuple[str, ...],
        piece: Piece,
        values: tuple[tuple[str, object], ...],
    ) -> Cited:
        if piece.declared.home is not None:
            notes = (*notes, *piece.declared.home.notes)
        said = own or text.text
        told = self.renumbered.notes_on(said, text.section, *notes, *(str(value) for _, value in values))
        notes = tuple(dict.fromkeys((*notes, *self.more_notes.get(id_, ()), *told)))
        return Cited(
            id=id_,
            rule=id_.partition(".")[0],
            kind=kind,
            title=title,
            text=said,
            section=text.section,
            cite=cite_text(self.cite, text.section),
            notes=notes,
            values=values,  # type: ignore[arg-type]
            code_version=self.code_version,
            since=piece.span.since,
            until=piece.span.until,
        )

    # names that must be known

    def office(self, piece: Piece, office_id: str | None, *steps: str | int) -> str | None:
        """The office, if the city has it during the whole piece."""
        if office_id is None:
            return None
        held = self.offices.get(office_id)
        if held is None:
            mend = nearest(office_id, self.offices, "Declare it in city.yaml. Offices:")
            self.log.add(piece.line(*steps), f"The city has no office `{office_id}`", mend)
        elif not together_cover([Span(each.since, each.until) for each in held], piece.span):
            self.log.add(
                piece.line(*steps),
                f"The office `{office_id}` does not exist on every day of the element ({piece.span.words()})",
                "Date the element by versions, each with the office of its time.",
            )
        return office_id

    def who(self, piece: Piece, name: str, *steps: str | int) -> str:
        """An office or a party of the vocabulary."""
        if name in self.vocabulary.parties:
            return name
        if name in self.offices:
            self.office(piece, name, *steps)
            return name
        known = (*self.offices, *self.vocabulary.parties)
        self.log.add(
            piece.line(*steps),
            f"`{name}` is neither an office of the city nor a party",
            nearest(name, known, "Known:"),
        )
        return name

    def title_of(self, piece: Piece, name: str) -> str:
        """How an office or party is called; an office renamed meanwhile as it is called last."""
        if name in self.offices:
            held = self.offices[name]
            here = [each for each in held if Span(each.since, each.until).within(piece.span) is not None]
            return (here or held)[-1].title
        return self.vocabulary.parties.get(name, name.replace("_", " "))

    def known(self, piece: Piece, what: str, name: str, words: Mapping[str, str], *steps: str | int) -> str:
        """`name`, which must be a word of the vocabulary."""
        if name not in words:
            self.log.add(
                piece.line(*steps),
                f"No {what} is called `{name}`",
                nearest(name, words, "Add it under `words:` of city.yaml; codes/vocabulary.yaml has"),
            )
        return name

    def events(self, piece: Piece, names: Sequence[str], *steps: str | int) -> frozenset[str]:
        for name in names:
            self.known(piece, "event", name, self.vocabulary.events, *steps)
        return frozenset(names)


def cite_text(cite: Cite, section: str) -> str:
    """`LEC 105.04, Wind generators, condition 2.2`: the topic is not said twice."""
    number = f"{cite.code} {cite.chapter}" if cite.chapter else cite.code
    if cite.chapter and section.startswith(number):
        return section
    if section.lower().startswith(cite.topic.lower()) or cite.code.lower() in section.lower():
        return f"{number}, {section}"
    return f"{number}, {cite.topic}, {section}"
