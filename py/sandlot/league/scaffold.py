"""Creates the folder of a new league, and updates its workflows and its arena."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import shutil
import stat
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from importlib.resources import files as resources
from pathlib import Path

import sandlot
from sandlot import __version__
from sandlot.game import Game
from sandlot.games import GAMES
from sandlot.league.settings import FILE, Entering, Final, League, Playing, read_league
from sandlot.local.arena import counts_steps
from sandlot.messages import message, render

WORKFLOWS = ("gate", "trial", "play")
WHEEL = f"sandlot-{__version__}-py3-none-any.whl"
SEASON_DAYS = 120
STEPS = "2_000_000"
"""The steps for a move in a new league: twice as many as any house bot has needed in any game."""


def new_league(folder: Path, game: Game[object], language: str, page: Path | None, now: datetime) -> list[str]:
    """Create a league in a new or empty folder; return its files. `page` is a built page, which becomes the league's
    arena; if it can count steps, the league's clock does so. Raises `OSError`.
    """
    written: dict[str, str] = {
        FILE: league_text(game.name, language, now, steps=page is not None and counts_steps(page)),
        ".gitignore": "results/\nsite/\nshards/\n__pycache__/\n",
        "bots/README.md": _template(f"bots-{language}.md", {"game": game.name}),
        "README.md": _template(f"README.{language}.md", {"game": game.name, "title": _title(game.name, language)}),
    }
    for name, text in written.items():
        _write(folder, name, text)
    league = read_league(written[FILE])
    return [*written, *update_league(folder, league, page)]


def update_league(folder: Path, league: League, page: Path | None) -> list[str]:
    """Update the files of `new_league` that people do not edit: the workflows and the arena. Return these files."""
    shards = ", ".join(str(number) for number in range(1, league.playing.shards + 1))
    given = {"shards": shards, "of": str(league.playing.shards), "minutes": str(league.playing.minutes)}
    names = []
    for name in WORKFLOWS:
        _write(folder, f".github/workflows/{name}.yml", _template(f"{name}.yml", given))
        names.append(f".github/workflows/{name}.yml")
    _write(folder, ".github/zizmor.yml", _template("zizmor.yml", {}))
    arena = folder / "arena"
    for old in arena.glob("sandlot-*.whl"):
        old.unlink()
    data = wheel()
    arena.mkdir(exist_ok=True)
    (arena / WHEEL).write_bytes(data)
    pinned = f"./{WHEEL} --hash=sha256:{hashlib.sha256(data).hexdigest()}\n"
    _write(folder, "arena/requirements.txt", pinned)
    names += [f"arena/{WHEEL}", "arena/requirements.txt"]
    if page is not None:
        shutil.rmtree(arena / "page", ignore_errors=True)
        shutil.copytree(page, arena / "page")
        _write(folder, "arena/SHA256SUMS", "".join(_sums(arena)))
        names.append("arena/page/")
    return names


def league_text(game: str, language: str, now: datetime, *, steps: bool = False) -> str:
    """Return the text of `league.toml` for a new league, with comments in this language. `steps`: its clock counts
    steps.
    """
    begins = now.astimezone(UTC)
    ends = begins + timedelta(days=SEASON_DAYS)
    comments = re.findall("@say_([a-z]+)@", _template(FILE, {}))
    said = {f"say_{id}": render(message(f"league.toml_{id}"), language=language) for id in comments}
    given: Mapping[str, str] = {
        **said,
        "clock_limits": f"steps = {STEPS}\n" if steps else "",
        "title_text": _title(game, language),
        "game_name": game,
        "language_name": language,
        **{f"enter_{name}": str(getattr(Entering(), name)) for name in ("bots", "kilobytes", "files", "code")},
        **{f"play_{name}": str(getattr(Playing(), name)) for name in ("minutes", "shards", "placing", "pair", "again")},
        **{f"final_{name}": str(getattr(Final(), name)) for name in ("top", "divisions", "rounds")},
        "house_names": ", ".join(f'"{each}"' for each in _measures(game)),
        "season_name": f"{begins:%Y-%m}",
        "begins_time": f"{begins:%Y-%m-%d}",
        "deadline_time": f"{ends:%Y-%m-%d}T18:00:00Z",
    }
    return _template(FILE, given)


def _title(game: str, language: str) -> str:
    """Return the title of a new league."""
    return render(message("league.toml_new_title", game=message(f"game.{game}")), language=language)


def _measures(game: str) -> tuple[str, ...]:
    """Return the house bots that play in a new league: the game's strongest and weakest."""
    names = tuple(GAMES[game].house)
    return names[:: max(1, len(names) - 1)]


def _template(name: str, given: Mapping[str, str]) -> str:
    """Return a template in which placeholders, such as @title@, are replaced by the given values."""
    text = resources("sandlot.league").joinpath("templates", name).read_text("utf-8")
    for key, value in {**given, "wheel": WHEEL}.items():
        text = text.replace(f"@{key}@", value)
    return text


def _write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _sums(arena: Path) -> Iterator[str]:
    """Yield the lines of a file that `sha256sum --check` reads."""
    for path in sorted(each for each in arena.rglob("*") if each.is_file() and each.name != "SHA256SUMS"):
        yield f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(arena).as_posix()}\n"


# This package as a wheel


def wheel() -> bytes:
    """Return this package as a wheel; the same files give the same bytes."""
    root = Path(sandlot.__file__).resolve().parent
    info = f"sandlot-{__version__}.dist-info"
    contents = {f"sandlot/{name}": (root / name).read_bytes() for name in _modules(root)}
    contents[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: sandlot\nVersion: {__version__}\nRequires-Python: >=3.11\nLicense: MIT\n"
    ).encode()
    contents[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: sandlot\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    contents[f"{info}/entry_points.txt"] = b"[console_scripts]\nsandlot = sandlot.__main__:main\n"
    lines = [
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},{len(data)}"
        for name, data in contents.items()
    ]
    contents[f"{info}/RECORD"] = "\n".join([*lines, f"{info}/RECORD,,", ""]).encode()
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return found.getvalue()


def _modules(root: Path) -> list[str]:
    found = []
    for here, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - {"__pycache__"})
        found += [Path(here, name).relative_to(root).as_posix() for name in sorted(names)]
    return [name for name in found if not name.endswith((".pyc", "golden.json"))]
