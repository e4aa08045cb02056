"""Fuzzing against a contract, in process or at an address: every check, good and bad data, call sequences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from fastapi import FastAPI
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from schemathesis.engine.events import FatalError, NonFatalError, ScenarioFinished
from schemathesis.engine.recorder import Request
from schemathesis.schemas import BaseSchema
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from servicekit.kit import Kit
from servicekit.proof import GATEWAY, PROOF_HEADER, sign

OFTEN = 0.8
NO_LINKS = "All link definitions"
"""What the tool says of operations that link to no other of those asked for: then there are no sequences."""
LEAKS = ("Traceback", "sqlalchemy", "psycopg", "SELECT ", "INSERT ", "site-packages", ".py", "secret")


class ThroughGateway:
    """An ASGI app that gives each request the proof a gateway would, then passes it to `app`.

    A request whose proof header is just the name of `neighbor` gets that neighbor's proof: a credential
    that checks can take away.
    """

    def __init__(self, app: FastAPI, *, neighbor: str | None = None) -> None:
        kit: Kit = app.state.kit
        self._app: ASGIApp = app
        self._secret = kit.settings.secret
        self._neighbor = neighbor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http":
            sent = Headers(scope=scope).get(PROOF_HEADER)
            caller = sent if sent is not None and sent == self._neighbor else GATEWAY
            path = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1")
            proof = sign(self._secret, caller, scope["method"], path)
            named = PROOF_HEADER.lower().encode()
            headers = [pair for pair in scope["headers"] if pair[0].lower() != named]
            scope = {**scope, "headers": [*headers, (named, proof.encode())]}
        await self._app(scope, receive, send)


@dataclass
class FuzzReport:
    """What came of it: each distinct failure in a line, how often which status came, the slowest answer."""

    failures: list[str] = field(default_factory=list)
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    slowest_s: float = 0.0
    requests: int = 0

    def never_succeeded(self) -> list[str]:
        """Give the operations that never answered 2xx or 304."""
        seen = {operation for operation, _ in self.statuses}
        lucky = {operation for operation, status in self.statuses if status < 400}
        return sorted(seen - lucky)


def fuzz(
    app: FastAPI,
    *,
    headers: Mapping[str, str],
    caller: str = GATEWAY,
    values: Mapping[str, Sequence[str | int]] | None = None,
    examples: int = 10,
    chains: int = 10,
    seed: int = 1,
    include: str | None = None,
) -> FuzzReport:
    """Run schemathesis over the app's contract: examples, coverage, fuzzing, stateful; NUL bytes stay in.

    `headers` carry the credentials; a `caller` other than the gateway comes as that neighbor. `values` are
    tried often (a single one: always) for the named parameters: `{"path.city": ["rivertown"], "body.pin":
    ["01"]}`. `include` is a pattern of operation ids. The same `seed` gives the same requests.
    """
    neighbor = None if caller == GATEWAY else caller
    proofs = {} if neighbor is None else {PROOF_HEADER: neighbor}
    config = _config({**headers, **proofs}, values, examples, chains, seed)
    schema = _schema(app.openapi(), config, include)
    schema.app = ThroughGateway(app, neighbor=neighbor)
    return _run(schema)


def fuzz_address(
    contract: Mapping[str, Any],
    address: str,
    *,
    headers: Mapping[str, str],
    values: Mapping[str, Sequence[str | int]] | None = None,
    examples: int = 10,
    chains: int = 10,
    seed: int = 1,
    include: str | None = None,
    coverage: bool = True,
) -> FuzzReport:
    """Run schemathesis as `fuzz` does, over the `contract` of what serves at `address`
    (`http://127.0.0.1:8000`). Without `coverage` not every parameter is bent in every way, which takes some
    fifty requests an operation; each still has examples, good ones first.
    """
    config = _config(headers, values, examples, chains, seed, {"base-url": address}, coverage=coverage)
    return _run(_schema(contract, config, include))


def _config(
    headers: Mapping[str, str],
    values: Mapping[str, Sequence[str | int]] | None,
    examples: int,
    chains: int,
    seed: int,
    place: Mapping[str, str] | None = None,
    *,
    coverage: bool = True,
) -> SchemathesisConfig:
    known = {"header.If-Match": ['"1"', '"2"'], **(values or {})}
    return SchemathesisConfig.from_dict(
        {
            **(place or {}),
            "seed": seed,
            "headers": dict(headers),
            "dictionaries": {name: {"values": list(listed)} for name, listed in known.items()},
            "parameters": {
                name: listed[0] if len(listed) == 1 else {"dictionary": name, "probability": OFTEN}
                for name, listed in known.items()
            },
            "continue-on-failure": True,
            "generation": {
                "mode": "all",
                "max-examples": examples,
                "database": "none",
                "no-shrink": True,
                "with-security-parameters": False,
            },
            "phases": {
                "examples": {"fill-missing": not coverage},
                "coverage": {"enabled": coverage},
                "stateful": {"generation": {"max-examples": chains}, "max-steps": 6},
            },
            "checks": {
                # A stale or missing version, and a value only the law or the record refuses, are answers too.
                "missing_required_header": {
                    "expected-statuses": ["400", "401", "403", "404", "415", "422", "428"]
                },
                "negative_data_rejection": {
                    "expected-statuses": [
                        "400", "401", "403", "404", "405", "409", "412", "413", "415", "422", "428",
                    ]
                },
                "positive_data_acceptance": {
                    "expected-statuses": ["2xx", "304", "400", "401", "403", "404", "409", "412", "422"]
                },
            },
        }
    )  # fmt: skip


def _schema(contract: Mapping[str, Any], config: SchemathesisConfig, include: str | None) -> BaseSchema:
    schema: BaseSchema = schemathesis.openapi.from_dict(dict(contract), config=config)
    return schema if include is None else schema.include(operation_id_regex=include)


def _run(schema: BaseSchema) -> FuzzReport:
    report = FuzzReport()
    for event in from_schema(schema).execute():
        if isinstance(event, FatalError):
            raise event.exception
        if isinstance(event, NonFatalError) and NO_LINKS not in event.info.message:
            report.failures.append(f"{event.label}: {event.info.message}")
        if isinstance(event, ScenarioFinished):
            _read(event, report)
    report.failures = sorted(set(report.failures))
    return report


def _read(event: ScenarioFinished, report: FuzzReport) -> None:
    for case_id, node in event.recorder.cases.items():
        label = node.value.operation.label
        for check in event.recorder.checks.get(case_id, []):
            if check.failure_info is not None:
                failure = check.failure_info.failure
                report.failures.append(f"{label}: {check.name}: {failure.title}: {failure.message[:300]}")
        interaction = event.recorder.interactions.get(case_id)
        if interaction is None or interaction.response is None:
            continue
        response, sent = interaction.response, _sent(interaction.request)
        report.requests += 1
        report.statuses[label, response.status_code] += 1
        report.slowest_s = max(report.slowest_s, response.elapsed)
        report.failures.extend(
            f"{label}: the answer shows {leak!r}"
            for leak in LEAKS
            if response.status_code >= 400 and leak in (response.text or "") and leak not in sent
        )


def _sent(request: Request) -> str:
    """What was asked: an answer that only repeats it leaks nothing."""
    body = (request.body or b"").decode("utf-8", "replace")
    return f"{request.uri} {request.headers} {body}"
