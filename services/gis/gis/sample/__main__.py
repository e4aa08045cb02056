"""`python -m gis.sample`: print the places scenarios name, with PIN, acres and the site in degrees.

`python -m gis.sample M shapefile FOLDER`: write a county of that size as a county would send it.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from gis.sample.county import sample_county
from gis.sample.sizes import FORMS, SIZES, write


def main(arguments: Sequence[str] | None = None) -> None:
    """Print one line per named place, or write a county's file."""
    parser = argparse.ArgumentParser(prog="gis.sample", description=main.__doc__)
    parser.add_argument("size", nargs="?", choices=SIZES, help="S 5,000, M 100,000, L 1,000,000 parcels")
    parser.add_argument("form", nargs="?", choices=FORMS, default="geopackage")
    parser.add_argument("folder", nargs="?", type=Path, default=Path())
    told = parser.parse_args(arguments)
    if told.size is None:
        _print_places()
        return
    told.folder.mkdir(parents=True, exist_ok=True)
    print(write(SIZES[told.size], told.form, told.folder))


def _print_places() -> None:
    for city in sample_county():
        print(f"{city.load.city}: {len(city.load.parcels)} parcels")
        for site in city.sites:
            print(f"  {site.name}: {site.pin}, {site.acres} acres, site lon {site.lon} lat {site.lat}")


if __name__ == "__main__":
    main()
