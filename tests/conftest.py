"""What every test may ask for. Fixtures of one room live in that room's own conftest.py."""

import inspect
from collections.abc import Iterator

import pytest
from django.db import connection

from tests.realservices import embedded, production

__all__ = ["embedded", "production"]

DATABASE = {"db", "transactional_db", "live_server"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what touches the database: bin/test runs that on PostgreSQL as well."""
    for item in items:
        if item.get_closest_marker("django_db") or DATABASE & set(getattr(item, "fixturenames", ())):
            item.add_marker("database")


@pytest.fixture(autouse=True)
def _pool_of_an_async_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """channels.testing keeps connections from being closed, so the threads of an event loop take theirs along
    when they end. A pool that has lost some is given up before it runs dry."""
    yield
    if connection.vendor == "postgresql" and inspect.iscoroutinefunction(getattr(request, "function", None)):
        connection.close()
        connection.close_pool()
