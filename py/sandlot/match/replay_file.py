"""Writes and reads the file of a replay. The same match gives the same bytes on every machine."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from sandlot.bounded import Bounds, OutOfBounds, read_json
from sandlot.clock import Clock
from sandlot.game import Json, read_options
from sandlot.jobs import Step, Work, done
from sandlot.match.fields import BadReplay, is_result, list_in, name_in, read_setup, read_turn
from sandlot.match.parts import Answer, Fork, Player
from sandlot.match.replay import Replay

__all__ = [
    "FORMAT",
    "LONGEST",
    "dumps",
    "head_text",
    "header",
    "loads",
    "reading",
    "tail_text",
    "turn_json",
    "turn_text",
]

FORMAT = "sandlot-replay"
VERSION = 1
LONGEST = 64 * 2**20
"""Most characters of a replay."""
BOUNDS = Bounds(characters=LONGEST, values=5_000_000)
READ_AT_ONCE = 100
"""Turns that are read in one step of the work."""


def header(replay: Replay) -> dict[str, Json]:
    """Return the head of a replay file, as an object."""
    setup = replay.setup
    return {
        "format": FORMAT,
        "version": VERSION,
        "package": replay.package,
        "game": setup.game.name,
        "options": read_options(setup.game, setup.options),
        "seed": setup.seed,
        **({"secret": setup.secret} if setup.secret else {}),
        **_stretch(setup.players, setup.clock or setup.game.clock, setup.memories, setup.human_clock),
        **({"in_turn": True} if setup.in_turn else {}),
        **({"hinted": True} if setup.hinted else {}),
        **({"forks": [{"turn": fork.turn, **_fork_json(fork)} for fork in setup.forks]} if setup.forks else {}),
    }


def _fork_json(fork: Fork) -> dict[str, Json]:
    return _stretch(fork.players, fork.clock, fork.memories, fork.human_clock)


def _stretch(
    players: Sequence[Player], clock: Clock, memories: Sequence[str | None], human_clock: bool
) -> dict[str, Json]:
    return {
        "players": [_player_json(each) for each in players],
        "clock": clock.json(),
        "memories": list(memories),
        **({"human_clock": True} if human_clock else {}),
    }


def _player_json(player: Player) -> dict[str, Json]:
    packages = {"packages": list(player.packages)} if player.packages else {}
    return {"name": player.name, "kind": player.kind, **packages}


def dumps(replay: Replay) -> str:
    """Write a replay: the same bytes for the same match, wherever it was played."""
    return head_text(replay) + ",".join(map(turn_text, replay.turns)) + tail_text(replay.result)


def head_text(replay: Replay) -> str:
    """Write the text before the turns. A replay is this text, its turns with commas between them, and `tail_text`."""
    return _json(header(replay))[:-1] + ',"turns":['


def turn_text(turn: Mapping[int, Answer]) -> str:
    """Write one turn."""
    return _json(turn_json(turn))


def turn_json(turn: Mapping[int, Answer]) -> list[dict[str, Json]]:
    """Return one turn as JSON: its answers, as objects."""
    return [_answer_json(number, answer) for number, answer in turn.items()]


def tail_text(result: Mapping[str, Json] | None) -> str:
    """Write the text after the turns; a match that was stopped has no result."""
    return f'],"result":{_json(result)}}}\n'


def _json(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # No encoding can write the lone surrogates that a bot may print.
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


def loads(text: str) -> Replay:
    """Read a replay; raise `BadReplay` with a sentence for any other text."""
    return done(reading(text))


def reading(text: str) -> Work[Replay]:
    """Do the work of `loads` piece by piece."""
    if len(text) > LONGEST:
        raise BadReplay("replay.too_long", limit=LONGEST // 2**20)
    try:
        whole = read_json(text, BOUNDS)
    except OutOfBounds as bad:
        raise BadReplay(f"replay.{bad.what}", limit=bad.most) from None
    except ValueError:
        raise BadReplay("replay.not_json") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise BadReplay("replay.other_format")
    if whole.get("version") != VERSION:
        raise BadReplay("replay.other_version", version=repr(whole.get("version"))[:20], known=VERSION)
    setup, turns, result = read_setup(whole), list_in(whole, "turns"), whole.get("result")
    if result is not None and not is_result(result, len(setup.players)):
        raise BadReplay("replay.bad_field", name="result")
    package = name_in(whole, "package")
    replay = Replay(setup, package, result=result)
    for number, turn in enumerate(turns):
        replay.turns.append(read_turn(number, turn))
        if number % READ_AT_ONCE == 0:
            yield Step(0, len(turns))
    return replay


def _answer_json(number: int, answer: Answer) -> dict[str, Json]:
    entry: dict[str, Json] = {"player": number, "ms": answer.milliseconds}
    if answer.reply:
        entry["reply"] = answer.reply
    if answer.running:
        entry["running"] = True
    if answer.fault:
        entry["fault"] = answer.fault
    if answer.why:
        entry["why"] = list(answer.why)
    if answer.output:
        entry["output"] = [list(part) for part in answer.output]
    if answer.trace:
        entry["trace"] = dict(answer.trace)
    if answer.drawings:
        entry["drawings"] = list(answer.drawings)
    if answer.steps is not None:
        entry["steps"] = answer.steps
    if answer.thought is not None:
        entry["thought"] = answer.thought
    return entry
