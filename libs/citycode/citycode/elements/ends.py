"""Ends and transfers: what an event does to a permit or license."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from citycode.elements.asking import Asked, holds, missing_names
from citycode.elements.cited import Cited
from citycode.elements.gates import why_not
from citycode.language import Expression, Missing, fact_label
from citycode.results.ends import TransferRequest, Transition
from citycode.results.findings import Finding

Options = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class End:
    """On one of `on`, when `when` holds, the permit falls into state `to`."""

    cited: Cited
    on: frozenset[str]
    when: Expression | None
    to: str
    options: Options


@dataclass(frozen=True, slots=True)
class Request:
    """Who may ask for the transfer, and what it needs."""

    cited: Cited
    by: tuple[str, ...]
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Transfer:
    """On one of `on` the right passes to the next holder, perhaps on `request`, or does not."""

    cited: Cited
    on: frozenset[str]
    when: Expression | None
    transferable: bool
    options: Options
    request: Request | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """`transfers` None where no rule of the event speaks of it."""

    transfers: bool | None
    options: Options
    requests: tuple[TransferRequest, ...]
    transitions: tuple[Transition, ...]
    findings: tuple[Finding, ...]


def ended(ends: Sequence[End], transfers: Sequence[Transfer], event: str, asked: Asked) -> Ended:
    """Every rule of the event is answered for; those that hold are put together by the state they lead to."""
    findings: list[Finding] = []
    passing = [each for each in transfers if event in each.on and _holds(each, asked, findings)]
    ending = [each for each in ends if event in each.on and _holds(each, asked, findings)]
    lost = [each for each in passing if not each.transferable]
    transitions = []
    for state in dict.fromkeys(each.to for each in ending):
        parts: list[End | Transfer] = [each for each in ending if each.to == state]
        parts += lost
        transitions.append(
            Transition(
                to=state,
                ids=tuple(each.cited.id for each in parts),
                rules=tuple(dict.fromkeys(each.cited.rule for each in parts)),
                options=_joined([each.options for each in parts]),
                says=tuple(dict.fromkeys(each.cited.text for each in parts)),
            )
        )
    passes = None if not passing else not lost
    requests = tuple(_request(each.request) for each in passing if each.request is not None and not lost)
    options = _joined([each.options for each in passing])
    return Ended(passes, options, requests, tuple(transitions), tuple(findings))


def _request(request: Request) -> TransferRequest:
    cited = request.cited
    return TransferRequest(
        cited.id, cited.rule, request.by, request.needs, cited.text, cited.section, cited.cite
    )


def _holds(rule: End | Transfer, asked: Asked, findings: list[Finding]) -> bool:
    held = holds(rule.when, asked)
    cited = rule.cited
    if held is True:
        findings.append(cited.finding("met", cited.text, asked.on))
        return True
    if held is False and rule.when is not None:
        findings.append(cited.finding("not_applicable", why_not(rule.when, asked), asked.on))
        return False
    names = missing_names(held) if isinstance(held, Missing) else ()
    needs = f"Not known yet: {', '.join(fact_label(each, asked.labels) for each in names)}."
    findings.append(cited.finding("needs_information", needs, asked.on, missing=names))
    return False


def _joined(options: Sequence[Options]) -> Options:
    joined: dict[str, dict[str, None]] = {}
    for each in options:
        for party, choices in each:
            joined.setdefault(party, {}).update(dict.fromkeys(choices))
    return tuple((party, tuple(choices)) for party, choices in joined.items())
