"""What the gateway itself refuses, as problems a caller can act on."""

from __future__ import annotations

from servicekit.problems import Problem, Unauthenticated, Unavailable

from gateway.allowance import Allowance

BAD_TOKEN = "The token or key sent is not valid. Sign in again, or send the request without it."  # noqa: S105


class NoSuchPlace(Problem):
    """404: no service stands behind this path."""

    slug, status, title = "no-such-place", 404, "Nothing is at this address"


class MethodNotPassed(Problem):
    """405: a method that no service answers."""

    slug, status, title = "method-not-allowed", 405, "This method is not answered"


class BodyTooSlow(Problem):
    """408: the body did not arrive in time."""

    slug, status, title = "body-too-slow", 408, "The request's body did not arrive in time"


class BodyTooLarge(Problem):
    """413: the body is larger than this route takes."""

    slug, status, title = "body-too-large", 413, "The request's body is too large"


class UnreadableAddress(Problem):
    """400: the path holds what no address of ours holds."""

    slug, status, title = "bad-request", 400, "The request cannot be read"


class TooManyRequests(Problem):
    """429: the caller's share of the current window is used up."""

    slug, status, title = "too-many-requests", 429, "Too many requests"

    def __init__(self, allowance: Allowance, window_s: int) -> None:
        super().__init__(
            f"Your limit of {allowance.limit} requests in {window_s} seconds is used up. "
            f"Try again in {allowance.reset_s} seconds.",
            headers={"Retry-After": str(allowance.reset_s)},
        )
        self.allowance = allowance


def bad_token() -> Unauthenticated:
    """Give the one answer for every token that is not valid, whatever is wrong with it."""
    return Unauthenticated(BAD_TOKEN, headers={"WWW-Authenticate": "Bearer"})


def service_away(service: str) -> Unavailable:
    """Give the answer for a service that cannot be reached."""
    return Unavailable(
        f"The {service} service cannot be reached right now. Nothing was changed unless you are told otherwise; "
        "try again shortly, with the same Idempotency-Key if you sent one."
    )


def service_slow(service: str) -> Unavailable:
    """Give the answer for a service that did not answer in time."""
    return Unavailable(
        f"The {service} service did not answer in time. It may still act on the request; "
        "read the record before sending it again, or repeat it with the same Idempotency-Key.",
        retry_after_s=5,
    )


def gateway_full() -> Unavailable:
    """Give the answer when the gateway holds as many requests as it may."""
    return Unavailable("Too many requests are being answered at once. Try again shortly.", retry_after_s=1)
