"""Sample counties of any size: like a real one in what was measured there, and the same every time."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import shapely
from gis.county_files.reading import open_county_file
from gis.sample.__main__ import main
from gis.sample.county_rows import CountyRows
from gis.sample.description import described
from gis.sample.sizes import FORMS, SIZES, rows_of, write

REAL_PARCELS = 4_040
SHARES = {
    "under half an acre": 0.21,
    "under an acre": 0.26,
    "a quarter-quarter": 0.053,
    "over 45 acres": 0.15,
}
NEIGHBORS = {350: (10, 38), 500: (12, 57), 1000: (19, 128)}
"""Median and nine in ten, of how many parcels lie within so many feet of one."""


def test_its_parcels_are_as_large_and_as_near_to_one_another_as_real_ones() -> None:
    rows = CountyRows(described(), described().cities[0], "mixed")
    townships = rows.of_townships([(0, 0), (1, 0), (0, -1), (1, -1)])
    outlines = np.array([row.outline for row in islice(townships, REAL_PARCELS)], dtype=object)

    acres = shapely.area(outlines) / 4046.8564224
    shares = {
        "under half an acre": (acres < 0.5).mean(),
        "under an acre": (acres < 1).mean(),
        "a quarter-quarter": ((acres > 38) & (acres < 41)).mean(),
        "over 45 acres": (acres > 45).mean(),
    }
    assert acres.mean() == pytest.approx(20.7, rel=0.2)
    assert np.percentile(acres, [50, 90, 99]) == pytest.approx([4.27, 74.3, 158], rel=0.2)
    assert shares == pytest.approx(SHARES, rel=0.2)
    assert (shapely.get_type_id(outlines) == 6).mean() == pytest.approx(0.019, rel=0.2)
    index = shapely.STRtree(outlines)
    for feet, (half, most) in NEIGHBORS.items():
        near, _ = index.query(outlines, predicate="dwithin", distance=feet * 0.3048)
        counts = np.bincount(near, minlength=REAL_PARCELS)
        assert np.percentile(counts, [50, 90]) == pytest.approx([half, most], rel=0.21)


def test_a_larger_county_begins_with_the_rows_of_a_smaller_one_and_every_pin_is_its_own() -> None:
    smaller, larger = list(rows_of(200)), list(rows_of(3_000))

    assert [row.columns for row in smaller] == [row.columns for row in larger[:200]]
    assert all(each.outline.equals(other.outline) for each, other in zip(smaller, larger, strict=False))
    assert len({row.columns["COUNTY_PIN"] for row in larger}) == 3_000
    assert SIZES == {"S": 5_000, "M": 100_000, "L": 1_000_000}


@pytest.mark.filterwarnings("ignore:Field .* of type Date:RuntimeWarning")
@pytest.mark.parametrize("form", FORMS)
def test_every_form_can_be_written_and_read_again(tmp_path: Path, form: str) -> None:
    path = write(60, form, tmp_path)

    scratch = tmp_path / "scratch"
    scratch.mkdir()
    chunks = list(open_county_file(path, scratch).chunks())

    assert sum(len(chunk.rows) for chunk in chunks) == 60
    assert {row["COUNTY_PIN"] for chunk in chunks for row in chunk.rows} == {
        row.columns["COUNTY_PIN"] for row in rows_of(60)
    }


def test_the_command_writes_a_county(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(SIZES, "S", 40)

    main(["S", "csv", str(tmp_path)])

    assert capsys.readouterr().out.strip() == str(tmp_path / "parcels.csv")
    assert len((tmp_path / "parcels.csv").read_text().splitlines()) == 41
