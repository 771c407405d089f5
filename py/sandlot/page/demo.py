"""Plays a match between house bots, which the page shows while Python is still loading."""

from __future__ import annotations

from sandlot import bots
from sandlot.games import GAMES
from sandlot.match.answers import read_reply
from sandlot.match.parts import Answer, Ask, Player, Setup, seat_seed
from sandlot.match.referee import play
from sandlot.match.replay import Replay, result_json
from sandlot.match.replay_file import dumps
from sandlot.page.replays import open_replay
from sandlot.seat.in_place import SeatInPlace

__all__ = ["answer_to", "demo"]

DEMO_SEED = 3


def demo(name: str) -> str:
    """Play a match between house bots in this process, and return it in the form of `open_replay`."""
    game = GAMES[name]
    strongest = [bots.house(game)[0]] * max(2, game.players[0])
    setup = Setup(game, tuple(Player(each, "house") for each in strongest), DEMO_SEED)
    replay = Replay(setup)
    seats = [
        SeatInPlace(bots.source(name, each), f"{each}.py", seat_seed(setup, k)) for k, each in enumerate(strongest)
    ]
    match = play(setup)
    batch = next(match)
    try:
        while True:
            answers = [answer_to(seats[ask.player], ask) for ask in batch.asks]
            replay.add(batch, answers)
            batch = match.send(answers)
    except StopIteration as end:
        replay.result = result_json(end.value)
    return open_replay(dumps(replay))


def answer_to(seat: SeatInPlace, ask: Ask) -> Answer:
    """Put a question to a seat, and read its reply as any seat's reply is read."""
    return read_reply(seat.start(ask.text) if ask.stage == "start" else seat.ask(ask.text))
