"""A small client of the agent API: one kept connection, and patience with servers that come and go."""

import http.client
import json
import threading
import uuid
from typing import Any
from urllib.parse import urlsplit

TRY_AGAIN = {"settling", "in_flight"}  # codes of a 409 that another moment answers differently


class Stopped(Exception):
    """Told to end while waiting."""


class Refused(Exception):
    """The game or the API said no; `answer` is the problem document."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(f"{answer.get('code')}: {answer.get('detail')}")
        self.answer = answer


class Api:
    def __init__(self, base_url: str, key: str, stop: threading.Event) -> None:
        parts = urlsplit(base_url)
        secure = parts.scheme == "https"
        connection = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        self.connection = connection(parts.hostname or "127.0.0.1", parts.port, timeout=30)
        self.headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self.stop = stop

    def get(self, path: str) -> Any:
        return self.until_answered("GET", path, None, self.headers)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Acts once, however often it has to be sent."""
        headers = {**self.headers, "Idempotency-Key": str(uuid.uuid4())}
        return self.until_answered("POST", path, json.dumps(body), headers)

    def until_answered(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Any:
        wait = 0.5
        while not self.stop.is_set():
            try:
                self.connection.request(method, f"/api/v1/{path}", body, headers)
                response = self.connection.getresponse()
                status, text = response.status, response.read()
            except (OSError, http.client.HTTPException):
                self.connection.close()
                status, text = 0, b""
            if 200 <= status < 300:
                return json.loads(text)
            if 400 <= status < 500 and status != 429:
                answer = problem(status, text)
                if answer.get("code") not in TRY_AGAIN:
                    raise Refused(answer)
            self.stop.wait(wait)
            wait = min(2 * wait, 10.0)
        raise Stopped


def problem(status: int, text: bytes) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = json.loads(text)
    except ValueError:  # something between here and the API answered
        answer = {"code": str(status), "detail": text[:200].decode(errors="replace")}
    return answer
