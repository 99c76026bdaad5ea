"""`understand`: the reading of one mail, step by step."""

import re

from .goods import mentions
from .intent import Intent, Item
from .normalise import plain

_CUES = {
    "other": r"ignore (all |any )?(previous|prior)|忽略.{0,8}指令|system prompt",
    "complaint": r"refund|damaged|broken|leaking|expired|not arrived|overcharged|投诉|退款|退货|破损|过期|没到|没收到",
    "negotiate": r"discount|cheaper|too expensive|% off|counter|match|便宜|太贵|折|让.{0,3}点|优惠|还价|降",
    "inquiry": r"price|quote|quotation|how much|cost|catalog|available|stock|报价|多少钱|单价|价格|询价|价目|有货|咋卖",
    "order": r"order|ship|send|take|deliver|下单|发货|订购|订单|我要|来\d",
}


def understand(subject: str, body: str) -> Intent:
    """What the mail asks of a supplier (RULES.md section 6, `send_email`)."""
    text = plain(f"{subject}\n{body}")
    kind = next((kind for kind, cue in _CUES.items() if re.search(cue, text)), "other")
    skus = dict.fromkeys(mention.sku for mention in mentions(text) if mention.sku)
    items = () if kind == "other" else tuple(Item(sku) for sku in skus)
    language = "zh" if re.search("[一-鿿]", text) else "en"
    return Intent(kind, items, language=language)
