"""Signing up and in: by e-mail, within limits, and a password that was changed ends the other sessions."""

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from league.models import League
from tests.league.people.conftest import Town

PASSWORD = "ein-gutes-wort-7"


@pytest.fixture
def alice(transactional_db: None) -> User:
    return User.objects.create_user("user-1", "alice@example.org", PASSWORD, first_name="爱丽丝")


def sign_in(password: str = PASSWORD, login: str = "alice@example.org") -> tuple[Client, int]:
    client = Client()
    return client, client.post("/accounts/login/", {"login": login, "password": password}).status_code


def test_it_works(transactional_db: None) -> None:
    """Nobody could come in."""
    client = Client()
    form = {"email": "New@Example.org", "password1": PASSWORD, "nickname": ""}
    assert client.post("/accounts/signup/", form)["Location"] == "/team/"
    user = User.objects.get()
    assert (user.email, user.first_name) == ("new@example.org", "new")
    assert "new，你好" in client.get("/team/").content.decode()
    assert [m.subject for m in mail.outbox] == ["请确认你的邮箱"]


def test_back_to_where_one_came_from(alice: User) -> None:
    """Whoever follows a link to a console would end up elsewhere; or, by a forged link, on another site."""
    for target, lands in (("/team/new/", "/team/new/"), ("https://evil.example/", "/team/")):
        form = {"login": "alice@example.org", "password": PASSWORD, "next": target}
        assert Client().post("/accounts/login/", form)["Location"] == lands


@pytest.mark.parametrize("nickname", ["超" * 41, "超" * 200])
def test_a_nickname_that_cannot_be(transactional_db: None, nickname: str) -> None:
    """A name that fills the members' table."""
    form = {"email": "new@example.org", "password1": PASSWORD, "nickname": nickname}
    answer = Client().post("/accounts/signup/", form)
    assert (answer.status_code, User.objects.count()) == (200, 0)
    assert Client().post("/accounts/signup/", {**form, "nickname": "新"}).status_code == 302


def test_a_changed_password_ends_other_sessions(alice: User) -> None:
    """Whoever stole a session would keep it after the owner has noticed."""
    mine, _ = sign_in()
    thiefs, _ = sign_in()
    assert thiefs.get("/team/").status_code == 200
    form = {"oldpassword": PASSWORD, "password1": "ein-anderes-wort-8", "password2": "ein-anderes-wort-8"}
    assert mine.post("/accounts/password/change/", form).status_code == 302
    assert (mine.get("/team/").status_code, thiefs.get("/team/").status_code) == (200, 302)
    assert (sign_in()[1], sign_in("ein-anderes-wort-8")[1]) == (200, 302)


def test_guessing_is_limited(alice: User) -> None:
    """Passwords could be tried for ever."""
    for _ in range(6):
        client, status = sign_in("falsch")
        assert status == 200
    page = client.post("/accounts/login/", {"login": "alice@example.org", "password": PASSWORD})
    assert "试错太多次了" in page.content.decode()
    assert client.get("/team/").status_code == 302


def test_a_lost_password(alice: User) -> None:
    """Whoever forgot the password has lost the team."""
    Client().post("/accounts/password/reset/", {"email": "alice@example.org"})
    letter = mail.outbox[0]
    assert letter.subject == "重设密码"
    link = next(word for word in letter.body.split() if "/password/reset/key/" in word)
    client = Client()
    page = client.get(link.removeprefix("http://testserver"), follow=True)
    new = {"password1": "ein-anderes-wort-8", "password2": "ein-anderes-wort-8"}
    client.post(page.request["PATH_INFO"], new)
    assert sign_in("ein-anderes-wort-8")[1] == 302


def test_the_demo_users_keep_working(transactional_db: None) -> None:
    """bin/run prints names that nobody could log in with."""
    from django.core.management import call_command

    from league.management.commands.demo import Secrets

    call_command("demo")
    kept = Secrets.read()
    for name in ("admin", "demo"):
        assert sign_in(kept.passwords[name], name)[1] == 302
        assert sign_in(kept.passwords[name], f"{name}@example.com")[1] == 302
    assert League.objects.get().slug == "demo"


def test_pages_of_accounts_are_chinese(town: Town) -> None:
    """English would leak into the pages that a library brings."""
    for path in ("login", "signup", "password/reset"):
        page = Client().get(f"/accounts/{path}/").content.decode()
        for word in ("Sign", "Password", "Email", "email"):
            assert f">{word}" not in page
    for path in ("email", "2fa", "password/change", "profile", "logout"):
        page = town.alice.get(f"/accounts/{path}/").content.decode()
        assert "您" not in page
