"""Choices between the candidates of an address: recorded by staff, and read again."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from servicekit.access import requires
from servicekit.answers import Answer, read_response
from servicekit.app import CurrentClock
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.paging import PageAsked
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes

from gis.schemas.address_choices import AddressChoiceAsk, AddressChoicePage, AddressChoiceView
from gis.schemas.views import choice_view
from gis.storage.connections import Connection
from gis.usecases.choose_address import Choosing, choice_of, choices_listed, choose

router = APIRouter(prefix="/v1/{city}/address-choices", tags=["parcels"])

Clerk = Annotated[Principal, requires("addresses.choose")]
READS = [requires("addresses.choose")]
AddressAsked = Annotated[
    str | None,
    Query(
        min_length=3,
        max_length=200,
        description="Only choices of this address, however it is spelled.",
        examples=["4001 30th Street North"],
    ),
]


@router.post(
    "",
    operation_id="choose_address",
    summary="Record which candidate of an address is meant",
    status_code=201,
    response_model=AddressChoiceView,
    responses={200: {"model": AddressChoiceView, "description": "The choice that stands already"}},
)
def choose_address(
    city: str, body: AddressChoiceAsk, writes: Writes, clock: CurrentClock, clerk: Clerk
) -> Response:
    """Record the choice with every candidate there was; asked again, the address shows it as chosen.

    A later choice stands in the place of an earlier one, which is kept. The same choice again is answered 200
    with the one that stands.
    """
    choosing = Choosing(uuid7(), clock.now(city), clerk.subject, body.note)

    def effect(connection: Connection) -> Answer:
        choice, is_new = choose(connection, city, body.address, body.pin, choosing)
        location = {"Location": f"/v1/{city}/address-choices/{choice.id}"}
        return Answer(201 if is_new else 200, choice_view(choice), location)

    return writes.once(effect)


@router.get(
    "",
    operation_id="list_address_choices",
    summary="Choices between candidates of addresses, the oldest first",
    response_model=AddressChoicePage,
    dependencies=READS,
)
def list_address_choices(
    city: str, page: PageAsked, connection: Reading, address: AddressAsked = None
) -> Response:
    """List who chose what; of one address, the last one stands."""
    rows = choices_listed(connection, city, address, page.after_id, page.limit + 1)
    return page.answer(rows, key=lambda each: (str(each.id),), item=choice_view)


@router.get(
    "/{choice_id}",
    operation_id="get_address_choice",
    summary="One choice between candidates of an address",
    response_model=AddressChoiceView,
    dependencies=READS,
)
def get_address_choice(city: str, choice_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give a choice as it was recorded."""
    view = choice_view(choice_of(connection, city, choice_id))
    return read_response(request, view, cache_control="private, no-cache")
