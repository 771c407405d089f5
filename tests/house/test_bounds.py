"""Limits that the page's scripts copy from Python are consistent with Python's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sandlot import names
from sandlot.archive import bundle as contests
from sandlot.files import bundle, library
from sandlot.formats import bounds
from sandlot.seat import module
from sandlot.stats import comparison

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "static"
READER = (ROOT / "py" / "sandlot_editor" / "reader.py").read_text(encoding="utf-8")
LONGEST_FILE = int(re.search(r"^LONGEST_FILE = ([\d_]+)$", READER, re.MULTILINE)[1])  # type: ignore[index]
"""Read from the source text, because the module imports packages that only the page has."""
ROWS = "base/storage/contest-rows.ts"
UNITS = 2
"""The most UTF-16 code units of a character. The page counts code units."""
SAME = {
    (ROWS, "LONGEST_NAME"): UNITS * names.LONGEST_NAME,
    (ROWS, "LONGEST_CONTEST"): bounds.CONTEST_BOUNDS.characters,
    (ROWS, "LARGEST_DIGEST"): bounds.LARGEST_DIGEST,
    (ROWS, "LARGEST_SEED"): bounds.LARGEST_SEED + 1,  # the nearest number that JavaScript can represent
    (ROWS, "MOST_ENTRANTS"): bounds.MOST_ENTRANTS,
    (ROWS, "MOST_ORDERS"): bounds.MOST_ORDERS,
    (ROWS, "MOST_PLAYERS"): bounds.MOST_PLAYERS,
    (ROWS, "LONGEST_REASON"): UNITS * bounds.LONGEST_REASON,
    (ROWS, "LONGEST_ERRORS"): UNITS * bounds.LONGEST_ERRORS,
    (ROWS, "LONGEST_TRACE"): UNITS * bounds.LONGEST_TRACE,
    ("engine/seat/conversation.ts", "MOST_ENDS"): module.MOST_ENDS,
    ("base/values/seats.ts", "SEEDS"): bounds.LARGEST_SEED + 1,
    ("contest/opening.ts", "LARGEST_FILE"): contests.PACKED,
    ("panels/incoming/incoming.ts", "LARGEST_FILE"): bounds.LONGEST_REPLAY,
    ("base/values/bundle-shape.ts", "MOST_FILES"): bundle.FILES,
    ("base/values/bundle-shape.ts", "MOST_BYTES"): bundle.UNPACKED,
    ("base/values/bundle-shape.ts", "LONGEST_PATH"): bundle.LONGEST_PATH,
    ("panels/bots/library-file.ts", "MOST_FILES"): library.FILES,
    ("panels/bots/library-file.ts", "MOST_BYTES"): library.UNPACKED,
    ("base/share/link-head.ts", "LONGEST_NAME"): bounds.LONGEST_PLAYER,
    ("panels/code/reading.ts", "LONGEST_TEXT"): LONGEST_FILE,
    ("panels/compete/elo.ts", "LARGEST_ELO"): int(comparison.EDGE),  # the page uses integers
}
FEWER = {
    (ROWS, "MOST_VOIDS"): bounds.MOST_VOIDS,
    ("base/values/names.ts", "LONGEST_NAME"): names.LONGEST_NAME,
}
"""The page may write less than every reader accepts, but not more."""
MORE = {
    (ROWS, "MOST_SEEDS"): bounds.MOST_GIVEN_SEEDS,
    ("base/storage/packed.ts", "LARGEST_REPLAY"): bounds.LONGEST_REPLAY,
}
"""The page may read more than is ever written, but not less."""


def constant(path: str, name: str) -> int:
    text = (STATIC / path).read_text(encoding="utf-8")
    [found] = re.findall(rf"^(?:export )?const {name} = ([\d_*n ]+|[\d_]+ \* (?:TWICE|MEGABYTE))( - 1)?;$", text, re.M)
    product, less = found
    plain = product.replace("n", "").replace("TWICE", str(UNITS)).replace("MEGABYTE", str(2**20))
    total = 1
    for factor in re.split(r"(?<!\*)\*(?!\*)", plain):
        base, *powers = [int(each) for each in factor.split("**")]
        total *= base ** (powers[0] if powers else 1)
    return total - 1 if less else total


@pytest.mark.parametrize(("path", "name"), SAME)
def test_page_has_same_bounds(path: str, name: str) -> None:
    assert constant(path, name) == SAME[path, name]


@pytest.mark.parametrize(("path", "name"), FEWER)
def test_page_writes_no_more_than_readers_accept(path: str, name: str) -> None:
    assert constant(path, name) <= FEWER[path, name]


@pytest.mark.parametrize(("path", "name"), MORE)
def test_page_reads_all_that_is_written(path: str, name: str) -> None:
    assert constant(path, name) >= MORE[path, name]


def test_page_message_names_limit_of_games() -> None:
    text = (STATIC / "contest/opening.ts").read_text(encoding="utf-8")
    assert f"games: {bounds.MOST_BUNDLED_GAMES:_}" in text
