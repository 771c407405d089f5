"""A match as a generator: it yields what to ask and is sent the answers. It knows no process, worker or clock.

    match = play(setup)
    batch = next(match)
    while True:
        try:
            batch = match.send([answer_to(ask) for ask in batch.asks])
        except StopIteration as end:
            finish = end.value

The first batch asks every seat to start its bot; each later one asks whoever is to move. A browser, a command line
and a replay are three drivers of this one generator.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from sandlot.clock import Clock, Timer
from sandlot.game import Fault, FaultKind, Game, IllegalMove, Json, Outcome, read_options
from sandlot.messages import Message, message, player
from sandlot.wire import Session, Unreadable, Views, Wire

__all__ = ["Answer", "Ask", "Batch", "Entry", "Finish", "Match", "Notice", "Player", "Setup", "play"]


@dataclass(frozen=True)
class Player:
    """Who sits where: a name for the verdicts, and "code", "house", "program" or "human"."""

    name: str
    kind: str = "code"


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


@dataclass(frozen=True)
class Ask:
    """One question to one seat.

    stage "start": start the bot; `text` is the setup as JSON, the reply says what the bot is: "module" or "program".
    stage "move": `text` is what to send; a module's reply is its move as JSON, a program's is what it printed.
    `fresh`: the program has to be started anew. `ends`: how a program's answers end, see `bot.Seat`. `budget`:
    milliseconds.
    """

    player: int
    stage: Literal["start", "move"]
    text: str
    budget: float
    fresh: bool = False
    ends: str = ""


@dataclass(frozen=True)
class Answer:
    """What came back, or why nothing did.

    `milliseconds` were measured by the driver; `running`: the program waits for the next turn; `output` is what was
    printed beside the answer, as (stream, text); `trace` is where in the bot's file an error happened.
    """

    reply: str = ""
    milliseconds: float = 0.0
    fault: FaultKind | None = None
    why: Message | None = None
    running: bool = False
    output: tuple[tuple[str, str], ...] = ()
    trace: Mapping[str, Json] | None = None


@dataclass(frozen=True)
class Entry:
    """One seat's part of one turn, as the console shows it."""

    player: int
    answer: Answer
    sent: str
    budget: float
    move: Json = None
    fault: Fault | None = None
    notes: tuple[tuple[str, str], ...] = ()

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
                "line": trace.get("line"),
                "error": trace.get("error"),
                "traceback": trace.get("traceback"),
            },
            "ms": self.answer.milliseconds,
            "budget": self.budget,
            "output": [list(part) for part in (*self.answer.output, *self.notes)],
            "sent": self.sent,
            "reply": self.answer.reply,
        }


Record: TypeAlias = tuple[Entry, ...]


@dataclass(frozen=True)
class Notice:
    """What a program is told when the game is over for it. It is never asked again, and no answer is waited for."""

    player: int
    text: str


@dataclass(frozen=True)
class Batch:
    """What to ask next, the position it is about, and the record of what led there (None at the very beginning)."""

    asks: tuple[Ask, ...]
    state: Any
    record: Record | None
    notices: tuple[Notice, ...] = ()
    """What to tell those for whom the game is over while it goes on for others."""


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
    session: Session | None = None
    module: bool = True
    dead: Fault | None = None
    """Set once there is nobody left to ask: the bot never started, crashed or was ended."""
    trace: Mapping[str, Json] | None = None
    """Where in its file that happened."""
    dismissed: bool = False
    """Set once it has been told that the game is over for it."""


def play(setup: Setup) -> Match:
    """Play a match; see the top of this file. Raises `BadOption` or `ValueError` at once for a setup that cannot be
    played.
    """
    game, clock = setup.game, setup.clock or setup.game.clock
    count = len(setup.players)
    fewest, most = game.players
    if not fewest <= count <= most:
        raise ValueError(f"{game.name} is for {fewest} to {most} players, not {count}")
    if isinstance(setup.seed, bool) or not isinstance(setup.seed, int) or setup.seed < 0:
        raise ValueError(f"a seed is a whole number from 0, not {setup.seed!r:.40}")
    state = game.start(count, setup.seed, read_options(game, setup.options))
    return _run(setup, state, [_Seat(number, Timer.of(clock)) for number in range(count)])


def _run(setup: Setup, state: Any, seats: list[_Seat]) -> Match:
    game = setup.game
    asks = tuple(_start_ask(setup, seat) for seat in seats)
    answers = yield Batch(asks, state, None)
    record = tuple(_started(setup, *each) for each in zip(seats, asks, answers, strict=True))
    turn = 0
    notices: tuple[Notice, ...] = ()
    while (movers := game.to_move(state)) != ():
        turn += 1
        moving = [seats[number] for number in movers]
        asked = [seat for seat in moving if seat.dead is None]
        asks = tuple(_move_ask(game, state, seat) for seat in asked)
        answers = yield Batch(asks, state, record, notices)
        entries = [_moved(game, state, turn, *each) for each in zip(asked, asks, answers, strict=True)]
        entries += [Entry(s.number, Answer(trace=s.trace), "", 0, fault=s.dead) for s in moving if s not in asked]
        record = tuple(sorted(entries, key=lambda entry: entry.player))
        state = game.step(state, {entry.player: entry.fault or entry.move for entry in record})
        notices = _notices(game, state, seats)
    outcome = game.outcome(state)
    assert outcome is not None, f"{game.name} is over without an outcome"
    memories = tuple(seat.session.memory if seat.session else None for seat in seats)
    return Finish(state, record, outcome, turn, memories, notices)


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


def _start_ask(setup: Setup, seat: _Seat) -> Ask:
    """Nothing here may give away what a view hides: no seed, no options."""
    clock = seat.timer.clock
    about = {
        "game": setup.game.name,
        "player": seat.number,
        "players": len(setup.players),
        "clock": clock.json(),
    }
    return Ask(seat.number, "start", json.dumps(about), clock.start, ends=_wire(setup.game).ends)


def _started(setup: Setup, seat: _Seat, ask: Ask, answer: Answer) -> Entry:
    memory = setup.memories[seat.number] if seat.number < len(setup.memories) else None
    entry = Entry(seat.number, answer, ask.text, ask.budget)
    if answer.fault:
        id = "fault.timeout_start" if answer.fault == "timeout" else "fault.crash_start"
        seat.dead, seat.trace = _fault(seat, answer, id, limit=round(ask.budget)), answer.trace
        return replace(entry, fault=seat.dead)
    seat.module = answer.reply == "module"
    seat.session = Views(memory) if seat.module else _wire(setup.game).open(memory)
    return entry


def _wire(game: Game[Any]) -> Wire:
    return next(iter(game.wires.values()))


def _move_ask(game: Game[Any], state: Any, seat: _Seat) -> Ask:
    assert seat.session is not None
    prompt = seat.session.ask(game.view(state, seat.number))
    return Ask(seat.number, "move", prompt.text, seat.timer.budget, prompt.fresh)


def _moved(game: Game[Any], state: Any, turn: int, seat: _Seat, ask: Ask, answer: Answer) -> Entry:
    """Read an answer, hold it against the clock and the rules, and charge its time."""
    assert seat.session is not None
    entry = Entry(seat.number, answer, ask.text, ask.budget)
    seat.timer = seat.timer.spend(answer.milliseconds)
    if answer.fault or answer.milliseconds > ask.budget:
        kind = answer.fault or "timeout"
        fault = _fault(seat, answer, f"fault.{kind}", limit=round(ask.budget), turn=turn)
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
