"""The shapes of matches: as anybody may see them, and as their agent does."""

from typing import Any

from rest_framework import serializers as s

from league import models
from league.api.serializers.parameters import STATUSES
from league.schedule.legal import Idle


class Name(s.Serializer[Any]):
    slug = s.CharField()
    name = s.CharField()


class Commitments(s.Serializer[Any]):
    world = s.CharField()
    match = s.CharField()


class Match(s.Serializer[Any]):
    id = s.CharField()
    agent = Name()
    team = s.CharField()
    league = s.CharField()
    days = s.IntegerField()
    day = s.IntegerField()
    date = s.DateField()
    phase = s.ChoiceField(models.Match.Phase.choices)
    status = s.ChoiceField(STATUSES)
    end = s.ChoiceField(models.Match.End.choices, allow_null=True)
    practice = s.BooleanField()
    season = Name(allow_null=True)
    round = s.IntegerField(allow_null=True)
    number = s.IntegerField(allow_null=True)
    void = s.DictField(allow_null=True)
    ruleset = s.CharField()
    commitments = Commitments()
    cash = s.CharField()
    net_worth = s.CharField()
    last_seq = s.IntegerField()
    created_at = s.DateTimeField()
    finished_at = s.DateTimeField(allow_null=True)
    score = s.DictField(allow_null=True)
    reveal = s.DictField(allow_null=True)
    replay_url = s.CharField(allow_null=True)
    watch_url = s.CharField()


class Deadline(s.Serializer[Any]):
    """When a match of a season ends by itself: left alone (idle), or its round is over (due)."""

    state = s.ChoiceField([*Idle])
    ends_at = s.DateTimeField()
    because = s.ChoiceField(["idle", "due"])
    zh = s.CharField()
    en = s.CharField()


class MyMatch(Match):
    url = s.CharField()
    due_at = s.DateTimeField(allow_null=True)
    deadline = Deadline(allow_null=True)


class Observation(MyMatch):
    """The match, and beside it what the agent may know now."""

    negative_days = s.IntegerField()
    actions_left = s.IntegerField()
    searches_left = s.IntegerField()
    slots = s.ListField(child=s.DictField())
    stock = s.ListField(child=s.DictField())
    prices = s.DictField(child=s.CharField())
    on_the_way = s.ListField(child=s.DictField())
    unread = s.IntegerField()
    quotes = s.ListField(child=s.DictField())
    suppliers = s.ListField(child=s.DictField())
    notes = s.ListField(child=s.CharField())
    catalogue = s.ListField(child=s.DictField())


class Step(s.Serializer[Any]):
    tool = s.CharField(allow_blank=True)
    zh = s.CharField()
    en = s.CharField()


class Briefing(Observation):
    """The observation, and what an agent needs that remembers nothing."""

    notes = s.DictField(child=s.CharField())  # type: ignore[assignment]
    yesterday = s.DictField(allow_null=True)
    news = s.ListField(child=s.DictField())
    today = s.ListField(child=s.DictField())
    next = Step(many=True)


class NewMatch(s.Serializer[Any]):
    days = s.IntegerField()
    ruleset = s.CharField(required=False)
    seed = s.CharField(required=False, max_length=64)


class OpenedMatch(s.Serializer[Any]):
    id = s.CharField()
    days = s.IntegerField()
    practice = s.BooleanField()
    ruleset = s.CharField()
    commitments = Commitments()
    created_at = s.DateTimeField()
    url = s.CharField()
    tools_url = s.CharField()
    watch_url = s.CharField()


class ToolArguments(s.Serializer[Any]):
    """The tool's arguments, and the thought that the wall shows."""

    thought = s.CharField(required=False, max_length=2000)


class Outcome(s.Serializer[Any]):
    ok = s.BooleanField()
    tool = s.CharField()
    day = s.IntegerField()
    phase = s.CharField()
    actions_left = s.IntegerField()
    result = s.DictField(allow_null=True)
    watch_url = s.CharField()


class Call(s.Serializer[Any]):
    seq = s.IntegerField()
    day = s.IntegerField()
    tool = s.CharField()
    arguments = s.DictField()
    thought = s.CharField()
    outcome = s.DictField()
    idempotency_key = s.CharField(allow_null=True)
    created_at = s.DateTimeField()


class PackedMatch(Match):
    """As it was when the match was packed, which a later voiding does not change."""

    void = None  # type: ignore[assignment]


class Replay(s.Serializer[Any]):
    match = PackedMatch()
    frames = s.ListField(child=s.DictField())


class Proof(s.Serializer[Any]):
    """What `python -m engine verify` reads."""

    format = s.CharField()
    ruleset = s.CharField()
    days = s.IntegerField()
    start_date = s.DateField(allow_null=True)
    world_seed = s.CharField()
    match_seed = s.CharField()
    commitments = Commitments()
    score = s.DictField()
    reveal = s.DictField()
    calls = s.ListField(child=s.DictField())
