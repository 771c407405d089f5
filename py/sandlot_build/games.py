"""Whether every game has all its pieces, looked at before anything is built of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sandlot_build.basis import ROOT, STATIC
from sandlot_build.words import languages

FACES = STATIC / "games" / "faces.js"


def not_whole(games: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Say what is missing, a sentence for each piece; `games` is what the package offers."""
    for name, offer in games.items():
        for place in pieces(name, offer["house"]):
            if not (ROOT / place).is_file():
                yield f"The game {name} is not whole: {place} is missing."
    faces = re.findall(r"'\./(\w+)/index\.js'", FACES.read_text(encoding="utf-8"))
    for name in games:
        if name not in faces:
            yield f"The game {name} is not whole: static/games/faces.js has no line for it."
    for name in faces:
        if name not in games:
            yield f"The game {name} is not whole: py/sandlot/games/__init__.py has no line for it."


def pieces(name: str, house: list[str]) -> list[str]:
    """The files of a game, apart from what it is free to have besides."""
    engine, page = f"py/sandlot/games/{name}", f"static/games/{name}"
    bots = [*(f"{bot}.py" for bot in house), "starter.py", "starter.cpp", "starter.java"]
    return [
        *(f"{engine}/words/{language}.json" for language in languages()),
        *(f"{engine}/bots/{file}" for file in bots),
        f"{engine}/golden.json",
        f"{page}/index.js",
        f"{page}/rules.js",
        *(f"{page}/{kind}/{language}.json" for kind in ("words", "rules") for language in languages()),
    ]
