"""The table from what permits refuses to the problem it answers."""

from __future__ import annotations

from caseroutes.problems import PROBLEMS as OF_CASES
from servicekit.problems import Problem, ProblemTable

from permits.usecases.find_parcel import SeveralParcels


class AmbiguousParcel(Problem):
    """409: the address fits several parcels; `candidates` lists them, ask again with a PIN."""

    slug, status, title = "ambiguous-parcel", 409, "Several parcels fit"


def _several(error: SeveralParcels) -> Problem:
    candidates = [{"pin": each.pin, "address": each.address} for each in error.candidates]
    detail = f"{len(candidates)} parcels fit {error.address}: ask again with the PIN of one."
    return AmbiguousParcel(detail, candidates=candidates)


PROBLEMS = OF_CASES.joined_with(ProblemTable({SeveralParcels: _several}))
