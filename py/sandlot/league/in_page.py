"""Lets the page check a bot before it is proposed to a league. Arguments and results are JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sandlot.bounded import Bounds, read_json
from sandlot.league.entries import BOTS
from sandlot.league.proposal import Change, check
from sandlot.league.settings import BadLeague, is_folder_name, is_login, read_league
from sandlot.messages import render, speak

CONFIG = Bounds(characters=2**16, values=1000, depth=3)


def check_entry(settings: str, config: str, files: Iterable[Any]) -> str:
    """Check a bot that a user wants to propose to a league.

    `settings` is the text of its league.toml; `config`: {author, name, bots, language}, where `bots` are the names of
    the author's bots in the league. `files` are pairs of a path and a JavaScript array of bytes. Return {problems,
    notes}, two lists of sentences in that language.
    """
    given = read_json(config, CONFIG)
    found = [(path, content.to_bytes()) for path, content in files]
    with speak(given["language"]):
        try:
            told = _checked(settings, given["author"], given["name"], given["bots"], found)
        except BadLeague as bad:
            told = {"problems": [render(bad.text)], "notes": []}
    return json.dumps(told, ensure_ascii=False)


def _checked(
    settings: str, author: str, name: str, bots: list[str], files: list[tuple[str, bytes]]
) -> dict[str, list[str]]:
    league, now = read_league(settings), datetime.now(UTC)
    changes = [Change(f"{BOTS}/{author}/{name}/{path}") for path, _ in files]
    with TemporaryDirectory() as before, TemporaryDirectory() as after:
        # Of the author's bots at the host only the names are known, so their folders are empty here.
        for each in bots if is_login(author) else ():
            if is_folder_name(each):
                Path(before, BOTS, author, each).mkdir(parents=True, exist_ok=True)
        said = check(league, author, changes, Path(before), now, by_names=True)
        if not said.problems:
            # The check above refuses names that lead out of the folder.
            for path, content in files:
                place = Path(after, BOTS, author, name, path)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
            said = check(league, author, changes, Path(after), now, by_names=False)
    return said.said()
