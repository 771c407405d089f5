"""The core path in three browsers: Python boots, modules and programs play, an endless bot is stopped, replays agree.

All other tests of the page run in Chromium. This file tests where browsers differ: workers in sealed frames, snapshots,
waiting for input, and time.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import other_browsers
import pytest
from conftest import TEST_ARGUMENTS
from other_browsers import Missing, Tab, wait
from package_index import Index
from pages import DROP, long_program
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads
from sandlot_build import needs
from strangers import BOTZONE, BOTZONE_RESTART, MODULE
from waiting import patience

ENDLESS = "def move(view):\n    while True:\n        pass\n"
SEED = 7
SHORT = {"max_turns": 5}
BROWSERS = ("chromium", "firefox", "webkit")
#: Browsers of tests whose Chromium case is in another file.
ELSEWHERE = pytest.mark.parametrize("tab", BROWSERS[1:], indirect=True, scope="module")


@pytest.fixture(scope="module", params=BROWSERS)
def tab(request: pytest.FixtureRequest) -> Iterator[Tab]:
    """Start each browser and return its page; skip browsers that this machine lacks."""
    with ExitStack() as stack:
        try:
            if request.param == "chromium":
                tab = stack.enter_context(other_browsers.chromium(needs.browser_on_this_machine(), TEST_ARGUMENTS))
            else:
                tab = stack.enter_context(getattr(other_browsers, request.param)())
        except Missing as missing:
            if request.config.getoption("--all-browsers"):
                raise
            pytest.skip(str(missing))
        yield tab


def keep(tab: Tab, site: Any, code: str) -> None:
    """Store `code` as the bot in the editor for tank."""
    # Use another page of the same origin: the arena would overwrite the stored bot when it closes.
    tab.goto(f"{site.url}licences.txt")
    kept = {"name": "my_bot.py", "source": code}
    tab.run("localStorage.setItem('sandlot.code.tank', given[0])", json.dumps(kept))


def visit(
    tab: Tab,
    site: Any,
    code: str = MODULE,
    options: dict[str, int] | None = None,
    clock: dict[str, int] | None = None,
) -> None:
    """Open the arena with a bot in the editor and these match settings, and wait until it can play."""
    keep(tab, site, code)
    settings = {"options": options or {}, "clock": clock or {}, "limits": {}}
    tab.run("localStorage.setItem('sandlot.settings.tank', given[0])", json.dumps(settings))
    # An empty secret gives bots the same random numbers in every browser.
    tab.run("localStorage.setItem('sandlot.secret', given[0])", json.dumps(""))
    tab.goto(f"{site.url}#game=tank&tab=code&seats=code,random&seed={SEED}")
    wait(tab, "return document.documentElement.dataset.arena === 'ready'")


def set_options(tab: Tab, options: dict[str, int]) -> None:
    """Fill in match settings, given by their labels."""
    script = """
    for (const field of document.querySelectorAll('#settings .field')) {
      const value = given[0][field.textContent];
      if (value === undefined) continue;
      const input = field.querySelector('input');
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    """
    tab.run(script, options)


def play(tab: Tab) -> tuple[str, dict[str, Any]]:
    """Press Run; return the verdict and the replay file once the match is over."""
    # Read the state in the same script: a short match may be over before the next one runs.
    assert tab.run("document.querySelector('#run').click(); return document.documentElement.dataset.arena") == "running"
    wait(tab, "return document.documentElement.dataset.arena === 'ready'")
    return played(tab)


def played(tab: Tab) -> tuple[str, dict[str, Any]]:
    """Return the verdict and the replay file of the match that is over."""
    tab.run("document.querySelector('#last').click()")
    verdict = wait(tab, "return document.querySelector('[data-testid=verdict]').innerText")
    # Catch the blob that the Save button creates, because each browser has another folder for downloads.
    text = tab.run(
        """
        const { createObjectURL } = URL;
        const { click } = HTMLAnchorElement.prototype;
        let saved = null;
        URL.createObjectURL = (blob) => { saved = blob; return createObjectURL.call(URL, blob); };
        HTMLAnchorElement.prototype.click = () => {};
        document.querySelector('#export').click();
        // The dialog is loaded now.
        while (!document.querySelector('#export-dialog[open]')) await new Promise((done) => setTimeout(done, 50));
        document.querySelector('#export-dialog input[value=json]').click();
        document.querySelector('#export-dialog [type=submit]').click();
        Object.assign(URL, { createObjectURL });
        HTMLAnchorElement.prototype.click = click;
        return saved.text();
        """
    )
    replay = loads(text)
    assert verify(replay) is None
    return verdict, json.loads(text)


def answers(replay: dict[str, Any]) -> list[Any]:
    """Return each turn's replies and faults by player, without times."""
    return [[(each["player"], each.get("reply"), each.get("fault")) for each in turn] for turn in replay["turns"]]


EDITOR = """
const root = document.querySelector('.shell')?.shadowRoot;
const [scroller, content] = ['.cm-scroller', '.cm-content'].map((each) => root?.querySelector(each));
const [place, head] = ['.editor', '.code-head'].map((each) => document.querySelector(each)?.getBoundingClientRect());
const line = (text) => [...root.querySelectorAll('.cm-line')].find((each) => each.textContent.includes(text));
const isSeen = (each) => {
  const { top, bottom } = each?.getBoundingClientRect() ?? { top: NaN };
  return top >= place.top - 1 && bottom <= place.bottom + 1;
};
const press = (key) => content.dispatchEvent(
  new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }));
"""


@ELSEWHERE
def test_a_long_program_scrolls_within_its_editor(tab: Tab, site: Any) -> None:
    keep(tab, site, long_program())
    tab.goto(site.code)
    wait(tab, f"{EDITOR} return Boolean(content && line('def step_1('))")
    assert tab.run(f"{EDITOR} return scroller.clientHeight <= place.height && isSeen(line('def step_1('))")
    assert tab.run(f"{EDITOR} return [scroller.scrollHeight > 8000, scroller.scrollWidth > scroller.clientWidth]") == [
        True,
        False,
    ]
    tab.run(f"{EDITOR} scroller.scrollTop = 3000")
    # The editor measures lines when they come into view; the scroll position must not jump.
    assert abs(tab.run(f"{EDITOR} return scroller.scrollTop") - 3000) < 300
    tab.run(f"{EDITOR} press('End')")
    wait(tab, f"{EDITOR} return isSeen(line('return [-1, -1]'))")
    assert tab.run(f"{EDITOR} return head.top >= 0 && head.bottom <= place.top + 1")
    tab.run(f"{EDITOR} press('Home')")
    wait(tab, f"{EDITOR} return isSeen(line('def step_1('))")


@pytest.fixture(scope="module")
def seen() -> dict[str, Any]:
    """Return a store for the answers and steps of the first browser, which every other must repeat."""
    return {}


FILE_NOTICE = "[...document.querySelectorAll('.notice')].find((each) => each.innerText.includes('my_bot.py is in the'))"


def bring(tab: Tab, code: str) -> None:
    """Drop a file with another bot on the open page: opening a new page takes longer than a match."""
    tab.run(f"({DROP})(given[0])", ["my_bot.py", b64encode(code.encode()).decode()])
    wait(tab, f"return Boolean({FILE_NOTICE})")
    tab.run(f"{FILE_NOTICE}.querySelector('button[aria-label]').click()")


BOTS = {"module": MODULE, "keep-running": BOTZONE, "restart": BOTZONE_RESTART}


def test_matches_and_step_counts_are_equal_in_every_browser(tab: Tab, site: Any, seen: dict[str, Any]) -> None:
    visit(tab, site)
    # A browser that cannot suspend WebAssembly says so once, and only for programs.
    waits, told = tab.run("return 'Suspending' in WebAssembly"), ""
    for kind, code in BOTS.items():
        bring(tab, code)
        set_options(tab, {"Python steps per move, at most; 0: limit by time": 0, "Draw after turn": 100})
        told += plays_the_same(tab, seen, kind)
        assert ("run again from its beginning every turn" in told) == (not waits and kind != "module")


def plays_the_same(tab: Tab, seen: dict[str, Any], kind: str) -> str:
    """Play one match by the clock and one by steps; return the notices that the page shows after the first one."""
    verdict, replay = play(tab)
    assert "my_bot" in verdict
    assert replay["result"] is not None
    assert all("fault" not in answer for turn in replay["turns"] for answer in turn)
    said: str = tab.run("return document.querySelector('.notices').innerText")
    assert seen.setdefault(kind, answers(replay)) == answers(replay)
    length = len(replay["turns"]) - 1
    assert tab.run("return document.querySelector('#turn').max") == str(length)
    tab.run("document.querySelector('#first').click()")
    assert tab.run("return document.querySelector('#turn').value") == "0"

    set_options(tab, {"Python steps per move, at most; 0: limit by time": 1_000_000, "Draw after turn": 5})
    _, replay = play(tab)
    steps = [[each.get("steps") for each in turn] for turn in replay["turns"][1:]]
    assert len(steps) == 5
    assert all(count for turn in steps for count in turn)
    assert seen.setdefault(f"steps of {kind}", steps) == steps
    return said


LINKS = Path(__file__).parents[1] / "links" / "links.json"


@ELSEWHERE
def test_a_link_is_played_in_the_page_and_in_an_embed(tab: Tab, site: Any) -> None:
    """Browsers differ in how they decompress the start of a link, for the preview before Python has loaded."""
    address = next(each for each, _ in json.loads(LINKS.read_text(encoding="utf-8")) if each.startswith("#v2."))
    tab.goto(f"{site.url}licences.txt")
    tab.goto(f"{site.url}{address}&lang=en")
    wait(tab, "return document.querySelector('.players h2')?.innerText.startsWith('A replay, verified')")
    tab.goto(f"{site.url}embed.html{address}&t=2&lang=en")
    wait(tab, "return document.querySelectorAll('.match-title .name').length === 2")
    tab.run("document.querySelector('.poster').click()")
    wait(tab, "return !document.querySelector('.verified').hidden")


BEGIN_SERIES = """
const form = document.querySelector('.compete-form');
form.querySelector('[name=compete-seeds][value=list]').click();
await new Promise((done) => setTimeout(done));
const typed = form.querySelector('.compete-seeds textarea');
typed.value = given[0];
typed.dispatchEvent(new Event('input', { bubbles: true }));
await new Promise((done) => setTimeout(done));
form.requestSubmit();
"""


@ELSEWHERE
def test_series_continues_after_a_reload_and_shows_its_answer(tab: Tab, site: Any) -> None:
    # The bot loses by an invalid order. The games of a block may arrive together: two blocks leave time for the reload.
    gives_up = "import time\n\ndef move(view):\n    time.sleep(0.3)\n    return [-1 if view['turn'] < 3 else 99] * 2\n"
    visit(tab, site, gives_up)
    tab.run("location.hash = '#game=tank&tab=compete&contest=series'")
    wait(tab, "return Boolean(document.querySelector('.compete-form'))")
    tab.run(BEGIN_SERIES, "1-2")
    wait(tab, "return document.querySelector('.compete-head progress')?.value > 0")
    wait(tab, "return document.querySelector('.compete-meta').innerText.includes('under way')")
    tab.goto(tab.run("return location.href"))
    wait(tab, "return document.querySelector('.compete-meta')?.innerText.includes('finished')")
    answer = wait(tab, "return document.querySelector('.compete-answer')?.innerText")
    assert re.search(r"\bmy_bot v\d+", answer)
    wait(tab, "return document.querySelectorAll('.compete-grid [data-outcome]').length === 4")
    assert tab.run("return document.querySelector('.compete-progress').innerText") == "4 games played"


def test_match_in_a_hidden_tab_continues_without_faults(tab: Tab, site: Any) -> None:
    try:
        behind = tab.hidden()
    except Missing as missing:
        pytest.skip(str(missing))
    thinks = MODULE.replace("def move(view):", "import time\n\ndef move(view):\n    time.sleep(0.3)")
    # Give plenty of time: while other tests run, a hidden tab may get no processor time for seconds.
    visit(tab, site, thinks, SHORT, {"start": 60_000, "first": 30_000, "move": 30_000})
    with behind:
        wait(tab, "return document.visibilityState === 'hidden'")
        _, replay = play(tab)
        assert tab.run("return document.visibilityState") == "hidden"
    assert len(replay["turns"]) == 6
    assert all("fault" not in answer for turn in replay["turns"] for answer in turn)


NOTE_RUNS = """
const { documentElement: root } = document;
const note = () => { window.hasRun ||= root.dataset.arena === 'running'; };
new MutationObserver(note).observe(root, { attributeFilter: ['data-arena'] });
"""
"""Record that a match ran: a short one may be over before the test reads the state."""


@ELSEWHERE
def test_a_bot_has_the_packages_it_declares(tab: Tab, site: Any) -> None:
    """Packages can be fetched because a worker loaded by URL is not bound by the page's content security policy."""
    index = Index()
    index.wheel("north", "1.0", {"north.py": "STAY = -1\n"})
    bot = "import north\n\ndef move(view):\n    return [north.STAY] * 2\n"
    visit(tab, site, f'# /// script\n# dependencies = ["north"]\n# ///\n{bot}', SHORT)
    tab.run("localStorage.setItem('sandlot.packages', given[0])", json.dumps({"index": index.url, "sets": []}))
    tab.run(NOTE_RUNS)
    tab.run("document.querySelector('#run').click()")
    wait(tab, "return document.querySelector('dialog.packages')?.open")
    tab.run("document.querySelector('dialog.packages [type=submit]').click()")
    # The match begins as soon as the packages are installed.
    wait(tab, "return window.hasRun && document.documentElement.dataset.arena === 'ready'")
    index.close()
    _, replay = played(tab)
    assert replay["players"][0]["packages"] == ["north==1.0"]
    assert not any("fault" in answer for turn in replay["turns"] for answer in turn)


@ELSEWHERE
def test_a_second_visit_starts_from_the_snapshot(tab: Tab, site: Any) -> None:
    kept = "return (await (await caches.open('sandlot-snapshots')).keys()).length"
    tab.goto(f"{site.url}licences.txt")
    if not tab.run(kept):  # no earlier test has stored a snapshot
        visit(tab, site)
        wait(tab, kept)
    visit(tab, site)
    started = "performance.getEntriesByType('mark').filter(({ name }) => /^sandlot:(engine|seat)$/.test(name))"
    wait(tab, f"return {started}.length >= 2")
    assert all(tab.run(f"return {started}.map(({{ detail }}) => detail.fromSnapshot)"))


def worked() -> dict[str, int]:
    """Return the CPU ticks that each WebKit worker has used so far, by its thread's path."""
    found = {}
    for thread in Path("/proc").glob("[0-9]*/task/[0-9]*"):
        with suppress(OSError):
            name, _, numbers = (thread / "stat").read_text().partition("(")[2].rpartition(")")
            if name == "WebCore: Worker":
                found[str(thread)] = sum(map(int, numbers.split()[11:13]))
    return found


def rest(most: int = 20) -> None:
    """Wait until every WebKit worker is idle: it uses fewer than `most` CPU ticks in a second."""
    end = monotonic() + patience()
    before: dict[str, int] | None = None
    while True:
        now = worked()
        busy = {thread: ticks - (before or {}).get(thread, 0) for thread, ticks in now.items()}
        if before is not None and max(busy.values(), default=0) < most:
            return
        assert monotonic() < end, f"still at work: {busy}"
        before = now
        sleep(1)


@ELSEWHERE
def test_endless_bot_is_stopped_and_the_next_bot_plays(tab: Tab, site: Any) -> None:
    visit(tab, site, ENDLESS, SHORT, {"first": 4000})
    verdict, replay = play(tab)
    rest()
    assert replay["turns"][1][0]["fault"] == "timeout"
    assert "my_bot" in verdict
    # Replace the stopped bot.
    choose = """
    const seat = document.querySelector('#seat-0');
    seat.value = 'hunter';
    seat.dispatchEvent(new Event('change', { bubbles: true }));
    """
    tab.run(choose)
    _, replay = play(tab)
    assert replay["players"][0]["name"] == "hunter"
    assert not any("fault" in answer for turn in replay["turns"] for answer in turn)
