"""Whether an element binds in a case at all: its condition, its tracks, exemptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from citycode.elements.asking import Asked, Broken, holds, in_words, missing_names, nobody_said
from citycode.elements.cited import Cited
from citycode.language import Expression, Missing


@dataclass(frozen=True, slots=True)
class Gate:
    """`when` must hold and the chosen track be among `tracks` (None: any)."""

    when: Expression | None = None
    tracks: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Exempt:
    """`when` it holds, the elements in `of` (none named: the whole program) do not bind.

    `permit_only`: no permit is needed, yet every element binds.
    """

    cited: Cited
    when: Expression
    of: frozenset[str]
    permit_only: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """What a check knows before it looks at the elements one by one.

    `track` is the chosen one; `track_missing` the facts that would choose. `exempt` maps element or rule id
    to the exemption in force; `perhaps_exempt` to the facts that would tell, "" standing for the whole
    program.
    """

    track: str | None = None
    track_missing: tuple[str, ...] = ()
    exempt: Mapping[str, Exempt] = field(default_factory=dict)
    perhaps_exempt: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Closed:
    """The element does not bind, or (`undecided`) it cannot be told.

    `yields_to` names what it gives way to.
    """

    why: str
    undecided: bool = False
    missing: tuple[str, ...] = ()
    yields_to: tuple[str, ...] = ()


def closed(gate: Gate, cited: Cited, asked: Asked, standing: Standing) -> Closed | None:
    """None if the element binds."""
    exempt = standing.exempt.get(cited.rule) or standing.exempt.get(cited.id) if standing.exempt else None
    if exempt is not None:
        return Closed(f"Exempt under {exempt.cited.section}.", yields_to=(exempt.cited.id,))
    if gate.tracks is not None:
        if standing.track is None and standing.track_missing:
            return Closed("The approval track is not known yet.", True, standing.track_missing)
        if standing.track not in gate.tracks:
            return Closed("Another approval track applies.")
    if gate.when is not None:
        held = holds(gate.when, asked)
        if held is False:
            return Closed(why_not(gate.when, asked))
        if isinstance(held, Missing):
            return Closed("Whether this applies is not known yet.", True, missing_names(held))
        if isinstance(held, Broken):
            return Closed(f"Whether this applies cannot be computed: {held.why}.", True)
    return None


def why_not(when: Expression, asked: Asked) -> str:
    """Why a condition does not hold: what speaks against it, or only what nobody stated."""
    unsaid = nobody_said(when, asked)
    if unsaid:
        return f"Not checked: {unsaid}."
    sentence = in_words(when, asked)[0]
    return f"Does not apply: {sentence[:1].lower()}{sentence[1:]}"
