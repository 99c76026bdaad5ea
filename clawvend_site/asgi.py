"""Sockets and the clockwork run on the event loop; Django itself runs as WSGI in a few long-lived threads,
which costs far less for a synchronous view than Django's own ASGI handler (docs/decisions/0001)."""

import os

from a2wsgi import WSGIMiddleware
from channels.routing import ProtocolTypeRouter, URLRouter

from clawvend_site.wsgi import application as django

# These import models, which are there once the line above has set Django up.
from clawvend_site.lifespan import at_leave, lifespan  # isort: skip
from league.consumers import websocket_urls  # isort: skip
from league.longpoll import LongPoll  # isort: skip
from league.mcp import mcp_app  # isort: skip

THREADS = int(os.environ.get("WEB_THREADS", "8"))

pages = LongPoll(WSGIMiddleware(django, workers=THREADS))
at_leave.append(pages.hang_up)


async def http(scope, receive, send):
    await (mcp_app if scope["path"].rstrip("/") == "/mcp" else pages)(scope, receive, send)


# Sockets show what is public and read no cookie, so any origin may open one.
application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": URLRouter(websocket_urls),
        "lifespan": lifespan,
    }
)
