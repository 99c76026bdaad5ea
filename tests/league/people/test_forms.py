"""What people type: names of every kind, pictures that are none, Markdown that bites."""

import io
import zlib
from struct import pack

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from league.models import Agent, League, Picture, Team
from tests.league.people.conftest import Town

LOOK = {"visibility": "public", "time_zone": "Asia/Shanghai"}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("春季赛", "春季赛"),
        ("🦾👩\u200d🚀", "🦾👩\u200d🚀"),
        ("ＡＢＣ", "ＡＢＣ"),
        ("a\u200bb\u202ec", "abc"),
        ('=HYPERLINK("http://x","y")', '=HYPERLINK("http://x","y")'),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
        ("{{ 7|add:7 }}", "{{ 7|add:7 }}"),
        ("超" * 80, "超" * 80),
    ],
)
def test_names_are_kept_and_shown_safely(town: Town, typed: str, kept: str) -> None:
    """A name that breaks out of its place would be run in every visitor's browser."""
    page = town.sam.post("/leagues/new/", name=typed, **LOOK)
    league = League.objects.get(name=kept)
    assert page["Location"] == f"/l/{league.slug}/manage/"
    assert league.slug
    answer = town.sam.post("/team/new/", league=league.pk, name=typed)
    town.sam.post(f"{answer['Location']}agents/new/", name=typed)
    agent = Agent.objects.get(name=kept)
    assert agent.slug
    for path in (
        answer["Location"],
        f"/l/{league.slug}/",
        f"/a/{agent.slug}/",
        "/team/",
        page["Location"],
        "/",
    ):
        shown = town.sam.sees(path)
        assert "<img src=x" not in shown
        assert "onerror=alert" not in shown.replace("onerror=alert(1)&gt;", "")


@pytest.mark.parametrize("typed", ["超" * 200, "\u200b\u200b", "   ", ""])
def test_names_that_cannot_be(town: Town, typed: str) -> None:
    """A name nobody sees or that fills the board is refused with a sentence, not with an error page."""
    page = town.sam.post("/leagues/new/", name=typed, **LOOK)
    assert (page.status_code, 'class="wrong"' in page.content.decode()) == (200, True)
    assert League.objects.count() == 2
    assert town.alice.post(f"{town.here}/agents/new/", name=typed).status_code == 200
    assert town.alice.post(f"{town.here}/settings/", name=typed).status_code == 200
    assert Team.objects.get(pk=town.team.pk).name == "春风队"


@pytest.mark.parametrize("twin", ["春风队", "春 风 队", "春\u200b风队", "春风队\ufe0f"])
def test_twins_are_refused(town: Town, twin: str) -> None:
    """A second team of the same looks would take the first one's credit."""
    page = town.sam.post("/team/new/", league=town.league.pk, name=twin).content.decode()
    assert "看上去同名" in page
    renamed = town.carol.post(f"/team/{town.carols.pk}/settings/", name=twin).content.decode()
    assert "看上去同名" in renamed
    assert Team.objects.filter(league=town.league).count() == 2


def test_an_address_is_taken_or_reserved(town: Town) -> None:
    """A league at /l/new/manage/ or at another's address."""
    assert "已经有人用了" in town.sam.post("/leagues/new/", name="S", slug="spring", **LOOK).content.decode()
    for slug in ("manage", "new", "12345"):
        assert "不能用" in town.sam.post("/leagues/new/", name="S", slug=slug, **LOOK).content.decode()


def test_an_agent_called_new_has_an_address_of_its_own(town: Town) -> None:
    """Its page would be the form for the next agent."""
    answer = town.alice.post(f"{town.here}/agents/new/", name="New")
    assert not answer["Location"].endswith("/agents/new/")
    assert "<h1>New" in town.alice.sees(answer["Location"])


def picture(width: int = 600, height: int = 300, kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    image = Image.new("RGB", (width, height), "#b3392b")
    if kind == "JPEG":
        exif = Image.Exif()
        exif[0x010E] = "secret place"
        image.save(out, kind, exif=exif)
    else:
        image.save(out, kind)
    return out.getvalue()


def sent(raw: bytes, name: str = "a.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, raw, "image/png")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_is_drawn_anew(town: Town, kind: str) -> None:
    """A file kept as it was sent can carry a place, a script, or a page of its own."""
    path = f"{town.here}/agents/alices/"
    assert town.alice.post(path, name="小卖部", avatar=sent(picture(kind=kind))).status_code == 302
    avatar = Agent.objects.get(slug="alices").avatar
    assert avatar is not None
    raw = bytes(avatar.body)
    with Image.open(io.BytesIO(raw)) as image:
        assert (image.format, image.size, dict(image.getexif())) == ("PNG", (256, 256), {})
    assert b"secret place" not in raw
    served = town.sam.get(f"/pictures/{avatar.pk}.png")
    assert (served["Content-Type"], served.content) == ("image/png", raw)
    assert "immutable" in served["Cache-Control"]
    assert f"/pictures/{avatar.pk}.png" in town.sam.sees("/a/alices/")
    town.alice.post(path, name="小卖部")
    assert Agent.objects.get(slug="alices").avatar == avatar
    town.alice.post(path, name="小卖部", no_avatar="on")
    assert Agent.objects.get(slug="alices").avatar is None


def bomb(width: int, height: int) -> bytes:
    """A PNG of some hundred bytes that says it is that large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))

    header = pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def crooked() -> bytes:
    """A JPEG that is to be turned, with a tag of the wrong type that stands in the way of it."""
    tags = pack("<HHIHH", 0x0112, 3, 1, 6, 0) + pack("<HHI4s", 287, 2, 2, b"x")
    exif = b"Exif\0\0II*\0" + pack("<IH", 8, 2) + tags + pack("<I", 0)
    out = io.BytesIO()
    Image.new("RGB", (40, 20)).save(out, "JPEG", exif=exif)
    return out.getvalue()


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "empty"),
        (b"GIF89a", "读不出"),
        (crooked(), "读不出"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "读不出"),
        (picture()[:200], "读不出"),
        (bomb(60_000, 60_000), "太大"),
        (bomb(5_000, 10), "太大"),
        (bomb(4_000, 4_000), "读不出"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * (2 * 1024 * 1024), "2 MB"),
    ],
    ids=["empty", "stump", "crooked", "svg", "cut", "bomb", "wide", "hollow", "heavy"],
)
def test_what_is_no_picture(town: Town, raw: bytes, says: str) -> None:
    """One file would take the server's memory, or be kept as something else than a picture."""
    page = town.alice.post(f"{town.here}/agents/alices/", name="小卖部", avatar=sent(raw))
    assert page.status_code == 200
    assert 'class="wrong"' in page.content.decode()
    if says != "empty":
        assert says in page.content.decode()
    assert Picture.objects.count() == 0


def test_a_leagues_intro(town: Town) -> None:
    """Markdown is shown as it is meant, and does no harm."""
    intro = (
        "# 欢迎\n\n**每天2元。**摊位费\n\n[站](https://example.org) [坏](javascript:alert(1))\n\n"
        "<script>alert(1)</script><img src=x onerror=alert(1)>\n\n<a href='x' onclick='alert(1)'>x</a>"
    )
    form = {"name": "春季联赛", "intro": intro, "colour": "#1F6F78", **LOOK}
    assert town.adam.post("/l/spring/manage/look/", **form).status_code == 302
    page = town.sam.sees("/l/spring/")
    assert "<strong>每天2元。</strong>摊位费" in page
    assert "<h3>欢迎</h3>" in page
    assert 'href="https://example.org" rel="nofollow ugc noopener"' in page
    for harm in ("javascript:", "alert(1)</script>", "onerror", "onclick", "<img src=x"):
        assert harm not in page
    town.league.refresh_from_db()
    assert town.league.colour == "#1f6f78"
    assert "欢迎" in town.sam.sees("/")


@pytest.mark.parametrize(
    ("field", "value"), [("colour", "red;}"), ("time_zone", "Mars/Base"), ("visibility", "x")]
)
def test_a_look_that_cannot_be(town: Town, field: str, value: str) -> None:
    """A colour that closes its attribute, a zone that no clock knows."""
    page = town.adam.post("/l/spring/manage/look/", **{"name": "春季联赛", **LOOK, field: value})
    assert (page.status_code, 'class="wrong"' in page.content.decode()) == (200, True)
