"""Builders of ends, transfers and holds."""

from __future__ import annotations

from citycode.elements.clocks import ClockRule
from citycode.elements.ends import End, Options, Request, Transfer
from citycode.elements.holds import HoldRule
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.build.timing import actions, lapse, length, part_cited
from citycode.packs.models.rights import EndsSpec, HoldsSpec, RequestSpec, TransfersSpec


def end(ground: Ground, piece: Piece, spec: EndsSpec) -> End | None:
    when = ground.formulas(piece).condition(("when",), spec.when)
    if spec.when is not None and when is None:
        return None
    ground.known(piece, "state", spec.to, ground.vocabulary.states, "to")
    on = ground.events(piece, spec.on, "on")
    return End(ground.cited(piece), on, when, spec.to, _options(ground, piece, spec.options))


def transfer(ground: Ground, piece: Piece, spec: TransfersSpec) -> Transfer | None:
    when = ground.formulas(piece).condition(("when",), spec.when)
    if spec.when is not None and when is None:
        return None
    on = ground.events(piece, spec.on, "on")
    options = _options(ground, piece, spec.options)
    request = _request(ground, piece, spec.request)
    return Transfer(ground.cited(piece), on, when, spec.transferable, options, request)


def _options(ground: Ground, piece: Piece, options: dict[str, tuple[str, ...]]) -> Options:
    for party in options:
        ground.who(piece, party, "options", party)
    return tuple((party, tuple(choices)) for party, choices in options.items())


def _request(ground: Ground, piece: Piece, spec: RequestSpec | None) -> Request | None:
    if spec is None:
        return None
    for name in spec.by:
        ground.who(piece, name, "request", "by")
    cited = part_cited(ground, piece, spec)
    return Request(cited, tuple(spec.by), tuple(spec.needs or ()))


def transfer_clock(ground: Ground, piece: Piece, spec: TransfersSpec) -> ClockRule | None:
    """The time within which the transfer must be asked for."""
    if spec.request is None or spec.request.within is None:
        return None
    formulas = ground.formulas(piece)
    within = length(spec.request.within, formulas, ("request", "within"))
    if within is None:
        return None
    who = spec.request.by[0]
    return ClockRule(
        cited=part_cited(ground, piece, spec.request),
        kind="deadline",
        starts=frozenset(spec.on),
        when=formulas.condition(("when",), spec.when),
        length=within,
        must="request_the_transfer",
        who=who,
        who_title=" or ".join(ground.title_of(piece, each) for each in spec.request.by),
        done_by=tuple(sorted(ground.events(piece, spec.request.done_by or (), "request", "done_by"))),
        lapse=lapse(ground, piece, spec.request.lapse, "request", "lapse"),
    )


def hold(ground: Ground, piece: Piece, spec: HoldsSpec) -> HoldRule | None:
    when = ground.formulas(piece).condition(("when",), spec.when)
    if spec.when is not None and when is None:
        return None
    return HoldRule(
        cited=ground.cited(piece),
        when=when,
        blocks=tuple(spec.blocks),
        blocks_words=actions(ground, piece, spec.blocks, "blocks"),
        on=ground.events(piece, spec.on or (), "on"),
        until=ground.events(piece, spec.released_by or (), "released_by"),
        of=spec.of,
        by=ground.office(piece, spec.by, "by"),
        events=dict(ground.vocabulary.events),
    )
