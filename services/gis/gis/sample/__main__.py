"""`python -m gis.sample`: print the places scenarios name, with PIN, acres and the site in degrees."""

from gis.sample.county import sample_county


def main() -> None:
    """Print one line per named place."""
    for city in sample_county():
        print(f"{city.load.city}: {len(city.load.parcels)} parcels")
        for site in city.sites:
            print(f"  {site.name}: {site.pin}, {site.acres} acres, site lon {site.lon} lat {site.lat}")


if __name__ == "__main__":
    main()
