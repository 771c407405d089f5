"""A match as a generator: it yields questions and receives the answers. It uses no process, worker or clock.

    match = Match(play(setup))
    while not match.is_over:
        batch_or_finish = match.answer([answer_to(request) for request in match.batch.requests])

The first batch asks every seat to start its bot; each later batch asks the seats that are to move. A driver that
records the answers takes them from the next batch, or from the finish: what a replay keeps is limited, see `quota`. The
page, the command line and a replay are three drivers of this one generator. A human is asked like a module, with a
view, and answers with a move; there is nothing to start.

A match may be a *fork*: other players have played it up to some turn, and their recorded answers are played again. Then
the bots that take over are started and catch up: each gets every question that was put to its seat, and its answers are
not played. From the next turn on it plays. The replay of a fork holds all of these answers, so it is an ordinary
replay.
"""

from __future__ import annotations

from collections.abc import Container, Generator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from sandlot.clock import Timer
from sandlot.formats.bounds import LONGEST_SECRET
from sandlot.game import Game, read_options
from sandlot.match.parts import (
    SECRET,
    Batch,
    Entry,
    Finish,
    Notice,
    Part,
    Past,
    Questions,
    Record,
    Response,
    Setup,
    Took,
)
from sandlot.match.quota import Quota
from sandlot.match.side import (
    Side,
    accept_move,
    accept_past,
    accept_start,
    move_request,
    move_times_after,
    no_move_times,
    past_request,
    side_of,
    start_request,
)


def play(setup: Setup, texts: Container[int] | None = None) -> Questions:
    """Play a match; see the top of this file. Raises `BadOption` or `ValueError` at once for a setup that cannot be
    played.

    Playing a replay again needs few of the question texts, and writing them is most of the work. `texts` are the turns
    in which modules and humans are asked with a text; None: all turns. In other turns the text is empty.
    """
    game = setup.game
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
    return _run(game, state, (*setup.forks, setup.last_part), texts)


def resume(setup: Setup, past: Past, state: Any, timers: Sequence[Timer]) -> Questions:
    """Continue a match from `state`, to which `past` has led, as after a fork; `timers` hold the time left on the
    clocks.

    For callers that have already played the past and need no replay.
    """
    return _run(setup.game, state, (setup.last_part,), None, past, timers)


def _run(
    game: Game[Any],
    state: Any,
    parts: Sequence[Part],
    texts: Container[int] | None,
    given: Past = (),
    timers: Sequence[Timer] = (),
) -> Questions:
    past = list(given)
    turn = len(past)
    seats: list[Side] = []
    notices: tuple[Notice, ...] = ()
    record: Record | None = None
    kept: tuple[Response, ...] = ()
    quotas = [Quota.of(len(parts[0].players)) for _ in parts[0].players]
    took = no_move_times(len(parts[0].players))
    for _, played in past:
        took = move_times_after(took, played)
    for part in parts:
        seats = [side_of(part, number, timers, quota) for number, quota in enumerate(quotas)]
        bots = [seat for seat in seats if not seat.human]
        requests = tuple(start_request(game, seat, len(seats)) for seat in bots)
        answers = yield Batch(requests, state, record, stage="start", turn=turn, answers=kept)
        started = tuple(accept_start(game, part, *each) for each in zip(bots, requests, answers, strict=True))
        kept = tuple(entry.answer for entry in started)
        record = None if turn else started
        if turn:
            with_text = texts is None or turn + 1 in texts
            kept = yield from _catch_up(game, state, bots, len(seats), past, with_text, kept)
            notices = _notices(game, state, seats)
        while turn != part.turn and (movers := game.to_move(state)) != ():
            moving = [seats[number] for number in movers]
            asked = [seat for seat in moving if seat.dead is None]
            with_text = texts is None or turn + 1 in texts
            requests = tuple(move_request(game, state, seat, with_text, took) for seat in asked)
            answers = yield Batch(requests, state, record, notices, turn=turn, answers=kept)
            turn += 1
            entries = [accept_move(game, state, turn, *each) for each in zip(asked, requests, answers, strict=True)]
            kept = tuple(entry.answer for entry in entries)
            entries += [Entry(s.number, Response(trace=s.trace), "", 0, fault=s.dead) for s in moving if s not in asked]
            record = tuple(sorted(entries, key=lambda entry: entry.player))
            took = move_times_after(took, record)
            if part is not parts[-1]:
                past.append((state, record))
            state = game.step(state, {entry.player: entry.fault or entry.move for entry in record})
            notices = _notices(game, state, seats)
        if game.to_move(state) == ():
            break
        timers = [seat.timer for seat in seats]
    outcome = game.outcome(state)
    assert outcome is not None, f"{game.name} is over without an outcome"
    memories = tuple(seat.session.memory if seat.session else None for seat in seats)
    return Finish(state, record or (), outcome, turn, memories, notices, kept)


class _Past(NamedTuple):
    """A turn that was played: its number, the position before it, the seat's answer, and the times that the bot is
    told.
    """

    turn: int
    state: Any
    played: Entry
    took: Took


def _catch_up(
    game: Game[Any],
    state: Any,
    bots: Sequence[Side],
    players: int,
    past: Past,
    with_text: bool,
    kept: tuple[Response, ...],
) -> Generator[Batch, Sequence[Response], tuple[Response, ...]]:
    """Ask every bot the past questions of its seat: first each bot's first question, then each bot's second, and so
    on. `kept` are the answers to the batch before, as a replay keeps them. Return the same of the last batch here.
    """
    turns: dict[int, list[_Past]] = {seat.number: [] for seat in bots}
    took = no_move_times(players)
    for turn, (before, record) in enumerate(past, 1):
        for entry in record:
            if entry.player in turns:
                turns[entry.player].append(_Past(turn, before, entry, took))
        took = move_times_after(took, record)
    for step in range(max(map(len, turns.values()), default=0)):
        late = [seat for seat in bots if seat.dead is None and step < len(turns[seat.number])]
        if not late:
            break
        now = {seat.number: turns[seat.number][step] for seat in late}
        requests = tuple(
            past_request(game, now[each.number].state, each, with_text, now[each.number].took) for each in late
        )
        answers = yield Batch(requests, state, None, stage="past", turn=len(past), answers=kept)
        kept = tuple(
            accept_past(seat, now[seat.number].turn, answer, now[seat.number].played)
            for seat, answer in zip(late, answers, strict=True)
        )
    return kept


def _notices(game: Game[Any], state: Any, seats: Sequence[Side]) -> tuple[Notice, ...]:
    """Return the farewells to programs that are not to move now. A program's protocol decides when its game is over and
    what it is told, if anything.
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
