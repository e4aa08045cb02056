"""Real records of two residents, made once through the gateway."""

import pytest

from deploy.local.system import System
from tests.authorization.records import Records, made_records


@pytest.fixture(scope="session")
def records(system: System) -> Records:
    """The records of resident-1 and of resident-2, up to an issued permit each."""
    return made_records(system)
