"""A match as a generator: it yields what to ask and is sent the answers. It knows no process, worker or clock.

    match = play(setup)
    batch = next(match)
    while True:
        try:
            batch = match.send([answer_to(ask) for ask in batch.asks])
        except StopIteration as end:
            finish = end.value

The first batch asks every seat to start its bot; each later one asks whoever is to move. A browser, a command line
and a replay are three drivers of this one generator. A person in a seat is asked as a module is, with a view, and
answers with a move; there is nothing to start.

A match may be a *fork*: up to some turn others have played it, and their answers are given once more. Then whoever
takes over is started, and catches up: every question that was put to his seat is put to him, and what he answers is not
played. From the next turn on he plays. Its replay holds all of these answers, so it is a replay like any other.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Container, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from sandlot.clock import Clock, Timer
from sandlot.draw import Mark
from sandlot.game import Fault, FaultKind, Game, IllegalMove, Json, Outcome, derive, read_options
from sandlot.messages import Message, message, player
from sandlot.wire import Prompt, Session, Unreadable, Views, Wire

__all__ = [
    "HUMAN",
    "LONGEST_SECRET",
    "SECRET",
    "Answer",
    "Ask",
    "Batch",
    "Entry",
    "Finish",
    "Fork",
    "Match",
    "Notice",
    "Player",
    "Setup",
    "Stage",
    "own_secret",
    "play",
    "resigned",
    "resume",
    "seat_seed",
]

HUMAN = "human"

LONGEST_SECRET = 64
SECRET = re.compile(f"[0-9a-f]{{0,{LONGEST_SECRET}}}")

CATCH_UP_LIMIT = 60_000
"""Milliseconds for a question of an earlier turn: nobody's clock runs, but nothing may hang."""


@dataclass(frozen=True)
class Player:
    """Who sits where: a name for the verdicts, and "code", "house", "program" or `HUMAN`."""

    name: str
    kind: str = "code"
    packages: tuple[str, ...] = ()
    """What it was given besides Python, as "name==version"; see `packages`. Nothing depends on it."""


@dataclass(frozen=True)
class Fork:
    """Those who played until `turn` turns were made, and by which clock."""

    turn: int
    players: tuple[Player, ...]
    clock: Clock
    memories: tuple[str | None, ...] = ()
    human_clock: bool = False


@dataclass(frozen=True)
class Setup:
    """Everything that decides a match before its first answer. `memories` are what the bots kept from their last
    match.
    """

    game: Game[Any]
    players: tuple[Player, ...]
    seed: int
    options: Mapping[str, Json] = field(default_factory=dict)
    clock: Clock | None = None
    memories: tuple[str | None, ...] = ()
    human_clock: bool = False
    """Whether the clock runs for humans, too."""
    forks: tuple[Fork, ...] = ()
    """Who played before `players` took over, the first ones first."""
    in_turn: bool = False
    """Whether bots that were to think at once did so one after another, because there were too few processors."""
    secret: str = ""
    """Hexadecimal digits that the seeds of the seats depend on, so that no bot finds the seed of the match by its own;
    see `seat_seed`. It stands in the replay, and no bot is told it.
    """


Stage: TypeAlias = Literal["start", "past", "move"]


@dataclass(frozen=True)
class Ask:
    """One question to one seat.

    stage "start": start the bot; `text` is the setup as JSON, the reply says what the bot is: "module" or "program".
    stage "move": `text` is what to send; a module's reply is its move as JSON, a program's is what it printed.
    stage "past": the same, but about a turn that was played before this bot took over.
    `fresh`: the program has to be started anew. `ends`: how a program's answers end, see `seat.seat.Seat`. `budget`:
    milliseconds, of which `left` are what is left of the bank; None: there is no limit. `steps`: how many steps of
    Python it may take; 0: they are not counted. `hand` is what a human needs beside the view, see `game.Game.hand`;
    None for everybody else.
    """

    player: int
    stage: Stage
    text: str
    budget: float | None
    fresh: bool = False
    ends: str = ""
    left: float | None = None
    hand: Mapping[str, Json] | None = None
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, or why nothing did.

    `milliseconds` were measured by the driver; `running`: the program waits for the next turn; `output` is what was
    printed beside the answer, as (stream, text); `trace` is where in the bot's file an error happened; `drawings` are
    the marks the bot made on the board, see `draw`; `steps` are the steps of Python it took, where they are counted.
    """

    reply: str = ""
    milliseconds: float = 0.0
    fault: FaultKind | None = None
    why: Message | None = None
    running: bool = False
    output: tuple[tuple[str, str], ...] = ()
    trace: Mapping[str, Json] | None = None
    drawings: tuple[Mark, ...] = ()
    steps: int | None = None


@dataclass(frozen=True)
class Entry:
    """One seat's part of one turn, as the console shows it."""

    player: int
    answer: Answer
    sent: str
    budget: float | None
    move: Json = None
    fault: Fault | None = None
    notes: tuple[tuple[str, str], ...] = ()
    bank: float = 0
    """Milliseconds left in the bank after this turn."""

    def json(self) -> dict[str, Json]:
        """Return the entry as the page needs it."""
        trace = self.answer.trace or {}
        return {
            "player": self.player,
            "move": self.move,
            "fault": self.fault
            and {
                "kind": self.fault.kind,
                "message": _message_json(self.fault.text),
                "file": trace.get("file"),
                "line": trace.get("line"),
                "error": trace.get("error"),
                "traceback": trace.get("traceback"),
            },
            "ms": self.answer.milliseconds,
            "budget": self.budget,
            "bank": self.bank,
            "steps": self.answer.steps,
            "output": [list(part) for part in (*self.answer.output, *self.notes)],
            "reply": self.answer.reply,
            "drawings": list(self.answer.drawings),
        }


Record: TypeAlias = tuple[Entry, ...]

Past: TypeAlias = Sequence[tuple[Any, Record]]
"""Turns that were played: the position before each of them, and its record."""


@dataclass(frozen=True)
class Notice:
    """What a program is told when the game is over for it. It is never asked again, and no answer is waited for."""

    player: int
    text: str


@dataclass(frozen=True)
class Batch:
    """What to ask next, all of it in one stage; the position there is after `turn` turns; and the record of the turn
    that has just led there (for the first position: of how the bots started). None: that was told before, or nothing
    has happened yet.
    """

    asks: tuple[Ask, ...]
    state: Any
    record: Record | None
    notices: tuple[Notice, ...] = ()
    """What to tell those for whom the game is over while it goes on for others."""
    stage: Stage = "move"
    turn: int = 0


@dataclass(frozen=True)
class Finish:
    """The end: the last position and turn, the outcome, and what each bot wants back in its next match."""

    state: Any
    record: Record
    outcome: Outcome
    turns: int
    memories: tuple[str | None, ...]
    notices: tuple[Notice, ...] = ()


Match: TypeAlias = Generator[Batch, Sequence[Answer], Finish]


@dataclass
class _Seat:
    """One player's side of the match while it runs."""

    number: int
    timer: Timer
    human: bool = False
    timed: bool = True
    session: Session | None = None
    module: bool = True
    dead: Fault | None = None
    """Set once there is nobody left to ask: the bot never started, crashed or was ended."""
    trace: Mapping[str, Json] | None = None
    """Where in its file that happened."""
    dismissed: bool = False
    """Set once it has been told that the game is over for it."""


def seat_seed(setup: Setup, player: int) -> int:
    """Return the seed of a bot's randomness. A bot can read its own, and try all small seeds of a match until one leads
    to it; with a secret of 128 bits nobody can.
    """
    return derive(setup.seed, "bot", player, *([setup.secret] if setup.secret else []))


def own_secret(profile: str, game: str, seed: int) -> str:
    """Return the secret of a match, for whoever has a secret of his own: the same one whenever he plays the same match,
    and nothing that tells about another match.
    """
    return hashlib.sha256(f"{profile}/{game}/{seed}".encode()).hexdigest()[:32]


def resigned() -> Answer:
    """Return the answer of a human who gives up."""
    return Answer(fault="resigned")


def play(setup: Setup, texts: Container[int] | None = None) -> Match:
    """Play a match; see the top of this file. Raises `BadOption` or `ValueError` at once for a setup that cannot be
    played.

    Whoever plays a recording again needs few of the questions, and writing them is most of the work: `texts` are the
    turns in which modules and humans are asked with a text; None: all. Elsewhere theirs is empty.
    """
    game, clock = setup.game, setup.clock or setup.game.clock
    count = len(setup.players)
    fewest, most = game.players
    if not fewest <= count <= most:
        raise ValueError(f"{game.name} is for {fewest} to {most} players, not {count}")
    if not SECRET.fullmatch(setup.secret):
        raise ValueError(f"a secret is at most {LONGEST_SECRET} hexadecimal digits, not {setup.secret!r:.40}")
    if isinstance(setup.seed, bool) or not isinstance(setup.seed, int) or setup.seed < 0:
        raise ValueError(f"a seed is a whole number from 0, not {setup.seed!r:.40}")
    turns = [0, *(fork.turn for fork in setup.forks)]
    if any(len(fork.players) != count for fork in setup.forks) or any(a >= b for a, b in pairwise(turns)):
        raise ValueError("forks come one after the other, each for as many players as the match")
    state = game.start(count, setup.seed, read_options(game, setup.options))
    last = Fork(-1, setup.players, clock, setup.memories, setup.human_clock)
    return _run(game, state, (*setup.forks, last), texts)


def resume(setup: Setup, past: Past, state: Any, timers: Sequence[Timer]) -> Match:
    """Play a match on from `state`, which `past` has led to, as after a fork; `timers` are what is left on the clocks.

    For whoever has played the past already and does not want a replay.
    """
    clock = setup.clock or setup.game.clock
    last = Fork(-1, setup.players, clock, setup.memories, setup.human_clock)
    return _run(setup.game, state, (last,), None, past, timers)


def _run(
    game: Game[Any],
    state: Any,
    stretches: Sequence[Fork],
    texts: Container[int] | None,
    given: Past = (),
    timers: Sequence[Timer] = (),
) -> Match:
    past = list(given)
    turn = len(past)
    seats: list[_Seat] = []
    notices: tuple[Notice, ...] = ()
    record: Record | None = None
    for stretch in stretches:
        seats = [_seat(stretch, number, timers) for number in range(len(stretch.players))]
        bots = [seat for seat in seats if not seat.human]
        asks = tuple(_start_ask(game, seat, len(seats)) for seat in bots)
        answers = yield Batch(asks, state, record, stage="start", turn=turn)
        started = tuple(_started(game, stretch, *each) for each in zip(bots, asks, answers, strict=True))
        record = None if turn else started
        if turn:
            yield from _catch_up(game, state, bots, past, in_words=texts is None or turn + 1 in texts)
            notices = _notices(game, state, seats)
        while turn != stretch.turn and (movers := game.to_move(state)) != ():
            moving = [seats[number] for number in movers]
            asked = [seat for seat in moving if seat.dead is None]
            in_words = texts is None or turn + 1 in texts
            asks = tuple(_move_ask(game, state, seat, in_words) for seat in asked)
            answers = yield Batch(asks, state, record, notices, turn=turn)
            turn += 1
            entries = [_moved(game, state, turn, *each) for each in zip(asked, asks, answers, strict=True)]
            entries += [Entry(s.number, Answer(trace=s.trace), "", 0, fault=s.dead) for s in moving if s not in asked]
            record = tuple(sorted(entries, key=lambda entry: entry.player))
            if stretch is not stretches[-1]:
                past.append((state, record))
            state = game.step(state, {entry.player: entry.fault or entry.move for entry in record})
            notices = _notices(game, state, seats)
        if game.to_move(state) == ():
            break
        timers = [seat.timer for seat in seats]
    outcome = game.outcome(state)
    assert outcome is not None, f"{game.name} is over without an outcome"
    memories = tuple(seat.session.memory if seat.session else None for seat in seats)
    return Finish(state, record or (), outcome, turn, memories, notices)


def _seat(stretch: Fork, number: int, timers: Sequence[Timer]) -> _Seat:
    """Return a seat whose clock goes on where that of whoever sat there before has stopped, if it is the same one."""
    human = stretch.players[number].kind == HUMAN
    timer = timers[number] if timers else Timer.of(stretch.clock)
    if timer.clock != stretch.clock:
        timer = replace(Timer.of(stretch.clock), moves=timer.moves)
    return _Seat(number, timer, human, stretch.human_clock or not human, Views() if human else None)


def _catch_up(
    game: Game[Any], state: Any, bots: Sequence[_Seat], past: Past, in_words: bool
) -> Generator[Batch, Sequence[Answer], None]:
    """Put to every bot the questions that its seat was asked: its first one to each of them, then the second, ..."""
    turns: dict[int, list[tuple[int, Any, Entry]]] = {seat.number: [] for seat in bots}
    for turn, (before, record) in enumerate(past, 1):
        for entry in record:
            if entry.player in turns:
                turns[entry.player].append((turn, before, entry))
    for step in range(max(map(len, turns.values()), default=0)):
        late = [seat for seat in bots if seat.dead is None and step < len(turns[seat.number])]
        if not late:
            return
        asks = tuple(_past_ask(game, turns[seat.number][step][1], seat, in_words) for seat in late)
        answers = yield Batch(asks, state, None, stage="past", turn=len(past))
        for seat, answer in zip(late, answers, strict=True):
            turn, _, played = turns[seat.number][step]
            _caught_up(seat, turn, answer, played)


def _past_ask(game: Game[Any], state: Any, seat: _Seat, in_words: bool) -> Ask:
    prompt = _prompt(game, state, seat, in_words)
    return Ask(seat.number, "past", prompt.text, CATCH_UP_LIMIT, prompt.fresh)


def _caught_up(seat: _Seat, turn: int, answer: Answer, played: Entry) -> None:
    """Hear an answer that comes too late to be played; a bot that is gone loses when it is its turn."""
    assert seat.session is not None
    late = answer.milliseconds > CATCH_UP_LIMIT
    if late or answer.fault in ("timeout", "crash"):
        id = "fault.timeout_past" if late or answer.fault == "timeout" else "fault.crash_past"
        seat.dead = _fault(seat, answer, id, limit=CATCH_UP_LIMIT // 1000, turn=turn)
        seat.trace = answer.trace
        return
    with suppress(Unreadable):
        seat.session.read(answer.reply, answer.running)
    seat.session.played(played.move)


def _notices(game: Game[Any], state: Any, seats: Sequence[_Seat]) -> tuple[Notice, ...]:
    """Say goodbye to the programs that are not to move now, if their protocol has a word for it and says that it is
    time.
    """
    programs = [each for each in seats if each.session and not (each.module or each.dead or each.dismissed)]
    movers = game.to_move(state) if programs else ()
    notices = []
    for seat in programs:
        if seat.session and seat.number not in movers:
            text = seat.session.farewell(game.view(state, seat.number))
            if text is not None:
                seat.dismissed = True
                notices.append(Notice(seat.number, text))
    return tuple(notices)


def _start_ask(game: Game[Any], seat: _Seat, players: int) -> Ask:
    """Nothing here may give away what a view hides: no seed, no options."""
    clock = seat.timer.clock
    about = {
        "game": game.name,
        "player": seat.number,
        "players": players,
        "clock": clock.json(),
    }
    text, ends = json.dumps(about), _wire(game).ends
    return Ask(seat.number, "start", text, seat.timer.start, ends=ends, steps=clock.steps)


def _started(game: Game[Any], stretch: Fork, seat: _Seat, ask: Ask, answer: Answer) -> Entry:
    memory = stretch.memories[seat.number] if seat.number < len(stretch.memories) else None
    entry = Entry(seat.number, answer, ask.text, ask.budget)
    if answer.fault:
        id = "fault.timeout_start" if answer.fault == "timeout" else "fault.crash_start"
        seat.dead, seat.trace = _fault(seat, answer, id, limit=seat.timer.start), answer.trace
        return replace(entry, fault=seat.dead)
    seat.module = answer.reply == "module"
    seat.session = Views(memory) if seat.module else _wire(game).open(memory)
    return entry


def _wire(game: Game[Any]) -> Wire:
    return next(iter(game.wires.values()))


def _move_ask(game: Game[Any], state: Any, seat: _Seat, in_words: bool) -> Ask:
    prompt = _prompt(game, state, seat, in_words)
    budget, left = (seat.timer.budget, seat.timer.bank) if seat.timed else (None, None)
    hand = game.hand(state, seat.number) if seat.human and in_words else None
    steps = 0 if seat.human else seat.timer.clock.steps
    return Ask(seat.number, "move", prompt.text, budget, prompt.fresh, left=left, hand=hand, steps=steps)


def _prompt(game: Game[Any], state: Any, seat: _Seat, in_words: bool) -> Prompt:
    """Return the question; a program's session has to see every view, because it writes what has changed."""
    assert seat.session is not None
    asked = in_words or not isinstance(seat.session, Views)
    return seat.session.ask(game.view(state, seat.number)) if asked else Prompt("")


def _moved(game: Game[Any], state: Any, turn: int, seat: _Seat, ask: Ask, answer: Answer) -> Entry:
    """Read an answer, hold it against the clock and the rules, and charge its time."""
    assert seat.session is not None
    if seat.timed:
        seat.timer = seat.timer.spend(answer.milliseconds)
    entry = Entry(seat.number, answer, ask.text, ask.budget, bank=seat.timer.bank)
    if ask.steps and answer.fault is None and (answer.steps is None or answer.steps > ask.steps):
        text = message("fault.steps", who=player(seat.number), limit=ask.steps, turn=turn)
        seat.dead = Fault("timeout", text)
        return replace(entry, fault=seat.dead)
    if answer.fault or (ask.budget is not None and answer.milliseconds > ask.budget):
        kind = answer.fault or "timeout"
        used_up = answer.why is not None and answer.why.id == "fault.steps"
        limit = ask.steps if used_up else round(ask.budget or 0)
        fault = _fault(seat, answer, f"fault.{kind}", limit=limit, turn=turn)
        if kind != "invalid":
            seat.dead, seat.trace = fault, answer.trace
        return replace(entry, fault=fault)
    try:
        reading = seat.session.read(answer.reply, answer.running)
    except Unreadable as bad:
        text = message("fault.unreadable", who=player(seat.number), got=bad.got, expected=bad.expected, turn=turn)
        return replace(entry, fault=Fault("invalid", text))
    try:
        game.check(state, seat.number, reading.move)
    except IllegalMove as illegal:
        return replace(entry, move=reading.move, notes=reading.notes, fault=Fault("invalid", illegal.text))
    return replace(entry, move=reading.move, notes=reading.notes)


def _fault(seat: _Seat, answer: Answer, id: str, **params: Json) -> Fault:
    """Name a fault in a sentence: the driver's own if it gave one, with who and when filled in."""
    kind, who = answer.fault or "timeout", player(seat.number)
    if answer.why:
        return Fault(kind, Message(answer.why.id, {"turn": 0, **params, **answer.why.params, "who": who}))
    error = (answer.trace or {}).get("error") or "?"
    return Fault(kind, message(id, **params, who=who, error=error))


def _message_json(text: Any) -> Json:
    """Return a message, and the messages in it, as JSON lists."""
    return [text[0], {name: _param_json(value) for name, value in text[1].items()}]


def _param_json(value: Any) -> Json:
    return _message_json(value) if isinstance(value, Message) else value
