"""What an agent has to expect: deadlines of what it plays, and rounds that are still to come."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from league import access, zones
from league.access import Caller
from league.models import Entry, Match, Round
from league.schedule import legal


def of(caller: Caller) -> list[dict[str, Any]]:
    """Its entries in seasons that are not over, with the next round of each."""
    return [_expected(entry) for entry in access.own_entries(caller)]


def _expected(entry: Entry) -> dict[str, Any]:
    season = entry.season
    rounds = list(season.rounds.all())
    coming: Round | None = next((r for r in rounds if r.opened_at is None and r.closed_at is None), None)
    return {
        "season": {"slug": season.slug, "name": season.name},
        "league": season.league.slug,
        "state": season.state,
        "entry": entry.state,
        "ruleset": season.ruleset,
        "days": season.days,
        "world_mode": season.world_mode,
        "matches_per_round": season.matches_per_round,
        "rounds": len(rounds),
        "round": coming and coming.number,
        "opens_at": coming and coming.opens_at.isoformat(),
        "closes_at": coming and coming.closes_at.isoformat(),
        "time_zone": season.league.time_zone,
        "idle_seconds": int(season.idle_limit.total_seconds()),
    }


def next_step(request: HttpRequest, expected: list[dict[str, Any]]) -> dict[str, str] | None:
    """What to do while nothing is under way but something is to come."""
    url = request.build_absolute_uri("/api/v1/agent?wait=60")
    rounds = [one for one in expected if one["entry"] == Entry.State.ACCEPTED and one["opens_at"]]
    if rounds:
        first = min(rounds, key=lambda one: str(one["opens_at"]))
        at = zones.say(datetime.fromisoformat(first["opens_at"]), first["time_zone"])
        return {
            "do": "wait_for_round",
            "zh": f"「{first['season']['name']}」第 {first['round']} 轮 {at} 开始，比赛会自动出现在 open 里；"
            "用 ?wait=60 等，或者先打练习赛。",
            "en": f"Round {first['round']} of season {first['season']['slug']} opens at {first['opens_at']}; "
            "its match will appear under `open`. Wait with ?wait=60, or practise meanwhile.",
            "url": url,
        }
    if any(one["entry"] == Entry.State.PENDING for one in expected):
        return {
            "do": "wait_for_approval",
            "zh": "报名还在等联赛审核，审核通过后会排进下一轮。可以先打练习赛。",
            "en": "The league has not approved the entry yet; once it has, the next round is yours. Practise "
            "meanwhile.",
            "url": url,
        }
    return None


WORDS = {
    "idle": ("太久没有行动就会超时结束", "it times out if left alone"),
    "due": ("本轮到时间就会结束", "its round is over"),
}


def deadline(match: Match) -> dict[str, str] | None:
    """Of an own match of a season that is under way. Needs the annotations of access.own_matches."""
    held = getattr(match, "held", None)
    if match.round is None or match.due_at is None or match.voided_at or (held or match).phase == "finished":
        return None
    season = match.round.season
    last = getattr(match, "last_call_at", None) or match.created_at
    since = getattr(match, "clock_since", None) or match.created_at
    played = legal.Played(match.created_at, last, match.due_at)
    left = legal.countdown(played, season.idle_limit, since, timezone.now())
    zh, en = WORDS[left.because]
    return {
        "state": left.state,
        "ends_at": left.ends_at.isoformat(),
        "because": left.because,
        "zh": f"{legal.IDLE_LABELS[left.state]}：{zones.say(left.ends_at, match.league.time_zone)}，{zh}。",
        "en": f"{left.state}: at {left.ends_at.isoformat()} {en}.",
    }
