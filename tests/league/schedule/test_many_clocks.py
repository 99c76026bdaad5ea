"""Several schedulers as processes of their own, on PostgreSQL, one of them killed at work."""

import os
import sys

import pytest

from tests.realservices import Production, wait_until

SEASON = """
from datetime import timedelta
from django.utils import timezone
from league.models import Agent, League, Team
from league.schedule import entries, seasons
from league.schedule.plan import Plan, windows
now, hour = timezone.now(), timedelta(hours=1)
league = League.objects.create(slug="spring", name="Spring")
plan = Plan(
    name="春季赛", slug="s", ruleset="clawvend-0.7", days=30, world_mode="paired",
    registration_opens_at=now - 2 * hour, registration_closes_at=now + hour,
    rounds=windows(now + hour, 6 * hour, 24 * hour, 2),
)
made = seasons.create(league, plan, None)
seasons.arm(made, None)
seasons.step(made, now)
for n in range(24):
    team = Team.objects.create(league=league, name=f"T{n:02}")
    entries.enter(made, Agent.objects.create(team=team, slug=f"a{n:02}", name=f"A{n:02}"), None)
seasons.move(made, "running", None)
"""

CLOCK = """
import django
django.setup()
from django.utils import timezone
from league.schedule import clock
print("ready", flush=True)
while True:
    clock.look(timezone.now())
"""


@pytest.mark.services
def test_three_clocks_and_a_power_cut(production: Production) -> None:
    """Three schedulers open one round at once and one dies at it: each entry has one match, all of one
    world, and nobody is left out."""
    production.manage("shell", "-c", SEASON)
    production.sql("update league_round set opens_at = now() where number = 1")
    production.env["DJANGO_SETTINGS_MODULE"] = "clawvend_site.settings"
    production.env["PYTHONPATH"] = os.getcwd()
    clocks = [production.start(f"clock{n}", [sys.executable, "-c", CLOCK]) for n in range(3)]
    count = "select count(*) from league_match"
    wait_until(lambda: production.sql(count)[0][0] >= 3, 60, "the first matches")
    clocks[0].kill()
    wait_until(lambda: production.sql(count)[0][0] >= 24, 60, "a match for each")
    for clock in clocks[1:]:
        clock.stop()
    rows = production.sql(
        "select count(*), count(distinct entry_id), count(distinct world_commitment), "
        "count(distinct match_commitment) from league_match"
    )
    assert rows == [(24, 24, 1, 24)]
    assert production.sql("select count(*) from league_heldframe") == [(24,)]
    assert production.sql("select count(*) from league_frame") == [(0,)]
    errors = [line for clock in clocks for line in clock.log.read_text().splitlines() if "Traceback" in line]
    assert errors == []
