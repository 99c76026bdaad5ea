"""All seasons of a league together, for matches of one length under one ruleset: others do not compare."""

from league.models import Entry, League, Season
from league.standings.board import Row, placed
from league.standings.maths import RoundFigures, figures
from league.standings.order import BOARDS

ROUNDS_FOR_A_PLACE = 3  # with fewer, a place is provisional
COUNTED = (Entry.State.ACCEPTED, Entry.State.WITHDRAWN)


def alltime(league: League, board: str, days: int, ruleset: str) -> list[Row]:
    """One query. Who is disqualified in a season has nothing of it; a frozen one counts as it was."""
    found = (
        Entry.objects.filter(season__league=league, season__days=days, season__ruleset=ruleset)
        .exclude(season__state=Season.State.DRAFT)
        .select_related("season", "agent__team", "standing", "standingcopy")
        .order_by("season_id", "pk")
    )
    played: dict[int, list[RoundFigures]] = {}
    agents = {}
    for entry in found:
        rounds = _rounds(entry)
        if rounds:
            agents[entry.agent_id] = entry.agent
            played.setdefault(entry.agent_id, []).extend(rounds)
    together = []
    for agent_id, rounds in played.items():
        agent = agents[agent_id]
        numbered = [each._replace(round=at) for at, each in enumerate(rounds, start=1)]
        row = Row(
            agent_id,
            agent.slug,
            agent.name,
            agent.team.name,
            Entry.State.ACCEPTED,
            "",
            figures(rounds),
            numbered,
        )
        together.append(row)
    return placed(BOARDS[board], together, 2 * ROUNDS_FOR_A_PLACE - 1, 0)


def _rounds(entry: Entry) -> list[RoundFigures]:
    """What the public may see of an entry, in its season."""
    still = entry.season.frozen_at is not None and entry.season.published_at is None
    kept = getattr(entry, "standingcopy" if still else "standing", None)
    state = getattr(kept, "state", entry.state)
    return [RoundFigures(*each) for each in kept.rounds] if kept and state in COUNTED else []
