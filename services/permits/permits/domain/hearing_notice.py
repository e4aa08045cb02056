"""Whether a hearing may be held: was everybody told in time, and is it proven."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from casework.desk.gates import Gate
from casework.hearings import Hearing
from casework.service import Mailing, Proof, Recipient, parties, services
from citycode.program import Program
from citycode.results.notices import NoticeCheck, NoticeRule

KINDS = {
    "owner": ("owner",),
    "taxpayer": ("owner", "taxpayer"),
    "owner_occupant": ("owner", "resident", "occupant"),
    "resident": ("resident", "occupant"),
}
"""The kinds of party the law knows, by why an address is on the list."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Why a list will do that reaches beyond known parcels, on which some parcel has no address, from which
    somebody is withheld, or on which nobody stands.
    """

    incomplete: str | None = None
    unaddressed: str | None = None
    withheld: str | None = None
    empty: str | None = None

    def to_json(self) -> dict[str, str | None]:
        """The reasons as history keeps them."""
        return {
            "accepted_incomplete": self.incomplete,
            "accepted_unaddressed": self.unaddressed,
            "accepted_withheld": self.withheld,
            "accepted_empty": self.empty,
        }


def recipients_of(frozen: Mapping[str, Any]) -> tuple[Recipient, ...]:
    """The rows of a frozen list; each is known by its place in it."""
    return tuple(
        Recipient(
            id=str(place),
            kinds=frozenset(kind for basis in row["basis"] for kind in KINDS[basis]),
            distance_ft=Fraction(str(row["distance_ft"])),
            parcels=tuple(parcel["pin"] for parcel in row["parcels"]),
        )
        for place, row in enumerate(frozen["rows"], start=1)
    )


def notice_gates(
    program: Program,
    hearing: Hearing,
    hearing_on: date,
    law_date: date,
    mailings: Iterable[Mailing],
    proofs: Iterable[Proof],
    accepted: Accepted,
) -> Iterable[Gate]:
    """Every reason why the notice of the hearing does not hold, notice by notice."""
    sent, proven = tuple(mailings), tuple(proofs)
    for rule in program.notices(hearing.kind, law_date):
        frozen = hearing.notice_lists.get(rule.id)
        if frozen is None:
            yield Gate("notice_list_missing", f"No notice list was made for: {rule.says}", (rule.rule,))
            continue
        yield from _list_gates(rule, frozen, accepted)
        own = tuple(each for each in sent if each.notice == rule.id)
        check = checked(program, rule.id, hearing_on, law_date, frozen, own, proven)
        if not check.in_time:
            yield Gate("notice_short", check.sentence, (rule.rule,))
        unproven = {each.id for each in own} - {each.mailing_id for each in proven}
        if rule.proof is not None and unproven:
            named = rule.proof.replace("_", " ")
            yield Gate("proof_missing", f"{len(unproven)} mailing(s) lack the {named}.", (rule.rule,))


def _list_gates(rule: NoticeRule, frozen: Mapping[str, Any], accepted: Accepted) -> Iterable[Gate]:
    if not frozen["complete"] and not accepted.incomplete:
        beyond = ", ".join(frozen["reaches_into"]) or "unknown places"
        says = f"The list reaches into {beyond}, where parcels are not known."
        yield Gate("notice_list_incomplete", says, (rule.rule,))
    if frozen.get("unaddressed") and not accepted.unaddressed:
        pins = ", ".join(each["pin"] for each in frozen["unaddressed"])
        yield Gate("no_address", f"No letter could be addressed to parcel {pins}.", (rule.rule,))
    if frozen.get("withheld") and not accepted.withheld:
        says = (
            f"{frozen['withheld']} who must be told cannot be named, as the law keeps where they live from "
            "records. Send their letters through the state's address confidentiality program, which forwards "
            "them, and say in accepted_withheld when that was done."
        )
        yield Gate("notice_withheld", says, (rule.rule,))
    if not frozen["rows"] and not accepted.empty:
        says = "Nobody is on the list. Say in accepted_empty how it was made sure that nobody is to be told."
        yield Gate("notice_list_empty", says, (rule.rule,))


def checked(
    program: Program,
    notice: str,
    hearing_on: date,
    law_date: date,
    frozen: Mapping[str, Any],
    mailings: Iterable[Mailing],
    proofs: Iterable[Proof],
) -> NoticeCheck:
    """The law's own check of one notice over what was sent."""
    told = services(mailings, proofs)
    return program.notice_check(notice, hearing_on, parties(recipients_of(frozen)), told, law_date)
