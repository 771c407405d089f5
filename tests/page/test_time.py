"""Time of bots on the page: what is charged and what is given back, and whether bots think in turn or at once."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from typing import Any

import pytest
from conftest import ROOT
from pages import paste, state
from playwright.sync_api import Browser, Page, Worker, expect
from sandlot import bots
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads
from sandlot_build import bundles
from strangers import STAYS
from tables import Table, code

# Runs the engine's side of a bot with a clock that the test controls. This needs a browser, which decides the order of
# messages and timers; tests/js covers the rest of the clocks.
LAB = """
let now = 0, count = 0;
const due = new Map();
const real = setTimeout;
const clock = new Function('performance', 'setTimeout', 'clearTimeout', bundle + '; return clock')(
  { now: () => now },
  (work, delay = 0) => (due.set(++count, [now + delay, work]), count),
  (timer) => due.delete(timer),
);
/** Whatever waits in ports and promises is heard. */
const settle = () => new Promise((resolve) => real(resolve, 20));
function runDue() {
  for (const [timer, [at, work]] of [...due]) {
    if (at > now || !due.delete(timer)) continue;
    work();
  }
}
async function pass(ms) {
  for (const end = now + ms; ; ) {
    const next = Math.min(end, ...[...due.values()].map(([at]) => at));
    now = Math.max(now, next);
    runDue();
    await settle();
    if (now >= end && ![...due.values()].some(([at]) => at <= now)) return;
  }
}
"""
IN_THE_QUEUE = """
const { port1, port2 } = new MessageChannel();
let asked = 0;
port2.onmessage = ({ data: [kind, id] }) => {
  if (kind === 'ping') port2.postMessage(['did']);
  else asked = id;
};
const bot = new clock.Bot(port1);
port2.postMessage(['ready']);
await bot.ready;
const answer = bot.ask(['ask', 'text', false, 100, 0], 100);
await pass(99);
// Its message is in the queue, and the deadline is over before it is looked at.
port2.postMessage(['reply', asked, 'x']);
now += pause;
runDue();
runDue();
await settle();
await pass(200);
return answer;
"""


@pytest.mark.parametrize("pause", [1, 30, 5000])
def test_queued_reply_is_read_before_the_deadline_is_applied(browser: Browser, pause: int) -> None:
    """This includes a reply that came while the engine slept, with the timer firing first."""
    source = ROOT / "static" / "engine" / "worker" / "bot.ts"
    bundle = bundles.esbuild(source, "--format=iife", "--global-name=clock")
    page = browser.new_page()
    answer = page.evaluate(f"async ([bundle, pause]) => {{ {LAB} {IN_THE_QUEUE} }}", [bundle, pause])
    page.close()
    assert answer["said"] == "x"
    assert answer["ms"] <= 100


# In the page

SLOW = """
import time

count = 0


def move(view):
    global count
    count += 1
    began, end = time.time(), time.perf_counter() + 0.3
    while time.perf_counter() < end or count > {endless}:
        pass
    print(began, time.time())
    return [-1, -1]
"""
PAUSE = """(ms) => {
  const shared = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const began = Date.now();
  Atomics.wait(new Int32Array(shared.buffer), 0, 0, ms);
  return [began / 1000, Date.now() / 1000];
}"""
"""Pause a worker for some milliseconds without using the processor; return when that began and ended, in seconds."""
LIMITS = {"start": 60_000, "first": 1500, "move": 1500}


def engine_of(page: Page) -> Worker:
    """Return the engine's worker. Those of bots belong to frames without an origin."""
    return next(worker for worker in page.workers if worker.url.startswith("blob:http"))


def wait_for(table: Table, state: str) -> None:
    """Wait until the first player is in this state."""
    while table.wait("seat")[1:3] != [0, state]:
        pass


def pause_while_it_thinks(table: Table, pause: Any) -> float:
    """Call `pause`, which returns its begin and end, until it falls within a move, and return the milliseconds charged
    for that move.
    """
    while True:
        wait_for(table, "thinking")
        began, ended = pause()
        moved = 0.0
        while moved < ended:
            answer = table.wait("position")[3]["answers"][0]
            assert answer["fault"] is None, answer["fault"]
            if not answer["output"]:
                continue  # the answer to the start request has no output
            moved, done = (float(part) for part in answer["output"][0][1].split())
            if moved < began < done:
                return answer["ms"]


def test_bot_is_not_charged_while_engine_is_paused(table: Table) -> None:
    """A bot that is late by itself still loses by time."""
    table.play("tank", code(SLOW.format(endless=7)), code(STAYS), options={"max_turns": 20}, clock=LIMITS)
    engine = engine_of(table.page)
    assert pause_while_it_thinks(table, lambda: engine.evaluate(PAUSE, 4000)) < LIMITS["move"]
    replay = json.loads(table.wait("end")[1]["replay"])
    assert replay["result"]["reasons"] == ["timeout", None]
    assert len(replay["turns"]) - 1 == 8
    assert all(answer["ms"] <= LIMITS["move"] for turn in replay["turns"][1:] for answer in turn)
    assert verify(loads(json.dumps(replay))) is None


@pytest.fixture
def processes(browser: Browser) -> list[int]:
    """Return the ids of the browser's processes that run pages, workers and frames."""
    devtools = browser.new_browser_cdp_session()
    found = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    devtools.detach()
    return [each["id"] for each in found if each["type"] == "renderer"]


def test_sleeping_machine_costs_nobody_a_game(table: Table, processes: list[int]) -> None:
    """Page, engine and bots are paused together, as when a laptop sleeps or a browser freezes a page."""
    table.play("tank", code(SLOW.format(endless=99)), code(STAYS), options={"max_turns": 6}, clock=LIMITS)

    def sleep() -> tuple[float, float]:
        began = time.time()
        try:
            for process in processes:
                os.kill(process, signal.SIGSTOP)
            time.sleep(4)
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)
        return began, time.time()

    assert pause_while_it_thinks(table, sleep) < LIMITS["move"]
    end = table.wait("end")[1]
    assert end["result"]["turns"] == 6
    assert end["result"]["losses"] == [None, None]


def most_at_once(table: Table, game: str, count: int, thinking: str) -> tuple[int, int, dict[str, Any]]:
    """Play a short match; return how many bots started at once, how many thought, and the replay without times."""
    length = {"tank": {"max_turns": 6}, "generals": {"max_rounds": 3}}[game]
    limits = {"start": 60_000, "first": 9000, "move": 9000}
    draws = bots.source(game, "random")
    table.play(game, *[code(draws)] * count, options=length, thinking=thinking, clock=limits)
    end = table.wait("end")[1]
    states: dict[int, str] = {}
    most = {"importing": 0, "thinking": 0}
    for _, player, doing, _ in table.heard("seat"):
        states[player] = doing
        for each in most:
            most[each] = max(most[each], [*states.values()].count(each))
    assert verify(loads(end["replay"])) is None
    replay = json.loads(end["replay"])
    for turn in replay["turns"]:
        for answer in turn:
            del answer["ms"], answer["thought"]
    return most["importing"], most["thinking"], replay


def test_bots_think_in_turn_or_at_once(table: Table) -> None:
    *in_turn, one = most_at_once(table, "tank", 2, "in_turn")
    *at_once, other = most_at_once(table, "tank", 2, "at_once")
    assert in_turn == [1, 1]
    assert at_once == [2, 2]
    assert one.pop("in_turn") is True
    assert "in_turn" not in other
    assert one == other, "which of the two changes nothing"


def test_eight_bots_start_at_once_on_request(table: Table) -> None:
    assert most_at_once(table, "generals", 8, "at_once")[0] == 8


@pytest.mark.skipif((os.cpu_count() or 1) > 5, reason="eight bots may run side by side here")
def test_eight_bots_on_few_processors_think_in_turn(table: Table) -> None:
    *most, replay = most_at_once(table, "generals", 8, "auto")
    assert most == [1, 1]
    assert replay["in_turn"] is True


def test_running_time_is_shown(arena: Page) -> None:
    paste(arena, "def move(view):\n    while True:\n        pass\n")
    arena.get_by_label("Seat 1").select_option("code")
    arena.locator("#settings-button").click()
    arena.get_by_label("First move").fill("60000")
    arena.get_by_label("Extra time in all").fill("9000")
    arena.locator("#settings-button").click()
    arena.get_by_role("button", name="Run", exact=True).click()
    spent = arena.locator(".player .spent").first
    seen = set()
    while len(seen) < 4:
        # The limit shown is the sum of the move's time and the extra time.
        expect(spent).to_have_text(re.compile(r"^[\d,]+ of 69,000 ms$"))
        seen.add(int(spent.inner_text().split()[0].replace(",", "")))
    arena.get_by_role("button", name="Stop", exact=True).click()
    state(arena, "ready")
    arena.locator("#settings-button").click()
    arena.get_by_role("button", name="Use the defaults").click()
    arena.locator("#settings-button").click()
