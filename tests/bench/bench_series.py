"""Measures the statistics of contests: ratings and their intervals, against simple passes over the same games.

`rows(runs)` is their part of the table of `build.py bench`. `PYTHONPATH=py:tests/bench:tests/stats:tests python
tests/bench/bench_series.py` prints it alone.
"""

from __future__ import annotations

import gc
import sys
from itertools import combinations, cycle, islice
from math import exp, inf
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

sys.path.append(str(Path(__file__).parents[1] / "stats"))

from outcomes import DRAW, LOSS, WIN, block
from sandlot.jobs import done
from sandlot.stats.blocks import Result
from sandlot.stats.intervals import intervals
from sandlot.stats.ratings import rate

if TYPE_CHECKING:
    from bench import Row

ENTRANTS = 100
BLOCKS = 50_000


def rows(runs: int) -> list[Row]:
    """Measure everything."""
    # Import it only here, because `bench` imports this module.
    from bench import ratio

    results = _results()
    ratings, sure, passes = zip(*(_times(results) for _ in range(runs)), strict=True)
    of = f"{ENTRANTS} entrants from {2 * BLOCKS:,} games / one plain pass over the games"
    return [
        ratio(f"ratings of {of}", 200, list(zip(ratings, passes, strict=True))),
        ratio(f"intervals, 1,000 resamples, of {of}", inf, list(zip(sure, passes, strict=True))),
    ]


def _results() -> list[Result]:
    rng = Random(1)
    strengths = [rng.gauss(0, 1) for _ in range(ENTRANTS)]
    found = []
    for number, (first, second) in enumerate(islice(cycle(combinations(range(ENTRANTS), 2)), BLOCKS)):
        edge = exp((strengths[first] - strengths[second]) / 2)
        found.append(block((first, second), rng.choices((WIN, DRAW, LOSS), (edge, 0.5, 1 / edge), k=2), number))
    return found


def _times(results: list[Result]) -> tuple[float, float, float]:
    gc.collect()
    start = perf_counter()
    ratings = rate(results, ENTRANTS)
    rated = perf_counter()
    done(intervals(ratings))
    sure = perf_counter()
    for result in results:
        for game in result.games:
            for _ in game.places:
                pass
    return rated - start, sure - rated, perf_counter() - sure


if __name__ == "__main__":
    print("\n".join(row.line() for row in rows(int(sys.argv[1]) if sys.argv[1:] else 5)))
