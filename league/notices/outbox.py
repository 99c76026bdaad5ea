"""What is to be told is written down in the transaction of what it tells about; it is sent later. A league's
hook hears of everything that the public may know, a team's of its own matches as they really are."""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from league import standings, zones
from league.models import Delivery, Held, Hook, Match, Round, Season
from league.models.matches import dollars

Event = Hook.Event
FIRST = 3  # of the board, told when a season is published


def match_finished(match_id: str) -> None:
    match = Match.objects.select_related("agent__team", "league", "round__season").get(pk=match_id)
    if match.round is None:
        return
    held = Held.objects.filter(pk=match_id).first()
    about: dict[str, Any] = {
        **_season(match.round.season),
        "round": match.round.number,
        "match": match.pk,
        "agent": match.agent.name,
        "team": match.agent.team.name,
        "path": f"/m/{match.pk}/",
    }
    end = {**about, **_end(held or match)}
    of_team = Q(team=match.agent.team_id)
    if held is None:
        _write(Event.MATCH_FINISHED, match.league_id, of_team | Q(team=None), end)
    else:  # the public does not know yet how, or that, it ended
        _write(Event.MATCH_FINISHED, match.league_id, of_team, end)


def round_opened(round: Round) -> None:
    season = round.season
    about = {
        **_season(season),
        "round": round.number,
        "closes_at": round.closes_at.isoformat(),
        "closes": zones.say(round.closes_at, season.league.time_zone),
        "path": f"/l/{season.league.slug}/{season.slug}/",
    }
    _write(Event.ROUND_OPENED, season.league_id, _playing(season), about)


def season_published(season: Season) -> None:
    rows = standings.standings(season, "net_worth").rows
    first = [
        {"rank": row.rank, "agent": row.agent_name, "net_worth": dollars(row.figures.net_worth_mean or 0)}
        for row in rows
        if row.rank is not None and row.rank <= FIRST
    ]
    about = {**_season(season), "first": first[:FIRST], "path": f"/l/{season.league.slug}/{season.slug}/"}
    _write(Event.SEASON_PUBLISHED, season.league_id, _playing(season), about)


def test(hook: Hook) -> Delivery:
    about = {"league": hook.league.name, "path": f"/l/{hook.league.slug}/"}
    return Delivery.objects.create(hook=hook, event=Event.TEST, facts=about, due_at=timezone.now())


def _season(season: Season) -> dict[str, Any]:
    return {"league": season.league.name, "season": season.name, "season_slug": season.slug}


def _end(truth: Match | Held) -> dict[str, Any]:
    days = (truth.score or {}).get("days_survived")
    return {
        "end": truth.end,
        "end_label": Match.End(truth.end).label,
        "net_worth": dollars(truth.net_worth),
        "days_survived": days,
    }


def _playing(season: Season) -> Q:
    """The league's own hooks, and those of the teams that have an agent in the season."""
    teams = season.entries.filter(state="accepted").values("agent__team")
    return Q(team=None) | Q(team__in=teams)


def _write(event: str, league_id: int, whom: Q, facts: dict[str, Any]) -> None:
    hooks = Hook.objects.filter(whom, league=league_id, active=True)
    now = timezone.now()
    Delivery.objects.bulk_create(
        Delivery(hook=hook, event=event, facts=facts, due_at=now) for hook in hooks if event in hook.events
    )
