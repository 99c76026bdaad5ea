"""Seasons: `legal` (what may become what, pure), `plan` (a season as people write it), `seasons`, `entries`,
`rounds` (what is done to them), `clock` (the look that is due each second), `beat` (whether it runs)."""

from league.schedule.clock import look

__all__ = ["look"]
