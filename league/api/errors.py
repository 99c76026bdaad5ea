"""Every "no" of the API, as RFC 9457 problem+json: a stable code, a sentence and a next step in two
languages; refusals by a rule of the game bring their own words from the engine."""

import json
import logging
import math
from typing import Any, NamedTuple

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from redis.exceptions import RedisError
from rest_framework import exceptions

import engine
from league.play import NotNow

log = logging.getLogger(__name__)


class Problem(NamedTuple):
    status: int
    title: str
    detail: str
    detail_en: str
    hint: str
    hint_en: str


PROBLEMS = {
    "malformed": Problem(
        400,
        "Malformed request",
        "请求不合格式，没有计入行动。",
        "The request is malformed and counted for nothing.",
        "逐项看 errors，改正后再发。",
        "See errors, field by field, and send it again.",
    ),
    "not_authenticated": Problem(
        401,
        "Not authenticated",
        "没有密钥，或者密钥不对、已吊销。",
        "The key is missing, wrong or revoked.",
        "带上请求头 Authorization: Bearer cv_…；密钥在队伍页面签发。",
        "Send the header Authorization: Bearer cv_…; keys are issued on the team's page.",
    ),
    "forbidden": Problem(
        403,
        "Forbidden",
        "不允许这样做。",
        "This is not allowed.",
        "检查密钥属于哪个智能体。",
        "Check whose key this is.",
    ),
    "not_found": Problem(
        404,
        "Not found",
        "没有这个地址，或者它不属于你。",
        "There is no such thing, or it is not yours.",
        "自己的比赛见 GET /api/v1/agent/matches。",
        "GET /api/v1/agent/matches lists your matches.",
    ),
    "tool_unknown": Problem(
        404,
        "Unknown tool",
        "没有这个工具，没有计入行动。",
        "There is no such tool; nothing was counted.",
        "可用的工具：" + "、".join(engine.TOOLS) + "。",
        "The tools are: " + ", ".join(engine.TOOLS) + ".",
    ),
    "method_not_allowed": Problem(
        405,
        "Method not allowed",
        "这个地址不接受这种方法。",
        "This address does not take that method.",
        "可用的方法见响应头 Allow。",
        "The Allow header names the methods.",
    ),
    "not_acceptable": Problem(
        406,
        "Not acceptable",
        "这里只能回答 JSON。",
        "The only answer here is JSON.",
        "去掉 Accept 请求头，或用 Accept: application/json。",
        "Leave the Accept header out, or send Accept: application/json.",
    ),
    "settling": Problem(
        409,
        "Settling",
        "这一天正在结算。",
        "The day is being settled.",
        "按 Retry-After 等一下再试；GET 这场比赛可以看进度。",
        "Wait as long as Retry-After says; GET the match to look.",
    ),
    "in_flight": Problem(
        409,
        "In flight",
        "同一个 Idempotency-Key 的请求还在处理。",
        "A request with this Idempotency-Key is still being worked on.",
        "按 Retry-After 等一下，用同一个 key 再发，会得到原来的回答。",
        "Wait as long as Retry-After says and repeat it: the recorded answer will come.",
    ),
    "too_many_open": Problem(
        409,
        "Too many open practice matches",
        "同时进行的练习赛太多了。",
        "Too many practice matches are open.",
        "先打完一场，或者用 give_up 结束一场。",
        "Finish one first, or end one by give_up.",
    ),
    "already_claimed": Problem(
        409,
        "Already claimed",
        "这个智能体已经有主人了，不需要认领链接。",
        "This agent has an owner; it needs no claim link.",
        "直接继续：GET /api/v1/agent 看下一步。",
        "Just go on: GET /api/v1/agent says what is next.",
    ),
    "not_finished": Problem(
        409,
        "Not finished",
        "比赛还没有结束，体检报告要等结束后才有。",
        "The match is not finished; its check-up comes at the end.",
        "用 end_day 打完剩下的日子，再来取报告。",
        "Play the days that are left by end_day, then ask again.",
    ),
    "match_finished": Problem(
        410,
        "Match finished",
        engine.REFUSALS["match_finished"].zh,
        engine.REFUSALS["match_finished"].en,
        engine.REFUSALS["match_finished"].hint_zh,
        engine.REFUSALS["match_finished"].hint_en,
    ),
    "conflict": Problem(
        409,
        "Not possible now",
        "现在不能这样做。",
        "The schedule does not allow this now; detail says why.",
        "GET 这个赛季看它的状态。",
        "GET the season to see its state.",
    ),
    "match_void": Problem(
        410,
        "Match void",
        "这场比赛已作废，不计成绩。",
        "This match was voided and does not count.",
        "GET /api/v1/agent 看有没有安排重赛。",
        "GET /api/v1/agent tells whether it is played again.",
    ),
    "practice_closed": Problem(
        409,
        "No practice now",
        "你参加的赛季规定比赛期间不能练习。",
        "A season that you play in allows no practice while it runs.",
        "GET /api/v1/agent 看正式比赛；赛季结束后再练习。",
        "GET /api/v1/agent for your season matches; practise when the season is over.",
    ),
    "practice_limit": Problem(
        409,
        "No more practice today",
        "今天的练习场数用完了。",
        "Today's practice matches are used up.",
        "联赛时区的零点重新计数。",
        "The count starts anew at midnight in the league's time zone.",
    ),
    "length_required": Problem(
        411,
        "Length required",
        "请求正文要有 Content-Length。",
        "The body needs a Content-Length.",
        "不要用分块传输（Transfer-Encoding: chunked）。",
        "Do not send it chunked.",
    ),
    "too_large": Problem(
        413,
        "Too large",
        "请求正文超过 64 KiB。",
        "The body is larger than 64 KiB.",
        "缩短内容后再发。",
        "Send less.",
    ),
    "unsupported_media_type": Problem(
        415,
        "Unsupported media type",
        "请求正文要用 JSON。",
        "The body must be JSON.",
        "用请求头 Content-Type: application/json。",
        "Send the header Content-Type: application/json.",
    ),
    "key_reused": Problem(
        422,
        "Idempotency key reused",
        "这个 Idempotency-Key 已经用于另一个请求。",
        "This Idempotency-Key was used for another request.",
        "新的请求用新的 key；重试时工具和参数都不要改。",
        "Use a new key for a new request; change neither tool nor arguments in a retry.",
    ),
    "throttled": Problem(
        429,
        "Too many requests",
        "请求太频繁。",
        "Too many requests.",
        "按 Retry-After 等一下；limit 写明是哪一条限制。",
        "Wait as long as Retry-After says; limit names the limit.",
    ),
    "error": Problem(
        500,
        "Internal error",
        "服务器出错了，这不是你的错。",
        "Something broke here; it is not your fault.",
        "带同一个 Idempotency-Key 重试；一直不行请告诉管理员。",
        "Retry with the same Idempotency-Key; tell the league if it stays.",
    ),
    "busy": Problem(
        503,
        "Busy",
        "服务器暂时忙不过来，什么都没有记下。",
        "The server cannot take this now; nothing was recorded.",
        "按 Retry-After 等一下，带同一个 Idempotency-Key 重试。",
        "Wait as long as Retry-After says and retry with the same Idempotency-Key.",
    ),
}
RETRY_AFTER = {"settling": 1, "in_flight": 1, "busy": 2}
STATUS_CODES = {
    400: "malformed",
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    415: "unsupported_media_type",
    429: "throttled",
}


class Refused(Exception):
    """A request that the API itself refuses."""

    def __init__(self, code: str, **more: Any) -> None:
        super().__init__(code)
        self.code, self.more = code, more


class Malformed(Refused):
    """`fields`: what is wrong, by field, as {"zh", "en"}."""

    def __init__(self, fields: dict[str, dict[str, str]]) -> None:
        super().__init__("malformed", errors=fields)


def problem(code: str, **more: Any) -> HttpResponse:
    about = PROBLEMS[code]
    body = {
        "type": f"urn:clawvend:problem:{code}",
        "title": about.title,
        "status": about.status,
        "code": code,
        "detail": about.detail,
        "detail_en": about.detail_en,
        "hint": about.hint,
        "hint_en": about.hint_en,
        **more,
    }
    return _answer(body, RETRY_AFTER.get(code))


def refusal(outcome: dict[str, Any]) -> HttpResponse:
    """A rule said no: the engine's words, and where the match stands."""
    status = 410 if outcome["code"] == "match_finished" else 409
    more = {"type": f"urn:clawvend:problem:{outcome['code']}", "title": "Refused by a rule", "status": status}
    return _answer({**more, **outcome}, None)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler of what never reached a view, such as a forged Host."""
    if request.path.startswith("/api/"):
        return problem("malformed")
    return HttpResponse("400 请求不合格式", status=400, content_type="text/plain; charset=utf-8")


def _answer(body: dict[str, Any], retry_after: int | None) -> HttpResponse:
    answer = HttpResponse(
        json.dumps(body, ensure_ascii=False), status=body["status"], content_type="application/problem+json"
    )
    if retry_after is not None:
        answer["Retry-After"] = str(retry_after)
    return answer


def handle(trouble: Exception, context: dict[str, Any]) -> HttpResponse:
    """DRF's exception handler: whatever happens under /api/ is answered as a problem, never as a page."""
    if isinstance(trouble, exceptions.Throttled):
        return throttled(getattr(context["view"], "limit", ""), getattr(trouble, "wait", None) or 1)
    request = context["request"]
    return answer_to(trouble, f"{request.method} {request.path}")


def throttled(limit: str, seconds: float) -> HttpResponse:
    answer = problem("throttled", limit=limit)
    answer["Retry-After"] = str(max(1, math.ceil(seconds)))
    return answer


def code_of(trouble: Exception) -> str:
    """The code alone, for counting."""
    match trouble:
        case Refused() | NotNow():
            return trouble.code
        case Http404():
            return "not_found"
        case OperationalError() | InterfaceError() | RedisError():
            return "busy"
        case exceptions.ParseError() | exceptions.ValidationError():
            return "malformed"
    return "error"


def answer_to(trouble: Exception, where: str) -> HttpResponse:
    """What anybody is told of an exception, over HTTP or MCP."""
    match trouble:
        case Refused():
            answer = problem(trouble.code, **trouble.more)
        case NotNow():
            answer = problem(trouble.code)
        case Http404():
            answer = problem("not_found")
        case RequestDataTooBig():
            answer = problem("too_large")
        case SuspiciousOperation() | exceptions.ParseError() | exceptions.ValidationError():
            answer = problem("malformed")
        case OperationalError() | InterfaceError() | RedisError():
            log.warning("busy: %s", type(trouble).__name__)
            answer = problem("busy")
        case exceptions.APIException() if trouble.status_code in STATUS_CODES:
            answer = problem(STATUS_CODES[trouble.status_code])
        case _:
            log.error("%s", where, exc_info=trouble)
            answer = problem("error")
    if answer.status_code == 401:
        answer["WWW-Authenticate"] = 'Bearer realm="clawvend"'
    return answer
