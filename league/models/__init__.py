from league.models.matches import Call, Frame, Match, Opening, Replay, Save, Settlement
from league.models.seasons import Beat, Entry, LeagueToken, Round, RoundSecret, Season
from league.models.teams import Agent, AgentKey, Team, TeamMembership
from league.models.tenancy import League, Membership

__all__ = [
    "Agent",
    "AgentKey",
    "Beat",
    "Call",
    "Entry",
    "Frame",
    "League",
    "LeagueToken",
    "Match",
    "Membership",
    "Opening",
    "Replay",
    "Round",
    "RoundSecret",
    "Save",
    "Season",
    "Settlement",
    "Team",
    "TeamMembership",
]
