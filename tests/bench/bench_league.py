"""Measures how soon a large league of 200 bots and 50,000 games is open in the page, compared with one of 3 bots."""

from __future__ import annotations

import statistics
from math import inf
from typing import TYPE_CHECKING, Any

from leagues import write_league

if TYPE_CHECKING:
    from bench import Bench

SIZES = {"large": (200, 25_000), "small": (3, 50)}
MINUTE = 60_000
LAPTOP, PHONE = (1440, 900, 1), (390, 844, 4)
"""The width and height of the window, and the factor by which the processor is slowed."""
#: Opens a league by its address, and records when its standings and its games appear.
OPEN = """async (address) => {
  const field = document.querySelector('.league-open input');
  field.value = address;
  const began = performance.now();
  field.form.requestSubmit();
  const seen = [];
  for (const what of ['.league-table tbody tr', '.league-list li']) {
    while (!document.querySelector(what)) await new Promise(requestAnimationFrame);
    seen.push((performance.now() - began) / 1000);
  }
  return seen;
}"""


def rows(bench: Bench, row: Any, ratio: Any) -> list[Any]:
    """`row` and `ratio` make lines of the table."""
    for name, (bots, blocks) in SIZES.items():
        folder = bench.site.folder / f"league-{name}"
        folder.mkdir()
        write_league(folder, bots, blocks)
    return [
        *_rows_on("a laptop", LAPTOP, bench, row, ratio),
        *_rows_on("a phone, four times slower", PHONE, bench, row, ratio),
    ]


def _rows_on(device: str, on: tuple[int, int, int], bench: Bench, row: Any, ratio: Any) -> list[Any]:
    large: list[tuple[float, float]] = []

    def opened_large() -> float:
        large.append(open_league(bench, "large", on))
        return large[-1][1]

    pairs = bench.pairs("a league", opened_large, lambda: open_league(bench, "small", on)[1])
    return [
        row(f"standings of 200 bots, on {device}", statistics.median(each for each, _ in large), 1, "s", []),
        row(f"all of it, with 50,000 games, on {device}", statistics.median(each for _, each in large), inf, "s", []),
        ratio(f"the same / a league of 3 bots, on {device}", inf, pairs),
    ]


def open_league(bench: Bench, name: str, on: tuple[int, int, int]) -> tuple[float, float]:
    """Return the seconds until the standings of a league appear, and until everything does, in an empty profile."""
    width, height, slower = on
    context = bench.browser.new_context(viewport={"width": width, "height": height})
    page = bench.open(context, "#tab=league")
    page.wait_for_selector(".league-open input", timeout=MINUTE)
    page.wait_for_selector("html[data-arena=ready]", timeout=MINUTE)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    standings, everything = page.evaluate(OPEN, f"{bench.site.url}league-{name}/")
    context.close()
    return standings, everything
