"""What each process counts for Prometheus. What is true of all of them together is asked for at a scrape
(league.vitals)."""

from prometheus_client import Counter, Gauge, Histogram

CALLS = Counter(
    "clawvend_calls", "Calls of tools, by tool and by the code they were answered with.", ["tool", "code"]
)
SETTLED = Histogram(
    "clawvend_end_day_seconds",
    "From the commit that closes a day to the answer of end_day.",
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, float("inf")),
)
SOCKETS = Gauge("clawvend_sockets", "Open sockets.", multiprocess_mode="livesum")
WAITING = Gauge("clawvend_long_polls", "Callers that wait by ?wait=.", multiprocess_mode="livesum")
