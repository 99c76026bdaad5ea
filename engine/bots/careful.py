"""Compares, haggles, watches invoices and deliveries, blacklists, reprices, and keeps notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.bots.bot import Bot, Call

RANGE = 5  # SKUs that it carries: more of them draw no more visitors
LEVEL = 40  # pieces of a SKU that it wants at the most, some days' sales
RESERVE = 2_000  # cents that it keeps for the stall fee
TRIAL = 6  # pieces of a first order with a supplier that it does not know
PROBES = 5  # orders of one piece that it spends to learn how a supplier behaves
CREEP = 1.10  # a price that is this much above the first one, for all goods alike, is no accident


class Careful(Bot):
    name = "careful"

    def __init__(self) -> None:
        super().__init__()
        self.market: dict[str, int] = {}  # wholesale price as searches tell it, cents, averaged
        self.searches: dict[str, int] = {}
        self.first: dict[tuple[str, str], int] = {}  # (supplier, SKU): the first price it ever asked
        self.orders: dict[str, int] = {}  # orders that a supplier has had from us
        self.carried: list[str] = []  # what it sells now

    def turns(self) -> Iterator[Call]:
        yield "read_notes", {"thought": "先看看自己以前记下了什么。"}
        while True:
            if self.seen["unread"]:
                yield "read_inbox", {"unread_only": True, "limit": 50, "thought": "先读新邮件。"}
            yield from self._research()
            self._choose()
            short = [sku for sku in self.carried if self.stock(sku) * 10 < self._level(sku) * 7]
            if short and self._spare() > 0:
                yield from self._ask(short)
                yield from self._buy()
                yield from self._probe()
            yield from self._reprice()
            yield "end_day", {"thought": "今天该做的都做了，开门迎客。"}

    # What is worth selling

    def _research(self) -> Iterator[Call]:
        unknown = [goods["sku"] for goods in self.seen["catalogue"] if self.searches.get(goods["sku"], 0) < 2]
        if not unknown or not self.seen["searches_left"]:
            return
        yield "web_search", {"query": " ".join(unknown), "thought": "查一下行情，心里有数才好谈价。"}
        for found in self.result.get("results", []):
            low, high = (self.cents(found["wholesale"][end]) for end in ("low", "high"))
            times = self.searches.get(found["sku"], 0)
            known = self.market.get(found["sku"], 0)
            self.market[found["sku"]] = (known * times + (low + high) // 2) // (times + 1)
            self.searches[found["sku"]] = times + 1

    def _choose(self) -> None:
        """Carry the SKUs with the best margin; a new one must beat the worst by a dollar."""
        margin = {
            goods["sku"]: self.cents(goods["typical_price"]) - self.market[goods["sku"]]
            for goods in self.seen["catalogue"]
            if goods["sku"] in self.market
        }
        for sku in sorted(margin, key=lambda sku: -margin[sku]):
            if sku in self.carried:
                continue
            if len(self.carried) >= RANGE:
                worst = min(self.carried, key=lambda sku: margin[sku])
                if margin[sku] < margin[worst] + 100:
                    break
                self.carried.remove(worst)
            self.carried.append(sku)

    def _name(self, sku: str) -> str:
        return next(str(goods["name"]).split()[0] for goods in self.seen["catalogue"] if goods["sku"] == sku)

    def _size(self, sku: str) -> str:
        return next(str(goods["size"]) for goods in self.seen["catalogue"] if goods["sku"] == sku)

    def _level(self, sku: str) -> int:
        """Pieces of it that it wants in the machine: no more than its part of the slots of its size."""
        size = self._size(sku)
        slots = [slot for slot in self.seen["slots"] if slot["size"] == size]
        sharing = sum(self._size(other) == size for other in self.carried)
        return min(LEVEL, max(1, len(slots) // sharing) * int(slots[0]["capacity"]))

    def _fits(self, sku: str) -> int:
        """Pieces of it that there is room for now."""
        size = self._size(sku)
        return sum(
            slot["capacity"] - slot["quantity"]
            for slot in self.seen["slots"]
            if slot["sku"] == sku or (slot["sku"] is None and slot["size"] == size)
        )

    # Buying

    def _open_suppliers(self) -> list[str]:
        return [supplier["id"] for supplier in self.seen["suppliers"] if not supplier["blacklisted"]]

    def _ask(self, short: list[str]) -> Iterator[Call]:
        names = {goods["sku"]: goods["name"] for goods in self.seen["catalogue"]}
        lines = "\n".join(f"- {names[sku]}" for sku in short)
        for supplier in self._open_suppliers():
            yield (
                "send_email",
                {
                    "to": supplier,
                    "subject": "询价",
                    "body": f"您好，请报一下以下商品的批发单价：\n{lines}\n谢谢。",
                    "thought": "货比三家，每家都问一遍。",
                },
            )
        for quote in self.seen["quotes"]:
            self.first.setdefault((quote["supplier"], quote["sku"]), self.cents(quote["unit_price"]))
        yield from self._watch_creep()
        for supplier in self._open_suppliers():
            mine = [
                quote for quote in self._offers(supplier) if quote["sku"] in short and not quote["bargained"]
            ]
            fair = [
                quote for quote in mine if self.cents(quote["unit_price"]) < self.market[quote["sku"]] * 1.15
            ]
            if fair:
                goods = "、".join(names[quote["sku"]] for quote in fair)
                yield (
                    "send_email",
                    {
                        "to": supplier,
                        "subject": "关于报价",
                        "body": f"您好，{goods}能便宜10%吗？合适我们今天就订。",
                        "thought": "报价还有商量的余地，还个价试试。",
                    },
                )

    def _offers(self, supplier: str) -> list[dict[str, Any]]:
        return [quote for quote in self.seen["quotes"] if quote["supplier"] == supplier]

    def _spare(self) -> int:
        return self.cents(self.seen["cash"]) - RESERVE

    def _cheapest(self, sku: str) -> dict[str, Any] | None:
        open_suppliers = self._open_suppliers()
        return min(
            (
                quote
                for quote in self.seen["quotes"]
                if quote["sku"] == sku and quote["supplier"] in open_suppliers and quote["quantity_left"]
            ),
            key=lambda quote: self.cents(quote["unit_price"]),
            default=None,
        )

    def _buy(self) -> Iterator[Call]:
        """Fill up what is shortest first, each with its share of the cash."""
        order = sorted(self.carried, key=lambda sku: self.stock(sku) / self._level(sku))
        for at, sku in enumerate(order):
            budget = self._spare() // (len(order) - at)
            while (best := self._cheapest(sku)) is not None:
                price, new = self.cents(best["unit_price"]), not self.orders.get(best["supplier"])
                need = min(
                    self._level(sku) - self.stock(sku),
                    self._fits(sku),
                    best["quantity_left"],
                    budget // price,
                )
                pieces = min(need, TRIAL) if new else need
                if pieces <= 0 or price > self.market[sku] * 1.3:
                    break
                yield (
                    "restock",
                    {
                        "quote_id": best["quote_id"],
                        "quantity": pieces,
                        "thought": f"{self._name(sku)}这家最便宜，"
                        + ("第一次打交道，先少订一点。" if new else "补货。"),
                    },
                )
                if not (self.last or {}).get("ok"):
                    break
                budget -= self.cents(self.result["charged_total"])
                yield from self._check(self.result)

    def _probe(self) -> Iterator[Call]:
        """Order a single piece where little is known: cheap, and it shows invoices, delays and creeping
        prices."""
        for supplier in self._open_suppliers():
            offers = [
                quote
                for quote in self._offers(supplier)
                if quote["sku"] in self.carried
                and self._fits(quote["sku"])
                and self.cents(quote["unit_price"]) < self.market[quote["sku"]] * 1.5
            ]
            if self.orders.get(supplier, 0) < PROBES and offers and self._spare() > 5_000:
                quote = min(offers, key=lambda quote: self.cents(quote["unit_price"]))
                yield (
                    "restock",
                    {"quote_id": quote["quote_id"], "quantity": 1, "thought": "买一件试试这家守不守信用。"},
                )
                if (self.last or {}).get("ok"):
                    yield from self._check(self.result)

    def _check(self, bill: dict[str, Any]) -> Iterator[Call]:
        supplier = bill["supplier"]
        self.orders[supplier] = self.orders.get(supplier, 0) + 1
        if bill["charged_total"] != bill["quoted_total"]:
            yield from self._mark(supplier, f"报价 {bill['quoted_total']}，实收 {bill['charged_total']}")
        elif bill["delayed"]:
            yield from self._mark(supplier, "付了钱却缺货延期")

    def _watch_creep(self) -> Iterator[Call]:
        for supplier in self._open_suppliers():
            rises = [
                self.cents(quote["unit_price"]) / self.first[supplier, quote["sku"]]
                for quote in self._offers(supplier)
                if not quote["bargained"]
            ]
            if (
                self.orders.get(supplier, 0) > 1
                and len(rises) > 1
                and min(rises) > CREEP
                and max(rises) < min(rises) * 1.02
            ):
                yield from self._mark(supplier, "每订一次就涨一次价")

    def _mark(self, supplier: str, why: str) -> Iterator[Call]:
        yield (
            "blacklist_supplier",
            {"supplier": supplier, "reason": why, "thought": f"{why}，这家不能再信了。"},
        )
        yield "note_to_self", {"key": f"supplier/{supplier}", "value": why}

    # Selling

    def _reprice(self) -> Iterator[Call]:
        for goods in self.seen["catalogue"]:
            sku, typical = goods["sku"], self.cents(goods["typical_price"])
            target = typical * 106 // 100  # a little dearer sells a little less, and earns a little more
            held = self.stock(sku)
            if held and sku in self.carried and held < 4:
                target = typical * 12 // 10  # nearly gone: sell the last ones dearer
            elif held and sku not in self.carried:
                target = typical * 9 // 10  # make room
            if held and self.cents(self.seen["prices"][sku]) != target:
                yield (
                    "set_price",
                    {
                        "sku": sku,
                        "price": f"{target // 100}.{target % 100:02d}",
                        "thought": "按库存调一下价。",
                    },
                )
