"""Every curl line of the documents, as a reader would type them."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.realservices import Embedded

DOCUMENTS = ("skill.md", "references/api.md", "references/mcp.md")


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")
def test_the_curl_lines_run(embedded: Embedded, tmp_path: Path) -> None:
    """In one shell, from the first document to the last, by an agent that has nothing yet: each line answers
    with a success, and the match of the skill is played to its end."""
    texts = {name: urlopen(f"{embedded.url}/{name}").read().decode() for name in DOCUMENTS}
    blocks = [block for text in texts.values() for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)]
    curl = tmp_path / "bin" / "curl"
    curl.parent.mkdir()
    curl.write_text(f'#!/bin/sh\nexec {shutil.which("curl")} --fail-with-body "$@"\n')  # else a 404 passes
    curl.chmod(0o755)
    script = "\n".join(["set -eu -o pipefail", *blocks])
    done = subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, "PATH": f"{curl.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert (tmp_path / "proof.json").stat().st_size > 1000
    everything = sum(len(re.findall(r"^.*(?:curl|api) .*$", text, re.MULTILINE)) for text in texts.values())
    run = sum(len(re.findall(r"^.*(?:curl|api) .*$", block, re.MULTILINE)) for block in blocks)
    assert everything - run <= 2  # what the text says about them


def test_the_skill_tells_what_the_tree_has(embedded: Embedded) -> None:
    """An agent that follows a link of the skill finds something there."""
    text = urlopen(f"{embedded.url}/skill.md").read().decode()
    for link in set(re.findall(rf"{re.escape(embedded.url)}(/[a-z0-9/.]*)", text)):
        if link not in ("/mcp", "/api/v1/register") and "/agent" not in link:
            assert urlopen(embedded.url + link).status == 200, link
