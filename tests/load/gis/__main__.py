"""`make bench-gis`: imports, what lies at a point and notice lists, on PostGIS, at a million parcels.

A hand-written server answers beside it in the same run. Nothing is asserted; goals stand beside what was
measured. `PARCELS=100000` for a smaller county.
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
from tests.load.gis.servers import plain_map, product, proven
from tests.load.measure import Request, run, tools_missing
from tests.load.postgis import scratch_postgis

SECONDS = 8
CONNECTIONS = (1, 8)
ASKED = 1_000
REACH_FT = 500
SMALLER = 100_000
GOALS_S = {SMALLER: 30, 1_000_000: 300}


def main(arguments: list[str]) -> int:
    parcels = int(arguments[0]) if arguments else 1_000_000
    if missing := tools_missing():
        print(f"The bench needs: apt install {' '.join(missing)}")
        return 1
    with tempfile.TemporaryDirectory(prefix="citycode-map-") as folder, scratch_postgis() as server:
        scratch = Path(folder)
        scratch.chmod(0o755)
        print(f"PostGIS of Debian's packages, {parcels:,} parcels, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC\n")
        sizes = [SMALLER, parcels] if parcels > SMALLER else [parcels]
        for size in sizes:
            path = scratch / f"parcels-{size}.gpkg"
            box = write_file(size, path)
            done = imported(server, f"county_{size}", path, box, scratch)
            print(told_of_import(size, path, done), flush=True)
            path.unlink()
        engine = open_engine(done.url, statement_timeout_s=600.0)
        try:
            measure_answers(engine, done.url, scratch)
        finally:
            engine.dispose()
    return 0


def told_of_import(size: int, path: Path, done: Imported) -> str:
    goal = f" (goal {GOALS_S[size]} s, under 1,024 MB)" if size in GOALS_S else ""
    megabytes = path.stat().st_size / 2**20
    took = f"{done.seconds:6.1f} s, {done.most_mb:5.0f} MB"
    return f"import of {size:>9,} parcels, {megabytes:4.0f} MB: {took}{goal}"


def measure_answers(engine: Engine, url: str, scratch: Path) -> None:
    with engine.begin() as connection:
        asked = questions(connection, ASKED)
    print(f"\n{ASKED:,} points, {len(asked.pins):,} parcels, one worker each, {SECONDS} s a cell, loopback")
    with ExitStack() as running:
        ours = running.enter_context(product(url, scratch))
        plain = running.enter_context(plain_map(url, engine))
        cells = {
            "at, six layers (goal p50 3 ms)": [
                ("citycode", ours.url, list(ours.at(asked.points))),
                ("by hand", plain, list(plain_at(asked))),
            ],
            "notice list, about 85 owners (goal p50 5 ms)": [
                ("citycode", ours.url, list(ours.lists(asked.pins, REACH_FT))),
                ("by hand", plain, list(plain_near(asked))),
            ],
        }
        for name, ways in cells.items():
            print(f"\n{name}")
            for how, base_url, requests in ways:
                if base_url is None:
                    print(f"{how:10} cannot be installed here")
                    continue
                for connections in CONNECTIONS:
                    print(f"{how:10} c={connections:<2} {answered(base_url, requests, connections, scratch)}")
    print(told_of_batch(engine, asked))


def answered(base_url: str, requests: Iterable[Request], connections: int, scratch: Path) -> str:
    """One cell: two seconds to get warm, then what is measured. Proofs are of this minute."""
    sent = [proven(each) for each in requests]
    run(base_url, sent, connections=connections, seconds=2, scratch=scratch)
    cell = run(base_url, sent, connections=connections, seconds=SECONDS, scratch=scratch)
    failures = f"   {cell.failures} failed" if cell.failures else ""
    return f"{cell.rps:7.0f}/s   p50 {cell.p50_ms:6.2f} ms   p99 {cell.p99_ms:7.2f} ms{failures}"


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
    return f"\n1,000 notice lists in process: {took:.1f} s (goal 60 s), {mean:.0f} letters each"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
