"""One league in one process, for its big screens. It looks once a second which frames its matches have that
it has not told of, and hands them to its sockets encoded once. It reads what the public reads, so it needs to
know nothing of embargo or freeze, and loses nothing with a message (docs/decisions/0070).
"""

import asyncio
import json
import logging
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from league import access, live
from league.models import Frame, Hiding, League, Match

log = logging.getLogger(__name__)

EVERY = 1.0
PULSE = 15.0  # a socket says something at least this often
FRAMES = 300  # told at a time; what is more waits for the next look
TOO_MANY = 1_500  # frames behind: screens begin anew instead
STILL = 60.0  # seconds in which a match that has ended is still looked at
Seen = dict[str, int]
Gone = tuple[int, str | None, int | None, str]


class Hall:
    """`seen`: the last frame of each match that was told. `hidden`: what moderators have covered."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.league_id = 0
        self.private = False
        self.count = 0
        self.seen: Seen = {}
        self.hidden: set[Gone] = set()
        self.readers: set[live.Reader] = set()
        self.opened = asyncio.get_running_loop().create_task(self._open())
        self.task: asyncio.Task[None] | None = None

    async def _open(self) -> None:
        self.league_id, self.private, self.seen, self.hidden = await live.ask(_stand, self.slug)
        self.task = asyncio.create_task(self._look_on())

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except access.NotThere:
                self.tell("gone")
            except Exception as trouble:  # the database is away: the next look may do better
                log.warning("cannot look at league %s: %s", self.slug, type(trouble).__name__)

    async def look(self) -> None:
        self.league_id, self.private, newest, hidden = await live.ask(_stand, self.slug)
        gone, self.hidden = hidden - self.hidden, hidden
        if any(kind.endswith("_name") for _, _, _, kind in gone):
            self.tell("again")
        elif gone:
            covered = [{"match": match, "seq": seq, "kind": kind} for _, match, seq, kind in gone]
            self.tell("hidden", what=covered)
        behind = {match: seq for match, seq in newest.items() if seq > self.seen.get(match, -1)}
        lacking = sum(seq - self.seen.get(match, -1) for match, seq in behind.items())
        if lacking > TOO_MANY:
            self.seen = newest
            self.tell("again")
            return
        self.seen = {match: self.seen.get(match, -1) for match in newest}
        if behind:
            bodies = await live.ask(_frames, {match: self.seen[match] for match in behind})
            for match, seq, _ in bodies:
                self.seen[match] = seq
            told = ",".join(f'{{"match":"{match}","frame":{body}}}' for match, _, body in bodies)
            self._hand(f'{{"type":"frames","frames":[{told}]}}')

    def tell(self, kind: str, **fields: object) -> None:
        self._hand(json.dumps({"type": kind, **fields}))

    def _hand(self, text: str) -> None:
        self.count += 1
        for reader in self.readers:
            reader.offer((self.count, text))

    def close(self) -> None:
        self.opened.cancel()
        if self.task is not None:
            self.task.cancel()


_halls: dict[str, Hall] = {}


async def enter(slug: str) -> tuple[Hall, live.Reader]:
    """Raises access.NotThere. Whether this reader may is the caller's to ask."""
    hall = _halls.get(slug)
    if hall is None or hall.opened.get_loop() is not asyncio.get_running_loop():
        hall = _halls[slug] = Hall(slug)
    reader = live.Reader()
    hall.readers.add(reader)
    try:
        await asyncio.shield(hall.opened)
    except BaseException:
        leave(hall, reader)
        raise
    return hall, reader


def leave(hall: Hall, reader: live.Reader) -> None:
    hall.readers.discard(reader)
    if not hall.readers:
        hall.close()
        if _halls.get(hall.slug) is hall:
            del _halls[hall.slug]


def _stand(slug: str) -> tuple[int, bool, Seen, set[Gone]]:
    """Where the league stands for the public: three queries."""
    row = League.objects.filter(slug=slug).values_list("pk", "visibility").first()
    if row is None:
        raise access.NotThere
    league_id, visibility = row
    since = timezone.now() - timedelta(seconds=STILL)
    matches = access.matches(League(pk=league_id)).select_related(None).order_by()
    watched = matches.filter(~Q(phase=Match.Phase.FINISHED) | Q(finished_at__gte=since))
    last = {match.pk: getattr(match, "last_seq", None) for match in watched.only("pk")}
    newest = {match: -1 if seq is None else seq for match, seq in last.items()}
    hidden = Hiding.objects.filter(league=league_id, lifted_at=None).order_by("-pk")
    rows = hidden.values_list("pk", "match_id", "seq", "kind")[:500]
    return league_id, visibility == League.Visibility.PRIVATE, newest, set(rows)


def _frames(after: Seen) -> list[tuple[str, int, str]]:
    wanted = Q(pk__in=[])
    for match, seq in after.items():
        wanted |= Q(match_id=match, seq__gt=seq)
    found = Frame.objects.filter(wanted).order_by("match_id", "seq").values_list("match_id", "seq", "body")
    return list(found[:FRAMES])
