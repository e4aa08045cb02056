"""The table from what gis refuses to the problem it answers."""

from servicekit.problems import (
    FieldError,
    NotFound,
    Place,
    Problem,
    ProblemTable,
    StateConflict,
    Unprocessable,
)

from gis.domain.address import UnreadableAddress
from gis.domain.address_choice import NotACandidate, UnknownChoice
from gis.domain.county_import import FileOfTomorrow, ImportNotReceiving, PartsMissing, UnknownImport
from gis.domain.notice_list import UnknownNoticeList
from gis.domain.owner_candidate import (
    ConveyedInTheFuture,
    DocumentDiffers,
    KindUnknown,
    LaterConveyanceStands,
    NotAllowed,
    UnknownCandidate,
)
from gis.domain.parcel import AmbiguousPin, UnknownParcel
from gis.domain.places import BadPlace, OutsideCity, SiteOffParcel
from gis.domain.register import PlaceMissing


class AmbiguousParcel(Problem):
    """409: several parcels fit; `candidates` lists them, and the caller has to choose."""

    slug, status, title = "ambiguous-parcel", 409, "Several parcels fit"


class DocumentReceivedBefore(Problem):
    """409: the document was received for this parcel before, with other contents; `candidate_id` names it."""

    slug, status, title = "document-received-before", 409, "The document was received with other contents"


class CandidateStateConflict(StateConflict):
    """409: the candidate's state, or a later conveyance, does not allow this."""


class ImportStateConflict(StateConflict):
    """409: the file has been received already, or parts of it are missing; the detail names them."""


class TwoQuestions(Unprocessable):
    """422: PIN and address at once."""

    def __init__(self) -> None:
        wrong = FieldError("#/address", "leave it out when you send pin", within="query")
        super().__init__("Ask by pin or by address, not by both.", errors=[wrong])


def _ambiguous(error: AmbiguousPin) -> Problem:
    candidates = [{"pin": each.pin, "address": each.address} for each in error.candidates]
    detail = f"{len(candidates)} parcels have the digits {error.asked}: ask again with the printed PIN."
    return AmbiguousParcel(detail, candidates=candidates)


def _unreadable(_: UnreadableAddress) -> Problem:
    wrong = FieldError("#/address", "start with the house number, then the street name", within="query")
    return Unprocessable("This is no street address.", errors=[wrong])


def _no_candidate(error: NotACandidate) -> Problem:
    listed = ", ".join(error.candidates) or "none"
    wrong = FieldError("#/pin", f"give the printed PIN of a candidate: {listed}")
    return Unprocessable(f"Parcel {error.pin} is none of those the address may mean.", errors=[wrong])


def _bad_place(error: BadPlace) -> Problem:
    within: Place = "query" if error.part in {"lon", "lat"} else "body"
    wrong = FieldError(f"#/{error.part}", error.message, within)
    return Unprocessable("The place is not on this map.", errors=[wrong])


def _off_parcel(error: SiteOffParcel) -> Problem:
    mend = "give a point on the parcel, longitude first"
    detail = f"The site lies {error.distance_ft:,.1f} ft off parcel {error.pin}."
    return Unprocessable(detail, errors=[FieldError("#/site", mend)])


def _outside(error: OutsideCity) -> Problem:
    wrong = FieldError(f"#/{error.part}", "give a place in the city, longitude first")
    return Unprocessable(error.message, errors=[wrong])


def _dates(error: ConveyedInTheFuture) -> Problem:
    return Unprocessable("A date cannot be right.", errors=[FieldError(error.pointer, error.message)])


def _kind_unknown(_: KindUnknown) -> Problem:
    mend = "say what kind of conveyance it is: the county did not"
    return Unprocessable("The kind of conveyance is not known.", errors=[FieldError("#/kind", mend)])


def _later_stands(error: LaterConveyanceStands) -> Problem:
    if error.owner_since is None:
        detail = "The present owner rests on another confirmed candidate: reverse that one first."
        return CandidateStateConflict("confirmed", (), detail)
    detail = (
        f"The present owner's title rests on a conveyance of {error.owner_since}: "
        "reverse the candidate it came with first, or reject this one."
    )
    return CandidateStateConflict("superseded", ("reject",), detail, owner_since=str(error.owner_since))


def _document_differs(error: DocumentDiffers) -> Problem:
    detail = f"This document made owner candidate {error.candidate_id} with other contents."
    return DocumentReceivedBefore(detail, candidate_id=str(error.candidate_id))


def _place_missing(_: PlaceMissing) -> Problem:
    wrong = FieldError("#/data/register", "say lon and lat of the structure")
    return Unprocessable("The event does not say where the structure stands.", errors=[wrong])


def _not_receiving(error: ImportNotReceiving) -> Problem:
    detail = f"The import is {error.status}: begin another one to send another file."
    return ImportStateConflict(error.status, (), detail)


def _of_tomorrow(error: FileOfTomorrow) -> Problem:
    return Unprocessable("A date cannot be right.", errors=[FieldError("#/vintage", str(error))])


def _parts_missing(error: PartsMissing) -> Problem:
    listed = ", ".join(map(str, error.numbers))
    return ImportStateConflict("receiving", ("send_parts",), f"These parts are missing or none: {listed}.")


PROBLEMS = ProblemTable(
    {
        UnknownParcel: lambda _: NotFound(),
        UnknownCandidate: lambda _: NotFound(),
        UnknownNoticeList: lambda _: NotFound(),
        UnknownChoice: lambda _: NotFound(),
        UnknownImport: lambda _: NotFound(),
        ImportNotReceiving: _not_receiving,
        PartsMissing: _parts_missing,
        FileOfTomorrow: _of_tomorrow,
        AmbiguousPin: _ambiguous,
        UnreadableAddress: _unreadable,
        NotACandidate: _no_candidate,
        BadPlace: _bad_place,
        SiteOffParcel: _off_parcel,
        OutsideCity: _outside,
        ConveyedInTheFuture: _dates,
        KindUnknown: _kind_unknown,
        LaterConveyanceStands: _later_stands,
        DocumentDiffers: _document_differs,
        NotAllowed: lambda error: CandidateStateConflict(error.status, error.allowed),
        PlaceMissing: _place_missing,
    }
)
