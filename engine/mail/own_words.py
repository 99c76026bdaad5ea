# ruff: noqa: E501
"""Cutting a mail down to what its sender writes now: no quoted thread, no signature."""

import re

_QUOTED = re.compile(r"^\s*(?:>|\|\s*>|》)")
_ATTRIBUTION = re.compile(
    r"^\W{0,3}(?:on .{1,60}(?:wrote|said|writes)\s*:?|.{1,60}(?:wrote|writes)\s*:|(?:在|于)?.{0,40}(?:写道|来信说|来信写道|的邮件)\s*:?)\s*$"
)
_ORIGINAL = re.compile(
    r"^\W{0,12}(?:original (?:message|mail|email)|forwarded message|begin forwarded message|previous (?:message|mail|email)|"
    r"原始邮件|原始信件|原邮件|历史邮件|转发的?邮件|以下是?(?:原|引用|历史).{0,6}(?:文|邮件|内容|信件)?|引用(?:原文|内容|邮件))\W{0,12}$"
)
_HEADER = re.compile(r"^\s*(?:from|发件人|寄件者)\s*:.{0,120}$")
_SIGN_OFF = re.compile(
    r"^\W{0,3}(?:(?:with )?(?:many |kind|best|warm|warmest|kindest|my best|sincere|our best)? ?(?:regards|wishes|thanks)(?: in advance)?"
    r"|thank you(?: (?:very much|in advance|so much|all))?|thanks(?: (?:a lot|so much|again|in advance|and regards))?|thx|cheers|sincerely|(?:yours )?(?:sincerely|faithfully|truly)(?: yours)?"
    r"|all the best|best|respectfully|cordially|rgds|br|ta|--|-- ?|__+|sent from my .{1,40}"
    r"|此致|敬礼|敬上|谨启|顺祝?(?:颂)?商祺|顺颂.{2,4}|祝商祺|商祺|祝好|祝.{2,8}|谢谢[您你]?|多谢|此致敬礼|盼复)\W{0,3}$"
)
_POSTSCRIPT = re.compile(r"^\W{0,3}(?:p\.? ?s\.?\W|ps:|又及|附言|另:|另外)")


_REQUEST = re.compile(r"\?|please|pls|quote|price|order|send|ship|refund|请|报价|多少|下单|发货|便宜|退")
_SIGNATURE_LINES = 6


def own_words(text: str) -> str:
    """`text` (readable, lower case) without quoted mails and without what follows the sign-off."""
    kept: list[str] = []
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if _QUOTED.match(line):
            continue
        if _ORIGINAL.match(line) or (_HEADER.match(line) and kept):
            break
        if len(line) < 130 and _ATTRIBUTION.match(line):
            if _quote_follows(lines, number):
                continue
            break
        kept.append(line)
        if len(line) < 60 and _SIGN_OFF.match(line) and _is_signature(lines[number + 1 : number + 40]):
            break
    return "\n".join(kept)


def _quote_follows(lines: list[str], number: int) -> bool:
    following = next((line for line in lines[number + 1 : number + 4] if line.strip()), "")
    return bool(_QUOTED.match(following))


def _is_signature(lines: list[str]) -> bool:
    """Whether the lines after a sign-off are a name and an address, not a mail that goes on."""
    rest: list[str] = []
    for line in lines:
        if _QUOTED.match(line) or _ORIGINAL.match(line) or _ATTRIBUTION.match(line[:130]):
            break
        if line.strip():
            rest.append(line)
    signed = len(rest) <= _SIGNATURE_LINES and not any(len(line) > 80 or _REQUEST.search(line) for line in rest)
    return signed and not any(_POSTSCRIPT.match(line) for line in rest)
