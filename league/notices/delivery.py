"""From the outbox to whoever is told. Each try is claimed by one conditional UPDATE; one that dies half-way
is taken up again, so a notice may come twice, with the same id, and never gets lost."""

import http.client
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import NamedTuple

from django.core.mail import send_mail
from django.db import close_old_connections
from django.db.models import F
from django.utils import timezone

from league.models import Delivery, Hook
from league.notices import formats, outbound

log = logging.getLogger(__name__)

AT_A_TIME = 20
SENDERS = 8
CLAIMED = timedelta(minutes=2)  # after that a claimed one is taken to have died
# How long after each failed try the next one comes.
PAUSES = [timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200, 21600, 43200)]
KEPT = timedelta(days=90)


class Outcome(NamedTuple):
    """`trouble` is empty when it has arrived."""

    trouble: str
    status: int | None = None


def deliver() -> int:
    """All that is due, at most AT_A_TIME. How many were tried."""
    claimed = [row for row in _due() if _claim(row)]
    if not claimed:
        return 0
    with ThreadPoolExecutor(min(SENDERS, len(claimed)), "notices") as senders:
        outcomes = list(senders.map(_send, claimed))
    for delivery, outcome in zip(claimed, outcomes, strict=True):
        _note(delivery, outcome)
    return len(claimed)


def resend(delivery: Delivery) -> None:
    """By hand: one more round of tries."""
    Delivery.objects.filter(pk=delivery.pk).exclude(state=Delivery.State.PENDING).update(
        state=Delivery.State.PENDING, attempts=0, due_at=timezone.now()
    )


def forget_old() -> None:
    Delivery.objects.filter(created_at__lt=timezone.now() - KEPT).delete()


def _due() -> list[Delivery]:
    rows = Delivery.objects.filter(
        state=Delivery.State.PENDING, due_at__lte=timezone.now(), hook__active=True
    )
    return list(rows.select_related("hook__league").order_by("due_at")[:AT_A_TIME])


def _claim(delivery: Delivery) -> bool:
    mine = Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.PENDING, attempts=delivery.attempts)
    return bool(mine.update(attempts=F("attempts") + 1, due_at=timezone.now() + CLAIMED))


def _send(delivery: Delivery) -> Outcome:
    """In a thread of its own, without the database."""
    try:
        if delivery.hook.kind == Hook.Kind.EMAIL:
            said = formats.message(delivery)
            send_mail(
                " ".join(said.title.split()),
                "\n".join([*said.lines, said.url]),
                None,
                [delivery.hook.address],
            )
            return Outcome("")
        request = formats.request(delivery, int(time.time()))
        answer = outbound.post(request.url, request.body, request.headers)
        return Outcome(formats.trouble(delivery.hook.kind, answer.status, answer.text), answer.status)
    except outbound.NotAllowed as refused:
        return Outcome(str(refused))
    except (OSError, http.client.HTTPException, ValueError) as failed:
        return Outcome(f"{type(failed).__name__}: {failed}"[:200])
    except Exception as failed:  # one notice that cannot be written must not hold up the others
        log.exception("notice %s", delivery.pk)
        return Outcome(type(failed).__name__)
    finally:
        close_old_connections()


def _note(delivery: Delivery, outcome: Outcome) -> None:
    now, tries = timezone.now(), delivery.attempts + 1
    row = Delivery.objects.filter(pk=delivery.pk)
    if not outcome.trouble:
        row.update(state=Delivery.State.SENT, sent_at=now, due_at=None, status=outcome.status, answer="")
    elif tries > len(PAUSES):
        row.update(state=Delivery.State.FAILED, due_at=None, status=outcome.status, answer=outcome.trouble)
    else:
        row.update(due_at=now + PAUSES[tries - 1], status=outcome.status, answer=outcome.trouble)
