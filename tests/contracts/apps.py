"""The services as they describe themselves: built from the real law, without a database."""

from __future__ import annotations

import json
from functools import cache
from types import ModuleType
from typing import Any

import enforcement.app
import enforcement.contract
import gis.app
import gis.contract
import licensing.app
import licensing.contract
import permits.app
import permits.contract
import pytest
from fastapi import FastAPI

CONTRACTS: dict[str, ModuleType] = {
    "enforcement": enforcement.contract,
    "gis": gis.contract,
    "licensing": licensing.contract,
    "permits": permits.contract,
}
BUILDERS = {
    "enforcement": enforcement.app.build,
    "gis": gis.app.build,
    "licensing": licensing.app.build,
    "permits": permits.app.build,
}


@cache
def built(service: str) -> FastAPI:
    """The app of a service, which only describes itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(f"DATABASE_URL_{service.upper()}", raising=False)
        return BUILDERS[service]()


def described(service: str) -> dict[str, Any]:
    """How the service describes itself now."""
    return built(service).openapi()


@cache
def contract_of(service: str) -> dict[str, Any]:
    """Its committed OpenAPI document, which a test holds to how it describes itself."""
    contract: dict[str, Any] = json.loads(CONTRACTS[service].COMMITTED.read_text(encoding="utf-8"))
    return contract
