"""The calls of a case put to the calculators in process, as the gateway would put them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from citycode import Law
from servicekit.testing.client import ProvenClient, client_for

from libs.calculators.tests.apps import app_over

SERVICE = re.compile(r"^/[a-z]+(?=/v1/)")


class Calculators:
    """The calculators in process: a path behind the gateway begins with the service it goes to."""

    def __init__(self, app: ProvenClient) -> None:
        self._app = app

    def request(self, method: str, path: str, *, json: Any) -> httpx.Response:
        """The same call, without the service in the path."""
        answer: httpx.Response = self._app.request(method, SERVICE.sub("", path), json=json)
        return answer


@contextmanager
def calculators_over(law: Law, folder: Path) -> Iterator[Calculators]:
    """The calculators over a law, where no map can be asked; keys are written to `folder`."""
    with client_for(app_over(law, None, folder)) as opened:
        yield Calculators(opened)
