"""`link` and `unlink`: commands for what is in addresses; see `link_kinds` for all that is no match."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.cli.files import files, read, read_python, written
from sandlot.cli.link_kinds import check_options, link_of, print_held, stem_of, what_is
from sandlot.cli.telling import watch
from sandlot.cli.terminal import as_json, complain, say
from sandlot.cli.typed import number
from sandlot.formats.bounds import LONGEST_REPLAY
from sandlot.jobs import done
from sandlot.links import LONGEST_ADDRESS, BadLink, Link, link
from sandlot.links.opening import opened
from sandlot.match.fields import BadReplay
from sandlot.match.replay_file import dumps, reading
from sandlot.messages import message, render

__all__ = ["print_link", "print_replay"]

STANDARD_INPUT = "-"


def print_link(known: argparse.Namespace) -> int:
    """Print the link of a replay, a bot or a contest; return the exit status. Raise `Problem` for any other file."""
    what = what_is(known.file)
    address = known.page.partition("#")[0] + (_link_of_match(known) if what == "match" else link_of(known, what))
    say(as_json({"link": address, "characters": len(address)}) if known.json else address)
    return DONE


def _link_of_match(known: argparse.Namespace) -> str:
    check_options(known, "match")
    try:
        replay = done(reading(read(known.file, LONGEST_REPLAY)), watch())
    except BadReplay as bad:
        raise Problem(message("cli.file", file=known.file, why=bad.text), REFUSED) from None
    turn = None if known.turn is None else number(known.turn, "--turn")
    eyes = None if known.eyes is None else number(known.eyes, "--eyes", 1) - 1
    if eyes is not None and eyes >= len(replay.setup.players):
        raise Problem(message("cli.link_eyes", most=len(replay.setup.players), got=known.eyes))
    sources = dict(_source(text, len(replay.setup.players)) for text in known.source)
    try:
        return link(replay, turn, eyes, sources)
    except BadLink as bad:
        raise Problem(bad.text) from None


def _source(text: str, most: int) -> tuple[int, str]:
    """Read PLAYER=FILE."""
    player, _, file = text.partition("=")
    if not file or not re.fullmatch("[1-9][0-9]{0,3}", player) or int(player) > most:
        raise Problem(message("cli.link_source", most=most, got=text))
    return int(player) - 1, read_python(file)


def print_replay(known: argparse.Namespace) -> int:
    """Print what a link holds; return the exit status. Raise `Refused` for a link that cannot be read."""
    is_piped = known.address == STANDARD_INPUT
    address = sys.stdin.read(LONGEST_ADDRESS + 1) if is_piped else known.address
    found = opened(address)
    if not isinstance(found, Link):
        print_held(found, Path(known.sources) if known.sources else None)
        return DONE
    if not found.same_rules:
        complain(f"sandlot: {render(message('cli.link_rules', file='LINK'))}")
    if known.sources:
        _write(found, Path(known.sources))
    elif found.sources:
        complain(f"sandlot: {render(message('cli.link_sources', count=len(found.sources)))}")
    if known.json:
        eyes = None if found.eyes is None else found.eyes + 1
        place = {"turn": found.turn, "eyes": eyes, "rules": found.rules, "same_rules": found.same_rules}
        say(as_json({**place, "replay": json.loads(dumps(found.replay))}))
        return DONE
    # As a file has it, with every character: this is JSON, whose strings hide what a terminal would obey.
    sys.stdout.write(dumps(found.replay))
    return DONE


def _write(found: Link, folder: Path) -> None:
    """Write the programs of a link, under names that lead nowhere else."""
    with files(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for player, source in sorted(found.sources.items()):
        name = stem_of(found.replay.setup.players[player].name)
        with written(folder / f"{player + 1}-{name}.py") as file:
            file.write(source)
