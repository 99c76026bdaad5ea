"""Restocks from the first quote it gets, sells at typical prices, and never wonders."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.bot import Bot, Call

LEVEL = 12  # pieces of each SKU that it wants in the machine


class Naive(Bot):
    name = "naive"

    def turns(self) -> Iterator[Call]:
        while True:
            short = [goods for goods in self.seen["catalogue"] if self.stock(goods["sku"]) < LEVEL // 2][:6]
            if short:
                names = ", ".join(goods["name"] for goods in short)
                yield (
                    "send_email",
                    {
                        "to": self.seen["suppliers"][0]["id"],
                        "subject": "Price request",
                        "body": f"Hello, please quote your unit prices for: {names}. Thank you.",
                        "thought": "快卖光了，找第一家供应商进货。",
                    },
                )
                yield from self._buy([goods["sku"] for goods in short])
            yield "end_day", {"thought": "货上好了，收工。"}

    def _buy(self, wanted: list[str]) -> Iterator[Call]:
        for sku in wanted:
            name = next(goods["name"] for goods in self.seen["catalogue"] if goods["sku"] == sku).split()[0]
            offers = [quote for quote in self.seen["quotes"] if quote["sku"] == sku]
            if not offers:
                continue
            price, cash = self.cents(offers[0]["unit_price"]), self.cents(self.seen["cash"])
            pieces = min(LEVEL, offers[0]["quantity_left"], cash // price)
            if pieces > 0:
                yield (
                    "restock",
                    {
                        "quote_id": offers[0]["quote_id"],
                        "quantity": pieces,
                        "thought": f"单价 {offers[0]['unit_price']}，可以，买 {pieces} 件{name}。",
                    },
                )
