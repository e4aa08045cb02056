"""A city of many programs, each the whole law of an invented one: exempts, tracks, tables, papers."""

from __future__ import annotations

import shutil
from pathlib import Path

INVENTED = Path(__file__).parents[1] / "fifth_city" / "codes" / "marsh-landing"
SHARED = ("facts.yaml", "permissions.yaml", "vocabulary.yaml")
CITY = INVENTED.name
PROJECT = {
    "zoning_district": "SH",
    "boathouse_use": "storage",
    "lot_width_ft": 100,
    "rooms": [{"width_ft": 20, "depth_ft": 12}],
    "lot_lines": [{"side": "shore", "distance_ft": 20, "neighbor_agrees": False}],
}
"""What somebody says who asks which permits a project needs."""


def write(folder: Path, *, programs: int, codes: Path) -> Path:
    """Write a folder of codes with one city of so many programs under ids of their own. Give the folder."""
    city = folder / CITY
    city.mkdir(parents=True)
    for name in SHARED:
        shutil.copy(codes / name, folder / name)
    shutil.copytree(codes / "minnesota", folder / "minnesota")
    shutil.copy(INVENTED / "fees.yaml", city / "fees.yaml")
    (city / "city.yaml").write_text((INVENTED / "city.yaml").read_text().replace("ml-house-", "ml-house-0-"))
    law = (INVENTED / "boathouse.yaml").read_text()
    for number in range(programs):
        named = law.replace("program: boathouse", f"program: boathouse-{number}")
        (city / f"boathouse-{number}.yaml").write_text(named.replace("ml-house-", f"ml-house-{number}-"))
    return folder
