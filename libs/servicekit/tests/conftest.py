"""Fixtures of the kit's tests: a database per test session and module, an issuer, the sample app."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from fastapi import FastAPI
from servicekit.database import open_engine
from servicekit.issuer import DevelopmentIssuer
from servicekit.settings import ServiceSettings
from servicekit.testing.client import ProvenClient, client_for
from servicekit.testing.postgres import fresh_database
from sqlalchemy import Engine

from libs.servicekit.tests.sample import METADATA, SECRET, sample_app


@pytest.fixture(scope="session")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> DevelopmentIssuer:
    return DevelopmentIssuer(tmp_path_factory.mktemp("identity"))


@pytest.fixture(scope="session")
def settings(issuer: DevelopmentIssuer) -> ServiceSettings:
    return ServiceSettings(service="sample", profile="test", service_secret=SECRET, jwks_url=issuer.jwks_url)


@pytest.fixture(scope="session")
def template_url() -> Iterator[str]:
    with fresh_database("servicekit") as url:
        engine = open_engine(url)
        METADATA.create_all(engine)
        engine.dispose()
        yield url


@pytest.fixture
def database_url(template_url: str) -> Iterator[str]:
    with fresh_database("servicekit", template=template_url) as url:
        yield url


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = open_engine(database_url, pool_size=8, pool_overflow=4)
    yield engine
    engine.dispose()


@pytest.fixture
def app(settings: ServiceSettings, engine: Engine) -> FastAPI:
    return sample_app(settings, engine)


@pytest.fixture
def app_without_database(settings: ServiceSettings) -> FastAPI:
    return sample_app(settings, None)


@pytest.fixture
def token(issuer: DevelopmentIssuer) -> Callable[..., str]:
    """Makes a token: `token("clerk")` holds that office in rivertown."""

    def make(*offices: str, city: str = "rivertown", **claims: object) -> str:
        return issuer.token("pat", offices={city: offices}, **claims)  # type: ignore[arg-type]

    return make


@pytest.fixture
def clerk(app: FastAPI, token: Callable[..., str]) -> ProvenClient:
    return client_for(app, token=token("clerk"))


@pytest.fixture
def nobody(app: FastAPI) -> ProvenClient:
    return client_for(app)
