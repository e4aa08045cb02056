"""What every test run says at its end: how many ran, on which database, how many read the inventories.

The package gateway is imported here first: beside its folder of the same name, tests would find the folder.
"""

import functools
import gc
import os
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from citycode import Law, load_law

import gateway  # noqa: F401

SELDOM = (50_000, 20, 50)
"""How many objects are made before garbage is looked for, and how often older ones are looked through."""


@pytest.fixture(scope="session", autouse=True)
def law_in_use() -> Law:
    """The law of the repository, which every app that a test puts together is given again."""
    return load_law(Path(__file__).parent / "codes")


@pytest.fixture(scope="session", autouse=True)
def authorities_read_once() -> Iterator[None]:
    """Every HTTP client reads all authorities there are, 25 ms of it, and none here meets one of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", functools.cache(ssl.create_default_context))
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what reads the inventories where CITYCODE_SHARED does not say where they are."""
    if os.environ.get("CITYCODE_SHARED"):
        return
    absent = pytest.mark.skip(reason="CITYCODE_SHARED does not point at the inventories")
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(absent)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: to look through it for garbage took a sixth of every run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    passed = terminalreporter.stats.get("passed", [])
    skipped = terminalreporter.stats.get("skipped", [])
    shared = sum("shared" in report.keywords for report in passed)
    waiting = sum("shared" in report.keywords for report in skipped)
    server = "the server given" if os.environ.get("CITYCODE_TEST_DATABASE_URL") else "the embedded server"
    terminalreporter.write_line(
        f"{len(passed)} passed on {server}: {len(passed) - shared} of the project's own, "
        f"{shared} beside the inventories ({waiting} waiting for CITYCODE_SHARED)"
    )
