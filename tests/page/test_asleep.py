"""A contest in a hidden tab and in one that the browser has put to sleep; another tab watches and takes over.

Playwright makes every page visible, so this test drives Chromium without it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import other_browsers
import pytest
from conftest import TEST_ARGUMENTS, wait_until
from other_browsers import Chromium, wait
from sandlot_build import needs

SEEDS = 14
SLOW = """
import time

def move(view):
    time.sleep(0.05)
    return view["safe"][0] if view["safe"] else 0
"""
"""A bot that is slow enough for the series to outlast every step of the test."""
BEGIN = """
const form = document.querySelector('.compete-form');
form.querySelector('[name=compete-seeds][value=list]').click();
await new Promise((done) => setTimeout(done));
const typed = form.querySelector('.compete-seeds textarea');
typed.value = given[0];
typed.dispatchEvent(new Event('input', { bubbles: true }));
await new Promise((done) => setTimeout(done));
form.requestSubmit();
"""
PLAYED = "return Number(document.querySelector('.compete-progress')?.innerText.match(/\\d+/)?.[0] ?? 0)"
KEPT = """
const db = await new Promise((resolve) => {
  const opening = indexedDB.open('sandlot');
  opening.onsuccess = () => resolve(opening.result);
});
const count = (store) => new Promise((resolve) => {
  const asked = db.transaction(store).objectStore(store).count();
  asked.onsuccess = () => resolve(asked.result);
});
const found = [await count('blocks'), await count('games')];
db.close();
return found;
"""


@pytest.fixture
def tab() -> Iterator[Chromium]:
    with other_browsers.chromium(needs.browser_on_this_machine(), TEST_ARGUMENTS) as tab:
        yield tab


def says(tab: Chromium, part: str, words: str) -> None:
    """Wait until the element `part` (a CSS selector) is visible and contains `words`."""
    shown = "const part = document.querySelector(given[0]); return !part?.hidden && part?.innerText.includes(given[1])"
    wait(tab, shown, part, words)


def goes_on(tab: Chromium) -> None:
    """Wait until this tab shows at least two more games than now."""
    before = tab.run(PLAYED)
    wait(tab, f"return (() => {{ {PLAYED} }})() >= given[0]", before + 2)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_series_continues_while_hidden_after_sleep_and_after_takeover(tab: Chromium, site: Any) -> None:
    playing = tab
    playing.goto(f"{site.url}licences.txt")
    kept = {"name": "my_bot.py", "source": SLOW}
    playing.run("localStorage.setItem('sandlot.code.snake', given[0])", json.dumps(kept))
    playing.goto(f"{site.url}#game=snake&tab=compete&contest=series&lang=en")
    wait(playing, "return Boolean(document.querySelector('.compete-form'))")
    playing.run(BEGIN, f"1-{SEEDS}")
    wait(playing, "return document.querySelector('.compete-head progress')?.value > 0")

    watching = playing.beside(playing.run("return location.href"))
    wait(playing, "return document.visibilityState === 'hidden'")
    says(watching, ".compete-meta", "under way, played by another tab")
    says(watching, ".compete-trouble", "The tab that plays is hidden, and the browser may slow it down.")
    goes_on(watching)
    wait(playing, "return /^\\d+\\s%/.test(document.title)")

    with playing.asleep():
        wait_until(lambda: playing.title().startswith("Asleep, "))
        says(watching, ".compete-meta", "waiting for another tab")
        says(watching, ".compete-trouble", "Show that tab, or play here.")
    says(watching, ".compete-meta", "under way, played by another tab")
    goes_on(watching)

    with playing.asleep():
        says(watching, ".compete-tools button", "Play here")
        watching.run("document.querySelector('.compete-tools button').click()")
        wait(watching, "return document.querySelector('.compete-meta').innerText.endsWith('· under way')")
        # The watching tab stores its games although the sleeping tab has not closed its connection to the database.
        goes_on(watching)
    # The tab that slept has noticed that it no longer plays.
    says(playing, ".compete-meta", "under way, played by another tab")
    says(watching, ".compete-meta", "finished")
    assert watching.run("return document.querySelector('.compete-progress').innerText") == f"{2 * SEEDS} games played"
    assert watching.run(KEPT) == [SEEDS, 2 * SEEDS]
    says(playing, ".compete-meta", "finished")
    cells = "return document.querySelectorAll('.compete-grid [data-outcome]').length"
    wait(watching, f"return (() => {{ {cells} }})() === given[0]", 2 * SEEDS)
