"""How an amount of money is said: outright, or as a share, a multiple, a count, a bracket, an indexed sum."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from citycode.packs.models.element import Named, Naming
from citycode.packs.models.parts import CivilDate, Event, Flag, Formula, Part, Word

FORMS = (
    "percent",
    "times",
    "per",
    "count",
    "counts",
    "schedule",
    "indexed",
    "greater_of",
    "lesser_of",
    "sum",
)
BESIDE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "usd": ((), ()),
    "percent": ((), ("of",)),
    "times": (("of",), ()),
    "per": (("of", "usd"), ("over", "first", "whole_only")),
    "count": (("usd",), ("since_nth", "with_earlier")),
    "counts": (("usd",), ("since_nth", "with_earlier")),
    "schedule": (("of",), ()),
    "indexed": (("by", "base", "every"), ()),
    "greater_of": ((), ()),
    "lesser_of": ((), ()),
    "sum": ((), ()),
}
"""Form → keys that must and keys that may stand beside it."""


def _outright(raw: Any) -> Any:
    return raw if isinstance(raw, dict | Part) else {"usd": raw}


Amount = Annotated[
    "AmountSpec",
    BeforeValidator(_outright),
    WithJsonSchema(
        {
            "type": ["string", "number", "object"],
            "description": f"dollars as a formula, or an object with usd or one of {', '.join(FORMS)}",
        }
    ),
]


class AmountSpec(Naming):
    """Exactly one form.

    `usd`: dollars as a formula (`fees.review`, `v.least_usd`). `percent`, `times`: of another amount `of`
    (a percent without `of`: of what the element is about). `per`: for each `per` of the number `of` above
    `over`, or fraction thereof, so much `usd`, on top of `first` (`whole_only: true`: no charge for a
    fraction). `count` a number, or `counts` an event in the history, times `usd`, charged `since_nth`
    (`with_earlier: true`: the earlier ones are then charged too). `schedule`: a bracket schedule of
    fees.yaml at the number `of`. `indexed`: dollars of the day `base`, changed on `every` MM-DD by the
    series `by`. `greater_of`, `lesser_of`, `sum`: of several, of which only those count whose `when`
    holds. `also` are further rules it rests on.
    """

    when: Formula | None = None
    also: tuple[Named, ...] = ()
    usd: Formula | None = None
    percent: Formula | None = None
    times: Formula | None = None
    of: Amount | None = None
    per: Formula | None = None
    over: Formula | None = None
    first: Amount | None = None
    whole_only: Flag = False
    count: Formula | None = None
    counts: Event | None = None
    since_nth: Formula | None = None
    with_earlier: Flag = False
    schedule: Word | None = None
    indexed: Formula | None = None
    by: Word | None = None
    base: CivilDate | None = None
    every: Annotated[str | None, Field(pattern=r"^\d\d-\d\d$")] = None
    greater_of: tuple[Amount, ...] = ()
    lesser_of: tuple[Amount, ...] = ()
    sum: tuple[Amount, ...] = ()

    @model_validator(mode="after")
    def _one_form(self) -> AmountSpec:
        stated = [form for form in FORMS if form in self.model_fields_set]
        if len(stated) > 1 or (not stated and self.usd is None):
            raise ValueError(
                "An amount of money is said in exactly one way|Write dollars as a formula, or one of "
                + ", ".join(
                    f"{{{', '.join(f'{key}: …' for key in (form, *BESIDE[form][0]))}}}" for form in FORMS
                )
                + ". `usd` for each unit of a number is a formula: v.rate * yards."
            )
        form = self.form
        must, may = BESIDE[form]
        for key in must:
            if key not in self.model_fields_set:
                raise ValueError(f"`{form}` does not say `{key}`|Add `{key}:` beside `{form}:`.")
        beside = {key for keys in BESIDE.values() for key in (*keys[0], *keys[1])} - {*must, *may, form}
        for key in sorted(beside & self.model_fields_set):
            raise ValueError(f"`{key}` says nothing beside `{form}`|Remove `{key}:`.")
        return self

    @property
    def form(self) -> str:
        return next((form for form in FORMS if form in self.model_fields_set), "usd")


AmountSpec.model_rebuild()
