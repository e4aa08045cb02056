"""What every process is told: settings by the names servicekit gives them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from deploy.local.catalog import CODES, SERVICES, SUBSCRIPTIONS
from deploy.local.ports import HOST

OURS = ("CITYCODE_", "DATABASE_URL_")


def outside_environment(*, keep_ours: bool) -> dict[str, str]:
    """Give the environment we were started in, with or without settings of this project."""
    return {name: value for name, value in os.environ.items() if keep_ours or not name.startswith(OURS)}


def addresses(ports: Mapping[str, int]) -> dict[str, str]:
    """Give each process's own address."""
    return {name: f"http://{HOST}:{port}" for name, port in ports.items()}


def settings(
    *,
    profile: str,
    ports: Mapping[str, int],
    database_urls: Mapping[str, str],
    jwks_url: str,
    through: Mapping[str, int] | None = None,
) -> dict[str, str]:
    """Give the settings all processes share: where things are, and who hears of what.

    `through` are ports at which the gateway finds a service instead of at its own.
    """
    urls = addresses(ports)
    upstreams = {**urls, **addresses(through or {})}
    subscribers = {
        beginning: [urls[name] for name in names if name in urls]
        for beginning, names in SUBSCRIPTIONS.items()
    }
    return {
        "CITYCODE_PROFILE": profile,
        "CITYCODE_CODES_DIR": str(CODES),
        "CITYCODE_JWKS_URL": jwks_url,
        "CITYCODE_UPSTREAMS": json.dumps({name: upstreams[name] for name in SERVICES if name in urls}),
        "CITYCODE_SUBSCRIBERS": json.dumps(subscribers),
        **{f"CITYCODE_{name.upper()}_URL": urls[name] for name in SERVICES if name in urls},
        **{SERVICES[name].database_variable: url for name, url in database_urls.items()},
        "PYTHONDONTWRITEBYTECODE": os.environ.get("PYTHONDONTWRITEBYTECODE", ""),
    }


def clock_settings(clock_file: Path) -> dict[str, str]:
    """Give the setting by which all processes read one clock."""
    return {"CITYCODE_CLOCK_FILE": str(clock_file)}
