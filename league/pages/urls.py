"""The addresses of the public pages, with and without a slash at the end."""

from django.urls import URLPattern, path

from league.pages import card, checkup, door, play, screen
from league.pages.agent import agent
from league.pages.boards import desk, hiding, notices, trail
from league.pages.boards.alltime import alltime
from league.pages.boards.files import board_file, calendar
from league.pages.boards.season import season
from league.pages.claim import claim
from league.pages.compare import compare
from league.pages.demand import demand
from league.pages.home import home
from league.pages.invitation import decline, invitation
from league.pages.league import league
from league.pages.manage import home as manage_home
from league.pages.manage import look
from league.pages.manage import members as league_members
from league.pages.match import match
from league.pages.operator import ops
from league.pages.picture import picture
from league.pages.profile import delete, profile
from league.pages.public import View
from league.pages.rules import rules
from league.pages.search import search
from league.pages.seasons import entries as season_entries
from league.pages.seasons import manage as seasons_console
from league.pages.seasons import tokens
from league.pages.seasons.verdict import verdict
from league.pages.team import agents, console, keys, matches, members
from league.pages.team import home as team_home


def both(route: str, view: View, name: str) -> list[URLPattern]:
    return [path(f"{route}/", view, name=name), path(route, view)]


app_name = "pages"
urlpatterns = [
    path("", home, name="home"),
    path("card.png", card.site, name="card"),
    path("m/<str:match_id>/card.png", card.match, name="match-card"),
    *both("m/<str:match_id>", match, "match"),
    *both("l/<slug:slug>", league, "league"),
    # running a league: before a season may be called "manage"
    *both("leagues/new", look.new, "league_new"),
    *both("l/<slug:slug>/manage", manage_home.manage, "manage"),
    *both("l/<slug:slug>/manage/look", look.look, "manage_look"),
    *both("l/<slug:slug>/manage/retire", look.retire, "manage_retire"),
    *both("l/<slug:slug>/manage/members", league_members.members, "manage_members"),
    *both("l/<slug:slug>/manage/members/<int:member_id>/role", league_members.role, "manage_role"),
    *both("l/<slug:slug>/manage/members/<int:member_id>/remove", league_members.remove, "manage_remove"),
    *both(
        "l/<slug:slug>/manage/invitations/<int:invitation_id>/revoke",
        league_members.uninvite,
        "manage_uninvite",
    ),
    *both("l/<slug:slug>/manage/seasons", seasons_console.listed, "manage_seasons"),
    *both("l/<slug:slug>/manage/seasons/new", seasons_console.new, "manage_season_new"),
    *both("l/<slug:slug>/manage/seasons/<slug:season>", seasons_console.season, "manage_season"),
    *both("l/<slug:slug>/manage/seasons/<slug:season>/edit", seasons_console.edit, "manage_season_edit"),
    *both("l/<slug:slug>/manage/seasons/<slug:season>/move", seasons_console.move, "manage_season_move"),
    *both(
        "l/<slug:slug>/manage/seasons/<slug:season>/schedule",
        seasons_console.schedule,
        "manage_season_schedule",
    ),
    *both(
        "l/<slug:slug>/manage/seasons/<slug:season>/delete", seasons_console.delete, "manage_season_delete"
    ),
    *both("l/<slug:slug>/manage/seasons/<slug:season>/entries", season_entries.entered, "manage_entries"),
    *both(
        "l/<slug:slug>/manage/seasons/<slug:season>/entries/<slug:agent>",
        season_entries.decide,
        "manage_entry",
    ),
    *both("l/<slug:slug>/manage/matches/<str:match_id>", verdict, "manage_match"),
    *both("l/<slug:slug>/manage/tokens", tokens.tokens, "manage_tokens"),
    *both("l/<slug:slug>/manage/tokens/<int:token_id>/revoke", tokens.revoke, "manage_token_revoke"),
    *both("l/<slug:league>/<slug:season>/enter", season_entries.enter, "enter"),
    # boards: what the league decides about them, then the public ones
    *both("l/<slug:slug>/manage/seasons/<slug:season>/board", desk.desk, "manage_board"),
    path("l/<slug:slug>/manage/seasons/<slug:season>/freeze/", desk.freeze, name="manage_freeze"),
    *both("l/<slug:slug>/manage/seasons/<slug:season>/board/<slug:agent>", desk.verdict, "manage_verdict"),
    *both("l/<slug:slug>/manage/moderation", hiding.hidden, "manage_moderation"),
    *both("l/<slug:slug>/manage/moderation/<int:hiding_id>/lift", hiding.lift, "manage_lift"),
    *both("l/<slug:slug>/manage/moderation/matches/<str:match_id>", hiding.words, "manage_words"),
    *both("l/<slug:slug>/manage/audit", trail.trail, "manage_audit"),
    *both("l/<slug:slug>/manage/notices", notices.league_notices, "manage_notices"),
    *both("l/<slug:slug>/manage/notices/<int:hook_id>", notices.league_notice, "manage_notice"),
    *both("l/<slug:slug>/manage/notices/<int:hook_id>/do", notices.league_change, "manage_notice_change"),
    *both("l/<slug:league>/boards/<int:days>", alltime, "alltime"),
    *both("l/<slug:league>/<slug:season>", season, "season"),
    path("l/<slug:league>/<slug:season>/standings.csv", board_file, {"kind": "csv"}, "board-csv"),
    path("l/<slug:league>/<slug:season>/standings.xlsx", board_file, {"kind": "xlsx"}, "board-xlsx"),
    path("l/<slug:league>/<slug:season>/card.png", card.season, name="season-card"),
    path("l/<slug:league>/<slug:season>/calendar.ics", calendar, name="season-ics"),
    *both("screen/<slug:slug>", screen.screen, "screen"),
    path("screen/<slug:slug>/now.json", screen.now, name="screen-now"),
    *both("a/<slug:slug>", agent, "agent"),
    *both("rules", rules, "rules"),
    *both("ops", ops, "ops"),
    *both("rules/demand", demand, "demand"),
    *both("search", search, "search"),
    *both("compare", compare, "compare"),
    # the door
    *both("claim/<str:token>", claim, "claim"),
    path("skill.md", door.skill, name="skill"),
    path("references/<slug:name>.md", door.reference, name="reference"),
    path("llms.txt", door.llms, name="llms"),
    *both("docs", door.docs, "docs"),
    *both("play", play.begin, "play"),
    *both("play/<str:match_id>", play.match, "play-match"),
    path("play/<str:match_id>/<slug:tool>/", play.act, name="play-act"),
    *both("m/<str:match_id>/checkup", checkup.report, "checkup"),
    *both("docs/api", door.browse, "docs-api"),
    # people, their teams and what is theirs
    *both("accounts/profile", profile, "profile"),
    *both("accounts/delete", delete, "account_delete"),
    path("pictures/<str:digest>.png", picture, name="picture"),
    *both("invitations/<str:token>", invitation, "invitation"),
    *both("invitations/<str:token>/decline", decline, "decline"),
    *both("team", team_home.mine, "mine"),
    *both("team/new", team_home.new, "team_new"),
    *both("team/<int:team_id>", console.team, "team"),
    *both("team/<int:team_id>/settings", console.settings, "team_settings"),
    *both("team/<int:team_id>/leave", console.leave, "team_leave"),
    *both("team/<int:team_id>/entries", console.entries, "team_entries"),
    *both("team/<int:team_id>/members", members.members, "team_members"),
    *both("team/<int:team_id>/members/<int:member_id>/role", members.role, "team_role"),
    *both("team/<int:team_id>/members/<int:member_id>/remove", members.remove, "team_remove"),
    *both("team/<int:team_id>/invitations/<int:invitation_id>/revoke", members.uninvite, "team_uninvite"),
    *both("team/<int:team_id>/matches", matches.matches, "team_matches"),
    *both("team/<int:team_id>/matches/<str:match_id>", matches.match, "team_match"),
    *both("team/<int:team_id>/compare", matches.compare, "team_compare"),
    *both("team/<int:team_id>/notices", notices.team_notices, "team_notices"),
    *both("team/<int:team_id>/notices/<int:hook_id>", notices.team_notice, "team_notice"),
    *both("team/<int:team_id>/notices/<int:hook_id>/do", notices.team_change, "team_notice_change"),
    *both("team/<int:team_id>/agents/new", agents.new, "team_agent_new"),
    *both("team/<int:team_id>/agents/<slug:slug>", agents.agent, "team_agent"),
    *both("team/<int:team_id>/agents/<slug:slug>/retire", agents.retire, "team_agent_retire"),
    *both("team/<int:team_id>/agents/<slug:slug>/keys", keys.issue, "key_issue"),
    *both("team/<int:team_id>/agents/<slug:slug>/keys/<int:key_id>/rotate", keys.rotate, "key_rotate"),
    *both("team/<int:team_id>/agents/<slug:slug>/keys/<int:key_id>/revoke", keys.revoke, "key_revoke"),
]
