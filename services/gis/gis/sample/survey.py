"""The public land survey: townships of thirty-six sections, never quite square, and where they lie."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gis.sample.plat import SECTION_FT

Floats = npt.NDArray[np.float64]

JITTER_FT = 10.0
"""How far section corners lie off their place: 0.2 percent of a mile."""
_AROUND = (np.array([4.0, -2.0]) * SECTION_FT).reshape(1, 2)
"""Where the sample's center lies in its township: four sections east, two south of the northwest corner."""


@dataclass(frozen=True)
class SurveySection:
    """One section: its number, its township, and its corners on the grid (southwest, southeast, ne, nw)."""

    number: int
    township: int
    range: int
    district: int
    corners: Floats

    def placed(self, feet: Floats) -> Floats:
        """Give the grid coordinates of places in feet from the section's southwest corner."""
        u, v = feet[:, :1] / SECTION_FT, feet[:, 1:] / SECTION_FT
        southwest, southeast, northeast, northwest = (self.corners[place] for place in range(4))
        south, north = southwest + u * (southeast - southwest), northwest + u * (northeast - northwest)
        return np.asarray(np.round(south + v * (north - south), 4))


def column_and_row(number: int) -> tuple[int, int]:
    """Give a section's column from the west and row from the north: 1 is northeast, 7 is below 6."""
    row, along = divmod(number - 1, 6)
    return (5 - along if row % 2 == 0 else along), row


class Survey:
    """The townships around a city's center; `middle` is the center on the grid, in meters."""

    def __init__(self, seed: int, township: int, range_: int, middle: Floats, meters_per_foot: float) -> None:
        self._seed, self._township, self._range = seed, township, range_
        self._middle, self._meters_per_foot = middle, meters_per_foot

    def section(self, number: int, east: int = 0, north: int = 0, district: int = 1) -> SurveySection:
        """Give a section of the township so many townships east and north of the center's."""
        column, row = column_and_row(number)
        column, row = column + 6 * east, row - 6 * north
        corners = [self._corner(column, row + 1), self._corner(column + 1, row + 1)]
        corners += [self._corner(column + 1, row), self._corner(column, row)]
        return SurveySection(
            number, self._township + north, self._range - east, district, np.concatenate(corners)
        )

    def township(self, east: int, north: int, district: int) -> Iterator[SurveySection]:
        """Give the thirty-six sections of a township in the order of their numbers."""
        for number in range(1, 37):
            yield self.section(number, east, north, district)

    def _corner(self, column: int, row: int) -> Floats:
        random = np.random.default_rng([self._seed, column + 5000, row + 5000])
        feet = np.array([[column, -row]]) * SECTION_FT - _AROUND + random.uniform(-JITTER_FT, JITTER_FT, 2)
        return np.asarray(feet * self._meters_per_foot + self._middle)
