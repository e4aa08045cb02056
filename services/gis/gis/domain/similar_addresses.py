"""How alike two addresses are, where one is misspelled. What is alike is offered, never settled."""

from rapidfuzz import fuzz

from gis.domain.address import StreetAddress

LIKE_ENOUGH = 0.75
"""A letter or two wrong in a street of six stay above it; streets that merely share letters stay below."""


def likeness(asked: StreetAddress, known: StreetAddress) -> float:
    """Say from 0 to 1 how alike the streets of two addresses are; 0 when house number or half number differ.

    What was not asked (a direction, a type, a unit) counts neither for nor against.
    """
    if (asked.number, asked.fraction) != (known.number, known.fraction):
        return 0.0
    if asked.unit and asked.unit != known.unit:
        return 0.0
    parts = [
        (asked.pre_direction, known.pre_direction),
        (asked.name, known.name),
        (asked.type, known.type),
        (asked.post_direction, known.post_direction),
    ]
    told = [(one, other) for one, other in parts if one]
    street, street_known = (" ".join(side) for side in zip(*told, strict=True))
    return round(fuzz.ratio(street, street_known) / 100, 2)
