"""Every address of the site. Each room of the house owns its own list."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from league.pages.signing import signup

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("accounts/signup/", signup, name="account_signup"),
    path("accounts/", include("allauth.urls")),
    path("api/", include("league.api.urls")),
    path("", include("league.pages.urls")),
]
handler403 = "league.pages.errors.forbidden"
handler404 = "league.pages.errors.not_found"
handler500 = "league.pages.errors.server_error"
handler400 = "league.api.errors.bad_request"
