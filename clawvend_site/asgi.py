"""Sockets and the clockwork run on the event loop; Django itself runs as WSGI in a few long-lived threads,
which costs far less for a synchronous view than Django's own ASGI handler (docs/decisions/0001)."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clawvend_site.settings")

from a2wsgi import WSGIMiddleware
from channels.routing import ProtocolTypeRouter
from django.core.wsgi import get_wsgi_application

from clawvend_site.lifespan import lifespan

THREADS = int(os.environ.get("WEB_THREADS", "8"))

application = ProtocolTypeRouter(
    {
        "http": WSGIMiddleware(get_wsgi_application(), workers=THREADS),
        "lifespan": lifespan,
    }
)
