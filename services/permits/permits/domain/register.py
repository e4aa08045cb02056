"""A register that is a layer of the map: what is entered there must be known before the next is let in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from casework.desk.gates import Gate


@dataclass(frozen=True, slots=True)
class Register:
    """How a register stood at one moment: `changes` is how often it was changed, `untold` what of that the
    map has not taken yet.
    """

    changes: int = 0
    untold: int = 0


def caught_up(layer: str, before: Register | None, now: Register | None) -> Iterable[Gate]:
    """What was measured holds only if the map knew every entry then, and none was made since."""
    if before is None or now is None or before.untold or before.changes != now.changes:
        says = (
            f"The map has yet to enter permits in its layer {layer.replace('_', ' ')}, so distances measured "
            "there may be wrong. Try again in a moment."
        )
        yield Gate("register_not_caught_up", says)


def site_known(site: tuple[float, float] | None) -> Iterable[Gate]:
    """A structure that is entered in a register stands somewhere."""
    if site is None:
        says = "Say where on the parcel it is to stand (site): the permit is entered on a map."
        yield Gate("site_missing", says)
