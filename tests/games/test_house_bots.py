"""House bots of Tank against each other, and the bots in the README."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from sandlot import bots
from sandlot.games import GAMES
from sandlot.local import Bot, house
from sandlot.match.parts import Finish, Player, Setup, seat_seed
from sandlot.match.referee import play
from sandlot.page.demo import answer_to
from sandlot.seat.in_place import SeatInPlace
from test_local import match

README = Path(__file__).resolve().parents[2] / "README.md"


@pytest.fixture(autouse=True)
def _own_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that starts in this process changes what its arguments are: that must end with the test."""
    monkeypatch.setattr(sys, "argv", sys.argv)


def match_here(names: tuple[str, str], seed: int) -> Finish:
    """A match of house bots in this very process."""
    setup = Setup(GAMES["tank"], tuple(Player(name) for name in names), seed)
    files = [(bots.source("tank", name), f"{name}.py") for name in names]
    seats = [SeatInPlace(*file, seat_seed(setup, k)) for k, file in enumerate(files)]
    running = play(setup)
    batch = next(running)
    try:
        while True:
            batch = running.send([answer_to(seats[ask.player], ask) for ask in batch.asks])
    except StopIteration as end:
        return end.value


def test_hunter_beats_random_in_95_of_100_games_from_both_sides() -> None:
    winners: Counter[str] = Counter()
    for seed in range(100):
        names = ("hunter", "random") if seed % 2 else ("random", "hunter")
        places = match_here(names, seed).outcome.places
        winners[names[places.index(1)] if places[0] != places[1] else "draw"] += 1
    assert winners["hunter"] >= 95, winners


@pytest.mark.parametrize("number", [0, 1])
def test_the_bots_in_the_readme_play(number: int) -> None:
    code = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)[number]
    for side in (0, 1):
        pair = [Bot("readme", "code", code, "readme.py"), house("tank", "random")]
        _, finish = match("tank", *(pair if side == 0 else reversed(pair)), seed=side, clock={"move": 60_000})
        assert finish.outcome.reasons[side] in (None, "base_destroyed", "tanks_destroyed", "base_and_tanks_destroyed")
