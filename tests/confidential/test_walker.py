"""A planted word is found in whatever form it stands."""

from __future__ import annotations

import hashlib

import pytest

from tests.confidential.walker import Leak, Seen, Walker

WORD = "Xanthippe of Athens"
FORMS = {
    "as it is": "by Xanthippe of Athens.",
    "in capitals": "BY XANTHIPPE OF ATHENS",
    "in an address": "/complaints?by=Xanthippe%20of%20Athens",
    "in a form": "by=Xanthippe+of+Athens&x=1",
    "in base 64": "WGFudGhpcHBlIG9mIEF0aGVucw==",
}


@pytest.mark.parametrize("form", FORMS)
def test_it_is_found(form: str) -> None:
    assert Walker([WORD]).leaks([Seen("here", FORMS[form])]) == {Leak("here", WORD)}


def test_it_is_found_hashed_without_a_key() -> None:
    kept = hashlib.sha256(WORD.encode()).hexdigest()

    assert Walker([WORD]).leaks([Seen("here", f'{{"of": "{kept}"}}')]) == {Leak("here", WORD)}


def test_others_are_not_found() -> None:
    seen = [Seen("here", "by Xanthippe of Sparta."), Seen("there", "3d25a0ad")]

    assert Walker([WORD]).leaks(seen) == set()
