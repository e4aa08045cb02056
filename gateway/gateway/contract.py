"""The combined contract: every service's OpenAPI document as a caller of the gateway sees it, in one.

python -m gateway.contract            is gateway/openapi.json current? (exit 1 when not)
python -m gateway.contract write      make it so
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from servicekit.proof import PROOF_HEADER

from gateway import VERSION

Json = dict[str, Any]

GATEWAY_FOLDER = Path(__file__).parents[1]
COMBINED = GATEWAY_FOLDER / "openapi.json"
SERVICES_FOLDER = GATEWAY_FOLDER.parent / "services"

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
NEIGHBORS_ONLY = "/v1/events"
PROBLEM = {
    "type": "object",
    "description": "A refusal a caller can act on (RFC 9457).",
    "required": ["type", "title", "status", "detail", "instance"],
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": "string", "description": "The request id."},
    },
}
REFUSED_AT_THE_DOOR = {
    "400": "The request cannot be read.",
    "401": "The token or key sent is not valid.",
    "404": "Nothing is at this address, or there is no such record.",
    "429": "Too many requests; `Retry-After` says when to try again.",
    "503": "A service cannot answer right now; `Retry-After` says when to try again.",
}
REFUSED_WITH_A_BODY = {
    "408": "The request's body did not arrive in time.",
    "413": "The request's body is too large.",
}


def combined(contracts: Mapping[str, Json]) -> Json:
    """Merge the services' contracts: prefixed paths and operation ids, component names without collisions."""
    shared = _shared_components(contracts)
    paths: Json = {}
    components: Json = {"schemas": {"GatewayProblem": PROBLEM}}
    for service in sorted(contracts):
        contract = contracts[service]
        names = _component_names(service, contract, shared)
        proofs = _proof_schemes(contract)
        for path, item in contract.get("paths", {}).items():
            if path.startswith("/v1/") and path != NEIGHBORS_ONLY:
                paths[f"/{service}{path}"] = _item(service, _renamed(item, names), proofs)
        for kind, entries in contract.get("components", {}).items():
            for name, entry in entries.items():
                if name not in proofs:
                    components.setdefault(kind, {})[names[kind, name]] = _renamed(entry, names)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Citycode",
            "version": VERSION,
            "description": "Permits, licenses and code enforcement run from the ordinance itself.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": _used(components, paths),
    }


def _proof_schemes(contract: Json) -> set[str]:
    """The ways to sign in that only services have: the gateway lets none of them in from outside."""
    schemes = contract.get("components", {}).get("securitySchemes", {})
    return {name for name, scheme in schemes.items() if scheme.get("name") == PROOF_HEADER}


def _used(components: Json, paths: Json) -> Json:
    """The components that something reachable refers to."""
    used = _references(paths)
    while True:
        more = used | {found for kind, name in used for found in _references(components[kind][name])}
        if more == used:
            break
        used = more
    kept = {
        kind: {name: entry for name, entry in sorted(entries.items()) if (kind, name) in used}
        for kind, entries in sorted(components.items())
    }
    return {**kept, "securitySchemes": components.get("securitySchemes", {})}


def _item(service: str, item: Json, proofs: set[str]) -> Json:
    return {
        key: _operation(service, value, proofs) if key in METHODS else value for key, value in item.items()
    }


def _operation(service: str, operation: Json, proofs: set[str]) -> Json:
    refusals = REFUSED_AT_THE_DOOR | (REFUSED_WITH_A_BODY if "requestBody" in operation else {})
    responses = dict(operation["responses"])
    for status, description in refusals.items():
        responses.setdefault(status, _problem_response(description))
    changed = {
        **operation,
        "operationId": f"{service}_{operation['operationId']}",
        "tags": [f"{service}: {tag}" for tag in operation.get("tags", ())] or [service],
        "responses": dict(sorted(responses.items())),
    }
    if "security" in changed:
        changed["security"] = [need for need in changed["security"] if not proofs & need.keys()]
    return changed


def _problem_response(description: str) -> Json:
    schema = {"$ref": "#/components/schemas/GatewayProblem"}
    return {"description": description, "content": {"application/problem+json": {"schema": schema}}}


def _shared_components(contracts: Mapping[str, Json]) -> frozenset[tuple[str, str]]:
    """Components that two services or more have, with the same words in each: they keep their name."""
    seen: dict[tuple[str, str], list[Any]] = {}
    for contract in contracts.values():
        for kind, entries in contract.get("components", {}).items():
            for name, entry in entries.items():
                seen.setdefault((kind, name), []).append(entry)
    alike = {
        key for key, entries in seen.items() if len(entries) > 1 and all(e == entries[0] for e in entries)
    }
    while True:
        rests_on_others = {key for key in alike if not _references(seen[key][0]) <= alike}
        if not rests_on_others:
            return frozenset(alike)
        alike -= rests_on_others


def _component_names(
    service: str, contract: Json, shared: frozenset[tuple[str, str]]
) -> dict[tuple[str, str], str]:
    """The new name of each component of one service."""
    prefix = "".join(word.capitalize() for word in service.split("-"))
    return {
        (kind, name): name if (kind, name) in shared or kind == "securitySchemes" else f"{prefix}{name}"
        for kind, entries in contract.get("components", {}).items()
        for name in entries
    }


def _references(node: Any) -> set[tuple[str, str]]:
    if isinstance(node, dict):
        own = {_component_of(node["$ref"])} if isinstance(node.get("$ref"), str) else set()
        return own.union(*(_references(value) for value in node.values()))
    if isinstance(node, list):
        return set().union(*(_references(value) for value in node)) if node else set()
    return set()


def _component_of(reference: str) -> tuple[str, str]:
    kind, _, name = reference.removeprefix("#/components/").partition("/")
    return kind, name


def _renamed(node: Any, names: Mapping[tuple[str, str], str]) -> Any:
    """The node with every reference (discriminator mappings too) pointing at the component's new name."""
    if isinstance(node, dict):
        return {key: _renamed(value, names) for key, value in node.items()}
    if isinstance(node, list):
        return [_renamed(value, names) for value in node]
    if isinstance(node, str) and node.startswith("#/components/"):
        kind, name = _component_of(node)
        return f"#/components/{kind}/{names[(kind, name)]}"
    return node


def services_contracts(folder: Path = SERVICES_FOLDER) -> dict[str, Json]:
    """Read the committed contracts of all services."""
    return {path.parent.name: json.loads(path.read_text()) for path in sorted(folder.glob("*/openapi.json"))}


def as_text(contract: Json) -> str:
    """Give the document as it is committed."""
    return json.dumps(contract, indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Check, or write, gateway/openapi.json."""
    text = as_text(combined(services_contracts()))
    if arguments == ["write"]:
        COMBINED.write_text(text)
        return 0
    if COMBINED.exists() and COMBINED.read_text() == text:
        return 0
    sys.stderr.write("gateway/openapi.json is not current. Run: make contract\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
