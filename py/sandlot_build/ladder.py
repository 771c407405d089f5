"""The ratings of the house bots, which the page shows. They are computed anew only when something changes on which they
depend. Most of the games that they come from are in `rungs/`, as `build.py bench --strength --keep` has played them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from sandlot_build.basis import ROOT, digest
from sandlot_build.kept import Steps

RECORDS = Path(__file__).parent / "rungs"
PACKAGE = ROOT / "py" / "sandlot"
#: Everything in the package, besides the game itself, that plays and rates its bots.
PLAYS = (
    "match",
    "stats",
    "tournaments",
    "archive",
    "seat",
    "page/ladder.py",
    "bots.py",
    "game.py",
    "games/__init__.py",
)


def ladder(game: str, ask: Callable[..., str], steps: Steps) -> str:
    """Return what the page knows of a game's ladder: see `ladder_games.ladder`. `ask` asks the package."""

    def make(_: Path) -> str:
        record = record_of(game)
        return ask("ladder", game, *([record] if record.exists() else []))

    rated = steps.result(f"ladder-{game}", _state(game), make, says=f"Rating the house bots of {game}", may_be_old=True)
    return str(rated)


def record_of(game: str) -> Path:
    """Return the file that has a record of games between house bots, if there is one: see `ladder_games.recorded`."""
    return RECORDS / f"{game}.json"


def _state(game: str) -> str:
    """Return a hash of the sources on which the ratings of a game depend."""
    ours = (Path(__file__).with_name(name) for name in ("in_place.py", "ladder_games.py"))
    sources = [*_sources(PACKAGE / part for part in (*PLAYS, f"games/{game}")), *ours, record_of(game)]
    lines = [f"{path.name} {digest(path.read_bytes())}" for path in sources if path.exists()]
    return digest("\n".join(lines).encode())[:16]


def _sources(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        yield from sorted([*place.rglob("*.py"), *place.glob("*.json")]) if place.is_dir() else [place]
