"""Reading requests strictly: what is not exactly JSON of a sane size is refused, and says why."""

import hashlib
import json
import math
from typing import Any

from rest_framework.request import Request

from league.api.errors import Malformed, Refused
from league.play import Key

LARGEST_BODY = 64 * 1024
LONGEST_KEY = 128
_LONGEST_NUMBER = 20  # digits


class _Bad(ValueError):
    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.text = {"zh": zh, "en": en}


def json_object(request: Request) -> dict[str, Any]:
    """The body as a JSON object; no body is an empty one."""
    raw = _raw(request)
    if not raw.strip():
        return {}
    media_type = request.META.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    if media_type != "application/json" and not media_type.endswith("+json"):
        raise Refused("unsupported_media_type")
    try:
        value = _DECODER.decode(raw.decode("utf-8"))
        if b"\\u" in raw:
            _require_text(value)
    except UnicodeDecodeError:
        raise Malformed({"body": {"zh": "正文不是 UTF-8。", "en": "The body is not UTF-8."}}) from None
    except RecursionError:
        raise Malformed({"body": {"zh": "嵌套太深。", "en": "Nested too deeply."}}) from None
    except _Bad as bad:
        raise Malformed({"body": bad.text}) from None
    except ValueError:
        raise Malformed({"body": {"zh": "正文不是 JSON。", "en": "The body is not JSON."}}) from None
    if not isinstance(value, dict):
        raise Malformed({"body": {"zh": "正文要是 JSON 对象。", "en": "The body must be a JSON object."}})
    return value


def _raw(request: Request) -> bytes:
    if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
        raise Refused("length_required")
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal():
        raise Malformed({"Content-Length": {"zh": "不是数字。", "en": "Not a number."}})
    if int(length) > LARGEST_BODY:
        raise Refused("too_large")
    return bytes(request._request.body)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Bad("同一个字段出现了两次。", "A field is there twice.")
    return found


def _no_constant(name: str) -> Any:
    raise _Bad(f"{name} 不是 JSON 数字。", f"{name} is no JSON number.")


def _float(text: str) -> float:
    if len(text) > 2 * _LONGEST_NUMBER or not math.isfinite(number := float(text)):
        raise _Bad("数字太大或太长。", "A number is too large or too long.")
    return number


def _int(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise _Bad("数字太大或太长。", "A number is too large or too long.")
    return int(text)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_float, parse_int=_int
)


def _require_text(value: Any) -> None:
    """NUL and half surrogates, which only escapes can bring in, can be neither stored nor encoded."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= char <= "\udfff" for char in value):
            raise _Bad("含有 NUL 或残缺的代理字符。", "Contains NUL or half a surrogate pair.")
    elif isinstance(value, dict):
        for name, item in value.items():
            _require_text(name)
            _require_text(item)
    elif isinstance(value, list):
        for item in value:
            _require_text(item)


def idempotency_key(request: Request, what: str, body: dict[str, Any]) -> Key | None:
    """The key of a POST, with the digest of what it asks for."""
    value = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if value is None:
        return None
    if not 1 <= len(value) <= LONGEST_KEY or not value.isascii() or not value.isprintable():
        text = {
            "zh": f"要用 1 到 {LONGEST_KEY} 个可见的 ASCII 字符。",
            "en": f"Must be 1 to {LONGEST_KEY} printable ASCII characters.",
        }
        raise Malformed({"Idempotency-Key": text})
    return key_for(value, what, body)


def key_for(value: str, what: str, body: dict[str, Any]) -> Key:
    asked = json.dumps([what, body], sort_keys=True)
    return Key(value, hashlib.sha256(asked.encode()).hexdigest())


def whole(request: Request, name: str, *, default: int, lowest: int, highest: int) -> int:
    """A whole number of the query string."""
    text = request.GET.get(name)
    if text is None:
        return default
    digits = text.removeprefix("-")
    number = int(text) if digits.isascii() and digits.isdecimal() and len(text) < 12 else None
    if number is None or not lowest <= number <= highest:
        raise Malformed(
            {
                name: {
                    "zh": f"要用 {lowest} 到 {highest} 的整数。",
                    "en": f"Must be a whole number from {lowest} to {highest}.",
                }
            }
        )
    return number
