"""The calls of a case put to an app in process, as the gateway would put them."""

from __future__ import annotations

import re
from typing import Any

import httpx
from servicekit.testing.client import ProvenClient

SERVICE = re.compile(r"^/[a-z]+(?=/v1/)")
SPOKEN = ("sentence", "says", "why", "detail", "steps", "arithmetic")
"""Members of an answer that people read."""


class Direct(httpx.Client):
    """Asks the app itself: a path behind the gateway begins with the service it goes to."""

    def __init__(self, app: ProvenClient) -> None:
        super().__init__()
        self._app = app
        self.spoken: list[str] = []

    def request(self, method: str, url: Any, **options: Any) -> httpx.Response:
        """The same call, without the service in the path."""
        answer: httpx.Response = self._app.request(method, SERVICE.sub("", str(url)), **options)
        self.spoken += spoken(answer.json())
        return answer


def spoken(answer: Any) -> list[str]:
    """Every sentence of an answer."""
    if isinstance(answer, list):
        return [each for part in answer for each in spoken(part)]
    if not isinstance(answer, dict):
        return []
    here = [answer[key] for key in SPOKEN if key in answer]
    told = [each for value in here for each in (value if isinstance(value, list) else [value])]
    return [each for each in told if isinstance(each, str)] + spoken(list(answer.values()))
