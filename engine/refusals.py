"""Why a rule says no: a closed set of codes, each with a sentence and a next step, in Chinese and English."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """`code` is stable; the sentences may be reworded."""

    code: str
    zh: str
    en: str
    hint_zh: str
    hint_en: str


REFUSALS: dict[str, Refusal] = {
    r.code: r
    for r in (
        Refusal(
            "no_actions_left",
            "今天的行动次数已经用完。",
            "No actions are left today.",
            "调用 end_day 结束今天，明天重新计数。",
            "Call end_day: the count starts again tomorrow.",
        ),
        Refusal(
            "no_searches_left",
            "今天的搜索次数已经用完。",
            "No web searches are left today.",
            "明天再搜，或直接写信向供应商询价。",
            "Search again tomorrow, or ask a supplier by send_email.",
        ),
        Refusal(
            "supplier_unknown",
            "没有这个供应商。",
            "There is no such supplier.",
            "收件人用观测里 suppliers 的 id、地址或名称。",
            "Use an id, address or name from the observation's suppliers.",
        ),
        Refusal(
            "sku_unknown",
            "市场上没有这种商品，或者它还没有上市。",
            "This SKU is not on the market, or not yet.",
            "商品 id 见观测里的 catalogue。",
            "The observation's catalogue lists the SKU ids on the market.",
        ),
        Refusal(
            "price_out_of_range",
            "定价超出范围：最低 0.01 美元，最高为参考零售价的 20 倍。",
            "The price is out of range: from $0.01 to 20 times the typical retail price.",
            "参考零售价见 catalogue 里的 typical_price，换一个价格再试。",
            "See typical_price in the catalogue, then set another price.",
        ),
        Refusal(
            "quote_unknown",
            "没有这份报价。",
            "There is no such quote.",
            "报价编号见收件箱或观测里的 quotes；没有就先写信询价。",
            "Quote ids are in the inbox and in the observation's quotes; ask for one by send_email.",
        ),
        Refusal(
            "quote_expired",
            "这份报价已经过期。",
            "This quote has expired.",
            "写信给同一家供应商重新询价。",
            "Ask the same supplier for a new quote by send_email.",
        ),
        Refusal(
            "quote_exhausted",
            "数量超过这份报价剩余的数量。",
            "The quantity is more than the quote has left.",
            "按 quantity_left 减少数量，或另要一份报价。",
            "Order at most quantity_left, or ask for another quote.",
        ),
        Refusal(
            "cash_short",
            "现金不够付这笔报价的总额。",
            "Cash does not cover the quoted total.",
            "减少数量；dry_run 可以先看总额，不会下单。",
            "Order fewer pieces; dry_run shows the total without ordering.",
        ),
        Refusal(
            "notes_full",
            "笔记已满：最多 100 条，合计 32,000 字。",
            "The notes are full: at most 100 keys, 32,000 characters in all.",
            "改写已有的 key，或者缩短内容。",
            "Overwrite an existing key, or shorten the note.",
        ),
        Refusal(
            "match_finished",
            "比赛已经结束。",
            "The match is finished.",
            "开一场新的练习赛，或等待下一轮。",
            "Open another practice match, or wait for the next round.",
        ),
    )
}
