"""Contests of ten thousand games in Compete: they open, scroll and are filtered, and only what is seen is drawn."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from functools import cache
from typing import Any

from kept import BOTS, tournament
from pages import state
from playwright.sync_api import Locator, Page, expect
from sandlot.games import GAMES, rules
from sandlot.page.contests import to_page
from sandlot.series.blocks import Block, Entrant, Played, Result
from sandlot.series.contest import Contest
from sandlot.series.plans import plan_from

BLOCKS = 5_000
"""A block of two has two games."""
CROWD = 100
"""Each of so many bots against each other one, twice."""
ELEMENTS = 4_000
"""An upper bound for the elements of a view, which would have 10,000 and more with one for each game."""
KEEP = """async ({ row, setup, blocks, replay }) => {
  const packed = Uint8Array.fromBase64(replay);
  const db = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('sandlot.contests');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
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
  db.close();
  return adding.result;
}"""


def played(block: Block) -> Result:
    """Games whose ends follow from the block: the better bot wins most of them, and some are drawn."""
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


@cache
def records(kind: str) -> dict[str, Any]:
    """What the browser keeps of a contest of 10,000 games, whose results follow from the names and the seeds."""
    count = 2 if kind == "series" else CROWD
    blocks = BLOCKS if kind == "series" else 1
    plan = plan_from({"kind": kind, "blocks": blocks, "seeds": {"first": 1}}, count)
    entrants = tuple(Entrant(f"bot {number}", f"{number:064x}") for number in range(count))
    contest = Contest(GAMES["snake"], rules("snake"), entrants, plan.json(), secret="ab" * 16)
    # A plan offers some thousands of blocks at once.
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
        "withdrawn": [],
        "leaving": [],
    }
    setup = {"game": "snake", "text": json.dumps(contest.json()), "entrants": named, "own": True, "claim": None}
    # A game that was really played: it stands for all of them.
    replay = tournament().replay(0, 0) or ""
    packed = b64encode(zlib.compress(replay.encode())).decode()
    return {"row": row, "setup": setup, "blocks": results, "replay": packed}


def elements(page: Page) -> int:
    return int(page.evaluate("document.querySelectorAll('.compete *').length"))


def keep(page: Page, site: Any, kind: str) -> int:
    page.goto(f"{site.url}#game=snake&tab=compete")
    state(page, "ready")
    expect(page.get_by_text("The first step is a series")).to_be_visible()
    found = int(page.evaluate(KEEP, records(kind)))
    page.reload()
    state(page, "ready")
    return found


def cells(page: Page) -> Locator:
    return page.get_by_role("gridcell")


def test_a_series_of_ten_thousand_games_opens_and_is_filtered(page: Page, site: Any) -> None:
    keep(page, site, "series")
    contest = page.get_by_role("link", name="10000 games")
    expect(contest).to_contain_text(re.compile(r"bot 0 is better: \d\d(\.\d)?\s% of 10,000 games"))
    contest.click()
    expect(page.locator(".compete-answer")).to_contain_text("of 10,000 games")
    # A page of seeds is drawn, with two games each.
    on_a_page = cells(page).count()
    assert 100 <= on_a_page <= 400
    assert elements(page) < ELEMENTS
    for sieve, outcome in (("Lost", "loss"), ("Drawn", "draw"), ("Won", "win")):
        button = page.get_by_role("button", name=re.compile(f"^{sieve} [1-9]"))
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        rows = page.get_by_role("grid", name="Seeds by seats").get_by_role("row")
        assert rows.count() == rows.filter(has=page.locator(f"[data-outcome={outcome}]")).count() > 0
        assert elements(page) < ELEMENTS
    page.get_by_role("button", name=re.compile("^All ")).click()
    pages = int(page.locator(".compete-pager span").inner_text().split()[-1])
    later = page.get_by_role("button", name="Next", exact=True)
    for number in range(2, pages + 1):
        later.click()
        expect(page.locator(".compete-pager")).to_contain_text(f"Page {number} of {pages}")
    expect(later).to_be_disabled()
    assert (pages - 1) * on_a_page < 2 * BLOCKS <= pages * on_a_page
    # The last game of all can be watched, and back is where it was opened.
    cells(page).get_by_role("button").last.click()
    expect(page.locator("html")).to_have_attribute("data-view", re.compile("play|code"))
    expect(page.get_by_test_id("turn")).to_have_text(re.compile(r"\d+\s*/\s*[1-9]"))
    page.go_back()
    expect(cells(page).get_by_role("button").last).to_be_focused()
    expect(page.locator(".compete-pager")).to_contain_text(f"Page {pages} of {pages}")


def test_a_crowd_that_met_ten_thousand_times_is_drawn_in_parts(page: Page, site: Any) -> None:
    keep(page, site, "round-robin")
    page.get_by_role("link", name="9900 games").click()
    expect(page.get_by_role("table", name="Standings").get_by_role("row")).to_have_count(CROWD + 1)
    assert elements(page) < ELEMENTS
    page.locator(".cross button.cell").first.click()
    expect(page.get_by_role("heading", name=re.compile("^Games of bot "))).to_be_focused()
    expect(cells(page)).to_have_count(2)
    seeds = page.get_by_role("table", name="Points by seed").get_by_role("row")
    before = seeds.count()
    assert before < 100
    page.locator(".compete-tournament").get_by_role("button", name="Show more").last.click()
    expect(seeds).not_to_have_count(before)
    assert before < seeds.count() < 300
