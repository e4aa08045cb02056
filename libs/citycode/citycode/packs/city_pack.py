"""city.yaml: offices, calendar, districts, amendments, law dates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from citycode.calendar import LegalCalendar, OfficeHours
from citycode.calendar.table import HolidayDataError, HolidayTable
from citycode.city import LawDateRule, Office
from citycode.packs.errors import ErrorLog, nearest
from citycode.packs.models.files import CityFile, OfficeSpec
from citycode.packs.timeline import Dated, in_sequence, resolve_span
from citycode.packs.tree import Node, line_at
from citycode.packs.validation import read_as
from citycode.packs.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class CityPack:
    """city.yaml as read and checked."""

    file: CityFile
    calendar: LegalCalendar
    offices: tuple[Office, ...]
    amendments: Mapping[str, date]
    law_dates: Mapping[str, LawDateRule]
    vocabulary: Vocabulary

    def notes(self) -> list[str]:
        """What is assumed, not settled, or worth knowing, as sentences."""
        file = self.file
        said = [file.note] if file.note else []
        said += [f"Example: {each}" for each in file.example]
        said += [f"To verify: {each}" for each in file.verify]
        for name, amendment in file.amendments.items():
            if amendment.example:
                said.append(
                    f"Example: the amendment {name} is taken to be in force from {amendment.in_force}."
                )
            said += [f"To verify: {amendment.verify}"] if amendment.verify else []
        said += [f"To verify: {office.title}: {office.verify}" for office in file.offices if office.verify]
        return said

    @property
    def offices_by_id(self) -> dict[str, list[Office]]:
        found: dict[str, list[Office]] = {}
        for each in self.offices:
            found.setdefault(each.id, []).append(each)
        return found


def read_city(
    slug: str, node: Node, vocabulary: Vocabulary, holidays: HolidayTable, log: ErrorLog
) -> CityPack | None:
    """None with every error in `log`."""
    file = read_as(CityFile, node, log)
    if file is None:
        return None
    if file.city != slug:
        log.add(
            line_at(node, ("city",)),
            f"The folder is called {slug}, its city `{file.city}`",
            "Let both be equal.",
        )
    vocabulary = vocabulary.with_words(file.words, node, log)
    amendments = {name: each.in_force for name, each in file.amendments.items()}
    calendar = _calendar(file, node, holidays, log)
    offices = _offices(file, node, amendments, vocabulary, log)
    law_dates = _law_dates(file, node, vocabulary, log)
    if calendar is None:
        return None
    return CityPack(file, calendar, offices, amendments, law_dates, vocabulary)


def _calendar(file: CityFile, node: Node, holidays: HolidayTable, log: ErrorLog) -> LegalCalendar | None:
    try:
        zone = ZoneInfo(file.timezone)
    except (ZoneInfoNotFoundError, ValueError):
        log.add(
            line_at(node, ("timezone",)),
            f"There is no time zone `{file.timezone}`",
            "Write one such as America/Chicago.",
        )
        return None
    try:
        hours = OfficeHours.from_data(file.office_hours)
    except ValueError as wrong:
        log.add(line_at(node, ("office_hours",)), str(wrong), "Write `weekdays: 08:00-16:30`.")
        return None
    try:
        return LegalCalendar(holidays.for_city(file.holidays), zone, hours)
    except HolidayDataError as wrong:
        for pointer, message in wrong.places:
            steps = tuple(step for step in pointer.split("/") if step)
            log.add(
                line_at(node, ("holidays", *steps)),
                message,
                "Set the switches the statute leaves to the city.",
            )
        return None


def _offices(
    file: CityFile, node: Node, amendments: Mapping[str, date], vocabulary: Vocabulary, log: ErrorLog
) -> tuple[Office, ...]:
    offices: list[Office] = []
    by_id: dict[str, list[Dated[OfficeSpec]]] = {}
    for place, spec in enumerate(file.offices):
        line = line_at(node, ("offices", place))
        span = resolve_span(spec.since, spec.until, amendments, line, log)
        _require_permissions(spec, place, node, vocabulary, log)
        if not spec.named_in and not spec.example:
            log.add(
                line,
                f"The office `{spec.id}` does not say what names it",
                "Add `named_in:`, or mark it `example: true` if it is assumed.",
            )
        if span is None:
            continue
        by_id.setdefault(spec.id, []).append(Dated(span, line, spec))
        permissions = frozenset(spec.permissions)
        offices.append(
            Office(spec.id, spec.title, permissions, spec.members, span.since, span.until, spec.example)
        )
    for id_, dated in by_id.items():
        in_sequence(f"the office `{id_}`", dated, log)
    return tuple(offices)


def _require_permissions(
    spec: OfficeSpec, place: int, node: Node, vocabulary: Vocabulary, log: ErrorLog
) -> None:
    for index, each in enumerate(spec.permissions):
        if each not in vocabulary.permissions:
            log.add(
                line_at(node, ("offices", place, "permissions", index)),
                f"There is no permission `{each}`",
                nearest(each, vocabulary.permissions, "codes/permissions.yaml has"),
            )


def _law_dates(file: CityFile, node: Node, vocabulary: Vocabulary, log: ErrorLog) -> dict[str, LawDateRule]:
    if "default" not in file.law_date:
        log.add(
            line_at(node, ("law_date",)),
            "No event fixes the law date of questions that are not listed",
            "Add `default: {event: …}`.",
        )
    for question, spec in file.law_date.items():
        if vocabulary.questions and question not in ("default", *vocabulary.questions):
            log.add(
                line_at(node, ("law_date", question)),
                f"No question is called `{question}`",
                nearest(question, vocabulary.questions, "codes/vocabulary.yaml has"),
            )
        if spec.event not in vocabulary.events:
            log.add(
                line_at(node, ("law_date", question, "event")),
                f"No event is called `{spec.event}`",
                nearest(spec.event, vocabulary.events, "codes/vocabulary.yaml has"),
            )
    return {
        question: LawDateRule(question, spec.event, spec.note or spec.verify)
        for question, spec in file.law_date.items()
    }
