"""What drf-spectacular cannot know, put into the OpenAPI document: a path for each tool with the engine's own
schemas, every refusal with its words, and examples that came from the running API (examples.json)."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from drf_spectacular.openapi import AutoSchema

import engine
from league.api.errors import PROBLEMS, RETRY_AFTER, refusal
from league.api.results import PLACES, RESULTS, SHAPES
from league.api.untrusted import SAY

Json = dict[str, Any]
EXAMPLES = Path(__file__).with_name("examples.json")
TOOLS_PATH = "/api/v1/agent/matches/{match_id}/tools/{tool}"
PROBLEM = "application/problem+json"

ALWAYS = ("malformed", "not_found", "not_acceptable", "throttled", "error", "busy")
WITH_A_KEY = ("not_authenticated", "forbidden")
WITH_A_BODY = ("length_required", "too_large", "unsupported_media_type", "key_reused", "in_flight")
OF_AN_OPERATION = {
    "agent_open_match": ("too_many_open", "practice_closed", "practice_limit"),
    "agent_checkup": ("not_finished",),
    "agent_claim": ("already_claimed",),
    "delete_season": ("conflict",),
    "move_season": ("conflict",),
    "decide_entry": ("conflict",),
    "judge_match": ("conflict",),
}
OF_THE_GAME = {
    "web_search": ("no_searches_left",),
    "send_email": ("supplier_unknown",),
    "set_price": ("sku_unknown", "price_out_of_range"),
    "restock": ("quote_unknown", "quote_expired", "quote_exhausted", "cash_short"),
    "note_to_self": ("notes_full",),
    "blacklist_supplier": ("supplier_unknown",),
    "read_inbox": ("supplier_unknown",),
}
FREE = ("end_day", "give_up")  # count for nothing, so they are never refused for the limit


class Operation(AutoSchema):
    """Carries over what the view says of itself."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Json | None:
        operation: Json | None = super().get_operation(*args, **kwargs)
        if operation is not None:
            operation["x-untrusted"] = list(getattr(self.view, "untrusted", ()))
        return operation


def complete(result: Json, generator: object, request: object, public: bool) -> Json:
    """The hook of drf-spectacular, after all."""
    paths, components = result["paths"], result["components"]
    if TOOLS_PATH in paths:
        template = paths.pop(TOOLS_PATH)
        for tool in engine.TOOLS.values():
            paths[TOOLS_PATH.replace("{tool}", tool.name)] = _tool(template, tool)
    schemas = components["schemas"]
    schemas |= {**SHAPES, "Untrusted": _untrusted(), "Problem": _problem(schemas)}
    for name, places in PLACES.items():
        schemas[name]["properties"] |= places
    components["examples"] = {
        code: {"summary": about["detail_en"], "value": about} for code, about in _refusals().items()
    }
    for path, operations in paths.items():
        for method, operation in operations.items():
            _finish(path, method, operation, schemas)
    result["paths"] = dict(sorted(paths.items()))
    return result


def _tool(template: Json, tool: Any) -> Json:
    post = json.loads(json.dumps(template["post"]))
    post["operationId"] = f"tool_{tool.name}"
    post["summary"] = tool.description_zh
    post["description"] = f"{tool.description_zh} {tool.description_en}"
    post["parameters"] = [one for one in post["parameters"] if one["name"] != "tool"]
    body = {"schema": tool.schema}
    post["requestBody"] = {"content": {"application/json": body}, "required": bool(tool.schema["required"])}
    outcome = {
        "allOf": [
            {"$ref": "#/components/schemas/Outcome"},
            {"type": "object", "properties": {"result": RESULTS[tool.name]}},
        ]
    }
    answers = {"200": {"content": {"application/json": {"schema": outcome}}, "description": "Done."}}
    if tool.name == "end_day":
        pending = {"schema": {"$ref": "#/components/schemas/Outcome"}}
        answers["202"] = {
            "content": {"application/json": pending},
            "description": "Being settled; look there.",
        }
    post["responses"] = answers
    post["x-untrusted"] = ["result.mails[]"] if tool.name == "read_inbox" else []
    return {"post": post}


def _finish(path: str, method: str, operation: Json, schemas: Json) -> None:
    """All the ways in which this operation may answer, each with an example."""
    name, responses = operation["operationId"], operation["responses"]
    operation.setdefault("summary", str(operation.get("description", name)).split(".")[0])
    recorded = _recorded().get(name, {})
    for status, response in responses.items():
        response.get("content", {}).pop(PROBLEM, None)  # a success is plain JSON
        for kind, content in response.get("content", {}).items():
            if kind == "application/json":
                value = recorded.get(status)
                given = sample(content["schema"], schemas) if value is None else value
                content["examples"] = {"example": {"value": given}}
        if operation["x-untrusted"] and status.startswith("2") and "content" in response:
            _label(response, schemas)
    for parameter in operation.get("parameters", []):
        if parameter["name"] == "match_id":
            parameter["schema"] = {"type": "string", "pattern": "^[a-z2-7]{12}$"}
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body is not None:
        value = recorded.get("request")
        body["examples"] = {"example": {"value": sample(body["schema"], schemas) if value is None else value}}
    by_status: dict[int, list[str]] = {}
    for code in _codes(path, method, operation):
        by_status.setdefault(_refusals()[code]["status"], []).append(code)
    for status, codes in sorted(by_status.items()):
        responses[str(status)] = _answer(status, codes)


def _label(response: Json, schemas: Json) -> None:
    """The answer may say which of its fields others wrote."""
    schema = response["content"]["application/json"]["schema"]
    label = {"$ref": "#/components/schemas/Untrusted"}
    if "$ref" in schema:
        schemas[schema["$ref"].rsplit("/", 1)[1]]["properties"]["untrusted"] = label
    else:
        schema["allOf"].append({"type": "object", "properties": {"untrusted": label}})


def _codes(path: str, method: str, operation: Json) -> list[str]:
    name = operation["operationId"]
    codes = [*ALWAYS, *OF_AN_OPERATION.get(name, ())]
    if operation.get("security"):
        codes += WITH_A_KEY
    if method in ("post", "put", "patch"):
        codes += WITH_A_BODY
    if name.startswith("tool_"):
        tool = name.removeprefix("tool_")
        codes += [*OF_THE_GAME.get(tool, ()), "settling", "match_finished", "match_void", "tool_unknown"]
        codes += [] if tool in FREE else ["no_actions_left"]
    return list(dict.fromkeys(codes))


def _answer(status: int, codes: list[str]) -> Json:
    answer: Json = {
        "description": "；".join(_refusals()[code]["detail"] for code in codes),
        "content": {
            PROBLEM: {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {code: {"$ref": f"#/components/examples/{code}"} for code in codes},
            }
        },
    }
    if status == 429 or RETRY_AFTER.keys() & set(codes):
        seconds = {
            "schema": {"type": "integer"},
            "description": "Seconds to wait.",
            "required": status in (429, 503),
        }
        answer["headers"] = {"Retry-After": seconds}
    return answer


@lru_cache
def _refusals() -> dict[str, Json]:
    """Every refusal as it is answered."""
    given = {
        code: {
            "type": f"urn:clawvend:problem:{code}",
            "title": about.title,
            "status": about.status,
            "code": code,
            "detail": about.detail,
            "detail_en": about.detail_en,
            "hint": about.hint,
            "hint_en": about.hint_en,
        }
        for code, about in PROBLEMS.items()
    }
    given["malformed"]["errors"] = {"days": {"zh": "要用这些天数之一：30。", "en": "Must be one of 30."}}
    given["throttled"]["limit"] = "tools: 200/10s"
    for code, about in engine.REFUSALS.items():
        if code not in given:
            where = {
                "ok": False,
                "tool": "restock",
                "day": 1,
                "phase": "open",
                "actions_left": 49,
                "digest": "0" * 32,
            }
            words = {
                "detail": about.zh,
                "detail_en": about.en,
                "hint": about.hint_zh,
                "hint_en": about.hint_en,
            }
            given[code] = json.loads(refusal({**where, "code": code, **words}).content)
    return given


def _problem(schemas: Json) -> Json:
    problem: Json = schemas["Problem"]
    words = {"type": "object", "properties": {"zh": {"type": "string"}, "en": {"type": "string"}}}
    problem["properties"]["code"] = {"type": "string", "enum": sorted(_refusals())}
    problem["properties"]["errors"] = {"type": "object", "additionalProperties": words}
    return problem


def _untrusted() -> Json:
    fields = {"type": "array", "items": {"type": "string"}}
    return {
        "type": "object",
        "description": f"{SAY['zh']} {SAY['en']}",
        "properties": {"fields": fields, "zh": {"type": "string"}, "en": {"type": "string"}},
        "required": ["fields", "zh", "en"],
    }


@lru_cache
def _recorded() -> dict[str, Json]:
    return json.loads(EXAMPLES.read_text()) if EXAMPLES.exists() else {}


def sample(schema: Json, schemas: Json) -> Any:
    """Some value that a schema allows: for operations of which none was recorded."""
    if "$ref" in schema:
        return sample(schemas[schema["$ref"].rsplit("/", 1)[1]], schemas)
    for word in ("example", "default", "const"):
        if word in schema:
            return schema[word]
    if schema.get("examples") or schema.get("enum"):
        return (schema.get("examples") or schema["enum"])[0]
    if "allOf" in schema:
        whole: Json = {}
        for part in schema["allOf"]:
            whole |= sample(part, schemas) or {}
        return whole
    if "oneOf" in schema or "anyOf" in schema:
        return sample((schema.get("oneOf") or schema["anyOf"])[0], schemas)
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        return {name: sample(one, schemas) for name, one in schema.get("properties", {}).items()}
    if kind == "array":
        return [sample(schema.get("items", {}), schemas)]
    simple = {
        "integer": 1,
        "number": 0.5,
        "boolean": True,
        "string": _STRINGS.get(schema.get("format", ""), "text"),
    }
    return simple.get(str(kind))


_STRINGS = {"date": "2026-07-01", "date-time": "2026-07-01T12:00:00+08:00", "uri": "https://example.com/"}
