"""Service of notices: which ways will do, from which day they count, what proves them, and publication."""

from datetime import date
from pathlib import Path

import pytest
from citycode import NoticeCheck, Party, Service, load_law

from libs.citycode.tests.lawbooks import TODAY, changed, lawbook, shed, shed_facts, text_of

OWNER = Party("owner", frozenset({"owner"}))
HEARING = date(2026, 6, 9)
SENT = date(2026, 5, 26)


def served(*services: Service, movable: bool | None = False) -> NoticeCheck:
    facts = shed_facts(movable=movable)
    return shed().notice_check("bf-shed-violation", None, [OWNER], services, TODAY, (), facts)


def mailed(on: date = SENT, proof: str | None = "affidavit_of_service") -> Service:
    return Service("owner", on, "first_class_mail", proof)


def before_hearing(*services: Service, published: tuple[date, ...]) -> NoticeCheck:
    return shed().notice_check(
        "bf-shed-abatement-notice", HEARING, [OWNER], services, TODAY, published, shed_facts()
    )


PRINTED = (date(2026, 5, 20), date(2026, 5, 27))


def test_mail_without_its_affidavit_is_no_service_and_says_what_is_missing() -> None:
    (party,) = served(mailed(proof=None)).parties

    assert (party.in_time, party.missing_proof) == (False, ("affidavit of service",))
    assert party.wrong == ("First-class mail is good only with an affidavit of service.",)
    assert served(mailed()).in_time


def test_a_notice_that_precedes_nothing_has_no_last_day() -> None:
    answer = served(mailed())

    assert (answer.hearing_on, answer.last_mailing_day) == (None, None)
    assert answer.sentence == "Everybody who must be notified (1) was."


@pytest.mark.parametrize(("received", "counts"), [(None, None), (date(2026, 5, 29), date(2026, 5, 29))])
def test_service_that_counts_when_received(received: date | None, counts: date | None) -> None:
    (party,) = served(Service("owner", SENT, "certified_mail", "return_receipt", received)).parties

    assert (party.served_on, party.effective_on, party.in_time) == (SENT, counts, counts is not None)


def test_two_methods_together_count_from_the_last_of_them_and_some_days_after() -> None:
    posted = Service("owner", date(2026, 5, 27), "posting")

    (party,) = served(posted, mailed(proof=None)).parties

    assert (party.in_time, party.effective_on) == (True, date(2026, 5, 30))
    assert served(posted).in_time is False
    assert served(posted, mailed(proof=None), movable=True).in_time is False


def test_service_like_that_of_another_notice() -> None:
    rule = shed().notice("bf-shed-abatement-notice", TODAY)

    assert rule.service_rule == "bf-shed-service"
    assert rule.services == shed().notice("bf-shed-violation", TODAY).services
    assert rule.address == "the owner's last address on the tax roll"


@pytest.mark.parametrize(("sent", "in_time"), [(SENT, True), (date(2026, 5, 27), False)])
def test_fourteen_days_before_the_hearing(sent: date, in_time: bool) -> None:
    answer = before_hearing(mailed(sent), published=PRINTED)

    assert (answer.last_mailing_day, answer.in_time) == (SENT, in_time)


@pytest.mark.parametrize(
    ("published", "wrong"),
    [
        (PRINTED, ()),
        ((), ("It was not published.",)),
        (PRINTED[:1], ("Published 1 of 2 weeks.",)),
        (
            (date(2026, 5, 27), date(2026, 6, 3)),
            ("It was first published 2026-05-27, after the last day 2026-05-26.",),
        ),
    ],
)
def test_publication_in_successive_weeks(published: tuple[date, ...], wrong: tuple[str, ...]) -> None:
    answer = before_hearing(mailed(), published=published)

    assert answer.publication is not None
    assert (answer.publication.last_day, answer.publication.wrong) == (SENT, wrong)
    assert answer.in_time is (wrong == ())


def test_what_a_notice_must_say_is_listed() -> None:
    rule = shed().notice("bf-shed-violation", TODAY)

    assert rule.must_say == ("description of the violation", "order to mend it")
    assert rule.issued_by == ("clerk",)


def test_a_notice_goes_to_an_office_of_the_city_too(tmp_path: Path) -> None:
    told = changed(
        text_of("shed"), "to: owner\n    issued_by: clerk", "to: [owner, clerk]\n    issued_by: clerk"
    )
    program = load_law(lawbook(tmp_path, shed=told)).city("birch-falls").program("shed")
    parties = (OWNER, Party("clerk", frozenset({"clerk"})), Party("renter", frozenset({"resident"})))

    answer = program.notice_check("bf-shed-violation", None, parties, [mailed()], TODAY, (), shed_facts())

    assert answer.missing == ("clerk",)
    assert answer.parties[2].why == "Notice goes to owners and the clerk only."


@pytest.mark.parametrize(
    ("counts_from", "day"),
    [("", date(2026, 6, 3)), (", counts_from: first_class_mail", date(2026, 5, 29))],
)
def test_of_several_methods_the_last_counts_or_the_one_that_is_named(
    tmp_path: Path, counts_from: str, day: date
) -> None:
    old = "method: [posting, first_class_mail], after"
    text = changed(text_of("shed"), old, f"method: [posting, first_class_mail]{counts_from}, after")
    law = load_law(lawbook(tmp_path / "codes", shed=text))
    sent = (Service("owner", SENT, "first_class_mail"), Service("owner", date(2026, 5, 31), "posting"))

    answer = (
        law.city("birch-falls")
        .program("shed")
        .notice_check("bf-shed-violation", None, [OWNER], sent, TODAY, (), shed_facts(movable=False))
    )

    assert answer.parties[0].effective_on == day
