"""The production form on one machine: valid, reachable only through the gateway, no secret inside."""

from __future__ import annotations

import json
import os
import re
import subprocess
from ipaddress import IPv4Network
from typing import Any

import pytest
import yaml

from deploy.local.catalog import EVERYTHING, ROOT, SERVICES
from deploy.local.doctor import compose_command

COMPOSE = ROOT / "docker-compose.yml"
CONTAINERFILE = (ROOT / "deploy/images/Containerfile").read_text()
GIVEN = {
    "POSTGRES_PASSWORD": "p",
    "CITYCODE_SERVICE_SECRET": "s" * 32,
    "CITYCODE_ISSUER": "https://issuer.example",
    "CITYCODE_JWKS_URL": "https://issuer.example/keys",
}


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    loaded: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE.read_text())["services"]
    return loaded


def test_compose_accepts_it_or_its_shape_is_right(services: dict[str, dict[str, Any]]) -> None:
    command = compose_command()
    if command is None:
        assert all("image" in service for service in services.values())
        assert all(
            other in services for service in services.values() for other in service.get("depends_on", {})
        )
        return

    checked = compose(command, GIVEN)

    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("absent", GIVEN)
def test_without_a_secret_nothing_starts(absent: str) -> None:
    command = compose_command()
    if command is None:
        assert f"${{{absent}:?" in COMPOSE.read_text()
        return

    refused = compose(command, {name: value for name, value in GIVEN.items() if name != absent})

    assert refused.returncode != 0


def compose(command: Any, given: dict[str, str]) -> subprocess.CompletedProcess[str]:
    outside = {name: value for name, value in os.environ.items() if name not in GIVEN}
    return subprocess.run(
        [*command, "-f", str(COMPOSE), "config", "-q"],
        env=outside | given,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_process_is_there_and_watched(services: dict[str, dict[str, Any]]) -> None:
    assert services.keys() == {*EVERYTHING, "postgres", "redis", "migrate"}
    assert [name for name in services if name != "migrate" and "healthcheck" not in services[name]] == []


def test_only_the_gateway_is_reachable_and_only_from_this_machine(
    services: dict[str, dict[str, Any]],
) -> None:
    ports = {name: service["ports"] for name, service in services.items() if "ports" in service}

    assert ports == {"gateway": ["127.0.0.1:8000:8000"]}
    assert not any("network_mode" in service for service in services.values())


def test_a_service_knows_its_own_database_only(services: dict[str, dict[str, Any]]) -> None:
    for name in SERVICES:
        variables = [key for key in services[name]["environment"] if key.startswith("DATABASE_URL_")]
        assert variables == [SERVICES[name].database_variable]
    assert not any(key.startswith("DATABASE_URL_") for key in services["gateway"]["environment"])


def test_every_process_of_ours_is_named_by_its_factory(services: dict[str, dict[str, Any]]) -> None:
    commands = {name: services[name]["command"] for name in EVERYTHING}

    assert commands == {
        name: [service.factory, *(["--http", service.protocol] if service.protocol else [])]
        for name, service in EVERYTHING.items()
    }


def test_metrics_are_for_the_inner_network_and_only_the_bridge_is_a_trusted_proxy(
    services: dict[str, dict[str, Any]],
) -> None:
    subnets = {
        name: network["ipam"]["config"][0]["subnet"]
        for name, network in yaml.safe_load(COMPOSE.read_text())["networks"].items()
    }
    told = services["gateway"]["environment"]

    def default(name: str) -> list[str]:
        [written] = re.findall(r"^\$\{\w+:-(.*)\}$", told[name])
        networks: list[str] = json.loads(written)
        return networks

    assert default("CITYCODE_OPERATOR_NETWORKS") == ["127.0.0.0/8", subnets["inside"]]
    [proxy] = default("CITYCODE_TRUSTED_PROXIES")
    assert IPv4Network(proxy).subnet_of(IPv4Network(subnets["outside"]))
    assert IPv4Network(proxy).num_addresses == 1


def test_the_image_runs_as_nobody_in_particular() -> None:
    last_user = re.findall(r"^USER (.+)$", CONTAINERFILE, re.M)[-1]

    assert last_user == "10001:10001"


def test_the_image_holds_no_secret_and_names_no_registry() -> None:
    bases = re.findall(r"^FROM (\S+)", CONTAINERFILE, re.M)

    assert not re.search(r"(SECRET|PASSWORD|TOKEN)", CONTAINERFILE)
    assert all(re.fullmatch(r"[a-z]+:[\w.-]+", base) for base in bases)
    assert "latest" not in "".join(bases)


def test_every_folder_with_code_is_on_the_image_s_path() -> None:
    [path] = re.findall(r"PYTHONPATH=(\S+)", CONTAINERFILE)
    copied = set(re.findall(r"^COPY (\w+) \w+$", CONTAINERFILE, re.M))

    packages = [folder.parent for folder in ROOT.glob("*/*/*/py.typed")] + [ROOT / "gateway" / "gateway"]

    assert {str(folder.parent.relative_to(ROOT)) for folder in packages} <= {
        entry.removeprefix("/citycode/") for entry in path.split(":")
    }
    assert {folder.relative_to(ROOT).parts[0] for folder in packages} <= copied
