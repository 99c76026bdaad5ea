"""The only way a request leaves for an address that a person typed in. It goes to public addresses alone:
the name is resolved once, each of its addresses is looked at, and the connection is made to one that was
looked at. Redirects are not followed, answers are cut short, and nobody is waited for longer than
DEADLINE."""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

CONNECT_SECONDS = 5
DEADLINE = 10
MOST = 2048  # bytes of an answer that are read

# They carry an IPv4 address inside, private ones too, or lead into somebody's site; `is_global` lets them by.
CARRIERS = ("::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "192.88.99.0/24")
LOCAL = ("fec0::/10", "5f00::/16")
REFUSED = [ipaddress.ip_network(net) for net in (*CARRIERS, *LOCAL)]


class NotAllowed(Exception):
    """An address that is none of the public internet."""


class Answer(NamedTuple):
    status: int
    text: str


class Target(NamedTuple):
    secure: bool
    host: str
    port: int
    path: str


def target(url: str) -> Target:
    """The parts of an address that may be called, as far as can be seen without asking for its name."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NotAllowed("网址写得不对。") from None
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.OUTBOUND_PRIVATE):
        raise NotAllowed("网址要以 https:// 开头。")
    if not parts.hostname or parts.username or parts.password or not url.isascii() or not url.isprintable():
        raise NotAllowed("网址写得不对。")
    secure = parts.scheme == "https"
    port = port or (443 if secure else 80)
    if port not in (80, 443) and port < 1024:
        raise NotAllowed("这个端口不能用。")
    with contextlib.suppress(ValueError):  # a name is no address
        _require_public(parts.hostname)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, parts.hostname, port, path)


def _require_public(address: str) -> None:
    """Raises ValueError for what is no address at all."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    ip = getattr(ip, "ipv4_mapped", None) or ip
    refused = any(ip.version == net.version and ip in net for net in REFUSED)
    if not settings.OUTBOUND_PRIVATE and (not ip.is_global or ip.is_multicast or refused):
        raise NotAllowed("不能发到内网或保留的地址。")


def resolved(host: str, port: int) -> str:
    """An address of a host all of whose addresses are public."""
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for address in found:
        _require_public(address)
    return found[0]


def post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    """Raises NotAllowed, or OSError or http.client.HTTPException when it does not get through."""
    to = target(url)
    address = resolved(to.host, to.port)
    connection = _Pinned(to, address)
    ends = threading.Timer(DEADLINE, connection.hang_up)
    ends.daemon = True
    ends.start()
    try:
        connection.request("POST", to.path, body=body, headers={"User-Agent": "Clawvend", **headers})
        answer = connection.getresponse()
        return Answer(answer.status, answer.read(MOST).decode("utf-8", "replace"))
    finally:
        ends.cancel()
        connection.close()


class _Pinned(http.client.HTTPConnection):
    """Connects to the address that was looked at, and asks for the certificate of the name."""

    def __init__(self, to: Target, address: str) -> None:
        super().__init__(to.host, to.port, timeout=CONNECT_SECONDS)
        self.to, self.address = to, address
        if to.port == (443 if to.secure else 80):
            self.default_port = to.port  # the Host header names no usual port

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.to.port), CONNECT_SECONDS)
        if self.to.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.to.host)

    def hang_up(self) -> None:
        """From another thread: whoever sends a byte a second does not hold us for ever."""
        with contextlib.suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)
