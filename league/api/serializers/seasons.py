"""The shapes of seasons and of what is decided about them."""

from typing import Any

from rest_framework import serializers as s

from league import models
from league.api.serializers.matches import Name
from league.schedule.legal import RoundState


class SeasonRound(s.Serializer[Any]):
    number = s.IntegerField()
    state = s.ChoiceField([*RoundState])
    opens_at = s.DateTimeField()
    closes_at = s.DateTimeField()
    start_date = s.DateField(allow_null=True)
    public_day = s.IntegerField(allow_null=True)


class PlannedRound(s.Serializer[Any]):
    opens_at = s.DateTimeField()
    closes_at = s.DateTimeField()
    start_date = s.DateField(required=False, allow_null=True)


class SeasonPlan(s.Serializer[Any]):
    """Instants carry their offset. In a PATCH only what is named changes."""

    name = s.CharField(max_length=80)
    slug = s.CharField(required=False, max_length=60)
    ruleset = s.CharField(required=False)
    days = s.IntegerField()
    world_mode = s.ChoiceField(models.Season.WorldMode.choices, required=False)
    matches_per_round = s.IntegerField(required=False, min_value=1, max_value=5)
    entry_limit = s.IntegerField(required=False, allow_null=True)
    entries_per_team = s.IntegerField(required=False)
    needs_approval = s.BooleanField(required=False)
    practice_allowed = s.BooleanField(required=False)
    practice_a_day = s.IntegerField(required=False, allow_null=True)
    idle_seconds = s.IntegerField(required=False)
    publish_after_seconds = s.IntegerField(required=False, allow_null=True)
    registration_opens_at = s.DateTimeField()
    registration_closes_at = s.DateTimeField()
    rounds = PlannedRound(many=True)


class SeasonPreview(SeasonPlan):
    matches_each = s.IntegerField()


class Season(s.Serializer[Any]):
    slug = s.CharField()
    name = s.CharField()
    league = s.CharField()
    state = s.ChoiceField(models.Season.State.choices)
    scheduled = s.BooleanField()
    time_zone = s.CharField()
    ruleset = s.CharField()
    days = s.IntegerField()
    world_mode = s.ChoiceField(models.Season.WorldMode.choices)
    matches_per_round = s.IntegerField()
    entry_limit = s.IntegerField(allow_null=True)
    entries_per_team = s.IntegerField()
    needs_approval = s.BooleanField()
    practice_allowed = s.BooleanField()
    practice_a_day = s.IntegerField(allow_null=True)
    idle_seconds = s.IntegerField()
    publish_after_seconds = s.IntegerField(allow_null=True)
    registration_opens_at = s.DateTimeField()
    registration_closes_at = s.DateTimeField()
    closed_at = s.DateTimeField(allow_null=True)
    published_at = s.DateTimeField(allow_null=True)
    rounds = SeasonRound(many=True)
    url = s.CharField()
    enter_url = s.CharField()


class SeasonMove(s.Serializer[Any]):
    to = s.ChoiceField(["scheduled", *models.Season.State.values])
    reason = s.CharField(required=False, max_length=200)


class Entry(s.Serializer[Any]):
    agent = Name()
    team = s.CharField()
    state = s.ChoiceField(models.Entry.State.choices)
    reason = s.CharField()
    created_at = s.DateTimeField()
    decided_at = s.DateTimeField(allow_null=True)


class EntryVerdict(s.Serializer[Any]):
    state = s.ChoiceField(["accepted", "declined", "disqualified", "reinstated"])
    reason = s.CharField(required=False, max_length=200)


class MatchVerdict(s.Serializer[Any]):
    do = s.ChoiceField(["void", "rerun"])
    fault = s.ChoiceField(models.Match.Fault.choices, required=False)
    reason = s.CharField(max_length=200)
    due_at = s.DateTimeField(required=False)


class Judged(s.Serializer[Any]):
    id = s.CharField()
    void = s.BooleanField()
    superseded_by = s.CharField(allow_null=True)
