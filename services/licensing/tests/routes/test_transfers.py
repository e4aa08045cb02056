"""Transfers: only what the law lets pass, upon its event, by its parties, with all the request must state."""

from __future__ import annotations

from typing import Any

import pytest

from services.licensing.tests import steps
from services.licensing.tests.services import Office

pytestmark = pytest.mark.storage
STATED = {
    "name": "B. Buyer",
    "mailing_address": "2 Main St, Anytown MN 56500",
    "phone": "218-555-0199",
    "reason": "The business was sold.",
}


def ask(license_: Any, **given: Any) -> tuple[str, dict[str, Any], int]:
    body = {
        "upon": "business.sold",
        "happened_on": "2026-05-11",
        "party": "transferee",
        "transferee": "business-2",
        **STATED,
        **given,
    }
    sent = {name: value for name, value in body.items() if value is not None}
    return f"/licenses/{license_['id']}/transfers", sent, license_["version"]


def test_a_commercial_license_passes_with_the_business(own_office: Office) -> None:
    license_ = steps.issued(own_office, "commercial", who="business-1")
    filed = steps.done(steps.send(own_office.resident("business-2"), *ask(license_)))

    path = f"/license-transfers/{filed['transfer']['id']}/grant"
    granted = steps.done(steps.send(own_office.administrator(), path, {}, 1))

    holder = steps.read(own_office.resident("business-2"), f"/licenses/{license_['id']}/holder")
    former = own_office.resident("business-1").get(f"{steps.V1}/licenses/{license_['id']}/holder")
    assert filed["transfer"]["request_rule"] == "dl-dock-transfer-request"
    assert (granted["transfer"]["state"], granted["license"]["state"]) == ("granted", "issued")
    assert granted["license"]["transferred_on"] == "2026-05-11"
    assert (holder["holder"], holder["contact"]["name"]) == ("business-2", "B. Buyer")
    assert former.status_code == 404


@pytest.mark.parametrize("lacking", STATED)
def test_a_request_states_everything_the_law_asks(own_office: Office, lacking: str) -> None:
    license_ = steps.issued(own_office, "commercial", who="business-1")

    refused = steps.send(own_office.resident("business-2"), *ask(license_, **{lacking: None}))

    assert steps.codes(refused) == ["request_incomplete"]
    assert refused.json()["gates"][0]["rules"] == ["dl-dock-transfer-request"]


@pytest.mark.parametrize("dock_class", ["private", "semi_commercial"])
@pytest.mark.parametrize("upon", ["ownership.transferred", "business.sold"])
def test_private_and_semi_commercial_licenses_never_pass(
    own_office: Office, dock_class: str, upon: str
) -> None:
    license_ = steps.issued(own_office, dock_class)

    refused = steps.send(own_office.resident("business-2"), *ask(license_, upon=upon))

    assert steps.codes(refused) == ["not_transferable"]
    assert refused.json()["gates"][0]["rules"] == ["dl-dock-no-transfer"]


def test_upon_a_sale_of_the_land_a_commercial_license_does_not_pass(own_office: Office) -> None:
    license_ = steps.issued(own_office, "commercial", who="business-1")

    refused = steps.send(own_office.resident("business-2"), *ask(license_, upon="ownership.transferred"))

    assert steps.codes(refused) == ["not_transferable"]


def test_only_the_parties_of_the_law_ask_and_each_for_itself(own_office: Office) -> None:
    license_ = steps.issued(own_office, "commercial", who="business-1")

    as_holder = steps.send(own_office.resident("business-2"), *ask(license_, party="licensee"))
    for_another = steps.send(own_office.resident("business-3"), *ask(license_))
    as_owner = steps.send(own_office.administrator(), *ask(license_, party="owner"))
    by_the_holder = steps.send(
        own_office.resident("business-1"), *ask(license_, party="licensee", transferee=None)
    )

    assert (as_holder.status_code, for_another.status_code, as_owner.status_code) == (403, 403, 422)
    assert by_the_holder.status_code == 201


def test_a_transfer_waits_for_the_account_of_the_new_holder(own_office: Office) -> None:
    license_ = steps.issued(own_office, "commercial", who="business-1")
    filed = steps.done(
        steps.send(own_office.resident("business-1"), *ask(license_, party="licensee", transferee=None))
    )
    path = f"/license-transfers/{filed['transfer']['id']}/grant"

    unknown = steps.send(own_office.administrator(), path, {}, 1)
    granted = steps.done(steps.send(own_office.administrator(), path, {"transferee": "business-2"}, 1))

    assert steps.codes(unknown) == ["transferee_unknown"]
    assert granted["transfer"]["transferee"] == "business-2"


def test_a_refused_request_leaves_the_holder(own_office: Office) -> None:
    license_ = steps.issued(own_office, "commercial", who="business-1")
    filed = steps.done(steps.send(own_office.resident("business-2"), *ask(license_)))
    path = f"/license-transfers/{filed['transfer']['id']}"

    refused = steps.done(steps.send(own_office.administrator(), f"{path}/refuse", {"reason": "No sale."}, 1))
    again = steps.send(own_office.administrator(), f"{path}/grant", {}, 2)

    holder = steps.read(own_office.resident("business-1"), f"/licenses/{license_['id']}/holder")
    assert refused["transfer"]["state"] == "refused"
    assert again.status_code == 409
    assert holder["holder"] == "business-1"
