"""Whether an element binds in a case at all: its condition, its tracks, exemptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from citycode.elements.asking import Asked, Broken, holds, in_words, missing_names, worked
from citycode.elements.cited import Cited
from citycode.language import Boolean, Expression, Missing, Trace, fact_label, unstated


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
            return Closed(_not_checked(gate.when, asked) or f"Does not apply: {_said(gate.when, asked)}")
        if isinstance(held, Missing):
            return Closed("Whether this applies is not known yet.", True, missing_names(held))
        if isinstance(held, Broken):
            return Closed(f"Whether this applies cannot be computed: {held.why}.", True)
    return None


def _said(when: Expression, asked: Asked) -> str:
    sentence = in_words(when, asked)[0]
    return sentence[:1].lower() + sentence[1:]


def _not_checked(when: Expression, asked: Asked) -> str:
    """The sentence where an element is left alone only because what it asks to be known is not; else none."""
    work = worked(when, asked)
    if isinstance(work, Broken):
        return ""
    said = dict.fromkeys(_unstated(each, asked) for each in unstated(work))
    return f"Not checked: {' and '.join(said)}." if said else ""


def _unstated(each: Trace, asked: Asked) -> str:
    label = fact_label(each.place or str(each.detail), asked.labels)
    return f"nobody said “{label}”" if isinstance(each.type, Boolean) else f"nobody gave the {label}"
