"""What became of land: which parcels a parcel was split into, merged with, or renumbered to."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np
import shapely

LinkKind = Literal["split", "merged", "renumbered", "replatted"]
SAME_SHARE = 0.95
"""Outlines that cover each other this far are the same land."""
LEAST_SHARE = 0.1
"""Less of the smaller of two parcels in common is no link: outlines never match exactly."""
SAME_OUTLINE_M = 0.05
"""Outlines nowhere farther apart are the same: files round their coordinates differently."""

Piece = tuple[str, bytes]
"""A parcel's id and its outline as WKB."""


def same_outlines(known: Sequence[bytes], told: Sequence[bytes]) -> list[bool]:
    """Say of each pair of outlines whether they are the same land, drawn alike."""
    before, after = shapely.from_wkb(np.array(known, object)), shapely.from_wkb(np.array(told, object))
    apart = shapely.hausdorff_distance(before, after)
    return [bool(each) for each in np.asarray(apart <= SAME_OUTLINE_M)]


def links_between(before: Sequence[Piece], after: Sequence[Piece]) -> list[tuple[str, str, LinkKind]]:
    """Give from, to and kind for land that passed from a parcel as it was to another as it is now."""
    if not before or not after:
        return []
    was = shapely.from_wkb(np.array([wkb for _, wkb in before], object))
    now = shapely.from_wkb(np.array([wkb for _, wkb in after], object))
    pairs = shapely.STRtree(now).query(was, predicate="intersects")
    common = shapely.area(shapely.intersection(was[pairs[0]], now[pairs[1]]))
    shares_was, shares_now = common / shapely.area(was[pairs[0]]), common / shapely.area(now[pairs[1]])
    kept = [
        (before[i][0], after[j][0], float(of_was), float(of_now))
        for i, j, of_was, of_now in zip(pairs[0], pairs[1], shares_was, shares_now, strict=True)
        if before[i][0] != after[j][0] and max(of_was, of_now) >= LEAST_SHARE
    ]
    children = Counter(from_id for from_id, *_ in kept)
    parents = Counter(to_id for _, to_id, *_ in kept)
    return [
        (from_id, to_id, _kind(of_was, of_now, children[from_id], parents[to_id]))
        for from_id, to_id, of_was, of_now in kept
    ]


def _kind(of_was: float, of_now: float, children: int, parents: int) -> LinkKind:
    if of_was >= SAME_SHARE and of_now >= SAME_SHARE:
        return "renumbered"
    if of_now >= SAME_SHARE and parents == 1:
        return "split"
    if of_was >= SAME_SHARE and children == 1:
        return "merged"
    return "replatted"
