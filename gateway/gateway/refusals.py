"""What the gateway refuses by itself, besides what every service refuses alike (servicekit.problems)."""

from __future__ import annotations

from servicekit.problems import BodyTooLarge, Problem, TooManyRequests, Unavailable

from gateway.allowance import Allowance


class BodyTooSlow(Problem):
    """408: the body did not arrive in time."""

    slug, status, title = "body-too-slow", 408, "The request's body did not arrive in time"


class HeadTooSlow(Problem):
    """408: the request's first lines did not arrive in time."""

    slug, status, title = "head-too-slow", 408, "The request did not arrive in time"


class TooManyAtOnce(TooManyRequests):
    """429: the caller's address holds as many of something at once as it may."""

    def __init__(self, what: str, most: int) -> None:
        super().__init__(retry_after_s=2)
        self.detail = f"Your address sends {most} {what} at once already. Finish one, then send this again."


class AllTaken(Unavailable):
    """503: all together hold as many of something as there may be."""

    def __init__(self, what: str) -> None:
        super().__init__(f"Too many {what} are under way at once. Try again shortly.", retry_after_s=2)


class NoRoomForBody(Unavailable):
    """503: the bodies that are being read fill the memory there is for them."""

    def __init__(self) -> None:
        super().__init__("Too much is being sent at once. Try again shortly.", retry_after_s=1)


BODY_REFUSALS = (BodyTooLarge, BodyTooSlow, TooManyAtOnce, AllTaken, NoRoomForBody)
"""What is refused while a body is still coming: the connection cannot be used for another request."""


def limit_used_up(allowance: Allowance, window_s: int) -> TooManyRequests:
    """Give the answer for a caller whose share of the window is used up."""
    problem = TooManyRequests(allowance.reset_s)
    problem.detail = (
        f"Your limit of {allowance.limit} requests in {window_s} seconds is used up. "
        f"Try again in {allowance.reset_s} seconds."
    )
    problem.headers |= allowance.headers(window_s)
    return problem


def service_away(service: str) -> Unavailable:
    """Give the answer for a service that cannot be reached, or broke off."""
    return Unavailable(
        f"The {service} service cannot be reached right now. Try again shortly, "
        "with the same Idempotency-Key if you sent one."
    )


def service_slow(service: str) -> Unavailable:
    """Give the answer for a service that did not answer in time."""
    return Unavailable(
        f"The {service} service did not answer in time. It may still act on the request: read the record "
        "before sending it again, or send it again with the same Idempotency-Key.",
        retry_after_s=5,
    )


def keys_away() -> Unavailable:
    """Give the answer when tokens cannot be checked because the issuer's keys cannot be had."""
    return Unavailable("Sign-ins cannot be checked right now. Try again shortly.", retry_after_s=5)


def gateway_full() -> Unavailable:
    """Give the answer when the gateway holds as many requests as it may."""
    return Unavailable("Too many requests are being answered at once. Try again shortly.", retry_after_s=1)
