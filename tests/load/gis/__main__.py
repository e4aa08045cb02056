"""`make bench-gis`: imports, what lies at a point and notice lists, on PostGIS, at a million parcels.

A hand-written server answers beside it in the same run. Nothing is asserted; goals stand beside what was
measured. `PARCELS=100000` for a smaller county. Each figure is kept in `var/bench-gis.txt` as soon as it is
there: a run that is cut short leaves what it had.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from gis.geometry.questions import Geometry
from gis.storage.postgis import PostgisEngine
from gis.usecases.make_notice_list import Making, make
from gis.usecases.notice_subject import parcels_as_subject
from servicekit.database import in_transaction, open_engine
from servicekit.identifiers import uuid7
from sqlalchemy import Connection, Engine

from tests.load.gis.county import CITY, Questions, questions, write_file
from tests.load.gis.importing import Imported, imported
from tests.load.gis.servers import Server, plain_map, product, proven
from tests.load.measure import Request, processor_s, run, tools_missing
from tests.load.postgis import scratch_postgis

SECONDS = 8
CONNECTIONS = (1, 8)
ASKED = 1_000
REACH_FT = 500
SMALLER = 100_000
KEPT = Path(__file__).parents[3] / "var" / "bench-gis.txt"
GOALS_S = {SMALLER: 30, 1_000_000: 300}


def main(arguments: list[str]) -> int:
    parcels = int(arguments[0]) if arguments else 1_000_000
    if missing := tools_missing():
        print(f"The bench needs: apt install {' '.join(missing)}")
        return 1
    with tempfile.TemporaryDirectory(prefix="citycode-map-") as folder, scratch_postgis() as server:
        scratch = Path(folder)
        scratch.chmod(0o755)
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.unlink(missing_ok=True)
        tell(f"PostGIS of Debian's packages, {parcels:,} parcels, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC")
        for size in [SMALLER, parcels] if parcels > SMALLER else [parcels]:
            path = scratch / f"parcels-{size}.gpkg"
            box = write_file(size, path)
            done = imported(server, f"county_{size}", path, box, scratch)
            tell("\n" + told_of_import(size, path, done))
            path.unlink()
            engine = open_engine(done.url, statement_timeout_s=600.0, plan_once=True)
            try:
                measure_answers(engine, done.url, scratch)
            finally:
                engine.dispose()
    return 0


def tell(line: str) -> None:
    """Print a line, and keep it."""
    print(line, flush=True)
    with KEPT.open("a", encoding="utf-8") as kept:
        kept.write(line + "\n")


def told_of_import(size: int, path: Path, done: Imported) -> str:
    goal = f" (goal {GOALS_S[size]} s, under 1,024 MB)" if size in GOALS_S else ""
    megabytes = path.stat().st_size / 2**20
    took = f"{done.seconds:6.1f} s, {done.most_mb:5.0f} MB"
    return f"import of {size:>9,} parcels, {megabytes:4.0f} MB: {took}{goal}"


def measure_answers(engine: Engine, url: str, scratch: Path) -> None:
    with engine.begin() as connection:
        asked = questions(connection, ASKED)
    tell(f"{ASKED:,} points, {len(asked.pins):,} parcels, one worker each, {SECONDS} s a cell, loopback")
    tell(told_of_batch(engine, asked))
    with ExitStack() as running:
        ours = running.enter_context(product(url, scratch))
        plain = running.enter_context(plain_map(url, engine))
        cells = {
            "at, six layers (goal p50 3 ms)": [
                ("citycode", ours, list(ours.at(asked.points))),
                ("by hand", plain, list(plain_at(asked))),
            ],
            "notice list, about 85 owners (goal p50 5 ms)": [
                ("citycode", ours, list(ours.lists(asked.pins, REACH_FT))),
                ("by hand", plain, list(plain_near(asked))),
            ],
        }
        for name, ways in cells.items():
            tell(name)
            for how, server, requests in ways:
                if server is None:
                    tell(f"{how:10} cannot be installed here")
                    continue
                for connections in CONNECTIONS:
                    tell(f"{how:10} c={connections:<2} {answered(server, requests, connections, scratch)}")


def answered(server: Server, requests: Iterable[Request], connections: int, scratch: Path) -> str:
    """One cell: two seconds to get warm, then what is measured. Proofs are of this minute."""
    sent = [proven(each) for each in requests]
    run(server.url, sent, connections=connections, seconds=2, scratch=scratch)
    spent_s = processor_s(server.pid)
    cell = run(server.url, sent, connections=connections, seconds=SECONDS, scratch=scratch)
    each_ms = (processor_s(server.pid) - spent_s) / max(cell.rps * SECONDS, 1) * 1000
    failures = f"   {cell.failures} failed" if cell.failures else ""
    took = f"p50 {cell.p50_ms:6.2f} ms   p99 {cell.p99_ms:7.2f} ms   {each_ms:5.2f} ms of its processor time"
    return f"{cell.rps:7.0f}/s   {took}{failures}"


def plain_at(asked: Questions) -> Iterator[Request]:
    for lon, lat in asked.points:
        yield Request("GET", f"/at?lon={lon}&lat={lat}", {})


def plain_near(asked: Questions) -> Iterator[Request]:
    for pin in asked.pins:
        yield Request("GET", f"/near/{pin}?ft={REACH_FT}", {})


def told_of_batch(engine: Engine, asked: Questions) -> str:
    geometry = Geometry(PostgisEngine())
    letters: list[int] = []

    def made(pin: str, connection: Connection) -> None:
        subject = parcels_as_subject(connection, CITY, [pin])
        making = Making(uuid7(), datetime.now(UTC), "bench")
        letters.append(len(make(connection, geometry, CITY, subject, REACH_FT, "owners", making)["rows"]))

    began = time.perf_counter()
    for place in range(1_000):
        pin = asked.pins[place % len(asked.pins)]
        in_transaction(engine, partial(made, pin))
    took = time.perf_counter() - began
    mean = statistics.mean(letters)
    return f"1,000 notice lists in process: {took:.1f} s (goal 60 s), {mean:.0f} letters each"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
