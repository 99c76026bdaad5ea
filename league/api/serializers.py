"""What answers look like: the functions build them, the serializers describe them for the schema. Field by
field, never "all"."""

import json
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers as s
from rest_framework.request import Request

import engine
from league import access, models
from league.api import waiting
from league.api.base import watch_url
from league.api.errors import Malformed
from league.schedule.legal import Idle, RoundState

STATUSES = ("open", "finished")


def own_url(request: HttpRequest, match_id: str) -> str:
    return request.build_absolute_uri(f"/api/v1/agent/matches/{match_id}")


def match(request: HttpRequest, row: models.Match) -> dict[str, Any]:
    replay = request.build_absolute_uri(f"/api/v1/matches/{row.pk}/replay") if row.reveal else None
    return {**row.as_public(), "replay_url": replay, "watch_url": watch_url(request, row.pk)}


def own_match(request: HttpRequest, row: models.Match) -> dict[str, Any]:
    return {
        **match(request, row),
        **row.as_own(),
        "url": own_url(request, row.pk),
        "due_at": row.due_at and row.due_at.isoformat(),
        "deadline": waiting.deadline(row),
    }


def opened_match(request: HttpRequest, row: models.Match) -> dict[str, Any]:
    """Of a match just opened: nothing that changes while it is played."""
    return {
        "id": row.pk,
        "days": row.days,
        "practice": row.practice,
        "ruleset": row.ruleset,
        "commitments": {"world": row.world_commitment, "match": row.match_commitment},
        "created_at": row.created_at.isoformat(),
        "url": own_url(request, row.pk),
        "tools_url": own_url(request, row.pk) + "/tools/{tool}",
        "watch_url": watch_url(request, row.pk),
    }


def call(row: models.Call) -> str:
    """As JSON text: arguments and outcome are that already."""
    head = {
        "seq": row.seq,
        "day": row.day,
        "tool": row.tool,
        "thought": row.thought,
        "idempotency_key": row.idempotency_key,
        "created_at": row.created_at.isoformat(),
    }
    text = json.dumps(head, ensure_ascii=False)
    return f'{text[:-1]},"arguments":{row.arguments},"outcome":{row.outcome}}}'


def league(request: Request, row: models.League) -> dict[str, Any]:
    return {
        "slug": row.slug,
        "name": row.name,
        "intro": row.intro,
        "time_zone": row.time_zone,
        "created_at": row.created_at.isoformat(),
        "url": request.build_absolute_uri(f"/l/{row.slug}/"),
    }


def agent(request: Request, row: models.Agent) -> dict[str, Any]:
    return {
        "slug": row.slug,
        "name": row.name,
        "team": row.team.name,
        "league": row.team.league.slug,
        "created_at": row.created_at.isoformat(),
        "url": request.build_absolute_uri(f"/a/{row.slug}/"),
        "matches_url": request.build_absolute_uri(
            f"/api/v1/matches?league={row.team.league.slug}&agent={row.slug}"
        ),
    }


def slug(value: str, name: str) -> str:
    try:
        validate_slug(value)
    except ValidationError:
        raise Malformed({name: {"zh": "不是网址名。", "en": "Not a slug."}}) from None
    return value


def by_status(
    request: Request, rows: QuerySet[models.Match], finished: Q = access.FINISHED
) -> QuerySet[models.Match]:
    status = request.GET.get("status")
    if not status:
        return rows
    if status not in STATUSES:
        raise Malformed({"status": {"zh": "要用 open 或 finished。", "en": "Must be open or finished."}})
    return rows.filter(finished) if status == "finished" else rows.exclude(finished).filter(voided_at=None)


LONGEST_WAIT = 60  # seconds

WAIT = OpenApiParameter(
    "wait",
    {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT},
    description="Seconds to hold the answer until there is something to play.",
)
STATUS = OpenApiParameter("status", str, enum=STATUSES)
LIMIT = OpenApiParameter("limit", {"type": "integer", "minimum": 1, "maximum": 100})
MATCH = OpenApiParameter("match_id", {"type": "string", "pattern": "^[a-z2-7]{12}$"}, OpenApiParameter.PATH)
PAGE = (OpenApiParameter("cursor", str, description="From `next`; opaque."), LIMIT)
LEAGUE = OpenApiParameter("league", str)
AGENT = OpenApiParameter("agent", str)
AFTER = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": -1, "maximum": 2**31 - 1},
    description="The seq of the last frame you have; -1 for all.",
)
BEFORE = OpenApiParameter(
    "before",
    {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
    description="Only calls with a lower seq.",
)
TOOL = OpenApiParameter("tool", str, OpenApiParameter.PATH, enum=tuple(engine.TOOLS))
PREVIEW = OpenApiParameter("preview", int, enum=(0, 1), description="1: tell what it would be.")
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    description="1 to 128 printable ASCII characters. A repeat with the same key gets the recorded answer.",
)


class Problem(s.Serializer[Any]):
    type = s.CharField()
    title = s.CharField()
    status = s.IntegerField()
    code = s.CharField()
    detail = s.CharField()
    detail_en = s.CharField()
    hint = s.CharField()
    hint_en = s.CharField()
    limit = s.CharField(required=False)

    def get_fields(self) -> dict[str, Any]:  # `errors` is a name of the base class
        return {**super().get_fields(), "errors": s.DictField(required=False)}


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


class League(s.Serializer[Any]):
    slug = s.CharField()
    name = s.CharField()
    intro = s.CharField()
    time_zone = s.CharField()
    created_at = s.DateTimeField()
    url = s.CharField()


class Agent(s.Serializer[Any]):
    slug = s.CharField()
    name = s.CharField()
    team = s.CharField()
    league = s.CharField()
    created_at = s.DateTimeField()
    url = s.CharField()
    matches_url = s.CharField()


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


def _page(name: str, results: Any) -> Any:
    return inline_serializer(name, {"next": s.CharField(allow_null=True), "results": results})


LeaguePage = _page("LeaguePage", League(many=True))
MatchPage = _page("MatchPage", Match(many=True))
MyMatchPage = _page("MyMatchPage", MyMatch(many=True))
CallPage = _page("CallPage", Call(many=True))
FramePage = _page("FramePage", s.ListField(child=s.DictField()))
SeasonPage = _page("SeasonPage", Season(many=True))
EntryPage = _page("EntryPage", Entry(many=True))
