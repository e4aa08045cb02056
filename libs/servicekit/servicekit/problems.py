"""Problems: what a service answers when it refuses, as RFC 9457 `application/problem+json`.

A `Problem` is raised anywhere; the app answers it. Each service maps its domain exceptions to problems
in one `ProblemTable`. `type` is `urn:citycode:problem:<slug>` and never changes once published.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

PROBLEM_URN = "urn:citycode:problem:"


@dataclass(frozen=True)
class FieldError:
    """One bad field: a JSON pointer (RFC 6901, with `#` fragment for the body), and what is wrong and mends it."""

    pointer: str
    message: str


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


class BadRequest(Problem):
    """400: the request cannot be read (malformed JSON, bad cursor, bad header)."""

    slug, status, title = "bad-request", 400, "The request cannot be read"


class Unauthenticated(Problem):
    """401: no valid sign-in. One text for every cause."""

    slug, status, title = "unauthenticated", 401, "Sign in to do this"


class Forbidden(Problem):
    """403: signed in, but no office held in this city gives the permission."""

    slug, status, title = "forbidden", 403, "You do not hold the permission for this"


class NotFound(Problem):
    """404: absent, or not visible to the caller: the body is the same."""

    slug, status, title = "not-found", 404, "There is no such record"


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


class Unprocessable(Problem):
    """422: well-formed but wrong; `errors` point at each bad field."""

    slug, status, title = "unprocessable", 422, "Something in the request is wrong"


class Unavailable(Problem):
    """503: cannot answer for now (database, neighbor); `Retry-After` says when to try again."""

    slug, status, title = "unavailable", 503, "This cannot be answered right now"

    def __init__(self, detail: str | None = None, *, retry_after_s: int = 2, **extra: Any) -> None:
        super().__init__(detail, headers={"Retry-After": str(retry_after_s)}, **extra)


class ProblemTable:
    """One service's table from domain exception to problem, most specific class first.

    >>> table = ProblemTable({UnknownCity: lambda e: NotFound(), TooLate: lambda e: StateConflict(e.state, e.allowed)})
    """

    def __init__(self, rows: Mapping[type[Exception], Callable[[Any], Problem]] | None = None) -> None:
        self.rows = dict(rows or {})

    def problem_of(self, error: Exception) -> Problem | None:
        """Give the problem for `error` (or for the nearest of its base classes); None when there is no row."""
        raise NotImplementedError

    def joined_with(self, other: ProblemTable) -> ProblemTable:
        """Give a table with the rows of both; `other` wins."""
        return ProblemTable({**self.rows, **other.rows})


def problems(*gives: int | type[Problem]) -> dict[int | str, dict[str, Any]]:
    """Declare on a route which problems it gives: `responses=problems(NotFound, StateConflict, 412)`.

    What the kit itself gives (400, 401, 403, 405, 413, 415, 422, 428, 500, 503 where they can occur) is added to the contract
    by `create_app`; declare only your own.
    """
    raise NotImplementedError
