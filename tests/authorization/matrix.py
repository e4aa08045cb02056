"""The authorization matrix: which role may do what, on whose record. Read, completed and written here.

Cells, all about the record of resident-1 in the home city unless said otherwise:

own             the caller's home token asks for it (resident and portal own it; for staff it is their city's)
others          the same token asks for the record of resident-2
other_city      the same token asks for it under another city's address
stranger        a token of the same role in another city asks for it
strangers_city  that token asks for it under its own city's address

Verdicts: `allowed` (the route got past authorization), or exactly 401, 403 or 404.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

MATRIX_FILE = Path(__file__).with_name("matrix.yaml")
UNDECIDED = "?"
VERDICTS = ("allowed", 401, 403, 404)
HOME = ("own", "others", "other_city")
AWAY = ("stranger", "strangers_city")
ROLES: dict[str, tuple[str, ...]] = {
    "anonymous": HOME,
    "resident": HOME,
    "portal": HOME + AWAY,
    "clerk": HOME + AWAY,
    "inspector": HOME + AWAY,
    "council_clerk": HOME + AWAY,
    "county": HOME + AWAY,
    "neighbor": HOME,
}
"""`neighbor`: the other service, with its own proof, around the gateway; it holds no office anywhere."""

METHODS = ("get", "put", "post", "delete", "patch")
Verdict = str | int
Matrix = dict[str, dict[str, dict[str, dict[str, Verdict]]]]
"""Service, operation, role, cell."""


def operations_of(contract: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Method and path of every operation of a contract, by operation id, in the order of paths."""
    return {
        item[method]["operationId"]: (method.upper(), path)
        for path, item in sorted(contract["paths"].items())
        for method in METHODS
        if method in item and path.startswith("/v1/")
    }


def read_matrix(path: Path = MATRIX_FILE) -> Matrix:
    """Read the matrix as it is committed; empty before there is one."""
    return (yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader) or {}) if path.exists() else {}


def with_skeletons(matrix: Matrix, contracts: Mapping[str, Mapping[str, Any]]) -> Matrix:
    """The matrix for exactly the operations that exist; what nobody decided yet is `?`."""
    return {
        service: {
            operation: {
                role: {
                    cell: matrix.get(service, {}).get(operation, {}).get(role, {}).get(cell, UNDECIDED)
                    for cell in cells
                }
                for role, cells in ROLES.items()
            }
            for operation in operations_of(contract)
        }
        for service, contract in contracts.items()
    }


def faults(matrix: Matrix, contracts: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What is missing, undecided, unknown or left over, a line each."""
    wanted = with_skeletons({}, contracts)
    present, needed = set(_places(matrix)), set(_places(wanted))
    missing = [f"{place}: no cell; run `make contract` and decide it" for place in needed - present]
    left_over = [f"{place}: there is no such operation, role or cell" for place in present - needed]
    undecided = [
        f"{place}: {verdict!r} is no verdict"
        for place, verdict in _verdicts(matrix)
        if verdict not in VERDICTS
    ]
    return sorted(missing + left_over + undecided)


def rendered(matrix: Matrix) -> str:
    """The text of the file: one line for each role."""
    lines = [f"# {line}".rstrip() for line in (__doc__ or "").strip().splitlines()]
    lines.append("# `make contract` adds the rows of new operations with `?`; decide them by hand.")
    for service, operations in matrix.items():
        lines += ["", f"{service}:"]
        for operation, roles in operations.items():
            lines.append(f"  {operation}:")
            for role, cells in roles.items():
                told = ", ".join(f"{cell}: {_text(verdict)}" for cell, verdict in cells.items())
                lines.append(f"    {role}: {{{told}}}")
    return "\n".join(lines) + "\n"


def _text(verdict: Verdict) -> str:
    return f'"{verdict}"' if verdict == UNDECIDED else str(verdict)


def _places(matrix: Matrix) -> Iterator[str]:
    return (place for place, _ in _verdicts(matrix))


def _verdicts(matrix: Matrix) -> Iterator[tuple[str, Verdict]]:
    for service, operations in matrix.items():
        for operation, roles in operations.items():
            for role, cells in roles.items():
                for cell, verdict in cells.items():
                    yield f"{service}.{operation}.{role}.{cell}", verdict
