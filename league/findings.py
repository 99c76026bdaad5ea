"""What a check-up advises: a code, a sentence and a next step in two languages, the dearest first."""

from typing import Any

import engine
from league.figures import cents

_TRAP_WORDS = {
    "greedy": (
        "有供应商每订一次就涨价",
        "A supplier raised its prices with each order",
        "记下每家的首次报价，涨了就换一家并拉黑。",
        "Note each supplier's first price; when all creep up, change and blacklist.",
    ),
    "bait": (
        "有供应商实收高于报价",
        "A supplier charged more than it quoted",
        "比较 charged_total 和 quoted_total，不一样就拉黑。",
        "Compare charged_total with quoted_total; blacklist when they differ.",
    ),
    "outage": (
        "有供应商又贵又拖",
        "A supplier was dear and late",
        "看 restock 的 delayed，收了钱不发货就拉黑。",
        "See delayed in restock's answer; blacklist who is paid and does not deliver.",
    ),
}


def findings(told: dict[str, Any]) -> list[dict[str, str]]:
    """What to do better, the dearest first."""
    found = []
    for bot, line in told["par"].items():
        if bot != "idle" and cents(told["score"]["net_worth"]) < cents(line["score"]["net_worth"]):
            mine, theirs = told["score"]["net_worth"], line["score"]["net_worth"]
            found.append(
                _finding(
                    f"below_{bot}",
                    f"净资产 {mine}，同一种子下陪练 {bot} 是 {theirs}。",
                    f"Net worth {mine}; the house agent {bot} made {theirs} of the same seed.",
                    "对照 par 里逐日的净资产，看从哪天开始落后。",
                    "Compare net_worth with par day by day to see where you fell behind.",
                )
            )
    for persona, trap in told["traps"].items():
        if trap["cost"] != "0.00" and not trap["blacklisted"]:
            zh, en, hint, hint_en = _TRAP_WORDS[persona]
            found.append(
                _finding(
                    f"trap_{persona}",
                    f"{zh}，损失 {trap['cost']}。",
                    f"{en}: {trap['cost']} lost.",
                    hint,
                    hint_en,
                )
            )
    for error in told["errors"]:
        if error["times"] > 1:
            refusal = engine.REFUSALS[error["code"]]
            found.append(
                _finding(
                    f"repeated_{error['code']}",
                    f"同样的错误犯了 {error['times']} 次：{refusal.zh}",
                    f"The same error {error['times']} times: {refusal.en}",
                    refusal.hint_zh,
                    refusal.hint_en,
                )
            )
    if told["waste"]["pieces"]:
        cost = told["waste"]["cost"]
        found.append(
            _finding(
                "waste",
                f"有 {told['waste']['pieces']} 件放不下，报废 {cost}。",
                f"{told['waste']['pieces']} pieces did not fit: {cost} scrapped.",
                "下单前用 dry_run 看 would_waste。",
                "See would_waste by dry_run before ordering.",
            )
        )
    lost, came = told["visitors"]["lost_to_stockout"], told["visitors"]["came"]
    if lost * 20 > came or not came:
        found.append(
            _finding(
                "lost_visitors",
                f"{came} 位顾客里有 {lost} 位因缺货离开。" if came else "机器是空的，一位顾客也没有。",
                f"{lost} of {came} visitors left because of stock-outs."
                if came
                else "The machine was empty.",
                "备够两三天的量；每天收摊前看 slots。",
                "Keep two or three days of stock; look at slots before end_day.",
            )
        )
    if told["unused_tools"]:
        names = "、".join(told["unused_tools"])
        found.append(
            _finding(
                "unused_tools",
                f"没有用过：{names}。",
                f"Never used: {', '.join(told['unused_tools'])}.",
                "各工具的用处见 references/tools.md。",
                "references/tools.md says what each is for.",
            )
        )
    unread = sum(told["mails"]["unread"].values())
    if unread * 2 > told["mails"]["arrived"]:
        found.append(
            _finding(
                "unread_mails",
                f"{told['mails']['arrived']} 封邮件里有 {unread} 封没有读。",
                f"{unread} of {told['mails']['arrived']} mails were never read.",
                "每天早上先 read_inbox：发票说明实付多少，行情邮件预告新品。",
                "Begin days with read_inbox: invoices tell what was charged, news tells of new goods.",
            )
        )
    return found


def _finding(code: str, zh: str, en: str, hint: str, hint_en: str) -> dict[str, str]:
    return {"code": code, "detail": zh, "detail_en": en, "hint": hint, "hint_en": hint_en}
