"""The kept figures: made in one place, in the transaction of whatever changed a result, and the same as if
all were made anew."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from league.models import Call, Entry, Match, Season, Standing, StandingCopy
from league.standings.maths import Figures, Result, by_round, figures

# What counts: the match of a round that was not voided and has told its secrets, which in a paired round
# all do when it closes (RULES section 8).
# Behind a freeze a match is told to no table that the public reads; it counts for the board that only the
# league sees.
COUNTS = Q(practice=False, round__isnull=False, voided_at=None) & (
    Q(phase=Match.Phase.FINISHED, reveal__isnull=False)
    | Q(
        held__phase=Match.Phase.FINISHED,
        held__reveal__isnull=False,
        round__season__frozen_at__isnull=False,
        round__public_day=None,
    )
)
SHOWN = (Entry.State.ACCEPTED, Entry.State.DISQUALIFIED, Entry.State.WITHDRAWN)


def recompute(entry_id: int) -> None:
    """After a finish, a void, a re-run. Writers of one entry take turns at its row, so that of two results in
    the same second the second sees the first."""
    with transaction.atomic():
        season_id = Entry.objects.values_list("season_id", flat=True).get(pk=entry_id)
        Standing.objects.get_or_create(
            entry_id=entry_id, defaults={"season_id": season_id, "updated_at": timezone.now()}
        )
        Standing.objects.select_for_update().get(pk=entry_id)
        found = _results(Match.objects.filter(entry_id=entry_id))
        values = _values(found.get(entry_id, []))
        Standing.objects.filter(pk=entry_id).update(**values, updated_at=timezone.now())


def refresh(season_id: int) -> None:
    """All entries of a season whose figures are not what their results say."""
    for entry_id in differences(season_id):
        recompute(entry_id)


def rebuilt(season_id: int) -> dict[int, dict[str, Any]]:
    """What the standings of a season must be, from its raw results, by entry."""
    found = _results(Match.objects.filter(entry__season=season_id))
    return {entry_id: _values(results) for entry_id, results in found.items()}


def differences(season_id: int) -> dict[int, str]:
    """Where kept and rebuilt standings differ, by entry; nothing, if all is well."""
    truth = rebuilt(season_id)
    kept = {row.entry_id: row for row in Standing.objects.filter(season=season_id)}
    nothing = _values([])
    wrong = {}
    for entry_id in sorted(truth.keys() | kept.keys()):
        right = truth.get(entry_id, nothing)
        has = {name: getattr(kept[entry_id], name) for name in right} if entry_id in kept else nothing
        if has != right:
            odd = (f"{name} {has[name]} != {right[name]}" for name in right if has[name] != right[name])
            wrong[entry_id] = ", ".join(odd)
    return wrong


def copy(season: Season) -> None:
    """What the public sees from now on (封榜). In the transaction that sets `frozen_at`."""
    StandingCopy.objects.filter(season=season).delete()
    now = timezone.now()
    columns = [*Figures._fields, "rounds"]
    kept = {
        row["entry_id"]: row for row in Standing.objects.filter(season=season).values("entry_id", *columns)
    }
    StandingCopy.objects.bulk_create(
        StandingCopy(
            season=season,
            entry=entry,
            state=entry.state,
            reason=entry.reason,
            updated_at=now,
            **{name: kept[entry.pk][name] for name in columns if entry.pk in kept},
        )
        for entry in Entry.objects.filter(season=season, state__in=SHOWN)
    )


def _results(matches: Any) -> dict[int, list[Result]]:
    """By entry. A match in which the agent never made a call was not played."""
    first = Call.objects.filter(match=OuterRef("pk"), seq=1).exclude(tool="time_out")
    rows = matches.filter(COUNTS).filter(Exists(first))
    found: dict[int, list[Result]] = defaultdict(list)
    columns = (
        "entry_id",
        "round__number",
        "score",
        "reveal",
        "end",
        "held__score",
        "held__reveal",
        "held__end",
    )
    for entry_id, number, *told, held_score, held_reveal, held_end in rows.values_list(*columns):
        score, reveal, end = told if told[1] is not None else (held_score, held_reveal, held_end)
        found[entry_id].append(_result(number, score, reveal, end))
    return dict(found)


def _result(number: int, score: dict[str, Any], reveal: dict[str, Any], end: str) -> Result:
    suppliers = reveal["suppliers"]
    return Result(
        round=number,
        net_worth=int(score["net_worth"].replace(".", "")),
        days=score["days_survived"],
        completed=end == Match.End.COMPLETED,
        tp=sum(one["bad"] and one["blacklisted"] for one in suppliers),
        marked=sum(one["blacklisted"] for one in suppliers),
        bad=sum(one["bad"] for one in suppliers),
    )


def _values(results: Iterable[Result]) -> dict[str, Any]:
    rounds = by_round(results)
    return {**figures(rounds)._asdict(), "rounds": [list(each) for each in rounds]}
