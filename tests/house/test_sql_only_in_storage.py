"""SQL stands only in storage: elsewhere a service may pass a connection on, and nothing more."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PASSED_ON = {"Connection", "Engine"}
MODULES = sorted(
    path
    for service in ("permits", "licensing", "enforcement", "gis")
    for path in (ROOT / "services" / service / service).rglob("*.py")
    if "storage" not in path.parts
)


def is_sql(module: str) -> bool:
    """Catching a database's exception is no SQL."""
    return module.startswith("sqlalchemy") and module != "sqlalchemy.exc"


def taken_from_sqlalchemy(source: str) -> set[str]:
    return {
        alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and is_sql(node.module or "")
        for alias in node.names
    } | {
        alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name.startswith("sqlalchemy")
    }


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_outside_storage_only_passes_connections_on(path: Path) -> None:
    assert taken_from_sqlalchemy(path.read_text()) <= PASSED_ON


def test_a_query_outside_storage_is_found() -> None:
    assert taken_from_sqlalchemy("from sqlalchemy import Connection, select") == {"Connection", "select"}
