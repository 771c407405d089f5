"""Measures an embed before it is played: the bytes that it loads, and the time to its first picture."""

from __future__ import annotations

import gzip
import html
import re
import statistics
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bench import Bench

MINUTE = 60_000
MOST = 300
# The time at which something is first painted on the board.
WATCH = """
const { drawImage } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.drawImage = function (...given) {
  if (this.canvas.closest('.board-frame') && !globalThis.painted) globalThis.painted = performance.now();
  return drawImage.apply(this, given);
};
"""


def rows(bench: Bench, row: Any, ratio: Any) -> list[Any]:
    """`row` and `ratio` make lines of the table."""
    page = (bench.site.folder / "embeds.html").read_text(encoding="utf-8")
    links = re.findall(r'src="\./(embed\.html#v\d[^"]+)"', page)
    embed = html.unescape(links[0])
    pairs = bench.pairs("first picture", lambda: painted(bench, embed), lambda: painted(bench, "#game=tank&tab=play"))
    size = statistics.median(asked(bench, html.unescape(link)) for link in links)
    return [
        ratio("first picture of an embed / of the page with the same game", 0.5, pairs),
        row("bytes of an embed before it is played, compressed", size / 1000, MOST, "kB", []),
    ]


def painted(bench: Bench, path: str) -> float:
    """Return the time from navigation to the first picture, in an empty profile."""
    context = bench.browser.new_context()
    context.add_init_script(WATCH)
    page = bench.open(context, path)
    page.wait_for_function("globalThis.painted", timeout=MINUTE)
    time: float = page.evaluate("painted")
    context.close()
    return time


def asked(bench: Bench, path: str) -> float:
    bench.site.asked.clear()
    context = bench.browser.new_context()
    page = bench.open(context, path)
    page.wait_for_selector(".poster:not([hidden])", timeout=MINUTE)
    page.wait_for_load_state("networkidle")
    context.close()
    files = {bench.site.folder / (each or "index.html") for each in bench.site.asked}
    data = [file.read_bytes() for file in files if file.is_file()]
    return sum(min(len(each), len(gzip.compress(each, 6))) for each in data)
