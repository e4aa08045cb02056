"""Is the program needed at all: required, exempt, not needed, or not to be told yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from citycode.elements.asking import Asked, Broken, holds, in_words, missing_names
from citycode.elements.cited import Cited
from citycode.elements.gates import Exempt
from citycode.elements.tracks import Choice, TrackRule
from citycode.language import Expression, Missing
from citycode.results.checks import Requirement
from citycode.results.findings import Finding


@dataclass(frozen=True, slots=True)
class Needed:
    """The program is needed only `when` this holds."""

    cited: Cited
    when: Expression


@dataclass(frozen=True, slots=True)
class Need:
    """The answer with its findings, and the facts (`missing`) that would tell."""

    requirement: Requirement
    findings: tuple[Finding, ...]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exemptions:
    """Those in force, and those about which facts are missing."""

    in_force: tuple[Exempt, ...]
    unsure: tuple[tuple[Exempt, tuple[str, ...]], ...]

    @property
    def permit_only(self) -> bool:
        """Does every exemption from the whole program leave the other rules in force?"""
        return all(each.permit_only for each in self.in_force if not each.of)


def exemptions(exempts: Sequence[Exempt], asked: Asked) -> Exemptions:
    in_force, unsure = [], []
    for each in exempts:
        held = holds(each.when, asked)
        if held is True:
            in_force.append(each)
        elif isinstance(held, Missing):
            unsure.append((each, missing_names(held)))
    return Exemptions(tuple(in_force), tuple(unsure))


def exempt_finding(exempt: Exempt, asked: Asked) -> Finding:
    return exempt.cited.finding("met", f"Exempt: {in_words(exempt.when, asked)[0]}", asked.on)


def need(
    needed: Sequence[Needed],
    found: Exemptions,
    tracks: Sequence[TrackRule],
    choice: Choice,
    asked: Asked,
) -> Need:
    """An exemption comes first, then what says it is not needed, then what is unknown."""
    whole = [each for each in found.in_force if not each.of]
    if whole:
        return Need("exempt", tuple(exempt_finding(each, asked) for each in whole))
    findings: list[Finding] = []
    missing: list[str] = []
    for each in needed:
        held = holds(each.when, asked)
        if isinstance(held, Missing | Broken):
            missing.extend(missing_names(held) if isinstance(held, Missing) else ())
            continue
        sentence = in_words(each.when, asked)[0]
        if not held:
            sentence = f"Not needed: {sentence}"
        findings.append(each.cited.finding("met" if held else "not_applicable", sentence, asked.on))
    refused = [each for each in findings if each.outcome == "not_applicable"]
    if refused:
        return Need("not_needed", tuple(refused))
    if choice.track is not None and choice.track.office is None:
        said = (choice.finding,) if choice.finding else ()
        return Need("not_needed", tuple(each._replace(outcome="not_applicable") for each in said))
    if any(rule.track.office is None for rule in tracks) and choice.track is None:
        missing.extend(choice.missing)
    missing.extend(name for exempt, names in found.unsure if not exempt.of for name in names)
    if missing:
        return Need("cannot_be_told", tuple(findings), tuple(dict.fromkeys(missing)))
    return Need("required", tuple(findings))
