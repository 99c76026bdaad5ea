"""No text gives a persona away (RULES §5): a classifier of words, numbers masked, stays at chance.

Decisions do differ by persona, so texts are compared within one decision: among quotes, among acceptances, …
"""

from __future__ import annotations

from collections import defaultdict

import pytest

import engine
from tests.engine.driver import start
from tests.mail.classifier import Classifier

MAILS = [
    ("Request for quotation", "Hello, please quote cola, water and chips."),
    ("可乐", "可乐、矿泉水、薯片便宜8%行吗？"),
    ("order", "OK, please ship 20 cans of cola today."),
    ("谢谢", "货收到了，谢谢！"),
    ("damaged", "Half of the chips were broken, I want a refund."),
    ("价格", "可乐太贵了，能不能便宜点？"),
]


@pytest.fixture(scope="module")
def texts() -> dict[str, list[tuple[str, str]]]:
    """Replies as spectators read them, by topic: (text, persona), in the order of the matches."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for match in range(420):
        state = start(match=f"text-{match}")
        for subject, body in MAILS:
            for supplier, persona in zip(state.suppliers, state.hidden.personas, strict=True):
                mail = {"to": supplier.id, "subject": subject, "body": body}
                state, events = engine.apply(state, engine.read_action("send_email", mail))
                for event in engine.frame(state, events)["events"]:
                    if event["type"] == "mail_arrived":
                        text = f"{event['subject']}\n{event['body']}".replace(event["from_name"], "")
                        found[event["topic"]].append((text, persona))
    return found


def accuracy(labelled: list[tuple[str, str]]) -> float:
    """Trained on the first half of the matches, tried on the other, each persona as often."""
    half = len(labelled) // 2
    return Classifier(labelled[:half]).accuracy(labelled[half:])


@pytest.mark.parametrize("topic", ["quote", "order", "thanks", "complaint"])
def test_replies_that_all_personas_give_stay_at_chance(texts, topic):
    """Five personas: a word that one of them prefers would lift the guess above 20 %."""
    assert len(texts[topic]) >= 2000
    assert abs(accuracy(texts[topic]) - 0.20) < 0.03


def test_all_replies_to_requests_together_stay_at_chance(texts):
    """The words of different topics must not add up to a tell either."""
    together = [pair for topic in ("quote", "order", "thanks", "complaint") for pair in texts[topic]]
    train = [pair for topic in ("quote", "order", "thanks", "complaint") for pair in texts[topic][:500]]
    rest = [pair for topic in ("quote", "order", "thanks", "complaint") for pair in texts[topic][1050:]]
    assert len(together) >= 8000
    assert abs(Classifier(train).accuracy(rest) - 0.20) < 0.03


@pytest.mark.parametrize(("topic", "share"), [("accepted", 0.9), ("refused", 0.9)])
def test_answers_to_a_bid_tell_no_more_than_the_decision(texts, topic, share):
    """Who accepts or refuses is the rule's business; how it is said must add nothing to the base rate."""
    labelled = texts[topic]
    assert len(labelled) > 250
    half = len(labelled) // 2
    personas = [persona for _, persona in labelled[half:]]
    base = max(personas.count(one) for one in set(personas)) / len(personas)
    assert accuracy(labelled) < base + 0.06


def test_a_tell_would_be_found():
    """The classifier itself: one word that one persona says in a third of its mails lifts the guess."""
    from engine.chance import Stream

    draws = Stream("tell", "texts")
    labelled = []
    for _ in range(2000):
        persona = ("honest", "greedy", "bait", "outage", "newbie")[draws.whole(0, 4)]
        tell = " trust me" if persona == "bait" and draws.unit() < 1 / 3 else ""
        labelled.append((f"cola is ${draws.whole(1, 9)} a can{tell}", persona))
    assert Classifier(labelled[:1000]).accuracy(labelled[1000:]) > 0.23
