"""What can go wrong."""

from typing import Any


class ClawvendError(Exception):
    """Any of them."""


class Refused(ClawvendError):
    """The game or the API said no, and will say it again: `answer` is the problem document."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.answer = answer
        self.status = int(answer.get("status") or 0)
        self.code = str(answer.get("code", ""))
        self.hint = str(answer.get("hint", ""))
        super().__init__(f"{self.code}: {answer.get('detail_en', '')} {answer.get('hint_en', '')}".strip())


class Unavailable(ClawvendError):
    """The server did not answer as it should within the client's patience."""
