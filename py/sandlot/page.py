"""What the page's engine worker calls, and what its build runs: JSON in, JSON out.

python -m sandlot.page games         the registry, for the page's menus
python -m sandlot.page demo GAME     a recorded match, which the page shows while Python is still loading
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from sandlot import bots
from sandlot.bot import Seat
from sandlot.game import BadOption, derive, read_options
from sandlot.games import GAMES
from sandlot.match import Answer, Ask, Batch, Entry, Finish, Player, Setup, play
from sandlot.messages import Message, message
from sandlot.replay import BadReplay, Frame, Replay, dumps, header, loads, result_json, run

__all__ = ["Driver", "check", "demo", "games", "house", "open_replay"]

DEMO_SEED = 3


class Driver:
    """One match, driven from JavaScript. Each call returns JSON with what is new."""

    def __init__(self, config: str) -> None:
        """`config`: {game, players: [{name, kind}], seed, options, clock, memories}."""
        given = json.loads(config)
        game = GAMES[given["game"]]
        players = tuple(Player(each["name"], each["kind"]) for each in given["players"])
        clock = game.clock.with_changes(given.get("clock") or {})
        memories = tuple(given.get("memories") or ())
        setup = Setup(game, players, given["seed"], given.get("options") or {}, clock, memories)
        self.replay = Replay(setup)
        self.match = play(setup)
        self.batch: Batch | None = next(self.match)

    def begin(self) -> str:
        """Return {header, view, asks}: the first questions are about starting the bots."""
        assert self.batch is not None
        view = self.replay.setup.game.view(self.batch.state, None)
        return _dump({"header": header(self.replay), "view": view, "asks": self._asks(self.batch.asks)})

    def answer(self, answers: str) -> str:
        """Take {reply, ms, fault, why, running, output, trace} for every question asked.

        Return {view, record, asks, notices}; a notice is (player, text) and wants no answer. At the end, return
        {view, record, result, replay, memories}.
        """
        assert self.batch is not None
        given = [_answer(each) for each in json.loads(answers)]
        self.replay.add(self.batch, given)
        try:
            self.batch = self.match.send(given)
        except StopIteration as end:
            return self._finish(end.value)
        record = self.batch.record
        assert record is not None
        frame = _frame(self.replay, self.batch.state, record)
        notices = [[notice.player, notice.text] for notice in self.batch.notices]
        return _dump({**frame, "asks": self._asks(self.batch.asks), "notices": notices})

    def unfinished(self) -> str:
        """Return the replay of a match that was stopped: its turns so far, and no result."""
        return dumps(self.replay)

    def _finish(self, finish: Finish) -> str:
        self.batch = None
        self.replay.result = result_json(finish)
        end = {"result": self.replay.result, "replay": dumps(self.replay), "memories": finish.memories}
        return _dump({**_frame(self.replay, finish.state, finish.record), **end})

    def _asks(self, asks: Sequence[Ask]) -> list[dict[str, Any]]:
        seed = self.replay.setup.seed
        return [
            {
                "player": ask.player,
                "stage": ask.stage,
                "text": ask.text,
                "budget": ask.budget,
                "fresh": ask.fresh,
                "ends": ask.ends,
                **({"seed": str(derive(seed, "bot", ask.player))} if ask.stage == "start" else {}),
            }
            for ask in asks
        ]


def open_replay(text: str) -> str:
    """Read and play a replay; return {header, frames, records, result, problem}, or {problem} alone if it is none."""
    try:
        replay = loads(text)
    except BadReplay as bad:
        return _dump({"problem": bad.text})
    frames, problem, result = [], None, None
    try:
        for each in run(replay):
            if isinstance(each, Frame):
                frames.append(_frame(replay, each.state, each.record))
            else:
                result = result_json(each)
    except BadReplay as bad:
        problem = bad.text
    if problem is None and result != replay.result:
        problem = message("replay.other_result" if result else "replay.no_end")
    return _dump(
        {
            "header": header(replay),
            "frames": [frame["view"] for frame in frames],
            "records": [frame["record"] for frame in frames],
            "result": result,
            "problem": problem,
        }
    )


def games() -> str:
    """Return what the page's menus need to know of every game."""
    return _dump(
        {
            name: {
                "name": name,
                "players": game.players,
                "options": {key: option.json() for key, option in game.options.items()},
                "clock": game.clock.json(),
                "clocks": {key: clock.json() for key, clock in game.clocks.items()},
                "house": game.house,
                "starter": bots.starter(name),
            }
            for name, game in GAMES.items()
        }
    )


def demo(name: str) -> str:
    """Play a match between house bots, in this process, and return it as `open_replay` does."""
    game = GAMES[name]
    strongest = [game.house[0]] * max(2, game.players[0])
    setup = Setup(game, tuple(Player(each, "house") for each in strongest), DEMO_SEED)
    replay = Replay(setup)
    seats = [_Local(bots.source(name, each), f"{each}.py") for each in strongest]
    match = play(setup)
    batch = next(match)
    try:
        while True:
            answers = [seats[ask.player].answer(ask, DEMO_SEED) for ask in batch.asks]
            replay.add(batch, answers)
            batch = match.send(answers)
    except StopIteration as end:
        replay.result = result_json(end.value)
    opened = json.loads(open_replay(dumps(replay)))
    # What was sent is a second copy of every position, and nobody debugs a house bot in a recorded match.
    for record in opened["records"]:
        for answer in record["answers"]:
            answer["sent"] = ""
    return _dump(opened)


def house(game: str, name: str) -> str:
    """Return the file of a house bot."""
    return bots.source(game, name)


def check(game: str, options: str, clock: str) -> str:
    """Return the sentence that says what is wrong with a match's settings, or null."""
    try:
        read_options(GAMES[game], json.loads(options))
        GAMES[game].clock.with_changes(json.loads(clock))
    except BadOption as bad:
        return _dump(bad.text)
    except ValueError as bad:
        return _dump(message("option.clock", why=str(bad)))
    return "null"


class _Local:
    """A bot in this very process: for the demo, where nothing has to be fenced in."""

    receive = None

    def __init__(self, source: str, filename: str) -> None:
        self.source, self.filename = source, filename
        self.seat = Seat(self)
        self.sent = ""

    def send(self, reply: str) -> None:
        self.sent = reply

    def emit(self, stream: str, text: str) -> None:
        pass

    def answer(self, ask: Ask, seed: int) -> Answer:
        streams = sys.stdin, sys.stdout, sys.stderr
        try:
            if ask.stage == "start":
                self.seat.start(self.source, self.filename, ask.text, derive(seed, "bot", ask.player), ask.ends)
            else:
                self.seat.ask(ask.text, ask.fresh)
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
        return _answer(json.loads(self.sent))


def _frame(replay: Replay, state: Any, record: Sequence[Entry]) -> dict[str, Any]:
    answers = [entry.json() for entry in record]
    return {"view": replay.setup.game.view(state, None), "record": {"answers": answers}}


def _answer(given: Mapping[str, Any]) -> Answer:
    why = given.get("why")
    return Answer(
        reply=given.get("reply") or "",
        milliseconds=round(given.get("ms") or 0, 1),
        fault=given.get("fault"),
        why=why and Message(why[0], why[1]),
        running=bool(given.get("running")),
        output=tuple((stream, text) for stream, text in given.get("output") or ()),
        trace=given.get("trace"),
    )


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["games"]:
            print(games())
        case ["demo", name] if name in GAMES:
            print(demo(name))
        case _:
            sys.exit(__doc__)
