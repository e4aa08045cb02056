"""Whatever a superuser does to a history, the verifier names its first bad entry; a service cannot do it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import UUID

import pytest
from casework.audit import AuditReport, anchor_file, verify_all
from casework.audit.__main__ import main
from casework.history import Happening, linked
from casework.storage import anchors, charges, history
from casework.storage.every_table import CASE_GUARDS, every_case_table
from servicekit.database import in_transaction, new_metadata, open_engine
from servicekit.identifiers import uuid7
from servicekit.tables import counter_table
from servicekit.testing.postgres import fresh_database
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from libs.casework.tests.builders import AT, charge, voucher

pytestmark = pytest.mark.storage

CITY = "fridley"
RECORDS, SHORTEST, LONGEST = 12, 3, 20
PLACES = 500 if os.environ.get("CITYCODE_SOAK") else 100


@dataclass(frozen=True)
class Kept:
    """A database with histories of known length, some of them anchored."""

    engine: Engine
    url: str
    lengths: dict[UUID, int]


def write(connection: Connection, record: UUID, count: int, city: str = CITY) -> None:
    for step in range(count):
        happening = Happening(f"step.{step}", AT, "actor:1", "clerk", ("fr-rule",), {"n": step, "what": "é"})
        history.append(connection, city, record, happening)


@pytest.fixture(scope="module")
def kept(postgres_url: str) -> Iterator[Kept]:
    assert postgres_url
    metadata = new_metadata()
    counter_table(metadata)
    every_case_table(metadata)
    chance = random.Random(7)
    lengths = {uuid7(): chance.randint(SHORTEST, LONGEST) for _ in range(RECORDS)}
    with fresh_database("casework_audit") as url:
        engine = open_engine(url, pool_size=2)
        with engine.begin() as connection:
            metadata.create_all(connection)
            for statement in CASE_GUARDS:
                connection.execute(text(statement))
            for record, length in lengths.items():
                write(connection, record, length - 1)
            anchors.take(connection, CITY)
            for record in lengths:
                write(connection, record, 1)
        yield Kept(engine, url, lengths)
        engine.dispose()


@pytest.fixture
def superuser(kept: Kept) -> Iterator[Connection]:
    with kept.engine.connect() as connection, connection.begin() as transaction:
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        yield connection
        transaction.rollback()


def run(connection: Connection, statement: str, record: UUID, **values: object) -> None:
    connection.execute(text(statement), {"city": CITY, "record": record, **values})


def edit(connection: Connection, record: UUID, length: int, chance: random.Random) -> int:
    seq = chance.randint(1, length)
    changes = (
        "event = 'forged'",
        "at = at + interval '1 day'",
        "actor = 'x'",
        "office = NULL",
        "rules = '{}'",
        "details = details || '{\"n\": -1}'",
        "previous = hash",
        "hash = sha256(hash)",
    )
    where = "WHERE city = :city AND record_id = :record AND seq = :seq"
    run(connection, f"UPDATE history SET {chance.choice(changes)} {where}", record, seq=seq)  # noqa: S608
    return seq


def edit_and_hash_anew(connection: Connection, record: UUID, length: int, chance: random.Random) -> int:
    seq = chance.randint(1, length - 1)
    entry = history.of_record(connection, CITY, record)[seq - 1]
    forged = replace(entry.happening, event="forged")
    made = linked(CITY, record, seq, forged, entry.previous)
    statement = (
        "UPDATE history SET event = 'forged', hash = :hash "
        "WHERE city = :city AND record_id = :record AND seq = :seq"
    )
    run(connection, statement, record, seq=seq, hash=made.hash)
    return seq


def delete(connection: Connection, record: UUID, length: int, chance: random.Random) -> int:
    seq = chance.randint(1, length - 1)
    gone = "DELETE FROM history WHERE city = :city AND record_id = :record AND seq = :seq"
    run(connection, gone, record, seq=seq)
    if chance.random() < 0.5:
        shift(connection, record, seq, -1)
    return seq


def insert(connection: Connection, record: UUID, length: int, chance: random.Random) -> int:
    seq = chance.randint(1, length + 1)
    entries = history.of_record(connection, CITY, record)
    previous = entries[seq - 2].hash if seq > 1 else bytes(32)
    shift(connection, record, seq - 1, 1)
    made = linked(CITY, record, seq, Happening("forged", AT, "x"), previous)
    statement = (
        "INSERT INTO history (city, record_id, seq, event, at, actor, rules, details, previous, hash) "
        "VALUES (:city, :record, :seq, 'forged', :at, 'x', '{}', '{}', :previous, :hash)"
    )
    run(connection, statement, record, seq=seq, at=AT, previous=previous, hash=made.hash)
    return seq


def swap(connection: Connection, record: UUID, length: int, chance: random.Random) -> int:
    one, other = sorted(chance.sample(range(1, length + 1), 2))
    statement = "UPDATE history SET seq = :to WHERE city = :city AND record_id = :record AND seq = :seq"
    for seq, to in ((one, -1), (other, one), (-1, other)):
        run(connection, statement, record, seq=seq, to=to)
    return one


def truncate(connection: Connection, record: UUID, length: int, chance: random.Random) -> int:
    left = chance.randint(0, length - 1)
    statement = "DELETE FROM history WHERE city = :city AND record_id = :record AND seq > :left"
    run(connection, statement, record, left=left)
    return left + 1


def truncate_with_its_head(connection: Connection, record: UUID, length: int, chance: random.Random) -> int:
    left = chance.randint(1, length - 2)
    gone = "DELETE FROM history WHERE city = :city AND record_id = :record AND seq > :left"
    run(connection, gone, record, left=left)
    moved = (
        "UPDATE history_heads AS head SET seq = :left, hash = entry.hash FROM history AS entry "
        "WHERE entry.city = :city AND entry.record_id = :record AND entry.seq = :left "
        "AND head.city = :city AND head.record_id = :record"
    )
    run(connection, moved, record, left=left)
    return left + 1


def shift(connection: Connection, record: UUID, after: int, by: int) -> None:
    for sign in (-1, 1):
        move = "-(seq + :by)" if sign == -1 else "-seq"
        bound = "seq > :after" if sign == -1 else "seq < 0"
        run(
            connection,
            f"UPDATE history SET seq = {move} WHERE city = :city AND record_id = :record AND {bound}",  # noqa: S608
            record,
            after=after,
            by=by,
        )


TAMPERINGS = (edit, edit_and_hash_anew, delete, insert, swap, truncate, truncate_with_its_head)


def test_what_was_written_holds(kept: Kept) -> None:
    with kept.engine.connect() as connection:
        report = verify_all(connection)

    assert report.holds
    assert (report.records, report.entries, report.anchors) == (RECORDS, sum(kept.lengths.values()), 1)
    assert report.lines() == (f"{report.entries} entries of {RECORDS} records, 1 anchors: all hold",)


def test_tampering_in_random_places_is_named_by_its_first_bad_entry(
    kept: Kept, superuser: Connection
) -> None:
    chance = random.Random(20261130)
    named = 0
    for place in range(PLACES):
        record = chance.choice(list(kept.lengths))
        tamper: Callable[..., int] = TAMPERINGS[place % len(TAMPERINGS)]
        with superuser.begin_nested() as undone:
            first = tamper(superuser, record, kept.lengths[record], chance)
            report = verify_all(superuser)
            undone.rollback()
        found = [(each.city, each.record_id, each.seq) for each in report.bad_entries]
        assert found == [(CITY, record, first)], (tamper.__name__, report.lines())
        named += 1

    assert named == PLACES


def test_a_history_that_is_gone_altogether_is_missed(kept: Kept, superuser: Connection) -> None:
    record = next(iter(kept.lengths))
    for table in ("history", "history_heads"):
        run(superuser, f"DELETE FROM {table} WHERE city = :city AND record_id = :record", record)  # noqa: S608

    report = verify_all(superuser)

    assert [(each.record_id, each.seq) for each in report.bad_entries] == [(record, 1)]


def test_a_history_rewritten_from_some_entry_on_is_found_after_the_last_that_is_vouched_for(
    kept: Kept, superuser: Connection
) -> None:
    record, length = next(iter(kept.lengths.items()))
    previous = history.of_record(superuser, CITY, record)[0].hash
    for entry in history.of_record(superuser, CITY, record)[1:]:
        made = linked(CITY, record, entry.seq, replace(entry.happening, office="forged"), previous)
        statement = (
            "UPDATE history SET office = 'forged', previous = :previous, hash = :hash "
            "WHERE city = :city AND record_id = :record AND seq = :seq"
        )
        run(superuser, statement, record, seq=entry.seq, previous=previous, hash=made.hash)
        previous = made.hash
    head = "UPDATE history_heads SET hash = :hash WHERE city = :city AND record_id = :record"
    run(superuser, head, record, hash=previous)

    report = verify_all(superuser)

    (found,) = report.bad_entries
    assert (found.record_id, found.seq) == (record, 1)
    assert f"1 to {length - 1}" in found.why


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE history_anchors SET heads = 0, hash = sha256(hash)",
        "UPDATE history_anchored_heads SET seq = seq + 1",
        "DELETE FROM history_anchors",
    ],
)
def test_a_changed_anchor_is_found(superuser: Connection, statement: str) -> None:
    kept_outside = anchors.newest(superuser, CITY)
    assert kept_outside is not None
    superuser.execute(text(statement))

    report = verify_all(superuser, kept={CITY: kept_outside})

    assert [each.number for each in report.bad_anchors] == [1]


def test_a_head_said_to_be_anchored_is_found(kept: Kept, superuser: Connection) -> None:
    record = next(iter(kept.lengths))
    superuser.execute(text("UPDATE history_heads SET anchored = true WHERE record_id = :id"), {"id": record})

    report = verify_all(superuser)

    assert [each.key for each in report.bad_rows] == [f"{CITY} {record}"]


def test_books_that_do_not_balance_are_found(superuser: Connection) -> None:
    charges.charge(superuser, charge(city=CITY), voucher())
    superuser.execute(text("UPDATE journal_entries SET amount_usd = 1.00 WHERE line = 2"))

    (bad,) = verify_all(superuser).bad_rows

    assert (bad.table, bad.why) == ("journal_transactions", "sums to 101.00")


def test_a_record_that_its_history_does_not_rebuild_is_found(kept: Kept, superuser: Connection) -> None:
    odd = next(iter(kept.lengths))

    def replay(city: str, record: UUID, entries: object) -> str | None:
        assert (city, bool(entries)) == (CITY, True)
        return "its state is another" if record == odd else None

    report = verify_all(superuser, replay=replay)

    assert [(each.key, each.why) for each in report.bad_rows] == [(f"{CITY} {odd}", "its state is another")]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE history SET event = 'x'",
        "DELETE FROM history",
        "UPDATE history_heads SET seq = seq - 1",
        "DELETE FROM history_heads",
        "INSERT INTO history_heads VALUES ('fridley', gen_random_uuid(), 1, '\\x00', false)",
        "UPDATE history_anchors SET heads = 0",
        "DELETE FROM history_anchored_heads",
        "TRUNCATE history_heads",
    ],
)
def test_the_service_itself_is_refused(kept: Kept, statement: str) -> None:
    with kept.engine.connect() as connection:
        connection.execute(text("CREATE ROLE app_of_audit"))
        connection.execute(text("GRANT ALL ON ALL TABLES IN SCHEMA public TO app_of_audit"))
        connection.execute(text("SET LOCAL ROLE app_of_audit"))

        with pytest.raises(DBAPIError, match=r"kept as written|moves only with its entries"):
            connection.execute(text(statement))
        connection.rollback()


def test_a_service_without_right_to_heads_still_appends(kept: Kept) -> None:
    record = uuid7()
    with kept.engine.connect() as connection:
        connection.execute(text("CREATE ROLE app_of_audit"))
        connection.execute(text("GRANT SELECT, INSERT ON history TO app_of_audit"))
        connection.execute(text("SET LOCAL ROLE app_of_audit"))
        write(connection, record, 3)
        connection.execute(text("RESET ROLE"))

        head = anchors.head_of(connection, CITY, record)
        connection.rollback()

    assert head is not None
    assert head.seq == 3


def test_an_anchor_freezes_only_what_moved(kept: Kept) -> None:
    record = uuid7()
    with kept.engine.connect() as connection:
        write(connection, record, 2, "elk-river")
        first = anchors.take(connection, "elk-river")
        nothing = anchors.take(connection, "elk-river")
        write(connection, record, 1, "elk-river")
        second = anchors.take(connection, "elk-river")
        report: AuditReport = verify_all(connection)
        connection.rollback()

    assert first is not None
    assert second is not None
    assert (first.number, first.heads, nothing, second.number, second.previous) == (1, 1, None, 2, first.hash)
    assert report.holds


def test_the_command_takes_anchors_keeps_them_outside_and_misses_them(
    kept: Kept, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "anchors.jsonl"

    taken = main(["--anchors", str(file), "--take", kept.url])
    again = main(["--anchors", str(file), kept.url])
    said = capsys.readouterr().out
    later = anchor_file.read(file, kept.url.rsplit("/", 1)[1].split("?")[0])[CITY]
    anchor_file.append(file, kept.url.rsplit("/", 1)[1].split("?")[0], [replace(later, number=9)])
    missed = main(["--anchors", str(file), kept.url])

    assert (taken, again, missed) == (0, 0, 1)
    assert "all hold" in said
    assert "9 anchors were taken" in capsys.readouterr().out


def test_the_command_says_when_it_cannot_ask() -> None:
    environment = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}

    unnamed = subprocess.run(
        [sys.executable, "-m", "casework.audit"], env=environment, capture_output=True, text=True, check=False
    )
    away = main(["postgresql://nobody@127.0.0.1:9/nothing"])

    assert (unnamed.returncode, away) == (2, 2)
    assert "DATABASE_URL_" in unnamed.stderr


def test_writers_and_an_anchor_at_once_lose_nothing(kept: Kept) -> None:
    record = uuid7()
    in_transaction(kept.engine, lambda connection: write(connection, record, 2, "detroit-lakes"))
    with kept.engine.connect() as one, one.begin():
        anchors.take(one, "detroit-lakes")

    in_transaction(kept.engine, lambda connection: write(connection, record, 1, "detroit-lakes"))

    with kept.engine.connect() as connection:
        head = anchors.head_of(connection, "detroit-lakes", record)
        assert verify_all(connection).holds
    assert head is not None
    assert head.seq == 3
