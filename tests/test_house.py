"""House bots of Tank against each other, and the bots that the README shows."""

from __future__ import annotations

import builtins
import os
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from sandlot import bots, page
from sandlot.games import GAMES
from sandlot.match import Finish, Player, Setup, play

README = Path(__file__).resolve().parent.parent / "README.md"


@pytest.fixture(autouse=True)
def _own_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat changes how its interpreter reads, prints and leaves: that must end with the test."""
    for module, name in ((builtins, "open"), (os, "read"), (os, "write"), (os, "_exit")):
        monkeypatch.setattr(module, name, getattr(module, name))
    for name in ("exit", "quit"):
        monkeypatch.setattr(builtins, name, getattr(builtins, name, None), raising=False)
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])


def match(names: tuple[str, str], sources: tuple[str, str], seed: int) -> Finish:
    """A match in this very process."""
    setup = Setup(GAMES["tank"], tuple(Player(name) for name in names), seed)
    seats = [page._Local(source, f"{name}.py") for name, source in zip(names, sources, strict=True)]
    running = play(setup)
    batch = next(running)
    try:
        while True:
            batch = running.send([seats[ask.player].answer(ask, seed) for ask in batch.asks])
    except StopIteration as end:
        return end.value


def test_hunter_beats_random_in_95_of_100_games_from_both_sides() -> None:
    winners: Counter[str] = Counter()
    for seed in range(100):
        names = ("hunter", "random") if seed % 2 else ("random", "hunter")
        places = match(names, (bots.source("tank", names[0]), bots.source("tank", names[1])), seed).outcome.places
        winners[names[places.index(1)] if places[0] != places[1] else "draw"] += 1
    assert winners["hunter"] >= 95, winners


@pytest.mark.parametrize("number", [0, 1])
def test_the_bots_in_the_readme_play(number: int) -> None:
    code = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)[number]
    for side in (0, 1):
        names = ("readme", "random") if side == 0 else ("random", "readme")
        sources = tuple(code if name == "readme" else bots.source("tank", name) for name in names)
        finish = match(names, (sources[0], sources[1]), seed=side)
        assert finish.outcome.reasons[side] in (None, "base_destroyed", "tanks_destroyed", "base_and_tanks_destroyed")
