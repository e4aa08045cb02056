"""Notices, decisions, ends and what is shown, with the made-up city."""

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from citycode import NoticeCheck, Party, Service, UnknownElement, Votes, VotesError, load_law

from libs.citycode.tests.lawbooks import TODAY, changed, lawbook, shed, shed_facts, text_of

HEARING = date(2026, 7, 14)
NEAR = Party("near", frozenset({"owner"}), 350)


def notice_check(*parties: Party, served: tuple[Service, ...] = ()) -> NoticeCheck:
    return shed().notice_check("bf-shed-notice", HEARING, parties, served, TODAY)


@pytest.mark.parametrize(
    ("party", "must"),
    [
        (Party("on", frozenset({"owner"}), 350), True),
        (Party("above", frozenset({"owner"}), Fraction(35001, 100)), False),
        (Party("tenant", frozenset({"resident"}), 10), False),
        (Party("both", frozenset({"resident", "owner"}), 10), True),
        (Party("unknown", frozenset({"owner"}), None), None),
    ],
    ids=lambda each: each.id if isinstance(each, Party) else str(each),
)
def test_who_must_be_notified(party: Party, must: bool | None) -> None:
    assert notice_check(party).parties[0].must_be_notified is must


def test_where_the_law_says_so_a_last_day_on_a_weekend_moves_earlier() -> None:
    assert notice_check(NEAR).last_mailing_day == date(2026, 7, 2)


@pytest.mark.parametrize(("sent", "in_time"), [(date(2026, 7, 2), True), (date(2026, 7, 3), False)])
def test_the_last_mailing_day_itself_is_in_time(sent: date, in_time: bool) -> None:
    answer = notice_check(NEAR, served=(Service("near", sent, "first_class_mail"),))

    assert answer.in_time is in_time
    assert answer.missing == (() if in_time else ("near",))


def test_another_way_of_service_does_not_count_and_a_second_notice_mends_it() -> None:
    posted = Service("near", date(2026, 6, 20), "posting")
    mailed = Service("near", date(2026, 6, 30), "first_class_mail")

    assert notice_check(NEAR, served=(posted,)).parties[0].wrong == (
        "It went out by posting; first-class mail is demanded.",
    )
    assert notice_check(NEAR, served=(posted, mailed)).in_time


def test_a_party_whose_distance_is_unknown_keeps_the_notice_open() -> None:
    answer = notice_check(NEAR, Party("far", frozenset({"owner"})), served=())

    assert answer.missing == ("near", "far")
    assert answer.sentence == "2 of 2 who must be notified by 2026-07-02 were not, or not properly."


def test_a_notice_says_all_that_is_demanded() -> None:
    (rule,) = shed().notices("hearing", TODAY)

    assert (rule.audience, rule.within_ft, rule.measured_from) == (("owner",), 350, "parcel_perimeter")
    assert (rule.lead, rule.methods, rule.proof) == ("10 days", ("first_class_mail",), "affidavit_of_mailing")
    assert rule.area_rule == "bf-shed-notice-area"


def test_an_unknown_notice_names_the_known() -> None:
    with pytest.raises(UnknownElement) as refused:
        shed().notice_check("bf-notice", HEARING, (), (), TODAY)
    assert refused.value.known == ("bf-shed-notice", "bf-shed-violation", "bf-shed-abatement-notice")


@pytest.mark.parametrize(
    ("votes", "carried"),
    [
        (Votes(2, 2), False),
        (Votes(3, 2), True),
        (Votes(2, 1, 1), False),
        (Votes(2, 1, 0, 2), True),
        (Votes(0), False),
    ],
)
def test_more_than_half_of_those_present(votes: Votes, carried: bool) -> None:
    assert shed().decision_check("approve", votes, TODAY).carried is carried


@pytest.mark.parametrize(
    ("votes", "needed", "carried"),
    [(Votes(2, 3), 3, False), (Votes(2, 2), 3, False), (Votes(3, 2), 3, True), (Votes(1), 1, True)],
)
def test_a_body_without_a_number_goes_by_most_of_the_votes_cast(
    tmp_path: Path, votes: Votes, needed: int, carried: bool
) -> None:
    silent = changed(text_of("shed"), ",\n     share: {of: present, is: 1/2, more_than: true}", "")
    program = load_law(lawbook(tmp_path, shed=silent)).city("birch-falls").program("shed")

    answer = program.decision_check("approve", votes, TODAY)

    assert (answer.needed, answer.carried) == (needed, carried)
    assert "the law names no number" in answer.finding.sentence


@pytest.mark.parametrize(("yes", "carried"), [(3, False), (4, True), (5, True)])
def test_a_share_of_all_members(yes: int, carried: bool) -> None:
    answer = shed().decision_check("revoke", Votes(yes), TODAY)

    assert (answer.needed, answer.cast, answer.carried) == (4, yes, carried)
    assert answer.finding.outcome == ("met" if carried else "not_met")


@pytest.mark.parametrize("votes", [Votes(-1), Votes(3, 3), Votes(5, 0, 0, 1)])
def test_votes_that_cannot_be_are_refused(votes: Votes) -> None:
    with pytest.raises(VotesError):
        shed().decision_check("revoke", votes, TODAY)


def test_a_decision_of_a_kind_that_is_not_there() -> None:
    assert shed().decision_kinds(TODAY) == ("approve", "revoke")
    with pytest.raises(UnknownElement):
        shed().decision("suspend", TODAY)


def test_an_end_and_a_transfer_come_together() -> None:
    answer = shed().ends("ownership.transferred", shed_facts(movable=True), TODAY)

    (transition,) = answer
    assert (transition.to, transition.rules) == ("expired", ("bf-shed-sold", "bf-shed-transfer"))
    assert dict(transition.options) == {"owner": ("remove",), "buyer": ("new_permit", "remove")}
    assert answer.transfers is False


def test_an_end_whose_condition_fails_or_is_unknown_ends_nothing() -> None:
    fixed = shed().ends("ownership.transferred", shed_facts(movable=False), TODAY)
    unsure = shed().ends("ownership.transferred", shed_facts(movable=None), TODAY)

    assert (len(fixed), len(unsure)) == (0, 0)
    assert [each.outcome for each in fixed.findings] == ["met", "not_applicable"]
    assert [each.name for each in unsure.missing_facts] == ["movable"]


def test_submittals_follow_the_facts() -> None:
    def asked(**facts: object) -> list[tuple[str, bool | None]]:
        return [(each.id, each.applies) for each in shed().submittals(TODAY, shed_facts(**facts))]

    assert asked(shed_area_sqft=200) == [("bf-shed-plan", True)]
    assert asked(shed_area_sqft=201) == [("bf-shed-plan", True), ("bf-shed-survey", True)]
    assert asked(shed_area_sqft=None) == [("bf-shed-plan", True), ("bf-shed-survey", None)]


def test_what_is_shown_of_each_kind() -> None:
    program = shed()

    assert [each.says for each in program.judgments(TODAY)] == ["Does it fit in?"]
    assert [each.detail("discretionary") for each in program.conditions(TODAY)] == [True]
    assert [each.detail("after") for each in program.inspections(TODAY)] == 3 * ["permit.issued"]
    (review,) = program.reviews(TODAY)
    assert (review.detail("every"), review.detail("must")) == ("1 year", "review")
    assert [each.detail("length") for each in program.term_rules(TODAY)] == ["2 years", None]
    assert [each.detail("layer") for each in program.overlays(TODAY)] == ["flood_zones"]
    assert [each.id for each in program.stated(TODAY)] == [
        "bf-shed-neat",
        "bf-shed-office",
        "bf-shed-def",
        "bf-shed-large-def",
    ]


def test_the_program_describes_itself_with_schema_and_citations() -> None:
    told = shed().describe(TODAY)

    schema = told["facts_schema"]
    assert isinstance(schema, dict)
    assert schema["properties"]["height_ft"] == {  # type: ignore[index,call-overload]
        "title": "height",
        "description": "How high?",
        "x-unit": "ft",
        "type": ["number", "string"],
        "minimum": 0,
    }
    elements = told["elements"]
    assert isinstance(elements, dict)
    assert {"standard", "judgment", "clock", "notice", "decision", "end"} <= elements.keys()


def test_requirement_without_check() -> None:
    program = shed()

    needed = program.requirement(shed_facts(), TODAY)
    assert (needed.requirement, [each.id for each in needed.submittals]) == ("required", ["bf-shed-plan"])
    assert program.requirement(shed_facts(work="fence"), TODAY).requirement == "not_needed"
    assert program.requirement(shed_facts(shed_area_sqft=10, movable=True), TODAY).requirement == "exempt"
    unsure = program.requirement(shed_facts(work=None), TODAY)
    assert (unsure.requirement, [each.name for each in unsure.missing_facts]) == ("cannot_be_told", ["work"])
