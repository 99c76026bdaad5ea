"""What every test may ask for. Fixtures of one room live in that room's own conftest.py."""
