"""House bots that the engine plays in its own Python: they are a part of Sandlot, and need no fence."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from sandlot import bots
from sandlot.formats.compact import compact
from sandlot.games import GAMES
from sandlot.seat.in_place import SeatInPlace

BUDGET = re.compile(r"^BUDGET = (\d+)", re.MULTILINE)
"""How much a house bot that searches may compute for a move; the same on every machine."""
HASTE = 10
"""By how much less a bot in haste may compute."""


def in_haste(source: str) -> str:
    """Return the source of a house bot that computes less for a move; one that does not search stays as it is."""
    return BUDGET.sub(lambda found: f"BUDGET = {int(found[1]) // HASTE}", source)


def draws_numbers(source: str) -> bool:
    """Return whether a house bot draws random numbers: what it answers then depends on what it was asked before."""
    return "random" in source


class HouseSeat:
    """The seat of a house bot in one match. Each call returns {said, output}, as JSON: see `exchange.answer_from`."""

    def __init__(self, game: str, name: str, seed: int, *, hastes: bool = False) -> None:
        whole = bots.source(game, name)
        source = in_haste(whole) if hastes else whole
        self.hastes = source != whole
        """Whether it computes less than usual."""
        self.seat = SeatInPlace(source, f"{name}.py", seed)
        self.draws_numbers = draws_numbers(source)
        self.numbers: Any = None
        """The state of its random numbers between two questions: each bot has a sequence of its own."""

    def start(self, setup: str) -> str:
        """Run the bot's file. `setup` is the text of a `match.side.start_request`."""
        return self._answer(lambda: self.seat.start(setup))

    def ask(self, text: str) -> str:
        """Put one question to the bot: a view, as JSON."""
        return self._answer(lambda: self.seat.ask(text))

    def _answer(self, asked: Callable[[], str]) -> str:
        said = self._with_own_numbers(asked) if self.draws_numbers else asked()
        printed = self.seat.printed
        return compact({"said": said, "output": [["out", printed]] if printed else []})

    def _with_own_numbers(self, asked: Callable[[], str]) -> str:
        before = random.getstate()
        if self.numbers is not None:
            random.setstate(self.numbers)
        try:
            return asked()
        finally:
            self.numbers = random.getstate()
            random.setstate(before)


def needs_no_past(game: str, name: str) -> bool:
    """Return whether a position tells this house bot all that it needs to go on from it: the game hides nothing, and
    the bot draws no numbers. To ask it about turns that were played before would only take time.
    """
    return not GAMES[game].imperfect_information and not draws_numbers(bots.source(game, name))


def house_seat(game: str, name: str, seed: str) -> HouseSeat:
    """Return the seat of a house bot. `seed` is that of its random numbers, as a string of digits."""
    return HouseSeat(game, name, int(seed))
