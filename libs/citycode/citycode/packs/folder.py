"""The folder of the law, read as a whole: vocabulary, holidays, then city by city."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from types import MappingProxyType

from citycode.calendar.table import HolidayDataError, HolidayTable, read_holiday_table
from citycode.city import City
from citycode.elements.schedules import NO_MONEY, CityMoney
from citycode.facts import FactSpec
from citycode.packs.case_files import cases_by_rule
from citycode.packs.city_pack import CityPack, read_city
from citycode.packs.errors import ErrorLog, PackErrors, nearest
from citycode.packs.inventory_rows import InventoryRow, read_inventory
from citycode.packs.program_pack import CityGround, ProgramPack, read_program
from citycode.packs.renumbered import NOT_RENUMBERED, Renumbered, read_renumbered
from citycode.packs.schedules import read_schedules
from citycode.packs.state_law import StateLaw, read_state_law
from citycode.packs.tree import Node, line_at, read_tree
from citycode.packs.vocabulary import Vocabulary, fact_spec, read_vocabulary
from citycode.program import Source
from citycode.rules import Rule
from citycode.version import ENGINE_VERSION

SHARED = ("facts.yaml", "permissions.yaml", "vocabulary.yaml")
STATE = "minnesota"
HOLIDAYS = f"{STATE}/holidays.yaml"
STATE_FEES = f"{STATE}/fees.yaml"
RENUMBERED = f"{STATE}/renumbered.yaml"
FEES = "fees.yaml"
CASES = ".cases.yaml"


@dataclass(frozen=True, slots=True)
class Loaded:
    """Everything a `Law` holds."""

    cities: Mapping[str, City]
    permissions: Mapping[str, str]
    events: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OneProgram:
    """The program that a question is about, so that no other is read for it."""

    city: str
    program: str


def read_folder(codes: Path, only: OneProgram | None = None) -> Loaded:
    """Read the law of every city, or of one program. Raises PackErrors listing all that is wrong in it."""
    log = ErrorLog("")
    reader = _Folder(codes, log, only)
    vocabulary, holidays, inventory = reader.vocabulary(), reader.holidays(), reader.inventory()
    if vocabulary is None or holidays is None:
        raise PackErrors(log.errors)
    cities = {
        folder.name: city
        for folder in reader.folders()
        if (city := reader.city(folder, vocabulary, holidays, inventory)) is not None
    }
    reader.refuse_same_prefix(cities)
    reader.refuse_strays()
    if not cities and not log.errors:
        log.for_file("city.yaml").add(1, "There is no city in this folder", "Add <city>/city.yaml.")
    if log.errors:
        raise PackErrors(log.errors)
    return Loaded(
        MappingProxyType(cities),
        MappingProxyType(dict(vocabulary.permissions)),
        MappingProxyType(dict(vocabulary.events)),
    )


class _Folder:
    def __init__(self, codes: Path, log: ErrorLog, only: OneProgram | None) -> None:
        self._codes = codes
        self._log = log
        self._only = only
        self._cases_seen: dict[str, str] = {}
        self._named_by_cases: dict[str, list[tuple[str, ErrorLog, int]]] = {}
        self._state_money: CityMoney | None = None
        self.state_law = self._state_law()
        self.renumbered = self._renumbered()

    def folders(self) -> list[Path]:
        """The folder of each city that is asked for."""
        every = sorted(each.parent for each in self._codes.glob("*/city.yaml"))
        return [each for each in every if self._only is None or each.name == self._only.city]

    def tree(self, file: str) -> Node | None:
        path = self._codes / file
        log = self._log.for_file(file)
        if not path.is_file():
            log.add(1, "The file is missing", "Add it; codes/README or another city shows its form.")
            return None
        return read_tree(path, log)

    def _state_law(self) -> dict[str, StateLaw]:
        """Every file of state law by its name."""
        laws: dict[str, StateLaw] = {}
        for path in sorted((self._codes / STATE).glob("*.yaml")):
            file = f"{STATE}/{path.name}"
            if file in (HOLIDAYS, STATE_FEES, RENUMBERED):
                continue
            node, log = self.tree(file), self._log.for_file(file)
            law = read_state_law(file, node, log) if node is not None else None
            if law is not None and law.header.law != path.stem:
                log.add(
                    1,
                    f"The file is called {path.name}, its law `{law.header.law}`",
                    "Let the file bear the name of its law.",
                )
            if law is not None:
                laws[law.header.law] = law
        return laws

    def _renumbered(self) -> Renumbered:
        if not (self._codes / RENUMBERED).is_file():
            return NOT_RENUMBERED
        node = self.tree(RENUMBERED)
        return NOT_RENUMBERED if node is None else read_renumbered(node, self._log.for_file(RENUMBERED))

    def vocabulary(self) -> Vocabulary | None:
        facts, permissions, words = (self.tree(file) for file in SHARED)
        if facts is None or permissions is None or words is None:
            return None
        return read_vocabulary(facts, permissions, words, self._log)

    def holidays(self) -> HolidayTable | None:
        log = self._log.for_file(HOLIDAYS)
        try:
            return read_holiday_table(self._codes / HOLIDAYS)
        except HolidayDataError as wrong:
            for pointer, message in wrong.places:
                log.add(1, f"{pointer}: {message}", "Mend the holiday table.")
        except OSError:
            log.add(1, "The file is missing", "Add the table of legal holidays.")
        return None

    def inventory(self) -> dict[str, InventoryRow]:
        try:
            return read_inventory(self._codes / "inventory.tsv")
        except (ValueError, TypeError) as wrong:
            log = self._log.for_file("inventory.tsv")
            log.add(1, str(wrong), "Make it anew with `python -m citycode.inventory`.")
            return {}

    def city(
        self,
        folder: Path,
        vocabulary: Vocabulary,
        holidays: HolidayTable,
        inventory: Mapping[str, InventoryRow],
    ) -> City | None:
        slug = folder.name
        file = f"{slug}/city.yaml"
        node = self.tree(file)
        if node is None:
            return None
        pack = read_city(slug, node, vocabulary, holidays, self._log.for_file(file))
        if pack is None:
            return None
        source = self._source(folder)
        ground = CityGround(
            slug,
            pack.offices_by_id,
            pack.file.zoning_districts,
            pack.amendments,
            pack.calendar,
            pack.vocabulary,
            inventory,
            source,
            self._money(folder, pack.amendments),
            self.state_law,
            self.renumbered,
            f"{pack.file.prefix.lower()}-",
        )
        programs = self._programs(folder, ground)
        rules = self._rules(programs)
        if self._only is None and not self._log.errors:
            self._require_rules(slug, pack, node, rules, inventory)
        return _city(pack, source, programs, rules, self._facts(ground, programs))

    def _require_rules(
        self,
        slug: str,
        pack: CityPack,
        city: Node,
        rules: Mapping[str, Rule],
        inventory: Mapping[str, InventoryRow],
    ) -> None:
        """Each rule that cases or offices name is carried out, or waits in the inventory."""
        known = {*rules, *(id_ for id_, row in inventory.items() if row.city == slug)}
        known |= {id_ for law in self.state_law.values() for id_ in law.texts}
        prefix = f"{pack.file.prefix.lower()}-"
        named = self._named_by_cases.get(slug, [])
        log = self._log.for_file(f"{slug}/city.yaml")
        for place, office in enumerate(pack.file.offices):
            line = line_at(city, ("offices", place, "named_in"))
            named += [(each, log, line) for each in office.named_in if each.startswith(prefix)]
        for rule, where, line in named:
            if rule.partition(".")[0] not in known:
                where.add(line, f"No rule of {slug} has the id `{rule}`", nearest(rule, known, "Known:"))

    def _money(self, folder: Path, amendments: Mapping[str, date]) -> CityMoney:
        """The city's schedule over the state's, which is read once."""
        if self._state_money is None:
            self._state_money = self._schedules(STATE_FEES, {}, NO_MONEY)
        return self._schedules(f"{folder.name}/{FEES}", amendments, self._state_money)

    def _schedules(self, file: str, amendments: Mapping[str, date], money: CityMoney) -> CityMoney:
        if not (self._codes / file).is_file():
            return money
        before, log = len(self._log.errors), self._log.for_file(file)
        node = self.tree(file)
        read = None if node is None else read_schedules(node, amendments, log, money)
        return replace(read or money, readable=money.readable and len(log.errors) == before)

    def _programs(self, folder: Path, ground: CityGround) -> list[ProgramPack]:
        packs: list[ProgramPack] = []
        for path in sorted(folder.glob("*.yaml")):
            if path.name in ("city.yaml", FEES) or path.name.endswith(CASES):
                continue
            if self._only is not None and path.stem != self._only.program:
                continue
            file = f"{folder.name}/{path.name}"
            node = self.tree(file)
            cases = self._cases(folder, path.stem)
            if node is not None:
                pack = read_program(file, node, ground, cases, self._log.for_file(file))
                if pack is not None:
                    packs.append(pack)
        return packs

    def _cases(self, folder: Path, program: str) -> dict[str, tuple[str, ...]]:
        file = f"{folder.name}/{program}{CASES}"
        if not (self._codes / file).is_file():
            return {}
        node = self.tree(file)
        if node is None:
            return {}
        log = self._log.for_file(file)
        found = cases_by_rule(node, self._cases_seen, log)
        self._named_by_cases.setdefault(folder.name, []).extend(found.named)
        return dict(found.by_rule)

    def _rules(self, packs: list[ProgramPack]) -> dict[str, Rule]:
        rules: dict[str, Rule] = {}
        for pack in packs:
            for rule_id, rule in pack.rules.items():
                if rule_id in rules:
                    place = rule.elements[0]
                    self._log.for_file(place.file).add(
                        place.line,
                        f"The rule `{rule_id}` stands also in {rules[rule_id].elements[0].file}",
                        "Let one program carry it out.",
                    )
                rules[rule_id] = rule
        for pack in packs:
            for rule_id, rule in pack.of_state.items():
                rules.setdefault(rule_id, rule)
        return rules

    def _facts(self, ground: CityGround, packs: list[ProgramPack]) -> dict[str, FactSpec]:
        """Every fact of the vocabulary, and those of the programs, for questions about the whole city."""
        facts: dict[str, FactSpec] = {}
        log = self._log.for_file("facts.yaml")
        for name, entry in ground.vocabulary.facts.items():
            node = ground.vocabulary.fact_nodes.items[name]
            spec = fact_spec(name, entry, ground.districts, node, log)
            if spec is not None:
                facts[name] = spec
        for pack in packs:
            for name, spec in pack.program.facts.items():
                if not facts.setdefault(name, spec).means_the_same_as(spec):
                    self._refuse_second_meaning(f"{ground.slug}/{pack.program.id}.yaml", name)
        return facts

    def _refuse_second_meaning(self, file: str, fact: str) -> None:
        node = self.tree(file)
        self._log.for_file(file).add(
            1 if node is None else line_at(node, ("facts", fact)),
            f"The fact `{fact}` means something else in another program of this city",
            "Call it by another name, or give both the same type, unit, values and label.",
        )

    def _source(self, folder: Path) -> Source:
        """The hash over every file the city's law rests on; cases and inventory are proof, not law."""
        law = [self._codes / file for file in SHARED]
        law += sorted((self._codes / STATE).glob("*.yaml"))
        law += sorted(each for each in folder.glob("*.yaml") if not each.name.endswith(CASES))
        digest = hashlib.sha256()
        for path in law:
            if path.is_file():
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                digest.update(f"{path.relative_to(self._codes).as_posix()} {content}\n".encode())
        sha256 = digest.hexdigest()
        return Source(f"{folder.name}@{sha256[:12]}", sha256, ENGINE_VERSION)

    def refuse_strays(self) -> None:
        """A file that nothing would read is a mistake: a city without city.yaml, cases without program."""
        for path in sorted(self._codes.glob("*/*.y*ml")):
            folder, name = path.parent, path.name
            if folder.name == STATE:
                continue
            log = self._log.for_file(f"{folder.name}/{name}")
            if not (folder / "city.yaml").is_file():
                log.add(
                    1, f"The folder {folder.name} has no city.yaml", "Add it, so that the city is loaded."
                )
            elif path.suffix != ".yaml":
                log.add(1, "Only files that end in .yaml are read", "Rename it.")
            elif name.endswith(CASES) and not (folder / f"{name.removesuffix(CASES)}.yaml").is_file():
                log.add(1, "These cases have no program beside them", "Let both bear the same name.")

    def refuse_same_prefix(self, cities: Mapping[str, City]) -> None:
        seen: dict[str, str] = {}
        for slug, city in cities.items():
            if city.prefix in seen:
                self._log.for_file(f"{slug}/city.yaml").add(
                    1, f"The prefix {city.prefix} is that of {seen[city.prefix]}", "Give each city its own."
                )
            seen[city.prefix] = slug


def _city(
    pack: CityPack,
    source: Source,
    programs: list[ProgramPack],
    rules: Mapping[str, Rule],
    facts: Mapping[str, FactSpec],
) -> City:
    file = pack.file
    return City(
        slug=file.city,
        name=file.name,
        prefix=file.prefix,
        county=file.county,
        county_fips=file.county_fips,
        timezone=pack.calendar.zone,
        calendar=pack.calendar,
        offices=pack.offices,
        zoning_districts=MappingProxyType(dict(file.zoning_districts)),
        law_dates=MappingProxyType(dict(pack.law_dates)),
        facts=MappingProxyType(dict(facts)),
        all_programs=MappingProxyType({each.program.id: each.program for each in programs}),
        rules=MappingProxyType(dict(rules)),
        pack_hash=source.pack_hash,
        code_version=source.code_version,
        notes=tuple(pack.notes()),
        code=file.code,
    )
