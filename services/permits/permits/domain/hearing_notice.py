"""Whether a hearing may be held: was everybody told in time, and is it proven."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from casework.hearings import Hearing
from casework.service import Mailing, Proof, Recipient, parties, services
from citycode.program import Program
from citycode.results.notices import NoticeCheck

from permits.domain.gates import Gate

KINDS = {
    "owner": ("owner",),
    "taxpayer": ("owner", "taxpayer"),
    "owner_occupant": ("owner", "resident", "occupant"),
    "resident": ("resident", "occupant"),
}
"""The kinds of party the law knows, by why an address is on the list."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Why a list will do that reaches beyond known parcels, or on which some parcel has no address."""

    incomplete: str | None = None
    unaddressed: str | None = None


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
        if not frozen["complete"] and not accepted.incomplete:
            beyond = ", ".join(frozen["reaches_into"]) or "unknown places"
            yield Gate(
                "notice_list_incomplete",
                f"The list reaches into {beyond}, where parcels are not known.",
                (rule.rule,),
            )
        if frozen.get("unaddressed") and not accepted.unaddressed:
            pins = ", ".join(each["pin"] for each in frozen["unaddressed"])
            yield Gate("no_address", f"No letter could be addressed to parcel {pins}.", (rule.rule,))
        own = tuple(each for each in sent if each.notice == rule.id)
        check = checked(program, rule.id, hearing_on, law_date, frozen, own, proven)
        if not check.in_time:
            yield Gate("notice_short", check.sentence, (rule.rule,))
        unproven = {each.id for each in own} - {each.mailing_id for each in proven}
        if rule.proof is not None and unproven:
            named = rule.proof.replace("_", " ")
            yield Gate("proof_missing", f"{len(unproven)} mailing(s) lack the {named}.", (rule.rule,))


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
