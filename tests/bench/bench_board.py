"""The board page of 300 entries × 10 rounds against a bare template page with as many rows, and against the
board page of 3 entries: queries must be the same.

Run: python -m tests.bench.bench_board. It makes a database of its own. Prints the ratio of the medians of
alternating rounds; aim: at most 2.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time

TIMES, ROUNDS = 8, 15


def main() -> None:
    os.environ["CLAWVEND_DATA"] = tempfile.mkdtemp(prefix="clawvend-bench-")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clawvend_site.settings")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.template import engines
    from django.test import Client
    from django.test.utils import CaptureQueriesContext, override_settings
    from django.urls import include, path

    call_command("migrate", verbosity=0)
    big, small = filled("big", 300), filled("small", 3)
    shown = 0
    bare = engines["django"].from_string(BARE)

    def floor(request):
        from django.http import HttpResponse

        from league.models import Standing

        # As many rows as the board's own page shows.
        rows = Standing.objects.filter(season=big).order_by("-net_worth_mean").values(*BARE_COLUMNS)[:shown]
        return HttpResponse(bare.render({"rows": rows}, request))

    class Urls:
        urlpatterns = [path("bare/", floor), path("", include("clawvend_site.urls"))]

    with override_settings(ROOT_URLCONF=Urls, ALLOWED_HOSTS=["*"]):
        client = Client()
        queries = {}
        for season in (small, big):
            with CaptureQueriesContext(
                connection,
            ) as seen:
                answer = client.get(f"/l/bench/{season.slug}/")
            queries[season.slug] = len(seen)
            shown = answer.content.decode().count("data-team=")
        floors, pages, sorts = [], [], []
        for _ in range(ROUNDS):
            floors.append(timed(client, "/bare/"))
            pages.append(timed(client, "/l/bench/big/"))
            sorts.append(timed(client, "/l/bench/big/?board=precision&sort=-counts&page=2"))
    floor_ms, page_ms, sort_ms = (statistics.median(each) for each in (floors, pages, sorts))
    print(f"queries: 3 entries {queries['small']}, 300 entries {queries['big']}; rows on the page {shown}")
    print(f"bare page {floor_ms:.1f} ms, board {page_ms:.1f} ms, ratio {page_ms / floor_ms:.2f} (aim: 2)")
    print(f"page 2 of another board, sorted: {sort_ms:.1f} ms, ratio {sort_ms / floor_ms:.2f}")


BARE_COLUMNS = (
    *("entry__agent__slug", "entry__agent__name", "entry__agent__team__name", "net_worth_mean"),
    *("net_worth_low", "net_worth_high", "net_worth_min", "completed", "matches", "n"),
)
BARE = (
    '{% extends "base.html" %}{% block main %}<table>{% for row in rows %}<tr><td>{{ forloop.counter }}</td>'
    '<td><a href="/a/{{ row.entry__agent__slug }}/">{{ row.entry__agent__name }}</a></td>'
    + "".join(f"<td>{{{{ row.{name} }}}}</td>" for name in BARE_COLUMNS[2:])
    + "</tr>{% endfor %}</table>{% endblock %}"
)


def filled(slug: str, entries: int):
    """A season with figures for every entry in each of ten rounds, written as they are kept."""
    from random import Random

    from django.utils import timezone

    from league.models import Agent, Entry, Standing, Team
    from league.standings.maths import Result, by_round, figures
    from tests.league.season import season

    made, chance = season("bench", slug, rounds=10), Random(slug)
    now = timezone.now()
    for number in range(entries):
        team = Team.objects.create(league=made.league, name=f"{slug} 队伍 {number}")
        agent = Agent.objects.create(team=team, name=f"{slug} 智能体 {number}", slug=f"{slug}-{number}")
        entry = Entry.objects.create(season=made, agent=agent, state=Entry.State.ACCEPTED, decided_at=now)
        rounds = by_round(
            Result(at, chance.randint(40_000, 140_000), 30, chance.random() < 0.9, chance.randint(0, 3), 3, 3)
            for at in range(1, 11)
        )
        kept = {**figures(rounds)._asdict(), "rounds": [list(each) for each in rounds]}
        Standing.objects.create(season=made, entry=entry, updated_at=now, **kept)
    return made


def timed(client, path: str) -> float:
    start = time.perf_counter()
    for _ in range(TIMES):
        assert client.get(path).status_code == 200
    return (time.perf_counter() - start) / TIMES * 1e3


if __name__ == "__main__":
    main()
