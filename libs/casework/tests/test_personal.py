"""History vouches for a value; without value and salt the hash tells nothing."""

from casework.personal import seal, vouches
from hypothesis import given
from hypothesis import strategies as st


@given(st.text(), st.text())
def test_a_digest_vouches_for_its_value_only(value: str, other: str) -> None:
    sealed = seal(value)

    assert vouches(sealed.digest, value, sealed.salt)
    assert vouches(sealed.digest, other, sealed.salt) == (other == value)


def test_equal_values_have_unequal_digests() -> None:
    assert seal("651-555-0100").digest != seal("651-555-0100").digest
