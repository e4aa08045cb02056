"""Making layers anew that are made of others: a shoreland of a high water line, zones of the zoning map."""

from collections.abc import Collection, Iterator
from dataclasses import replace

import shapely
from sqlalchemy import Connection

from gis.domain.loads import FeatureLoad
from gis.domain.parcel import Layer, LayerSource
from gis.geometry.ground import grid_m
from gis.storage import layers, made_layers


def remake(connection: Connection, city: str, changed: Collection[str]) -> tuple[str, ...]:
    """Make every layer of the city anew that rests on a changed one; give their names in the order made.

    A layer made of made layers follows after them. Each feature keeps the name and code of the one it is made
    of, whose layer its id and source name.
    """
    waiting = _resting_on(changed, layers.made(connection, city))
    done: list[str] = []
    while due := [layer for layer in waiting if not _sources(layer) & {each.name for each in waiting}]:
        for layer in due:
            made = [each for source in layer.made_of for each in _made(connection, layer, source)]
            made_layers.write_anew(connection, city, layer.name, made)
            done.append(layer.name)
        waiting = [layer for layer in waiting if layer not in due]
    return tuple(done)


def _resting_on(changed: Collection[str], made: Collection[Layer]) -> list[Layer]:
    """Those made of a changed layer, and those made of these, and so on."""
    touched = set(changed)
    while found := {layer.name for layer in made if _sources(layer) & touched} - touched:
        touched |= found
    return [layer for layer in made if _sources(layer) & touched]


def _sources(layer: Layer) -> set[str]:
    return {source.layer for source in layer.made_of}


def _made(connection: Connection, layer: Layer, source: LayerSource) -> Iterator[FeatureLoad]:
    wider = "" if source.within_ft is None else f", {source.within_ft:g} ft around"
    for each in made_layers.features_of(connection, layer.city, source.layer, source.codes):
        shape = shapely.from_wkb(each.wkb)
        if source.within_ft is not None:
            shape = shape.buffer(grid_m(float(source.within_ft), shape), quad_segs=128)
        feature = replace(
            each.feature,
            layer=layer.name,
            id=f"{source.layer}/{each.feature.id}",
            source=f"{each.feature.source}, {source.layer}{wider}",
        )
        yield FeatureLoad(feature, each.since, shapely.to_wkb(shape), each.until)
