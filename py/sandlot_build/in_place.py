"""Plays a match between house bots in this process; they need no fence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandlot import bots
from sandlot.match.parts import Batch, Finish, Match, Request, Response, Setup, seat_seed
from sandlot.match.referee import play
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


def answer_to(seat: SeatInPlace, request: Request) -> Response:
    """Put a question to a seat, and read its reply as any seat's reply is read."""
    return read_reply(seat.start(request.text) if request.stage == "start" else seat.ask(request.text))
