"""What it costs to read a mail: `python tests/bench/bench_mail.py [sample.jsonl]`.

The floor, measured in the same run, is a pass over the same mails that only lower-cases them and looks
for each of the cue needles: what any reader of these cues has to do.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.mail import understand  # noqa: E402 -- the path comes first
from engine.mail.gate import needles  # noqa: E402 -- the path comes first
from engine.mail.lexicon import read  # noqa: E402 -- the path comes first


def milliseconds(work: Callable[[str, str], object], mails: list[tuple[str, str]]) -> list[float]:
    """Processor time, the best of five runs for each mail."""
    best = [float("inf")] * len(mails)
    for _ in range(5):
        for place, mail in enumerate(mails):
            start = time.process_time()
            work(*mail)
            best[place] = min(best[place], 1_000 * (time.process_time() - start))
    return best


def main(pattern: str) -> None:
    lines = [
        json.loads(line)
        for path in sorted((ROOT / "tests/mail/corpus").glob(pattern))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    mails = [(mail["subject"], mail["body"]) for mail in lines]
    plain = {needle for cue in read("cues").values() for pattern in cue["en"] for needle in needles(pattern)}

    def floor(subject: str, body: str) -> int:
        text = f"{subject}\n{body}".lower()
        return sum(needle in text for needle in plain)

    read_ms, floor_ms = milliseconds(understand, mails), milliseconds(floor, mails)
    median, base = statistics.median(read_ms), statistics.median(floor_ms)
    print(f"{len(mails)} mails, median {statistics.median(len(body) for _, body in mails):.0f} characters")
    print(f"understand: median {median:.3f} ms, 90 % within {sorted(read_ms)[int(0.9 * len(mails))]:.3f} ms")
    print(f"floor:      median {base:.3f} ms; ratio {median / base:.1f}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "*.jsonl")
