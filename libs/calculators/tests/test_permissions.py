"""The law as the source of permissions says which law it is."""

from __future__ import annotations

from dataclasses import replace

from calculators.permissions import LawPermissions
from citycode import Law


def test_the_version_changes_with_any_pack_and_with_nothing_else(law: Law) -> None:
    first = next(iter(law.cities))
    another = replace(law, cities={**law.cities, first: replace(law.cities[first], pack_hash="0" * 64)})
    reordered = replace(law, cities=dict(reversed(list(law.cities.items()))))

    version = LawPermissions(law).code_version

    assert len(version) == 16
    assert LawPermissions(reordered).code_version == version
    assert LawPermissions(another).code_version != version
