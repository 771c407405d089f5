"""Checks that every game is complete, before anything is built of it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sandlot_build.basis import ROOT, STATIC
from sandlot_build.rooms import SCRIPTS
from sandlot_build.words import PAGE_WORDS, RULES_WORDS, languages, sentences, words

GAME_VIEWS = STATIC / "games" / "game-views.ts"
#: The form of a sentence's id; its first word is its group, and each game has a group of its name.
ID = re.compile(r"([a-z]+)(?:\.[\w-]+)+")
FLAGS = re.MULTILINE | re.DOTALL


def incomplete_games(games: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield a sentence for whatever a game lacks; `games` is what `catalog.games` returns, by name."""
    for name, offer in games.items():
        missing = [place for place in required_files(name, offer["house"]) if not (ROOT / place).is_file()]
        yield from (f"The game {name} is not whole: {place} is missing." for place in missing)
        if not missing:
            yield from missing_sentences(name)
            yield from missing_aim(name)
            yield from missing_view_parts(name)
            yield from missing_names(name, offer)
            yield from missing_translations(name)
    views = re.findall(r"'\./(\w+)/index\.ts'", GAME_VIEWS.read_text(encoding="utf-8"))
    for name in games:
        if name not in views:
            yield f"The game {name} is not whole: static/games/game-views.ts has no line for it."
    for name in views:
        if name not in games:
            yield f"The game {name} is not whole: py/sandlot/games/__init__.py has no line for it."


def required_files(name: str, house: list[str]) -> list[str]:
    """Return the paths of the files that a game must have."""
    engine, page = f"py/sandlot/games/{name}", f"static/games/{name}"
    bots = [*(f"{bot}.py" for bot in house), "starter.py", "starter.cpp", "starter.java"]
    return [
        *(f"{engine}/words/{language}.json" for language in languages()),
        *(f"{engine}/bots/{file}" for file in bots),
        f"{engine}/golden.json",
        f"{page}/index.ts",
        f"{page}/rules.ts",
        *(f"{page}/{kind}/{language}.json" for kind in ("words", "rules") for language in languages()),
        *(f"{page}/{kind}/{language}.json" for kind in ("guide", "starter") for language in languages()[1:]),
    ]


def missing_sentences(name: str) -> Iterator[str]:
    """Yield a sentence about each message that a game uses and no file has: a match would fail when it needs one."""
    page, rules = (set(json.loads(words("en", *places))) for places in (PAGE_WORDS, RULES_WORDS))
    groups_of_page, groups_of_rules = ({name, *(id.partition(".")[0] for id in known)} for known in (page, rules))
    for side in ("py/sandlot", "static"):
        for script in sorted((ROOT / side / "games" / name).rglob("*")):
            known, groups = (rules, groups_of_rules) if script.name == "rules.ts" else (page, groups_of_page)
            for id in quoted(script):
                found = ID.fullmatch(id)
                if found and found[1] in groups and id not in known:
                    place = script.relative_to(ROOT).as_posix()
                    yield f"The game {name} is not whole: {place} asks for the sentence {id}, and no language has it."


def missing_aim(name: str) -> Iterator[str]:
    """Yield a sentence if the rules page of a game does not say its aim: the browser would not report that."""
    script = f"static/games/{name}/rules.ts"
    if f"{name}.goal" not in quoted(ROOT / script):
        yield f"The game {name} is not whole: {script} does not say its aim, {name}.goal."


def missing_view_parts(name: str) -> Iterator[str]:
    """Yield a sentence about each part that the `GameView` of a game lacks, which would otherwise be noticed only when
    somebody opens the page. Parts taken over from another object are not read here.
    """
    script = f"static/games/{name}/index.ts"
    view = re.search(rf"^export const {name} = {{\n(.*?)^}}", (ROOT / script).read_text(encoding="utf-8"), FLAGS)
    if not view:
        yield f"The game {name} is not whole: {script} does not export its GameView as {name}."
    elif not re.search(r"^  \.\.\.", view[1], FLAGS):
        has = re.findall(r"^  (?:async |get )?(\w+)[:,(]", view[1], FLAGS)
        missing = [part for part in required_view_parts() if part not in has]
        yield from (f"The game {name} is not whole: the GameView in {script} lacks {part}." for part in missing)


def required_view_parts() -> list[str]:
    """Return the parts that every GameView must have: the page has the list."""
    text = (STATIC / "games" / "index.ts").read_text(encoding="utf-8")
    needed = re.search(r"^const NEEDED\b[^=]*= \[(.*?)\];", text, FLAGS)
    assert needed, "static/games/index.ts has no list NEEDED"
    return re.findall(r"'(\w+)'", needed[1])


def missing_names(name: str, offer: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence about each option, clock, bot and so on without a name: the page concatenates the ids of these
    messages, so no script has them whole.
    """
    known = set(json.loads(words("en", *PAGE_WORDS)))
    options, own = offer["options"], contests(name)
    wanted = [
        f"game.{name}",
        f"front.{name}",
        *(f"setting.{name}.{option}" for option in options),
        *(f"setting.{name}.{option}.{choice}" for option in options for choice in options[option]["choices"]),
        *(f"clock.{name}.{clock}" for clock in offer["clocks"]),
        *(f"{name}.bot.{bot}" for bot in offer["house"]),
        *(f"compete.kind.{name}-{contest}" for contest in own),
        *(f"compete.preset.{name}-{contest}" for contest in own if own[contest]["kind"] == "series"),
    ]
    yield from (f"The game {name} is not whole: no words/ has {id}." for id in wanted if id not in known)


def contests(name: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the contests that a game knows by name, if any."""
    file = ROOT / "py" / "sandlot" / "games" / name / "contests.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def missing_translations(name: str) -> Iterator[str]:
    """Yield a sentence about each message of a game that one language has and another one lacks."""
    for folder in (f"py/sandlot/games/{name}/words", f"static/games/{name}/words", f"static/games/{name}/rules"):
        files = {language: set(sentences(ROOT / folder / f"{language}.json")) for language in languages()}
        every = set[str]().union(*files.values())
        for language, known in files.items():
            for id in sorted(every - known):
                yield f"The game {name} is not whole: {folder}/{language}.json lacks {id}."


def quoted(script: Path) -> list[str]:
    """Return the texts that stand whole in a script, which leaves out those that are put together of parts."""
    if script.suffix in SCRIPTS:
        return re.findall(r"'([^'\\\n]*)'", script.read_text(encoding="utf-8"))
    if script.suffix != ".py" or "bots" in script.parts:
        return []
    nodes = list(ast.walk(ast.parse(script.read_text(encoding="utf-8"))))
    parts = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in parts]
    return [text for text in texts if isinstance(text, str)]
