"""Money is charged, paid, lessened and paid back, and the books balance at every step."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from casework.charges import AlreadyCharged, Charge, Lane, NotChargeable
from casework.journal import ACCOUNTS
from casework.money import NotCents
from casework.payments import Irreversible, MoreThanOwed, Payment, ReferenceTaken, UnknownCharge
from casework.storage import charges, invoices, journal, payments
from servicekit.database import in_transaction
from servicekit.identifiers import uuid7
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from libs.casework.tests.builders import CITY, DAY, charge, usd, voucher

NOTHING = usd("0.00")

pytestmark = pytest.mark.storage


def charged(connection: Connection, made: Charge) -> Charge:
    return charges.charge(connection, made, voucher())


def receive(connection: Connection, record: UUID, amount: str, **given: Any) -> Payment:
    values: dict[str, Any] = {"method": "card", "prefix": "LE", "voucher": voucher(), **given}
    return payments.receive(connection, city=CITY, record_id=record, amount_usd=usd(amount), **values)


def test_a_charge_is_read_back_as_the_law_reckoned_it(connection: Connection) -> None:
    made = charge(lane=Lane("assessment", "dl-pm-cost", "M.S. 429.101", "subd. 1(3)"), due_on=DAY)

    charged(connection, made)

    assert charges.find(connection, CITY, made.id) == made
    assert charges.standing_of(connection, CITY, made.id).outstanding_usd == usd("100.00")


def test_the_same_fee_for_the_same_occasion_is_charged_once(connection: Connection) -> None:
    record = uuid7()
    first = charged(connection, charge(record, occasion="inspection-3"))

    again = charged(connection, charge(record, occasion="inspection-3"))
    charged(connection, charge(record, occasion="inspection-4"))

    assert again == first
    assert journal.balance_of(connection, CITY, record).outstanding_usd == usd("200.00")
    with pytest.raises(AlreadyCharged, match=r"100\.00"):
        charged(connection, charge(record, "90.00", occasion="inspection-3"))


def test_an_act_waits_for_what_must_be_paid_before_it(connection: Connection) -> None:
    record = uuid7()
    owed = charged(connection, charge(record))
    charged(connection, charge(record, fee="other", before="permit.issued"))

    before = charges.unpaid_before_act(connection, CITY, record, "application.completed")
    receive(connection, record, "99.99", shares={owed.id: usd("99.99")})
    a_cent_short = charges.unpaid_before_act(connection, CITY, record, "application.completed")
    receive(connection, record, "0.01", shares={owed.id: usd("0.01")})

    assert [each.charge.id for each in before] == [owed.id]
    assert [each.outstanding_usd for each in a_cent_short] == [usd("0.01")]
    assert charges.unpaid_before_act(connection, CITY, record, "application.completed") == ()
    assert len(charges.unpaid_before_act(connection, CITY, record, "permit.issued")) == 1


def test_a_payment_goes_to_what_is_due_first_and_the_rest_is_credit(connection: Connection) -> None:
    record = uuid7()
    later = charged(connection, charge(record, "30.00", fee="later", due_on=date(2026, 8, 1)))
    first = charged(connection, charge(record, "50.00", fee="first", due_on=date(2026, 7, 1)))

    part = receive(connection, record, "60.00")
    rest = receive(connection, record, "25.00")

    assert charges.standing_of(connection, CITY, first.id).paid_usd == usd("50.00")
    assert charges.standing_of(connection, CITY, later.id).settled
    assert (part.credited_usd, rest.credited_usd) == (usd("0.00"), usd("5.00"))
    assert journal.balance_of(connection, CITY, record).credit_usd == usd("5.00")


def test_receipts_are_numbered_without_gaps(connection: Connection) -> None:
    record = uuid7()

    numbers = [receive(connection, record, "1.00").receipt_number for _ in range(3)]

    counts = [int(number.removeprefix("LE-RCPT-2026-")) for number in numbers]
    assert counts == list(range(counts[0], counts[0] + 3))


def test_an_external_reference_moves_money_once(connection: Connection) -> None:
    record = uuid7()
    charged(connection, charge(record))
    told = voucher(external_reference="portal-17")
    first = receive(connection, record, "40.00", voucher=told)

    again = receive(connection, record, "40.00", voucher=told)

    assert again == first
    assert journal.balance_of(connection, CITY, record).on("cash") == usd("40.00")
    with pytest.raises(ReferenceTaken, match="portal-17"):
        receive(connection, record, "41.00", voucher=told)
    with pytest.raises(ReferenceTaken):
        receive(connection, uuid7(), "40.00", voucher=told)
    with pytest.raises(ReferenceTaken):
        charges.waive(connection, CITY, charged(connection, charge()).id, usd("1.00"), told)


def test_two_payments_of_one_reference_at_once_are_one(engine: Engine) -> None:
    record = uuid7()
    in_transaction(engine, lambda connection: charged(connection, charge(record)))
    told = voucher(external_reference=f"both-{record}")

    def pay(_: int) -> Payment:
        return in_transaction(engine, lambda connection: receive(connection, record, "100.00", voucher=told))

    with ThreadPoolExecutor(4) as pool:
        paid = list(pool.map(pay, range(8)))

    assert len({each.id for each in paid}) == 1
    with engine.connect() as connection:
        assert journal.balance_of(connection, CITY, record).on("cash") == usd("100.00")


def test_payments_at_once_never_pay_a_charge_twice(engine: Engine) -> None:
    record = uuid7()
    owed = charge(record)
    in_transaction(engine, lambda connection: charged(connection, owed))

    def pay(_: int) -> object:
        shares = {owed.id: usd("100.00")}
        try:
            return in_transaction(
                engine, lambda connection: receive(connection, record, "100.00", shares=shares)
            )
        except MoreThanOwed as refused:
            return refused

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(pay, range(8)))

    assert sum(isinstance(each, MoreThanOwed) for each in answers) == 7


@pytest.mark.parametrize("amount", [Decimal("1.005"), Decimal("NaN"), Decimal("-1.00"), Decimal("0.00")])
def test_what_is_no_amount_of_cents_is_refused(connection: Connection, amount: Decimal) -> None:
    with pytest.raises(NotCents):
        payments.receive(
            connection,
            city=CITY,
            record_id=uuid7(),
            prefix="LE",
            method="cash",
            amount_usd=amount,
            voucher=voucher(),
        )


def test_a_float_is_no_money() -> None:
    with pytest.raises(NotCents):
        charge(amount_usd=1.5)


def test_nobody_pays_more_on_a_charge_than_is_owed_or_more_than_they_gave(connection: Connection) -> None:
    record = uuid7()
    owed = charged(connection, charge(record))

    with pytest.raises(MoreThanOwed) as beyond:
        receive(connection, record, "100.01", shares={owed.id: usd("100.01")})
    with pytest.raises(MoreThanOwed):
        receive(connection, record, "50.00", shares={owed.id: usd("100.00")})
    with pytest.raises(UnknownCharge):
        receive(connection, record, "50.00", shares={uuid7(): usd("50.00")})

    assert beyond.value.most_usd == usd("100.00")
    assert journal.balance_of(connection, CITY, record).on("cash") == 0


def test_a_waiver_and_a_write_off_settle_without_money(connection: Connection) -> None:
    record = uuid7()
    owed = charged(connection, charge(record))

    charges.waive(connection, CITY, owed.id, usd("60.00"), voucher(because="Council resolution 26-14"))
    charges.write_off(connection, CITY, owed.id, usd("40.00"), voucher(because="Owner is bankrupt"))

    found = charges.standing_of(connection, CITY, owed.id)
    assert (found.settled, found.waived_usd, found.written_off_usd) == (True, usd("60.00"), usd("40.00"))
    with pytest.raises(MoreThanOwed):
        charges.waive(connection, CITY, owed.id, usd("0.01"), voucher())


def test_a_refund_is_of_what_was_paid_and_no_more(connection: Connection) -> None:
    record = uuid7()
    owed = charged(connection, charge(record))
    receive(connection, record, "100.00")
    given: dict[str, Any] = {
        "city": CITY,
        "record_id": record,
        "prefix": "LE",
        "method": "check",
        "charge_id": owed.id,
    }
    why = voucher(because="License denied", rules=("dl-dock-refund",), external_reference="warrant-9")

    made = payments.refund(connection, amount_usd=usd("75.00"), voucher=why, **given)
    again = payments.refund(connection, amount_usd=usd("75.00"), voucher=why, **given)

    found = charges.standing_of(connection, CITY, owed.id)
    assert again == made
    assert (made.rules, made.because) == (("dl-dock-refund",), "License denied")
    assert (found.settled, found.paid_usd, found.refundable_usd) == (True, usd("100.00"), usd("25.00"))
    assert payments.refunds_of(connection, CITY, record) == (made,)
    with pytest.raises(MoreThanOwed):
        payments.refund(connection, amount_usd=usd("25.01"), voucher=voucher(), **given)


def test_a_returned_check_makes_the_charge_owed_again(connection: Connection) -> None:
    record = uuid7()
    owed = charged(connection, charge(record))
    payment = receive(connection, record, "130.00")
    second = charged(connection, charge(record, "20.00", fee="second"))
    payments.apply_credit(connection, CITY, record, voucher())

    payments.reverse(connection, CITY, payment.id, voucher(because="returned", made_on=date(2026, 6, 20)))

    balance = journal.balance_of(connection, CITY, record)
    assert (balance.outstanding_usd, balance.credit_usd, balance.on("cash")) == (
        usd("120.00"),
        NOTHING,
        NOTHING,
    )
    assert charges.standing_of(connection, CITY, owed.id).outstanding_usd == usd("100.00")
    assert charges.standing_of(connection, CITY, second.id).outstanding_usd == usd("20.00")
    assert [each.reversed_on for each in payments.of_record(connection, CITY, record)] == [date(2026, 6, 20)]
    with pytest.raises(Irreversible):
        payments.reverse(connection, CITY, payment.id, voucher())


def test_a_payment_whose_credit_was_paid_back_cannot_be_reversed(connection: Connection) -> None:
    record = uuid7()
    payment = receive(connection, record, "10.00")
    payments.refund(
        connection,
        city=CITY,
        record_id=record,
        prefix="LE",
        method="cash",
        amount_usd=usd("10.00"),
        voucher=voucher(),
    )

    with pytest.raises(Irreversible, match=r"10\.00"):
        payments.reverse(connection, CITY, payment.id, voucher())


def test_what_was_paid_on_a_charge_made_in_error_is_credit_and_can_still_bounce(
    connection: Connection,
) -> None:
    record = uuid7()
    wrong = charged(connection, charge(record))
    payment = receive(connection, record, "40.00")

    charges.cancel(connection, CITY, wrong.id, voucher(because="made in error"))
    credited = journal.balance_of(connection, CITY, record)
    payments.reverse(connection, CITY, payment.id, voucher())

    found = charges.standing_of(connection, CITY, wrong.id)
    assert (credited.credit_usd, credited.outstanding_usd) == (usd("40.00"), NOTHING)
    assert (found.canceled_usd, found.outstanding_usd, found.paid_usd) == (usd("100.00"), NOTHING, NOTHING)
    assert set(journal.balance_of(connection, CITY, record).by_account.values()) == {usd("0.00")}
    with pytest.raises(NotChargeable):
        charges.cancel(connection, CITY, wrong.id, voucher())


def test_the_tax_roll_takes_gives_back_and_is_collected(connection: Connection) -> None:
    record = uuid7()
    owed = charged(connection, charge(record))
    share = {owed.id: usd("100.00")}

    charges.to_tax_roll(connection, CITY, record, share, voucher())
    charges.from_tax_roll(connection, CITY, record, {owed.id: usd("30.00")}, voucher())
    charges.collect_from_county(connection, CITY, record, {owed.id: usd("70.00")}, voucher())

    found = charges.standing_of(connection, CITY, owed.id)
    assert (found.outstanding_usd, found.on_tax_roll_usd, found.paid_usd) == (
        usd("30.00"),
        NOTHING,
        usd("70.00"),
    )
    with pytest.raises(MoreThanOwed):
        charges.collect_from_county(connection, CITY, record, {owed.id: usd("0.01")}, voucher())


def test_invoices_ask_once_for_what_is_owed(connection: Connection) -> None:
    record = uuid7()
    for fee in ("first", "second"):
        charged(connection, charge(record, fee=fee))
    receive(connection, record, "30.00")
    given: dict[str, Any] = {
        "city": CITY,
        "record_id": record,
        "prefix": "LE",
        "issued_on": DAY,
        "due_on": date(2026, 7, 6),
    }

    first = invoices.issue(
        connection,
        standings=charges.standings_of(connection, CITY, record),
        **given,
    )
    with pytest.raises(invoices.NothingToInvoice):
        invoices.issue(
            connection,
            standings=charges.standings_of(connection, CITY, record),
            **given,
        )
    invoices.cancel(connection, CITY, first.id, DAY)
    anew = invoices.issue(
        connection,
        standings=charges.standings_of(connection, CITY, record),
        **given,
    )

    assert (first.total_usd, anew.lines) == (usd("170.00"), first.lines)
    assert first.number != anew.number
    assert [each.canceled_on for each in invoices.of_record(connection, CITY, record)] == [DAY, None]


def test_overdue_charges_of_a_city_are_found(connection: Connection) -> None:
    record = uuid7()
    late = charged(connection, charge(record, city="fridley", due_on=DAY))
    charged(connection, charge(record, city="fridley", fee="later", due_on=date(2026, 6, 5)))

    on_the_day = charges.overdue(connection, "fridley", DAY, 10)
    after = charges.overdue(connection, "fridley", date(2026, 6, 5), 10)

    assert (on_the_day, [each.charge.id for each in after]) == ((), [late.id])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal_entries SET amount_usd = 1",
        "DELETE FROM journal_entries",
        "UPDATE charges SET amount_usd = 1",
        "DELETE FROM payments",
        "TRUNCATE journal_transactions CASCADE",
    ],
)
def test_the_database_refuses_to_change_the_books(connection: Connection, statement: str) -> None:
    record = uuid7()
    charged(connection, charge(record))
    receive(connection, record, "1.00")
    connection.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))

    with pytest.raises(DBAPIError, match="kept as written"):
        connection.execute(text(statement))


LONE_ENTRY = """
WITH made AS (
  INSERT INTO journal_transactions (city, id, record_id, kind, made_on, at, actor, because, rules)
  VALUES ('lake-elmo', gen_random_uuid(), gen_random_uuid(), 'payment', '2026-06-04', now(), 'x', '', '{}')
  RETURNING city, id, record_id
)
INSERT INTO journal_entries (city, transaction_id, line, record_id, account, amount_usd)
SELECT city, id, line, record_id, account, amount FROM made, (VALUES %s) AS e (line, account, amount)
"""


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ("(1, 'cash', 5.00), (2, 'credit', -4.99)", "sum to 0.01"),
        ("(1, 'cash', -5.00), (2, 'credit', 5.00)", "more was taken than there is"),
    ],
)
def test_the_database_refuses_books_that_do_not_balance(engine: Engine, entries: str, why: str) -> None:
    with engine.connect() as connection:
        connection.begin()
        connection.execute(text(LONE_ENTRY % entries))

        with pytest.raises(DBAPIError, match=why):
            connection.commit()


def test_accounts_of_a_city_sum_to_zero(connection: Connection) -> None:
    record = uuid7()
    charged(connection, charge(record))
    receive(connection, record, "130.00")

    trial = journal.trial_balance(connection, CITY)

    assert trial.total_usd == 0
    assert set(trial.by_account) <= set(ACCOUNTS)
    assert journal.unbalanced(connection) == ()
