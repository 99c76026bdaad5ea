from league.models.matches import Call, Frame, Match, Opening, Replay, Save, Settlement
from league.models.teams import Agent, AgentKey, Team, TeamMembership
from league.models.tenancy import League, Membership

__all__ = [
    "Agent",
    "AgentKey",
    "Call",
    "Frame",
    "League",
    "Match",
    "Membership",
    "Opening",
    "Replay",
    "Save",
    "Settlement",
    "Team",
    "TeamMembership",
]
