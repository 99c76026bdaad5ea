import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.realservices import Embedded

README = (Path(__file__).resolve().parent.parent / "README.md").read_text()


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl on PATH")
def test_the_day_in_the_readme_can_be_played(embedded: Embedded) -> None:
    """The first thing that a newcomer types would fail."""
    block = re.search(r"<!-- tests/test_readme.py runs this block -->\n```sh\n(.*?)```", README, re.DOTALL)
    assert block
    env = os.environ | {"SITE": embedded.url, "KEY": embedded.demo["keys"]["demo-agent"]}
    script = ["sh", "-euc", block[1]]
    day = subprocess.run(script, env=env, capture_output=True, text=True, timeout=60)
    assert day.returncode == 0, day.stdout + day.stderr
    report = day.stdout.splitlines()[-1]
    assert re.fullmatch(r"\{'day': 1, 'date': .*'fee': '5.00'.*\}", report), day.stdout
