"""Loading a city's parcels, address points and layers; a second load changes nothing."""

from sqlalchemy import Connection

from gis.domain.loads import CityLoad
from gis.domain.places import BadPlace
from gis.geometry.coordinates import checked_outline
from gis.storage import loads
from gis.usecases.remake_layers import remake


def load_city(connection: Connection, load: CityLoad) -> bool:
    """Load a city that has no parcels yet; give whether anything was loaded. Raises BadPlace.

    Every shape is checked before the first row is written.
    """
    loads.take_turn(connection)
    if loads.is_loaded(connection, load.city):
        return False
    shapes = [
        *((each.parcel.id, each.wkb) for each in load.parcels),
        *((each.dwelling.id, each.wkb) for each in load.addresses),
        *((f"{each.feature.layer} {each.feature.id}", each.wkb) for each in load.features),
    ]
    for name, wkb in shapes:
        try:
            checked_outline(wkb)
        except BadPlace as error:
            raise BadPlace(name, f"{name}: {error.message}") from error
    loads.write(connection, load)
    remake(connection, load.city, [layer.name for layer in load.layers])
    return True
