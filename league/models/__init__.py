from league.models.audit import AuditEntry
from league.models.claims import Claim
from league.models.hooks import Delivery, Hook
from league.models.invitations import Invitation
from league.models.matches import Call, Frame, Held, HeldFrame, Match, Opening, Replay, Save, Settlement
from league.models.moderation import Hiding
from league.models.once import Sending
from league.models.pictures import Picture
from league.models.seasons import Beat, Entry, LeagueToken, Round, RoundSecret, Season
from league.models.standings import Standing, StandingCopy
from league.models.teams import Agent, AgentKey, AgentVersion, Team, TeamMembership
from league.models.tenancy import League, Membership

__all__ = [
    "Agent",
    "AgentKey",
    "AgentVersion",
    "AuditEntry",
    "Beat",
    "Call",
    "Claim",
    "Delivery",
    "Entry",
    "Frame",
    "Held",
    "HeldFrame",
    "Hiding",
    "Hook",
    "Invitation",
    "League",
    "LeagueToken",
    "Match",
    "Membership",
    "Opening",
    "Picture",
    "Replay",
    "Round",
    "RoundSecret",
    "Save",
    "Season",
    "Sending",
    "Settlement",
    "Standing",
    "StandingCopy",
    "Team",
    "TeamMembership",
]
