"""`python -m gis.import_waiting`: run the oldest county import that waits in `DATABASE_URL_GIS`."""

import sys

from servicekit.database import open_engine

from gis.settings import GisSettings
from gis.usecases.run_import import run_waiting


def main() -> int:
    """Run one."""
    url = GisSettings.for_service("gis").database_url
    if url is None:
        print("Set DATABASE_URL_GIS to the database of gis.", file=sys.stderr)
        return 2
    engine = open_engine(url.get_secret_value(), pool_size=3, pool_overflow=0, statement_timeout_s=3600.0)
    try:
        run_waiting(engine)
    finally:
        engine.dispose()
    return 0


if __name__ == "__main__":
    sys.exit(main())
