"""A notice is good when it says what the law wants and everybody was served in a way that counts.

The law is the made-up city's: to the owner, saying two things, in person, by certified mail from its
receipt, by mail with an affidavit of service, or by posting and mail three days after.
"""

from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest
from casework.notices import NOTICE, Addressee, Attempt, Notice, NoticeStanding, Printing, standing
from citycode.questions.errors import UnknownElement

from libs.citycode.tests.lawbooks import shed

NOTICE_ID = UUID("01890000-0000-7000-8000-000000000001")
MAILED = date(2026, 6, 1)
SAYS: dict[str, bool | str] = {
    "description_of_the_violation": "Peeling paint on the north wall.",
    "order_to_mend_it": True,
}
OWNER = Addressee(
    "1", frozenset({"owner"}), "A. Person", "12 Elm St", "county_tax_record", date(2026, 1, 2), ("11.0001",)
)
VIOLATION = Notice(
    NOTICE_ID,
    "birch-falls",
    UUID("01890000-0000-7000-8000-000000000002"),
    "BF-NTC-2026-000001",
    "shed",
    "bf-shed-violation",
    "issued",
    "clerk",
    MAILED,
    MAILED,
    SAYS,
)


def attempt(method: str, on: date = MAILED, **given: object) -> Attempt:
    values = {"recipient": "1", "made_by": "officer-1", "outcome": "sent", **given}
    return Attempt(UUID(int=1), NOTICE_ID, method=method, made_on=on, **values)  # type: ignore[arg-type]


def stands(
    notice: Notice,
    *attempts: Attempt,
    printings: tuple[Printing, ...] = (),
    to: tuple[Addressee, ...] = (OWNER,),
) -> NoticeStanding:
    return standing(shed(), notice, to, attempts, printings)


def test_handed_over_it_counts_from_that_day() -> None:
    found = stands(VIOLATION, attempt("personal_service", outcome="delivered"))

    assert (found.good, found.effective_on) == (True, MAILED)


def test_certified_mail_counts_from_its_receipt_with_the_return_receipt() -> None:
    sent = attempt("certified_mail")
    received = replace(sent, outcome="delivered", received_on=date(2026, 6, 4))

    on_its_way = stands(VIOLATION, sent)
    without_receipt = stands(VIOLATION, received)
    proven = stands(VIOLATION, replace(received, proof="return_receipt"))

    assert (on_its_way.effective_on, without_receipt.effective_on) == (None, None)
    assert any("return receipt" in each for each in without_receipt.lacking)
    assert (proven.good, proven.effective_on) == (True, date(2026, 6, 4))


def test_ordinary_mail_is_nothing_without_its_affidavit() -> None:
    sent = attempt("first_class_mail")

    unsworn = stands(VIOLATION, sent)
    sworn = stands(
        VIOLATION, replace(sent, proof="affidavit_of_service", sworn_on=MAILED, sworn_by="officer-1")
    )

    assert [each for each in unsworn.lacking if "affidavit of service" in each]
    assert (sworn.good, sworn.effective_on) == (True, MAILED)


def test_what_came_back_is_no_service_and_a_later_attempt_mends_it() -> None:
    back = attempt("first_class_mail", proof="affidavit_of_service", outcome="undeliverable")
    later = attempt("personal_service", date(2026, 6, 9), outcome="delivered")

    assert stands(VIOLATION, back).lacking == ("Recipient 1: No notice went out.",)
    assert stands(VIOLATION, back, later).effective_on == date(2026, 6, 9)


def test_it_counts_when_the_last_recipient_was_served() -> None:
    both = (OWNER, replace(OWNER, id="2"))
    first = attempt("personal_service", outcome="delivered")
    second = attempt("personal_service", date(2026, 6, 5), recipient="2", outcome="delivered")

    assert stands(VIOLATION, first, to=both).effective_on is None
    assert stands(VIOLATION, first, second, to=both).effective_on == date(2026, 6, 5)


def test_an_occupant_told_besides_need_not_be_served() -> None:
    occupant = replace(OWNER, id="2", kinds=frozenset({"resident"}))

    found = stands(VIOLATION, attempt("personal_service", outcome="delivered"), to=(OWNER, occupant))

    assert (found.good, found.effective_on) == (True, MAILED)


@pytest.mark.parametrize("item", list(SAYS))
def test_what_it_does_not_say_is_named(item: str) -> None:
    silent = replace(VIOLATION, contents={name: text for name, text in SAYS.items() if name != item})

    found = stands(silent, attempt("personal_service", outcome="delivered"))

    assert found.lacking == (f"It does not say: {item.replace('_', ' ')}.",)
    assert found.effective_on == MAILED


def test_before_a_hearing_it_must_also_be_printed_in_time() -> None:
    hearing = replace(VIOLATION, notice="bf-shed-abatement-notice", contents={}, before=date(2026, 7, 1))
    told = attempt("personal_service", date(2026, 6, 17), outcome="delivered")
    late = attempt("personal_service", date(2026, 6, 18), outcome="delivered")
    weeks = tuple(
        Printing(UUID(int=day), NOTICE_ID, "the Birch Falls Leaf", date(2026, 6, day)) for day in (10, 17)
    )

    assert stands(hearing, told, printings=weeks).good
    assert not stands(hearing, late, printings=weeks).good
    assert not stands(hearing, told).good
    assert stands(hearing, told).effective_on is None


def test_a_notice_the_law_does_not_know_is_refused() -> None:
    with pytest.raises(UnknownElement):
        stands(replace(VIOLATION, notice="bf-shed-poem"))


def test_a_withdrawn_notice_allows_nothing() -> None:
    assert NOTICE.allowed("withdrawn") == ()
