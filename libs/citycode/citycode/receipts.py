"""What a decision rested on, in bytes that can be compared years later."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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


class OtherEngine(ReplayError):
    """The receipt was written by another version of the engine, older or newer; bytes prove nothing."""


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

    Raises OtherEngine when the engine, and ReplayError when the pack is another, or when bytes differ.
    """
    content = _read(law, canonical)
    again = _again(law, content)
    require_same_engine(content["engine_version"], law.engine_version)
    if again.canonical != canonical:
        raise ReplayError("The replay gives other bytes than the receipt.")
    return again


def require_same_engine(of_receipt: str, here: str) -> None:
    """Raises OtherEngine, which names both versions."""
    if of_receipt != here:
        raise OtherEngine(f"The receipt rests on engine version {of_receipt}, here is {here}.")


def asked_again(law: Law, canonical: bytes) -> dict[str, Any]:
    """What this engine, whatever its version, answers to the question of the receipt under the same pack.

    Raises ReplayError.
    """
    answer: dict[str, Any] = json.loads(_again(law, _read(law, canonical)).canonical)["answer"]
    return answer


def _read(law: Law, canonical: bytes) -> dict[str, Any]:
    """What the receipt holds, if this law can be asked about it."""
    with _damage_told():
        content: dict[str, Any] = json.loads(canonical)
        if content["form"] != FORM:
            raise ReplayError(f"This is no receipt of the form {FORM!r}.")
        pack = law.city(content["city"]).pack_hash
        law.city(content["city"]).program(content["program"])
        engine, of_receipt = content["engine_version"], content["pack_hash"]
    if of_receipt != pack:
        also = "" if engine == law.engine_version else f" and on engine version {engine}"
        raise ReplayError(
            f"The receipt rests on pack {of_receipt}{also}, here is {pack}. "
            "Load the folder of law of that version."
        )
    return content


def _again(law: Law, content: Mapping[str, Any]) -> Receipt:
    with _damage_told():
        program = law.city(content["city"]).program(content["program"])
        facts = parse_facts(program.facts, content["facts"], content["sources"])
        result = program.check(facts, date.fromisoformat(content["law_date"]), content["judgments"])
        return receipt(result, facts, content["judgments"])


@contextmanager
def _damage_told() -> Iterator[None]:
    """Whatever goes wrong in reading is said as a ReplayError."""
    try:
        yield
    except (UnknownCity, UnknownProgram) as wrong:
        raise ReplayError(f"The law loaded here has no {wrong.args[0]!r}.") from None
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        if isinstance(wrong, ReplayError):
            raise
        about = "its facts cannot be read" if isinstance(wrong, FactErrors) else "it is damaged"
        raise ReplayError(f"The receipt cannot be replayed: {about}.") from wrong


def canonical_bytes(content: Mapping[str, object]) -> bytes:
    """One spelling of what is kept: keys in order, no spaces, UTF-8."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _sealed(content: Mapping[str, object]) -> Receipt:
    canonical = canonical_bytes(content)
    return Receipt(canonical, hashlib.sha256(canonical).hexdigest())
