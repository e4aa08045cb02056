"""What a decision rested on, whole, in bytes that can be replayed: facts, check, vote, remedies, grounds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from citycode import receipts
from citycode.facts import Facts, parse_facts
from citycode.law import Law
from citycode.program import Program
from citycode.receipts import Receipt, ReplayError
from citycode.results.checks import CheckResult
from citycode.results.decisions import Votes

FORM = "decision receipt 1"
WITHOUT_BESIDE = "permits decision receipt 1"
"""The form of receipts that were written before `beside` was kept."""


@dataclass(frozen=True, slots=True)
class Rested:
    """What went into a decision of a `kind`, under the law of `law_date`.

    `check` where one was made; `beside` is what else of the record it rested on (caps as they stood, the
    clock that lapsed), kept and not asked again on replay.
    """

    kind: str
    law_date: date
    facts: Facts
    votes: Votes | None = None
    check: CheckResult | None = None
    judgments: Mapping[str, bool] = field(default_factory=dict)
    remedies: Mapping[str, Any] = field(default_factory=dict)
    grounds: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    beside: Mapping[str, Any] = field(default_factory=dict)


def receipt(program: Program, rested: Rested) -> Receipt:
    """The canonical bytes and their hash. Equal inputs under equal law give equal bytes."""
    return _sealed(_content(program, rested))


def _content(program: Program, rested: Rested) -> dict[str, object]:
    check = None
    if rested.check is not None:
        sealed = receipts.receipt(rested.check, rested.facts, rested.judgments)
        check = json.loads(sealed.canonical)
    rule = vote = None
    if rested.kind in program.decision_kinds(rested.law_date):
        found = program.decision(rested.kind, rested.law_date, rested.facts)
        rule = found.to_json()
        if rested.votes is not None and found.members is not None:
            counted = program.decision_check(rested.kind, rested.votes, rested.law_date, rested.facts)
            vote = counted.to_json()
    return {
        "form": FORM,
        "kind": rested.kind,
        "city": program.city,
        "program": program.id,
        "law_date": rested.law_date.isoformat(),
        "engine_version": program.source.engine_version,
        "pack_hash": program.source.pack_hash,
        "facts": dict(rested.facts.stated),
        "sources": dict(rested.facts.sources),
        "grounds": list(rested.grounds),
        "reasons": list(rested.reasons),
        "conditions": list(rested.conditions),
        "remedies": dict(rested.remedies),
        "beside": dict(rested.beside),
        "votes": None if rested.votes is None else votes_json(rested.votes),
        "rule": rule,
        "vote": vote,
        "check": check,
    }


def replay(law: Law, canonical: bytes) -> Receipt:
    """Ask the same of the same law again; the bytes must come out equal. Raises ReplayError."""
    try:
        content: dict[str, Any] = json.loads(canonical)
        if content["form"] not in (FORM, WITHOUT_BESIDE):
            raise ReplayError(f"The receipt is of another form: {content['form']}.")
    except (ValueError, KeyError, TypeError) as wrong:
        raise ReplayError("The receipt cannot be replayed: it is damaged.") from wrong
    receipts.require_same_engine(content["engine_version"], law.engine_version)
    program = law.city(content["city"]).program(content["program"])
    facts = parse_facts(program.facts, content["facts"], content["sources"])
    law_date = date.fromisoformat(content["law_date"])
    check, judgments = None, {}
    if content["check"] is not None:
        receipts.replay(law, _sealed(content["check"]).canonical)
        judgments = content["check"]["judgments"]
        check = program.check(facts, law_date, judgments)
    again = _content(
        program,
        Rested(
            kind=content["kind"],
            law_date=law_date,
            facts=facts,
            votes=None if content["votes"] is None else Votes(**content["votes"]),
            check=check,
            judgments=judgments,
            remedies=content["remedies"],
            grounds=tuple(content["grounds"]),
            reasons=tuple(content["reasons"]),
            conditions=tuple(content["conditions"]),
            beside=content.get("beside", {}),
        ),
    )
    if content["form"] == WITHOUT_BESIDE:
        again = {name: value for name, value in again.items() if name != "beside"} | {"form": WITHOUT_BESIDE}
    sealed = _sealed(again)
    if sealed.canonical != canonical:
        raise ReplayError("The replay gives other bytes than the receipt.")
    return sealed


def votes_json(votes: Votes) -> dict[str, int]:
    """Votes as they are kept."""
    return {"yes": votes.yes, "no": votes.no, "abstain": votes.abstain, "absent": votes.absent}


def _sealed(content: Mapping[str, object]) -> Receipt:
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    return Receipt(canonical, hashlib.sha256(canonical).hexdigest())
