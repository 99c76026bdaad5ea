"""The game of Clawvend: a sealed library. Entirely functional: no clock, no input or output, no global
chance.

A whole day, from the morning to the next one:

>>> import engine
>>> rules = engine.load("clawvend-0.7")
>>> state, events = engine.new_match(rules, days=30, world_seed="w-1", match_seed="m-1")
>>> for tool, arguments in [
...     ("send_email", {"to": "s1", "subject": "询价", "body": "可乐和矿泉水各 18 瓶，单价多少？"}),
...     ("set_price", {"sku": "cola", "price": "5.80"}),
... ]:
...     state, events = engine.apply(state, engine.read_action(tool, arguments))
>>> engine.outcome(events)["result"]
{'sku': 'cola', 'price': '5.80', 'before': '6.00'}
>>> quote = engine.for_agent(state)["quotes"][0]
>>> order = engine.read_action("restock", {"quote_id": quote["quote_id"], "quantity": 18})
>>> state, events = engine.apply(state, order)
>>> engine.outcome(events)["ok"], engine.for_agent(state)["cash"] < "500.00"
(True, True)
>>> state, events = engine.apply(state, engine.read_action("end_day", {}))
>>> report = engine.outcome(events)["result"]
>>> report["day"], state.day, report["fee"]
(1, 2, '5.00')
>>> engine.thaw(engine.freeze(state)) == state
True
"""

from engine.actions import TOOLS, Action, BadAction, Tool, read_action
from engine.bots import BOTS, Bot
from engine.demand import Expected, expect
from engine.mail import Intent, Item, understand
from engine.par import par
from engine.proof import Verdict, commitments, verify
from engine.refusals import REFUSALS, Refusal
from engine.rules import apply, new_match, time_out
from engine.ruleset import Ruleset, known, load
from engine.state import State, freeze, thaw
from engine.views import NotFinished, for_agent, frame, outcome, reveal, score

__all__ = [
    "BOTS",
    "REFUSALS",
    "TOOLS",
    "Action",
    "BadAction",
    "Bot",
    "Expected",
    "Intent",
    "Item",
    "NotFinished",
    "Refusal",
    "Ruleset",
    "State",
    "Tool",
    "Verdict",
    "apply",
    "commitments",
    "expect",
    "for_agent",
    "frame",
    "freeze",
    "known",
    "load",
    "new_match",
    "outcome",
    "par",
    "read_action",
    "reveal",
    "score",
    "thaw",
    "time_out",
    "understand",
    "verify",
]
