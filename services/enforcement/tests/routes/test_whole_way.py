"""A case from the complaint to the tax roll, with every step by whom the law names."""

import pytest

from services.enforcement.tests import steps
from services.enforcement.tests.services import CITY, Office

pytestmark = pytest.mark.storage


def test_what_is_not_corrected_is_abated_charged_and_certified(office: Office) -> None:
    account = steps.charged(office)

    (charge,) = account["account"]["charges"]
    assert (charge["amount_usd"], charge["lane"]["lane"]) == ("1840.00", "assessment")
    statute = charge["lane"]["statute"]
    office.set("2026-10-06 09:00")
    clerk = office.council_clerk()
    roll = steps.done(
        steps.send(clerk, "/assessment-rolls", {"year": 2026, "lane": "assessment", "statute": statute})
    )
    path = f"/assessment-rolls/{roll['id']}"
    line = steps.done(steps.send(clerk, f"{path}/lines", {"case_id": account["case"]["id"]}, 1))
    adopted = steps.done(steps.send(clerk, f"{path}/adopt", {"resolution": "Resolution 2026-88"}, 2))
    certified = steps.done(steps.send(clerk, f"{path}/certify", None, adopted["version"]))

    assert (line["amount_usd"], certified["state"]) == ("1840.00", "certified")
    shown = steps.read(office.county(), "/assessment-lines")["lines"]
    mine = next(each for each in shown if each["id"] == line["id"])
    confirm = f"/assessment-lines/{line['id']}/confirm"
    taken = steps.done(
        steps.send(office.county(), confirm, {"county_reference": "SA-1"}, mine["roll_version"], "key-1")
    )
    assert taken["state"] == "confirmed"
    assert steps.read(clerk, path)["state"] == "settled"
    now = steps.read(clerk, f"/cases/{account['case']['id']}/account")
    assert (now["outstanding_usd"], now["on_tax_roll_usd"]) == ("0.00", "1840.00")
    case = steps.read(clerk, f"/cases/{account['case']['id']}")
    closed = steps.on(office.administrator(), case, "close", {"reason": "All is done."})
    assert closed["state"] == "closed"
    history = steps.read(clerk, f"/cases/{case['id']}/history")
    assert history["intact"]
    assert [each["event"] for each in history["entries"]][-3:] == [
        "charge.certified",
        "charge.confirmed",
        "case.closed",
    ]


def test_corrected_on_reinspection_closes_the_case(office: Office) -> None:
    case = steps.noticed(office)
    office.set("2026-06-20 09:00")

    case = steps.inspected(office, case, {"holes_in_walls": 0})

    assert (case["state"], case["closed_on"]) == ("closed", "2026-06-20")
    (violation,) = steps.read(office.inspector(), f"/cases/{case['id']}/violations")["violations"]
    assert (violation["rule"], violation["corrected_on"]) == (steps.BROKEN, "2026-06-20")
    assert violation["days"] == 19  # June 1 through 19
    (penalty,) = steps.read(office.inspector(), f"/cases/{case['id']}/penalties")["penalties"]
    assert penalty["offenses"] == 19
    (order,) = steps.read(office.inspector(), f"/cases/{case['id']}/orders")["orders"]
    assert order["state"] == "complied"


def test_a_rejected_line_is_owed_again_and_corrected(office: Office) -> None:
    account = steps.charged(office)
    clerk = office.council_clerk()
    (charge,) = account["account"]["charges"]
    power = {"year": 2026, "lane": "assessment", "statute": charge["lane"]["statute"]}
    roll = steps.done(steps.send(clerk, "/assessment-rolls", power))
    path = f"/assessment-rolls/{roll['id']}"
    line = steps.done(steps.send(clerk, f"{path}/lines", {"case_id": account["case"]["id"]}, 1))
    steps.done(steps.send(clerk, f"{path}/adopt", {"resolution": "Resolution 2026-89"}, 2))
    certified = steps.done(steps.send(clerk, f"{path}/certify", None, 3))
    reject = f"/assessment-lines/{line['id']}/reject"

    steps.done(steps.send(office.county(), reject, {"because": "Retired."}, certified["version"], "key-2"))

    of_case = f"/cases/{account['case']['id']}/account"
    assert steps.read(clerk, of_case)["outstanding_usd"] == "1840.00"
    case = steps.read(clerk, f"/cases/{account['case']['id']}")
    refused = steps.try_on(office.administrator(), case, "close", {"reason": "Done."})
    assert steps.codes(refused) == ["owed"]
    version = steps.read(clerk, path)["version"]
    again = steps.done(
        steps.send(clerk, f"/assessment-lines/{line['id']}/correct", {"pin": "49.0990.9999"}, version)
    )
    assert (again["state"], again["replaces"]) == ("certified", line["id"])
    assert steps.read(clerk, of_case)["on_tax_roll_usd"] == "1840.00"


def test_a_personal_obligation_is_invoiced_and_paid_and_goes_to_no_roll(office: Office) -> None:
    account = steps.charged(office, "dl-pm-cost.owner")
    clerk, administrator = office.council_clerk(), office.administrator()
    power = {"year": 2026, "lane": "assessment", "statute": "M.S. 429.101"}
    roll = steps.done(steps.send(clerk, "/assessment-rolls", power))
    asked = {"case_id": account["case"]["id"]}

    barred = steps.send(clerk, f"/assessment-rolls/{roll['id']}/lines", asked, 1)
    invoiced = steps.on(clerk, account["case"], "invoices", {"due_on": "2026-09-15"})
    money = {"amount_usd": "1840.00", "method": "check", "paid_on": "2026-08-10"}
    paid = steps.on(administrator, invoiced["case"], "payments", money)

    assert (barred.status_code, "personal obligation" in barred.json()["detail"]) == (409, True)
    (invoice,) = invoiced["account"]["invoices"]
    assert (invoice["number"][:7], invoice["total_usd"]) == ("DL-INV-", "1840.00")
    assert paid["account"]["outstanding_usd"] == "0.00"
    assert office.clock.today(CITY).isoformat() == "2026-08-10"
