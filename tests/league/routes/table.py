"""Who gets what from every address of the site. A new route needs its row here: who may, and what each is
answered. One row stands for the address with and without a slash at its end.

The people are those of tests/league/people/conftest.py; an agent's key is no person, see KEYED below.
"""

from collections.abc import Iterator
from typing import NamedTuple

ROLES = ("nobody", "sam", "carol", "bob", "alice", "rita", "adam", "olga", "fred")
#         no login  stranger  other team  member  captain  referee  admin  owner  another league's owner


class Who(NamedTuple):
    """The status for each role."""

    statuses: tuple[int, ...]
    of_tenant: bool = False  # whoever is outside a private league gets 404 instead


def who(
    nobody: int, sam: int, carol: int, bob: int, alice: int, rita: int, adam: int, olga: int, fred: int
) -> Who:
    return Who((nobody, sam, carol, bob, alice, rita, adam, olga, fred))


def everybody(ok: int = 200) -> Who:
    return Who((ok,) * 9)


def readers(ok: int = 200) -> Who:
    """Everybody; of a private league those inside it."""
    return Who((ok,) * 9, of_tenant=True)


def people(ok: int = 200) -> Who:
    return Who((302, *(ok,) * 8))


def team(ok: int = 200) -> Who:
    return who(302, 404, 404, ok, ok, 404, 404, 404, 404)


def captain(ok: int) -> Who:
    return who(302, 404, 404, 403, ok, 404, 404, 404, 404)


def referees(ok: int = 200) -> Who:
    return who(302, 404, 404, 404, 404, ok, ok, ok, 404)


def admins(ok: int = 200) -> Who:
    return who(302, 404, 404, 404, 404, 403, ok, ok, 404)


def owners(ok: int = 200) -> Who:
    return who(302, 404, 404, 404, 404, 403, 403, ok, 404)


class Row(NamedTuple):
    route: str  # as the resolver spells it, without the slash at the end
    method: str
    path: str  # {…}: what tests/league/routes/test_routes.py fills in
    who: Who
    data: dict[str, str] = {}


def get(route: str, path: str, who: Who) -> Row:
    return Row(route, "GET", path, who)


def post(route: str, path: str, who: Who, **data: str) -> Row:
    return Row(route, "POST", path, who, data)


def rows() -> Iterator[Row]:
    yield from PUBLIC
    yield from ACCOUNTS
    yield from TEAM
    yield from LEAGUE
    yield from API


PUBLIC = [
    get("", "/", everybody()),
    get("card.png", "/card.png", everybody()),
    get("rules", "/rules/", everybody()),
    get("ops", "/ops/", everybody(404)),  # for staff: tests/league/pages/test_operator.py
    get("rules/demand", "/rules/demand/", everybody()),
    get("search", "/search/?q=a", everybody()),
    get("docs", "/docs/", everybody()),
    get("docs/api", "/docs/api/", everybody()),
    get("skill.md", "/skill.md", everybody()),
    get("references/<slug:name>.md", "/references/rules.md", everybody()),
    get("llms.txt", "/llms.txt", everybody()),
    get("play", "/play/", everybody()),
    get("play/<str:match_id>", "/play/{match}/", everybody(404)),  # a match of another browser
    post("play/<str:match_id>/<slug:tool>", "/play/{match}/end_day/", everybody(404)),
    get("claim/<str:token>", "/claim/{claim}/", everybody()),
    get("pictures/<str:digest>.png", "/pictures/{picture}.png", everybody()),
    get("m/<str:match_id>", "/m/{match}/", readers()),
    get("compare", "/compare/?m={match}", readers()),
    get("m/<str:match_id>/card.png", "/m/{match}/card.png", readers()),
    get("m/<str:match_id>/checkup", "/m/{match}/checkup/", readers(404)),  # it is not finished
    get("a/<slug:slug>", "/a/{agent}/", readers()),
    get("l/<slug:slug>", "/l/{league}/", readers()),
    get("screen/<slug:slug>", "/screen/{league}/", readers()),
    get("screen/<slug:slug>/now.json", "/screen/{league}/now.json", readers()),
    get("l/<slug:league>/boards/<int:days>", "/l/{league}/boards/30/", readers()),
    get("l/<slug:league>/<slug:season>", "/l/{league}/{season}/", readers()),
    get("l/<slug:league>/<slug:season>/standings.csv", "/l/{league}/{season}/standings.csv", readers()),
    get("l/<slug:league>/<slug:season>/standings.xlsx", "/l/{league}/{season}/standings.xlsx", readers()),
    get("l/<slug:league>/<slug:season>/card.png", "/l/{league}/{season}/card.png", readers()),
    get("l/<slug:league>/<slug:season>/calendar.ics", "/l/{league}/{season}/calendar.ics", readers()),
    get("l/<slug:league>/<slug:season>/enter", "/l/{league}/{season}/enter/", people()),
]
ACCOUNTS = [
    get("accounts/signup", "/accounts/signup/", who(200, *(302,) * 8)),
    get("accounts/login", "/accounts/login/", who(200, *(302,) * 8)),
    get("accounts/logout", "/accounts/logout/", who(302, *(200,) * 8)),
    get("accounts/inactive", "/accounts/inactive/", everybody()),
    get("accounts/reauthenticate", "/accounts/reauthenticate/", people()),
    get("accounts/reauthenticate/code", "/accounts/reauthenticate/code/", people(302)),
    get("accounts/reauthenticate/code/confirm", "/accounts/reauthenticate/code/confirm/", people(302)),
    get("accounts/email", "/accounts/email/", people()),
    get("accounts/confirm-email", "/accounts/confirm-email/", everybody()),
    get("accounts/^confirm-email/(?P<key>[-:\\w]+)/$", "/accounts/confirm-email/x/", everybody()),
    get("accounts/password/change", "/accounts/password/change/", people()),
    get("accounts/password/set", "/accounts/password/set/", people(302)),
    get("accounts/password/reset", "/accounts/password/reset/", everybody()),
    get("accounts/password/reset/done", "/accounts/password/reset/done/", everybody()),
    get("accounts/password/reset/key/done", "/accounts/password/reset/key/done/", everybody()),
    get(
        "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        "/accounts/password/reset/key/1-x/",
        everybody(),
    ),
    get("accounts/login/code/confirm", "/accounts/login/code/confirm/", everybody(302)),
    get("accounts/2fa", "/accounts/2fa/", people()),
    get("accounts/2fa/authenticate", "/accounts/2fa/authenticate/", everybody(302)),
    get("accounts/2fa/reauthenticate", "/accounts/2fa/reauthenticate/", people(302)),
    get("accounts/2fa/totp/activate", "/accounts/2fa/totp/activate/", people(302)),
    get("accounts/2fa/totp/deactivate", "/accounts/2fa/totp/deactivate/", people(404)),
    get("accounts/2fa/recovery-codes", "/accounts/2fa/recovery-codes/", people(404)),
    get("accounts/2fa/recovery-codes/generate", "/accounts/2fa/recovery-codes/generate/", people(302)),
    get("accounts/2fa/recovery-codes/download", "/accounts/2fa/recovery-codes/download/", people(404)),
    get("accounts/profile", "/accounts/profile/", people()),
    get("accounts/delete", "/accounts/delete/", people(302)),  # asks for the password first
]
TEAM = [
    get("invitations/<str:token>", "/invitations/{invitation}/", everybody()),
    post("invitations/<str:token>/decline", "/invitations/{invitation}/decline/", who(302, 302, *(404,) * 7)),
    get("team", "/team/", people()),
    get("team/new", "/team/new/", people()),
    get("team/<int:team_id>", "/team/{team}/", team()),
    get("team/<int:team_id>/settings", "/team/{team}/settings/", team()),
    post("team/<int:team_id>/settings", "/team/{team}/settings/", captain(302), name="新名字"),
    post("team/<int:team_id>/leave", "/team/{team}/leave/", team(302)),
    get("team/<int:team_id>/entries", "/team/{team}/entries/", team()),
    get("team/<int:team_id>/members", "/team/{team}/members/", team()),
    post(
        "team/<int:team_id>/members",
        "/team/{team}/members/",
        captain(302),
        email="x@example.org",
        role="team_owner",
    ),
    post(
        "team/<int:team_id>/members/<int:member_id>/role",
        "/team/{team}/members/{bobs_seat}/role/",
        captain(302),
        role="owner",
    ),
    post(
        "team/<int:team_id>/members/<int:member_id>/remove",
        "/team/{team}/members/{bobs_seat}/remove/",
        captain(302),
    ),
    post(
        "team/<int:team_id>/invitations/<int:invitation_id>/revoke",
        "/team/{team}/invitations/{invitation_id}/revoke/",
        captain(302),
    ),
    get("team/<int:team_id>/matches", "/team/{team}/matches/", team()),
    get("team/<int:team_id>/matches/<str:match_id>", "/team/{team}/matches/{match}/", team()),
    get("team/<int:team_id>/compare", "/team/{team}/compare/?m={match}", team()),
    get("team/<int:team_id>/notices", "/team/{team}/notices/", team()),
    get("team/<int:team_id>/notices/<int:hook_id>", "/team/{team}/notices/{team_hook}/", team()),
    post(
        "team/<int:team_id>/notices/<int:hook_id>/do",
        "/team/{team}/notices/{team_hook}/do/",
        team(302),
        do="test",
    ),
    get("team/<int:team_id>/agents/new", "/team/{team}/agents/new/", team()),
    post("team/<int:team_id>/agents/new", "/team/{team}/agents/new/", team(302), name="二号"),
    get("team/<int:team_id>/agents/<slug:slug>", "/team/{team}/agents/{agent}/", team()),
    post("team/<int:team_id>/agents/<slug:slug>", "/team/{team}/agents/{agent}/", team(302), name="改名"),
    post(
        "team/<int:team_id>/agents/<slug:slug>/retire",
        "/team/{team}/agents/{agent}/retire/",
        team(302),
        retired="yes",
    ),
    post("team/<int:team_id>/agents/<slug:slug>/keys", "/team/{team}/agents/{agent}/keys/", team()),
    post(
        "team/<int:team_id>/agents/<slug:slug>/keys/<int:key_id>/rotate",
        "/team/{team}/agents/{agent}/keys/{key}/rotate/",
        team(),
        hours="1",
    ),
    post(
        "team/<int:team_id>/agents/<slug:slug>/keys/<int:key_id>/revoke",
        "/team/{team}/agents/{agent}/keys/{key}/revoke/",
        team(302),
    ),
]
M = "l/<slug:slug>/manage"
LEAGUE = [
    get("leagues/new", "/leagues/new/", people()),
    get(M, "/l/{league}/manage/", referees()),
    get(f"{M}/look", "/l/{league}/manage/look/", admins()),
    post(f"{M}/look", "/l/{league}/manage/look/", admins(200)),
    post(f"{M}/retire", "/l/{league}/manage/retire/", owners(302), retired="yes"),
    get(f"{M}/members", "/l/{league}/manage/members/", admins()),
    post(
        f"{M}/members/<int:member_id>/role",
        "/l/{league}/manage/members/{ritas_seat}/role/",
        owners(302),
        role="admin",
    ),
    post(
        f"{M}/members/<int:member_id>/remove",
        "/l/{league}/manage/members/{adams_seat}/remove/",
        who(302, 404, 404, 404, 404, 403, 302, 302, 404),
    ),
    post(
        f"{M}/invitations/<int:invitation_id>/revoke",
        "/l/{league}/manage/invitations/{league_invitation}/revoke/",
        owners(302),
    ),
    get(f"{M}/seasons", "/l/{league}/manage/seasons/", referees()),
    get(f"{M}/seasons/new", "/l/{league}/manage/seasons/new/", admins()),
    get(f"{M}/seasons/<slug:season>", "/l/{league}/manage/seasons/{season}/", referees()),
    get(f"{M}/seasons/<slug:season>/edit", "/l/{league}/manage/seasons/{season}/edit/", admins()),
    post(f"{M}/seasons/<slug:season>/move", "/l/{league}/manage/seasons/{season}/move/", admins(302)),
    post(f"{M}/seasons/<slug:season>/schedule", "/l/{league}/manage/seasons/{season}/schedule/", admins(302)),
    post(f"{M}/seasons/<slug:season>/delete", "/l/{league}/manage/seasons/{season}/delete/", admins(302)),
    get(f"{M}/seasons/<slug:season>/entries", "/l/{league}/manage/seasons/{season}/entries/", referees()),
    post(
        f"{M}/seasons/<slug:season>/entries/<slug:agent>",
        "/l/{league}/manage/seasons/{season}/entries/{agent}/",
        admins(302),
        state="accepted",
    ),
    get(f"{M}/matches/<str:match_id>", "/l/{league}/manage/matches/{round_match}/", referees()),
    get(f"{M}/seasons/<slug:season>/board", "/l/{league}/manage/seasons/{season}/board/", referees()),
    get(
        f"{M}/seasons/<slug:season>/board/<slug:agent>",
        "/l/{league}/manage/seasons/{season}/board/{agent}/",
        referees(),
    ),
    post(f"{M}/seasons/<slug:season>/freeze", "/l/{league}/manage/seasons/{season}/freeze/", admins(302)),
    get(f"{M}/moderation", "/l/{league}/manage/moderation/", referees()),
    get(f"{M}/moderation/<int:hiding_id>/lift", "/l/{league}/manage/moderation/{hiding}/lift/", referees()),
    get(
        f"{M}/moderation/matches/<str:match_id>",
        "/l/{league}/manage/moderation/matches/{match}/",
        referees(),
    ),
    get(f"{M}/notices", "/l/{league}/manage/notices/", admins()),
    get(f"{M}/notices/<int:hook_id>", "/l/{league}/manage/notices/{hook}/", admins()),
    post(f"{M}/notices/<int:hook_id>/do", "/l/{league}/manage/notices/{hook}/do/", admins(302), do="test"),
    get(f"{M}/audit", "/l/{league}/manage/audit/", referees()),
    get(f"{M}/tokens", "/l/{league}/manage/tokens/", admins()),
    post(
        f"{M}/tokens/<int:token_id>/revoke",
        "/l/{league}/manage/tokens/{token}/revoke/",
        who(302, 404, 404, 404, 404, 403, 404, 302, 404),
    ),
]

A = "api/v1"
OWN = f"{A}/agent/matches/<match:match_id>"
L = f"{A}/leagues/<slug:league>"
S = f"{L}/seasons/<slug:season>"
REFEREES = who(401, 404, 404, 404, 404, 200, 200, 200, 404)
ADMINS = who(401, 404, 404, 404, 404, 403, 400, 400, 404)  # 400: nothing was sent
JUDGES = who(401, 404, 404, 404, 404, 400, 400, 400, 404)  # also referees
API = [  # a session opens nothing of an agent
    get("api/schema", "/api/schema/", everybody()),
    get("api/", "/api/nothing", everybody(404)),
    post(f"{A}/register", "/api/v1/register", everybody(400)),
    get(f"{A}/agent", "/api/v1/agent", everybody(401)),
    post(f"{A}/agent/claim", "/api/v1/agent/claim", everybody(401)),
    get(f"{A}/agent/matches", "/api/v1/agent/matches", everybody(401)),
    get(OWN, "/api/v1/agent/matches/{match}", everybody(401)),
    get(f"{OWN}/briefing", "/api/v1/agent/matches/{match}/briefing", everybody(401)),
    get(f"{OWN}/checkup", "/api/v1/agent/matches/{match}/checkup", everybody(401)),
    get(f"{OWN}/calls", "/api/v1/agent/matches/{match}/calls", everybody(401)),
    post(f"{OWN}/tools/<str:tool>", "/api/v1/agent/matches/{match}/tools/end_day", everybody(401)),
    get(f"{A}/leagues", "/api/v1/leagues", everybody()),
    get(f"{A}/leagues/<slug:league>", "/api/v1/leagues/{league}", readers()),
    get(
        f"{S}/standings",
        "/api/v1/leagues/{league}/seasons/{season}/standings?board=net_worth",
        readers(),
    ),
    get(f"{L}/seasons", "/api/v1/leagues/{league}/seasons", readers()),
    post(f"{L}/seasons", "/api/v1/leagues/{league}/seasons", ADMINS),
    get(S, "/api/v1/leagues/{league}/seasons/{season}", readers()),
    post(f"{S}/state", "/api/v1/leagues/{league}/seasons/{season}/state", ADMINS),
    get(f"{S}/entries", "/api/v1/leagues/{league}/seasons/{season}/entries", REFEREES),
    post(f"{S}/entries/<slug:agent>", "/api/v1/leagues/{league}/seasons/{season}/entries/{agent}", ADMINS),
    post(f"{S}/freeze", "/api/v1/leagues/{league}/seasons/{season}/freeze", ADMINS),
    get(f"{L}/hidings", "/api/v1/leagues/{league}/hidings", REFEREES),
    post(f"{L}/hidings", "/api/v1/leagues/{league}/hidings", JUDGES),
    post(f"{L}/hidings/<int:hiding_id>/lift", "/api/v1/leagues/{league}/hidings/{hiding}/lift", JUDGES),
    post(
        f"{L}/matches/<match:match_id>/verdict",
        "/api/v1/leagues/{league}/matches/{round_match}/verdict",
        JUDGES,
    ),
    get(f"{A}/matches", "/api/v1/matches", everybody()),
    get(f"{A}/matches/<match:match_id>", "/api/v1/matches/{match}", readers()),
    get(f"{A}/matches/<match:match_id>/frames", "/api/v1/matches/{match}/frames", readers()),
    get(
        f"{A}/matches/<match:match_id>/replay", "/api/v1/matches/{match}/replay", readers(404)
    ),  # not finished
    get(f"{A}/matches/<match:match_id>/proof", "/api/v1/matches/{match}/proof", readers(404)),
    get(f"{A}/agents/<slug:agent>", "/api/v1/agents/{agent}", readers()),
]
KEYED = {  # what a key of another team's agent, or of another league's, is answered where its own gets 200
    "/api/v1/agent/matches/{match}": 404,
    "/api/v1/agent/matches/{match}/briefing": 404,
    "/api/v1/agent/matches/{match}/calls": 404,
}
