"""Transfers: who may ask upon which event, what the request must state, and the new holder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.gates import Gate, UnknownItem, require, require_past
from casework.desk.memory import remember
from casework.desk.persons import acts_for
from casework.storage import personal
from citycode.happenings import Holding
from citycode.program import Program
from citycode.results.documents import Paper
from citycode.results.ends import EndsResult, TransferRequest
from servicekit.problems import Forbidden, NotFound, StaleVersion
from sqlalchemy import Connection

from licensing.domain.license import IN_EFFECT, LICENSE, License, as_of, holding_of, keys_of
from licensing.domain.transfer import TRANSFER, Transfer
from licensing.storage import licenses, transfers
from licensing.usecases.announce import announce
from licensing.usecases.count_caps import cap_gates
from licensing.usecases.desk import facts_of_license
from licensing.usecases.records import READS, holds_license, license_of
from licensing.usecases.serve_notice import LICENSEE

FILED = "transfer_request.filed"


@dataclass(frozen=True, slots=True)
class Asking:
    """Upon which event of the law and when it happened, as which party, to whom.

    `transferee` is the account of who is to hold it, where it is known. `stated` are the personal values of
    the request by item of the law.
    """

    upon: str
    happened_on: date
    party: str
    transferee: str | None
    stated: Mapping[str, str]


def request(
    connection: Connection,
    acting: Acting,
    license_id: UUID,
    version: int,
    asking: Asking,
    transfer_id: UUID,
) -> tuple[License, Transfer]:
    """File a request. Raises GatesUnmet where the law does not let it pass or the request is incomplete,
    UnknownItem for an event or party, Forbidden, NotFound, StaleVersion, NotAllowed, ImpossibleDate.
    """
    license_ = license_of(connection, acting.city.slug, license_id)
    require_party(connection, acting, license_, asking)
    if license_.version != version:
        raise StaleVersion
    LICENSE.after(as_of(license_, acting.today).state, "request_transfer")
    require_past("#/happened_on", asking.happened_on, acting.today)
    program = acting.city.program(license_.program)
    if asking.upon not in program.events:
        raise UnknownItem("#/upon", asking.upon, tuple(program.events))
    facts = facts_of_license(program, license_)
    found = program.ends(asking.upon, facts, asking.happened_on)
    require(_not_passing(found))
    demanded = found.requests[0] if found.requests else None
    if demanded is not None:
        if asking.party not in demanded.by:
            raise UnknownItem("#/party", asking.party, demanded.by)
        require(_lacking(program, demanded, asking))
    rule = found.findings[0].rule if demanded is None else demanded.rule
    transfer = Transfer(
        id=transfer_id,
        city=license_.city,
        license_id=license_.id,
        state="requested",
        version=1,
        upon=asking.upon,
        happened_on=asking.happened_on,
        party=asking.party,
        filed_by=acting.principal.subject,
        requested_on=acting.city.calendar.received_on(acting.now).on,
        request_rule=rule,
        transferee=asking.transferee,
        holds=dict.fromkeys(asking.stated, True),
    )
    transfers.add(connection, transfer)
    saved = licenses.save(connection, license_)
    hashes = personal.keep(connection, transfer.city, transfer.id, asking.stated)
    details = {
        "transfer": str(transfer_id),
        "upon": asking.upon,
        "happened_on": str(asking.happened_on),
        "party": asking.party,
        "stated": hashes,
    }
    remember(connection, acting, license_.id, FILED, details, (rule,))
    return saved, transfer


def grant(
    connection: Connection, acting: Acting, transfer_id: UUID, version: int, transferee: str | None
) -> tuple[License, Transfer]:
    """Let the license pass. `transferee` names the account where the request did not.

    Raises GatesUnmet while no account is known or a cap is reached for it, and as `request`.
    """
    before, license_ = _held(connection, acting, transfer_id, version, "grant")
    holder = before.transferee or transferee
    if holder is None:
        says = "Name the account of who is to hold the license."
        require([Gate("transferee_unknown", says, (before.request_rule,))])
    holder = str(holder)
    LICENSE.after(as_of(license_, acting.today).state, "transfer")
    program = acting.city.program(license_.program)
    require(_caps_for(connection, acting, program, license_, holder))
    done = replace(
        before,
        state=TRANSFER.after(before.state, "grant"),
        transferee=holder,
        decided_on=acting.today,
    )
    saved = transfers.save(connection, done)
    passed = licenses.save(connection, replace(license_, holder=holder, transferred_on=acting.today))
    stated = personal.of_record(connection, before.city, before.id)
    kept = {name: stated[name] for name in before.holds if name in stated and name != "reason"}
    hashes = personal.keep(connection, passed.city, passed.id, kept)
    details = {"transfer": str(saved.id), "contact": hashes}
    remember(connection, acting, passed.id, "license.transferred", details, (before.request_rule,))
    announce(connection, acting, "license.transferred", passed, acting.today, f"transfer {saved.id}")
    return passed, saved


def refuse(
    connection: Connection, acting: Acting, transfer_id: UUID, version: int, reason: str
) -> tuple[License, Transfer]:
    """Refuse a request, with the reason. Raises NotFound, StaleVersion, NotAllowed."""
    before, license_ = _held(connection, acting, transfer_id, version, "refuse")
    state = TRANSFER.after(before.state, "refuse")
    done = replace(before, state=state, decided_on=acting.today, decided_because=reason)
    saved = transfers.save(connection, done)
    details = {"transfer": str(saved.id), "reason": reason}
    remember(connection, acting, license_.id, "transfer_request.refused", details, (before.request_rule,))
    return license_, saved


def _held(
    connection: Connection, acting: Acting, transfer_id: UUID, version: int, event: str
) -> tuple[Transfer, License]:
    found = transfers.find(connection, acting.city.slug, transfer_id)
    if found is None:
        raise NotFound
    if found.version != version:
        raise StaleVersion
    TRANSFER.after(found.state, event)
    return found, license_of(connection, found.city, found.license_id)


def require_party(connection: Connection, acting: Acting, license_: License, asking: Asking) -> None:
    """The holder asks as licensee; another party asks for itself; staff enter what came on paper."""
    if acting.holds(READS):
        return
    if asking.party == LICENSEE:
        if not holds_license(connection, acting, license_):
            raise Forbidden("Only the holder of the license asks as licensee.")
    elif asking.transferee not in acts_for(connection, acting):
        raise Forbidden("Ask for the transfer to yourself, or let its holder ask.")


def _not_passing(found: EndsResult) -> Iterable[Gate]:
    if found.transfers is True:
        return
    applying = [each for each in found.findings if each.outcome != "not_applicable"] or list(found.findings)
    rules = tuple(dict.fromkeys(each.rule for each in applying))
    told = " ".join(dict.fromkeys(each.sentence for each in applying))
    yield Gate("not_transferable", f"The license does not pass upon this event. {told}".strip(), rules)


def _lacking(program: Program, demanded: TransferRequest, asking: Asking) -> Iterable[Gate]:
    """What the request must state by the paper of the same rule."""
    for each in program.documents(asking.happened_on):
        if each.rule != demanded.rule:
            continue
        asked = {content.item for content in each.contents}
        paper = Paper({name: True for name in asking.stated if name in asked}, asking.party)
        check = program.document_check(each.id, paper, asking.happened_on)
        for label in check.missing:
            yield Gate("request_incomplete", f"The request does not state: {label}.", (each.rule,))


def _caps_for(
    connection: Connection, acting: Acting, program: Program, license_: License, holder: str
) -> tuple[Gate, ...]:
    facts = facts_of_license(program, license_)
    first = max(acting.today, license_.starts_on)
    keys = keys_of(license_.city, license_.pin, holder)
    wanted = Holding(IN_EFFECT, first, license_.ends_on, license_.number, keys, facts)
    others = (
        holding_of(each, facts_of_license(program, each))
        for each in licenses.of_program(connection, license_.city, program.id, first)
        if each.id != license_.id
    )
    counted = tuple(each for each in others if each is not None)
    return tuple(cap_gates(program.caps(wanted, counted, acting.today, facts)))
