"""Measures a series in the page against the same games in one Python of the page, without walls between the bots.

What is measured is what a game costs besides its bots: two sealed workers with a Python of their own, which are new for
every game, and the way to them and back.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page

if TYPE_CHECKING:
    from bench import Bench, Row

BLOCKS = 10
SERIES = """async ([bots, blocks]) => {
  const plan = { kind: 'series', blocks, seeds: { first: '1' } };
  const spec = { game: 'snake', title: '', entrants: bots, plan, options: {}, clock: {} };
  const { id } = await contests.begin(spec);
  await until(id, (row) => row.blocks > 0);
  const began = performance.now();
  const { blocks: first } = contests.list().find((row) => row.id === id);
  await until(id, (row) => row.state === 'over');
  return (performance.now() - began) / (2 * (blocks - first));
}"""
#: The same games in one interpreter: the bots are modules beside the rules.
WITHOUT_WALLS = """
import json
from sandlot.games import GAMES
from sandlot.match.parts import Player, Setup, seat_seed
from sandlot.match.referee import play
from sandlot.page.demo import answer_to
from sandlot.seat.in_place import SeatInPlace
from sandlot import bots

def game(setup, names):
    sources = [bots.source("snake", name) for name in names]
    seats = [SeatInPlace(source, "bot.py", seat_seed(setup, seat)) for seat, source in enumerate(sources)]
    match = play(setup)
    batch = next(match)
    try:
        while True:
            batch = match.send([answer_to(seats[ask.player], ask) for ask in batch.asks])
    except StopIteration as end:
        return end.value.turns

def series(count):
    from sandlot.series.blocks import Seeds
    seeds = Seeds(1)
    players = tuple(Player(name, "house") for name in ("cautious", "cautious"))
    for number in range(count):
        for _ in range(2):
            game(Setup(GAMES["snake"], players, seeds.at(number)), ("cautious", "cautious"))
"""


def rows(bench: Bench) -> list[Row]:
    """Measure a series of the weakest house bot against itself."""
    from bench import ratio

    entrants = [{"name": "cautious", "kind": "house", "code": None} for _ in range(2)]
    with bench.visit("contests.html") as there, bench.visit("bench.html") as here:
        there.wait_for_selector("html[data-arena=ready]")
        here.evaluate("(script) => bench.prepareWithoutWalls(script)", WITHOUT_WALLS)
        pairs = bench.pairs("a series", lambda: _series(there, entrants), lambda: _without_walls(here))
    return [ratio("a game of a series in the page / in one Python without walls", 2, pairs)]


def _series(page: Page, entrants: list[dict[str, Any]]) -> float:
    return float(page.evaluate(SERIES, [entrants, BLOCKS]))


def _without_walls(page: Page) -> float:
    return float(page.evaluate("(script) => bench.withoutWalls(script)", f"series({json.dumps(BLOCKS)})")) / (
        2 * BLOCKS
    )
