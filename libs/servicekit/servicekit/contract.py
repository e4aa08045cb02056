"""The contract: what FastAPI generates, completed with every answer the kit itself can give."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import RouteContext

from servicekit.access import Access, accesses_of, operations
from servicekit.api_keys import API_KEY_HEADER
from servicekit.body_guard import METHODS_WITH_BODY
from servicekit.problems import problem_response
from servicekit.proof import PROOF_HEADER
from servicekit.writes import REPLAYED_HEADER

PROBLEM_SCHEMA: dict[str, Any] = {
    "title": "Problem",
    "description": "RFC 9457. `type` is stable, `instance` the request id; a type may have further members.",
    "type": "object",
    "required": ["type", "title", "status", "detail", "instance"],
    "properties": {
        "type": {"type": "string", "examples": ["urn:citycode:problem:stale-version"]},
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string"},
        "instance": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["in", "pointer", "message"],
                "properties": {
                    "in": {"enum": ["body", "query", "path", "header"]},
                    "pointer": {"type": "string", "examples": ["#/facts/height"]},
                    "message": {"type": "string"},
                },
            },
        },
    },
}

SECURITY_SCHEMES: dict[str, Any] = {
    "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
    "api_key": {"type": "apiKey", "in": "header", "name": API_KEY_HEADER},
    "neighbor": {
        "type": "apiKey",
        "in": "header",
        "name": PROOF_HEADER,
        "description": "Between services only; the gateway never lets it in from outside.",
    },
}

IF_MATCH_PARAMETER: dict[str, Any] = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": "The ETag you read.",
    "schema": {"type": "string", "pattern": '^"(0|[1-9][0-9]{0,17})"$'},
    "example": '"1"',
}

_WORDS = {
    400: "The request cannot be read",
    401: "No valid sign-in, or not through the gateway",
    403: "The permission is not held in this city",
    404: "No such city or record, or not visible to the caller",
    412: "The record has changed since it was read",
    413: "The body is too large",
    415: "The body is not declared as JSON",
    422: "Well-formed but wrong; `errors` point at each bad field",
    428: "If-Match is missing",
    429: "Too many requests; see Retry-After",
    500: "A failure on our side, logged under `instance`",
    503: "Not available right now; see Retry-After",
}
_RETRY_AFTER = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds"}}
_FRAMEWORK_SCHEMAS = ("HTTPValidationError", "ValidationError")


def complete_contract(app: FastAPI) -> None:
    """Make `app.openapi()` give the completed contract, generated once."""
    generate = app.openapi
    completed: list[dict[str, Any]] = []

    def openapi() -> dict[str, Any]:
        if not completed:
            completed.append(_completed(app, generate()))
        return completed[0]

    app.openapi = openapi  # type: ignore[method-assign]


def _completed(app: FastAPI, contract: dict[str, Any]) -> dict[str, Any]:
    components = contract.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for name in _FRAMEWORK_SCHEMAS:
        schemas.pop(name, None)
    schemas["Problem"] = PROBLEM_SCHEMA
    used: set[str] = set()
    for context in operations(app):
        for method in context.methods or ():
            operation = contract["paths"].get(context.path_format, {}).get(method.lower())
            if operation is not None:
                _complete(operation, method, context)
                used.update(name for option in operation["security"] for name in option)
    components["securitySchemes"] = {name: SECURITY_SCHEMES[name] for name in sorted(used)}
    return contract


def _complete(operation: dict[str, Any], method: str, context: RouteContext) -> None:
    (access,) = accesses_of(context.dependant)
    calls = list(_calls(context.dependant))
    changes_version = any(getattr(call, "needs_if_match", False) for call in calls)
    if changes_version:
        operation.setdefault("parameters", []).append(IF_MATCH_PARAMETER)
    operation["security"] = _security(access)
    responses = operation["responses"]
    for status in _statuses(method, access, changes_version):
        # FastAPI's own 422 speaks of its own shape: ours replaces it, a route's own words are kept.
        kept = responses.get(str(status))
        if kept is None or _is_the_frameworks(kept):
            responses[str(status)] = problem_response(_WORDS[status])
        if status in (429, 503):
            responses[str(status)].setdefault("headers", _RETRY_AFTER)
    if any(parameter["name"].lower() == "idempotency-key" for parameter in operation.get("parameters", ())):
        _document_replays(responses)
    operation["responses"] = dict(sorted(responses.items()))


def _statuses(method: str, access: Access, changes_version: bool) -> Iterator[int]:
    yield from (400, 401, 404, 422, 429, 500, 503)
    if access.kind in ("permission", "signed_in") and not access.conceal:
        yield 403
    if method in METHODS_WITH_BODY:
        yield from (413, 415)
    if changes_version:
        yield from (412, 428)


def _security(access: Access) -> list[dict[str, list[str]]]:
    if access.kind == "service":
        return [{"neighbor": []}]
    people: list[dict[str, list[str]]] = [{"bearer": []}, {"api_key": []}]
    if access.kind == "public":
        return [{}, *people]
    return [*people, {"neighbor": []}] if access.services else people


def _document_replays(responses: dict[str, Any]) -> None:
    for status, response in responses.items():
        if status.startswith("2"):
            response.setdefault("headers", {})[REPLAYED_HEADER] = {
                "description": "`true` when this is the stored answer of an earlier request with this key",
                "schema": {"const": "true"},
            }


def _is_the_frameworks(response: dict[str, Any]) -> bool:
    return "HTTPValidationError" in str(response.get("content", {}))


def _calls(dependant: Dependant) -> Iterator[Any]:
    yield dependant.call
    for dependency in dependant.dependencies:
        yield from _calls(dependency)


def written(described: dict[str, Any]) -> str:
    """Give the text that is committed: one form, so that a difference is a difference in the contract."""
    return json.dumps(described, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
