"""Measures a series in the page against the same games in one Python of the page, without sandboxes between the bots.

This is the cost of a game besides its bots: two sealed workers with their own Python, and the messages to and from
them.
"""

from __future__ import annotations

import json
import sys
from math import inf
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page
from sandlot import bots

if TYPE_CHECKING:
    from bench import Bench, Row

BLOCKS = 60
"""The page reports its progress four times a second, which would dominate the time of a short series."""
AT_ONCE = "def move(view):\n    return 9\n"
"""This bot loses at once, so that only the fixed cost of a game is left."""
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
GROWN, PIECE = 420, 40
"""Blocks of the long series before it is measured, and blocks that are measured at a time."""
#: A series on few maps, summed up as often as by a view.
GROWTH = """async ([bots, blocks]) => {
  const given = Array.from({ length: blocks }, (_, k) => String(k % 5));
  const plan = { kind: 'series', blocks, seeds: { first: '1', given } };
  const spec = { game: 'snake', title: '', entrants: bots, plan, options: {}, clock: {} };
  const { id } = await contests.begin(spec);
  setInterval(() => {
    if (contests.list().find((row) => row.id === id).state === 'running') contests.summary(id);
  }, 2000);
  return id;
}"""
PLAY = """async ([id, count]) => {
  const blocksOf = () => contests.list().find((row) => row.id === id).blocks;
  contests.resume(id);
  const before = blocksOf();
  await until(id, (row) => row.blocks > before + 1);
  const first = blocksOf();
  const began = performance.now();
  await until(id, (row) => row.blocks >= first + count);
  const time = (performance.now() - began) / (blocksOf() - first);
  contests.pause(id);
  await until(id, (row) => row.state === 'paused');
  return time;
}"""
#: The same games in one interpreter, with the bots as modules beside the rules.
WITHOUT_WALLS = """
import json
from sandlot.games import GAMES
from sandlot.match.parts import Player, Setup, seat_seed
from sandlot.match.referee import play
from sandlot.match.seat_replies import read_reply
from sandlot.seat.in_place import SeatInPlace
from sandlot import bots

def reply_of(seat, request):
    return read_reply(seat.start(request.text) if request.stage == "start" else seat.ask(request.text))

def game(setup, names):
    sources = [bots.source("snake", name) for name in names]
    seats = [SeatInPlace(source, "bot.py", seat_seed(setup, seat)) for seat, source in enumerate(sources)]
    match = play(setup)
    batch = next(match)
    try:
        while True:
            batch = match.send([reply_of(seats[each.player], each) for each in batch.requests])
    except StopIteration as end:
        return end.value.turns

def series(count):
    from sandlot.stats.blocks import Seeds
    seeds = Seeds(1)
    players = tuple(Player(name, "house") for name in ("cautious", "cautious"))
    for number in range(count):
        for _ in range(2):
            game(Setup(GAMES["snake"], players, seeds.at(number)), ("cautious", "cautious"))

# The same games, by the bare rules, with bots that are elsewhere.
class Least:
    def __init__(self, count):
        self.games = self.play(count)

    def turn(self, replies):
        given = json.loads(replies)
        return json.dumps(self.games.send(given) if given else next(self.games, None))

    def play(self, count):
        from sandlot.stats.blocks import Seeds
        from sandlot.game import read_options
        snake, seeds = GAMES["snake"], Seeds(1)
        for number in range(2 * count):
            state = snake.start(2, seeds.at(number // 2), read_options(snake, {}))
            while movers := snake.to_move(state):
                replies = yield [json.dumps(snake.view(state, player)) for player in movers]
                moves = {player: json.loads(json.loads(said)["reply"]) for player, said in zip(movers, replies)}
                for player, move in moves.items():
                    snake.check(state, player, move)
                state = snake.step(state, moves)
        yield None
"""


def rows(bench: Bench) -> list[Row]:
    """Measure a series of the weakest house bot against itself."""
    from bench import ratio

    source = bots.source("snake", "cautious")
    # Enter it as a user's code, because the engine plays house bots itself.
    entrants = [{"name": f"bot{k}", "kind": "code", "code": {"name": "bot.py", "source": source}} for k in range(2)]
    house = {"name": "cautious", "kind": "house", "code": None, "house": "cautious"}
    with bench.visit("contests.html") as there, bench.visit("bench.html") as here:
        there.wait_for_selector("html[data-arena=ready]")
        here.evaluate("(script) => bench.prepareWithoutWalls(script)", WITHOUT_WALLS)
        pairs = bench.pairs("a series", lambda: _series(there, entrants), lambda: _without_walls(here))
        one = bench.pairs("a series", lambda: _series(there, [entrants[0], house]), lambda: _without_walls(here))
        least = bench.pairs("views to two bots", lambda: _least(here, source), lambda: _without_walls(here))
        at_once = [{"name": f"bot{k}", "kind": "code", "code": {"name": "bot.py", "source": AT_ONCE}} for k in range(2)]
        fixed = bench.pairs("a series", lambda: _series(there, at_once), lambda: _without_walls(here))
    with bench.visit("contests.html") as page:
        page.wait_for_selector("html[data-arena=ready]")
        long, short = (page.evaluate(GROWTH, [entrants, 1000]) for _ in range(2))
        page.evaluate("(id) => contests.pause(id)", short)
        print(f"  a long series: its first {GROWN} blocks", file=sys.stderr, flush=True)
        page.evaluate(PLAY, [long, GROWN])
        grown = bench.pairs("a long series", lambda: _piece(page, long), lambda: _piece(page, short))
    return [
        ratio("a game of a series in the page / in one Python without sandboxes", 3, pairs),
        ratio("  a game against a house bot / in one Python without sandboxes", inf, one),
        ratio("  views to two sealed bots and back / a game in one Python", inf, least),
        ratio("  a game that ends on its first turn / the whole game in one Python", inf, fixed),
        ratio("the last of 1,000 games of a series in the page / the first", 1.1, grown),
    ]


def _piece(page: Page, id: int) -> float:
    return float(page.evaluate(PLAY, [id, PIECE]))


def _series(page: Page, entrants: list[dict[str, Any]]) -> float:
    return float(page.evaluate(SERIES, [entrants, BLOCKS]))


def _least(page: Page, source: str) -> float:
    """Return the least possible cost of two sealed bots, which stay for all games while nothing is measured,
    checked or stored.
    """
    took = page.evaluate("(given) => bench.least(...given)", [f"Least({BLOCKS})", source])
    return float(took) / (2 * BLOCKS)


def _without_walls(page: Page) -> float:
    return float(page.evaluate("(script) => bench.withoutWalls(script)", f"series({json.dumps(BLOCKS)})")) / (
        2 * BLOCKS
    )
