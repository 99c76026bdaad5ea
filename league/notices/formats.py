"""How a notice looks to whoever gets it. Names are other people's words: they go where nothing reads them as
markup or as a mention."""

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from django.conf import settings

from league.models import Delivery, Hook

Event = Hook.Event


@dataclass(frozen=True, slots=True)
class Message:
    title: str
    lines: list[str]
    url: str

    @property
    def text(self) -> str:
        return "\n".join([self.title, *self.lines, self.url])


@dataclass(frozen=True, slots=True)
class Request:
    """What is posted, and where."""

    url: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)


def message(delivery: Delivery) -> Message:
    facts = delivery.facts
    url = settings.SITE_URL + facts["path"]
    where = f"{facts['league']} · {facts['season']}" if "season" in facts else facts["league"]
    match delivery.event:
        case Event.ROUND_OPENED:
            return Message(f"Clawvend：第 {facts['round']} 轮开始", [where, f"截止：{facts['closes']}"], url)
        case Event.MATCH_FINISHED:
            who = f"{facts['agent']}（{facts['team']}）"
            end = f"{facts['end_label']}，净资产 ${facts['net_worth']}，存活 {facts['days_survived']} 天"
            return Message(f"Clawvend：第 {facts['round']} 轮一场比赛结束", [where, who, end], url)
        case Event.SEASON_PUBLISHED:
            first = [f"第 {row['rank']} 名 {row['agent']} ${row['net_worth']}" for row in facts["first"]]
            return Message("Clawvend：赛季成绩公布", [where, *first], url)
    return Message("Clawvend：测试通知", [where, "收到这条，说明通知能送到。"], url)


def request(delivery: Delivery, seconds: int) -> Request:
    """`seconds`: now, since 1970, which all signatures include."""
    hook = delivery.hook
    said = message(delivery)
    match hook.kind:
        case Hook.Kind.FEISHU:
            return _json(hook.address, {**_feishu_sign(hook.secret, seconds), **_feishu(said)})
        case Hook.Kind.DINGTALK:
            link = {"title": said.title, "text": "\n".join(said.lines), "messageUrl": said.url, "picUrl": ""}
            return _json(_dingtalk_url(hook, seconds), {"msgtype": "link", "link": link})
        case Hook.Kind.WECOM:
            return _json(hook.address, {"msgtype": "text", "text": {"content": said.text}})
    return _webhook(delivery, said, seconds)


def _json(url: str, body: dict[str, Any], **headers: str) -> Request:
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    return Request(url, text, {"Content-Type": "application/json; charset=utf-8", **headers})


def _webhook(delivery: Delivery, said: Message, seconds: int) -> Request:
    """Signed: HMAC-SHA256 over "<seconds>.<body>" with the hook's secret. A repeat has the same id."""
    data = {name: value for name, value in delivery.facts.items() if name != "path"}
    unsigned = _json(
        delivery.hook.address,
        {
            "id": str(delivery.pk),
            "event": delivery.event,
            "created_at": delivery.created_at.isoformat(),
            "text": said.text,
            "url": said.url,
            "data": data,
        },
    )
    sign = hmac.new(delivery.hook.secret.encode(), f"{seconds}.".encode() + unsigned.body, hashlib.sha256)
    return Request(
        unsigned.url,
        unsigned.body,
        {
            **unsigned.headers,
            "Clawvend-Event": delivery.event,
            "Clawvend-Delivery": str(delivery.pk),
            "Clawvend-Signature": f"t={seconds},v1={sign.hexdigest()}",
        },
    )


def _feishu(said: Message) -> dict[str, Any]:
    """Rich text: a "text" element is shown as it is, `<at>` and all."""
    lines: list[list[dict[str, str]]] = [[{"tag": "text", "text": line}] for line in said.lines]
    lines.append([{"tag": "a", "text": "查看", "href": said.url}])
    return {"msg_type": "post", "content": {"post": {"zh_cn": {"title": said.title, "content": lines}}}}


def _feishu_sign(secret: str, seconds: int) -> dict[str, str]:
    """As Feishu has it: an empty text, signed with "<seconds>\\n<secret>" for a key."""
    if not secret:
        return {}
    sign = hmac.new(f"{seconds}\n{secret}".encode(), b"", hashlib.sha256).digest()
    return {"timestamp": str(seconds), "sign": base64.b64encode(sign).decode()}


def _dingtalk_url(hook: Hook, seconds: int) -> str:
    """As DingTalk has it: "<milliseconds>\\n<secret>", signed with the secret, in the address."""
    if not hook.secret:
        return hook.address
    stamp = str(1000 * seconds)
    sign = hmac.new(hook.secret.encode(), f"{stamp}\n{hook.secret}".encode(), hashlib.sha256).digest()
    return f"{hook.address}&timestamp={stamp}&sign={quote(base64.b64encode(sign).decode(), safe='')}"


def trouble(kind: str, status: int, answer: str) -> str:
    """Why a request that was answered has failed; nothing if it has not. Bots answer 200 to everything."""
    if not 200 <= status < 300:
        return f"HTTP {status}"
    if kind == Hook.Kind.WEBHOOK:
        return ""
    try:
        said = json.loads(answer)
        code = said.get("errcode", said.get("code", said.get("StatusCode")))
    except (ValueError, AttributeError):
        return "应答不是机器人的格式"
    return "" if code == 0 else f"机器人拒收：{code} {said.get('errmsg') or said.get('msg') or ''}"[:200]
