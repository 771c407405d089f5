"""Replays: a header, the answers turn by turn, and the result. Positions are not kept; they come from playing it again.

A replay is driven through `match.play` like any other match, so whatever the rules, the clock or a protocol make of an
answer is made of it anew, and a result that does not come out again is noticed.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections import deque
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sandlot import __version__
from sandlot.clock import Clock
from sandlot.draw import MOST, Mark, read_mark
from sandlot.fields import FAR, is_list, is_result, is_text, is_whole, read_message
from sandlot.game import BadOption, Game, Json, read_options
from sandlot.games import GAMES
from sandlot.match import HUMAN, Answer, Batch, Entry, Finish, Fork, Match, Player, Setup, play
from sandlot.messages import Message, message
from sandlot.wire import excerpt

__all__ = [
    "BadReplay",
    "Frame",
    "Replay",
    "dumps",
    "fork",
    "from_link",
    "header",
    "loads",
    "recorded",
    "result_json",
    "run",
    "stretch_at",
    "to_link",
    "verify",
]

FORMAT = "sandlot-replay"
VERSION = 1
LONGEST = 64 * 2**20
FAULTS = ("invalid", "timeout", "crash", "resigned")
KINDS = ("code", "house", "program", HUMAN)
LONGEST_NAME = 1000
"""Characters of a name: of a bot, of a package, of a version."""
LONGEST_MEMORY = 2**20
"""Characters of what a bot keeps from match to match, as JSON: see `wire.DATA_LIMIT`."""
MOST_PACKAGES = 1000
LARGEST_SEED = 2**256
MOST_MS = 10**9
MOST_STEPS = 10**12
_HALVES = re.compile("[\ud800-\udfff]")


class BadReplay(ValueError):
    """A text that is not a replay, or one that cannot be played; `text` says what is wrong."""

    def __init__(self, id: str, /, **params: Json) -> None:
        self.text = message(id, **params)
        super().__init__(id)


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
    turns = [[_answer_json(number, answer) for number, answer in turn.items()] for turn in replay.turns]
    whole = {**header(replay), "turns": turns, "result": replay.result}
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":")) + "\n"
    # Halves of characters, which a bot may print, are in no encoding.
    return _HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def loads(text: str) -> Replay:
    """Read a replay; raise `BadReplay` with a sentence for anything else."""
    if len(text) > LONGEST:
        raise BadReplay("replay.too_long", limit=LONGEST // 2**20)
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        raise BadReplay("replay.not_json") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise BadReplay("replay.other_format")
    if whole.get("version") != VERSION:
        raise BadReplay("replay.other_version", version=repr(whole.get("version"))[:20], known=VERSION)
    setup, turns, result = _setup(whole), _list(whole, "turns"), whole.get("result")
    if result is not None and not is_result(result, len(setup.players)):
        raise BadReplay("replay.bad_field", name="result")
    package = _string(whole, "package")
    if not _is_name(package):
        raise BadReplay("replay.bad_field", name="package")
    return Replay(setup, package, [_turn(number, turn) for number, turn in enumerate(turns)], result)


def run(replay: Replay, texts: Container[int] = ()) -> Iterator[Frame | Finish]:
    """Play a replay again: a frame for the start and for every turn, then the finish if the recording reaches one.

    `texts` are the turns of which the entries say what was sent: see `match.play`.

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

    Game, options and seed are the replay's; players, clock and memories are those of `setup`. Raises `BadReplay` if the
    match was over by then. A fork before the first turn is a match of its own on the same board.
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
    return replace(setup, game=old.game, options=old.options, seed=old.seed, forks=forks)


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
    try:
        end = deque(run(replay), maxlen=1)
    except BadReplay as bad:
        return bad.text
    found = result_json(end[0]) if end and isinstance(end[0], Finish) else None
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


# Reading, piece by piece


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


def _setup(whole: Mapping[str, Json]) -> Setup:
    name = _string(whole, "game")
    if name not in GAMES:
        raise BadReplay("replay.other_game", game=excerpt(name, 40))
    game = GAMES[name]
    stretch = _read_stretch(game, whole)
    forks = whole.get("forks") or []
    if not isinstance(forks, list) or not all(isinstance(each, dict) for each in forks):
        raise BadReplay("replay.bad_field", name="forks")
    try:
        setup = Setup(
            game,
            stretch.players,
            _int(whole, "seed", LARGEST_SEED),
            read_options(game, _dict(whole, "options")),
            stretch.clock,
            stretch.memories,
            stretch.human_clock,
            tuple(replace(_read_stretch(game, each), turn=_int(each, "turn")) for each in forks),
            whole.get("in_turn") is True,
        )
        play(setup)
    except BadOption as bad:
        raise BadReplay("replay.bad_setup", why=bad.text) from None
    except ValueError as bad:
        if isinstance(bad, BadReplay):
            raise
        raise BadReplay("replay.bad_setup", why=str(bad)) from None
    return setup


def _read_stretch(game: Game[Any], whole: Mapping[str, Json]) -> Fork:
    """Read who played, and by which clock; the turn is left open."""
    players = _list(whole, "players")
    if not is_list(players, max(game.players), _is_player):
        raise BadReplay("replay.bad_field", name="players")
    packages = [each.get("packages", []) for each in players]
    if not all(is_list(each, MOST_PACKAGES, _is_name) for each in packages):
        raise BadReplay("replay.bad_field", name="packages")
    memories = whole.get("memories") or []
    if not is_list(memories, len(players), lambda each: each is None or is_text(each, LONGEST_MEMORY)):
        raise BadReplay("replay.bad_field", name="memories")
    try:
        clock = game.clock.with_changes(_dict(whole, "clock"))
    except ValueError as bad:
        if isinstance(bad, BadReplay):
            raise
        raise BadReplay("replay.bad_setup", why=str(bad)) from None
    seated = tuple(
        Player(each["name"], each.get("kind", "code"), tuple(names))
        for each, names in zip(players, packages, strict=True)
    )
    return Fork(-1, seated, clock, tuple(memories), whole.get("human_clock") is True)


def _is_player(value: Json) -> bool:
    return isinstance(value, dict) and _is_name(value.get("name")) and value.get("kind", "code") in KINDS


def _is_name(value: Json) -> bool:
    return is_text(value, LONGEST_NAME)


def _turn(number: int, turn: Json) -> dict[int, Answer]:
    if not isinstance(turn, list) or not all(isinstance(entry, dict) for entry in turn):
        raise BadReplay("replay.bad_turn", turn=number)
    answers: dict[int, Answer] = {}
    for entry in turn:
        player, ms, fault, steps = entry.get("player"), entry.get("ms", 0), entry.get("fault"), entry.get("steps")
        good = type(player) is int and player not in answers and (fault is None or fault in FAULTS)
        if not good or isinstance(ms, bool) or not isinstance(ms, int | float) or not 0 <= ms < MOST_MS:
            raise BadReplay("replay.bad_turn", turn=number)
        if steps is not None and not is_whole(steps, 0, MOST_STEPS):
            raise BadReplay("replay.bad_turn", turn=number)
        answers[player] = Answer(
            reply=_text(entry.get("reply", ""), number),
            milliseconds=ms,
            fault=fault,
            why=_message(entry.get("why"), number),
            running=entry.get("running") is True,
            output=_output(entry.get("output", []), number),
            trace=_trace(entry.get("trace"), number),
            drawings=_drawings(entry.get("drawings", []), number),
            steps=steps,
        )
    return answers


def _text(value: Json, turn: int) -> str:
    if not isinstance(value, str):
        raise BadReplay("replay.bad_turn", turn=turn)
    return value


def _output(value: Json, turn: int) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, list) or not all(
        isinstance(part, list) and len(part) == 2 and all(isinstance(text, str) for text in part) for part in value
    ):
        raise BadReplay("replay.bad_turn", turn=turn)
    return tuple((part[0], part[1]) for part in value)


def _trace(value: Json, turn: int) -> dict[str, Json] | None:
    """Its parts are shown as they are, so that a list could be taken for a message."""
    if value is None:
        return None
    if not isinstance(value, dict) or not all(
        each is None or isinstance(each, str) or is_whole(each) for each in value.values()
    ):
        raise BadReplay("replay.bad_turn", turn=turn)
    return value


def _drawings(value: Json, turn: int) -> tuple[Mark, ...]:
    marks = [read_mark(each) for each in value] if isinstance(value, list) else [None]
    if None in marks or len(marks) > MOST:
        raise BadReplay("replay.bad_turn", turn=turn)
    return tuple(mark for mark in marks if mark)


def _message(value: Json, turn: int) -> Message | None:
    if value is None:
        return None
    # These are filled in when the fault is put in words, see `match`.
    text = read_message(value, who="", turn=0, limit=0)
    if text is None:
        raise BadReplay("replay.bad_turn", turn=turn)
    return text


def _list(whole: Mapping[str, Json], name: str) -> list[Json]:
    return _typed(whole, name, list)  # type: ignore[no-any-return]


def _dict(whole: Mapping[str, Json], name: str) -> dict[str, Json]:
    return _typed(whole, name, dict)  # type: ignore[no-any-return]


def _string(whole: Mapping[str, Json], name: str) -> str:
    return _typed(whole, name, str)  # type: ignore[no-any-return]


def _int(whole: Mapping[str, Json], name: str, most: int = FAR) -> int:
    value: int = _typed(whole, name, int)
    if value > most:
        raise BadReplay("replay.bad_field", name=name)
    return value


def _typed(whole: Mapping[str, Json], name: str, kind: type) -> Json:
    if not isinstance(whole.get(name), kind) or isinstance(whole[name], bool):
        raise BadReplay("replay.bad_field", name=name)
    return whole[name]
