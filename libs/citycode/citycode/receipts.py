"""What a decision rested on, in bytes that can be compared years later."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from citycode.city import UnknownProgram
from citycode.facts import FactErrors, Facts, parse_facts
from citycode.law import Law, UnknownCity
from citycode.results.checks import CheckResult

FORM = "citycode receipt 1"


class ReplayError(ValueError):
    """A receipt cannot be replayed here; says whether engine, pack or the receipt itself is another."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """Inputs, findings, pack hash, engine version and law date as canonical JSON bytes, and their SHA-256."""

    canonical: bytes
    sha256: str


def receipt(result: CheckResult, facts: Facts, judgments: Mapping[str, bool] | None = None) -> Receipt:
    """What `result` rested on. Equal inputs give equal bytes."""
    content = {
        "form": FORM,
        "engine_version": result.engine_version,
        "pack_hash": result.pack_hash,
        "city": result.city,
        "program": result.program,
        "law_date": result.law_date.isoformat(),
        "facts": dict(facts.stated),
        "sources": dict(facts.sources),
        "judgments": dict(judgments or {}),
        "answer": result.to_json(),
    }
    return _sealed(content)


def replay(law: Law, canonical: bytes) -> Receipt:
    """Ask the same question again of the same law; the bytes must come out equal.

    Raises ReplayError when the receipt is none, when the engine or the pack is another, or when bytes
    differ.
    """
    try:
        content: dict[str, Any] = json.loads(canonical)
        if content["form"] != FORM:
            raise ReplayError(f"This is no receipt of the form {FORM!r}.")
        city = law.city(content["city"])
        program = city.program(content["program"])
        _require_same("engine version", content["engine_version"], law.engine_version)
        _require_same("pack", content["pack_hash"], city.pack_hash)
        facts = parse_facts(program.facts, content["facts"], content["sources"])
        result = program.check(facts, date.fromisoformat(content["law_date"]), content["judgments"])
    except (UnknownCity, UnknownProgram) as wrong:
        raise ReplayError(f"The law loaded here has no {wrong.args[0]!r}.") from None
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        if isinstance(wrong, ReplayError):
            raise
        about = "its facts cannot be read" if isinstance(wrong, FactErrors) else "it is damaged"
        raise ReplayError(f"The receipt cannot be replayed: {about}.") from wrong
    again = receipt(result, facts, content["judgments"])
    if again.canonical != canonical:
        raise ReplayError("The replay gives other bytes than the receipt.")
    return again


def _require_same(what: str, of_receipt: str, here: str) -> None:
    if of_receipt != here:
        raise ReplayError(f"The receipt rests on {what} {of_receipt}, here is {here}.")


def _sealed(content: Mapping[str, object]) -> Receipt:
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    return Receipt(canonical, hashlib.sha256(canonical).hexdigest())
