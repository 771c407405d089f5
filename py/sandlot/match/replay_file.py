"""Writes and reads the file of a replay. The same match gives the same bytes on every machine."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence

from sandlot.bounded import OutOfBounds, check_bounds, read_json
from sandlot.clock import Clock
from sandlot.formats.bounds import LONGEST_REPLAY, REPLAY_BOUNDS
from sandlot.game import Json, read_options
from sandlot.jobs import Step, Work, done
from sandlot.match.fields import BadReplay, is_result, list_in, name_in, read_setup, read_turn
from sandlot.match.parts import Answer, Fork, Player
from sandlot.match.replay import Replay
from sandlot.messages import Message, message
from sandlot.wire import REPLY_LIMIT

__all__ = [
    "FORMAT",
    "dumps",
    "head_text",
    "header",
    "loads",
    "packed",
    "reading",
    "tail_text",
    "turn_json",
    "turn_text",
]

FORMAT = "sandlot-replay"
VERSION = 1
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
    """Write a replay: the same bytes for the same match, wherever it was played. Raise `BadReplay` with a sentence for
    one that nobody could read again.
    """
    text = head_text(replay) + ",".join(map(turn_text, replay.turns)) + tail_text(replay.result)
    try:
        check_bounds(text, REPLAY_BOUNDS)
        # As a file it has so many bytes as well.
        if not text.isascii() and 4 * len(text) > LONGEST_REPLAY and len(text.encode()) > LONGEST_REPLAY:
            raise OutOfBounds("characters", LONGEST_REPLAY)
    except OutOfBounds as bad:
        raise BadReplay("replay.not_kept", why=_too_large(bad)) from None
    _check_parts(replay)
    return text


def packed(replay: Replay) -> bytes:
    """Write a replay in zlib's format; raise `BadReplay` as `dumps` does. No copy of all of its text is in memory."""
    packer, found, size, values = zlib.compressobj(6), [], 0, 0
    for text in _pieces(replay):
        data = text.encode()
        size += len(data)
        values += sum(map(text.count, "[{,"))
        # Few brackets and commas, even counting those in strings: then there are few values.
        if size > LONGEST_REPLAY or values >= REPLAY_BOUNDS.values:
            return zlib.compress(dumps(replay).encode(), 6)
        found.append(packer.compress(data))
    _check_parts(replay)
    return b"".join([*found, packer.flush()])


def _pieces(replay: Replay) -> Iterator[str]:
    yield head_text(replay)
    for number, turn in enumerate(replay.turns):
        yield f",{turn_text(turn)}" if number else turn_text(turn)
    yield tail_text(replay.result)


def _check_parts(replay: Replay) -> None:
    try:
        read_setup(header(replay))
        for number, turn in enumerate(replay.turns):
            # Most answers are nothing but a reply and a time.
            if any(_may_be_refused(answer) for answer in turn.values()):
                read_turn(number, json.loads(turn_text(turn)))
    except BadReplay as bad:
        raise BadReplay("replay.not_kept", why=bad.text) from None


def _may_be_refused(answer: Answer) -> bool:
    more = answer.fault or answer.why or answer.output or answer.trace or answer.drawings
    return bool(more) or len(answer.reply) > REPLY_LIMIT


def _too_large(bad: OutOfBounds) -> Message:
    if bad.what == "characters":
        return message("replay.too_long", limit=LONGEST_REPLAY // 2**20)
    return message(f"replay.{bad.what}", limit=bad.most)


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
    try:
        whole = read_json(text, REPLAY_BOUNDS)
    except OutOfBounds as bad:
        why = _too_large(bad)
        raise BadReplay(why.id, **why.params) from None
    except MemoryError:
        raise BadReplay("job.memory") from None
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
