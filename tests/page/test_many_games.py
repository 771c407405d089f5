"""Contests of ten thousand games in Compete: they are paged and filtered, and the page draws only a part of them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from contest_rows import keep, records
from playwright.sync_api import Locator, Page, expect

BLOCKS = 5_000
"""Blocks of the series, of two games each."""
CROWD = 100
"""Bots in the tournament, in which each pair plays twice."""
ELEMENTS = 4_000
"""An upper bound for the elements of the view. With one element for each game it would have over 10,000."""
#: Click through all further pages, and return the label of each.
TO_THE_LAST = """async (pages) => {
  const said = [];
  for (let k = 0; k < pages - 2; k += 1) {
    [...document.querySelectorAll('.compete-pager button')].at(-1).click();
    await new Promise((done) => setTimeout(done));
    said.push(document.querySelector('.compete-pager span').textContent);
  }
  return said;
}"""


@cache
def thousands(kind: str) -> dict[str, Any]:
    """Return what the browser stores of a contest of about 10,000 games."""
    count, blocks = (2, BLOCKS) if kind == "series" else (CROWD, 1)
    return records(kind, [f"bot {number}" for number in range(count)], blocks)


def elements(page: Page) -> int:
    return int(page.evaluate("document.querySelectorAll('.compete *').length"))


def cells(page: Page) -> Locator:
    return page.get_by_role("gridcell")


#: Replace workers, so that Python never starts.
WITHOUT_PYTHON = """
window.Worker = class extends EventTarget {
  postMessage() {}
  terminate() {}
};
"""


@pytest.mark.parametrize(
    ("kind", "first"), [("series", ".compete-answer"), ("round-robin", ".compete-tournament tbody tr")]
)
def test_large_contest_shows_last_standings_before_python(page: Page, site: Any, kind: str, first: str) -> None:
    """The standings are stored for this, and the games are read from the database."""
    keep(page, site, thousands(kind))
    page.get_by_role("link", name=re.compile("^(10000|9900) games")).click()
    shown = page.locator(first).first
    expect(shown).to_be_visible(timeout=60_000)
    said = shown.inner_text()
    page.add_init_script(WITHOUT_PYTHON)
    page.reload()
    expect(shown).to_have_text(said, use_inner_text=True)
    assert page.locator("html").get_attribute("data-arena") == "loading"


def test_series_of_ten_thousand_games_is_paged_and_filtered(page: Page, site: Any) -> None:
    keep(page, site, thousands("series"))
    contest = page.get_by_role("link", name="10000 games")
    expect(contest).to_contain_text(re.compile(r"bot 0 is better: \d\d(\.\d)?\s% of the points in 10,000 games"))
    contest.click()
    expect(page.locator(".compete-answer")).to_contain_text("in 10,000 games")
    # One page of seeds is drawn, with two games each.
    on_a_page = cells(page).count()
    assert 100 <= on_a_page <= 400
    assert elements(page) < ELEMENTS
    for label, outcome in (("Lost", "loss"), ("Drawn", "draw"), ("Won", "win")):
        button = page.get_by_role("button", name=re.compile(f"^{label} [1-9]"))
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        rows = page.get_by_role("grid", name="Every game, by map and seat").get_by_role("row")
        assert rows.count() == rows.filter(has=page.locator(f"[data-outcome={outcome}]")).count() > 0
        assert elements(page) < ELEMENTS
    page.get_by_role("button", name=re.compile("^All ")).click()
    pages = int(page.locator(".compete-pager span").inner_text().split()[-1])
    later = page.get_by_role("button", name="Next", exact=True)
    later.click()
    expect(page.locator(".compete-pager")).to_contain_text(f"Page 2 of {pages}")
    assert page.evaluate(TO_THE_LAST, pages) == [f"Page {number} of {pages}" for number in range(3, pages + 1)]
    expect(later).to_be_disabled()
    assert (pages - 1) * on_a_page < 2 * BLOCKS <= pages * on_a_page
    # The last game can be watched, and going back returns to its page and button.
    cells(page).get_by_role("button").last.click()
    expect(page.locator("html")).to_have_attribute("data-view", re.compile("play|code"))
    expect(page.get_by_test_id("turn")).to_have_text(re.compile(r"\d+\s*/\s*[1-9]"))
    page.go_back()
    expect(cells(page).get_by_role("button").last).to_be_focused()
    expect(page.locator(".compete-pager")).to_contain_text(f"Page {pages} of {pages}")


def test_tournament_of_ten_thousand_games_is_drawn_in_parts(page: Page, site: Any) -> None:
    keep(page, site, thousands("round-robin"))
    page.get_by_role("link", name="9900 games").click()
    expect(page.get_by_role("table", name="Standings").get_by_role("row")).to_have_count(CROWD + 1)
    assert elements(page) < ELEMENTS
    page.locator(".cross button.cell").first.click()
    expect(page.get_by_role("heading", name=re.compile("^Games of bot "))).to_be_focused()
    expect(cells(page)).to_have_count(2)
    seeds = page.get_by_role("table", name="Points on each map").get_by_role("row")
    before = seeds.count()
    assert before < 100
    page.locator(".compete-tournament").get_by_role("button", name="Show more").last.click()
    expect(seeds).not_to_have_count(before)
    assert before < seeds.count() < 300
