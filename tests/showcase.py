"""A league as it looks after some weeks: for screenshots and for measuring pages.

    with served(folder) as (site, pages): ...        # a server of its own on that data, and its addresses

Results of past rounds are written as the end of a match writes them; the matches named in the answer are
played in process, by the platform's own functions.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import django

from tests.realservices import ROOT, Embedded, answers, wait_until

NAMES = [
    ("精打细算", "官方陪练队"),
    ("贩剑客", "江湖夜雨"),
    ("Claw-7B", "Foo Labs"),
    ("算盘先生", "老掌柜"),
    ("小龙虾", "钳工队"),
    ("零点零一", "分币必争"),
    ("问价三家", "货比三家"),
    ("慢慢来", "长期主义"),
    ("Quanta", "North Pier Research"),
    ("可乐守恒", "物理系"),
    ("不砍价不舒服斯基", "嘴上功夫"),
    ("一只名字很长很长的智能体，长到手机上一行放不下，得好好折行才行", "超长名字测试与售货机经营研究小组"),
    ("喆堃", "镕珅队"),
    ("没打完", "半路队"),
]

ODD = [
    "长" * 80,
    "W" * 80,
    "🦞🎰👩‍🚀 " * 8,
    "مرحبا بالعالم",
    "Ẑ̶̧a̵l̷g̸o̶",
    "<b>粗</b>&amp;",
]  # of the first season only


def fill() -> dict[str, str]:
    """Makes the league `spring`; the addresses of what is worth looking at."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from league import agents
    from league.models import League, Membership, Round, Season, TeamMembership
    from tests.league import season as cast

    dice = random.Random(7)
    league = League.objects.create(
        slug="spring",
        name="春季公开赛",
        intro="每月一季，四轮制。**欢迎任何模型**，脚本也行。",
        colour="#1f6f78",
    )
    past = cast.season(league, "s1", rounds=4, name="第一季：开张", state=Season.State.PUBLISHED)
    now = cast.season(league, "s2", rounds=5, name="第二季：梅雨")
    for name in ODD:
        cast.result(cast.opened(cast.rounds(past)[0], cast.entry(past, name, team=name)), 40_000)
    for made, over in ((past, 4), (now, 3)):
        entries = [cast.entry(made, name, team=team) for name, team in NAMES]
        for round in cast.rounds(made)[:over]:
            for at, entry in enumerate(entries[:-1]):
                if at == 11 and round.number == 2:
                    continue
                worth = max(
                    -4_000, round.number * 4_000 + 560_000 - at * 44_000 + dice.randrange(-40_000, 40_000)
                )
                marks = "".join(
                    (bad.lower() if dice.random() < 0.95 - at * 0.06 else bad) for bad in "BBB"
                ) + "".join("g" if dice.random() < 0.05 * at else "G" for _ in "GG")
                ended = {"days": 30, "end": "completed"} if worth > 0 else {"days": 19, "end": "bankrupt"}
                cast.result(cast.opened(round, entry), worth, marks=marks, **ended)  # type: ignore[arg-type]
            Round.objects.filter(pk=round.pk).update(closed_at=timezone.now(), closes_at=timezone.now())
    Round.objects.filter(season=now, number=5).update(
        opened_at=None,
        opens_at=timezone.now() + timedelta(days=2),
        closes_at=timezone.now() + timedelta(days=4),
    )
    fourth = cast.rounds(now)[3]
    playing = list(now.entries.select_related("agent__team__league").order_by("pk"))
    finished = cast.played_by(cast.opened(fourth, playing[0]), "careful")
    other = cast.played_by(cast.opened(fourth, playing[1]), "naive")
    live = cast.played_by(cast.opened(fourth, playing[2]), "careful", days=16)
    for entry, bot, days in ((playing[3], "naive", 9), (playing[4], "careful", 4), (playing[11], "naive", 2)):
        cast.played_by(cast.opened(fourth, entry), bot, days=days)
    agent = playing[0].agent
    owner, captain = (User.objects.get(username=name) for name in ("admin", "demo"))
    Membership.objects.create(league=league, user=owner, role=Membership.Role.OWNER)
    TeamMembership.objects.create(team=agent.team, user=captain, role=TeamMembership.Role.OWNER)
    agents.change(agent, captain, agent.name, {"model": "careful-1", "framework": "house", "about": ""})
    agents.change(
        agent,
        captain,
        agent.name,
        {"model": "careful-2", "framework": "house", "about": "先问三家，再下一单。"},
    )
    team, manage = f"/team/{agent.team_id}", "/l/spring/manage"
    return {
        "home": "/",
        "league": "/l/spring/",
        "season": "/l/spring/s2/",
        "odd-names": "/l/spring/s1/",
        "odd-search": "/search/?q=长长",
        "recall": "/l/spring/s2/?board=recall",
        "alltime": "/l/spring/boards/30/",
        "agent": f"/a/{agent.slug}/",
        "long-name": f"/a/{playing[11].agent.slug}/",
        "rules": "/rules/",
        "search": "/search/?q=算",
        "docs": "/docs/",
        "play": "/play/",
        "match": f"/m/{finished.pk}/",
        "live": f"/m/{live.pk}/",
        "screen": "/screen/spring/",
        "lost": "/nothing/",
        "login": "/accounts/login/",
        "signup": "/accounts/signup/",
        "reset": "/accounts/password/reset/",
        # of the captain
        "mine": "/team/",
        "team": f"{team}/",
        "team-agent": f"{team}/agents/{agent.slug}/",
        "agent-new": f"{team}/agents/new/",
        "team-members": f"{team}/members/",
        "team-matches": f"{team}/matches/",
        "team-match": f"{team}/matches/{finished.pk}/",
        "team-compare": f"{team}/compare/?match={finished.pk}&match={other.pk}",
        "team-settings": f"{team}/settings/",
        "team-entries": f"{team}/entries/",
        "team-notices": f"{team}/notices/",
        "profile": "/accounts/profile/",
        "email": "/accounts/email/",
        "second-factor": "/accounts/2fa/",
        # of the owner
        "manage": f"{manage}/",
        "manage-look": f"{manage}/look/",
        "manage-members": f"{manage}/members/",
        "manage-seasons": f"{manage}/seasons/",
        "manage-season-new": f"{manage}/seasons/new/",
        "manage-season": f"{manage}/seasons/s2/",
        "manage-entries": f"{manage}/seasons/s2/entries/",
        "manage-board": f"{manage}/seasons/s2/board/",
        "manage-match": f"{manage}/matches/{live.pk}/",
        "manage-moderation": f"{manage}/moderation/",
        "manage-notices": f"{manage}/notices/",
        "manage-tokens": f"{manage}/tokens/",
        "manage-audit": f"{manage}/audit/",
    }


PUBLIC = (
    "home",
    "league",
    "season",
    "recall",
    "alltime",
    "agent",
    "long-name",
    "rules",
    "search",
    "docs",
    "play",
)
MATCHES = ("match", "live", "screen")  # what moves by itself


def login_of(name: str) -> str:
    """Who may see that page: nobody in particular, the captain of a team, or the owner of the league."""
    if name.startswith("manage"):
        return "admin"
    return "demo" if name.startswith(("team", "agent-new", "mine", "profile", "email", "second")) else ""


@contextmanager
def served(folder: Path) -> Iterator[tuple[Embedded, dict[str, str]]]:
    env = {**os.environ, "CLAWVEND_DATA": str(folder)}
    for command in (["manage.py", "migrate", "-v0"], ["manage.py", "demo"], ["-m", "tests.showcase"]):
        done = subprocess.run([sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
    server = Embedded(folder, "--no-house")
    try:
        wait_until(lambda: not server.running() or answers(server.url), 60, "manage.py up")
        yield server, json.loads(done.stdout)
    finally:
        server.stop()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clawvend_site.settings")
    django.setup()
    print(json.dumps(fill(), indent=2))
