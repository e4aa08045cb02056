"""How fast the law answers in process, beside zen-engine and openfisca-core on the same small law."""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

from citycode import Law, load_law, parse_facts

from tests.load import many_programs
from tests.load.environments import PEERS, python_of
from tests.load.made_up_law import DESCRIBED, write
from tests.load.measure import resident_mb

ROOT = Path(__file__).parents[2]
CODES = ROOT / "codes"
ON = date(2026, 6, 1)
SAMPLES = 5
ROUND_S = 1.0


def a_second(once: Callable[[], object]) -> float:
    """How often it runs in a second of one core's work: the median of some rounds.

    Counted by the process's own CPU time, so that what else the machine does is left out as far as it can be.
    """
    once()
    rates = []
    for _ in range(SAMPLES):
        began, times = time.process_time(), 0
        while time.process_time() - began < ROUND_S:
            once()
            times += 1
        rates.append(times / (time.process_time() - began))
    return statistics.median(rates)


def full_check(law: Law) -> Callable[[], object]:
    """A check of the first program from raw facts to its JSON, every sentence among it, and the fee."""
    program = law.city("birch-falls").program("lot-0")

    def once() -> object:
        facts = parse_facts(program.facts, DESCRIBED)
        return program.check(facts, ON).to_json()

    return once


def with_fee(law: Law) -> Callable[[], object]:
    """A full check and the fees."""
    program = law.city("birch-falls").program("lot-0")
    check = full_check(law)
    return lambda: (check(), program.fees(parse_facts(program.facts, DESCRIBED), ON).to_json())


def requirements(law: Law) -> Callable[[], object]:
    """Which permits a project needs, over every program of the city, from raw facts to JSON."""
    city = law.city(many_programs.CITY)

    def once() -> object:
        facts = parse_facts(city.facts, many_programs.PROJECT)
        return [each.to_json() for each in city.requirements(facts, ON)]

    return once


def median_ms(once: Callable[[], object], times: int = 200) -> float:
    """What one answer takes of a core, in milliseconds: the median of so many."""
    once()
    taken = []
    for _ in range(times):
        began = time.process_time()
        once()
        taken.append(time.process_time() - began)
    return statistics.median(taken) * 1000


def loading(codes: Path) -> tuple[Law, float, float]:
    """The law, the seconds it takes to load, and the memory it keeps in MB."""
    gc.collect()
    before = resident_mb("self")
    began = time.perf_counter()
    law = load_law(codes)
    took = time.perf_counter() - began
    gc.collect()
    return law, took, resident_mb("self") - before


def peer(name: str) -> float | None:
    """Evaluations a second of a peer in an environment of its own; None where it cannot be installed."""
    python = python_of(name)
    if python is None:
        return None
    done = subprocess.run([python, PEERS / f"measure_{name}.py"], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="citycode-law-") as folder:
        scratch = Path(folder)
        cities, took, kept = loading(CODES)
        programs = sum(len(tuple(city.programs(ON))) for city in cities.cities.values())
        print("The law in process, per second of one core")
        print(f"cities under codes/: {len(cities.cities)}, {programs} programs, {took:.2f} s, {kept:.0f} MB")
        law, took, kept = loading(write(scratch / "many", programs=53, rules=30, codes=CODES))
        print(f"1,643 made-up elements: loaded in {took:.2f} s (goal 3 s), {kept:.0f} MB")
        rate = a_second(full_check(law))
        print(f"full checks of 30 rules with explanations: {rate:8.0f}/s (goal 1,500)")

        many = load_law(many_programs.write(scratch / "programs", programs=25, codes=CODES))
        took = median_ms(requirements(many))
        print(f"requirements over 25 programs: p50 {took:.1f} ms (goal 15 ms)")

        small = load_law(write(scratch / "small", programs=1, rules=2, codes=CODES))
        ours = a_second(with_fee(small))
        print("\nThe same small law: a table of least areas, a width, a fee")
        print(f"{'citycode, exact, cited, explained':36} {ours:8.0f}/s")
        for name in ("zen", "openfisca"):
            theirs = peer(name)
            if theirs is None:
                print(f"{name:36} cannot be installed here")
            else:
                print(f"{name:36} {theirs:8.0f}/s   ratio {ours / theirs:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
