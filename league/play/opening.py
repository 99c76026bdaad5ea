"""A match begins."""

from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.utils import timezone

import engine
from league import zones
from league.models import Agent, Entry, Held, Match, Opening, Season
from league.play.table import HELD_FRAME, NEW_FRAME, cents, frame_text, run, writing

RULESET = "clawvend-0.7"
OPEN_PRACTICE_MATCHES = 5  # at once, for each agent


class NotNow(Exception):
    """The platform, not a rule, refuses: settling, in_flight, match_finished, match_void, key_reused,
    too_many_open, practice_closed, practice_limit."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key, and the digest of what was asked under it."""

    value: str
    digest: str


def open_match(
    agent: Agent,
    *,
    days: int,
    world_seed: str,
    match_seed: str,
    ruleset: str = RULESET,
    start_date: date | None = None,
    key: Key | None = None,
) -> Match:
    """A new practice match. The same key opens one match only, and answers it again."""
    new = deal(ruleset, days, world_seed, match_seed, start_date)
    with writing():
        Agent.objects.select_for_update().get(pk=agent.pk)  # opens one match after the other
        if key is not None:
            opening = Opening.objects.select_related("match").filter(agent=agent, key=key.value).first()
            if opening is not None:
                if opening.digest != key.digest:
                    raise NotNow("key_reused")
                return opening.match
        _require_practice(agent)
        match = write(new, Match(league_id=agent.team.league_id, agent=agent))
        if key is not None:
            Opening.objects.create(agent=agent, key=key.value, digest=key.digest, match=match)
    return match


def _require_practice(agent: Agent) -> None:
    """How much an agent may practise: so many matches at once, and what the seasons say that it plays in."""
    practice = Match.objects.filter(agent=agent, practice=True)
    if practice.exclude(phase=Match.Phase.FINISHED).count() >= OPEN_PRACTICE_MATCHES:
        raise NotNow("too_many_open")
    playing = Entry.objects.filter(
        agent=agent, state=Entry.State.ACCEPTED, season__state=Season.State.RUNNING
    )
    limits = list(playing.values_list("season__practice_allowed", "season__practice_a_day"))
    if not all(allowed for allowed, _ in limits):
        raise NotNow("practice_closed")
    a_day = min((most for _, most in limits if most is not None), default=None)
    if a_day is not None:
        today = zones.midnight(timezone.now(), agent.team.league.time_zone)
        if practice.filter(created_at__gte=today).count() >= a_day:
            raise NotNow("practice_limit")


class Deal(NamedTuple):
    """A match that could begin: its state and opening frame, and what its public row says of them."""

    state: Any
    frame: dict[str, Any]
    row: dict[str, Any]


def deal(ruleset: str, days: int, world_seed: str, match_seed: str, start_date: date | None) -> Deal:
    state, events = engine.new_match(
        engine.load(ruleset),
        days=days,
        world_seed=world_seed,
        match_seed=match_seed,
        start_date=start_date,
    )
    frame, commitments = engine.frame(state, events), engine.commitments(state)
    row = {
        "ruleset": ruleset,
        "days": days,
        "start_date": start_date,
        "world_commitment": commitments["world"],
        "match_commitment": commitments["match"],
        "day": state.day,
        "date": frame["board"]["date"],
        "cash": cents(frame["board"]["cash"]),
        "net_worth": cents(frame["board"]["net_worth"]),
    }
    return Deal(state, frame, row)


def write(new: Deal, match: Match, *, held: bool = False) -> Match:
    """Store a match with its save and its opening frame."""
    for name, value in new.row.items():
        setattr(match, name, value)
    match.save(force_insert=True)
    if held:
        Held.objects.create(match=match, **{name: new.row[name] for name in ("date", "cash", "net_worth")})
    run(
        "INSERT INTO league_save (match_id, seq, state) VALUES (%s, 0, %s)",
        (match.pk, engine.freeze(new.state)),
    )
    line = (match.pk, 0, new.state.day, frame_text(0, new.frame, ""))
    run(HELD_FRAME if held else NEW_FRAME, line)
    return match
