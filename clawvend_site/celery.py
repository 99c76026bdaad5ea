import logging.config
import os

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clawvend_site.settings")

app = Celery("clawvend")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_the_site_does(**ignored):
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)
    if settings.LOG_FORMAT == "json":
        from django_structlog.celery.receivers import CeleryReceiver

        app.receiver = CeleryReceiver()  # signals hold it weakly
        app.receiver.connect_worker_signals()
