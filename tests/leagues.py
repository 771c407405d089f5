"""Small leagues for tests: a few bots of Snake on a small board."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sandlot.jobs import done
from sandlot.league.data import described, games_text, ratings_text, standings_text
from sandlot.league.scaffold import league_text
from sandlot.league.seasons import History, PlayedRun
from sandlot.league.settings import read_league
from sandlot.stats.blocks import Block, Entrant, Played, Result, Schedule
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.standings import standings

SAFE = "def move(view):\n    return (view['safe'] or [0])[0]\n"
LAST = "def move(view):\n    return (view['safe'] or [0])[-1]\n"
LUCKY = "import random\n\n\ndef move(view):\n    return random.choice(view['safe'] or [0])\n"
BOTS = {"anna/hare": SAFE, "ben/fox": LAST, "cleo/owl": LUCKY}
NOW = datetime.now(UTC).replace(microsecond=0)


def settings(**changes: str) -> str:
    """Return the settings file of a league with few, short games; `changes` replace lines with the same key."""
    text = league_text("snake", "en", NOW - timedelta(days=2))
    lines = {
        "minutes": "1",
        "shards": "1",
        "placing": "1",
        "pair": "1",
        "again": "100",
        "house": "[]",
        "top": "2",
        "begins": stamp(-2),
        "deadline": stamp(2),
        **changes,
    }
    found = []
    for line in text.splitlines():
        name = line.partition(" =")[0]
        found.append(f"{name} = {lines[name]}" if name in lines and "=" in line else line)
    board = "[options]\nrows = 5\ncolumns = 5\nobstacles = 0\nmax_steps = 12"
    return "\n".join(found).replace("[options]", board) + "\n"


def stamp(days: float) -> str:
    """Return the time this many days from now, as in the settings file."""
    return f"{NOW + timedelta(days=days):%Y-%m-%dT%H:%M:%SZ}"


def put(root: Path, bots: Mapping[str, str]) -> None:
    """Write bots into a league's folder; `bots` has the source of each "person/name"."""
    for name, source in bots.items():
        folder = root / "bots" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "__main__.py").write_text(source, encoding="utf-8")


def made(root: Path, bots: Mapping[str, str] = BOTS, **changes: str) -> Path:
    """Make a league with these bots in a folder, and return the folder."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "league.toml").write_text(settings(**changes), encoding="utf-8")
    put(root, bots)
    return root


def git(folder: Path, *words: str) -> str:
    name = ("-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "init.defaultBranch=main")
    return subprocess.run(["git", *name, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


def write_league(folder: Path, bots: int, blocks: int) -> None:
    """Write the published files of a league with this many bots and blocks, with random results."""
    rng = random.Random(7)
    league = read_league(settings())
    (season,) = league.seasons
    entrants = tuple(Entrant(f"p{number // 2}/bot-{number}", f"{number:032x}") for number in range(bots))
    contest = Contest(league.game, "", entrants, {})
    ladder = []
    for run in range(50):
        results = []
        for number in range(blocks // 50):
            pair = tuple(sorted(rng.sample(range(bots), 2)))
            games = []
            for _ in range(2):
                places = rng.choice(((1, 2), (2, 1), (1, 1)))
                games.append(Played(places, (0.0, 0.0), (None, None), (None, None), 9))
            results.append(Result(Block(number, pair, number, ((0, 1), (1, 0))), tuple(games)))
        ladder.append(PlayedRun(f"ladder-{run + 1:04}.zip", contest, tuple(results)))
    history = History(tuple(ladder), 50)
    table = done(standings(entrants, history.results(entrants), Schedule(compare="share"), resamples=10))
    (folder / "index.json").write_text(described(league, [season], [], NOW, "", has_arena=False))
    (folder / season.name).mkdir()
    texts = {
        "standings": standings_text(league, season, table, None, [], [], {}),
        "games": games_text(history, []),
        # Rate only the last run: rating all takes long and tests nothing more.
        "ratings": ratings_text(History(history.ladder[-1:], 1), entrants, []),
    }
    for name, text in texts.items():
        (folder / season.name / f"{name}.json").write_text(text)
