"""The shapes of leagues and agents, of problems, and of pages of rows."""

from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers as s

from league.api.serializers.matches import Call, Match, MyMatch
from league.api.serializers.seasons import Entry, Season


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


def _page(name: str, results: Any) -> Any:
    return inline_serializer(name, {"next": s.CharField(allow_null=True), "results": results})


LeaguePage = _page("LeaguePage", League(many=True))


MatchPage = _page("MatchPage", Match(many=True))


MyMatchPage = _page("MyMatchPage", MyMatch(many=True))


CallPage = _page("CallPage", Call(many=True))


FramePage = _page("FramePage", s.ListField(child=s.DictField()))


SeasonPage = _page("SeasonPage", Season(many=True))


EntryPage = _page("EntryPage", Entry(many=True))
