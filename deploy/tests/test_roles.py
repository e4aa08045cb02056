"""Development tokens: for each role, in one city, with the office that city's own code names."""

from __future__ import annotations

from pathlib import Path

import pytest
from servicekit.identity import Principal
from servicekit.issuer import DevelopmentIssuer
from servicekit.jwks import IssuerKeys
from servicekit.tokens import TokenVerifier

from deploy.local.refusals import UnknownRole
from deploy.local.roles import token_for

CITY_CODE = """
city: river-falls
offices:
  - {id: city_administrator, title: City administrator}
  - {id: building_official, title: Building official}
  - {id: city_clerk, title: City clerk}
"""


@pytest.fixture
def codes(tmp_path: Path) -> Path:
    for city, code in {
        "river-falls": CITY_CODE,
        "no-clerk": CITY_CODE.replace("city_clerk", "town_clerk"),
    }.items():
        (tmp_path / "codes" / city).mkdir(parents=True)
        (tmp_path / "codes" / city / "city.yaml").write_text(code)
    return tmp_path / "codes"


@pytest.fixture
def issuer(tmp_path: Path) -> DevelopmentIssuer:
    return DevelopmentIssuer(tmp_path / "identity")


@pytest.mark.parametrize(
    ("role", "office"),
    [("clerk", "city_administrator"), ("inspector", "building_official"), ("council_clerk", "city_clerk")],
)
def test_staff_hold_their_office_in_that_city_only(
    issuer: DevelopmentIssuer, codes: Path, role: str, office: str
) -> None:
    principal = verified(issuer, token_for(issuer, role, "river-falls", codes))

    assert principal.kind == "person"
    assert principal.offices == {"river-falls": frozenset({office})}


def test_a_resident_holds_no_office(issuer: DevelopmentIssuer, codes: Path) -> None:
    principal = verified(issuer, token_for(issuer, "resident", "river-falls", codes))

    assert (principal.kind, principal.subject, principal.offices) == ("person", "resident-1", {})


def test_the_county_is_a_machine_with_its_scope(issuer: DevelopmentIssuer, codes: Path) -> None:
    principal = verified(issuer, token_for(issuer, "county", "river-falls", codes))

    assert principal.kind == "machine"
    assert principal.scopes == {"county.records"}
    assert principal.cities == frozenset({"river-falls"})


def test_the_portal_may_file_applications(issuer: DevelopmentIssuer, codes: Path) -> None:
    principal = verified(issuer, token_for(issuer, "portal", "river-falls", codes))

    assert principal.kind == "machine"
    assert principal.scopes == {"applications.file"}


def test_an_unknown_role_lists_the_roles(issuer: DevelopmentIssuer, codes: Path) -> None:
    with pytest.raises(UnknownRole, match="resident, clerk, inspector, council_clerk, portal, county"):
        token_for(issuer, "mayor", "river-falls", codes)


def test_an_unknown_city_lists_the_cities(issuer: DevelopmentIssuer, codes: Path) -> None:
    with pytest.raises(UnknownRole, match="no-clerk, river-falls"):
        token_for(issuer, "clerk", "atlantis", codes)


def test_an_office_the_city_does_not_have_lists_its_offices(issuer: DevelopmentIssuer, codes: Path) -> None:
    with pytest.raises(UnknownRole, match=r"no office 'city_clerk'.*town_clerk"):
        token_for(issuer, "council_clerk", "no-clerk", codes)


def verified(issuer: DevelopmentIssuer, token: str) -> Principal:
    keys = IssuerKeys(issuer.jwks_url)
    return TokenVerifier(keys, issuer="urn:citycode:development-issuer", audience="citycode").verify(token)
