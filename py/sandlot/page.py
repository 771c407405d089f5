"""What the page's engine worker calls, and what its build runs: JSON in, JSON out.

python -m sandlot.page games         the registry, for the page's menus
python -m sandlot.page demo GAME     a recorded match, which the page shows while Python is still loading
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from itertools import islice, pairwise
from math import floor
from typing import Any

from sandlot import bots, imports
from sandlot.bot import Module, load
from sandlot.clock import Timer
from sandlot.draw import read_marks
from sandlot.film import Film
from sandlot.game import BadOption, Game, IllegalMove, derive, read_options
from sandlot.games import GAMES
from sandlot.match import HUMAN, Answer, Ask, Batch, Entry, Finish, Player, Setup, play, resigned, resume
from sandlot.messages import Message, message, player
from sandlot.packages import BadPackage, read_header
from sandlot.replay import BadReplay, Frame, Replay, dumps, fork, header, loads, recorded, result_json, run, stretch_at

__all__ = [
    "Again",
    "AgainSeat",
    "Driver",
    "ask_again",
    "check",
    "declared",
    "demo",
    "games",
    "house",
    "open_match",
    "open_replay",
    "texts",
    "views",
]

DEMO_SEED = 3
RECORDED_AT_ONCE = 50
"""Turns between two looks at whether the match was stopped."""
# House bots to test against rather than to play with.
IDLE = ("random", "rest")


class Driver:
    """One match, driven from JavaScript. Each call returns JSON with what is new."""

    def __init__(self, config: str) -> None:
        """`config`: {game, players: [{name, kind, packages}], seed, options, clock, memories, humanClock, fork}.

        `fork` is null, or {replay, turn}: the match goes on from there, and game, seed and options are the replay's.
        Raises `BadReplay`, and what `match.play` does.
        """
        given = json.loads(config)
        game = GAMES[given["game"]]
        players = tuple(
            Player(each["name"], each["kind"], tuple(each.get("packages") or ())) for each in given["players"]
        )
        clock = game.clock.with_changes(given.get("clock") or {})
        memories = tuple(given.get("memories") or ())
        timed = given.get("humanClock") is True
        setup = Setup(game, players, given["seed"], given.get("options") or {}, clock, memories, timed)
        source = given.get("fork") and loads(given["fork"]["replay"])
        if source:
            setup = fork(source, given["fork"]["turn"], setup)
        self.until = setup.forks[-1].turn if setup.forks else 0
        self.replay = Replay(setup)
        self.film = Film()
        self.films = {k: Film() for k, each in enumerate(players) if each.kind == HUMAN and game.hides}
        # Nobody reads once more what was asked then.
        self.match = play(setup, range(self.until + 1, sys.maxsize) if setup.forks else None)
        self.batch: Batch | None = next(self.match)
        self.recorded = recorded(source, self.until, self.match, self.batch) if source else iter(())

    def begin(self) -> str:
        """Return {header, asks, recorded}: the first questions are about starting the bots, unless there are recorded
        answers, see `next_recorded`.
        """
        assert self.batch is not None
        return _dump({"header": header(self.replay), **self._open()})

    def think(self, in_turn: bool) -> None:
        """Note whether bots think one after another; see `match.Setup`."""
        self.replay.setup = replace(self.replay.setup, in_turn=in_turn)

    def next_recorded(self) -> str:
        """Give the recorded answers to some of the questions; return {news, asks, recorded}, news as `answer` has
        it; or {problem}, if the replay does not come so far.

        `recorded`: there are more of them. After the last ones the questions are about starting those who take over.
        """
        news = []
        try:
            for answers, batch in islice(self.recorded, RECORDED_AT_ONCE):
                assert self.batch is not None
                before, self.batch = self.batch, batch
                self.replay.add(before, answers)
                news += self._news(batch, before)
        except BadReplay as bad:
            return _dump({"problem": bad.text})
        return _dump({"news": news, **self._open()})

    def _open(self) -> dict[str, Any]:
        assert self.batch is not None
        if self.batch.turn < self.until:
            return {"asks": [], "recorded": True}
        return {"asks": self._asks(self.batch), "recorded": False}

    def objection(self, player: int, move: str) -> str:
        """Return the sentence that says why a human who is to move may not make a move, or null."""
        assert self.batch is not None
        try:
            self.replay.setup.game.check(self.batch.state, player, json.loads(move))
        except IllegalMove as illegal:
            return _dump(illegal.text)
        return "null"

    def answer(self, answers: str) -> str:
        """Take {reply, ms, fault, why, running, output, trace} for every question asked.

        Return {news, asks, notices}. News are {k, frame, views, record} of the turn played; there are none while bots
        start or catch up. A frame is one of `Film`, `views` are such frames of what each human sees, if the game hides
        anything, and a notice is (player, text) and wants no answer. At the end, return {news, result, replay,
        memories}.
        """
        assert self.batch is not None
        given = [_answer(each) for each in json.loads(answers)]
        before = self.batch
        self.replay.add(before, given)
        try:
            self.batch = self.match.send(given)
        except StopIteration as end:
            return self._finish(end.value, before)
        notices = [[notice.player, notice.text] for notice in self.batch.notices]
        return _dump({"news": self._news(self.batch, before), "asks": self._asks(self.batch), "notices": notices})

    def unfinished(self) -> str:
        """Return the replay of a match that was stopped: its turns so far, and no result."""
        return dumps(self.replay)

    def _finish(self, finish: Finish, before: Batch) -> str:
        self.batch = None
        self.replay.result = result_json(finish)
        end = {"result": self.replay.result, "replay": dumps(self.replay), "memories": finish.memories}
        return _dump({"news": self._news(finish, before), **end})

    def _news(self, now: Batch | Finish, before: Batch) -> list[dict[str, Any]]:
        """Return what the page gets of the position that a batch of answers has led to, if it is a new one."""
        if now.record is None:
            return []
        game = self.replay.setup.game
        first = before.stage == "start"
        one = {
            "k": 0 if first else before.turn + 1,
            "frame": self.film.frame(game.view(now.state, None)),
            "views": {k: film.frame(game.view(now.state, k)) for k, film in self.films.items()},
            "record": _record(game, now.state, now.record, None if first else before.state),
        }
        return [one]

    def _asks(self, batch: Batch) -> list[dict[str, Any]]:
        return [_ask_json(ask, batch.turn, self.replay.setup.seed) for ask in batch.asks]


class Again:
    """A bot is asked on one turn of a replay what it would answer there: see `ask_again`."""

    def __init__(self, config: str) -> None:
        """`config`: {replay, turn, player, name}. Raises `BadReplay`."""
        given = json.loads(config)
        replay, turn, self.player = loads(given["replay"]), given["turn"], given["player"]
        frames = [each for each in islice(run(replay), max(0, turn) + 1) if isinstance(each, Frame)]
        then = frames[turn].record if 0 < turn < len(frames) else ()
        original = next((entry for entry in then if entry.player == self.player), None)
        if original is None:
            raise BadReplay("again.not_asked", who=player(self.player), turn=turn)
        self.original = original
        self.past = [(before.state, frame.record) for before, frame in pairwise(frames[:-1])]
        self.state = frames[turn - 1].state
        stretch = stretch_at(replay, turn)
        # Nobody else is started: there is a person in every other seat.
        players = [Player(each.name, HUMAN) for each in stretch.players]
        players[self.player] = Player(given["name"])
        old, memories = replay.setup, stretch.memories
        self.setup = Setup(old.game, tuple(players), old.seed, old.options, stretch.clock, memories)
        self.asked = sum(entry.player == self.player for _, record in self.past for entry in record)

    def seat(self) -> AgainSeat:
        """Return the bot's seat, from its start to the turn in question. There may be several at once."""
        return AgainSeat(self)

    def timer(self) -> Timer:
        """Return the clock as it was then."""
        clock, budget = self.setup.clock or self.setup.game.clock, self.original.budget
        timer = replace(Timer.of(clock), moves=self.asked)
        return timer if budget is None else replace(timer, bank=max(0.0, budget - timer.limit))


class AgainSeat:
    """One seat of `Again`."""

    def __init__(self, again: Again) -> None:
        self.again = again
        timers = [again.timer()] * len(again.setup.players)
        self.match = resume(again.setup, again.past, again.state, timers)
        self.batch = next(self.match)

    def ask(self) -> str:
        """Return the next question, {stage, text, ...}; or null, if the bot is gone already. `profile`: the number of
        the one that is asked again, among all that this seat is asked.
        """
        again = self.again
        asks = [ask for ask in self.batch.asks if ask.player == again.player]
        question = asks and _ask_json(asks[0], self.batch.turn, again.setup.seed) | {"profile": again.asked + 1}
        return _dump(question or None)

    def answer(self, given: str) -> str:
        """Take an answer, or null; return the answer on the turn in question as it would stand in a record, or null
        before that.
        """
        number, over = self.again.player, self.batch.stage == "move"
        answer = _answer(json.loads(given) or {})
        answers = [answer if ask.player == number else resigned() for ask in self.batch.asks]
        try:
            self.batch = self.match.send(answers)
            record = self.batch.record
        except StopIteration as end:
            record = end.value.record
        found = [entry for entry in record or () if over and entry.player == number]
        original = self.again.original.json()
        return _dump(found[0].json() | {"sent": found[0].sent, "original": original} if found else None)


def ask_again(config: str) -> Again | str:
    """Return what asks a bot once more, or the sentence (as JSON) that says why that cannot be; see `Again`."""
    try:
        return Again(config)
    except BadReplay as bad:
        return _dump(bad.text)


def open_match(config: str) -> Driver | str:
    """Return a driver, or the sentence (as JSON) that says why there can be no such match; see `Driver`."""
    try:
        return Driver(config)
    except (BadOption, BadReplay) as bad:
        return _dump(bad.text)


def open_replay(text: str) -> str:
    """Read and play a replay; return {header, frames, records, result, problem}, or {problem} alone if it is none.

    The frames are those of `Film`. A log of another place is made into a replay first, and `text` is its file.
    """
    try:
        replay, imported = imports.load(text)
    except BadReplay as bad:
        return _dump({"problem": bad.text})
    game = replay.setup.game
    film, frames, records, problem, result, before = Film(), [], [], None, None, None
    try:
        for each in run(replay):
            if isinstance(each, Frame):
                frames.append(film.frame(game.view(each.state, None)))
                records.append(_record(game, each.state, each.record, before))
                before = each.state
            else:
                result = result_json(each)
    except BadReplay as bad:
        problem = bad.text
    if problem is None and result != replay.result:
        problem = message("replay.other_result" if result else "replay.no_end")
    return _dump(
        {
            "header": header(replay),
            "frames": frames,
            "records": records,
            "result": result,
            "problem": problem,
            **({"text": dumps(replay)} if imported else {}),
        }
    )


def views(text: str, player: int) -> str:
    """Return what one player saw, or would have seen, of every position of a replay: the frames of a film.

    A recording that breaks off has as many frames as `open_replay` gives.
    """
    replay = loads(text)
    game, film, frames = replay.setup.game, Film(), []
    with suppress(BadReplay):
        for each in run(replay):
            if isinstance(each, Frame):
                frames.append(film.frame(game.view(each.state, player)))
    return _dump(frames)


def texts(text: str, turn: int) -> str:
    """Return the exact texts of one turn of a replay: [{player, sent, reply}], in the order of the players.

    They are not kept anywhere: a text is a copy of the whole position, and comes out of the rules again.
    """
    found: list[dict[str, Any]] = []
    frames = (each for each in run(loads(text), (turn,)) if isinstance(each, Frame))
    with suppress(BadReplay):
        record = next(islice(frames, turn, None), None)
        found = [
            {"player": entry.player, "sent": entry.sent, "reply": entry.answer.reply}
            for entry in (record.record if record else ())
        ]
    return _dump(found)


def declared(source: str) -> str:
    """Return what a bot's file declares to need, {requirements}; or {problem}, if that cannot be followed."""
    try:
        return _dump({"requirements": read_header(source).dependencies})
    except BadPackage as bad:
        return _dump({"problem": bad.text})


def games() -> str:
    """Return what the page's menus need to know of every game."""
    return _dump(
        {
            name: {
                "name": name,
                "players": game.players,
                "options": {key: option.json() for key, option in game.options.items()},
                "clock": game.clock.json(),
                "clock_most": game.clock.most(),
                "clocks": {key: clock.json() for key, clock in game.clocks.items()},
                "house": game.house,
                "sparring": sparring(game.house),
                "hides": game.hides,
                "starter": bots.starter(name),
            }
            for name, game in GAMES.items()
        }
    )


def sparring(house: Sequence[str]) -> str:
    """Return the house bot that a newcomer plays against: the gentlest of those that try to win."""
    return [name for name in house if name not in IDLE][-1]


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
    return open_replay(dumps(replay))


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
    """A house bot in this very process: for the demo, where nothing has to be fenced in."""

    def __init__(self, source: str, filename: str) -> None:
        self.source, self.filename = source, filename
        self.bot: Module | None = None

    def answer(self, ask: Ask, seed: int) -> Answer:
        with redirect_stdout(io.StringIO()):
            if ask.stage == "start":
                bot = load(self.source, self.filename, ask.text, derive(seed, "bot", ask.player))
                assert isinstance(bot, Module)
                self.bot = bot
                return _answer(bot.start())
            assert self.bot is not None
            return _answer(self.bot.ask(ask.text))


def _ask_json(ask: Ask, turn: int, seed: int) -> dict[str, Any]:
    return {
        "player": ask.player,
        "k": turn,
        "stage": ask.stage,
        "text": ask.text,
        "budget": ask.budget,
        "fresh": ask.fresh,
        "ends": ask.ends,
        "left": ask.left,
        "hand": ask.hand,
        "steps": ask.steps,
        **({"seed": str(derive(seed, "bot", ask.player))} if ask.stage == "start" else {}),
    }


def _record(game: Game[Any], state: Any, record: Sequence[Entry], before: Any) -> dict[str, Any]:
    return {"answers": [entry.json() for entry in record], "stats": game.stats(state, before)}


def _answer(given: Mapping[str, Any]) -> Answer:
    why = given.get("why")
    return Answer(
        reply=given.get("reply") or "",
        # Never up: an answer that came in time took no more than there was.
        milliseconds=floor(10 * (given.get("ms") or 0)) / 10,
        fault=given.get("fault"),
        why=why and Message(why[0], why[1]),
        running=bool(given.get("running")),
        output=tuple((stream, text) for stream, text in given.get("output") or ()),
        trace=given.get("trace"),
        drawings=read_marks(given.get("drawings") or ()),
        steps=given.get("steps"),
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
