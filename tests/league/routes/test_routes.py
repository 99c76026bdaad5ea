"""Every route of the site, and what each kind of person gets from it."""

import io
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.utils import timezone
from PIL import Image

from league import moderation, pictures, play
from league.models import Agent, AgentKey, Claim, Hook, Invitation, League, LeagueToken, Team
from league.pages.once import FIELD, new_token
from tests.league.people.conftest import Town, build_town
from tests.league.routes.table import KEYED, ROLES, Row, rows
from tests.league.season import entry, opened, rounds, season

ROWS = list(rows())


def routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route if route in ("", "api/") or route.endswith("$") else route.removesuffix("/")
        else:
            yield from routes(pattern.url_patterns, route)


def test_every_route_is_in_the_table() -> None:
    """A new page could be open to anybody, and no test would ever ask it."""
    site = {route for route in routes() if not route.startswith("admin")}
    listed = {row.route for row in ROWS}
    assert sorted(site - listed) == [], "give these routes a row in tests/league/routes/table.py"
    assert sorted(listed - site) == [], "these rows have no route any more"


@pytest.fixture
def town(db: None) -> Town:
    return build_town()


@pytest.fixture
def names(town: Town) -> dict[str, Any]:
    """What stands in the paths: everything of Alice's team and of its league."""
    spring = season(town.league, "s1")
    match = play.open_match(town.agent, days=30, world_seed="w-1", match_seed="m-1")
    entered = entry(spring, town.agent.name, team=town.team.name)
    play.open_match(town.carols_agent, days=30, world_seed="w-1", match_seed="m-1")
    to_team = _invitation(town, team=town.team, role="team_member")
    to_league = _invitation(town, role="admin")
    lonely = Agent.objects.create(
        team=Team.objects.create(league=town.league, name="待认领"), slug="lonely", name="L"
    )
    claim = Claim(agent=lonely)
    link = claim.new_link()
    claim.save()
    return {
        "league": "spring",
        "season": spring.slug,
        "team": town.team.pk,
        "agent": town.agent.slug,
        "match": match.pk,
        "round_match": opened(rounds(spring)[0], entered).pk,
        "key": town.agent.keys.get().pk,
        "bobs_seat": town.team.memberships.get(user=town.bob.user).pk,
        "ritas_seat": town.league.memberships.get(user=town.rita.user).pk,
        "adams_seat": town.league.memberships.get(user=town.adam.user).pk,
        "invitation": to_team.token,
        "invitation_id": to_team.pk,
        "league_invitation": to_league.pk,
        "claim": link,
        "picture": _picture(),
        "token": LeagueToken.issue(town.league, town.olga.user, name="t")[0].pk,
        "hook": _hook(town.league).pk,
        "team_hook": _hook(town.league, town.team).pk,
        "hiding": moderation.hide_name(town.league, lonely, town.olga.user, "不雅").pk,
    }


def _invitation(town: Town, **more: Any) -> Invitation:
    end = timezone.now() + timedelta(days=7)
    return Invitation.objects.create(league=town.league, email="sam@example.org", expires_at=end, **more)


def _hook(league: League, team: Team | None = None) -> Hook:
    return Hook.objects.create(league=league, team=team, kind="webhook", address="https://example.org/h")


def _picture() -> str:
    out = io.BytesIO()
    Image.new("RGB", (8, 8)).save(out, "PNG")
    return pictures.keep(out.getvalue()).pk


def ask(client: Client, row: Row, names: dict[str, Any]) -> int:
    """The status; whatever was done is taken back, so that the next one finds the same."""
    path = row.path.format(**names)
    with transaction.atomic():
        sid = transaction.savepoint()
        if row.method == "GET":
            status = client.get(path).status_code
        elif path.startswith("/api/"):
            status = client.post(path, data="{}", content_type="application/json").status_code
        else:
            status = client.post(path, {FIELD: new_token(), **row.data}).status_code
        transaction.savepoint_rollback(sid)
    return status


def clients(town: Town) -> dict[str, Client]:
    return {role: Client() if role == "nobody" else getattr(town, role).client for role in ROLES}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.method} {row.route}")
def test_each_route_answers_each_role(town: Town, names: dict[str, Any], row: Row) -> None:
    """Somebody could do what is not theirs to do, or not do what is."""
    found = {role: ask(client, row, names) for role, client in clients(town).items()}
    assert found == dict(zip(ROLES, row.who.statuses, strict=True))


@pytest.mark.parametrize("row", [row for row in ROWS if row.who.of_tenant], ids=lambda row: row.route)
def test_a_private_league_answers_those_inside(town: Town, names: dict[str, Any], row: Row) -> None:
    """One page that forgets to ask would open what the whole league wants closed."""
    town.league.visibility = "private"
    town.league.save()
    outside = {"nobody", "sam", "fred"}
    found = {role: ask(client, row, names) for role, client in clients(town).items()}
    inside = dict(zip(ROLES, row.who.statuses, strict=True))
    assert found == {role: 404 if role in outside else status for role, status in inside.items()}


@pytest.mark.parametrize("path", KEYED)
def test_another_agents_key(town: Town, names: dict[str, Any], path: str) -> None:
    """A key would open the matches of others."""
    stranger = Agent.objects.create(team=Team.objects.create(league=town.other, name="F"), slug="f", name="F")
    for agent, status in ((town.carols_agent, KEYED[path]), (stranger, KEYED[path]), (town.agent, 200)):
        _, raw = AgentKey.issue(agent)
        headers = {"Authorization": f"Bearer {raw}"}
        assert Client().get(path.format(**names), headers=headers).status_code == status


@pytest.mark.parametrize(
    "row",
    [row for row in ROWS if "manage" in row.route or "<int:team_id>" in row.route],
    ids=lambda row: row.route,
)
def test_what_is_of_elsewhere_is_not_there(town: Town, names: dict[str, Any], row: Row) -> None:
    """Under one's own team or league, what is named is of another tenant: as if it were not there."""
    other = season(town.other, "s2")
    theirs = Agent.objects.create(team=Team.objects.create(league=town.other, name="F"), slug="f", name="F")
    entered = entry(other, theirs.name, team=theirs.team.name)
    foreign = {
        "agent": theirs.slug,
        "match": play.open_match(theirs, days=30, world_seed="w", match_seed="m").pk,
        "round_match": opened(rounds(other)[0], entered).pk,
        "key": AgentKey.issue(theirs)[0].pk,
        "bobs_seat": town.carols.memberships.get().pk,
        "ritas_seat": town.other.memberships.get().pk,
        "adams_seat": town.other.memberships.get().pk,
        "invitation_id": names["league_invitation"],
        "league_invitation": names["invitation_id"],
        "season": other.slug,
        "token": LeagueToken.issue(town.other, town.fred.user, name="t")[0].pk,
        "hook": names["team_hook"],
        "team_hook": names["hook"],
        "hiding": moderation.hide_name(town.other, theirs, town.fred.user, "不雅").pk,
    }
    mine = town.olga if "manage" in row.route else town.alice
    for name in foreign.keys() & {
        part.strip("{}") for part in row.path.replace("/", " ").replace("=", " ").split()
    }:
        assert ask(mine.client, row, {**names, name: foreign[name]}) == 404, name


def test_the_operators_admin(town: Town) -> None:
    """Django's admin would let in whoever has an account."""
    pages = [route for route in routes() if route.startswith("admin")]
    assert len(pages) > 20
    for client in clients(town).values():
        for path in ("/admin/", "/admin/auth/user/", "/admin/league/match/", "/admin/league/league/add/"):
            assert client.get(path).status_code == 302
