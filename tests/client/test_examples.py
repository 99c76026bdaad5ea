"""The examples of the client, each as a program against a running server."""

import json
import re
import subprocess
import venv
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.client.conftest import CLIENT, Run
from tests.client.standin import stand_in
from tests.realservices import ROOT, Embedded


def last_line(printed: str) -> dict[str, object]:
    line = printed.strip().splitlines()[-1]
    score: dict[str, object] = json.loads(line.replace("'", '"').replace("None", "null"))
    return score


def test_twenty_lines_finish_a_match(embedded: Embedded, tmp_path: Path) -> None:
    """From an empty environment with nothing but the client in it, as the document installs it, to a finished
    match of 30 days by the very lines of the document. A file that the package forgets would break it."""
    document = urlopen(f"{embedded.url}/references/python.md").read().decode()
    code = re.search(r"```python\n(.*?)```", document, re.DOTALL)
    assert code
    assert code[1] == (CLIENT / "examples/twenty.py").read_text().replace(
        "http://localhost:8000", embedded.url
    )
    assert len(code[1].splitlines()) <= 20
    copied = tmp_path / "copied.py"
    copied.write_text(code[1])
    install = re.search(r"pip install (\S+)", document)
    assert install
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty/bin/python"
    subprocess.run([python, "-m", "pip", "install", "-q", install[1]], cwd=ROOT, check=True, timeout=300)
    played = subprocess.run([python, "-I", copied], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert played.returncode == 0, played.stderr
    score = last_line(played.stdout)
    assert (score["days_survived"], score["end"]) == (30, "completed")
    assert float(str(score["net_worth"])) > 1000


def test_the_scripted_agent(run: Run, embedded: Embedded) -> None:
    """It plays a check-up and is told what to do better."""
    printed = run(
        "scripted.py", "--days", "7", "--seed", "7", CLAWVEND_KEY=embedded.demo["keys"]["demo-agent"]
    )
    score = json.loads(next(line for line in printed.splitlines() if line.startswith("{")))
    assert score["days_survived"] == 7


@pytest.mark.parametrize("protocol", ["auto", "legacy"])
def test_the_mcp_agent(run: Run, embedded: Embedded, protocol: str) -> None:
    """Nothing but the address and a key, by the SDK's current protocol and the one before."""
    key = embedded.demo["keys"]["demo-agent"]
    score = last_line(run("mcp_agent.py", "--days", "7", "--protocol", protocol, CLAWVEND_KEY=key))
    assert (score["days_survived"], score["end"]) == (7, "completed")


@pytest.mark.parametrize("api", ["openai", "anthropic"])
def test_the_language_model(run: Run, embedded: Embedded, api: str) -> None:
    """A model plays a match by tools; its key goes to its endpoint only, mails come between fences, and a
    refusal with its hint."""
    with stand_in() as (model, url):
        printed = run(
            "llm.py",
            *("--days", "7"),
            CLAWVEND_KEY=embedded.demo["keys"]["demo-agent"],
            LLM_API=api,
            LLM_BASE_URL=url,
            LLM_API_KEY="sk-stand-in",
            LLM_MODEL="stand-in",
        )
    assert last_line(printed)["days_survived"] == 7
    path, headers, body = model.asked[4]  # the fifth turn of the first day
    assert path == {"openai": "/v1/chat/completions", "anthropic": "/v1/messages"}[api]
    assert "sk-stand-in" in headers.get(
        "Authorization", headers.get("X-Api-Key", headers.get("x-api-key", ""))
    )
    told = json.dumps(body, ensure_ascii=False)
    assert "<<<UNTRUSTED " in told
    assert "quote_unknown" in told
    assert embedded.demo["keys"]["demo-agent"] not in told
    assert len(body["tools"]) == 10
