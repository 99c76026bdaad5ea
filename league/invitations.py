"""Asking somebody in, and their answer. An invitation is for one address, for a week, and is used once."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from league import audit, teams
from league.models import Invitation, League, Membership, Team, TeamMembership

OPEN_AT_A_TIME = 30
Role, State = Invitation.Role, Invitation.State
TEAM_ROLES = {Role.TEAM_OWNER: TeamMembership.Role.OWNER, Role.TEAM_MEMBER: TeamMembership.Role.MEMBER}
LEAGUE_ROLES = {
    Role.LEAGUE_OWNER: Membership.Role.OWNER,
    Role.ADMIN: Membership.Role.ADMIN,
    Role.REFEREE: Membership.Role.REFEREE,
}


@transaction.atomic
def invite(league: League, team: Team | None, user: User, email: str, role: str) -> Invitation:
    """A second one to the same address replaces the first."""
    League.objects.select_for_update().get(pk=league.pk)
    email = email.strip().lower()
    theirs = Invitation.objects.filter(league=league, team=team)
    already = (team or league).memberships.filter(user__email__iexact=email)
    if role != Role.FOUNDER and already.exists():
        raise ValidationError("这位已经是成员了。")
    theirs.filter(email=email, answer="").update(answer=State.REVOKED, answered_at=timezone.now())
    if theirs.filter(answer="", expires_at__gt=timezone.now()).count() >= OPEN_AT_A_TIME:
        raise ValidationError(f"等待答复的邀请最多 {OPEN_AT_A_TIME} 份，先撤回一些。")
    invitation = Invitation.objects.create(
        league=league,
        team=team,
        role=role,
        email=email,
        invited_by=user,
        expires_at=timezone.now() + Invitation.LASTS,
    )
    audit.record(
        league, user, "member.invited", team or league, {"who": email, "role": invitation.get_role_display()}
    )
    return invitation


@transaction.atomic
def accept(invitation: Invitation, user: User, team_name: str = "") -> Team | None:
    """The team that was joined or founded; None for a seat in the league."""
    League.objects.select_for_update().get(pk=invitation.league_id)
    _answer(invitation, State.ACCEPTED, user)
    league, team = invitation.league, invitation.team
    if team is not None and team.retired_at is not None:
        raise ValidationError("这支队伍已经解散。")
    try:
        with transaction.atomic():
            if team is not None:
                role = TEAM_ROLES[Role(invitation.role)]
                TeamMembership.objects.create(team=team, user=user, role=role)
            elif invitation.role == Role.FOUNDER:
                team = teams.found(league, user, team_name)
            else:
                Membership.objects.create(league=league, user=user, role=LEAGUE_ROLES[Role(invitation.role)])
    except IntegrityError:
        raise ValidationError("你已经是成员了。", code="member") from None
    who = {"who": audit.name_of(user), "role": invitation.get_role_display()}
    audit.record(league, user, "member.joined", team or league, who)
    return team


@transaction.atomic
def decline(invitation: Invitation, user: User) -> None:
    _answer(invitation, State.DECLINED, None)
    audit.record(
        invitation.league,
        user,
        "member.declined",
        invitation.team or invitation.league,
        {"who": invitation.email},
    )


@transaction.atomic
def revoke(invitation: Invitation, user: User) -> None:
    _answer(invitation, State.REVOKED, None)
    audit.record(
        invitation.league,
        user,
        "invitation.revoked",
        invitation.team or invitation.league,
        {"who": invitation.email},
    )


def _answer(invitation: Invitation, answer: Invitation.State, user: User | None) -> None:
    """Claims the one answer that an invitation takes: of several at once the first."""
    now = timezone.now()
    rows = Invitation.objects.filter(pk=invitation.pk, answer="")
    if answer != State.REVOKED:
        rows = rows.filter(expires_at__gt=now)
    if not rows.update(answer=answer, answered_at=now, accepted_by=user):
        raise ValidationError("这份邀请已经用过、撤回或过期了。", code="closed")
