"""`link` and `unlink`: commands for matches in addresses."""

from __future__ import annotations

import argparse
import json
import sys

from sandlot.cli.files import read
from sandlot.cli.problem import DONE, REFUSED, Problem
from sandlot.cli.telling import watch
from sandlot.cli.terminal import as_json, complain, say
from sandlot.cli.typed import number
from sandlot.jobs import Refused, done
from sandlot.links import LONGEST_ADDRESS, link, unlink
from sandlot.match.fields import BadReplay
from sandlot.match.replay_file import LONGEST, dumps, reading
from sandlot.messages import message, render

__all__ = ["print_link", "print_replay"]

STANDARD_INPUT = "-"


def print_link(known: argparse.Namespace) -> int:
    """Print the link of a replay; return the exit status. Raise `Problem` for a file that is no replay."""
    try:
        replay = done(reading(read(known.replay, LONGEST)), watch())
    except BadReplay as bad:
        raise Problem(message("cli.file", file=known.replay, why=bad.text), REFUSED) from None
    turn = None if known.turn is None else number(known.turn, "--turn")
    eyes = None if known.eyes is None else number(known.eyes, "--eyes", 1) - 1
    if eyes is not None and eyes >= len(replay.setup.players):
        raise Problem(message("cli.link_eyes", most=len(replay.setup.players), got=known.eyes))
    address = known.page.partition("#")[0] + link(replay, turn, eyes)
    say(as_json({"link": address, "characters": len(address)}) if known.json else address)
    return DONE


def print_replay(known: argparse.Namespace) -> int:
    """Print the replay of a link; return the exit status. Raise `Problem` for a link that cannot be read."""
    is_piped = known.address == STANDARD_INPUT
    address = sys.stdin.read(LONGEST_ADDRESS + 1) if is_piped else known.address
    try:
        found = unlink(address)
    except Refused as bad:
        raise Problem(bad.text, REFUSED) from None
    if not found.same_rules:
        complain(f"sandlot: {render(message('cli.link_rules', file='LINK'))}")
    if known.json:
        eyes = None if found.eyes is None else found.eyes + 1
        place = {"turn": found.turn, "eyes": eyes, "rules": found.rules, "same_rules": found.same_rules}
        say(as_json({**place, "replay": json.loads(dumps(found.replay))}))
        return DONE
    # As a file has it, with every character: this is JSON, whose strings hide what a terminal would obey.
    sys.stdout.write(dumps(found.replay))
    return DONE
