"""Who complained of real property is confidential (M.S. 13.44): planted identities are looked for everywhere.

Walked are the answers of every service to every role, lists, errors and exports among them, every table with
its events and stored answers, the log and the names of files.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.authorization.records import made_records
from tests.confidential.one_process import system_in_this_process
from tests.confidential.tour import (
    OWN_TABLE,
    SHOWS_WHO,
    TRUSTED,
    WORDS,
    ask_everything,
    complain,
    handle,
)
from tests.confidential.walker import Walker
from tests.confidential.watching import Watch, kept

pytestmark = pytest.mark.system


def test_a_planted_identity_is_found_nowhere(tmp_path: Path) -> None:
    watch = Watch()
    with system_in_this_process(tmp_path, watch.around, TRUSTED) as system:
        records = made_records(system)
        complain(system, records.own.cases.pin)
        handle(system, records)
        ask_everything(system, records)
        stored = list(kept(system, tmp_path, [OWN_TABLE]))
    shown = [each for each in watch.answers if not each.where.endswith(SHOWS_WHO)]
    walker = Walker(WORDS)

    assert len(shown) > 1000
    assert len(stored) > 1000
    assert walker.leaks(shown) == set()
    assert walker.leaks(stored) == set()
