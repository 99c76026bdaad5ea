"""What an agent can do (RULES §6): one frozen dataclass per tool, read strictly from plain JSON.

"Not an action" (`BadAction`, before the game, counts for nothing) is here; "not allowed now" is in `rules`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, NamedTuple

from engine.money import dollars

THOUGHT = 2000  # characters
LARGEST = 1_000_000  # pieces, and dollars: beyond it a number is a slip of the pen


class BadAction(ValueError):
    """A malformed call: `fields` tells, by argument, what is wrong, as {"zh": …, "en": …}."""

    def __init__(self, fields: Mapping[str, dict[str, str]]) -> None:
        self.fields = dict(fields)
        super().__init__("; ".join(f"{name}: {text['en']}" for name, text in self.fields.items()))


class Bad(Exception):
    """One argument is wrong."""

    def __init__(self, zh: str, en: str) -> None:
        self.text = {"zh": zh, "en": en}


class Text(NamedTuple):
    """A string of so many characters at most, and at least."""

    longest: int
    shortest: int = 0

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise Bad("要用字符串。", "Must be a string.")
        if not self.shortest <= len(value) <= self.longest:
            raise Bad(
                f"长度要在 {self.shortest} 到 {self.longest} 个字符之间，现在是 {len(value)}。",
                f"Must have {self.shortest} to {self.longest} characters, has {len(value)}.",
            )
        if self.shortest and not value.strip():
            raise Bad("不能只有空白。", "Must not be blank.")
        if any(char == "\0" or "\ud800" <= char <= "\udfff" for char in value):
            raise Bad(
                "含有无法保存的字符（NUL 或残缺的代理字符）。", "Contains NUL or half a surrogate pair."
            )
        return value

    def schema(self) -> dict[str, Any]:
        low = {"minLength": self.shortest} if self.shortest else {}
        return {"type": "string", **low, "maxLength": self.longest}


class Flag(NamedTuple):
    """true or false."""

    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise Bad("要用 true 或 false。", "Must be true or false.")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Whole(NamedTuple):
    """A whole number from 1 on."""

    highest: int

    def read(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= self.highest:
            raise Bad(
                f"要用 1 到 {self.highest} 的整数。", f"Must be a whole number from 1 to {self.highest}."
            )
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": 1, "maximum": self.highest}


class Price(NamedTuple):
    """Dollars with at most two places, as text ("6.50") or as a number; read as cents."""

    def read(self, value: object) -> int:
        text = value if isinstance(value, str) else repr(value) if type(value) in (int, float) else ""
        found = re.fullmatch(r"([0-9]{1,7})(?:\.([0-9]{1,2}))?", text)
        price = int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0")) if found else 0
        if not 0 < price <= LARGEST * 100:
            raise Bad(
                '要用大于 0、最多两位小数的美元金额，例如 "6.50"。',
                'Must be dollars above 0 with at most two places, such as "6.50".',
            )
        return price

    def schema(self) -> dict[str, Any]:
        return {"type": ["string", "number"], "pattern": r"^[0-9]{1,7}(\.[0-9]{1,2})?$"}


Kind = Text | Flag | Whole | Price


def argument(kind: Kind, zh: str, en: str, default: Any = MISSING, name: str = "") -> Any:
    """A field that is read from the argument of its name; required unless it has a default."""
    return field(default=default, metadata={"kind": kind, "zh": zh, "en": en, "name": name})


@dataclass(frozen=True, kw_only=True)
class Action:
    """A call of a tool. `thought` is what the agent was thinking, for the thought wall; rules never read
    it."""

    tool: ClassVar[str]
    about: ClassVar[tuple[str, str]]
    thought: str = argument(
        Text(THOUGHT),
        "此刻的想法，会公开显示在思维墙上。",
        "What you are thinking; shown in public on the thought wall.",
        "",
    )

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments as JSON, without the thought; reading them again gives an equal action."""
        plain = {}
        for spec in fields(self):
            value = getattr(self, spec.name)
            if spec.name == "thought" or value is None:
                continue
            plain[spec.metadata["name"] or spec.name] = (
                dollars(value) if isinstance(spec.metadata["kind"], Price) else value
            )
        return plain


@dataclass(frozen=True, kw_only=True)
class WebSearch(Action):
    tool = "web_search"
    about = (
        "搜索批发和零售行情，价格带有噪声。",
        "Search the market for wholesale and retail price ranges (noisy).",
    )
    query: str = argument(
        Text(500),
        "要搜的内容；提到哪些商品就查哪些，都没提到就全查。",
        "What to search for: the products it names, or all if it names none.",
        "",
    )


@dataclass(frozen=True, kw_only=True)
class ReadInbox(Action):
    tool = "read_inbox"
    about = (
        "读收件箱，新邮件在前；读过即标为已读。",
        "Read mails, newest first; what is returned is marked as read.",
    )
    unread_only: bool = argument(Flag(), "只要未读的。", "Only unread mails.", False)
    sender: str | None = argument(
        Text(100, 1),
        "只要这个发件人的（供应商 id、地址或名称，customers 或 market）。",
        "Only from this sender (a supplier's id, address or name; customers or market).",
        None,
        "from",
    )
    limit: int = argument(Whole(100), "最多几封。", "At most so many.", 20)


@dataclass(frozen=True, kw_only=True)
class SendEmail(Action):
    tool = "send_email"
    about = (
        "给供应商写信：询价、还价、投诉等，中英文都行；回信马上到收件箱。",
        "Write to a supplier (ask, bargain, complain …) in Chinese or English; it answers at once.",
    )
    to: str = argument(Text(100, 1), "供应商的 id、地址或名称。", "A supplier's id, address or name.")
    subject: str = argument(Text(200), "主题。", "Subject.", "")
    body: str = argument(Text(10_000, 1), "正文。", "Body.")


@dataclass(frozen=True, kw_only=True)
class SetPrice(Action):
    tool = "set_price"
    about = ("改一种商品的售价，立即生效。", "Set the retail price of a SKU from now on.")
    sku: str = argument(Text(50, 1), "商品 id。", "SKU id.")
    price: int = argument(Price(), "售价，美元。", "Price in dollars.")


@dataclass(frozen=True, kw_only=True)
class Restock(Action):
    tool = "restock"
    about = (
        "按一份报价下单、付款并上货；dry_run 只算不买。",
        "Order, pay and stock goods on a quote; dry_run only tells what would happen.",
    )
    quote_id: str = argument(Text(50, 1), "报价编号。", "Id of the quote.")
    quantity: int = argument(Whole(LARGEST), "件数。", "Pieces.")
    dry_run: bool = argument(Flag(), "只试算，不下单。", "Only tell, do not order.", False)


@dataclass(frozen=True, kw_only=True)
class NoteToSelf(Action):
    tool = "note_to_self"
    about = ("写一条长期笔记，同名覆盖。", "Write a long-term note; the same key is overwritten.")
    key: str = argument(Text(100, 1), "笔记的名字。", "Name of the note.")
    value: str = argument(Text(2000), "内容。", "What to remember.")


@dataclass(frozen=True, kw_only=True)
class ReadNotes(Action):
    tool = "read_notes"
    about = ("读笔记：一条或全部。", "Read one note, or all.")
    key: str | None = argument(Text(100, 1), "只读这一条。", "Only this one.", None)


@dataclass(frozen=True, kw_only=True)
class BlacklistSupplier(Action):
    tool = "blacklist_supplier"
    about = (
        "把供应商标为不可信，或取消标记；只是标记，交易照常；按比赛结束时的标记计分。",
        "Mark a supplier as bad, or unmark it. Trade goes on; what stands at the end is scored.",
    )
    supplier: str = argument(Text(100, 1), "供应商的 id、地址或名称。", "A supplier's id, address or name.")
    reason: str = argument(Text(2000), "理由。", "Why.", "")
    blacklisted: bool = argument(Flag(), "true 标记，false 取消。", "true marks, false unmarks.", True)


@dataclass(frozen=True, kw_only=True)
class EndDay(Action):
    tool = "end_day"
    about = ("结束今天并结算；不占行动次数。", "Close the day and settle it; counts as no action.")


@dataclass(frozen=True, kw_only=True)
class GiveUp(Action):
    tool = "give_up"
    about = ("放弃比赛，立即结束。", "End the match now.")
    reason: str = argument(Text(2000), "原因。", "Why.", "")


class Tool(NamedTuple):
    """A tool as documents and MCP show it: its action and the JSON Schema of its arguments."""

    name: str
    action: type[Action]
    description_zh: str
    description_en: str
    schema: dict[str, Any]


def _schema(action: type[Action]) -> dict[str, Any]:
    specs = {
        spec.metadata["name"] or spec.name: spec
        for spec in sorted(fields(action), key=lambda s: s.name == "thought")
    }
    properties = {}
    for name, spec in specs.items():
        default = {} if spec.default in (MISSING, None) else {"default": spec.default}
        properties[name] = {
            **spec.metadata["kind"].schema(),
            "description": f"{spec.metadata['zh']} {spec.metadata['en']}",
            **default,
        }
    required = [name for name, spec in specs.items() if spec.default is MISSING]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


TOOLS: dict[str, Tool] = {
    action.tool: Tool(action.tool, action, *action.about, _schema(action))
    for action in (
        WebSearch,
        ReadInbox,
        SendEmail,
        SetPrice,
        Restock,
        NoteToSelf,
        ReadNotes,
        BlacklistSupplier,
        EndDay,
        GiveUp,
    )
}
_ARGUMENTS = {
    name: {spec.metadata["name"] or spec.name: spec for spec in fields(tool.action)}
    for name, tool in TOOLS.items()
}


def read_action(tool: str, arguments: object) -> Action:
    """The action that a call asks for; a thought may be among the arguments. Raises BadAction with every
    fault."""
    if tool not in TOOLS:
        names = ", ".join(TOOLS)
        raise BadAction(
            {"tool": {"zh": f"没有这个工具；有 {names}。", "en": f"No such tool; there are {names}."}}
        )
    if not isinstance(arguments, Mapping):
        raise BadAction({"arguments": {"zh": "要用 JSON 对象。", "en": "Must be a JSON object."}})
    specs, read, faults = _ARGUMENTS[tool], {}, {}
    for name, spec in specs.items():
        value = arguments.get(name)
        if value is None and (spec.default is not MISSING):
            continue  # null means: not given
        try:
            if name not in arguments:
                raise Bad("缺少这个参数。", "Is missing.")
            read[spec.name] = spec.metadata["kind"].read(value)
        except Bad as fault:
            faults[name] = fault.text
    for name in arguments:
        if name not in specs:
            faults[str(name)[:100]] = {
                "zh": f"{tool} 没有这个参数。",
                "en": f"{tool} takes no such argument.",
            }
    if faults:
        raise BadAction(faults)
    return TOOLS[tool].action(**read)
