"""Tokens for the roles of roles.yaml, signed by the development issuer."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict
from servicekit.issuer import DevelopmentIssuer

from deploy.local.catalog import CODES
from deploy.local.refusals import UnknownRole

ROLES_FILE = Path(__file__).with_name("roles.yaml")


class Role(BaseModel):
    """Who a token speaks for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    subject: str
    kind: Literal["person", "machine"] = "person"
    office: str | None = None
    scope: str = ""


def roles(path: Path = ROLES_FILE) -> dict[str, Role]:
    """Read the roles, in the order of the file."""
    return {name: Role.model_validate(entry) for name, entry in yaml.safe_load(path.read_text()).items()}


def token_for(issuer: DevelopmentIssuer, role_name: str, city: str, codes: Path = CODES) -> str:
    """Sign a token for a role in one city. Raises UnknownRole."""
    known = roles()
    role = known.get(role_name)
    if role is None:
        raise UnknownRole(f"There is no role {role_name!r}. Roles: {', '.join(known)}.")
    offices = offices_of(city, codes)
    if role.office is not None and role.office not in offices:
        raise UnknownRole(f"{city} has no office {role.office!r}. Its offices: {', '.join(offices)}.")
    return issuer.token(
        role.subject,
        kind=role.kind,
        offices={city: [role.office]} if role.office else None,
        scope=role.scope,
        cities=[city] if role.kind == "machine" else None,
    )


def offices_of(city: str, codes: Path = CODES) -> list[str]:
    """Give the ids of a city's offices, as its code names them. Raises UnknownRole for an unknown city."""
    try:
        code: dict[str, Any] = yaml.safe_load((codes / city / "city.yaml").read_text())
    except FileNotFoundError:
        cities = sorted(folder.parent.name for folder in codes.glob("*/city.yaml"))
        raise UnknownRole(f"There is no city {city!r}. Cities: {', '.join(cities)}.") from None
    return [office["id"] for office in code["offices"]]
