"""What every test may ask for. Fixtures of one room live in that room's own conftest.py."""

from tests.realservices import production

__all__ = ["production"]
