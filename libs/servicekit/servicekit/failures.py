"""From whatever went wrong to the problem that is answered. The only place that decides what a failure
shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, cast

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from servicekit.access import operations
from servicekit.answers import encode_json
from servicekit.client import NeighborUnavailable
from servicekit.database import database_problem
from servicekit.problems import (
    PROBLEM_MEDIA_TYPE,
    BadRequest,
    FieldError,
    InternalError,
    MethodNotAllowed,
    NoSuchAddress,
    Place,
    Problem,
    ProblemTable,
    Unavailable,
    Unprocessable,
    pointer,
)
from servicekit.trace import current_trace

MOST_ERRORS = 50
_PLACES = frozenset({"body", "query", "path", "header"})


def problem_response(problem: Problem) -> Response:
    """Give the response of a problem; its `instance` is the request id."""
    trace = current_trace()
    body = encode_json(problem.to_json(trace.request_id if trace else "unknown"))
    return Response(body, problem.status, dict(problem.headers), PROBLEM_MEDIA_TYPE)


def problem_for(error: Exception, table: ProblemTable) -> Problem:
    """Give the problem an exception becomes: itself, by the service's table, by the kit, or InternalError."""
    if isinstance(error, Problem):
        return error
    return table.problem_of(error) or _kit_problem(error) or InternalError()


def _kit_problem(error: Exception) -> Problem | None:
    if isinstance(error, NeighborUnavailable):
        return Unavailable("A part of the system that this needs is not answering. Nothing was changed.")
    return database_problem(error)


async def answer_http_exception(request: Request, error: Exception) -> Response:
    """Handler: what the framework refuses by itself (no route, no method, unreadable body)."""
    refused = cast(HTTPException, error)
    return problem_response(_framework_problem(request, refused))


async def answer_validation_error(_request: Request, error: Exception) -> Response:
    """Handler: 422 with a pointer to each bad field."""
    return problem_response(validation_problem(cast(RequestValidationError, error)))


def validation_problem(error: RequestValidationError) -> Problem:
    """Give the problem of a request that does not fit the operation's models. Never repeats what was sent."""
    found = error.errors()
    if any(entry["type"] == "json_invalid" for entry in found):
        return BadRequest("The body is not JSON.")
    shown = [_field_error(entry, error.body) for entry in found[:MOST_ERRORS]]
    return Unprocessable("The request does not fit this operation; see errors.", errors=shown)


def _framework_problem(request: Request, refused: HTTPException) -> Problem:
    if refused.status_code == 404:
        return NoSuchAddress()
    if refused.status_code == 405:
        return MethodNotAllowed(_methods_at(request) or {"GET"})
    if refused.status_code == 400:
        return BadRequest("The body cannot be read.")
    problem = Problem(HTTPStatus(refused.status_code).phrase, headers=refused.headers)
    problem.status = refused.status_code  # type: ignore[misc]
    return problem


def _methods_at(request: Request) -> set[str]:
    path = request.scope["path"]
    return {
        method
        for context in operations(request.app)
        if context.path_regex.match(path)
        for method in context.methods or ()
    }


def _field_error(entry: Any, body: Any) -> FieldError:
    place, *steps = entry["loc"]
    message = str(entry["msg"]).removeprefix("Value error, ")
    within = cast(Place, place if place in _PLACES else "body")
    if within != "body":
        return FieldError(pointer(*steps), message, within=within)
    return FieldError(pointer(*_steps_in(body, steps)), message)


def _steps_in(body: Any, steps: Sequence[str | int]) -> list[str | int]:
    """Keep the steps that lead through the body as sent: validators add their own (union members)."""
    kept: list[str | int] = []
    last = len(steps) - 1
    for number, step in enumerate(steps):
        names_missing_member = number == last and isinstance(body, dict) and isinstance(step, str)
        try:
            body = body[step]
        except (KeyError, IndexError, TypeError):
            if not names_missing_member:
                continue
        kept.append(step)
    return kept
