"""`/screen/{league}/`: the big screen of a league. Readable as it comes; src/screen then keeps it moving."""

import json
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Max, Q
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from league import access, bundle, standings, zones
from league.models import Frame, League, Match, Round, Season
from league.pages import machine
from league.pages.home import under_way
from league.pages.public import public_page
from league.pages.words import paint

Json = dict[str, Any]
RACERS = 8  # in the race and on the board
POINTS = 45  # of a line
LATEST = 14  # frames of a match that are told again to a screen that begins
PACE, PACES = 15, (5, 120)  # seconds that a match is shown
SHOWN, MOST = 6, 12  # matches that take turns
THEMES = {"dark": "夜", "light": "昼"}


class Wishes(NamedTuple):
    """What the query string asks for, put right where it must be; `notes` says what was."""

    theme: str
    pace: int
    matches: int
    thoughts: bool
    season: str
    notes: list[str]


@public_page
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    league = access.league(slug, request.user)
    wishes = wished(request.GET)
    data = picture(league, wishes)
    for one in data["live"]:
        one["machine"] = machine.drawn(one["board"], slug=one["agent"]["slug"], sign=one["agent"]["name"])
    page = {"league": league, "wishes": wishes, "screen": data, "build": bundle.build()}
    return render(request, "pages/screen.html", {**page, "island": island(data, wishes)})


@public_page
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole picture again, for a screen that was away."""
    return JsonResponse(island(picture(access.league(slug, request.user), wished(request.GET))))


def island(data: Json, wishes: Wishes | None = None) -> Json:
    live = [{name: value for name, value in one.items() if name != "machine"} for one in data["live"]]
    told = {**data, "live": live}
    return told if wishes is None else {**told, "wishes": wishes._asdict(), "build": bundle.build()}


def wished(asked: QueryDict) -> Wishes:
    notes: list[str] = []

    def number(name: str, usual: int, low: int, high: int) -> int:
        text = asked.get(name, "").strip()
        if not text:
            return usual
        if not (text.isascii() and text.isdigit()) or len(text) > 9:
            notes.append(f"{name} 要写 {low}–{high} 的整数，现按 {usual}。")
            return usual
        value = min(max(int(text), low), high)
        if value != int(text):
            notes.append(f"{name} 只能是 {low}–{high}，现按 {value}。")
        return value

    theme = asked.get("theme", "") or "dark"
    if theme not in THEMES:
        notes.append("theme 只有 dark（夜）和 light（昼），现按 dark。")
        theme = "dark"
    pace, matches = number("pace", PACE, *PACES), number("matches", SHOWN, 1, MOST)
    return Wishes(theme, pace, matches, asked.get("thoughts") != "0", asked.get("season", "")[:60], notes)


def picture(league: League, wishes: Wishes) -> Json:
    """Everything on the screen at this moment, from what the public may read."""
    season, playing = _season(league, wishes)
    matches = access.matches(league)
    live = list(under_way(matches)[: wishes.matches])
    racing = (
        matches.filter(round=playing, voided_at=None)
        if playing
        else matches.filter(pk__in=[m.pk for m in live])
    )
    racers = list(racing.order_by("-net_worth", "pk")[:RACERS])
    points = _points(racers)
    return {
        "now": timezone.now().isoformat(),
        "league": {
            "slug": league.slug,
            "name": league.name,
            "zone": league.time_zone,
            "zone_name": zones.name(timezone.now(), league.time_zone),
        },
        "season": season and _of_season(season, playing),
        "board": _board(season),
        "race": [{**_who(match), "points": points[match.pk]} for match in racers],
        "live": _live(live),
    }


def _season(league: League, wishes: Wishes) -> tuple[Season | None, Round | None]:
    """The one that is asked for, else the one that runs, else the latest."""
    found = list(access.seasons(league)[:20])
    if wishes.season and not any(one.slug == wishes.season for one in found):
        wishes.notes.append("没有 season 这个赛季，现按进行中的。")
    order = sorted(found, key=lambda one: (one.slug != wishes.season, one.state != Season.State.RUNNING))
    season = order[0] if order else None
    opened = [one for one in season.rounds.all() if one.opened_at] if season else []
    under = [one for one in opened if one.closed_at is None]
    playing = under or opened
    return season, playing[-1] if playing else None


def _of_season(season: Season, playing: Round | None) -> Json:
    rounds = list(season.rounds.all())
    coming = [one.opens_at for one in rounds if one.opened_at is None]
    open_ = playing is not None and playing.closed_at is None
    return {
        "slug": season.slug,
        "name": season.name,
        "state": season.get_state_display(),
        "days": season.days,
        "frozen": standings.frozen(season),
        "rounds": len(rounds),
        "round": playing and playing.number,
        "closes_at": playing.closes_at.isoformat() if playing and open_ else None,
        "opens_at": min(coming).isoformat() if coming and not open_ else None,
    }


def _board(season: Season | None) -> list[Json]:
    if season is None:
        return []
    rows = standings.standings(season, "net_worth").rows[:RACERS]
    ranked = [row for row in rows if row.rank is not None]
    return [
        {
            "rank": row.rank,
            "agent": row.agent_name,
            "team": row.team_name,
            "slug": row.agent,
            "paint": paint(row.agent),
            "worth": row.figures.net_worth_mean,
            "n": row.figures.n,
        }
        for row in ranked
    ]


def _who(match: Match) -> Json:
    return {
        "id": match.pk,
        "agent": {"slug": match.agent.slug, "name": match.agent.name},
        "team": match.agent.team.name,
        "paint": paint(match.agent.slug),
        "day": match.day,
        "days": match.days,
        "worth": match.net_worth,
        "cash": match.cash,
        "practice": match.practice,
        "end": match.end,
    }


def _points(matches: list[Match]) -> dict[str, list[tuple[int, int]]]:
    """Net worth by day, in cents, at POINTS days at most. A settled day does not change: it is kept."""
    kept = {match.pk: cache.get(_kept(match)) for match in matches}
    wanted = Q(pk__in=[])
    for match in matches:
        if kept[match.pk] is None:
            step = -(-match.day // POINTS)
            wanted |= Q(match_id=match.pk, day__in=[*range(step, match.day, step), match.day])
    found: dict[str, list[tuple[int, int]]] = {match.pk: kept[match.pk] or [] for match in matches}
    lasts = Frame.objects.filter(wanted).values("match_id", "day").annotate(last=Max("seq"))
    pairs = [(row["match_id"], row["last"]) for row in lasts] if wanted != Q(pk__in=[]) else []
    settled = Q(pk__in=[])
    for match_id, seq in pairs:
        settled |= Q(match_id=match_id, seq=seq)
    for match_id, body in (
        Frame.objects.filter(settled).order_by("match_id", "seq").values_list("match_id", "body")
    ):
        for event in json.loads(body)["events"]:
            if event["type"] == "day_settled":
                found[match_id].append((event["day"], int(event["net_worth"].replace(".", ""))))
    for match in matches:
        if kept[match.pk] is None:
            cache.set(_kept(match), found[match.pk], 600)
    return found


def _kept(match: Match) -> str:
    return f"screen:points:{match.pk}:{match.day}:{match.phase}"


def _live(matches: list[Match]) -> list[Json]:
    """Each match with its board and its latest frames; one query for all of them."""
    bodies: dict[str, list[Json]] = {match.pk: [] for match in matches}
    since = Q(pk__in=[])
    for match in matches:
        since |= Q(match_id=match.pk, day__gte=match.day - 1)
    rows = Frame.objects.filter(since).order_by("match_id", "seq").values_list("match_id", "body")
    for match_id, body in rows:
        bodies[match_id].append(json.loads(body))
    shown = []
    for match in matches:
        board: Json | None = None
        for frame in bodies[match.pk]:
            if "board" in frame:
                board = frame["board"]
            elif board is not None:
                board = machine.merge(board, frame["patch"])
        if board is None:
            continue  # of a paired round, and not everybody has got past the first day
        latest = [
            {name: value for name, value in frame.items() if name not in ("board", "patch")}
            for frame in bodies[match.pk][-LATEST:]
        ]
        shown.append({**_who(match), "seq": bodies[match.pk][-1]["seq"], "board": board, "latest": latest})
    return shown
