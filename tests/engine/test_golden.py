"""The rules as stories: any change of the game shows as a diff that a person reads before it lands."""

from __future__ import annotations

import doctest

import pytest

import engine
from engine import chance, money
from tests.engine.playthrough import GOLDEN, STORIES, path, story


@pytest.mark.parametrize("one", STORIES, ids=lambda one: "-".join(map(str, one)))
def test_playthrough_is_as_told(one):
    """A ruleset that is published must play on as it did. After a wanted change of an unpublished one:
    python -m tests.engine.playthrough, and read the diff."""
    assert story(*one) == path(*one).read_text(encoding="utf-8")


def test_no_story_is_left_behind():
    """A golden file that no test reads would go stale unseen."""
    assert {file.name for file in GOLDEN.iterdir()} == {path(*one).name for one in STORIES}


@pytest.mark.parametrize("module", [engine, money, chance], ids=lambda module: module.__name__)
def test_examples_in_docstrings_are_true(module):
    """The first thing that a reader of the engine tries."""
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
