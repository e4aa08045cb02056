"""JSON bodies, read strictly: what no service can store or answer back never reaches a route."""

from __future__ import annotations

import json
import math
from typing import Any

from servicekit.problems import BadRequest, FieldError, Unprocessable, pointer

DEEPEST = 64
MOST_ERRORS = 20
_TOO_DEEP = f"The body is nested more than {DEEPEST} deep."
_WIDEST_INTEGER = 2**63


def check_json(content: bytes) -> None:
    """Raise BadRequest for malformed JSON, Unprocessable for values that cannot be kept; else return.

    Malformed: not UTF-8, no JSON, a member named twice. Not to be kept: nesting deeper than 64, NUL
    characters, lone surrogates, integers beyond 64 bits, numbers beyond the range of doubles; NaN and
    Infinity too, which some writers put where no number is, so that the answer names the member.
    """
    errors = _errors_in(_parsed(content))
    if errors:
        raise Unprocessable("The body holds values that cannot be stored.", errors=errors)


def text_error(text: str) -> str | None:
    """Say what keeps a text from being stored, if anything does."""
    if "\x00" in text:
        return "Text must not contain the NUL character."
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        return "Text must be valid Unicode (it has half of a surrogate pair)."
    return None


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content.decode("utf-8"), object_pairs_hook=_named_once)
    except UnicodeDecodeError as error:
        raise BadRequest("The body is not UTF-8.") from error
    except json.JSONDecodeError as error:
        raise BadRequest(
            f"The body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}."
        ) from error
    except RecursionError as error:
        raise Unprocessable(_TOO_DEEP) from error
    except ValueError as error:  # an integer of thousands of digits
        raise BadRequest("The body holds a number that is too long.") from error


def _errors_in(body: Any) -> list[FieldError]:
    errors: list[FieldError] = []
    waiting: list[tuple[Any, tuple[str | int, ...]]] = [(body, ())]
    while waiting and len(errors) < MOST_ERRORS:
        value, path = waiting.pop()
        if isinstance(value, dict | list):
            if len(path) >= DEEPEST:
                raise Unprocessable(_TOO_DEEP)
            waiting.extend(_members(value, path, errors))
            continue
        wrong = _scalar_error(value)
        if wrong is not None:
            errors.append(FieldError(pointer(*path), wrong))
    return errors


def _members(
    value: dict[str, Any] | list[Any], path: tuple[str | int, ...], errors: list[FieldError]
) -> list[tuple[Any, tuple[str | int, ...]]]:
    if isinstance(value, list):
        return [(item, (*path, index)) for index, item in enumerate(value)]
    for name in value:
        wrong = text_error(name)
        if wrong is not None:
            errors.append(FieldError(pointer(*path), f"A member's name is wrong. {wrong}"))
    return [(item, (*path, name)) for name, item in value.items() if text_error(name) is None]


def _scalar_error(value: object) -> str | None:
    if isinstance(value, str):
        return text_error(value)
    if isinstance(value, int) and not -_WIDEST_INTEGER <= value < _WIDEST_INTEGER:
        return "An integer must fit 64 bits."
    if isinstance(value, float) and not math.isfinite(value):
        return "A number must be finite, and within the range of doubles."
    return None


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise BadRequest("An object in the body names one member twice.")
    return members
