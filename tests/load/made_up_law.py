"""Made-up law for measuring: programs of thirty rules of every common shape, as many as wanted."""

from __future__ import annotations

import copy
from pathlib import Path

import yaml

FACTS = {
    "district": {
        "type": "enum",
        "values": "zoning_districts",
        "label": "zoning district",
        "question": "Where?",
    },
    "shoreland": {"type": "boolean", "label": "in shoreland", "question": "Is it in shoreland?"},
    "lot_area_sqft": {"type": "number", "unit": "sqft", "label": "lot area", "question": "How large?"},
    "lot_width_ft": {"type": "number", "unit": "ft", "label": "lot width", "question": "How wide?"},
    "height_ft": {"type": "number", "unit": "ft", "label": "height", "question": "How high?"},
    "covered_sqft": {"type": "number", "unit": "sqft", "label": "covered area", "question": "How much?"},
    "walls": {
        "type": "list",
        "item": "wall",
        "of": {
            "length_ft": {"type": "number", "unit": "ft", "label": "length"},
            "sign_sqft": {"type": "number", "unit": "sqft", "label": "sign area"},
        },
        "label": "walls",
        "question": "Which walls?",
    },
}
DESCRIBED = {
    "district": "R-1",
    "shoreland": True,
    "lot_area_sqft": 14000,
    "lot_width_ft": 82,
    "height_ft": 31,
    "covered_sqft": 2100,
    "walls": [{"length_ft": 100, "sign_sqft": 149}, {"length_ft": 64, "sign_sqft": 121}],
}
LEAST_AREA = {
    "by": ["district", "'inside' if shoreland else 'outside'"],
    "unit": "sqft",
    "blank": "law_silent",
    "rows": {"R-1": {"inside": 15000, "outside": 9000}, "R-2": {"inside": 12000, "outside": 10500}},
}
SHAPES: tuple[dict[str, object], ...] = (
    {"require": "lot_area_sqft >= t.least_area", "measure": "lot_area_sqft"},
    {"values": {"least_ft": 75}, "require": "lot_width_ft >= v.least_ft", "measure": "lot_width_ft"},
    {"values": {"most_ft": 35}, "require": "height_ft <= v.most_ft", "measure": "height_ft"},
    {
        "values": {"area_sqft": 6000, "share": 0.15},
        "limit": "max(v.area_sqft, lot_area_sqft * v.share)",
        "require": "covered_sqft <= limit",
        "measure": "covered_sqft",
    },
    {
        "values": {"factor": 15},
        "each": {
            "in": "walls",
            "as": "w",
            "limit": "v.factor * sqrt(w.length_ft)",
            "require": "w.sign_sqft <= limit",
            "measure": "w.sign_sqft",
        },
    },
    {
        "when": "shoreland and district in {'R-1', 'R-2'}",
        "values": {"least_ft": 80},
        "require": "lot_width_ft >= v.least_ft or height_ft < 20",
    },
)
CITY = {
    "city": "birch-falls",
    "name": "Birch Falls",
    "prefix": "BF",
    "county": "Birch County",
    "county_fips": "27001",
    "timezone": "America/Chicago",
    "code": "Birch Falls Code",
    "office_hours": {"weekdays": "08:00-16:30"},
    "zoning_districts": {"R-1": "Residential", "R-2": "Residential"},
    "offices": [{"id": "clerk", "title": "Clerk", "permissions": ["applications.read"], "example": True}],
    "law_date": {"default": {"event": "application.completed"}},
}
WORDS = """parties states methods proofs remedies decisions notices documents actions counted"""
VOCABULARY = {
    "events": {"application.completed": "complete"},
    "services": {"permits": "permits"},
    "questions": {},
    **{key: {} for key in WORDS.split()},
}


def _shape(place: int) -> dict[str, object]:
    """The shape at that place; few rules bind the same measure, so only the first of each shape names it."""
    shape: dict[str, object] = copy.deepcopy(SHAPES[place % len(SHAPES)])
    if place >= len(SHAPES):
        shape.pop("measure", None)
    return shape


def program(number: int, rules: int) -> dict[str, object]:
    """One program of so many rules."""
    return {
        "program": f"lot-{number}",
        "title": f"Lot {number}",
        "service": "permits",
        "number_code": "LOT",
        "sixty_day": "no",
        "cite": {"code": "BFC", "topic": f"Lots {number}"},
        "facts": [*FACTS],
        "tables": {"least_area": copy.deepcopy(LEAST_AREA)},
        "fees": [
            {
                "id": f"bf-lot-{number}-fee",
                "section": "fees",
                "rule": "The fee is 125 dollars, twice that inside shoreland.",
                "values": {"fee_usd": 125},
                "amount": {"usd": "v.fee_usd * 2 if shoreland else v.fee_usd"},
                "rounding": {"to": 0.01, "ties": "up", "example": True},
            }
        ],
        "standards": [
            {
                "id": f"bf-lot-{number}-{place}",
                "section": f"{number}.{place}",
                "title": f"Rule {place}",
                "rule": f"The lot holds to rule {place}.",
                **_shape(place),
            }
            for place in range(rules)
        ],
    }


def write(folder: Path, *, programs: int, rules: int, codes: Path) -> Path:
    """Write a folder of codes with one city; holidays are the real ones. Give the folder."""
    (folder / "minnesota").mkdir(parents=True)
    (folder / "birch-falls").mkdir()
    (folder / "minnesota" / "holidays.yaml").write_text((codes / "minnesota" / "holidays.yaml").read_text())
    files: dict[str, object] = {
        "facts.yaml": {"facts": FACTS},
        "vocabulary.yaml": VOCABULARY,
        "permissions.yaml": {"permissions": {"applications.read": "see applications"}},
        "birch-falls/city.yaml": CITY,
    }
    files |= {f"birch-falls/lot-{number}.yaml": program(number, rules) for number in range(programs)}
    for name, content in files.items():
        (folder / name).write_text(yaml.safe_dump(content, sort_keys=False))
    return folder
