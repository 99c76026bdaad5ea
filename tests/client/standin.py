"""A language model that is none: it speaks as OpenAI and Anthropic do and plays by a fixed plan, so that
the example is tested without the network, word by word."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PLAN: list[tuple[str, dict[str, Any]] | None] = [
    ("send_email", {"to": "s1", "subject": "询价", "body": "可乐多少钱一件？"}),
    ("read_inbox", {"unread_only": True}),
    None,  # says something and calls nothing
    ("restock", {"quote_id": "none", "quantity": 1}),
    ("end_day", {"thought": "收摊"}),
]


class StandIn:
    """`asked`: every request, as it came."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str], dict[str, Any]]] = []

    def step(self, turns: int) -> tuple[str, dict[str, Any]] | None:
        return PLAN[min(turns, len(PLAN) - 1)]

    def openai(self, body: dict[str, Any]) -> dict[str, Any]:
        turns = sum(message["role"] == "assistant" for message in body["messages"])
        message: dict[str, Any] = {"role": "assistant", "content": "想一想……"}
        if step := self.step(turns):
            function = {"name": step[0], "arguments": json.dumps(step[1])}
            message["tool_calls"] = [{"id": f"call_{turns}", "type": "function", "function": function}]
        return {"object": "chat.completion", "choices": [{"index": 0, "message": message}]}

    def anthropic(self, body: dict[str, Any]) -> dict[str, Any]:
        turns = sum(message["role"] == "assistant" for message in body["messages"])
        content: list[dict[str, Any]] = [{"type": "text", "text": "想一想……"}]
        if step := self.step(turns):
            content.append({"type": "tool_use", "id": f"toolu_{turns}", "name": step[0], "input": step[1]})
        return {"type": "message", "role": "assistant", "content": content}


@contextmanager
def stand_in() -> Iterator[tuple[StandIn, str]]:
    model = StandIn()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            model.asked.append((self.path, dict(self.headers), body))
            speak = {"/v1/chat/completions": model.openai, "/v1/messages": model.anthropic}[self.path]
            answer = json.dumps(speak(body)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield model, f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
