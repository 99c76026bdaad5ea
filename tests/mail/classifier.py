"""A naive Bayes classifier of texts with their numbers masked, to see whether words give a label away."""

import math
import re
from collections import Counter
from collections.abc import Iterable

_NUMBERS = re.compile(r"\$?\d[\d.,]*")
_IDS = re.compile(r"\b[Qq]\d*-[0-9A-Za-z]{3,}\b")
_WORDS = re.compile(r"[a-z']+|#|[一-鿿]{2}|[一-鿿]")


def words(text: str) -> list[str]:
    """The words of `text`, Chinese in pairs of characters, every number and quote id the same."""
    return _WORDS.findall(_NUMBERS.sub(" # ", _IDS.sub(" # ", text)).lower())


class Classifier:
    """Multinomial naive Bayes, every word smoothed by one."""

    def __init__(self, labelled: Iterable[tuple[str, str]]) -> None:
        self.counts: dict[str, Counter[str]] = {}
        self.labels: Counter[str] = Counter()
        for text, label in labelled:
            self.labels[label] += 1
            self.counts.setdefault(label, Counter()).update(words(text))
        self.totals = {label: sum(counter.values()) for label, counter in self.counts.items()}
        self.vocabulary = len(set().union(*self.counts.values()))

    def guess(self, text: str) -> str:
        found = words(text)
        return max(sorted(self.labels), key=lambda label: self._weight(label, found))

    def accuracy(self, labelled: Iterable[tuple[str, str]]) -> float:
        hits = [self.guess(text) == label for text, label in labelled]
        return sum(hits) / len(hits)

    def _weight(self, label: str, found: list[str]) -> float:
        counter, room = self.counts[label], self.totals[label] + self.vocabulary
        return math.log(self.labels[label]) + sum(math.log((counter[word] + 1) / room) for word in found)
