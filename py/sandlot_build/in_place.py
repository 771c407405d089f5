"""Plays a match between house bots in this process; they need no fence."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from time import monotonic, sleep
from types import FrameType
from typing import Any

from sandlot import bots
from sandlot.game import Game, Json
from sandlot.match.parts import Batch, Finish, Match, Player, Request, Response, Setup, seat_seed
from sandlot.match.referee import play
from sandlot.match.replay import Replay, result_json
from sandlot.match.seat_replies import read_reply
from sandlot.seat.in_place import SeatInPlace

See = Callable[[Batch, Sequence[Response]], None]
MakeSeat = Callable[[Setup, int], SeatInPlace]


def house_seat(setup: Setup, number: int) -> SeatInPlace:
    """Return the seat of a house bot, which the player's name says."""
    name = setup.players[number].name
    return SeatInPlace(bots.source(setup.game.name, name), f"{name}.py", seat_seed(setup, number))


def play_in_place(setup: Setup, see: See, seat: MakeSeat = house_seat) -> Finish:
    """Play a match; `see` is called with every batch of questions and its answers, as they are kept, and `seat` makes
    the seat of each player.
    """
    seats = [seat(setup, number) for number in range(len(setup.players))]
    match = Match(play(setup))
    now: Batch | Finish = match.batch
    while isinstance(now, Batch):
        before, now = now, match.answer([answer_to(seats[request.player], request) for request in now.requests])
        see(before, now.answers)
    return now


def played(game: Game[Any], names: Sequence[str], seed: int, options: Mapping[str, Json] | None = None) -> Replay:
    """Play a match of house bots, by the names of its seats; return its replay."""
    replay = Replay(Setup(game, tuple(Player(each, "house") for each in names), seed, options or {}))
    replay.result = result_json(play_in_place(replay.setup, replay.add))
    return replay


def answer_to(seat: SeatInPlace, request: Request) -> Response:
    """Put a question to a seat, and read its reply as any seat's reply is read."""
    return read_reply(seat.start(request.text) if request.stage == "start" else seat.ask(request.text))


LONGEST_ANSWER = 120.0
"""Seconds for one answer, of which the slowest house bot takes a fraction of one."""
THINKS = (SeatInPlace.start.__code__, SeatInPlace.ask.__code__)


def end_overlong(asked: Sequence[str], longest: float = LONGEST_ANSWER) -> None:
    """Watch this thread from now on. When a house bot has thought about one answer for `longest` seconds, the process
    ends with status 1, and standard error says which bot it was, and what was `asked`, which may change meanwhile.
    """
    threading.Thread(target=_watch, args=(threading.get_ident(), longest, asked), daemon=True).start()


def _watch(thread: int, longest: float, asked: Sequence[str]) -> None:
    known, since = None, monotonic()
    while True:
        sleep(min(1.0, longest / 4))
        frame = _thinking(thread)
        if frame is not known:
            known, since = frame, monotonic()
        elif frame and monotonic() - since > longest:
            seat: SeatInPlace = frame.f_locals["self"]
            said = f"{seat.filename} has thought for {longest:g} seconds about one answer: does it end?"
            print(*asked[:2], said, file=sys.stderr, flush=True)
            os._exit(1)


def _thinking(thread: int) -> FrameType | None:
    """Return the frame of the question that a house bot is answering now."""
    frame = sys._current_frames().get(thread)
    while frame and frame.f_code not in THINKS:
        frame = frame.f_back
    return frame
