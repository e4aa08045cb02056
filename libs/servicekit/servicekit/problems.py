"""Problems: what a service answers when it refuses, as RFC 9457 `application/problem+json`.

A `Problem` is raised anywhere; the app answers it. Each service maps its domain exceptions to problems
in one `ProblemTable`. `type` is `urn:citycode:problem:<slug>` and never changes once published.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, ClassVar, Literal

PROBLEM_URN = "urn:citycode:problem:"
PROBLEM_MEDIA_TYPE = "application/problem+json"


Place = Literal["body", "query", "path", "header"]


@dataclass(frozen=True)
class FieldError:
    """One bad field: where it is (`#/facts/height`, an RFC 6901 pointer as a URI fragment) and what mends it.

    For `within="query"`, `"path"` and `"header"` the pointer names the parameter: `#/limit`.
    """

    pointer: str
    message: str
    within: Place = "body"


def pointer(*steps: str | int) -> str:
    """Give the JSON pointer of a path of member names and indexes, as a URI fragment: `#/facts/0/pin`."""
    return "#" + "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


class Problem(Exception):
    """A refusal a clerk can act on. Subclass with `slug`, `status` and `title`; raise with a `detail`.

    `errors` name single fields; `headers` go on the response; every other keyword becomes an extension
    member of the body (JSON values only).
    """

    slug: ClassVar[str] = "problem"
    status: ClassVar[int] = 500
    title: ClassVar[str] = "The request could not be answered"

    def __init__(
        self,
        detail: str | None = None,
        *,
        errors: Collection[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(detail or self.title)
        self.detail = detail or self.title
        self.errors = tuple(errors)
        self.headers = dict(headers or {})
        self.extra = extra

    def to_json(self, instance: str) -> dict[str, Any]:
        """Give the body: RFC 9457 members, `errors` when there are any, then the extensions."""
        body: dict[str, Any] = {
            "type": PROBLEM_URN + self.slug,
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "instance": instance,
        }
        if self.errors:
            body["errors"] = [
                {"in": error.within, "pointer": error.pointer, "message": error.message}
                for error in self.errors
            ]
        return {**self.extra, **body}


class BadRequest(Problem):
    """400: the request cannot be read (malformed JSON, bad cursor, bad header)."""

    slug, status, title = "bad-request", 400, "The request cannot be read"


class Unauthenticated(Problem):
    """401: no valid sign-in. One text for every cause."""

    slug, status, title = "unauthenticated", 401, "Sign in to do this"

    def __init__(self) -> None:
        super().__init__(
            "Send a valid bearer token or API key, through the gateway.",
            headers={"WWW-Authenticate": 'Bearer realm="citycode"'},
        )


class Forbidden(Problem):
    """403: signed in, but no office held in this city gives the permission."""

    slug, status, title = "forbidden", 403, "You do not hold the permission for this"


class NotFound(Problem):
    """404: absent, or not visible to the caller: the body is the same, so give it no detail of your own."""

    slug, status, title = "not-found", 404, "There is no such record"

    def __init__(self) -> None:
        super().__init__("There is no record at this address that you may see.")


class NoSuchAddress(Problem):
    """404: no operation has this path."""

    slug, status, title = "no-such-address", 404, "There is nothing at this address"


class MethodNotAllowed(Problem):
    """405: the path exists, the method does not; `Allow` lists those that do."""

    slug, status, title = "method-not-allowed", 405, "This method is not offered here"

    def __init__(self, allowed: Collection[str]) -> None:
        offered = ", ".join(sorted(allowed))
        super().__init__(f"Offered here: {offered}.", headers={"Allow": offered}, allowed=sorted(allowed))


class StateConflict(Problem):
    """409: the record's state does not allow this; says the state and what is allowed."""

    slug, status, title = "state-conflict", 409, "The record's state does not allow this"

    def __init__(self, state: str, allowed: Collection[str], detail: str | None = None, **extra: Any) -> None:
        actions = ", ".join(sorted(allowed)) or "nothing"
        super().__init__(
            detail or f"The record is {state}; allowed now: {actions}.",
            state=state,
            allowed=sorted(allowed),
            **extra,
        )


class StaleVersion(Problem):
    """412: `If-Match` names another version than the stored one. Read again, then repeat."""

    slug, status, title = "stale-version", 412, "The record has changed since you read it"


class PreconditionRequired(Problem):
    """428: a change without `If-Match`."""

    slug, status, title = "precondition-required", 428, "Send If-Match with the version you read"


class BodyTooLarge(Problem):
    """413: the body is longer than the limit; `limit_bytes` says it."""

    slug, status, title = "body-too-large", 413, "The body is too large"

    def __init__(self, limit_bytes: int) -> None:
        super().__init__(f"Send at most {limit_bytes} bytes.", limit_bytes=limit_bytes)


class UnsupportedMediaType(Problem):
    """415: the body is not declared as JSON."""

    slug, status, title = "unsupported-media-type", 415, "The body must be JSON"

    def __init__(self) -> None:
        super().__init__("Send the body as UTF-8 JSON, with Content-Type: application/json.")


class Unprocessable(Problem):
    """422: well-formed but wrong; `errors` point at each bad field."""

    slug, status, title = "unprocessable", 422, "Something in the request is wrong"


class IdempotencyKeyReused(Problem):
    """422: the key was used for another request."""

    slug, status, title = "idempotency-key-reused", 422, "The Idempotency-Key belongs to another request"

    def __init__(self) -> None:
        super().__init__("This key was sent with another request before. Use a new key for a new request.")


class IdempotencyKeyRequired(Problem):
    """400: a machine posted a change without `Idempotency-Key`."""

    slug, status, title = "idempotency-key-required", 400, "Send an Idempotency-Key"

    def __init__(self) -> None:
        super().__init__(
            "Machines send an Idempotency-Key with every change, so that it can be repeated safely."
        )


class TooManyRequests(Problem):
    """429: over the limit; `Retry-After` says when to try again."""

    slug, status, title = "too-many-requests", 429, "Too many requests"

    def __init__(self, retry_after_s: int = 1) -> None:
        super().__init__(
            f"Try again in {retry_after_s} seconds.", headers={"Retry-After": str(retry_after_s)}
        )


class InternalError(Problem):
    """500: our fault. Says nothing of the inside; `instance` finds the log line."""

    slug, status, title = "internal-error", 500, "Something went wrong on our side"

    def __init__(self) -> None:
        super().__init__("The failure is logged under this instance. Nothing was changed.")


class Unavailable(Problem):
    """503: cannot answer for now (database, neighbor); `Retry-After` says when to try again."""

    slug, status, title = "unavailable", 503, "This cannot be answered right now"

    def __init__(self, detail: str | None = None, *, retry_after_s: int = 2, **extra: Any) -> None:
        super().__init__(
            detail or "Nothing was changed. Try again shortly.",
            headers={"Retry-After": str(retry_after_s)},
            **extra,
        )


class ProblemTable:
    """One service's table from domain exception to problem.

    >>> table = ProblemTable({LookupError: lambda _: NotFound()})
    >>> table.problem_of(KeyError("x")).status
    404
    """

    def __init__(self, rows: Mapping[type[Exception], Callable[[Any], Problem]] | None = None) -> None:
        self.rows = dict(rows or {})

    def problem_of(self, error: Exception) -> Problem | None:
        """Give the problem for `error` or the nearest of its base classes; None when there is no row."""
        for kind in type(error).__mro__:
            if kind in self.rows:
                return self.rows[kind](error)
        return None

    def joined_with(self, other: ProblemTable) -> ProblemTable:
        """Give a table with the rows of both; `other` wins."""
        return ProblemTable({**self.rows, **other.rows})


def problems(*gives: int | type[Problem]) -> dict[int | str, dict[str, Any]]:
    """Declare on a route which problems it gives: `responses=problems(NotFound, StateConflict, 412)`.

    What the kit itself gives (400, 401, 403, 404, 412, 413, 415, 422, 428, 429, 500, 503, each where it can
    occur) is added to the contract by `create_app`; declare only your own.
    """
    declared: dict[int | str, dict[str, Any]] = {}
    for gift in gives:
        status, title = (gift, "") if isinstance(gift, int) else (gift.status, gift.title)
        earlier = declared.get(status, {}).get("description", "")
        parts = [part for part in (earlier, title) if part]
        declared[status] = problem_response(" · ".join(parts) or HTTPStatus(status).phrase)
    return declared


def problem_response(description: str) -> dict[str, Any]:
    """Give the OpenAPI response object of a problem."""
    return {
        "description": description,
        "content": {PROBLEM_MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
