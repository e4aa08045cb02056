"""Parcel identification numbers: unique within a county only, printed in the county's own shape."""


def pin_digits(pin: str) -> str:
    """Give what remains of a PIN when only letters and digits count: `12.029.21.43.0013` → `12029214300013`.

    Two printed PINs of one county may give the same digits where a part is not padded
    (`75-72-0105`, `75-720-105`); then the digits alone do not tell which is meant.
    """
    return "".join(character for character in pin.upper() if character.isascii() and character.isalnum())


def parcel_id(county: str, pin: str) -> str:
    """Give the stable id of a parcel, the same after every import: county and printed PIN."""
    return f"{county}-{pin}"
