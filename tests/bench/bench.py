"""Measures Sandlot's performance claims: `python3 build.py bench`.

Prints one table and writes .build/bench.json. Every figure is a ratio of two things that are measured alternately in
the same run: the median of several pairs. So it does not depend on the speed of the machine. The baseline of all boots
is the usual way, `loadPyodide()` in a module worker of the same page.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path

import bench_contest_page
import bench_contests
import bench_embed
import bench_engine
import bench_frames
import bench_league
import bench_links
import bench_local
import bench_rl
import bench_series
import bench_strength
from conftest import BROWSER_ARGUMENTS, MOST_BYTES, ROOT, Site, add_page
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from sandlot.game import read_options
from sandlot.games import GAMES
from sandlot_build import basis, needs

HERE = Path(__file__).parent
MINUTE = 60_000
MEGABYTE = 1_000_000
# The view with the Run button. The front page loads Python just as early, but has no match to run.
EDITOR = "#tab=code"
# Presses Run as soon as the page reacts to it, which Playwright's own click would only notice by polling.
PRESS = """
new MutationObserver((_, watching) => {
  if (document.querySelector('main')?.inert !== false || !document.querySelector('#run')) return;
  watching.disconnect();
  document.querySelector('#run').click();
}).observe(document, { subtree: true, childList: true, attributeFilter: ['inert'] });
"""


@dataclass
class Row:
    """One line of the table: a figure, its limit, and the measurements."""

    name: str
    value: float
    limit: float
    unit: str
    pairs: list[tuple[float, float]]

    def line(self) -> str:
        verdict = "ok" if self.value <= self.limit else "OVER"
        spread = ""
        if self.pairs:
            ratios = [a / b for a, b in self.pairs]
            spread = f"  pairs {len(ratios)}, from {min(ratios):.3f} to {max(ratios):.3f}"
        limit = f"limit {self.limit:<5} {verdict:<4}" if self.limit < inf else " " * 16
        return f"{self.name:<66} {self.value:>9.3f} {self.unit:<6} {limit}{spread}"


def ratio(name: str, limit: float, pairs: list[tuple[float, float]]) -> Row:
    return Row(name, statistics.median(a / b for a, b in pairs), limit, "times", pairs)


class Bench:
    """The built site with a bench page beside it, and a browser."""

    def __init__(self, browser: Browser, site: Site, runs: int) -> None:
        self.browser, self.site, self.runs = browser, site, runs
        game = GAMES["tank"]
        self.view = json.dumps(game.view(game.start(2, 1, read_options(game, {})), 0), separators=(",", ":"))

    @contextmanager
    def visit(self, path: str) -> Iterator[Page]:
        """A page in an empty profile."""
        context = self.browser.new_context()
        try:
            yield self.open(context, path)
        finally:
            context.close()

    def open(self, context: BrowserContext, path: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: print(f"the page failed: {error}", file=sys.stderr))
        page.goto(self.site.url + path)
        return page

    def pairs(self, what: str, first: Callable[[], float], second: Callable[[], float]) -> list[tuple[float, float]]:
        pairs = []
        for number in range(self.runs):
            print(f"  {what}: pair {number + 1} of {self.runs}", file=sys.stderr, flush=True)
            pairs.append((first(), second()))
        return pairs

    def seat_ready(self) -> list[Row]:
        with self.visit("bench.html") as page:
            page.evaluate("bench.equip()")
            page.evaluate("bench.bareBoot()")  # fills the HTTP cache
            page.evaluate("(view) => bench.firstAnswer(view)", self.view)
            pairs = self.pairs(
                "seat ready",
                lambda: page.evaluate("(view) => bench.firstAnswer(view)", self.view),
                lambda: page.evaluate("bench.bareBoot()"),
            )
        return [ratio("seat ready, without a spare / bare loadPyodide(), warm", 0.15, pairs)]

    def visits(self) -> list[Row]:
        first, second, bare = [], [], []
        for number in range(self.runs):
            print(f"  visits: round {number + 1} of {self.runs}", file=sys.stderr, flush=True)
            bare.append(self.cold_bare_boot())
            context = self.browser.new_context()
            context.add_init_script(PRESS)
            first.append(self.first_move(self.open(context, EDITOR)))
            self.wait_for_snapshot(context.pages[0])
            context.pages[0].close()
            second.append(self.first_move(self.open(context, EDITOR)))
            context.close()
        return [
            ratio("first visit to first move / bare loadPyodide(), cold", 1.6, list(zip(first, bare, strict=True))),
            ratio("second visit to first move / bare loadPyodide(), cold", 0.5, list(zip(second, bare, strict=True))),
        ]

    def cold_bare_boot(self) -> float:
        """Return the time from navigation to the start of Python, measured like the visits."""
        with self.visit("bench/bare.html") as page:
            page.wait_for_selector("html[data-python]", timeout=2 * MINUTE)
            return page.evaluate("Number(document.documentElement.dataset.python)")

    def first_move(self, page: Page) -> float:
        move = "performance.getEntriesByName('sandlot:first-move')[0]?.startTime ?? 0"
        for _ in range(1200):
            if time := page.evaluate(move):
                if page.evaluate("(document.documentElement.dataset.arena)") != "ready":
                    page.wait_for_selector("html[data-arena=ready]", timeout=MINUTE)
                page.evaluate("async () => { await navigator.serviceWorker.ready; }")
                return time
            page.wait_for_timeout(100)
        raise TimeoutError("no first move")

    def wait_for_snapshot(self, page: Page) -> None:
        """Wait for the end of a first visit, when everything is on disk."""
        kept = "async () => (await (await caches.open('sandlot-snapshots')).keys()).length"
        while not page.evaluate(kept):
            page.wait_for_timeout(100)

    def ask(self) -> list[Row]:
        with self.visit("bench.html") as page:
            page.evaluate("bench.equip()")
            ask, sealed, plain = (f"(view) => bench.{name}(view, 1000)" for name in ("ask", "sealedEcho", "echo"))
            for script in (ask, sealed):
                page.evaluate(script, self.view)
            across = self.pairs(
                "one ask", lambda: page.evaluate(ask, self.view), lambda: page.evaluate(sealed, self.view)
            )
            beside = [(first, page.evaluate(plain, self.view)) for first, _ in across]
        return [
            ratio("one ask of a module bot / bare round trip into a sealed frame", 5, across),
            ratio("one ask of a module bot / bare round trip without a frame", inf, beside),
        ]

    def steps(self) -> list[Row]:
        with self.visit("bench.html") as page:
            page.evaluate("bench.equip()")
            pairs = self.pairs(
                "counting steps",
                lambda: page.evaluate("(view) => bench.work(view, 1e9)", self.view),
                lambda: page.evaluate("(view) => bench.work(view, 0)", self.view),
            )
        return [ratio("a bot's calls and loops with its steps counted / not counted", inf, pairs)]

    def frames(self) -> list[Row]:
        pairs = bench_frames.beside_a_tournament(self.browser, self.site.url, self.runs)
        worst = statistics.median(busy for busy, _ in pairs)
        found = bench_frames.measure(self.browser, self.site.url)
        what, frame = "of 1,000 rounds, 50 x 50, 8 players", bench_frames.FRAME
        median = statistics.median(found.jumps)
        return [
            Row(f"worst frame {what}, played at 4 rounds a second", found.usual / frame, 2, "frames", []),
            Row(f"worst frame {what}, played at 32 rounds a second", found.fastest / frame, 2, "frames", []),
            Row(f"processor time of the page for a frame {what}", found.work, frame, "ms", []),
            Row("worst of 50 random jumps in it", max(found.jumps) / frame, inf, "frames", []),
            Row("median of 50 random jumps in it", median / frame, inf, "frames", []),
            Row("opening it", found.opened, inf, "s", []),
            Row("memory of the page per 1,000 turns of it", found.memory / found.turns * 1000, inf, "MB", []),
            Row("worst frame of a recorded match while a tournament runs", round(worst / frame, 1), 2, "frames", []),
            ratio("the same / while the tournament is paused", inf, pairs),
        ]

    def first_bytes(self) -> list[Row]:
        """Return the bytes of all files that a first visit requests until the site is stored for offline use,
        compressed as by a static host.
        """
        self.site.asked.clear()
        context = self.browser.new_context()
        context.add_init_script(PRESS)
        self.first_move(self.open(context, EDITOR))
        context.close()
        most = MOST_BYTES / MEGABYTE
        return [Row("bytes of a first visit, compressed", self.site.bytes_asked() / MEGABYTE, most, "MB", [])]


@contextmanager
def bench_site() -> Iterator[Site]:
    """Make a copy of dist/ with the page of the benchmark and an unmodified Pyodide."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "site"
        shutil.copytree(basis.DIST, copy)
        bench = copy / "bench"
        shutil.copytree(basis.PYODIDE, bench / "pyodide")
        shutil.copy(HERE / "bare-worker.js", bench)
        add_page(copy, "bench", HERE / "page.ts")
        add_page(copy, "contests", ROOT / "tests" / "page" / "contests_page.ts")
        (bench / "bare.html").write_text(
            '<!doctype html><meta charset=utf-8><script type="module" src="bare.js"></script>'
        )
        (bench / "bare.js").write_text(
            "const worker = new Worker('./bare-worker.js', { type: 'module' });\n"
            "worker.onmessage = () => { document.documentElement.dataset.python = performance.now(); };\n"
            "worker.postMessage('./bench/pyodide/');\n"
        )
        site = Site(copy)
        yield site
        site.close()


def main() -> int:
    if "--strength" in sys.argv:
        return bench_strength.main([each for each in sys.argv[1:] if each != "--strength"])
    parser = argparse.ArgumentParser(
        prog="build.py bench",
        epilog="--strength measures house bots, --evidence simulates contests, --film is a walk in pictures.",
    )
    parser.add_argument("--runs", type=int, default=5, help="pairs of every ratio (5)")
    parser.add_argument("--only", default="", help="part of the names of the measurements to make (all)")
    args = parser.parse_args()
    rows: list[Row] = []
    with bench_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needs.browser_on_this_machine(), args=BROWSER_ARGUMENTS)
        bench = Bench(browser, site, args.runs)
        measures = (bench.seat_ready, bench.visits, bench.ask, bench.steps, bench.first_bytes, bench.frames)
        for measure in measures:
            if args.only in measure.__name__:
                rows += measure()
        if args.only in "page_contests":
            rows += bench_contest_page.rows(bench)
        if args.only in "embed":
            rows += bench_embed.rows(bench, Row, ratio)
        if args.only in "league":
            rows += bench_league.rows(bench, Row, ratio)
        browser.close()
    if args.only in "engine":
        print("  the engine", file=sys.stderr, flush=True)
        rows += bench_engine.rows(args.runs)
    if args.only in "local":
        print("  matches between processes", file=sys.stderr, flush=True)
        rows += bench_local.rows(args.runs)
    if args.only in "links":
        print("  links", file=sys.stderr, flush=True)
        rows += bench_links.rows(args.runs)
    if args.only in "contests":
        rows += bench_contests.rows(args.runs)
    if args.only in "series":
        print("  numbers of contests", file=sys.stderr, flush=True)
        rows += bench_series.rows(args.runs)
    if args.only in "rl":
        rows += bench_rl.rows(args.runs)
    print("\n".join(row.line() for row in rows))
    target = ROOT / ".build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8")
    print(f"written to {target.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
