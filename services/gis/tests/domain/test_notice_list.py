"""Who gets a letter."""

from decimal import Decimal

from gis.domain.notice_list import NearDwelling, NearParcel, addressees
from gis.domain.parties import Party

from services.gis.tests.builders import a_party

HOME = ("5008 Legion Lane North", "Lake Elmo, MN 55042")
BOX = ("PO Box 12", "Fargo, ND 58102")


def near_parcel(pin: str, away: str, *owners: Party, taxpayers: tuple[Party, ...] = (), private: bool = False,
                subject: bool = False) -> NearParcel:  # fmt: skip
    return NearParcel(pin, Decimal(away), owners, taxpayers, private, subject)


def near_dwelling(pin: str | None, away: str, *owners: Party, mailing: tuple[str, ...] = HOME,
                  private: bool = False, subject: bool = False) -> NearDwelling:  # fmt: skip
    return NearDwelling(pin, Decimal(away), mailing, "Resident", owners, private, subject)


def test_two_parcels_of_one_owner_address_get_one_letter_listing_both() -> None:
    far = near_parcel("2", "310.5", Party("NYGREN TOVE", ("PO BOX 12", "FARGO ND 58102-0012")))
    near = near_parcel("1", "12.25", Party("Tove Nygren", BOX))

    letters = addressees("owners", [far, near], [])

    (row,) = letters.rows
    assert row.parcels == (("1", Decimal("12.25")), ("2", Decimal("310.5")))
    assert row.distance_ft == Decimal("12.25")
    assert row.names == ("NYGREN TOVE", "Tove Nygren")


def test_without_an_owner_address_the_letter_goes_to_the_taxpayer_and_says_so() -> None:
    parcel = near_parcel("1", "0", Party("Tove Nygren", ()), taxpayers=(Party("Pelican Rentals LLP", BOX),))

    letters = addressees("owners", [parcel], [])

    (row,) = letters.rows
    assert (row.basis, row.mailing) == (("taxpayer",), BOX)
    assert row.names == ("Tove Nygren", "Pelican Rentals LLP")


def test_a_parcel_without_any_address_is_listed_and_not_dropped() -> None:
    parcel = near_parcel("1", "7", Party("Tove Nygren", ()))

    letters = addressees("owners", [parcel], [])

    assert letters.rows == ()
    assert [(each.pin, each.distance_ft) for each in letters.unaddressed] == [("1", Decimal(7))]


def test_a_renter_is_addressed_as_resident_and_an_owner_at_home_by_name() -> None:
    rented = near_dwelling("1", "480", Party("Pelican Rentals LLP", BOX))
    own = near_dwelling(
        "2", "20", a_party("HAUGLAND IVAR", "9 ELM ST", "LAKE ELMO MN 55042"),
        mailing=("9 Elm Street", "Lake Elmo, MN 55042"),
    )  # fmt: skip

    letters = addressees("residents", [], [rented, own])

    assert [(row.names, row.basis) for row in letters.rows] == [
        (("HAUGLAND IVAR",), ("owner_occupant",)),
        (("Resident",), ("resident",)),
    ]


def test_residents_are_no_owners_elsewhere_and_owners_no_residents() -> None:
    parcel = near_parcel("1", "0", Party("Pelican Rentals LLP", BOX))
    dwelling = near_dwelling("1", "90", Party("Pelican Rentals LLP", BOX))

    to_owners = addressees("owners", [parcel], [dwelling])
    to_residents = addressees("residents", [parcel], [dwelling])

    assert [row.mailing for row in to_owners.rows] == [BOX]
    assert [row.mailing for row in to_residents.rows] == [HOME]


def test_owner_at_home_gets_one_letter_when_both_are_asked() -> None:
    parcel = near_parcel("1", "0", a_party("Ivar Haugland", *HOME))
    dwelling = near_dwelling("1", "90", a_party("Ivar Haugland", *HOME))

    letters = addressees("owners_and_residents", [parcel], [dwelling])

    (row,) = letters.rows
    assert (row.names, row.basis) == (("Ivar Haugland",), ("owner", "owner_occupant"))


def test_a_protected_person_is_counted_and_neither_name_nor_place_appears() -> None:
    parcel = near_parcel("1", "0", a_party("Ivar Haugland", *HOME), private=True)
    dwelling = near_dwelling("1", "90", a_party("Ivar Haugland", *HOME), private=True)

    letters = addressees("owners_and_residents", [parcel], [dwelling])

    assert (letters.rows, letters.unaddressed, letters.withheld) == ((), (), 1)


def test_a_protected_person_appears_nowhere_else_either_and_those_beside_them_do() -> None:
    flagged = near_parcel("1", "0", a_party("Ivar Haugland", *HOME), private=True)
    second_lot = near_parcel("2", "40", Party("HAUGLAND IVAR", ("5008 LEGION LN N", "LAKE ELMO MN 55042")))
    sister = near_parcel("3", "80", a_party("Tove Nygren", *HOME))
    unplaced = near_dwelling(None, "90")
    unit = near_dwelling(None, "95", mailing=("5008 Legion Lane North Unit 2", "Lake Elmo, MN 55042"))

    owners = addressees("owners", [flagged, second_lot, sister], [])
    residents = addressees("residents", [flagged, second_lot], [unplaced, unit])

    assert [(row.names, row.parcels) for row in owners.rows] == [(("Tove Nygren",), (("3", Decimal(80)),))]
    assert owners.withheld == 2
    assert [row.mailing for row in residents.rows] == [unit.mailing]
    assert residents.withheld == 1


def test_a_second_care_line_at_one_letter_box_is_kept_with_its_name() -> None:
    one = near_parcel("1", "0", Party("Ada Vang", ("C/O First Bank", *BOX)))
    other = near_parcel("2", "5", Party("Nils Moua", ("C/O Loon Bay Trust", *BOX)))

    letters = addressees("owners", [one, other], [])

    (row,) = letters.rows
    assert row.names == ("Ada Vang", "Nils Moua, C/O Loon Bay Trust")
    assert row.mailing == ("C/O First Bank", *BOX)


def test_a_dwelling_without_a_known_parcel_still_gets_its_letter() -> None:
    dwelling = near_dwelling(None, "33")

    letters = addressees("residents", [], [dwelling])

    (row,) = letters.rows
    assert (row.parcels, row.distance_ft, row.names) == ((), Decimal(33), ("Resident",))


def test_the_applicants_own_parcel_is_marked() -> None:
    own = near_parcel("1", "0", a_party("Ada Vang", *HOME), subject=True)
    other = near_parcel("2", "0", a_party("Nils Moua", *BOX))

    letters = addressees("owners", [own, other], [])

    assert {row.names[0]: row.subject for row in letters.rows} == {"Ada Vang": True, "Nils Moua": False}
