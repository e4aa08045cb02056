"""One program of a city: everything its ordinance asks, answers and counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from citycode.calendar import LegalCalendar
from citycode.descriptions import described, summarized
from citycode.elements import decisions
from citycode.elements import notices as noticing
from citycode.elements.asking import Asked, holds, missing_names
from citycode.elements.checking import ask, checked, needed
from citycode.elements.clocks import run
from citycode.elements.decisions import Decision
from citycode.elements.edition import Edition, Stated
from citycode.elements.ends import ended
from citycode.facts import NO_FACTS, Facts, FactSpec, fact_named
from citycode.language import Missing, fact_label
from citycode.results.checks import CheckResult
from citycode.results.clocks import ClocksResult
from citycode.results.decisions import DecisionCheck, DecisionRule, Votes
from citycode.results.ends import EndsResult
from citycode.results.findings import Json, MissingFact
from citycode.results.notices import NoticeCheck, NoticeRule, Party, Service
from citycode.results.requirements import ProgramRequirement, Submittal
from citycode.results.statements import Statement


class UnknownElement(KeyError):  # noqa: N818
    """The program has no such notice or kind of decision in force that day. `known` lists those it has."""

    def __init__(self, wanted: str, known: Iterable[str], why: str | None = None) -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.known = tuple(known)
        self.why = why or f"{wanted!r} is not one of {', '.join(self.known) or 'none'}"

    def __str__(self) -> str:
        return self.why


class UnknownEvent(ValueError):  # noqa: N818
    """No event of that name is in the vocabulary; `known` lists all."""

    def __init__(self, event: str, known: Iterable[str]) -> None:
        self.event = event
        self.known = tuple(sorted(known))
        super().__init__(f"{event!r} is no known event; known are {', '.join(self.known)}")


@dataclass(frozen=True, slots=True)
class Source:
    """What every answer of a program says about where it comes from."""

    code_version: str
    pack_hash: str
    engine_version: str


@dataclass(frozen=True, slots=True)
class Program:
    """Immutable and thread-safe. Every question takes the day whose law governs.

    `service` is the service that keeps its records; `number_code` stands in record numbers (`WIND`);
    `sixty_day` says whether M.S. 15.99 governs: yes, no or attorney. `editions` follow one another without
    gap.
    """

    id: str
    title: str
    city: str
    service: str
    number_code: str
    sixty_day: str
    cite: str
    notes: tuple[str, ...]
    facts: Mapping[str, FactSpec]
    labels: Mapping[str, str]
    events: Mapping[str, str]
    editions: tuple[Edition, ...]
    calendar: LegalCalendar
    source: Source

    def edition(self, on: date) -> Edition:
        """The law in force on a day."""
        return next(each for each in reversed(self.editions) if each.span.holds_on(on))

    def check(self, facts: Facts, on: date, judgments: Mapping[str, bool] | None = None) -> CheckResult:
        """May it be allowed?

        All reasons, not the first. `judgments` are answers of offices by element id.
        """
        edition = self.edition(on)
        found = checked(edition.checked, self._asked(edition, facts, on), judgments or {})
        return CheckResult(
            city=self.city,
            program=self.id,
            outcome=found.outcome,
            requirement=found.need.requirement,
            track=found.choice.track,
            fails=found.fails,
            findings=found.findings,
            missing_facts=self._missing(found.missing),
            law_date=on,
            code_version=self.source.code_version,
            pack_hash=self.source.pack_hash,
            engine_version=self.source.engine_version,
        )

    def requirement(self, facts: Facts, on: date) -> ProgramRequirement:
        """Is this program needed for the described project, and what must be handed in?"""
        edition = self.edition(on)
        necessity, choice, _ = needed(edition.checked, self._asked(edition, facts, on))
        asks = necessity.requirement in ("required", "cannot_be_told")
        return ProgramRequirement(
            city=self.city,
            program=self.id,
            title=self.title,
            requirement=necessity.requirement,
            track=choice.track,
            findings=necessity.findings,
            missing_facts=self._missing(necessity.missing),
            submittals=self.submittals(on, facts) if asks else (),
            law_date=on,
        )

    def submittals(self, on: date, facts: Facts | None = None) -> tuple[Submittal, ...]:
        """What an application must contain; those that do not apply to the facts are left out."""
        edition = self.edition(on)
        asked = self._asked(edition, facts or NO_FACTS, on)
        return tuple(
            Submittal(
                cited.id,
                cited.rule,
                cited.title,
                each.says,
                None if isinstance(held, Missing) else True,
                missing_names(held) if isinstance(held, Missing) else (),
                cited.section,
                cited.cite,
            )
            for each in edition.stated.get("submittal", ())
            if (held := holds(each.when, asked)) is not False
            for cited in (each.cited,)
        )

    def judgments(self, on: date, facts: Facts | None = None) -> tuple[Statement, ...]:
        """Questions to offices without whose answers no decision is made."""
        return self._statements("judgment", on, facts)

    def clocks(
        self, event: str, on: date | datetime, facts: Facts | None = None, law_on: date | None = None
    ) -> ClocksResult:
        """Every date that follows from `event` happening `on`; reviews and terms that start then are among
        them.

        Law of `law_on`, by default of the event's day. Hours need an instant. Raises UnknownEvent.
        """
        self._require_event(event)
        day = self.calendar.civil_date(on) if isinstance(on, datetime) else on
        law_day = law_on or day
        edition = self.edition(law_day)
        asked = self._asked(edition, facts or NO_FACTS, law_day)
        clocks = tuple(
            clock
            for rule in edition.clocks
            if event in rule.starts and (clock := run(rule, event, on, asked, self.calendar)) is not None
        )
        missing = dict.fromkeys(name for each in clocks for name in each.missing)
        return ClocksResult(self.city, self.id, event, day, clocks, self._missing(tuple(missing)), law_day)

    def notices(self, kind: str, on: date) -> tuple[NoticeRule, ...]:
        """The notices demanded for `hearing` and the like."""
        return tuple(
            replace(each.rule, law_date=on) for each in self.edition(on).notices if each.rule.kind == kind
        )

    def notice(self, notice_id: str, on: date) -> NoticeRule:
        """Raises UnknownElement."""
        return replace(self._notice(notice_id, on).rule, law_date=on)

    def notice_check(
        self,
        notice_id: str,
        hearing_on: date,
        parties: Iterable[Party],
        served: Iterable[Service],
        on: date,
    ) -> NoticeCheck:
        """Was everybody who must be told told in time, by a method that counts? Raises UnknownElement."""
        notice = self._notice(notice_id, on)
        rule = replace(notice.rule, law_date=on)
        return noticing.checked(notice, rule, hearing_on, parties, served, self.calendar)

    def decision_kinds(self, on: date) -> tuple[str, ...]:
        """`approve`, `revoke` … as far as the pack has them."""
        return tuple(dict.fromkeys(each.rule.kind for each in self.edition(on).decisions))

    def decision(self, kind: str, on: date, facts: Facts | None = None) -> DecisionRule:
        """Who decides and by which vote; `facts` tell among several. Raises UnknownElement."""
        return replace(self._decision(kind, on, facts).rule, law_date=on)

    def decision_check(self, kind: str, votes: Votes, on: date, facts: Facts | None = None) -> DecisionCheck:
        """Did the vote carry? Raises UnknownElement, VotesError."""
        decision = self._decision(kind, on, facts)
        return decisions.checked(decision, replace(decision.rule, law_date=on), votes, on)

    def ends(self, event: str, facts: Facts | None, on: date, law_on: date | None = None) -> EndsResult:
        """What `event` on that day does to a permit. Raises UnknownEvent."""
        self._require_event(event)
        law_day = law_on or on
        edition = self.edition(law_day)
        asked = self._asked(edition, facts or NO_FACTS, law_day)
        found = ended(edition.ends, edition.transfers, event, asked)
        missing = dict.fromkeys(name for each in found.findings for name in each.missing)
        return EndsResult(
            city=self.city,
            program=self.id,
            event=event,
            on=on,
            transfers=found.transfers,
            options=found.options,
            transitions=found.transitions,
            findings=found.findings,
            missing_facts=self._missing(tuple(missing)),
            law_date=law_day,
        )

    def terms(self, on: date) -> tuple[Statement, ...]:
        """How long a permit lives."""
        return self._statements("term", on, None)

    def inspections(self, on: date) -> tuple[Statement, ...]:
        """Which inspections are made, by whom and when."""
        return self._statements("inspection", on, None)

    def conditions(self, on: date, facts: Facts | None = None) -> tuple[Statement, ...]:
        """What is attached to an approval, or may be (`discretionary`)."""
        return self._statements("condition", on, facts)

    def reviews(self, on: date) -> tuple[Statement, ...]:
        """Reviews that come round again."""
        return self._statements("review", on, None)

    def stated(self, on: date) -> tuple[Statement, ...]:
        """Rules that are shown, printed and searched, not computed."""
        return tuple(
            each
            for kind in ("stated", "authority", "definition")
            for each in self._statements(kind, on, None)
        )

    def overlays(self, on: date) -> tuple[Statement, ...]:
        """Map layers the law names, to be computed by gis (`layer`)."""
        return self._statements("overlay", on, None)

    def describe(self, on: date) -> dict[str, Json]:
        """The program as JSON: facts with their schema, and every element in force that day, cited."""
        return described(self, on)

    def summary(self, on: date) -> dict[str, Json]:
        """Title, authority and citation."""
        return summarized(self, on)

    def _asked(self, edition: Edition, facts: Facts, on: date) -> Asked:
        return ask(facts.bindings, self.labels, on, edition.checked.tables)

    def _missing(self, names: Iterable[str]) -> tuple[MissingFact, ...]:
        return tuple(self._missing_fact(name) for name in names)

    def _missing_fact(self, name: str) -> MissingFact:
        spec = fact_named(self.facts, name)
        label = fact_label(name, self.labels)
        if spec is None:
            return MissingFact(name, label, None, None, None)
        return MissingFact(name, label, spec.unit, spec.source, spec.question)

    def _statements(self, kind: str, on: date, facts: Facts | None) -> tuple[Statement, ...]:
        edition = self.edition(on)
        found: Iterable[Stated] = edition.stated.get(kind, ())
        if facts is not None:
            asked = self._asked(edition, facts, on)
            found = [each for each in found if holds(each.when, asked) is not False]
        return tuple(each.statement(on) for each in found)

    def _notice(self, notice_id: str, on: date) -> noticing.Notice:
        in_force = self.edition(on).notices
        for each in in_force:
            if each.rule.id == notice_id:
                return each
        raise UnknownElement(notice_id, (each.rule.id for each in in_force))

    def _decision(self, kind: str, on: date, facts: Facts | None) -> Decision:
        edition = self.edition(on)
        asked = self._asked(edition, facts or NO_FACTS, on)
        of_kind = [each for each in edition.decisions if each.rule.kind == kind]
        for each in of_kind:
            if holds(each.when, asked) is True:
                return each
        others = dict.fromkeys(each.rule.kind for each in edition.decisions if each.rule.kind != kind)
        why = f"No decision of the kind {kind!r} is provided for by the facts stated" if of_kind else None
        raise UnknownElement(kind, others, why)

    def _require_event(self, event: str) -> None:
        if event not in self.events:
            raise UnknownEvent(event, self.events)
