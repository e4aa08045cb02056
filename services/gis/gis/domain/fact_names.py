"""The names of the facts gis tells, as packs write them: `gis.<measure>[:<what>[:<by what>]][=codes][@feet]`.

`=R-1+R-2` takes only features with these codes; `@50` is a distance in feet that the measure needs: how much
wider than the layer, how far behind the front, how long the legs of a triangle.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

Measure = Literal[
    "zoning_district",
    "lot_area_acres",
    "lot_area_sqft",
    "lot_line_ft",
    "lot_perimeter_ft",
    "lot_depth_ft",
    "frontage_ft",
    "corner_lot",
    "double_frontage_lot",
    "in_vision_triangle",
    "setback_ft",
    "lot_width_ft",
    "inside",
    "nearest_ft",
    "along_ft",
    "code",
    "overlap_acres",
    "overlap_sqft",
    "overlap_percent",
    "shore_ft",
]
_MEASURES: dict[str, Measure] = {each: each for each in get_args(Measure)}
FactUnit = Literal["acre", "sqft", "percent", "ft"]
LINES = ("front", "addressed_front", "side", "rear")
"""What a setback is measured to: any line along a street, the one of the address, a side, the rear."""
BUILDING_LINE, SETBACK_LINE = "building_line", "setback_line"
"""Where a lot's width is measured: where the building stands, or at the `@feet` behind the front."""
SAME_SIDE = "same_side"

_NAME = re.compile(
    r"gis\.(?P<measure>[a-z_]+)(?::(?P<of>[a-z][a-z0-9_-]{0,59}))?(?::(?P<by>[a-z][a-z0-9_-]{0,59}))?"
    r"(?::(?P<same_side>same_side))?(?:=(?P<codes>[A-Za-z0-9_-]+(?:\+[A-Za-z0-9_-]+)*))?"
    r"(?:@(?P<feet>[1-9]\d{0,4}(?:\.\d{1,3})?))?"
)
_OF_LAYER = frozenset(
    {"inside", "nearest_ft", "code", "overlap_acres", "overlap_sqft", "overlap_percent", "shore_ft"}
)
_WIDENED = frozenset({"inside", "overlap_acres", "overlap_sqft", "overlap_percent"})
_BY_CODE = _WIDENED | {"nearest_ft", "along_ft", "in_vision_triangle"}
_YES_OR_NO = frozenset({"inside", "corner_lot", "double_frontage_lot", "in_vision_triangle"})
_TEXT = frozenset({"zoning_district", "code"})


@dataclass(frozen=True)
class FactQuestion:
    """A fact source named in a pack. `layer` is empty where the measure is of the lot alone.

    `layer` is the layer, the lot line or the place measured at; `by` the centerline that spacing follows.
    """

    name: str
    kind: Measure
    layer: str = ""
    by: str = ""
    same_side: bool = False
    codes: tuple[str, ...] = ()
    feet: Decimal | None = None

    @property
    def type(self) -> Literal["boolean", "number", "text"]:
        """What the answer is."""
        return "boolean" if self.kind in _YES_OR_NO else "text" if self.kind in _TEXT else "number"

    @property
    def unit(self) -> FactUnit | None:
        """The unit of a number."""
        if self.type != "number":
            return None
        units: tuple[FactUnit, ...] = get_args(FactUnit)
        ending = self.kind.rsplit("_", 1)[-1]
        return next(unit for unit in units if ending in {unit, f"{unit}s"})


def fact_question(name: str) -> FactQuestion | None:
    """Read the name of a fact source; None when gis has no such fact."""
    found = _NAME.fullmatch(name)
    measure = None if found is None else _MEASURES.get(found["measure"])
    if found is None or measure is None:
        return None
    by, same_side = found["by"] or "", found["same_side"] is not None
    if by == SAME_SIDE:
        return None
    asked = FactQuestion(
        name,
        measure,
        found["of"] or "",
        by,
        same_side,
        tuple(found["codes"].split("+")) if found["codes"] else (),
        None if found["feet"] is None else Decimal(found["feet"]),
    )
    return asked if _is_whole(asked) else None


def _is_whole(asked: FactQuestion) -> bool:
    if (asked.codes and asked.kind not in _BY_CODE) or bool(asked.by) != (asked.kind == "along_ft"):
        return False
    if asked.kind == "in_vision_triangle":
        return asked.feet is not None and not (asked.layer and asked.codes)
    if asked.kind == "lot_width_ft":
        return bool(asked.layer) and (asked.feet is not None) == (asked.layer == SETBACK_LINE)
    if asked.feet is not None and asked.kind not in _WIDENED:
        return False
    if asked.kind == "setback_ft":
        return asked.layer in LINES
    return bool(asked.layer) == (asked.kind in _OF_LAYER or asked.kind == "along_ft")
