"""What an agent's page says of its seasons: the figures that the season's board shows to the public."""

from typing import NamedTuple

from league.models import Agent, Entry, Season
from league.standings.board import frozen
from league.standings.columns import hundredths

LATEST = 20


class Past(NamedTuple):
    """`mean` is a dash where there is no result."""

    season: Season
    state: str
    rounds: int
    mean: str
    days: str
    frozen: bool


def of_agent(agent: Agent) -> list[Past]:
    """One query. Ranks are on the boards: a rank is of a whole season."""
    entries = (
        Entry.objects.filter(agent=agent, state__in=("accepted", "withdrawn", "disqualified"))
        .exclude(season__state=Season.State.DRAFT)
        .select_related("season__league", "standing", "standingcopy")
        .order_by("-season__created_at", "-pk")[:LATEST]
    )
    return [_past(entry) for entry in entries]


def _past(entry: Entry) -> Past:
    still = frozen(entry.season)
    kept = getattr(entry, "standingcopy" if still else "standing", None)
    state = Entry.State(getattr(kept, "state", entry.state if not still else Entry.State.ACCEPTED))
    return Past(
        entry.season,
        "" if state == Entry.State.ACCEPTED else state.label,
        kept.n if kept else 0,
        hundredths(kept.net_worth_mean if kept else None),
        hundredths(kept.days_mean if kept else None),
        still,
    )
