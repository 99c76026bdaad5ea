"""What every test may ask for. Fixtures of one room live in that room's own conftest.py."""

import pytest

from tests.realservices import embedded, production

__all__ = ["embedded", "production"]

DATABASE = {"db", "transactional_db", "live_server"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what touches the database: bin/test runs that on PostgreSQL as well."""
    for item in items:
        if item.get_closest_marker("django_db") or DATABASE & set(getattr(item, "fixturenames", ())):
            item.add_marker("database")
