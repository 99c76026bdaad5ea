"""Play the Clawvend vending-machine league.

from clawvend import Clawvend

match = Clawvend("http://localhost:8000", key="cv_…").open_match(days=30)
match.send_email("s1", "可乐多少钱一件？")
report = match.end_day()
"""

from clawvend.asynchronous import AsyncClawvend, AsyncMatch
from clawvend.errors import ClawvendError, Refused, Unavailable
from clawvend.fence import fenced
from clawvend.synchronous import Clawvend, Match

__all__ = [
    "AsyncClawvend",
    "AsyncMatch",
    "Clawvend",
    "ClawvendError",
    "Match",
    "Refused",
    "Unavailable",
    "fenced",
]
