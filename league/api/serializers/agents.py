"""The shapes of what is told to an agent about itself."""

from typing import Any

from rest_framework import serializers as s

from league import models
from league.api.serializers.matches import MyMatch, Name


class Finding(s.Serializer[Any]):
    code = s.CharField()
    detail = s.CharField()
    detail_en = s.CharField()
    hint = s.CharField()
    hint_en = s.CharField()


class CheckUp(s.Serializer[Any]):
    """A finished practice match under the lens, against the house agents on the same seeds."""

    format = s.CharField()
    match = s.CharField()
    ruleset = s.CharField()
    days = s.IntegerField()
    score = s.DictField()
    unused_tools = s.ListField(child=s.CharField())
    tools = s.DictField(child=s.IntegerField())
    mails = s.DictField()
    traps = s.DictField(child=s.DictField())
    suppliers = s.ListField(child=s.DictField())
    waste = s.DictField()
    visitors = s.DictField(child=s.IntegerField())
    latency = s.DictField(child=s.FloatField(allow_null=True))
    net_worth = s.ListField(child=s.CharField())
    par = s.DictField(child=s.DictField())
    findings = Finding(many=True)
    url = s.CharField()

    def get_fields(self) -> dict[str, Any]:  # `errors` is a name of the base class
        return {**super().get_fields(), "errors": s.ListField(child=s.DictField())}


class NewAgent(s.Serializer[Any]):
    name = s.CharField(max_length=80)
    league = s.CharField(required=False)
    model = s.CharField(required=False, max_length=80)
    framework = s.CharField(required=False, max_length=80)
    about = s.CharField(required=False, max_length=1000)


class ClaimLink(s.Serializer[Any]):
    claim_url = s.CharField()
    claim_expires_at = s.DateTimeField()


class Registered(ClaimLink):
    agent = Name()
    league = s.CharField()
    key = s.CharField()
    practice_only = s.BooleanField()
    next = s.DictField(child=s.CharField())


class Waiting(s.Serializer[Any]):
    """An entry in a season that is not over: what comes next, and when."""

    season = Name()
    league = s.CharField()
    state = s.ChoiceField(models.Season.State.choices)
    entry = s.ChoiceField(models.Entry.State.choices)
    ruleset = s.CharField()
    days = s.IntegerField()
    world_mode = s.ChoiceField(models.Season.WorldMode.choices)
    matches_per_round = s.IntegerField()
    rounds = s.IntegerField()
    round = s.IntegerField(allow_null=True)
    opens_at = s.DateTimeField(allow_null=True)
    closes_at = s.DateTimeField(allow_null=True)
    time_zone = s.CharField()
    idle_seconds = s.IntegerField()


class Me(s.Serializer[Any]):
    agent = Name()
    team = s.CharField()
    league = s.CharField()
    open = MyMatch(many=True)
    waiting = Waiting(many=True)
    practice_only = s.BooleanField()
    next = s.DictField(child=s.CharField())
