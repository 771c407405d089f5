"""Beginners' errors are explained. Each one comes from running a bot, in the page's Python and in this one."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fcntl", reason="seats in processes need a POSIX system")

import sandlot
from drafts import Draft, asked_here, asked_in_page, drafts, explained, fault_in, step_of, views_of
from sandlot.files.bot import Bot
from sandlot.match.replay import Position, run
from sandlot.match.replay_file import loads
from sandlot.messages import as_json

ROOT = Path(__file__).resolve().parents[2]
DRAFTS = drafts()

#: Drafts whose error message contains a suggestion only in newer Pythons, and the explanation without it.
WITHOUT_GUESS = {"name-near": {"name-unknown"}, "attribute-near": {"attribute-module", "import-name"}}

#: Faults that have no explanation, or one elsewhere. A wrong explanation would be worse than none.
UNEXPLAINED = [
    "raise ValueError('of my own')",
    "raise RuntimeError",
    "raise KeyboardInterrupt",
    "return object()",
    "return 9",
    "return {'a': 1}['b' if False else 'a'] / 'x' if False else 7",
    "assert view is None",
    "import nothing_of_that_name",
    "open('nothing')",
    "x = = 1",
]


def keys_of(game: str) -> list[str]:
    """Return all keys of a game's views; nested keys follow their parent and a dot."""

    def deeper(value: Any, path: str) -> list[str]:
        if isinstance(value, dict):
            found = [f"{path}{key}" for key in value]
            return found + [each for key in value for each in deeper(value[key], f"{path}{key}.")]
        return deeper(value[0], path) if isinstance(value, list) and value else []

    return sorted({key for view in views_of(game) for key in deeper(json.loads(view), "")})


def with_keys(bots: list[Draft], faults: list[dict[str, Any] | None]) -> list[dict[str, Any]]:
    missing = [bot.name for bot, fault in zip(bots, faults, strict=True) if fault is None]
    assert not missing, f"no fault: {missing}"
    return [fault | {"keys": keys_of(bot.game)} for bot, fault in zip(bots, faults, strict=True) if fault]


def told(bots: list[Draft], faults: list[dict[str, Any] | None]) -> dict[str, tuple[str, dict[str, Any]] | None]:
    return dict(zip([bot.name for bot in bots], explained(with_keys(bots, faults)), strict=True))


RUN = [draft for draft in DRAFTS if draft.says != "late"]


def test_drafts_cover_more_than_twenty_errors() -> None:
    assert len({draft.name for draft in DRAFTS}) == len(DRAFTS)
    assert len({draft.says for draft in DRAFTS}) > 50
    assert {draft.game for draft in DRAFTS} >= {"snake", "planes"}


def test_drafts_are_explained_in_page_python() -> None:
    replies = asked_in_page([(draft.game, draft.source) for draft in RUN])
    found = told(RUN, [fault_in(draft.game, each) for draft, each in zip(RUN, replies, strict=True)])
    ids = {name: each and each[0] for name, each in found.items()}
    assert ids == {draft.name: draft.says for draft in RUN}
    words = {name: each[1] for name, each in found.items() if each}
    wrong = {draft.name: words[draft.name] for draft in RUN if draft.words.items() - words[draft.name].items()}
    assert not wrong


def test_drafts_are_explained_in_this_python() -> None:
    with ThreadPoolExecutor(2) as pool:
        replies = list(pool.map(lambda draft: asked_here(draft.game, draft.source), RUN))
    found = told(RUN, [fault_in(draft.game, each) for draft, each in zip(RUN, replies, strict=True)])
    wrong = {
        draft.name: found[draft.name]
        for draft in RUN
        if (of := found[draft.name]) is None or of[0] not in {draft.says, *WITHOUT_GUESS.get(draft.says, ())}
    }
    assert not wrong


@pytest.mark.parametrize("draft", [each for each in DRAFTS if each.says == "late"], ids=lambda draft: draft.name)
def test_timeout_is_explained(draft: Draft, tmp_path: Path) -> None:
    bot = Bot("my_bot", "code", draft.source)
    result = sandlot.play(draft.game, [bot, "cautious"], seed=7, clock={"move": 300})
    assert [each.kind for each in result.faults if each.player == 0] == ["timeout"]
    result.replay.save(tmp_path / "match.json")
    match = loads((tmp_path / "match.json").read_text(encoding="utf-8"))
    entries = [entry for at in run(match) if isinstance(at, Position) for entry in at.record]
    (fault,) = [entry.fault for entry in entries if entry.player == 0 and entry.fault]
    assert explained([{"message": as_json(fault.text), "keys": []}]) == [("late", {})]


def test_unknown_errors_are_not_explained() -> None:
    sources = [f"def move(view):\n    {line}\n" for line in UNEXPLAINED]
    replies = asked_in_page([("snake", source) for source in sources])
    faults = [fault_in("snake", each) for each in replies]
    assert all(faults)
    found = explained([fault | {"keys": keys_of("snake")} for fault in faults if fault])
    assert dict(zip(UNEXPLAINED, found, strict=False)) == dict.fromkeys(UNEXPLAINED)


def test_solutions_have_no_faults() -> None:
    # For the other games the views come from a match in a later state.
    steps = sorted({draft.step for draft in DRAFTS if draft.game == "snake"})
    replies = asked_in_page([(step.partition("/")[0], step_of(step).solution) for step in steps])
    assert [fault_in(step.partition("/")[0], each) for step, each in zip(steps, replies, strict=True)] == [None] * len(
        steps
    )


def test_every_explanation_has_message_and_every_message_is_used() -> None:
    scripts = "".join((ROOT / "static" / "explained" / f"{name}.ts").read_text() for name in ("rules", "syntax"))
    used = set(re.findall(r"(?:the|always)\(\s*'([a-z-]+)'", scripts))
    words = json.loads((ROOT / "static" / "explained" / "words" / "en.json").read_text(encoding="utf-8"))
    assert {f"explained.{each}" for each in used} == set(words)
