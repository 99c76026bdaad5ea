"""A frame made ready once and written to many sockets: past the ASGI server's own send, which wakes a task
and frames the text anew for each of them. Where the server is another one, or a socket does not take any more
at this moment, nothing is written, and the caller sends as everybody does (docs/decisions/0071)."""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

Wire = Callable[[bytes], bool]


def pack(text: str) -> bytes:
    """One whole, unmasked text frame (RFC 6455), the same for every reader."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def to(send: Any) -> Wire | None:
    """How to write to the socket behind an ASGI `send`; None if that is not known."""
    server = getattr(send, "__self__", None)
    if not isinstance(server, WebSocketsSansIOProtocol) or server.conn.extensions:
        return None

    def write(packed: bytes) -> bool:
        open_ = server.handshake_complete and not server.close_sent and not server.disconnected
        if not open_ or not server.writable.is_set() or server.transport.is_closing():
            return False
        server.transport.write(packed)
        return True

    return write
