"""Time: what is charged and what is given back, what the port takes, and whether bots think under equal conditions."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import ROOT
from pages import paste, state
from playwright.sync_api import Browser, Page, Worker, expect
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads
from sandlot_build import bundles
from strangers import STAYS
from tables import Table, code, house

# Runs parts of the engine by a clock of the test's own. `pass` lets time go by with the event loop running, `sleep`
# without it: what is due then, is late.
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
async function sleep(ms) {
  now += ms;
  runDue();
  await settle();
}
/** A bot's worker at the other end of a port, which takes `way` milliseconds there and back. */
async function bot(way) {
  const { port1, port2 } = new MessageChannel();
  const asked = [];
  port2.onmessage = ({ data }) => {
    if (data[0] === 'ping') { now += way; port2.postMessage(['did']); }
    else asked.push(data);
  };
  const bot = new clock.Bot(port1);
  port2.postMessage(['ready']);
  await bot.ready;
  const reply = () => port2.postMessage(['reply', asked.at(-1)[1], JSON.stringify({ reply: 'x' })]);
  return { bot, reply };
}
"""


class Lab:
    """A blank page with the parts, where time is what a script says."""

    def __init__(self, page: Page, bundle: str) -> None:
        self.page, self.bundle = page, bundle

    def run(self, script: str, **given: Any) -> Any:
        """Run the body of an async function."""
        body = f"async ({{ bundle, given }}) => {{ {LAB} {script} }}"
        return self.page.evaluate(body, {"bundle": self.bundle, "given": given})


@pytest.fixture(scope="module")
def lab(browser: Browser) -> Iterator[Lab]:
    page = browser.new_page()
    yield Lab(page, bundles.esbuild(ROOT / "tests" / "page" / "clock_parts.js", "--format=iife", "--global-name=clock"))
    page.close()


# What is charged


def test_time_that_passes_is_charged_and_ends_at_the_budget(lab: Lab) -> None:
    taken, ended = lab.run("""
        const first = clock.startStopwatch(1000, () => {});
        await pass(300);
        const taken = first.stop();
        let ended = null;
        clock.startStopwatch(100, () => (ended = now));
        await pass(500);
        return [taken, ended];
    """)
    assert taken == 300
    assert ended == 400


def test_a_pause_of_the_engine_is_given_back(lab: Lab) -> None:
    taken, ended = lab.run("""
        let ended = false;
        const watch = clock.startStopwatch(200, () => (ended = true));
        await pass(60);
        await sleep(5000);
        await pass(100);
        return [watch.stop(), ended];
    """)
    assert taken <= 200
    assert not ended


def test_where_every_timer_is_late_an_endless_bot_is_ended_all_the_same(lab: Lab) -> None:
    steps = lab.run("""
        let ended = false, steps = 0;
        clock.startStopwatch(200, () => (ended = true));
        for (; !ended && steps < 100; steps += 1) await sleep(1000);
        return steps;
    """)
    assert 8 < steps < 20


@pytest.mark.parametrize("pause", [1, 30, 5000])
def test_an_answer_that_is_there_is_heard_before_the_deadline_is_decided(lab: Lab, pause: int) -> None:
    """Also one that came while the engine slept, and whose timer fires first."""
    answer = lab.run(
        """
        const { bot: one, reply } = await bot(0);
        const answer = one.ask(['ask', 'text', false, 100, 0], 100);
        await pass(99);
        // Its message is in the queue, and the deadline is over before it is looked at.
        reply();
        now += given.pause;
        runDue();
        runDue();
        await settle();
        await pass(200);
        return answer;
        """,
        pause=pause,
    )
    assert answer["said"] == '{"reply":"x"}'
    assert answer["ms"] <= 100


def test_whoever_is_late_by_himself_loses_after_a_pause_too(lab: Lab) -> None:
    answer = lab.run("""
        const { bot: one } = await bot(0);
        const answer = one.ask(['ask', 'text', false, 100, 0], 100);
        await pass(50);
        await sleep(5000);
        await pass(300);
        return answer;
    """)
    assert answer["fault"] == "timeout"
    assert answer["ms"] == 100


# What the port takes


@pytest.mark.parametrize(("way", "taken_off"), [(0, 0), (7, 7), (500, 20)])
def test_what_the_port_takes_is_not_charged(lab: Lab, way: int, taken_off: int) -> None:
    latency, in_time, late = lab.run(
        """
        const { bot: one, reply } = await bot(given.way);
        const first = one.ask(['ask', 'text', false, 100, 0], 100);
        await pass(90 + given.off);
        reply();
        await settle();
        const second = one.ask(['ask', 'text', false, 100, 0], 100);
        await pass(200);
        return [one.latency, await first, await second];
        """,
        way=way,
        off=taken_off,
    )
    assert latency == taken_off
    assert in_time["said"] == '{"reply":"x"}'
    assert in_time["ms"] == 90
    assert late["fault"] == "timeout"
    assert late["ms"] == 100


def test_a_worker_that_does_not_echo_is_a_bot_all_the_same(lab: Lab) -> None:
    ready, latency = lab.run("""
        const { port1, port2 } = new MessageChannel();
        const one = new clock.Bot(port1);
        port2.postMessage(['ready']);
        await settle();
        await pass(3000);
        return [await one.ready, one.latency];
    """)
    assert ready is True
    assert latency == 0


def test_a_bot_that_nobody_waits_for_any_more_is_not_asked(lab: Lab) -> None:
    answer, did = lab.run("""
        const { bot: one } = await bot(0);
        one.abandon();
        return [await one.ask(['ask', 'text', false, 100, 0], 100), await one.tellWorker(['ping'])];
    """)
    assert answer["fault"] == "timeout"
    assert did is None


# Equal conditions

# Bots on a machine with so many processors, to which `busy` adds so many times the work for the first few tasks.
MACHINE = """
let doing = [], tasks = 0;
const machine = (count, cores, busy = []) => Array.from({ length: count }, () => ({
  tellWorker: ([, rounds]) => new Promise((resolve) => {
    doing.push(resolve);
    if (doing.length > 1) return;
    real(() => {
      now += (rounds / 1000) * Math.ceil(doing.length / cores) * (1 + (busy[tasks++] ?? 0));
      for (const done of doing.splice(0)) done(['did']);
    });
  }),
}));
"""


@pytest.mark.parametrize(
    ("bots", "cores", "found"),
    [
        (1, 1, True),
        (2, 1, False),
        (2, 2, True),
        (2, 8, True),
        (3, 2, False),
        (8, 2, False),
        (8, 7, False),
        (8, 8, True),
    ],
)
def test_whether_bots_run_side_by_side_is_measured(lab: Lab, bots: int, cores: int, found: bool) -> None:
    script = f"{MACHINE} return clock.runSideBySide(machine(given.bots, given.cores));"
    assert lab.run(script, bots=bots, cores=cores) is found


@pytest.mark.parametrize("busy", [[3], [0, 0, 5], [0, 4, 0, 0, 5], *([2] * n for n in (3, 4, 5, 6, 7))], ids=str)
@pytest.mark.parametrize("cores", [1, 2])
def test_what_else_goes_on_just_then_does_not_decide(lab: Lab, cores: int, busy: list[int]) -> None:
    script = f"{MACHINE} return clock.runSideBySide(machine(2, given.cores, given.busy));"
    assert lab.run(script, cores=cores, busy=busy) is (cores == 2)


def test_what_was_measured_holds_for_a_while(lab: Lab) -> None:
    counts = lab.run(f"""
        {MACHINE}
        const counts = [];
        for (const [count, cores] of [[2, 2], [2, 1], [3, 3]]) {{
          counts.push([await clock.runSideBySide(machine(count, cores)), tasks]);
          tasks = 0;
        }}
        now += 3_600_000;
        counts.push([await clock.runSideBySide(machine(2, 1)), tasks > 0]);
        return counts;
    """)
    (first, tasks), again, other, later = counts
    assert first is True
    assert tasks > 0
    assert again == [True, 0], "remembered"
    assert other[1] > 0, "another number of bots is another question"
    assert later == [False, True]


def test_a_machine_that_was_busy_is_measured_again_sooner(lab: Lab) -> None:
    found = lab.run(f"""
        {MACHINE}
        const found = [];
        for (const [pause, cores] of [[0, 1], [4000, 2], [2000, 2], [59_000, 1], [2000, 1]]) {{
          now += pause;
          found.push(await clock.runSideBySide(machine(2, cores)));
        }}
        return found;
    """)
    assert found == [False, False, True, True, False]


def test_one_after_another_means_another_one_first_every_turn_and_people_at_once(lab: Lab) -> None:
    log, answers = lab.run("""
        const log = [], answers = [];
        for (let k = 0; k < 4; k += 1) {
          let thinking = 0;
          const put = async ({ player }) => {
            log.push(player === 9 ? `${k} person` : `${k} ${player} ${++thinking}`);
            await settle();
            if (player !== 9) thinking -= 1;
            return player;
          };
          const asks = [4, 9, 5, 6].map((player) => ({ player, k }));
          answers.push(await clock.askInTurn(asks, put, ({ player }) => player !== 9));
        }
        return [log, answers];
    """)
    assert answers == [[4, 9, 5, 6]] * 4, "the order of the answers is the order of the players"
    bots = [each.split() for each in log if "person" not in each]
    assert {thinking for _, _, thinking in bots} == {"1"}, "never two at once"
    assert [player for _, player, _ in bots] == [*"456", *"564", *"645", *"456"]
    assert log.index("0 person") < log.index("0 5 1"), "a person is not kept waiting"


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
  const began = Date.now();
  while (Date.now() < began + ms);
  return [began / 1000, Date.now() / 1000];
}"""
LIMITS = {"start": 60_000, "first": 1500, "move": 1500}


def engine_of(page: Page) -> Worker:
    """The engine's worker: those of the bots belong to frames without an origin."""
    return next(worker for worker in page.workers if worker.url.startswith("blob:http"))


def wait_for(table: Table, state: str) -> None:
    """Wait until the first player is doing that."""
    while table.wait("seat")[1:3] != [0, state]:
        pass


def pause_while_it_thinks(table: Table, pause: Any) -> float:
    """Call `pause`, which returns when it began and ended, until a move lies across it; return that move's
    milliseconds.
    """
    while True:
        wait_for(table, "thinking")
        began, ended = pause()
        moved = 0.0
        while moved < ended:
            answer = table.wait("position")[3]["answers"][0]
            assert answer["fault"] is None, answer["fault"]
            if not answer["output"]:
                continue  # that is how it started
            moved, done = (float(part) for part in answer["output"][0][1].split())
            if moved < began < done:
                return answer["ms"]


def test_a_bot_is_not_charged_while_the_engine_stands_still(table: Table) -> None:
    """And one that is late by its own doing is late all the same."""
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
    """Those in which pages, their workers and their frames run."""
    devtools = browser.new_browser_cdp_session()
    found = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    devtools.detach()
    return [each["id"] for each in found if each["type"] == "renderer"]


def test_nobody_loses_by_a_machine_that_sleeps(table: Table, processes: list[int]) -> None:
    """Page, engine and bots stand still together, as when a lid is closed or a browser freezes a page."""
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


def most_at_once(table: Table, game: str, bots: int, thinking: str) -> tuple[int, int, dict[str, Any]]:
    """Play a short match; return how many bots started at once, how many thought, and the replay without times."""
    length = {"tank": {"max_turns": 6}, "generals": {"max_rounds": 3}}[game]
    limits = {"start": 60_000, "first": 9000, "move": 9000}
    table.play(game, *[house("random")] * bots, options=length, thinking=thinking, clock=limits)
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
            del answer["ms"]
    return most["importing"], most["thinking"], replay


def test_bots_think_one_after_another_or_side_by_side(table: Table) -> None:
    *in_turn, one = most_at_once(table, "tank", 2, "in_turn")
    *at_once, other = most_at_once(table, "tank", 2, "at_once")
    assert in_turn == [1, 1]
    assert at_once == [2, 2]
    assert one.pop("in_turn") is True
    assert "in_turn" not in other
    assert one == other, "which of the two changes nothing"


def test_eight_bots_start_side_by_side_if_one_wants_that(table: Table) -> None:
    assert most_at_once(table, "generals", 8, "at_once")[0] == 8


@pytest.mark.skipif((os.cpu_count() or 1) > 5, reason="eight bots may run side by side here")
def test_eight_bots_on_few_processors_are_found_out(table: Table) -> None:
    *most, replay = most_at_once(table, "generals", 8, "auto")
    assert most == [1, 1]
    assert replay["in_turn"] is True


def test_time_is_shown_as_it_runs(arena: Page) -> None:
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
        # What was there before is over; what comes now runs, against limit and extra time together.
        expect(spent).to_have_text(re.compile(r"^[\d,]+ of 69,000 ms$"))
        seen.add(int(spent.inner_text().split()[0].replace(",", "")))
    arena.get_by_role("button", name="Stop", exact=True).click()
    state(arena, "ready")
    arena.locator("#settings-button").click()
    arena.get_by_role("button", name="Use the defaults").click()
    arena.locator("#settings-button").click()
