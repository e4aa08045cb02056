"""What gis reads of other services' events: only the register hint."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from servicekit.wire import WireDate

from gis.schemas.shape import LAYER_PATTERN, Outgoing


class RegisterHint(BaseModel):
    """A permit's entry in a map layer. `standing`: the structure is still there although the permit ended."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    layer: Annotated[str, StringConstraints(pattern=LAYER_PATTERN)]
    lon: Annotated[float, Field(allow_inf_nan=False)] | None = None
    lat: Annotated[float, Field(allow_inf_nan=False)] | None = None
    standing: bool = False


class PermitEvent(BaseModel):
    """The part of a permit event that layers depend on; other keys are not read."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    city: str
    permit_number: str
    effective_on: WireDate | None = None
    pin: str | None = None
    hint: Annotated[RegisterHint | None, Field(alias="register")] = None


class RegisterTaken(Outgoing):
    """Whether the event changed a layer."""

    changed: bool
