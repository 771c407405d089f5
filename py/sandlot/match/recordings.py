"""Turns logs of a game's original platform into replays, by playing them under the rules.

Each game reads its own logs, see `game.Recording`. The result is an ordinary replay, whose answers are those of
programs in the game's protocol.
"""

from __future__ import annotations

from typing import Any

from sandlot.clock import Clock
from sandlot.game import BadOption, BadRecording, Game, Recorded, Recording
from sandlot.games import GAMES
from sandlot.jobs import Step, Work, done
from sandlot.match.parts import Finish, Match, Player, Response, Setup
from sandlot.match.referee import play
from sandlot.match.replay import Replay, result_json
from sandlot.match.replay_file import reading
from sandlot.match.validation import FORMAT, BadReplay

TURNS = ',"turns":['


def loading(text: str) -> Work[tuple[Replay, bool]]:
    """Read a replay or a log, and tell whether it was a log; raise `BadReplay` for any other text."""
    replay = None if is_replay(text) else (yield from reading_log(text))
    if replay is None:
        return (yield from reading(text)), False
    return replay, True


def is_replay(text: str) -> bool:
    """Tell whether a text is a replay of ours. Only its beginning is looked at."""
    return FORMAT in text[:100]


def start_of(text: str) -> Replay | None:
    """Return the match that a replay or a log begins with, without its turns; a log does not give all options at its
    beginning. None: the text is too short to tell. Raise `BadReplay` if it is broken.
    """
    if is_replay(text):
        head, found, _ = text.partition(TURNS)
        return done(reading(f'{head}{TURNS}],"result":null}}')) if found else None
    for game in GAMES.values():
        start = getattr(game, "log_start", None)
        recording = start(text) if start else None
        if recording is not None:
            return Replay(_setup(game, recording))
    return None


def read_log(text: str) -> Replay | None:
    """Return the replay of a log; None if no game knows the text as its log. Raise `BadReplay` for a broken log."""
    return done(reading_log(text))


def reading_log(text: str) -> Work[Replay | None]:
    """Do the work of `read_log` piece by piece."""
    for game in GAMES.values():
        read = getattr(game, "read_log", None)
        try:
            recording = (yield from read(text)) if read else None
            if recording is not None:
                return (yield from _replay(game, recording))
        except (BadRecording, BadOption) as bad:
            raise BadReplay("import.refused", game=game.name, why=bad.text) from None
    return None


def _replay(game: Game[Any], recording: Recording) -> Work[Replay]:
    replay = Replay(_setup(game, recording))
    match = Match(play(replay.setup, ()))
    turns = [{request.player: Recorded("program") for request in match.batch.requests}, *recording.turns]
    for number, turn in enumerate(turns):
        before = match.batch
        if {request.player for request in before.requests} != turn.keys():
            raise BadReplay("import.players", turn=number)
        now = match.answer([_answer(turn[request.player]) for request in before.requests])
        replay.add(before, now.answers)
        if isinstance(now, Finish):
            _finish(replay, recording, now)
            return replay
        yield Step(0, len(turns))
    if recording.scores is not None:
        raise BadReplay("import.no_end", turn=len(recording.turns))
    return replay


def _setup(game: Game[Any], recording: Recording) -> Setup:
    players = tuple(Player(name, "program") for name in recording.names)
    return Setup(game, players, 0, recording.options, _clock(game, recording))


def _clock(game: Game[Any], recording: Recording) -> Clock:
    """Return the time limits of the match, which a log does not hold: ours or, if a player was late, a preset that this
    player exceeded; long enough in any case for all other answers.
    """
    answers = [each for turn in recording.turns for each in turn.values()]
    longest = max((each.milliseconds for each in answers if each.fault != "timeout"), default=0)
    needed = int(longest) + 1 if longest else 0
    late = [each.milliseconds for each in answers if each.fault == "timeout"]
    broken = [clock for clock in game.clocks.values() if late and needed <= clock.move <= min(late)]
    clock = max(broken, key=lambda each: each.move, default=game.clock)
    return clock.with_changes({name: max(getattr(clock, name), needed) for name in ("first", "move")})


def _answer(recorded: Recorded) -> Response:
    return Response(
        recorded.reply,
        recorded.milliseconds,
        recorded.fault,
        recorded.why,
        running=recorded.fault is None,
        output=recorded.output,
    )


def _finish(replay: Replay, recording: Recording, finish: Finish) -> None:
    """Add the result to the replay; raise `BadReplay` if the log has another one."""
    if finish.turns < len(recording.turns):
        raise BadReplay("import.goes_on", turn=finish.turns)
    replay.result = result_json(finish)
    if recording.scores not in (None, finish.outcome.scores):
        scores = [
            " : ".join(f"{score:g}" for score in each) for each in (recording.scores or (), finish.outcome.scores)
        ]
        raise BadReplay("import.scores", log=scores[0], rules=scores[1])
