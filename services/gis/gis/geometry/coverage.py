"""What land loaded parcels cover. Pure; everything in grid meters."""

from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

BRIDGED_M = 30.0
"""Streets and brooks between loaded parcels belong to the land they cover: gaps of up to twice this width."""
_MATCH_M = 0.5
"""Outlines and the coverage made of them never match exactly."""


def uncovered(covered: BaseGeometry, outlines: Sequence[bytes]) -> BaseGeometry:
    """Give the outlines that are not wholly within what is covered already, as one; it may be empty."""
    shapes = shapely.from_wkb(np.array(outlines, dtype=object))
    known = covered.buffer(_MATCH_M)
    shapely.prepare(known)
    return shapely.union_all(shapes[~shapely.covers(known, shapes)])


def covered_by(outlines: Iterable[BaseGeometry], whole: bool) -> BaseGeometry:
    """Give the land that the outlines cover, gaps between them bridged.

    `whole`: the parcels are all there are, so that a lake or a highway they enclose is covered too. Otherwise
    a hole may be land whose parcels are not loaded.
    """
    together = shapely.union_all(list(outlines))
    wider = together.buffer(BRIDGED_M, quad_segs=2, join_style="mitre")
    closed = wider.buffer(-BRIDGED_M, quad_segs=2, join_style="mitre").union(together)
    land = [part for part in shapely.get_parts(closed) if part.geom_type == "Polygon"]
    return shapely.union_all([shapely.Polygon(part.exterior) for part in land] if whole else land)
