"""A league as it looks after some weeks: for screenshots and for measuring pages.

    CLAWVEND_DATA=/tmp/show python manage.py migrate && CLAWVEND_DATA=/tmp/show python -m tests.showcase

Results of past rounds are written as the end of a match writes them; the matches named in the answer are
played in process, by the platform's own functions.
"""

import json
import os
import random

import django

NAMES = [
    ("精打细算", "官方陪练队"),
    ("贩剑客", "江湖夜雨"),
    ("Claw-7B", "Foo Labs"),
    ("算盘先生", "老掌柜"),
    ("🦞 小龙虾", "钳工队"),
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


def fill() -> dict[str, str]:
    """Makes the league `spring`; the addresses of what is worth looking at."""
    from django.utils import timezone

    from league.models import Agent, League, Round, Season
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
    season = Season.objects.get(pk=now.pk)
    fourth = cast.rounds(season)[3]
    playing = list(season.entries.select_related("agent__team__league").order_by("pk"))
    finished = cast.played_by(cast.opened(fourth, playing[0]), "careful")
    cast.played_by(cast.opened(fourth, playing[1]), "naive")
    live = cast.played_by(cast.opened(fourth, playing[2]), "careful", days=16)
    for entry, bot, days in ((playing[3], "naive", 9), (playing[4], "careful", 4), (playing[11], "naive", 2)):
        cast.played_by(cast.opened(fourth, entry), bot, days=days)
    Agent.objects.filter(pk=playing[0].agent_id).update(model="house", about="官方陪练：先问三家，再下一单。")

    return {
        "league": "/l/spring/",
        "season": "/l/spring/s2/",
        "agent": f"/a/{playing[0].agent.slug}/",
        "finished": f"/m/{finished.pk}/",
        "live": f"/m/{live.pk}/",
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clawvend_site.settings")
    django.setup()
    print(json.dumps(fill(), indent=2))
