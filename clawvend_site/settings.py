"""The one settings file. With nothing in the environment it is the embedded default: one process, SQLite, no
services. DATABASE_URL and REDIS_URL make it production, which refuses to start without SECRET_KEY."""

import logging
from pathlib import Path

import environ
from celery.schedules import crontab
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from clawvend_site import logs, secret
from clawvend_site.storage import is_immutable

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DATA = Path(env.str("CLAWVEND_DATA", default=str(BASE_DIR / "var"))).resolve()
DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")
EMBEDDED = not REDIS_URL
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="")
if not SECRET_KEY:
    if DATABASE_URL or REDIS_URL:
        raise ImproperlyConfigured("SECRET_KEY must be set where DATABASE_URL or REDIS_URL is.")
    SECRET_KEY = secret.key_under(DATA)
_host = env.str("HOST", default="127.0.0.1")  # where bin/run listens
_everywhere = _host in ("0.0.0.0", "::")
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=["*"] if _everywhere else ["localhost", "127.0.0.1", "[::1]", _host]
)
CSRF_FAILURE_VIEW = "league.pages.errors.stale_form"
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
VERSION = env.str("CLAWVEND_VERSION", default="unreleased")
BACKUPS = env.str("BACKUPS", default=str(DATA / "backups"))  # where `manage.py backup` puts them
LOG_FORMAT = env.str("LOG_FORMAT", default="line" if EMBEDDED else "json")
METRICS_TOKEN = env.str(
    "METRICS_TOKEN", default=""
)  # /metrics is there for who shows it, and else not at all

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "league",
    "django_structlog",
]
MIDDLEWARE = [
    "clawvend_site.watch.Watch",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
if LOG_FORMAT == "json":
    MIDDLEWARE.insert(1, "clawvend_site.logs.Requests")
if METRICS_TOKEN:
    _prometheus = "django_prometheus.middleware.Prometheus"
    MIDDLEWARE.insert(1, f"{_prometheus}BeforeMiddleware")
    MIDDLEWARE.append(f"{_prometheus}AfterMiddleware")
ROOT_URLCONF = "clawvend_site.urls"
APPEND_SLASH = False
ASGI_APPLICATION = "clawvend_site.asgi.application"
WSGI_APPLICATION = "clawvend_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "frontend/templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ]
        },
    }
]

_database = (
    env.db_url_config(DATABASE_URL)
    if DATABASE_URL
    else {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATA / "db.sqlite3")}
)
DATABASES = {"default": _database}
if _database["ENGINE"].endswith("sqlite3"):
    # IMMEDIATE locks at BEGIN: a transaction that read first cannot be refused at its first write.
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA cache_size=-20000;"
        "PRAGMA journal_size_limit=27103364;",
    }
    _database["CONN_MAX_AGE"] = None
    _database["TEST"] = {"NAME": str(DATA / "test.sqlite3")}  # a file: servers under test use several threads
else:
    _database.setdefault("OPTIONS", {})["pool"] = {"min_size": 2, "max_size": 16, "timeout": 10}
    _database["OPTIONS"].setdefault("connect_timeout", 5)
    _database["CONN_MAX_AGE"] = 0  # the pool keeps connections; Django refuses to do it as well
PREPARE_STATEMENTS = env.bool("PREPARE_STATEMENTS", default=True)  # off behind PgBouncer before 1.21
_database["DISABLE_SERVER_SIDE_CURSORS"] = not PREPARE_STATEMENTS
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# A Redis that has gone away must be noticed in seconds by whoever asks it. What listens may wait.
_redis = {
    "address": REDIS_URL,
    "socket_connect_timeout": 2,
    "socket_keepalive": True,
    "health_check_interval": 10,
}
CHANNEL_LAYERS = {
    "default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    if EMBEDDED
    else {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [_redis]}}
}
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    if EMBEDDED
    else {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 1, "health_check_interval": 30},
    }
}
# Apart, so that drawings of cards never push out what limits rates.
CACHES["cards"] = CACHES["default"] | ({"LOCATION": "cards"} if EMBEDDED else {"KEY_PREFIX": "cards"})

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_TASK_ALWAYS_EAGER = EMBEDDED
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # a worker that dies gives its task back; settlement is idempotent
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
    "socket_keepalive": True,
    "health_check_interval": 10,
}
CELERY_BROKER_CONNECTION_MAX_RETRIES = (
    None  # for ever: a worker that gives up would have to be started by hand
)
# Days and clock never wait behind an address that does not answer. A worker without -Q serves all three.
CELERY_TASK_QUEUES = [Queue("settlement"), Queue("clock"), Queue("slow")]
CELERY_TASK_DEFAULT_QUEUE = "slow"
CELERY_TASK_ROUTES = {
    "league.tasks.settle": {"queue": "settlement"},
    "league.tasks.tick": {"queue": "clock"},
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE = {
    "tick": {"task": "league.tasks.tick", "schedule": 1.0, "options": {"expires": 10}},
    "notify": {"task": "league.tasks.notify", "schedule": 2.0, "options": {"expires": 10}},
    "tidy": {"task": "league.tasks.tidy", "schedule": crontab(hour=4, minute=40)},
}
CELERY_TIMEZONE = "Asia/Shanghai"

RATE_LIMITS = env.bool("RATE_LIMITS", default=True)  # off: for benchmarks, and to fuzz deeper than 429

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "league.api.openapi.Operation",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Clawvend API",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "league.api.openapi.complete",
    ],
    "ENUM_NAME_OVERRIDES": {
        "SeasonStateEnum": "league.models.seasons.Season.State",
        "EntryStateEnum": "league.models.seasons.Entry.State",
        "RoundStateEnum": "league.schedule.legal.RoundState",
        "IdleEnum": "league.schedule.legal.Idle",
    },
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL, LOGIN_REDIRECT_URL, LOGOUT_REDIRECT_URL = "/accounts/login/", "/team/", "/"
SITE_URL = env.str("SITE_URL", default=f"http://localhost:{env.str('PORT', default='8000')}").rstrip("/")
OUTBOUND_PRIVATE = env.bool("OUTBOUND_PRIVATE", default=False)  # webhooks may go to the intranet, and by http
EMAIL_URL = env.str("EMAIL_URL", default="")  # smtp+tls://user:password@host:587; else mails go to the log
vars().update(env.email_url_config(EMAIL_URL or "consolemail://"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Clawvend <noreply@localhost>")
ACCOUNT_LOGIN_METHODS = {"email", "username"}  # people sign up by e-mail; the demo users have short names
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "league.pages.accounts.SignupForm"
ACCOUNT_ADAPTER = "league.pages.accounts.Adapter"
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_URL else "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_USERNAME_BLACKLIST = ["admin", "root", "system", "clawvend", "demo"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if EMBEDDED else "https"
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Clawvend"
MFA_TOTP_TOLERANCE = 1

LANGUAGE_CODE = "zh-hans"
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Asia/Shanghai"
USE_TZ = True

FRONTEND = BASE_DIR / "frontend/dist"
STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [FRONTEND] if FRONTEND.exists() else []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "clawvend_site.storage.SiteStaticStorage"},
}
WHITENOISE_USE_FINDERS = EMBEDDED  # nothing has to be collected before the first start
WHITENOISE_IMMUTABLE_FILE_TEST = is_immutable

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "style-src-attr": ["'unsafe-inline'"],  # charts place their tooltips
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
if not EMBEDDED:
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=0)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = env.bool("SECURE_COOKIES", default=not DEBUG)

LOGGING = logs.configuration(LOG_FORMAT, env.str("LOG_LEVEL", default="INFO"))
DJANGO_STRUCTLOG_CELERY_ENABLED = LOG_FORMAT == "json"  # a task's lines bear the id of the request behind it
DJANGO_STRUCTLOG_USER_ID_FIELD = (
    ""  # who it was is nobody's business that reads logs; and it would ask the session
)
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL = logging.DEBUG  # a line a task, and a tick is one
DJANGO_STRUCTLOG_CELERY_TASK_START_LOG_LEVEL = DJANGO_STRUCTLOG_CELERY_TASK_SUCCESS_LOG_LEVEL = logging.DEBUG
PROMETHEUS_EXPORT_MIGRATIONS = False
if SENTRY_DSN := env.str("SENTRY_DSN", default=""):
    from clawvend_site import sentry  # takes a while to import

    sentry.start(SENTRY_DSN, VERSION)
