"""Measures what it costs to watch a long match: `python3 build.py bench --only frames`.

The replay is a game of generals of 1,000 rounds on 50 x 50 cells with eight players, which is 8,000 positions. The
figures are the length of the worst frame, in sixtieths of a second, the processor time that a frame takes of the page,
which a busy machine changes little, and the growth of the page's memory. The recorded
match of generals is watched too, while a tournament of Snake is played in the same page and while it is paused.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from random import Random
from typing import Any

from matches import finished
from playwright.sync_api import Browser, CDPSession, Page, expect
from sandlot.games import generals
from sandlot.match.parts import Batch, Player, Request, Response, Setup
from sandlot.match.replay_file import dumps

ROUNDS, PLAYERS, SIDE = 1000, 8, 50
JUMPS = 50
SECONDS = 10
PAUSE = 5000
"""Milliseconds within which a paused tournament ends its running game."""
FRAME = 1000 / 60
MEGABYTE = 2**20

# The longest time between two frames within this many milliseconds.
WATCH = """(duration) => new Promise((resolve) => {
  let [worst, last, end] = [0, performance.now(), performance.now() + duration];
  const next = (now) => {
    worst = Math.max(worst, now - last);
    last = now;
    if (now < end) requestAnimationFrame(next);
    else resolve(worst);
  };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(next); });
})"""
# The number of frames in this many milliseconds.
COUNT = """(duration) => new Promise((resolve) => {
  let [frames, end] = [0, performance.now() + duration];
  const next = (now) => (++frames, now < end ? requestAnimationFrame(next) : resolve(frames));
  requestAnimationFrame(next);
})"""
# The time from the slider's movement to the end of the frame that shows the new position.
JUMP = """(position) => new Promise((resolve) => {
  const slider = document.querySelector('#turn');
  requestAnimationFrame(() => {
    const began = performance.now();
    slider.value = String(position);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - began);
      port2.postMessage(null);
    });
  });
})"""


@dataclass(frozen=True)
class Frames:
    """Milliseconds: the worst frame at the usual and at the highest speed, the processor time of a frame, and each
    jump; and megabytes of memory.
    """

    usual: float
    fastest: float
    work: float
    jumps: list[float]
    opened: float
    memory: float
    turns: int


def measure(browser: Browser, url: str) -> Frames:
    """Open the long game in a new page and watch it."""
    text = long_game()
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{url}#game=generals&tab=play")
    page.wait_for_selector("html[data-arena=ready]", timeout=120_000)
    before = heap(page)
    began = page.evaluate("performance.now()")
    with page.expect_file_chooser() as chooser:
        page.locator("#open-replay").click()
    file = {"name": "long.json", "mimeType": "application/json", "buffer": text.encode()}
    chooser.value.set_files(file)  # type: ignore[arg-type]
    turns = ROUNDS * PLAYERS
    page.wait_for_selector(f"#turn[max='{turns}']", timeout=300_000)
    opened = page.evaluate("performance.now()") - began
    page.keyboard.press("Escape")
    usual = watch(page, "4")
    fastest = watch(page, "32")
    work = work_of(page, "32")
    page.locator("#first").click()
    rng = Random(5)
    jumps = [page.evaluate(JUMP, rng.randrange(turns)) for _ in range(JUMPS)]
    grown = heap(page) - before
    page.context.close()
    return Frames(usual, fastest, work, jumps, opened / 1000, grown / MEGABYTE, turns)


def play_from(page: Page, speed: str, position: int) -> None:
    """Play at a speed, and skip the first second."""
    page.evaluate(JUMP, position)
    page.locator("#speed").select_option(speed)
    if page.locator("#play").get_attribute("aria-label") == "Play":
        page.locator("#play").click()
    page.wait_for_timeout(1000)


def work_of(page: Page, speed: str) -> float:
    """Return the milliseconds of work of the page's main thread for a frame, from the middle of the match on."""
    play_from(page, speed, ROUNDS * PLAYERS // 2)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = worked(session)
    frames = page.evaluate(COUNT, SECONDS * 500)
    spent = worked(session) - before
    session.detach()
    page.locator("#play").click()
    return spent / frames


def worked(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


def watch(page: Page, speed: str, position: int = ROUNDS * PLAYERS // 2) -> float:
    """Play from a position, by default the middle, where much is on the board; return the worst frame in
    milliseconds.
    """
    play_from(page, speed, position)
    worst: float = page.evaluate(WATCH, SECONDS * 1000)
    page.locator("#play").click()
    return worst


def beside_a_tournament(browser: Browser, url: str, runs: int) -> list[tuple[float, float]]:
    """Return pairs of milliseconds: the worst frame of a recorded match with a tournament in the page, and without."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{url}#game=snake&tab=compete&contest=tournament")
    page.wait_for_selector("html[data-arena=ready]", timeout=120_000)
    page.get_by_label("Seeds for each pairing").fill("100")
    page.get_by_role("button", name="Begin").click()
    games = page.locator(".compete-progress")
    expect(games).to_contain_text(re.compile("^[1-9]"))
    pairs = []
    for _ in range(runs):
        busy = watch_recorded(page)
        page.get_by_role("button", name="Pause", exact=True).click()
        page.wait_for_timeout(PAUSE)
        pairs.append((busy, watch_recorded(page)))
        before = games.inner_text()
        page.get_by_role("button", name="Go on", exact=True).click()
        expect(games).not_to_have_text(before)
    page.context.close()
    return pairs


def watch_recorded(page: Page) -> float:
    """Go from a contest to the recorded match of Generals, measure its worst frame, and go back."""
    page.evaluate("location.hash = '#game=generals&tab=play'")
    page.wait_for_selector("html[data-view=play]")
    worst = watch(page, "4", 0)
    page.go_back()
    page.wait_for_selector("html[data-view=compete]")
    return worst


def heap(page: Page) -> float:
    """Return the bytes of objects in the page's own heap, after a garbage collection."""
    session = page.context.new_cdp_session(page)
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")
    session.detach()
    return float(used["usedSize"]) + float(used.get("backingStorageSize", 0))


def long_game() -> str:
    """Return a replay in which eight players spread without ever taking a capital."""
    game, rng = generals.game, Random(1)
    players = tuple(Player(f"player{number + 1}") for number in range(PLAYERS))

    def answer(batch: Batch, request: Request) -> Response:
        if request.stage == "start":
            return Response("module")
        return Response(json.dumps(spread(batch.state, request.player, rng)), 3.0)

    options = {"rows": SIDE, "cols": SIDE, "max_rounds": ROUNDS}
    return dumps(finished(Setup(game, players, 3, options), answer)[0])


def spread(state: Any, who: int, rng: Random) -> Any:
    """Return an order that captures a cell, if a few tries find one."""
    move: Any = None
    for _ in range(20):
        move = generals.game.sample(state, who, rng)
        if move is None:
            continue
        here, there = (state.board.rows[i][j] for i, j in (move["from"], move["to"]))
        fights = there.owner != who
        if here.army > 1 and there.kind != "capital" and (fights or here.army > 5) and here.army > there.army * fights:
            return {**move, "half": False}
    return None if move is None or state.board.rows[move["to"][0]][move["to"][1]].kind == "capital" else move
