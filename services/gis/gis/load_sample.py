"""`python -m gis.load_sample`: load the sample county into `DATABASE_URL_GIS`, once only."""

import sys
from functools import partial

from servicekit.database import in_transaction, open_engine
from sqlalchemy.exc import ProgrammingError

from gis.sample.county import sample_county
from gis.settings import GisSettings
from gis.usecases.load_city import load_city


def load(database_url: str) -> dict[str, bool]:
    """Load every city that is not loaded yet; give per city whether it was loaded now."""
    engine = open_engine(database_url, pool_size=1, pool_overflow=0, statement_timeout_s=60.0)
    try:
        loads = [sample.load for sample in sample_county()]
        return {each.city: in_transaction(engine, partial(load_city, load=each)) for each in loads}
    finally:
        engine.dispose()


def main() -> int:
    """Load and say what was done."""
    url = GisSettings.for_service("gis").database_url
    if url is None:
        print("Set DATABASE_URL_GIS to the database of gis.", file=sys.stderr)
        return 2
    try:
        loaded = load(url.get_secret_value())
    except ProgrammingError:
        print("The database has no tables of gis yet: run `make migrate` first.", file=sys.stderr)
        return 1
    for city, is_new in loaded.items():
        print(f"{city}: {'loaded' if is_new else 'already there, left as it is'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
