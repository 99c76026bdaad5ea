"""Sockets and the clockwork run on the event loop; Django itself runs as WSGI in a few long-lived threads,
which costs far less for a synchronous view than Django's own ASGI handler (docs/decisions/0001)."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clawvend_site.settings")

from a2wsgi import WSGIMiddleware
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.wsgi import get_wsgi_application

django = get_wsgi_application()  # before anything that imports models

from clawvend_site.lifespan import lifespan
from league.consumers import websocket_urls

THREADS = int(os.environ.get("WEB_THREADS", "8"))

application = ProtocolTypeRouter(
    {
        "http": WSGIMiddleware(django, workers=THREADS),
        "websocket": URLRouter(websocket_urls),
        "lifespan": lifespan,
    }
)
