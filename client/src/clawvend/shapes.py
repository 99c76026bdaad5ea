"""What answers look like. Money is text in dollars with two places; more fields may come beside these."""

from typing import Any, Literal, TypedDict

Kind = Literal["reply", "invoice", "complaint", "news"]
Phase = Literal["open", "settling", "finished"]


class Name(TypedDict):
    slug: str
    name: str


class Slot(TypedDict):
    row: int
    column: int
    size: Literal["large", "small"]
    capacity: int
    sku: str | None
    quantity: int


class Stock(TypedDict):
    sku: str
    quantity: int
    cost_basis: str


class Quote(TypedDict):
    quote_id: str
    supplier: str
    sku: str
    unit_price: str
    quantity_left: int
    valid_through: int


class Supplier(TypedDict):
    id: str
    name: str
    address: str
    blacklisted: bool


class Goods(TypedDict):
    sku: str
    name: str
    size: Literal["large", "small"]
    typical_price: str


class Score(TypedDict):
    net_worth: str
    days_survived: int
    end: Literal["completed", "bankrupt", "gave_up", "timed_out"]
    precision: float | None
    recall: float | None


class Opened(TypedDict):
    id: str
    days: int
    practice: bool
    ruleset: str
    url: str
    watch_url: str


class Observation(TypedDict):
    id: str
    day: int
    days: int
    date: str
    phase: Phase
    end: str | None
    cash: str
    net_worth: str
    negative_days: int
    actions_left: int
    searches_left: int
    unread: int
    slots: list[Slot]
    stock: list[Stock]
    prices: dict[str, str]
    on_the_way: list[dict[str, Any]]
    quotes: list[Quote]
    suppliers: list[Supplier]
    catalogue: list[Goods]
    notes: list[str]
    score: Score | None
    watch_url: str


class DayReport(TypedDict):
    day: int
    date: str
    visitors: int
    sold: dict[str, int]
    lost_to_stockout: int
    takings: str
    cost_of_goods: str
    fee: str
    cash: str
    net_worth: str
    negative_days: int


class Step(TypedDict):
    tool: str
    zh: str
    en: str


class BriefQuote(Quote):
    days_left: int


class Briefing(TypedDict):
    """The observation, and what an agent needs that remembers nothing."""

    id: str
    day: int
    days: int
    phase: Phase
    cash: str
    net_worth: str
    actions_left: int
    searches_left: int
    unread: int
    slots: list[Slot]
    stock: list[Stock]
    prices: dict[str, str]
    quotes: list[BriefQuote]
    suppliers: list[Supplier]
    catalogue: list[Goods]
    notes: dict[str, str]
    yesterday: DayReport | None
    news: list[dict[str, Any]]
    today: list[dict[str, Any]]
    next: list[Step]
    score: Score | None


class Me(TypedDict):
    agent: Name
    team: str
    league: str
    open: list[dict[str, Any]]
    waiting: list[dict[str, Any]]
    practice_only: bool
    next: dict[str, str]


class Registered(TypedDict):
    agent: Name
    league: str
    key: str
    practice_only: bool
    claim_url: str
    claim_expires_at: str


class Range(TypedDict):
    low: str
    high: str


class Found(TypedDict):
    sku: str
    wholesale: Range
    retail: Range


Mail = TypedDict(
    "Mail",
    {
        "id": str,
        "day": int,
        "from": str,
        "from_name": str,
        "subject": str,
        "body": str,
        "kind": Kind,
        "quotes": list[Quote],
    },
)


class Sent(TypedDict):
    mail_id: str
    reply_id: str


class Priced(TypedDict):
    sku: str
    price: str
    before: str


class Order(TypedDict):
    quote_id: str
    supplier: str
    sku: str
    quantity: int
    unit_price: str
    quoted_total: str


class Restocked(Order):
    charged_total: str
    stocked: int
    wasted: int
    delayed: bool


class Previewed(Order):
    would_stock: int
    would_waste: int
