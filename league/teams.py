"""Founding a team, running it, leaving it. Who may is settled before (league.access); what must hold is
checked under a lock on the team."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from league import audit
from league.models import Agent, AgentKey, League, Team, TeamMembership
from league.schedule import entries

TEAMS_OF_A_USER = 10
Role = TeamMembership.Role


@transaction.atomic
def found(league: League, user: User, name: str) -> Team:
    User.objects.select_for_update().get(pk=user.pk)
    if (
        TeamMembership.objects.filter(user=user, role=Role.OWNER, team__retired_at=None).count()
        >= TEAMS_OF_A_USER
    ):
        raise ValidationError(f"一个人最多当 {TEAMS_OF_A_USER} 支队伍的队长。")
    if league.retired_at is not None:
        raise ValidationError("这个联赛已经停办，不能再建队伍。")
    try:
        with transaction.atomic():
            team = Team.objects.create(league=league, name=name)
    except IntegrityError:
        raise _taken() from None
    TeamMembership.objects.create(team=team, user=user, role=Role.OWNER)
    audit.record(league, user, "team.created", team)
    return team


@transaction.atomic
def rename(team: Team, user: User, name: str) -> None:
    before, team.name = team.name, name
    if before == name:
        return
    try:
        with transaction.atomic():
            team.save(update_fields=["name", "name_key"])
    except IntegrityError:
        team.name = before
        raise _taken() from None
    audit.record(team.league, user, "team.changed", team, {"before": before, "after": name})


@transaction.atomic
def set_role(seat: TeamMembership, user: User, role: str) -> None:
    seat = _locked(seat)
    if seat.role == role:
        return
    if role != Role.OWNER:
        _not_the_last_owner(seat)
    before, seat.role = seat.get_role_display(), role
    seat.save(update_fields=["role"])
    change = {"before": before, "after": seat.get_role_display()}
    audit.record(
        seat.team.league, user, "member.changed", seat.team, {"who": audit.name_of(seat.user), **change}
    )


@transaction.atomic
def leave(seat: TeamMembership, user: User) -> None:
    """Going by oneself, or being put out by an owner: from then on nothing of the team is there for them."""
    seat = _locked(seat)
    _not_the_last_owner(seat)
    verb = "member.left" if seat.user_id == user.pk else "member.removed"
    audit.record(seat.team.league, user, verb, seat.team, {"who": audit.name_of(seat.user)})
    seat.delete()


@transaction.atomic
def retire(team: Team, user: User) -> None:
    """The team plays no more: its keys are revoked, its places in seasons to come are free. Its matches,
    boards and name stay."""
    team = Team.objects.select_for_update().select_related("league").get(pk=team.pk)
    if team.retired_at is None:
        team.retired_at = timezone.now()
        team.save(update_fields=["retired_at"])
        AgentKey.objects.filter(agent__team=team, revoked_at=None).update(revoked_at=team.retired_at)
        entries.withdraw_all(Agent.objects.filter(team=team), user)
        audit.record(team.league, user, "team.retired", team)


def _locked(seat: TeamMembership) -> TeamMembership:
    """The seat, with its team locked: of two last owners who leave at once the second one stays."""
    Team.objects.select_for_update().get(pk=seat.team_id)
    rows = TeamMembership.objects.select_related("team__league", "user").filter(pk=seat.pk)
    if (now := rows.first()) is None:
        raise ValidationError("这位成员已经不在队里了。")
    return now


def _not_the_last_owner(seat: TeamMembership) -> None:
    others = TeamMembership.objects.filter(team=seat.team_id, role=Role.OWNER).exclude(pk=seat.pk)
    if seat.role == Role.OWNER and not others.exists():
        raise ValidationError(
            "队伍至少要有一位队长：先把另一位成员设为队长，或者解散队伍。", code="last_owner"
        )


def _taken() -> ValidationError:
    return ValidationError("这个联赛里已经有一支同名或看上去同名的队伍，请换一个名字。", code="taken")
