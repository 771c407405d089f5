"""Replays: a header, the answers turn by turn, and the result. Positions are not kept; they come from playing it again.

A replay is driven through `referee.play` like any other match. So the rules, the clock and the protocol judge every
answer again, and a result that does not come out again is noticed.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sandlot import __version__
from sandlot.bounded import Bounds, OutOfBounds, read_json
from sandlot.clock import Clock
from sandlot.game import Json, read_options
from sandlot.jobs import Step, Work, done
from sandlot.match.fields import BadReplay, is_result, list_in, name_in, read_setup, read_turn
from sandlot.match.referee import Answer, Batch, Entry, Finish, Fork, Match, Player, Setup, play
from sandlot.messages import Message, message

__all__ = [
    "FORMAT",
    "BadReplay",
    "Frame",
    "Replay",
    "dumps",
    "fork",
    "from_link",
    "head_text",
    "header",
    "loads",
    "other_result",
    "reading",
    "recorded",
    "result_json",
    "run",
    "stretch_at",
    "tail_text",
    "to_link",
    "turn_text",
    "verify",
    "verifying",
]

FORMAT = "sandlot-replay"
VERSION = 1
LONGEST = 64 * 2**20
"""Characters of a replay."""
BOUNDS = Bounds(characters=LONGEST, values=5_000_000)
READ_AT_ONCE = 100
"""Turns that are read between two looks at whether to go on."""
_HALVES = re.compile("[\ud800-\udfff]")


@dataclass
class Replay:
    """A recorded match. `turns` are the answers to every batch of questions, by player in the order asked: how the bots
    started, then every turn; in a fork again how bots started and how they caught up.
    """

    setup: Setup
    package: str = __version__
    turns: list[dict[int, Answer]] = field(default_factory=list)
    result: dict[str, Json] | None = None

    def add(self, batch: Batch, answers: Sequence[Answer]) -> None:
        """Record the answers to one batch. What a bot says while it catches up belongs to no turn of this match."""
        if batch.stage == "past":
            answers = [replace(answer, output=(), drawings=()) for answer in answers]
        self.turns.append({ask.player: answer for ask, answer in zip(batch.asks, answers, strict=True)})


@dataclass(frozen=True)
class Frame:
    """The position after a turn, and the record of that turn (None for the start position before the bots started)."""

    state: Any
    record: tuple[Entry, ...]


def header(replay: Replay) -> dict[str, Json]:
    """Return what stands at the head of a replay file."""
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


def result_json(finish: Finish) -> dict[str, Json]:
    """Return the result as it stands in a replay and as the page shows it."""
    return json.loads(json.dumps({**finish.outcome.json(), "turns": finish.turns}))  # type: ignore[no-any-return]


def dumps(replay: Replay) -> str:
    """Write a replay: the same bytes for the same match, wherever it was played."""
    return head_text(replay) + ",".join(map(turn_text, replay.turns)) + tail_text(replay.result)


def head_text(replay: Replay) -> str:
    """Write what stands before the turns. A replay is this, its turns with commas between them, and `tail_text`."""
    return _json(header(replay))[:-1] + ',"turns":['


def turn_text(turn: Mapping[int, Answer]) -> str:
    """Write one turn."""
    return _json([_answer_json(number, answer) for number, answer in turn.items()])


def tail_text(result: Mapping[str, Json] | None) -> str:
    """Write what stands after the turns; a match that was stopped has no result."""
    return f'],"result":{_json(result)}}}\n'


def _json(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # Halves of characters, which a bot may print, are in no encoding.
    return _HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def loads(text: str) -> Replay:
    """Read a replay; raise `BadReplay` with a sentence for anything else."""
    return done(reading(text))


def reading(text: str) -> Work[Replay]:
    """Do what `loads` does, piece by piece."""
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


def run(replay: Replay, texts: Container[int] = ()) -> Iterator[Frame | Finish]:
    """Play a replay again: a frame for the start and for every turn, then the finish if the recording reaches one.

    `texts` are the turns of which the entries say what was sent: see `referee.play`.

    Raises `BadReplay` if a turn does not answer exactly what was asked.
    """
    try:
        match = play(replay.setup, texts)
        batch = next(match)
        for number, turn in enumerate(replay.turns):
            if tuple(turn) != tuple(ask.player for ask in batch.asks):
                raise BadReplay("replay.other_players", turn=number)
            batch = match.send(list(turn.values()))
            if batch.record is not None:
                yield Frame(batch.state, batch.record)
    except StopIteration as end:
        finish: Finish = end.value
        yield Frame(finish.state, finish.record)
        yield finish
        if number != len(replay.turns) - 1:
            raise BadReplay("replay.goes_on", turn=number) from None


def fork(replay: Replay, turn: int, setup: Setup) -> Setup:
    """Return `setup` changed so that its match goes on from a replay after `turn` turns; `recorded` begins it.

    Game, options, seed and secret are the replay's; players, clock and memories are those of `setup`. Raises
    `BadReplay` if the match was over by then. A fork before the first turn is a match of its own on the same board.
    """
    old = replay.setup
    if len(setup.players) != len(old.players):
        raise BadReplay("fork.players", players=len(old.players))
    # What a replay says of its end may be anything; if it is wrong, that is noticed on the way.
    end = replay.result.get("turns") if isinstance(replay.result, dict) else None
    if isinstance(end, int) and turn >= end:
        raise BadReplay("fork.over", turn=turn, last=end)
    before = tuple(each for each in old.forks if each.turn < turn)
    forks = (*before, replace(stretch_at(replay, turn), turn=turn)) if turn else ()
    return replace(setup, game=old.game, options=old.options, seed=old.seed, secret=old.secret, forks=forks)


def recorded(replay: Replay, turn: int, match: Match, batch: Batch) -> Iterator[tuple[list[Answer], Batch]]:
    """Answer the first `turn` turns of a match as they were in a replay; give each batch of answers and the next batch.

    Raises `BadReplay` if the replay does not come so far.
    """
    for number, answers in enumerate(replay.turns):
        if batch.turn >= turn:
            return
        if tuple(answers) != tuple(ask.player for ask in batch.asks):
            raise BadReplay("replay.other_players", turn=number)
        given = list(answers.values())
        try:
            batch = match.send(given)
        except StopIteration as end:
            raise BadReplay("fork.over", turn=turn, last=end.value.turns) from None
        yield given, batch
    if batch.turn < turn:
        raise BadReplay("fork.beyond", turn=turn, last=batch.turn)


def stretch_at(replay: Replay, turn: int) -> Fork:
    """Return who played a turn, and by which clock; the `turn` of the last ones is -1."""
    setup = replay.setup
    last = Fork(-1, setup.players, setup.clock or setup.game.clock, setup.memories, setup.human_clock)
    return next((fork for fork in setup.forks if fork.turn >= turn), last)


def verify(replay: Replay) -> Message | None:
    """Return None if the replay gives its own result when it is played again, else a sentence that says so."""
    return done(verifying(replay))


def verifying(replay: Replay) -> Work[Message | None]:
    """Do what `verify` does, piece by piece."""
    found: dict[str, Json] | None = None
    try:
        for number, each in enumerate(run(replay)):
            if isinstance(each, Finish):
                found = result_json(each)
            yield Step(number, len(replay.turns))
    except BadReplay as bad:
        return bad.text
    return other_result(replay, found)


def other_result(replay: Replay, found: Mapping[str, Json] | None) -> Message | None:
    """Return the sentence that says that a replay has another result than playing it again; None: it has the same."""
    if found == replay.result:
        return None
    return message("replay.other_result" if found else "replay.no_end")


def to_link(text: str) -> str:
    """Return a replay's text as it travels in the fragment of a link: deflated, base64url without padding."""
    packer = zlib.compressobj(9, wbits=-15)
    return base64.urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


def from_link(link: str) -> str:
    """Return the text of a link's fragment; raise `BadReplay` if it is cut short, not one, or unreasonably large."""
    try:
        data = base64.b64decode(link + "=" * (-len(link) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(wbits=-15)
        text = unpacker.decompress(data, LONGEST)
        if not unpacker.eof:
            raise BadReplay("replay.bad_link")
        return text.decode()
    except (ValueError, zlib.error):
        raise BadReplay("replay.bad_link") from None


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
    return entry
