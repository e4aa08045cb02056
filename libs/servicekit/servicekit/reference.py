"""The API reference at `/docs`: works without the internet and behind any gateway prefix (all links are
relative).
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from fastapi import FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.staticfiles import StaticFiles
from starlette.requests import Request
from starlette.responses import Response

ASSETS = "reference-assets"


def add_reference(app: FastAPI) -> None:
    """Add `/docs` and what it loads to `app`."""

    async def docs(_request: Request) -> Response:
        return get_swagger_ui_html(
            openapi_url="openapi.json",
            title=app.title,
            swagger_js_url=f"{ASSETS}/swagger-ui-bundle.js",
            swagger_css_url=f"{ASSETS}/swagger-ui.css",
            swagger_favicon_url=f"{ASSETS}/favicon.png",
        )

    app.add_route("/docs", docs, include_in_schema=False)
    app.mount(f"/{ASSETS}", StaticFiles(directory=assets_folder()), name=ASSETS)


def assets_folder() -> Path:
    """Give the folder of scripts and styles that the fastapi-offline package carries (it is not imported)."""
    spec = find_spec("fastapi_offline")
    if spec is None or spec.origin is None:
        raise RuntimeError("the package fastapi-offline is not installed")
    return Path(spec.origin).parent / "static"
