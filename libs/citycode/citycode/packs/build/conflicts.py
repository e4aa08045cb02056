"""Builders of rules of conflict."""

from __future__ import annotations

from citycode.elements.precedence import MoreRestrictive, Precedence
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.errors import nearest
from citycode.packs.models.conflicts import ConflictSpec


def more_restrictive(ground: Ground, piece: Piece, spec: ConflictSpec) -> MoreRestrictive | None:
    for place, name in enumerate(spec.among):
        _require(ground, piece, name, "among", place)
    if spec.prevails != "more_restrictive":
        return None
    cited = ground.cited(piece)
    return MoreRestrictive(cited.id, cited.section, frozenset(spec.among))


def prevailing(ground: Ground, piece: Piece, spec: ConflictSpec) -> tuple[Precedence, ...]:
    """The named one over each of the others."""
    if spec.one is None:
        return ()
    _require(ground, piece, spec.one, "one")
    section = ground.cited(piece).section
    return tuple(
        Precedence(spec.one, under, "prevails", f"so says {section}")
        for under in spec.among
        if under != spec.one
    )


def _require(ground: Ground, piece: Piece, name: str, *steps: str | int) -> None:
    if name not in ground.ids:
        ground.log.add(
            piece.line(*steps), f"`{name}` is no element of the program", nearest(name, ground.ids, "It has")
        )
