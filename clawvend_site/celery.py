import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clawvend_site.settings")

app = Celery("clawvend")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
