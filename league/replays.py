"""A finished match in one immutable piece: what a replay serves, and what `python -m engine verify` reads."""

import gzip
import hashlib
import json
from collections.abc import Iterator

from django.db import transaction
from django.utils import timezone

from league import access
from league.models import Call, Frame, Match, Replay

PROOF = "clawvend-proof/1"


def replay_of(match: Match) -> Replay:
    """The packed replay, which is packed now if the clock has not come to it yet."""
    return Replay.objects.filter(match=match).first() or pack(match.pk)


def pack(match_id: str) -> Replay:
    """Pack a finished match, once however often this is called."""
    match = access.every_match().get(pk=match_id, phase=Match.Phase.FINISHED, reveal__isnull=False)
    about = {
        **{name: value for name, value in match.as_public().items() if name != "void"},  # may come later
        "watch_url": f"/m/{match_id}/",
        "replay_url": f"/api/v1/matches/{match_id}/replay",
    }
    frames = Frame.objects.filter(match_id=match_id).order_by("seq").values_list("body", flat=True)
    text = f'{{"match":{json.dumps(about, ensure_ascii=False)},"frames":[{",".join(frames)}]}}'
    body = gzip.compress(text.encode(), compresslevel=6, mtime=0)
    with transaction.atomic():
        replay, _ = Replay.objects.get_or_create(
            match_id=match_id, defaults={"body": body, "sha256": hashlib.sha256(body).hexdigest()}
        )
        Match.objects.filter(pk=match_id, packed_at=None).update(packed_at=timezone.now())
    return replay


def proof(match: Match) -> Iterator[str]:
    """The action log of a finished match with its seeds, as JSON text in pieces."""
    head = {
        "format": PROOF,
        "ruleset": match.ruleset,
        "days": match.days,
        "start_date": match.start_date and match.start_date.isoformat(),
        "world_seed": match.world_seed,
        "match_seed": match.match_seed,
        "commitments": {"world": match.world_commitment, "match": match.match_commitment},
        "score": match.score,
        "reveal": match.reveal,
    }
    yield json.dumps(head, ensure_ascii=False)[:-1] + ',"calls":['
    calls = Call.objects.filter(match=match).order_by("seq")
    columns = calls.values_list("seq", "day", "tool", "arguments", "outcome")
    for seq, day, tool, arguments, outcome in columns.iterator(chunk_size=500):
        call = f'{"," if seq > 1 else ""}{{"seq":{seq},"day":{day},"tool":"{tool}"'
        yield f'{call},"arguments":{arguments},"outcome":{outcome}}}'
    yield "]}"
