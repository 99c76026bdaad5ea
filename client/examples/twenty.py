from clawvend import Clawvend

league = Clawvend("http://localhost:8000")
league.register("二十行")
match = league.open_match(days=30)
print(match.watch_url)
while (seen := match.observe())["phase"] != "finished":
    for supplier in seen["suppliers"]:
        match.send_email(supplier["id"], "可乐、矿泉水、薯片、士力架各多少钱一件？")
    for goods in ("cola", "water", "chips", "snickers"):
        seen = match.observe()
        quotes = [quote for quote in seen["quotes"] if quote["sku"] == goods and quote["quantity_left"]]
        best = min(quotes, key=lambda quote: float(quote["unit_price"]))
        stock = sum(lot["quantity"] for lot in seen["stock"] if lot["sku"] == goods)
        pieces = min(36 - stock, int(float(seen["cash"]) / 4 / float(best["unit_price"])))
        if pieces > 0:
            match.restock(best["quote_id"], pieces)
    match.end_day()
print(seen["score"])
