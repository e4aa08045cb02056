"""What the law or the state of a case refuses, and what the refusal says."""

from __future__ import annotations

import pytest

from services.enforcement.tests import steps
from services.enforcement.tests.services import Office

pytestmark = pytest.mark.storage


def test_a_case_waits_for_gis(office: Office) -> None:
    office.gis.away = True

    refused = steps.send(office.inspector(), "/cases", {"program": steps.PROGRAM, "pin": steps.a_pin()})

    assert refused.status_code == 503


def test_a_program_without_enforcement_opens_no_case(office: Office) -> None:
    office.set("2026-06-01 10:00")
    body = {"program": "no-such-program", "pin": steps.a_pin()}

    assert steps.send(office.inspector(), "/cases", body).status_code == 404


@pytest.mark.parametrize(("comply_by", "status"), [("2026-07-01", 201), ("2026-07-02", 422)])
def test_the_time_given_is_at_most_thirty_days(office: Office, comply_by: str, status: int) -> None:
    case = steps.inspected(office, steps.opened(office))

    answer = steps.try_to_issue(office, case, comply_by)

    assert answer.status_code == status
    if status == 422:  # June 1 + 30 days
        (wrong,) = answer.json()["errors"]
        assert wrong["pointer"] == "#/comply_by"
        assert "2026-07-01 is the latest day" in wrong["message"]


def test_no_more_time_than_the_law_allows(office: Office) -> None:
    made = steps.done(steps.try_to_issue(office, steps.inspected(office, steps.opened(office)), "2026-06-20"))
    case = steps.served(office, made)["case"]
    more = {"comply_by": "2026-07-02", "because": "The painter was ill."}

    refused = steps.try_on(office.inspector(), case, "extend", more)
    given = steps.on(office.inspector(), case, "extend", {**more, "comply_by": "2026-07-01"})
    again = steps.try_on(office.inspector(), given, "extend", {**more, "comply_by": "2026-06-25"})

    assert steps.pointers(refused) == ["#/comply_by"]
    assert given["comply_by"] == "2026-07-01"
    assert steps.pointers(again) == ["#/comply_by"]


def test_a_notice_holds_what_the_law_asks(office: Office) -> None:
    case = steps.inspected(office, steps.opened(office))

    refused = steps.try_to_issue(office, case, contents={"description": "Two holes."})

    assert steps.codes(refused) == ["notice_incomplete"]


def test_no_violation_no_notice(office: Office) -> None:
    case = steps.inspected(office, steps.opened(office), {"undeveloped": False, "holes_in_walls": 0})

    assert steps.codes(steps.try_to_issue(office, case)) == ["no_violation"]


def test_undeveloped_land_breaks_no_rule(office: Office) -> None:
    case = steps.inspected(office, steps.opened(office), {**steps.SEEN, "undeveloped": True})

    found = steps.read(office.inspector(), f"/cases/{case['id']}/violations")

    assert found["violations"] == []


def test_another_office_issues_no_notice_of_the_official(office: Office) -> None:
    case = steps.inspected(office, steps.opened(office))
    contents = {"description": "Two holes.", "correction_order": True}
    body = {"notice": steps.NOTICE, "contents": contents, "comply_by": "2026-06-30"}

    refused = steps.try_on(office.administrator(), case, "notices", body)

    assert (refused.status_code, "building official" in refused.json()["detail"]) == (403, True)


def test_mail_without_affidavit_is_no_service(office: Office) -> None:
    made = steps.done(steps.try_to_issue(office, steps.inspected(office, steps.opened(office))))

    mailed = steps.served(office, made, method="first_class_mail", outcome="sent")
    proven = steps.served(
        office, mailed, method="first_class_mail", outcome="sent", proof="affidavit_of_service"
    )

    assert (mailed["case"]["state"], mailed["notice"]["good"]) == ("opened", False)
    assert (proven["case"]["state"], proven["notice"]["good"]) == ("noticed", True)
    assert proven["notice"]["recipients"][0]["address_source"] == "county_tax_record"


def test_posting_is_no_way_of_service(office: Office) -> None:
    made = steps.done(steps.try_to_issue(office, steps.inspected(office, steps.opened(office))))
    body = {"method": "posting", "made_on": "2026-06-01", "outcome": "sent"}

    refused = steps.try_on(office.inspector(), made["case"], f"notices/{made['notice']['id']}/services", body)

    assert steps.pointers(refused) == ["#/method"]


def test_a_withheld_owner_is_reached_another_way(office: Office) -> None:
    office.gis.withheld = True
    case = steps.inspected(office, steps.opened(office))

    assert steps.codes(steps.try_to_issue(office, case)) == ["owner_withheld"]
    parties = steps.read(office.inspector(), f"/cases/{case['id']}/parties")["parties"]
    assert [(each["name"], each["withheld"]) for each in parties] == [(None, True)]


def test_no_report_while_the_time_runs(office: Office) -> None:
    case = steps.noticed(office)
    office.set("2026-07-01 16:00")

    refused = steps.try_on(office.inspector(), case, "report", {"notes": "Nothing was done."})

    assert steps.codes(refused) == ["time_running"]


def test_a_hearing_that_cannot_be_noticed_in_time_is_not_set(office: Office) -> None:
    case = steps.reported(office)
    office.set("2026-07-15 09:00")

    refused = steps.try_on(office.council_clerk(), case, "hearings", steps.HEARING)

    (wrong,) = refused.json()["errors"]
    assert refused.status_code == 422
    assert "the first day is 2026-07-29" in wrong["message"]  # July 15 + 14 days


def test_a_hearing_with_thirteen_days_notice_is_not_held(office: Office) -> None:
    made = steps.scheduled(office)
    office.set("2026-07-15 09:00")  # 13 days before July 28
    notice = steps.on(
        office.council_clerk(), made["case"], "notices", {"notice": steps.HEARING_NOTICE, "contents": {}}
    )
    steps.served(office, notice, office.council_clerk())
    office.set("2026-07-28 21:00")

    path = f"/case-hearings/{made['hearing']['id']}/hold"
    refused = steps.send(office.council_clerk(), path, {"held_on": "2026-07-28"}, 1)

    assert steps.codes(refused) == ["notice_missing"]


def test_no_hearing_on_a_holiday(office: Office) -> None:
    case = steps.reported(office)
    body = {"starts_at": "2026-09-07T19:00:00-05:00", "place": "City hall"}  # Labor Day

    assert steps.pointers(steps.try_on(office.council_clerk(), case, "hearings", body)) == ["#/starts_at"]


def test_no_order_without_hearing_and_majority(office: Office) -> None:
    case = steps.reported(office)
    decided_on = {"decided_on": "2026-07-02"}
    short = {**steps.ORDER, **decided_on, "votes": {"yes": 4, "no": 4, "absent": 1}}

    refused = steps.try_on(office.council_clerk(), case, "decide", short)

    assert steps.codes(refused) == ["hearing_not_held", "votes_short"]


def test_the_city_does_nothing_without_an_order(office: Office) -> None:
    doing = {"abated_on": "2026-07-02", "by": "Street department", "what": "Closed the holes."}
    case = steps.reported(office)

    refused = steps.try_on(office.administrator(), case, "abate", doing)

    assert steps.codes(refused) == ["order_missing"]
    assert refused.json()["gates"][0]["rules"] == ["dl-pm-abatement-order"]


def test_no_liability_without_order_and_abatement(office: Office) -> None:
    case = steps.reported(office)
    cost = {
        "fact": "abatement_cost_usd",
        "amount_usd": "1840.00",
        "incurred_on": "2026-07-02",
        "what": "Carpenter.",
        "document": "Invoice 2231",
    }
    body = {"recovery": "dl-pm-cost", "lane": "dl-pm-cost.owner", "due_on": "2026-09-15"}
    case = steps.on(office.council_clerk(), case, "costs", cost)["case"]

    refused = steps.try_on(office.council_clerk(), case, "charges", body)

    assert steps.codes(refused) == ["not_recoverable"]


def test_tests_are_paid_by_the_owner_without_an_order(office: Office) -> None:
    case = steps.inspected(office, steps.opened(office))
    cost = {
        "fact": "test_cost_usd",
        "amount_usd": "350.00",
        "incurred_on": "2026-06-01",
        "what": "Load test of the balcony.",
        "document": "Report 12",
    }
    body = {"recovery": "dl-pm-test-cost", "lane": "dl-pm-test-cost.owner", "due_on": "2026-07-01"}
    case = steps.on(office.council_clerk(), case, "costs", cost)["case"]

    account = steps.on(office.council_clerk(), case, "charges", body)["account"]

    assert (account["outstanding_usd"], account["charges"][0]["lane"]["lane"]) == (
        "350.00",
        "personal_obligation",
    )


def test_a_charge_stands_on_one_line_only(office: Office) -> None:
    account = steps.charged(office)
    clerk = office.council_clerk()
    (charge,) = account["account"]["charges"]
    power = {"year": 2026, "lane": "assessment", "statute": charge["lane"]["statute"]}
    roll = steps.done(steps.send(clerk, "/assessment-rolls", power))
    path = f"/assessment-rolls/{roll['id']}/lines"
    steps.done(steps.send(clerk, path, {"case_id": account["case"]["id"]}, 1))

    refused = steps.send(clerk, path, {"case_id": account["case"]["id"]}, 2)

    assert refused.status_code == 409


def test_what_the_case_tells_is_not_stated(office: Office) -> None:
    case = steps.opened(office)
    body = {"inspected_on": "2026-06-01", "facts": {"abatement_ordered_on": "2026-05-01"}, "notes": "x"}

    refused = steps.try_on(office.inspector(), case, "inspections", body)

    assert steps.pointers(refused) == ["#/facts/abatement_ordered_on"]


def test_a_judgment_is_the_officials_and_opens_a_violation(office: Office) -> None:
    case = steps.opened(office)
    answer = {"dl-pm-good-repair": {"answer": False, "reason": "The gutter hangs loose."}}

    steps.inspected(office, case, {"undeveloped": False}, judgments=answer)

    found = steps.read(office.inspector(), f"/cases/{case['id']}/violations")["violations"]
    assert [each["rule"] for each in found] == ["dl-pm-good-repair"]


def test_a_stale_version_changes_nothing(office: Office) -> None:
    case = steps.opened(office)
    steps.inspected(office, case)

    body = {"inspected_on": "2026-06-01", "facts": {}, "notes": "x"}

    assert steps.try_on(office.inspector(), case, "inspections", body).status_code == 412


def test_cases_are_listed_by_what_staff_look_for(office: Office) -> None:
    case = steps.noticed(office)
    clerk = office.administrator()

    by_pin = steps.read(clerk, f"/cases?pin={case['pin']}")["items"]
    by_number = steps.read(clerk, f"/cases?number={case['number']}&state=noticed")["items"]
    late = steps.read(clerk, f"/cases?pin={case['pin']}&due_by=2026-06-30")["items"]

    assert [each["id"] for each in by_pin] == [each["id"] for each in by_number] == [case["id"]]
    assert late == []
    assert case["number"].startswith("DL-PM-2026-")


def test_a_case_says_what_who_asks_may_do_next(office: Office) -> None:
    case = steps.inspected(office, steps.opened(office))

    of_inspector = steps.read(office.inspector(), f"/cases/{case['id']}")["allowed_actions"]
    of_clerk = steps.read(office.council_clerk(), f"/cases/{case['id']}")["allowed_actions"]

    assert {"inspect", "issue_notice", "serve_notice", "report", "close"} <= set(of_inspector)
    assert not {"notify", "pay", "charge", "decide"} & set(of_inspector)
    assert {"enter_cost", "charge", "invoice"} <= set(of_clerk)
    assert not {"inspect", "pay", "close"} & set(of_clerk)
