"""A season for tests: its rounds, its entries, and matches that are played in process by the platform's own
functions, so that what a test sees is what a season sees."""

import json
from datetime import timedelta
from typing import Any

from django.utils import timezone

import engine
from league import play, standings
from league.access import Caller
from league.models import Agent, Call, Entry, League, Match, Round, Season, Team


def season(league: League | str = "spring", slug: str = "s1", *, rounds: int = 3, **more: Any) -> Season:
    """Running; its rounds opened an hour apart, the last one an hour ago."""
    if isinstance(league, str):
        league, _ = League.objects.get_or_create(slug=league, defaults={"name": league.title()})
    now = timezone.now()
    begun = now - timedelta(hours=rounds)
    values: dict[str, Any] = {
        "name": f"赛季 {slug}",
        "state": Season.State.RUNNING,
        "ruleset": play.RULESET,
        "days": 30,
        "registration_opens_at": begun - timedelta(days=2),
        "registration_closes_at": begun - timedelta(days=1),
    }
    made = Season.objects.create(league=league, slug=slug, **values | more)
    Round.objects.bulk_create(
        Round(
            season=made,
            number=number,
            opens_at=begun + timedelta(hours=number - 1),
            closes_at=now + timedelta(days=number),
            opened_at=begun + timedelta(hours=number - 1),
            start_date="2026-05-04",
            public_day=0 if made.world_mode == Season.WorldMode.PAIRED else None,
        )
        for number in range(1, rounds + 1)
    )
    return made


def entry(season: Season, name: str, *, team: str = "", slug: str = "") -> Entry:
    """An agent of that name in a team of its own, unless one is given."""
    squad, _ = Team.objects.get_or_create(league=season.league, name=team or f"{name[:60]}队")
    agent = Agent.objects.filter(team=squad, name=name).first() or Agent.objects.create(
        team=squad, name=name, slug=slug or f"agent-{Agent.objects.count() + 1}"
    )
    return Entry.objects.create(
        season=season, agent=agent, state=Entry.State.ACCEPTED, decided_at=season.registration_closes_at
    )


def rounds(season: Season) -> list[Round]:
    return list(Round.objects.filter(season=season).order_by("number").select_related("season__league"))


def opened(round: Round, entry: Entry, number: int = 1) -> Match:
    match = play.open_round_match(round, entry, number)
    assert match is not None
    return match


def caller(agent: Agent) -> Caller:
    league = agent.team.league
    return Caller(0, agent.pk, agent.slug, agent.name, agent.team.name, league.pk, league.slug)


def call(match: Match, tool: str, **arguments: Any) -> None:
    play.act(caller(match.agent), match.pk, engine.read_action(tool, arguments))


def give_up(match: Match, *marked: str) -> Match:
    """The fastest way to a result: it has 500.00 dollars and no day."""
    for supplier in marked:
        call(match, "blacklist_supplier", supplier=supplier, reason="?")
    call(match, "give_up")
    match.refresh_from_db()
    return match


def played_by(match: Match, bot: str, days: int = 365) -> Match:
    """By a house agent, for so many days or to the end."""
    player, outcome = engine.BOTS[bot](), None
    who = caller(match.agent)
    while True:
        match.refresh_from_db()
        if match.finished or match.day > days:
            return match
        tool, arguments = player.step(play.observe(match), outcome)
        action = engine.read_action(tool, arguments)
        answer = (play.end_day if tool == "end_day" else play.act)(who, match.pk, action)
        assert isinstance(answer, play.Answer)
        outcome = json.loads(answer.outcome)


def result(match: Match, net_worth: int, *, days: int = 30, end: str = "completed", marks: str = "") -> Match:
    """Write a result into the row as the end of a match does, without playing it. `marks`: for each
    supplier b (bad and marked), B (bad, not marked), g (good and marked) or G."""
    suppliers = [
        {
            "id": f"s{at}",
            "name": f"供应商{at}",
            "persona": "bait" if each in "bB" else "honest",
            "bad": each in "bB",
            "blacklisted": each in "bg",
        }
        for at, each in enumerate(marks or "bBBGG", start=1)
    ]
    Call.objects.create(
        match=match, seq=1, day=1, tool="end_day", arguments="{}", outcome="{}", created_at=timezone.now()
    )
    Match.objects.filter(pk=match.pk).update(
        phase=Match.Phase.FINISHED,
        day=days,
        net_worth=net_worth,
        end=end,
        finished_at=timezone.now(),
        score={"net_worth": f"{net_worth // 100}.{net_worth % 100:02}", "days_survived": days, "end": end},
        reveal={"suppliers": suppliers},
        world_seed="w",
        match_seed="m",
    )
    assert match.entry_id is not None
    standings.recompute(match.entry_id)
    return match
