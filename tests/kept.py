"""A small contest of real games, with a bot that crashes. It is kept in memory instead of a results file."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from typing import Any

from sandlot.archive.bundle import ContestBundle, writing
from sandlot.archive.record import Voided, summing
from sandlot.archive.sources import pack
from sandlot.archive.titles import Origin
from sandlot.contest.entrants import entrants_of
from sandlot.contest.task import play_task, task_of
from sandlot.contest.worker_reply import PlayedGame
from sandlot.games import GAMES, rules
from sandlot.jobs import done
from sandlot.local import Bot
from sandlot.stats.blocks import Block, Result
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from

CRASHES = """
import sys
def move(view):
    print("on its last legs", file=sys.stderr)
    raise RuntimeError("no idea")
"""
GOES = "def move(view):\n    return [0, 2][view['player']]\n"
WANDERS = "import random\ndef move(view):\n    return random.choice(range(4))\n"
BOTS = [
    Bot("goes", "code", GOES, "goes.py"),
    Bot("四海", "code", WANDERS, "wanders.py"),
    Bot("crashes", "code", CRASHES, "crashes.py"),
]


@dataclass
class Kept:
    """A contest in memory, as a `sandlot.archive.record.Record`."""

    contest: Contest
    games: dict[int, tuple[Block, tuple[PlayedGame, ...]]] = field(default_factory=dict)
    gone: dict[int, int] = field(default_factory=dict)
    voided: list[Voided] = field(default_factory=list)

    def results(self) -> dict[int, Result]:
        return {n: Result(block, tuple(each.played for each in games)) for n, (block, games) in self.games.items()}

    def withdrawn(self) -> dict[int, int]:
        return self.gone

    def voids(self) -> list[Voided]:
        return self.voided

    def fault_reports(self) -> Iterator[tuple[int, int, tuple[Mapping[str, Any], ...]]]:
        for number, (_, games) in sorted(self.games.items()):
            for game, each in enumerate(games):
                if each.reports:
                    yield number, game, tuple(report.json() for report in each.reports)

    def replay(self, block: int, game: int) -> str | None:
        return zlib.decompress(self.games[block][1][game].replay).decode()

    def bots(self) -> list[bytes]:
        return [pack(bot) for bot in BOTS[: len(self.contest.entrants)]]


@cache
def tournament(bots: int = len(BOTS)) -> Kept:
    """Play a round robin and return it: six games with three bots, two games with two."""
    plan = plan_from({"kind": "round-robin", "blocks": 1, "seeds": {"first": 5}}, bots)
    game = GAMES["snake"]
    entrants = entrants_of(BOTS[:bots], rules("snake"))
    kept = Kept(Contest(game, rules("snake"), entrants, plan.json(), secret="ab" * 16))
    for block in plan.schedule({}, {}).blocks:
        outcome = play_task(task_of(kept.contest, block, BOTS[:bots], None))
        assert not outcome.void
        kept.games[block.number] = (block, outcome.games)
    return kept


def bundled(kept: Kept, *, finished: bool = True, sources: bool = False, title: str = "", origin: Origin = "") -> bytes:
    """Return the bundle of a contest, with the code of its bots if `sources` is true."""
    file = BytesIO()
    named = {"title": title, "origin": origin}
    done(writing(kept, done(summing(kept)).json(), file, finished=finished, sources=sources, **named))
    return file.getvalue()


@cache
def whole() -> bytes:
    """Return the bundle of the round robin of three."""
    return bundled(tournament())


def opened(data: bytes) -> ContestBundle:
    return ContestBundle(BytesIO(data))
