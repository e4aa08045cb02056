"""The journal: every movement of money as postings that sum to zero. Debits are positive.

Pure: which postings a business act makes. Every posting that concerns a charge names it, and the postings
of one charge sum to zero too, so that what became of a charge can be read from its postings alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Literal, get_args
from uuid import UUID

from casework.money import ZERO, cents, positive_cents

Account = Literal["receivable", "cash", "credit", "revenue", "waived", "written_off", "refunded", "tax_roll"]
"""`receivable`: owed on charges. `credit`: paid beyond them. `tax_roll`: certified to the county.

`waived`, `written_off` and `refunded` are what `revenue` is lessened by.
"""

ACCOUNTS: tuple[Account, ...] = get_args(Account)

Kind = Literal[
    "charge",
    "payment",
    "application_of_credit",
    "refund",
    "waiver",
    "write_off",
    "transfer_to_tax_roll",
    "return_from_tax_roll",
    "collection_by_county",
    "cancellation",
    "reversal",
]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Unbalanced(ValueError):
    """Postings that do not sum to zero."""


@dataclass(frozen=True, slots=True)
class Posting:
    """One line: a debit (positive) or credit (negative) of an account, for a charge if one is concerned."""

    account: Account
    amount_usd: Decimal
    charge_id: UUID | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "amount_usd", cents(self.amount_usd))


@dataclass(frozen=True, slots=True)
class Voucher:
    """Who moves money, when and why.

    `made_on` is the civil day it counts from, `at` the instant it was entered. `external_reference` is the
    sender's own (a portal's payment id): the same reference never moves money twice in a city.
    """

    made_on: date
    at: datetime
    actor: str
    office: str | None = None
    because: str = ""
    rules: tuple[str, ...] = ()
    external_reference: str | None = None


@dataclass(frozen=True, slots=True)
class Transaction:
    """One balanced movement on a record. Raises Unbalanced. `reverses` is the transaction it undoes."""

    id: UUID
    city: str
    record_id: UUID
    kind: Kind
    voucher: Voucher
    postings: tuple[Posting, ...]
    reverses: UUID | None = None

    def __post_init__(self) -> None:
        if len(self.postings) < 2 or any(each.amount_usd == 0 for each in self.postings):
            raise Unbalanced("a transaction has two postings at least, none of nothing")
        total = sum((each.amount_usd for each in self.postings), ZERO)
        if total != 0:
            raise Unbalanced(f"the postings sum to {total}, not to zero")


@dataclass(frozen=True, slots=True)
class Balance:
    """What stands on the accounts of a record, or of a city. Sums to zero."""

    by_account: Mapping[Account, Decimal]

    def on(self, account: Account) -> Decimal:
        """Debits less credits of an account, in dollars."""
        return self.by_account.get(account, ZERO)

    @property
    def outstanding_usd(self) -> Decimal:
        """What is still owed on charges, not counting what went to the tax roll."""
        return self.on("receivable")

    @property
    def credit_usd(self) -> Decimal:
        """What was paid beyond the charges."""
        return -self.on("credit")

    @property
    def on_tax_roll_usd(self) -> Decimal:
        """What was certified to the county and is not yet collected."""
        return self.on("tax_roll")

    @property
    def total_usd(self) -> Decimal:
        """The sum of all accounts: zero, or the books are broken."""
        return sum(self.by_account.values(), ZERO)


def balance_of(postings: Iterable[Posting]) -> Balance:
    """Add up postings."""
    sums: dict[Account, Decimal] = {}
    for each in postings:
        sums[each.account] = sums.get(each.account, ZERO) + each.amount_usd
    return Balance(sums)


def charged(charge_id: UUID, amount_usd: Decimal) -> tuple[Posting, ...]:
    """A charge is made."""
    return _moved("receivable", "revenue", positive_cents(amount_usd), charge_id)


def paid(amount_usd: Decimal, shares: Mapping[UUID, Decimal]) -> tuple[Posting, ...]:
    """Money comes in: `shares` go to charges, the rest stays as credit. Raises NotCents if they exceed it."""
    rest = positive_cents(amount_usd) - sum(shares.values(), ZERO)
    postings = _for_each("cash", "receivable", shares)
    return postings + (_moved("cash", "credit", positive_cents(rest)) if rest else ())


def credit_applied(shares: Mapping[UUID, Decimal]) -> tuple[Posting, ...]:
    """Credit goes to charges."""
    return _for_each("credit", "receivable", shares)


def refunded(amount_usd: Decimal, charge_id: UUID | None) -> tuple[Posting, ...]:
    """Money goes back: of a paid charge, or of credit where none is named."""
    account: Account = "credit" if charge_id is None else "refunded"
    return _moved(account, "cash", positive_cents(amount_usd), charge_id)


def lessened(
    account: Literal["waived", "written_off", "tax_roll"], shares: Mapping[UUID, Decimal]
) -> tuple[Posting, ...]:
    """What is owed is waived, written off or certified to the tax roll."""
    return _for_each(account, "receivable", shares)


def returned_from_roll(shares: Mapping[UUID, Decimal]) -> tuple[Posting, ...]:
    """The county or the city takes it off the roll: it is owed again."""
    return _for_each("receivable", "tax_roll", shares)


def collected(shares: Mapping[UUID, Decimal]) -> tuple[Posting, ...]:
    """The county pays over what it collected."""
    return _for_each("cash", "tax_roll", shares)


def canceled(charge_id: UUID, outstanding_usd: Decimal, paid_usd: Decimal) -> tuple[Posting, ...]:
    """A charge made in error goes; what was paid on it becomes credit."""
    postings: tuple[Posting, ...] = ()
    if outstanding_usd:
        postings += _moved("revenue", "receivable", outstanding_usd, charge_id)
    if paid_usd:
        postings += _moved("revenue", "credit", paid_usd, charge_id)
    return postings


def undone(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """The postings that undo these."""
    return tuple(Posting(each.account, -each.amount_usd, each.charge_id) for each in postings)


def _moved(
    debit: Account, credit: Account, amount_usd: Decimal, charge_id: UUID | None = None
) -> tuple[Posting, Posting]:
    return Posting(debit, amount_usd, charge_id), Posting(credit, -amount_usd, charge_id)


def _for_each(debit: Account, credit: Account, shares: Mapping[UUID, Decimal]) -> tuple[Posting, ...]:
    return tuple(
        posting
        for charge_id, amount in shares.items()
        for posting in _moved(debit, credit, positive_cents(amount), charge_id)
    )
