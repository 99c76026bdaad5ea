"""The files of a season: its boards as CSV and XLSX, its rounds as a calendar. What they hold is what the
page shows to the same reader."""

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header

from league import access, export, standings
from league.models import Round
from league.pages.boards.table import Asked
from league.pages.public import public_page

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@public_page
def board_file(request: HttpRequest, league: str, season: str, kind: str) -> HttpResponse:
    """All rows of the board, in the order that the page has them."""
    asked = Asked.read(request.GET)
    shown = access.season(league, season, request.user)
    found = standings.standings(shown, asked.board)
    rows = standings.sorted_by(found.rows, asked.board, asked.sort)
    head = export.heading(shown, f"{found.board.title}榜", found.board.order, found.frozen_at)
    columns = standings.COLUMNS[asked.board]
    if kind == "csv":
        return _download(
            export.as_csv(head, columns, rows), "text/csv; charset=utf-8", f"{season}-{asked.board}.csv"
        )
    return _download(export.as_xlsx(head, columns, rows), XLSX, f"{season}-{asked.board}.xlsx")


@public_page
def calendar(request: HttpRequest, league: str, season: str) -> HttpResponse:
    shown = access.season(league, season, request.user)
    rounds = Round.objects.filter(season=shown).order_by("number")
    return _download(
        export.as_ics(shown, rounds, request.get_host()), "text/calendar; charset=utf-8", f"{season}.ics"
    )


def _download(body: str | bytes, content_type: str, name: str) -> HttpResponse:
    answer = HttpResponse(body, content_type=content_type)
    disposition = content_disposition_header(as_attachment=True, filename=name)
    if disposition:
        answer["Content-Disposition"] = disposition
    return answer
