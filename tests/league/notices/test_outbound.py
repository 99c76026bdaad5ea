"""Requests that leave for addresses which people typed in."""

import http.client
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from pytest_django import Settings

from league.notices import outbound


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://10.0.0.1/x",
        "https://172.16.3.4/",
        "https://192.168.1.1:8443/",
        "https://169.254.169.254/latest/meta-data/",
        "https://100.64.0.1/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
        "https://[::1]/",
        "https://[fe80::1]/",
        "https://[fc00::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[::7f00:1]/",
        "https://[::a00:1]/",
        "https://[fec0::1]/",
        "https://[5f00::1]/",
        "https://192.88.99.1/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://user:pass@example.org/",
        "https://example.org:22/",
        "https://example.org:99999/",
        "https://exa mple.org/",
        "https://例子.org/",
        "https:///x",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "https://example.org/\r\nX-Evil: 1",
    ],
)
def test_nothing_inside_is_called(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A webhook to the cloud's metadata, the database or a neighbour would be asked by our own hand."""

    def connect(*args: object, **more: object) -> None:
        raise AssertionError(f"connected to {args}")

    monkeypatch.setattr(socket, "create_connection", connect)
    monkeypatch.setattr(outbound, "socket", socket)
    with pytest.raises((outbound.NotAllowed, OSError)):
        outbound.post(url, b"{}", {})


@pytest.mark.parametrize("addresses", [["10.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::ffff:192.168.0.1"]])
def test_a_name_that_leads_inside(addresses: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A public name with a private address, or with one of each, would be the way in."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: found)
    with pytest.raises(outbound.NotAllowed):
        outbound.post("https://hooks.example.org/", b"{}", {})


def test_the_address_that_was_looked_at_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is resolved again for the connection may lead elsewhere by then."""
    asked: list[tuple[str, int]] = []

    def connect(address: tuple[str, int], *args: object, **more: object) -> None:
        asked.append(address)
        raise OSError("far enough")

    answers = iter(["93.184.216.34", "127.0.0.1"])
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, port, **more: [(2, 1, 6, "", (next(answers), port))]
    )
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(OSError, match="far enough"):
        outbound.post("https://hooks.example.org/x", b"{}", {})
    assert asked == [("93.184.216.34", 443)]


class Server:
    """Answers each POST with what it was told to, and keeps what came."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, str, dict[str, str]]] = []
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.got.append((self.path, dict(self.headers), body))
                status, text, headers = outer.answers.pop(0) if outer.answers else (200, "ok", {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *args: object) -> None:
                pass

        self.http = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()


@pytest.fixture
def server(settings: Settings):
    settings.OUTBOUND_PRIVATE = True
    made = Server()
    yield made
    made.close()


def test_it_works(server: Server) -> None:
    """What is posted arrives with its headers, and the answer comes back, cut short."""
    server.answers = [(201, "x" * 5000, {})]
    answer = outbound.post(f"{server.url}/hook?a=1", b'{"a":1}', {"Content-Type": "application/json"})
    path, headers, body = server.got[0]
    assert (path, headers["Content-Type"], body) == ("/hook?a=1", "application/json", b'{"a":1}')
    assert (answer.status, len(answer.text)) == (201, outbound.MOST)


def test_redirects_are_not_followed(server: Server) -> None:
    """A public server that answers 302 to an address inside."""
    server.answers = [(302, "", {"Location": f"{server.url}/inside"})]
    assert outbound.post(f"{server.url}/", b"{}", {}).status == 302
    assert len(server.got) == 1


def test_a_server_that_drips_is_left(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """One byte now and then would keep a sender busy for ever."""
    settings.OUTBOUND_PRIVATE = True
    monkeypatch.setattr(outbound, "DEADLINE", 0.3)
    listener = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def drip() -> None:
        peer, _ = listener.accept()
        while not stop.wait(0.05):
            try:
                peer.sendall(b"H")
            except OSError:
                return

    threading.Thread(target=drip, daemon=True).start()
    with pytest.raises((OSError, http.client.HTTPException)):  # the connection is cut
        outbound.post(f"http://127.0.0.1:{listener.getsockname()[1]}/", b"{}", {})
    stop.set()
    listener.close()
