"""What a league's people take out of sight or out of the ranking: with a reason, on the audit trail, and so
that it can be undone."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from league import audit, live, play
from league.models import Agent, Call, Entry, Frame, Hiding, League, Match, Replay, Season, Team

HIDDEN = "（内容已被联赛屏蔽）"
Path = list[str | int]


def disqualify(entry: Entry, actor: audit.Actor, reason: str) -> None:
    """Out of the ranking. Its matches stay where they are, and their results are kept."""
    _verdict(entry, Entry.State.ACCEPTED, Entry.State.DISQUALIFIED, actor, "entry.disqualified", reason)


def reinstate(entry: Entry, actor: audit.Actor, reason: str) -> None:
    _verdict(entry, Entry.State.DISQUALIFIED, Entry.State.ACCEPTED, actor, "entry.reinstated", reason)


@transaction.atomic
def _verdict(entry: Entry, old: str, new: str, actor: audit.Actor, verb: str, reason: str) -> None:
    why = _reason(reason)
    kept = why if new == Entry.State.DISQUALIFIED else ""
    found = Entry.objects.filter(pk=entry.pk, state=old)
    if not found.update(state=new, reason=kept, decided_at=_decided(entry, new)):
        raise ValidationError("这个参赛的状态已经变了，请刷新后再看。", code="state_changed")
    audit.record(entry.season.league, actor, verb, entry, {"reason": why})


def _decided(entry: Entry, new: str) -> Any:
    """Who is reinstated plays the rounds that were open to it before (play.embargo counts by this moment)."""
    return entry.decided_at if new == Entry.State.ACCEPTED else entry.decided_at or timezone.now()


def freeze(season: Season, actor: audit.Actor, reason: str) -> bool:
    """封榜. True when this call did it."""
    why = _reason(reason)
    if season.state not in (Season.State.RUNNING, Season.State.CLOSED):
        raise ValidationError("只有进行中或已结束、还没公布的赛季可以封榜。", code="not_running")
    done = play.freeze(season.pk)
    if done:
        audit.record(season.league, actor, "season.frozen", season, {"reason": why})
    return done


def unfreeze(season: Season, actor: audit.Actor, reason: str) -> None:
    why = _reason(reason)
    if Season.objects.filter(pk=season.pk, frozen_at=None).exists():
        raise ValidationError("这个赛季没有封榜。", code="not_frozen")
    play.thaw(season.pk)
    audit.record(season.league, actor, "season.unfrozen", season, {"reason": why})


@transaction.atomic
def hide_name(league: League, owner: Team | Agent, actor: audit.Actor, reason: str) -> Hiding:
    """The name is replaced wherever it is shown, since it is replaced where it is kept. The team may choose
    another one."""
    why = _reason(reason)
    kind = Hiding.Kind.TEAM_NAME if isinstance(owner, Team) else Hiding.Kind.AGENT_NAME
    where: dict[str, Any] = {"team": owner} if isinstance(owner, Team) else {"agent": owner}
    hiding = _new(league, kind, actor, why, original=owner.name, **where)
    _rename(owner, f"已屏蔽的{'队名' if isinstance(owner, Team) else '名称'} {owner.pk}")
    _record(hiding, actor, "name.hidden", owner, why)
    return hiding


@transaction.atomic
def hide_words(league: League, match: Match, seq: int, kind: str, actor: audit.Actor, reason: str) -> Hiding:
    """The thought or the mails of one call, in all frames that show them. The team's own log keeps them."""
    why = _reason(reason)
    hiding = _new(league, kind, actor, why, match=match, seq=seq)
    if not _cover(hiding):
        raise ValidationError("这一步没有可以屏蔽的内容。", code="nothing_there")
    _record(hiding, actor, "words.hidden", match, why, seq=seq, kind=kind)
    return hiding


@transaction.atomic
def lift(hiding: Hiding, actor: audit.Actor, reason: str) -> None:
    """Show it again. A name that was changed meanwhile stays as its team changed it."""
    why = _reason(reason)
    if not Hiding.objects.filter(pk=hiding.pk, lifted_at=None).update(lifted_at=timezone.now()):
        raise ValidationError("已经恢复了。", code="lifted")
    owner = hiding.team or hiding.agent
    if owner is not None:
        if owner.name.startswith("已屏蔽的"):
            _rename(owner, hiding.original)
    elif hiding.match is not None:
        _uncover(hiding)
        for other in Hiding.objects.filter(match=hiding.match, lifted_at=None).order_by("pk"):
            _cover(other)
    _record(hiding, actor, "hiding.lifted", owner or hiding.match, why)


def _new(league: League, kind: str, actor: audit.Actor, reason: str, **where: Any) -> Hiding:
    by = None if isinstance(actor, str) else actor
    try:
        with transaction.atomic():
            return Hiding.objects.create(league=league, kind=kind, reason=reason, by=by, **where)
    except IntegrityError:
        raise ValidationError("已经屏蔽了。", code="hidden") from None


def _record(hiding: Hiding, actor: audit.Actor, verb: str, target: Any, reason: str, **more: Any) -> None:
    """The trail must not show what is hidden: it names the row alone."""
    entry = {"reason": reason, "what": hiding.get_kind_display(), **more}
    audit.record(hiding.league, actor, verb, target, entry)


def _rename(owner: Team | Agent, name: str) -> None:
    owner.name = name
    try:
        with transaction.atomic():
            owner.save(update_fields=["name", "name_key"])
    except IntegrityError:
        raise ValidationError("这个名称现在有别人在用，不能恢复。", code="name_taken") from None
    matches = Match.objects.filter(agent__team=owner) if isinstance(owner, Team) else owner.matches.all()
    _repack(matches)


def _repack(matches: Any) -> None:
    """A packed replay holds names and words: it is packed anew."""
    ids = list(matches.values_list("pk", flat=True))
    Replay.objects.filter(match__in=ids).delete()
    Match.objects.filter(pk__in=ids).update(packed_at=None)


def _cover(hiding: Hiding) -> bool:
    """Write over the words in the frames, and keep what was there, place by place."""
    places: list[tuple[int, Path, str]] = json.loads(hiding.original or "[]")
    before, subject = len(places), _subject(hiding)
    for frame in _frames(hiding):
        body = json.loads(frame.body)
        found = [place for place in _places(hiding, frame.seq, body, subject) if _at(body, place) != HIDDEN]
        for place in found:
            places.append((frame.seq, place, _at(body, place)))
            _put(body, place, HIDDEN)
        if found:
            _write(frame, body)
    if len(places) > before:
        _mend(hiding)
        Hiding.objects.filter(pk=hiding.pk).update(original=json.dumps(places, ensure_ascii=False))
        hiding.original = json.dumps(places, ensure_ascii=False)
        _repack(Match.objects.filter(pk=hiding.match_id))
    return bool(places)


def _uncover(hiding: Hiding) -> None:
    by_seq: dict[int, list[tuple[Path, str]]] = {}
    for seq, place, text in json.loads(hiding.original or "[]"):
        by_seq.setdefault(seq, []).append((place, text))
    for frame in Frame.objects.filter(match=hiding.match_id, seq__in=by_seq):
        body = json.loads(frame.body)
        for place, text in by_seq[frame.seq]:
            _put(body, place, text)
        _write(frame, body)
    _mend(hiding)
    _repack(Match.objects.filter(pk=hiding.match_id))


def _mend(hiding: Hiding) -> None:
    """Rooms of a live match keep its last frames for those who come late: those of before no longer hold."""
    transaction.on_commit(partial(live.mend, str(hiding.match_id)))


def _subject(hiding: Hiding) -> str:
    """As its agent wrote it; answers repeat the beginning of it."""
    call = Call.objects.filter(match=hiding.match_id, seq__in=[hiding.seq], tool="send_email").first()
    return str(json.loads(call.arguments).get("subject", ""))[:40].strip() if call else ""


def _frames(hiding: Hiding) -> Any:
    """A thought is in one frame; a mail's subject comes back in its answers."""
    frames = Frame.objects.filter(match=hiding.match_id).order_by("seq")
    if hiding.kind == Hiding.Kind.THOUGHT:
        return frames.filter(seq__in=[hiding.seq])
    return frames.filter(seq__gte=hiding.seq or 0)


def _places(hiding: Hiding, seq: int, body: dict[str, Any], subject: str) -> Iterator[Path]:
    if hiding.kind == Hiding.Kind.THOUGHT:
        if body.get("thought"):
            yield ["thought"]
        return
    if seq == hiding.seq:
        for at, event in enumerate(body["events"]):
            if event["type"] in ("mail_sent", "mail_arrived"):
                yield from (["events", at, name] for name in ("subject", "body") if event.get(name))
        return
    for place, text in _texts(body["events"], ["events"]):
        if place[-1] == "subject" and subject and subject in text:
            yield place


def _texts(value: Any, place: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _texts(item, [*place, name])
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from _texts(item, [*place, at])


def _at(body: Any, place: Path) -> Any:
    for step in place:
        body = body[step]
    return body


def _put(body: Any, place: Path, text: str) -> None:
    _at(body, place[:-1])[place[-1]] = text


def _write(frame: Frame, body: dict[str, Any]) -> None:
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    Frame.objects.filter(match=frame.match_id, seq=frame.seq).update(body=text)


def _reason(reason: str) -> str:
    why = reason.strip()[:200]
    if not why:
        raise ValidationError({"reason": "请写明理由。"})
    return why
