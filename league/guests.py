"""People who play by hand: each browser gets an agent of its own, in a league that is listed nowhere."""

import secrets

from league.access import Caller
from league.models import Agent, League, Team

LEAGUE, NAME, TEAM = "guests", "试玩", "访客"


def new_guest() -> Agent:
    league, _ = League.objects.get_or_create(
        slug=LEAGUE, defaults={"name": NAME, "visibility": League.Visibility.UNLISTED}
    )
    team, _ = Team.objects.get_or_create(league=league, name=TEAM)
    word = secrets.token_hex(4)
    return Agent.objects.create(team=team, slug=f"guest-{word}", name=f"访客 {word}")


def caller_of(agent_id: object) -> Caller | None:
    """The guest of this number, as who calls the tools; it has no key."""
    if not isinstance(agent_id, int):
        return None
    agent = (
        Agent.objects.select_related("team__league").filter(pk=agent_id, team__league__slug=LEAGUE).first()
    )
    if agent is None:
        return None
    league = agent.team.league
    return Caller(0, agent.pk, agent.slug, agent.name, agent.team.name, league.pk, league.slug)
