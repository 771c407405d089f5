"""Writes and reads the file of a replay. The same match gives the same bytes on every machine."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

from sandlot.bounded import OutOfBounds, check_bounds, read_json
from sandlot.formats.bounds import LONGEST_REPLAY, REPLAY_BOUNDS
from sandlot.formats.compact import compact
from sandlot.formats.shapes import Misfit
from sandlot.game import Json
from sandlot.jobs import Step, Work, done
from sandlot.match.parts import Response
from sandlot.match.replay import Replay
from sandlot.match.validation import (
    FORMAT,
    HEAD,
    VERSION,
    BadReplay,
    Head,
    is_result,
    not_kept,
    read_setup,
    read_turn,
    setup_json,
    turn_json,
)
from sandlot.messages import Message, message

READ_AT_ONCE = 100
"""Turns that are read in one step of the `Work`."""


def header(replay: Replay) -> dict[str, Json]:
    """Return the head of a replay file, as an object; raise `BadReplay` if it cannot be written."""
    try:
        return {**HEAD.write(Head(replay.package)), **setup_json(replay.setup)}
    except Misfit as bad:
        raise not_kept(bad) from None


def dumps(replay: Replay) -> str:
    """Write a replay: the same bytes for the same match on every machine. Raise `BadReplay` for one that could not be
    read again.
    """
    text = "".join(_pieces(replay))
    try:
        check_bounds(text, REPLAY_BOUNDS)
        # The limit holds for the bytes of the file, too.
        if not text.isascii() and 4 * len(text) > LONGEST_REPLAY and len(text.encode()) > LONGEST_REPLAY:
            raise OutOfBounds("characters", LONGEST_REPLAY)
    except OutOfBounds as bad:
        raise BadReplay("replay.not_kept", why=_too_large(bad)) from None
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
    return b"".join([*found, packer.flush()])


def _pieces(replay: Replay) -> Iterator[str]:
    """Yield a replay piece by piece; raise `BadReplay` where a part of it could not be read again."""
    try:
        head = header(replay)
        read_setup(head, was_played=replay.result is not None)
    except BadReplay as bad:
        raise bad if bad.text.id == "replay.not_kept" else BadReplay("replay.not_kept", why=bad.text) from None
    if replay.result is not None and not is_result(replay.result, len(replay.setup.players)):
        raise not_kept(Misfit("result"))
    yield _head_text(head)
    for number, turn in enumerate(replay.turns):
        yield f",{turn_text(turn)}" if number else turn_text(turn)
    yield tail_text(replay.result)


def _too_large(bad: OutOfBounds) -> Message:
    if bad.what == "characters":
        return message("replay.too_long", limit=LONGEST_REPLAY // 2**20)
    return message(f"replay.{bad.what}", limit=bad.most)


def head_text(replay: Replay) -> str:
    """Write the text before the turns. A replay is this text, its turns with commas between them, and `tail_text`."""
    return _head_text(header(replay))


def _head_text(head: dict[str, Json]) -> str:
    return _json(head)[:-1] + ',"turns":['


def turn_text(turn: Mapping[int, Response]) -> str:
    """Write one turn."""
    return _json(turn_json(turn))


def tail_text(result: Mapping[str, Json] | None) -> str:
    """Write the text after the turns; a match that was stopped has no result."""
    return f'],"result":{_json(result)}}}\n'


def _json(value: Json) -> str:
    text = compact(value)
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
        raise BadReplay(_too_large(bad)) from None
    except MemoryError:
        raise BadReplay("job.memory") from None
    except ValueError:
        raise BadReplay("replay.not_json") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise BadReplay("replay.other_format")
    if whole.get("version") != VERSION:
        raise BadReplay("replay.other_version", version=repr(whole.get("version"))[:20], known=VERSION)
    try:
        head = HEAD.read(whole)
    except Misfit as bad:
        raise BadReplay("replay.bad_field", name=str(bad)) from None
    setup, turns, result = read_setup(whole), whole.get("turns"), whole.get("result")
    if type(turns) is not list:
        raise BadReplay("replay.bad_field", name="turns")
    if result is not None and not is_result(result, len(setup.players)):
        raise BadReplay("replay.bad_field", name="result")
    replay = Replay(setup, head.package, result=result)
    for number, turn in enumerate(turns):
        replay.turns.append(read_turn(number, turn))
        if number % READ_AT_ONCE == 0:
            yield Step(0, max(0, len(turns) - 1))
    return replay
