"""A small service with every feature of the kit: notes that a city's clerks keep, publish and archive."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, FastAPI, Query, Request, Response
from pydantic import Field
from servicekit import inbox, outbox
from servicekit.access import public, requires, service_only, signed_in
from servicekit.answers import Answer, IfMatch, json_response, read_response
from servicekit.app import Background, CurrentClock, CurrentEngine, create_app
from servicekit.clock import Clock, FixedClock
from servicekit.database import new_metadata
from servicekit.events import CloudEvent
from servicekit.identifiers import next_record_number, uuid7
from servicekit.identity import Principal
from servicekit.paging import Page, PageAsked
from servicekit.problems import NotFound, Problem, ProblemTable, StaleVersion, StateConflict, problems
from servicekit.settings import ServiceSettings
from servicekit.tables import kit_tables
from servicekit.wire import Incoming, Outgoing, WireUuid
from servicekit.writes import Writes
from sqlalchemy import (
    Column,
    Connection,
    DateTime,
    Engine,
    Integer,
    Row,
    Table,
    Text,
    Uuid,
    insert,
    select,
    tuple_,
    update,
)

SECRET = "a-secret-for-tests-only-0123456789abcdef"
NOON = datetime(2026, 4, 1, 17, 0, tzinfo=UTC)

METADATA = new_metadata()
NOTES = Table(
    "notes",
    METADATA,
    Column("id", Uuid, primary_key=True),
    Column("city", Text, nullable=False),
    Column("number", Text, nullable=False, unique=True),
    Column("title", Text, nullable=False),
    Column("length_ft", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
)
KIT_TABLES = kit_tables(METADATA)

router = APIRouter(prefix="/v1/{city}", tags=["notes"])
events = APIRouter(tags=["events"])


class TitleTaken(Exception):
    """Domain: the title is in use."""


class NoteIn(Incoming):
    title: str = Field(min_length=1, max_length=80)
    length_ft: int


class NoteOut(Outgoing):
    id: UUID
    number: str
    title: str
    length_ft: int
    state: Literal["kept", "archived"]
    version: int


class TitleTakenProblem(Problem):
    slug, status, title = "title-taken", 409, "Another note has this title"


@router.get(
    "/notes",
    operation_id="list_notes",
    dependencies=[public("notes are published")],
    response_model=Page[NoteOut],
)
def list_notes(
    city: str,
    page: PageAsked,
    engine: CurrentEngine,
    state: Annotated[Literal["kept", "archived"] | None, Query()] = None,
) -> Response:
    """List the notes, oldest first."""
    asked = select(NOTES).where(NOTES.c.city == city).order_by(NOTES.c.created, NOTES.c.id)
    if state is not None:
        asked = asked.where(NOTES.c.state == state)
    if page.after is not None:
        created, note_id = page.after
        asked = asked.where(
            tuple_(NOTES.c.created, NOTES.c.id) > (datetime.fromisoformat(str(created)), UUID(str(note_id)))
        )
    with engine.connect() as connection:
        rows = connection.execute(asked.limit(page.limit + 1)).all()
    return page.answer(rows, key=lambda row: (row.created.isoformat(), str(row.id)), item=shown)


@router.post(
    "/notes",
    operation_id="create_note",
    status_code=201,
    response_model=NoteOut,
    responses=problems(TitleTakenProblem),
    dependencies=[requires("notes.write", services=("sister",))],
)
def create_note(
    city: str,
    body: NoteIn,
    writes: Writes,
    clock: CurrentClock,
) -> Response:
    """Keep a new note."""
    return writes.once(lambda connection: keep(connection, city, body, clock.now(city)))


@router.get(
    "/notes/{note_id}",
    operation_id="get_note",
    response_model=NoteOut,
    dependencies=[requires("notes.read", services=("sister",), conceal=True)],
)
def get_note(request: Request, city: str, note_id: WireUuid, engine: CurrentEngine) -> Response:
    """Read one note."""
    with engine.connect() as connection:
        row = found(connection, city, note_id)
    return read_response(request, shown(row), version=row.version)


@router.put(
    "/notes/{note_id}",
    operation_id="change_note",
    response_model=NoteOut,
    dependencies=[requires("notes.write")],
)
def change_note(city: str, note_id: WireUuid, body: NoteIn, version: IfMatch, writes: Writes) -> Response:
    """Change a note."""

    def effect(connection: Connection) -> Answer:
        row = found(connection, city, note_id)
        if row.version != version:
            raise StaleVersion
        changed = connection.execute(
            update(NOTES)
            .where(NOTES.c.id == note_id)
            .values(title=body.title, length_ft=body.length_ft, version=version + 1)
            .returning(NOTES)
        ).one()
        return Answer(200, shown(changed), version=changed.version)

    return writes.once(effect)


@router.post(
    "/notes/{note_id}/archive",
    operation_id="archive_note",
    status_code=204,
    responses=problems(StateConflict),
    dependencies=[requires("notes.write")],
)
def archive_note(city: str, note_id: WireUuid, writes: Writes, clock: CurrentClock) -> Response:
    """Archive a note."""

    def effect(connection: Connection) -> Answer:
        row = found(connection, city, note_id)
        if row.state != "kept":
            raise StateConflict(row.state, ())
        connection.execute(
            update(NOTES).where(NOTES.c.id == note_id).values(state="archived", version=row.version + 1)
        )
        outbox.emit(connection, archived(city, note_id, clock.now(city)))
        return Answer(204)

    return writes.once(effect)


@router.get("/me", operation_id="who_am_i")
def who_am_i(city: str, principal: Annotated[Principal, signed_in()]) -> dict[str, str]:
    """Say who calls."""
    return {"kind": principal.kind, "city": city}


@router.post("/echo", operation_id="echo", dependencies=[public("it answers what it was sent")])
def echo(city: str, body: dict[str, object]) -> Response:
    """Answer what was sent, without a transaction."""
    return json_response({"city": city, "sent": body})


@router.get("/crash", include_in_schema=False, operation_id="crash", dependencies=[public("a test")])
def crash(city: str) -> Response:
    """Fail in a way nobody foresaw."""
    raise RuntimeError(f"secret of {city}: SELECT * FROM notes")  # noqa: S608


@events.post("/v1/events", operation_id="take_event", status_code=204, dependencies=[service_only("sister")])
def take_event(body: CloudEvent, writes: Writes) -> Response:
    """Take an event once."""

    def effect(connection: Connection) -> Answer:
        if inbox.take_once(connection, body.id):
            keep(connection, "rivertown", NoteIn(title=str(body.id), length_ft=1), body.time)
        return Answer(204)

    return writes.once(effect)


def keep(connection: Connection, city: str, body: NoteIn, now: datetime) -> Answer:
    if body.title == "taken":
        raise TitleTaken
    row = connection.execute(
        insert(NOTES)
        .values(
            id=uuid7(),
            city=city,
            title=body.title,
            length_ft=body.length_ft,
            state="kept",
            version=1,
            created=now,
            number=next_record_number(connection, "RT", "NOTE", now.year),
        )
        .returning(NOTES)
    ).one()
    return Answer(201, shown(row), {"Location": f"notes/{row.id}"}, version=1)


def found(connection: Connection, city: str, note_id: UUID) -> Row[tuple[object, ...]]:
    row = connection.execute(select(NOTES).where(NOTES.c.city == city, NOTES.c.id == note_id)).one_or_none()
    if row is None:
        raise NotFound
    return row


def archived(city: str, note_id: WireUuid, now: datetime) -> CloudEvent:
    return CloudEvent(
        type="note.archived", source="sample", subject=f"notes/{note_id}", time=now, data={"city": city}
    )


def shown(row: Row[tuple[object, ...]]) -> NoteOut:
    return NoteOut.model_validate(row, from_attributes=True)


@dataclass(frozen=True)
class SampleCities:
    """Two cities; the clerk's office writes and reads, the reader's reads, the operator's replays events."""

    cities: frozenset[str] = frozenset({"rivertown", "hilltown"})

    def knows(self, city: str) -> bool:
        return city in self.cities

    def permissions_of(self, _city: str, offices: Collection[str], _on: date) -> frozenset[str]:
        carried = {
            "clerk": {"notes.read", "notes.write"},
            "reader": {"notes.read"},
            "operator": {"events.replay"},
        }
        return frozenset().union(*(carried.get(office, ()) for office in offices))


PROBLEMS = ProblemTable({TitleTaken: lambda _: TitleTakenProblem("Choose another title.")})


def sample_app(
    settings: ServiceSettings,
    engine: Engine | None,
    *,
    clock: Clock | None = None,
    background: Sequence[Background] = (),
    routers: Sequence[APIRouter] = (router, events),
) -> FastAPI:
    return create_app(
        "sample",
        title="Sample",
        settings=settings,
        routers=routers,
        permissions=SampleCities(),
        clock=clock or FixedClock(NOON),
        engine=engine,
        problems=PROBLEMS,
        background=background,
    )
