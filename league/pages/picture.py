"""`/pictures/{digest}.png`: a picture that somebody sent, as it was drawn anew."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.models import Picture


@require_safe
def picture(request: HttpRequest, digest: str) -> HttpResponse:
    body = Picture.objects.filter(digest=digest).values_list("body", flat=True).first()
    if body is None:
        raise Http404
    answer = HttpResponse(bytes(body), content_type="image/png")
    answer["Cache-Control"] = "public, max-age=31536000, immutable"
    answer["Content-Security-Policy"] = "default-src 'none'"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
