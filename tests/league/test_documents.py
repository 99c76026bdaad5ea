"""/skill.md, its references, /llms.txt and /docs/"""

import re

import pytest
from django.test import Client

import engine
from league.api.errors import PROBLEMS
from league.pages.door import REFERENCES

DOCUMENTS = ["/skill.md", "/llms.txt", *(f"/references/{name}.md" for name in REFERENCES)]


def read(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_the_skill_is_valid() -> None:
    """A skill that breaks the rules of its format is not loaded: front matter, name, lengths, lines."""
    answer = Client().get("/skill.md")
    assert answer["Content-Type"] == "text/markdown; charset=utf-8"
    text = answer.content.decode()
    assert len(text.splitlines()) < 500
    head = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    assert head
    fields = dict(re.findall(r"^(\w[\w-]*): ?(.*)$", head[1], re.MULTILINE))
    assert fields["name"] == "clawvend"
    assert 1 <= len(fields["description"]) <= 1024
    assert len(fields["compatibility"]) <= 500
    assert fields.keys() <= {"name", "description", "compatibility", "license", "metadata", "allowed-tools"}


def test_references_are_one_level_deep_and_all_there() -> None:
    """A link that leads nowhere, or a document that only another one knows, is not read."""
    linked = set(re.findall(r"\]\((references/[a-z]+\.md)\)", read("/skill.md")))
    assert linked == {f"references/{name}.md" for name in REFERENCES}
    for name in REFERENCES:
        assert not re.search(r"\]\((?!http)", read(f"/references/{name}.md")), name


@pytest.mark.parametrize("path", DOCUMENTS)
def test_documents_are_plain(path: str) -> None:
    """No template text, no escaped quotes, and the address of this site."""
    text = read(path)
    assert not re.search(r"\{[%{#]|&quot;|&#x27;|&lt;", text)
    assert "http://testserver" in text or path in ("/references/tools.md",)


def test_every_tool_and_every_code_is_there() -> None:
    """Generated from the engine and the API: a tool or a refusal that is missing would surprise an agent."""
    skill, tools = read("/skill.md"), read("/references/tools.md")
    for name in engine.TOOLS:
        assert f"| `{name}` |" in skill
        assert f"## `{name}`" in tools
    told = {code: one.zh for code, one in engine.REFUSALS.items()}
    for code, detail in (told | {code: one.detail for code, one in PROBLEMS.items()}).items():
        assert f"| `{code}` | {detail} |" in skill


def test_pages_for_people() -> None:
    """/docs/ leads to all of them; /docs/api/ works without any other site."""
    page = read("/docs/")
    assert all(path in page for path in DOCUMENTS)
    assert "//cdn" not in read("/docs/api/")


def test_no_secret_is_in_a_document() -> None:
    """Documents show where a key goes, never one."""
    for path in DOCUMENTS:
        assert not re.search(r"cv_[0-9a-f]{12}_", read(path))
