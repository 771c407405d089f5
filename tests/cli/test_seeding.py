"""A tournament seeded by the ratings of an earlier contest."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from test_cli import refused, sandlot

pytest.importorskip("fcntl", reason="contests need a POSIX system")

from sandlot.cli.main import command
from sandlot.contest.store import Store

GOES = "def move(view):\n    return (view['safe'] or [0])[0]\n"
FAILS = "def move(view):\n    return 1 / 0\n"
SEED = ("--seed", "5", "--trust", "--workers", "1")


@pytest.fixture(autouse=True)
def _bots(own_folder: Path) -> None:
    Path("fails.py").write_text(FAILS)
    Path("goes.py").write_text(GOES)


def seeding(path: str) -> Any:
    """Return the names in the order of seeding, best first."""
    with closing(Store.open(Path(path), writable=False)) as store:
        names = [each.name for each in store.contest.entrants]
        return [names[each] for each in store.contest.plan["seeding"]]


def test_seeding_by_ratings_puts_unrated_last() -> None:
    sandlot("series", "snake", "fails.py", "goes.py", "--blocks", "1", *SEED, "--quiet", "--out", "old.contest")
    sandlot("bundle", "old.contest", "old.zip")
    # A rating belongs to the code: the same code with another name keeps it, other code with the same name does not.
    Path("better.py").write_text(GOES)
    Path("goes.py").write_text(GOES + "# other\n")
    typed = ["tournament", "snake", "goes.py", "fails.py", "better.py", "--kind", "single-elimination", *SEED]
    played = sandlot(*typed, "--seeding", "old.contest", "--out", "cup.contest")
    assert "goes has no rating in old.contest, and is seeded after all others" in played.stderr
    assert seeding("cup.contest") == ["better", "fails", "goes"]
    with closing(Store.open(Path("cup.contest"), writable=False)) as store:
        # The first seed has a bye, so the other two meet in the first round.
        assert {each.block.players for each in store.results().values() if each.block.round == 0} == {(0, 1)}
    # The contest can be continued with a bundle in place of the results file, but not without the seeding.
    assert command([*typed, "--seeding", "old.zip", "--out", "cup.contest", "--quiet"]) == 0
    assert "its plan or its seeds" in refused(*typed, "--out", "cup.contest", status=1)


def test_unusable_seeding_file_is_refused() -> None:
    sandlot("series", "snake", "fails.py", "fails.py", "--blocks", "1", *SEED, "--quiet", "--out", "old.contest")
    typed = ["tournament", "snake", "goes.py", "cautious", "--kind", "single-elimination", *SEED]
    assert "none of these bots has a rating" in refused(*typed, "--seeding", "old.contest", status=1)
    assert "missing.contest" in refused(*typed, "--seeding", "missing.contest")
    assert "no contest" in refused(*typed, "--seeding", "goes.py", status=1)
    tank = ["tournament", "tank", "hunter", "random", "--kind", "swiss", "--seeding", "old.contest"]
    assert "old.contest is a contest of snake, not of tank" in refused(*tank, status=1)
    said = refused(*typed[:4], "--seeding", "old.contest")
    assert "round-robin has no seeding; these have: swiss, single-elimination, double-elimination, finals" in said
    assert "--seeding and --plan seeding say the same" in refused(
        *typed, "--seeding", "old.contest", "--plan", "seeding=[1,0]"
    )
    assert [path.name for path in Path().glob("*.contest")] == ["old.contest"]
