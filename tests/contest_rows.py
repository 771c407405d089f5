"""Contests as the browser stores them, with computed results: no game is played."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from typing import Any

from database import within
from kept import BOTS, tournament
from pages import state
from playwright.sync_api import Page, expect
from sandlot.games import GAMES, rules
from sandlot.page.contests import to_page
from sandlot.stats.blocks import Block, Entrant, Played, Result
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from

KEEP = """async (db, { row, setup, blocks, replay }) => {
  const packed = Uint8Array.fromBase64(replay);
  const all = db.transaction(['contests', 'setups', 'blocks', 'games'], 'readwrite');
  const adding = all.objectStore('contests').add({ ...row, form: 2 });
  adding.onsuccess = () => {
    const id = adding.result;
    all.objectStore('setups').put(setup, id);
    for (const block of blocks) {
      all.objectStore('blocks').put(block, [id, block.number]);
      block.games.forEach((_, game) =>
        all.objectStore('games').put({ replay: packed, reports: [] }, [id, block.number, game]));
    }
  };
  await new Promise((resolve, reject) => {
    all.oncomplete = resolve;
    all.onabort = () => reject(all.error);
  });
  return adding.result;
}"""


def at_table(block: Block) -> Result:
    """Return computed results of a block of a free-for-all: the bots come in the order of their numbers."""
    games = []
    for game in range(len(block.orders)):
        seated = block.seats(game)
        places = tuple(1 + sorted(seated).index(entrant) for entrant in seated)
        none = (None,) * len(seated)
        games.append(Played(places, tuple(float(place == 1) for place in places), none, none, 10))
    return Result(block, tuple(games))


def played(block: Block) -> Result:
    """Return computed results of a block: the bot with the smaller number wins most games, and some games are drawn."""
    if len(block.seats(0)) > 2:
        return at_table(block)
    games = []
    for game in range(len(block.orders)):
        one, other = block.seats(game)
        luck = (block.number * 7 + game * 3) % 11
        better = luck != 5 and ((one < other) == (luck < 7))
        places = (1, 1) if luck == 5 else (1, 2) if better else (2, 1)
        fault = "crash" if luck == 10 else None
        faults = (None, fault) if places == (1, 2) else (fault, None) if places == (2, 1) else (None, None)
        scores = tuple(float(2 - place) for place in places)
        games.append(Played(places, scores, faults, (None, None), 10 + luck))
    return Result(block, tuple(games))


def records(kind: str, names: list[str], blocks: int = 1) -> dict[str, Any]:
    """Return what the browser stores of a finished contest of Snake between these bots; a block has two games."""
    return stored({"kind": kind, "blocks": blocks}, names, "snake", tournament().replay(0, 0) or "")


def stored(planned: dict[str, Any], names: list[str], game: str, replay: str) -> dict[str, Any]:
    """Return what the browser stores of a finished contest between these bots. All its games share one replay."""
    plan = plan_from({**planned, "seeds": {"first": 1}}, len(names))
    entrants = tuple(Entrant(name, f"{number:064x}") for number, name in enumerate(names))
    contest = Contest(GAMES[game], rules(game), entrants, plan.json(), secret="ab" * 16)
    # A plan returns only some thousands of blocks at a time.
    known: dict[int, Result] = {}
    while not (schedule := plan.schedule(known, {})).over:
        known.update((block.number, played(block)) for block in schedule.blocks)
    results = [to_page(each) for each in known.values()]
    games = sum(len(each["games"]) for each in results)
    code = {"name": "bot.py", "source": BOTS[0].source}
    named = [{"name": each.name, "kind": "code", "code": code, "house": None} for each in entrants]
    row = {
        "title": f"{games} games",
        "created": 1_700_000_000_000,
        "state": "over",
        "verified": None,
        "removed": None,
        "blocks": len(results),
        "games": games,
        "known": games,
        "open": plan.schedule({}, {}).is_open,
        "mayStop": plan.may_stop,
        "withdrawn": [],
        "leaving": [],
    }
    setup = {"game": game, "text": json.dumps(contest.json()), "entrants": named, "own": True, "claim": None}
    packed = b64encode(zlib.compress(replay.encode())).decode()
    return {"row": row, "setup": setup, "blocks": results, "replay": packed}


def keep(page: Page, site: Any, *kept: dict[str, Any]) -> list[int]:
    """Store these contests in the browser, load the page again, and return their ids."""
    page.goto(f"{site.url}#game=snake&tab=compete")
    state(page, "ready")
    expect(page.get_by_text("None yet. A series says")).to_be_visible()
    found = [int(page.evaluate(within(KEEP), each)) for each in kept]
    page.reload()
    state(page, "ready")
    return found
