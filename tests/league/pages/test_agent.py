"""/a/{agent}/"""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league import agents
from league.models import Agent, League, Match
from league.pages import agent as page
from tests.league import season as cast
from tests.league.conftest import Player


def test_it_works(alice: Player, finished: Match, visitor: Client) -> None:
    """Its matches and figures; a match under way counts in none of them."""
    live = alice.open_match()
    html = visitor.get("/a/alice/").content.decode()
    assert finished.pk in html
    assert live.pk in html
    assert "<dt>打完</dt><dd>1 场</dd>" in html


def test_no_matches(alice: Player, visitor: Client) -> None:
    """A new agent's page says so instead of showing zeros."""
    html = visitor.get("/a/alice/").content.decode()
    assert "还没有打过比赛" in html
    assert "<dt>最高净资产</dt><dd>—</dd>" in html


@pytest.mark.parametrize("matches", [1, 3])
def test_queries(
    alice: Player, visitor: Client, django_assert_num_queries: DjangoAssertNumQueries, matches: int
) -> None:
    """An agent that has played much must not have a slow page."""
    for _ in range(matches):
        alice.open_match()
    with django_assert_num_queries(5):
        assert visitor.get("/a/alice/").status_code == 200


def test_private_is_unknown(alice: Player, visitor: Client) -> None:
    """An agent of a private league is nobody's business."""
    League.objects.update(visibility=League.Visibility.PRIVATE)
    assert visitor.get("/a/alice/").status_code == 404


def change(agent: Agent, user: Any, model: str, framework: str = "") -> None:
    agents.change(agent, user, agent.name, {"model": model, "framework": framework, "about": ""})


def test_versions(alice: Player, visitor: Client, admin_user: Any) -> None:
    """Who changes the model starts anew: results of the old one are told apart, and nothing is told twice."""
    agent = Agent.objects.select_related("team__league").get(slug="alice")
    change(agent, admin_user, "model-1")  # it was nothing before: no version of it is kept
    assert "版本" not in visitor.get("/a/alice/").content.decode().split("<main")[1]
    cast.give_up(alice.open_match())
    change(agent, admin_user, "model-1")
    change(agent, admin_user, "model-2", "loop")
    cast.give_up(alice.open_match())
    told = page.versions(agent, list(Match.objects.order_by("-created_at")))
    assert [(one.model, one.framework, one.played, one.mean) for one in told] == [
        ("model-2", "loop", 1, 50_000),
        ("model-1", "", 1, 50_000),
    ]
    assert (told[0].since, told[0].until, told[1].since) == (told[1].until, None, None)
    html = visitor.get("/a/alice/").content.decode()
    assert html.count("model-1") == 1


def test_form(alice: Player, visitor: Client) -> None:
    """The last finished matches, oldest first; one alone is no form, and one under way is none either."""
    first = cast.give_up(alice.open_match())
    alice.open_match()
    assert "近况" not in visitor.get("/a/alice/").content.decode()
    second = cast.give_up(alice.open_match())
    Match.objects.filter(pk=first.pk).update(created_at=first.created_at - timedelta(days=1))
    html = visitor.get("/a/alice/").content.decode().split('id="form"')[1].split("</section>")[0]
    assert html.index(first.pk) < html.index(second.pk)
    assert html.count("放弃") == 2
