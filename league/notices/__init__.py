"""Who is told of what happens: outbox (written with what it tells of), formats (how it looks), outbound
(how it leaves the house), delivery (until it has arrived)."""

from league.notices.delivery import deliver, forget_old, resend
from league.notices.outbox import match_finished, round_opened, season_published, test

__all__ = ["deliver", "forget_old", "match_finished", "resend", "round_opened", "season_published", "test"]
