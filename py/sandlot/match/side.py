"""One player's side of a match: the questions, the judging of the answers, and the clock."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sandlot.clock import Timer
from sandlot.game import Fault, Game, IllegalMove, Json
from sandlot.match.parts import HUMAN, Entry, Part, Record, Request, Response, Took
from sandlot.match.quota import Quota
from sandlot.messages import Message, message, player
from sandlot.wire import Prompt, Reading, Session, Unreadable, Views, Wire

CATCH_UP_LIMIT = 60_000
"""Milliseconds to answer about an earlier turn: no clock runs then, but a bot must not hang."""

MOST_TOLD = 64
"""Most players of a match in which bots get the times of all players: with more, the list would be long."""

NO_READING = Reading(None)


@dataclass
class Side:
    """One player's side of a match while it runs: the clock, the quota of what is kept, and how the player is asked.

    `number` is the player, from 0. `human`: a person plays. `timed`: time counts for this player. `session` is what the
    player's program has read and answered so far; None until it has started. `module`: it is asked by calling its
    `move`, and not by its standard input.
    """

    number: int
    timer: Timer
    quota: Quota
    human: bool = False
    timed: bool = True
    session: Session | None = None
    module: bool = True
    dead: Fault | None = None
    """Set when the bot cannot be asked any more: it did not start, crashed or was ended."""
    trace: Mapping[str, Json] | None = None
    """The place in its file where that happened."""
    dismissed: bool = False
    """Set once its program has been told that the game is over for it."""


def side_of(part: Part, number: int, timers: Sequence[Timer], quota: Quota) -> Side:
    """Return a player's side. It continues the clock of the player before it if both have the same time control."""
    human = part.players[number].kind == HUMAN
    timer = timers[number] if timers else Timer.of(part.clock)
    if timer.clock != part.clock:
        timer = replace(Timer.of(part.clock), moves=timer.moves)
    quota.charge(_memory(part, number))
    return Side(number, timer, quota, human, part.human_clock or not human, Views() if human else None)


def no_move_times(players: int) -> Took:
    """Return the players' times to report before the first turn."""
    return (None,) * players if players <= MOST_TOLD else ()


def move_times_after(took: Took, record: Record) -> Took:
    """Return the time of every player's last move, after another turn. A bot that has failed is not asked any more, and
    its time is 0.
    """
    new = {entry.player: entry.answer.milliseconds for entry in record}
    return tuple(new.get(player, before) for player, before in enumerate(took))


def _reported_times(seat: Side, took: Took) -> Took:
    """Return the times to report to a bot. Where steps are counted, nothing in a match may depend on time."""
    return () if seat.human or seat.timer.clock.steps else took


def past_request(game: Game[Any], state: Any, seat: Side, with_text: bool, took: Took) -> Request:
    """Return the question about an earlier turn, for a bot that catches up."""
    prompt = _prompt(game, state, seat, with_text)
    return Request(seat.number, "past", prompt.text, CATCH_UP_LIMIT, prompt.fresh, took=_reported_times(seat, took))


def accept_past(seat: Side, turn: int, answer: Response, played: Entry) -> Response:
    """Take an answer about an earlier turn, which is not played; return what is kept of it. A bot that fails here loses
    on its next turn.
    """
    assert seat.session is not None
    kept = seat.quota.past(answer)
    late = answer.milliseconds > CATCH_UP_LIMIT
    if late or answer.fault in ("timeout", "crash"):
        id = "fault.timeout_past" if late or answer.fault == "timeout" else "fault.crash_past"
        seat.dead = _fault(seat, kept, id, limit=CATCH_UP_LIMIT // 1000, turn=turn)
        seat.trace = kept.trace
        return kept
    with suppress(Unreadable):
        seat.session.read(answer.reply, answer.running)
    seat.session.played(played.move)
    return kept


def start_request(game: Game[Any], seat: Side, players: int) -> Request:
    """Return the question that starts a bot. It must not reveal what a view hides: no seed, no options."""
    clock = seat.timer.clock
    about = {"game": game.name, "player": seat.number, "players": players, "clock": clock.json()}
    text, framing = json.dumps(about), _wire(game).framing
    return Request(seat.number, "start", text, seat.timer.start, framing=framing, steps=clock.steps)


def accept_start(game: Game[Any], part: Part, seat: Side, request: Request, answer: Response) -> Entry:
    """Take the reply to a start: the seat gets its session, or a fault."""
    memory = _memory(part, seat.number)
    answer = seat.quota.trace(answer)
    # Any reply other than "module" means a program.
    reply = "" if answer.fault else "module" if answer.reply == "module" else "program"
    answer = seat.quota.output(replace(answer, reply=reply))
    entry = Entry(seat.number, answer, request.text, request.budget)
    if answer.fault:
        id = "fault.timeout_start" if answer.fault == "timeout" else "fault.crash_start"
        seat.dead, seat.trace = _fault(seat, answer, id, limit=seat.timer.start), answer.trace
        return replace(entry, fault=seat.dead)
    seat.module = answer.reply == "module"
    seat.session = Views(memory) if seat.module else _wire(game).open(memory)
    return entry


def _memory(part: Part, number: int) -> str | None:
    return part.memories[number] if number < len(part.memories) else None


def _wire(game: Game[Any]) -> Wire:
    return next(iter(game.wires.values()))


def move_request(game: Game[Any], state: Any, seat: Side, with_text: bool, took: Took) -> Request:
    """Return the question for the next move."""
    prompt = _prompt(game, state, seat, with_text)
    budget, left = (seat.timer.budget, seat.timer.bank) if seat.timed else (None, None)
    choices = game.choices(state, seat.number) if seat.human and with_text else None
    steps = 0 if seat.human else seat.timer.clock.steps
    given: dict[str, Any] = {"choices": choices, "steps": steps, "took": _reported_times(seat, took)}
    return Request(seat.number, "move", prompt.text, budget, prompt.fresh, left=left, **given)


def _prompt(game: Game[Any], state: Any, seat: Side, with_text: bool) -> Prompt:
    """Return the question. A program's session must see every view, because it sends only what has changed."""
    assert seat.session is not None
    asked = with_text or not isinstance(seat.session, Views)
    return seat.session.ask(game.view(state, seat.number)) if asked else Prompt("")


def accept_move(game: Game[Any], state: Any, turn: int, seat: Side, request: Request, answer: Response) -> Entry:
    """Parse an answer, check it against the clock and the rules, and charge its time and what a replay keeps of it."""
    if seat.timed:
        seat.timer = seat.timer.spend(answer.milliseconds)
    answer = seat.quota.trace(answer)
    fault = _fault_of_answer(seat, turn, request, answer)
    reading, is_read = NO_READING, fault is None
    if is_read:
        reading, fault = _read(game, state, turn, seat, answer)
    reply = seat.quota.reply(answer.reply, lambda: None if fault else _short(seat, reading.move))
    if reply is None and is_read:
        answer = replace(answer, fault="invalid", why=message("fault.quota"))
        reading, fault = NO_READING, _fault_of_answer(seat, turn, request, answer)
    notes = reading.notes
    if reply != answer.reply:
        answer = replace(answer, reply=reply or "")
        # When the replay is played again, the shortened reply has no notes, so it must have none now.
        for _, text in notes:
            seat.quota.count_dropped_note(text)
        notes = ()
    kept = seat.quota.output(answer)
    return Entry(
        seat.number, kept, request.text, request.budget, reading.move, fault, notes=notes, bank=seat.timer.bank
    )


def _short(seat: Side, move: Json) -> str:
    assert seat.session is not None
    return seat.session.short(move)


def _fault_of_answer(seat: Side, turn: int, request: Request, answer: Response) -> Fault | None:
    """Return the fault if there is no answer, or if it comes too late."""
    if request.steps and answer.fault is None and (answer.steps is None or answer.steps > request.steps):
        text = message("fault.steps", who=player(seat.number), limit=request.steps, turn=turn)
        seat.dead = Fault("timeout", text)
        return seat.dead
    if answer.fault or (request.budget is not None and answer.milliseconds > request.budget):
        kind = answer.fault or "timeout"
        used_up = answer.why is not None and answer.why.id == "fault.steps"
        limit = request.steps if used_up else round(request.budget or 0)
        fault = _fault(seat, answer, f"fault.{kind}", limit=limit, turn=turn)
        if kind != "invalid":
            seat.dead, seat.trace = fault, answer.trace
        return fault
    return None


def _read(game: Game[Any], state: Any, turn: int, seat: Side, answer: Response) -> tuple[Reading, Fault | None]:
    """Parse an answer and check it against the rules."""
    assert seat.session is not None
    try:
        reading = seat.session.read(answer.reply, answer.running)
    except Unreadable as bad:
        text = message("fault.unreadable", who=player(seat.number), got=bad.got, expected=bad.expected, turn=turn)
        return NO_READING, Fault("invalid", text)
    try:
        game.check(state, seat.number, reading.move)
    except IllegalMove as illegal:
        return reading, Fault("invalid", illegal.text)
    return reading, None


def _fault(seat: Side, answer: Response, id: str, **params: Json) -> Fault:
    """Return a fault with its sentence: the driver's own if it gave one, with player, turn and limit filled in."""
    kind, who = answer.fault or "timeout", player(seat.number)
    if answer.why:
        return Fault(kind, Message(answer.why.id, {"turn": 0, **params, **answer.why.params, "who": who}))
    error = (answer.trace or {}).get("error") or "?"
    return Fault(kind, message(id, **params, who=who, error=error))
