"""Loading: once, whole or not at all."""

import math

import pytest
import shapely
from gis.domain.places import BadPlace
from gis.load_sample import load
from gis.storage.tables import features, generations, parcels, parties
from gis.usecases.load_city import load_city
from sqlalchemy import Connection, Engine, func, select

from services.gis.tests.builders import CITY, a_city_load, a_parcel_load, ground_offset, square

pytestmark = pytest.mark.storage


def test_loading_the_sample_again_changes_nothing(sample_engine: Engine, sample_url: str) -> None:
    counted = select(
        select(func.count()).select_from(parcels).scalar_subquery(),
        select(func.count()).select_from(parties).scalar_subquery(),
        select(func.max(generations.c.generation)).scalar_subquery(),
    )
    with sample_engine.connect() as connection:
        before = connection.execute(counted).one()

    loaded = load(sample_url)

    with sample_engine.connect() as connection:
        assert connection.execute(counted).one() == before
    assert loaded == dict.fromkeys(["lake-elmo", "fridley", "elk-river", "detroit-lakes"], False)


@pytest.mark.parametrize(
    "bad",
    [
        shapely.box(-93.1, 45.0, -93.0, 45.1),
        shapely.LineString([(507_000, 4_981_000), (math.nan, 4_981_100), (507_100, 4_981_000)]),
    ],
)
def test_one_bad_shape_refuses_the_whole_load_by_name(connection: Connection, bad: shapely.Geometry) -> None:
    good = a_parcel_load(square(ground_offset(CITY, 0)), "1")
    wrong = a_parcel_load(bad, "2")

    with pytest.raises(BadPlace, match="washington-2"):
        load_city(connection, a_city_load([good, wrong]))

    assert connection.scalar(select(func.count()).select_from(parcels)) == 0


def test_every_city_of_the_sample_has_its_districts(sample: Connection) -> None:
    zoning = features.c.layer == "zoning_districts"
    districts = select(features.c.city, func.count()).where(zoning).group_by(features.c.city)

    per_city = {row[0]: row[1] for row in sample.execute(districts)}

    assert per_city == {"lake-elmo": 9, "fridley": 9, "elk-river": 9, "detroit-lakes": 9}
