"""What every page keeps out, whoever asks for it: scripts of others, frames of others, forms of others."""

import re
from html.parser import HTMLParser
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from league.models import Agent, AgentKey, League, Season, Team
from league.pages.once import FIELD, new_token
from tests.league.people.conftest import Town
from tests.league.routes.table import ROLES
from tests.league.routes.test_routes import ROWS, names, town

__all__ = ["names", "town"]  # fixtures

PLANTED = "<img src=x onerror=alert(1)><script>alert(2)</script>"
SAFE_SCRIPTS = {"application/json", "application/ld+json"}


class Active(HTMLParser):
    """What of a page could run without a file of ours: inline scripts, handlers, javascript: addresses."""

    def __init__(self, nonce: str) -> None:
        super().__init__()
        self.nonce, self.found = nonce, list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        ours = "src" in given or given.get("type") in SAFE_SCRIPTS or given.get("nonce") == self.nonce
        if tag == "script" and not ours:
            self.found.append(f"<script> at {self.getpos()}")
        for name, value in attrs:
            if name.startswith("on") or (value or "").strip().lower().startswith("javascript:"):
                self.found.append(f"<{tag} {name}={value}>")


def test_a_planted_script_would_be_found() -> None:
    """The look itself could be blind."""
    look = Active("n")
    look.feed(
        "<p onclick='x()'><a href=' JavaScript:x()'>a</a><script>x()</script><script src='/a.js'></script>"
    )
    assert len(look.found) == 3


def test_no_page_runs_what_is_not_ours(town: Town, names: dict[str, Any]) -> None:
    """A name, profile, thought or mail with a script in it would run in every reader's browser, or the site
    be framed."""
    for model in (League, Team, Agent, Season):
        model.objects.update(name=PLANTED)
    Agent.objects.update(model=PLANTED, framework=PLANTED, about=PLANTED)
    League.objects.update(intro=PLANTED)
    User.objects.update(first_name=PLANTED)
    _, raw = AgentKey.issue(town.agent)
    here, headers = f"/api/v1/agent/matches/{names['match']}/tools", {"Authorization": f"Bearer {raw}"}
    mail = {"to": "s1", "subject": PLANTED, "body": PLANTED}
    for tool, said in (("send_email", mail), ("note_to_self", {"key": PLANTED, "value": PLANTED})):
        sent = {**said, "thought": PLANTED}
        answer = Client().post(f"{here}/{tool}", sent, "application/json", headers=headers)
        assert answer.status_code == 200, answer.content
    seen = shown = 0
    for row in ROWS:
        if row.method != "GET" or row.route.startswith("api"):
            continue
        best = max(range(len(row.who.statuses)), key=lambda at: (row.who.statuses[at] == 200, at))
        who = ROLES[best]
        client = Client() if who == "nobody" else getattr(town, who).client
        answer = client.get(row.path.format(**names))
        assert answer["X-Content-Type-Options"] == "nosniff", row.route
        if not answer["Content-Type"].startswith("text/html"):
            continue
        policy = answer["Content-Security-Policy"]
        scripts = re.search(r"script-src ([^;]+)", policy)
        assert scripts, row.route
        assert "unsafe" not in scripts[1], row.route
        assert "frame-ancestors 'none'" in policy, row.route
        assert answer["X-Frame-Options"] == "DENY", row.route
        nonce = re.search(r"'nonce-([^']+)'", policy)
        look = Active(nonce[1] if nonce else "")
        look.feed(answer.content.decode())
        assert look.found == [], row.route
        seen += 1
        shown += "&lt;img src=x onerror" in answer.content.decode()
    assert seen > 50
    assert shown > 20, "what was planted was not on the pages"


def test_no_form_of_another_site_is_taken(town: Town, names: dict[str, Any]) -> None:
    """Another site could act with the login of whoever reads it, on any form and on the management API."""
    seen = 0
    for row in ROWS:
        if row.method != "POST":
            continue
        may = [at for at, status in enumerate(row.who.statuses) if status not in (401, 404, 403) and at]
        if not may:
            continue
        who = ROLES[may[-1]]
        client = Client(enforce_csrf_checks=True)
        client.force_login(getattr(town, who).user)
        path = row.path.format(**names)
        if path.startswith("/api/v1/leagues"):
            answer = client.post(path, "{}", content_type="application/json")
        elif path.startswith("/api/"):
            continue  # a session opens nothing there
        else:
            answer = client.post(path, {FIELD: new_token(), **row.data})
        assert answer.status_code == 403, row.route
        seen += 1
    assert seen > 20
