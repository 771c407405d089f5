"""The command line: output, refused arguments, and exit status."""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hooks import short
from sandlot import __version__
from sandlot.api.problem import Problem
from sandlot.api.result import own_turns
from sandlot.cli.contest_files import refusing
from sandlot.cli.main import command
from sandlot.cli.progress import near_misses
from sandlot.clock import Clock
from sandlot.game import Fault
from sandlot.games import GAMES, generals
from sandlot.match.parts import Player, Response, Setup
from sandlot.match.referee import play
from sandlot.match.replay import Position, Replay, run
from sandlot.match.replay_file import loads
from sandlot.messages import message, render
from sandlot.puzzles.spec import recorded

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot import local
from sandlot.cli.puzzles import Asked, late_times
from test_generals import Plain
from waiting import is_gone

PACKAGE = Path(local.__file__).parents[2]
PROGRAMS = Path(__file__).parents[1] / "games" / "programs"
PYTHON = [sys.executable, "-m", "sandlot"]
STAYS = "def move(view):\n    return None\n"
# Long limits, because the machine may be busy.
PATIENT = ("--clock", "start=60000", "--clock", "first=60000", "--clock", "move=60000")


def brief(game: str) -> list[str]:
    """Return the options of a short match."""
    return [part for option, value in short(game).items() for part in ("--option", f"{option}={value}")]


def environment() -> dict[str, str]:
    here = {"PYTHONPATH": str(PACKAGE), "TMPDIR": tempfile.gettempdir(), "LC_ALL": "C.UTF-8"}
    return {**os.environ, **here}


pytestmark = pytest.mark.usefixtures("own_folder")


def sandlot(*arguments: str | Path, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command in this process: starting a new one takes longer than most commands."""
    out, err = io.StringIO(), io.StringIO()
    with patch.dict(os.environ, environment()), redirect_stdout(out), redirect_stderr(err):
        code = command([*map(str, arguments)])
    assert code == status, err.getvalue()
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def sandlot_process(*arguments: str | Path, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command as a shell does."""
    done = subprocess.run(
        [*PYTHON, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == status, done.stderr
    return done


def refused(*arguments: str, status: int = 2) -> str:
    """Run a command that is refused, and return its one message."""
    out, err = io.StringIO(), io.StringIO()
    with patch.dict(os.environ, environment()), redirect_stdout(out), redirect_stderr(err):
        assert command(arguments) == status
    assert out.getvalue() == ""
    assert err.getvalue().startswith("sandlot: ")
    assert err.getvalue().count("\n") == 1
    return err.getvalue()


def test_options_may_stand_between_bots() -> None:
    Path("rest.py").write_text("def move(view):\n    return 0\n")
    usual = sandlot("play", "snake", "cautious", "rest.py", "--seed", "3", "--option", "obstacles=0", "--json").stdout
    for typed in (
        ("play", "snake", "cautious", "--option", "obstacles=0", "rest.py", "--seed", "3", "--json"),
        ("play", "--json", "snake", "--seed", "3", "cautious", "--option", "obstacles=0", "--", "rest.py"),
    ):
        assert json.loads(sandlot(*typed).stdout)["turns"] == json.loads(usual)["turns"]
    assert "rest.py" in refused("play", "snake", "cautious", "--frobnicate", "rest.py")
    assert "BOT" in refused("play", "snake", "--seed", "3")


# Games and starters


def test_games_lists_house_bots() -> None:
    lines = sandlot("games").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(GAMES)
    for line, game in zip(lines, GAMES.values(), strict=True):
        assert line.endswith(", ".join(game.house))


@pytest.mark.parametrize("game", GAMES)
def test_game_lists_options_and_view(game: str) -> None:
    text = sandlot("games", game).stdout
    for name in (*GAMES[game].options, *GAMES[game].house):
        assert name in text
    assert "What a bot sees" in text


@pytest.mark.parametrize("game", GAMES)
def test_new_bot_plays_and_is_not_overwritten(game: str) -> None:
    sandlot("new", game, "mine.py")
    written = Path("mine.py").read_text()
    done = sandlot("play", game, "mine.py", GAMES[game].house[-1], "--seed", "3", "--json", *brief(game), *PATIENT)
    assert json.loads(done.stdout)["faults"] == []
    assert "is there already" in refused("new", game, "mine.py")
    assert Path("mine.py").read_text() == written


@pytest.mark.parametrize(
    ("spent", "told"),
    [
        ([100, 500, 700, 600], ["a used more than half of its time on turn 3: 700 of 1000 ms"]),
        ([999, 500, 500, 500], []),
        ([100, 100, 100, 1001], []),
    ],
)
def test_near_timeout_is_reported(spent: list[float], told: list[str]) -> None:
    players = (Player("a"), Player("hunter", "house"))
    replay = Replay(Setup(GAMES["tank"], players, 1, {"max_turns": 4}, Clock(first=2000, move=1000)))
    times = iter([0, *spent])
    match = play(replay.setup)
    batch = next(match)
    with contextlib.suppress(StopIteration):
        while True:
            own = next(times)
            reply = "module" if batch.stage == "start" else "[-1,-1]"
            # The house bot is slow as well, but only the user is warned about their own bot.
            answers = [Response(reply, own if request.player == 0 else 990) for request in batch.requests]
            replay.add(batch, answers)
            batch = match.send(answers)
    assert [render(near, ["a", "hunter"]) for near in near_misses(replay.setup, own_turns(replay))] == told


@pytest.mark.slow
def test_language_of_results_follows_option_or_locale() -> None:
    match = ("play", "tank", "hunter", "random", "--seed", "7", "--option", "max_turns=1", *PATIENT)
    assert "no decision after 1 turn\n" in sandlot(*match).stdout
    for asked in (("--lang", "ru", *match), (*match, "--lang", "ru")):
        assert "нет победителя за 1 ход\n" in sandlot(*asked).stdout
    for tongue, said in (
        ("zh_CN.UTF-8", "1 回合内未分胜负"),
        ("ru_RU.UTF-8", "1 ход, сид 7"),
        ("de_DE", "1 turn, seed 7"),
    ):
        own = {**environment(), "LC_ALL": "", "LANG": tongue, "PYTHONUTF8": "1"}
        text = subprocess.check_output([*PYTHON, *match], env=own, encoding="utf-8", stderr=subprocess.DEVNULL)
        assert said in text
    assert "choose from" in refused("--lang", "tlh", "games")


def test_help_and_version() -> None:
    assert sandlot_process("--version").stdout == f"sandlot {__version__}\n"
    assert "cmd:COMMAND" in sandlot_process("play", "--help").stdout


# Matches


def test_match_prints_json() -> None:
    match = ("play", "tank", "hunter", "random", "--seed", "7", "--option", "max_turns=20", "--json", *PATIENT)
    done = sandlot_process(*match)
    got = json.loads(done.stdout)
    assert done.stderr == ""
    assert {"game", "seed", "options", "players", "scores", "reason", "turns", "faults", "milliseconds"} <= got.keys()
    assert (got["game"], got["seed"], got["faults"]) == ("tank", 7, [])
    assert got["options"] == {"field": None, "max_turns": 20}
    assert got["players"] == [{"name": "hunter", "kind": "house"}, {"name": "random", "kind": "house"}]
    assert len(got["scores"]) == len(got["milliseconds"]) == 2
    assert 0 < got["turns"] <= 20
    assert sandlot("play", "tank", "hunter", "random", "--seed", "7", "--quiet", *PATIENT).stderr == ""


def test_match_prints_text_and_writes_replay() -> None:
    typed = ("play", "snake", "cautious", "cautious", "--seed", "0", *PATIENT)
    text = sandlot(*typed, "--replay", "one.json").stdout
    sandlot(*typed, "--replay", "two.json")
    assert "cautious 1" in text
    assert "seed 0" in text
    one, two = (
        json.loads(Path(name).read_text(), object_hook=lambda each: {**each, "ms": 0, "thought": 0})
        for name in ("one.json", "two.json")
    )
    assert one == two
    assert "reproduces" in sandlot("verify", "one.json").stdout


def test_fork_continues_from_turn_of_replay() -> None:
    sandlot("play", "snake", "cautious", "cautious", "--seed", "5", "--replay", "one.json", *PATIENT)
    Path("bad.py").write_text("def move(view):\n    return 1 if view['step'] < 4 else view['nothing']\n")
    go_on = ("play", "snake", "bad.py", "cautious", "--from", "one.json", *PATIENT)
    text = sandlot(*go_on, "--turn", "3", "--replay", "two.json").stdout
    assert "bad crashed on turn 4: KeyError: 'nothing'" in text
    assert "cautious wins" in text
    assert "4 turns, seed 5" in text
    assert "reproduces" in sandlot("verify", "two.json").stdout
    one, two = (json.loads(Path(name).read_text()) for name in ("one.json", "two.json"))
    assert two["turns"][:4] == one["turns"][:4]
    caught = json.loads(sandlot(*go_on, "--turn", "5", "--json").stdout)
    assert [fault["turn"] for fault in caught["faults"]] == [6]
    assert "while it was catching up" in caught["faults"][0]["text"]
    last = one["result"]["turns"]
    assert f"was over after turn {last}" in refused(*go_on, "--turn", str(last), status=1)
    assert "is a replay of snake, not of tank" in refused(
        "play", "tank", "hunter", "random", "--from", "one.json", "--turn", "3", status=1
    )


def test_fault_is_printed_with_traceback() -> None:
    Path("bad.py").write_text("def move(view):\n    return view['nothing']\n")
    done = sandlot("play", "tank", "bad.py", "random", *PATIENT)
    assert "bad crashed on turn 1: KeyError: 'nothing'" in done.stdout
    assert 'File "bad.py", line 2, in move' in done.stderr
    # No line of a bot stands where the names of players do.
    Path("sly.py").write_text("def move(view):\n    raise ValueError('x\\nrandom:\\nTraceback')\n")
    lines = sandlot("play", "tank", "sly.py", "random", *PATIENT).stderr.splitlines()
    assert [line for line in lines if line and not line.startswith(" ")] == ["sly:"]
    got = json.loads(sandlot("play", "tank", "bad.py", "random", "--json", *PATIENT).stdout)
    text = "bad crashed on turn 1: KeyError: 'nothing'"
    assert got["faults"] == [{"player": 0, "turn": 1, "kind": "crash", "text": text}]
    assert got["scores"] == [0, 2]


@pytest.mark.slow
def test_options_are_parsed_by_type() -> None:
    Path("map.txt").write_text("1 2 2\n3\n3\n")
    chosen = [
        ("generals", "map=@map.txt"),
        ("generals", "order=id"),
        ("generals", "fair=true"),
        ("snake", "starts=12 0,0 13"),
    ]
    for game, option in chosen:
        limit = "max_steps=2" if game == "snake" else "max_rounds=2"
        bot = GAMES[game].house[-1]
        done = sandlot("play", game, bot, bot, "--option", option, "--option", limit, "--json")
        assert json.loads(done.stdout)["options"][option.partition("=")[0]] not in (None, False, "seed")


def test_clock_preset_and_single_limit_combine() -> None:
    arguments = ("play", "generals", "rest", "rest", "--option", "max_rounds=1", "--replay", "r.json", "--clock")
    sandlot(*arguments, "seed", "--clock", "bank=3000")
    clock = json.loads(Path("r.json").read_text())["clock"]
    assert (clock["bank"], clock["increment"]) == (3000, 1)


def test_program_is_started_by_command() -> None:
    bot = f"cmd:{sys.executable} '{PROGRAMS / 'planes_program.py'}'"
    got = json.loads(sandlot("play", "planes", bot, "random", "--json", *PATIENT).stdout)
    assert got["players"][0] == {"name": "planes_program", "kind": "program"}
    assert got["faults"] == []


KING_OF_BOTS = """package com.kob.botrunningsystem.utils;

public class Bot {
    public Integer nextMove(String input) { return 2; }
}
"""


@pytest.mark.parametrize(("file", "asks"), [("main.py", "Bot.java"), ("main.cpp", "Bot.java"), ("Main.java", "bot.py")])
def test_asks_option_needs_two_java_files(file: str, asks: str) -> None:
    Path(asks).write_text(KING_OF_BOTS)
    said = refused("new", "snake", file, "--asks", asks)
    assert f"both files end in .java, like Main.java and Bot.java; these are {file} and {asks}" in said
    assert not Path(file).exists()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("javac") is None, reason="no Java here")
def test_refusal_lists_steps_for_java_class_without_main() -> None:
    Path("Bot.java").write_text(KING_OF_BOTS)
    said = refused("play", "snake", "Bot.java", "cautious")
    bot, board = "'cmd:java -cp build com.kob.botrunningsystem.utils.Main'", ["--option", "walls=border"]
    steps = ["sandlot new snake Main.java --asks Bot.java", "javac -d build Main.java Bot.java"]
    steps.append(f"{bot} ... {' '.join(board)}")
    assert [step for step in steps if step in said] == steps
    sandlot(*steps[0].split()[1:])
    subprocess.run(shlex.split(steps[1]), check=True)
    played = sandlot(
        "play", "snake", *shlex.split(bot), "cautious", *board, "--json", "--option", "max_steps=1", *PATIENT
    )
    assert json.loads(played.stdout)["faults"] == []


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("javac") is None, reason="no Java here")
@pytest.mark.parametrize("kind", ["nextMove", "get", "not public"])
def test_prints_of_king_of_bots_class_are_not_answers(kind: str) -> None:
    returns = "public Integer nextMove(String input)" if kind != "get" else "public Integer get()"
    public = "" if kind == "not public" else "public "
    body = 'System.out.println("I go down: 3"); return 0;'
    Path("Bot.java").write_text(f"package a.b;\n{public}class Bot {{ {returns} {{ {body} }} }}\n")
    sandlot("new", "snake", "Main.java", "--asks", "Bot.java")
    subprocess.run(["javac", "-d", "build", "Main.java", "Bot.java"], check=True)
    options = ("--option", "max_steps=2", "--option", "walls=border", "--option", "obstacles=0")
    typed = ("play", "snake", "cmd:java -cp build a.b.Main", "cautious", "--json", "--prints", "--replay", "r.json")
    played = sandlot(*typed, *options, *PATIENT)
    assert json.loads(played.stdout)["faults"] == []
    assert '"0"' in Path("r.json").read_text()


# Usage errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fight"], "there is no 'fight'; choose from 'games', 'new'"),
        (["games", "chess"], "there is no game “chess”"),
        (["games", "--fast"], "nothing is known of --fast (see sandlot --help)"),
        (["play", "tank"], "missing: BOT (see sandlot play --help)"),
        (["play", "tank", "hunter", "random", "--seed"], "--seed: a value is missing"),
        (["play", "chess", "a", "b"], "there is no game"),
        (["play", "tank", "hunter"], "tank is for 2 players, not 1"),
        (["play", "tank", "hunter", "nobody"], "there is no bot “nobody”"),
        (["play", "tank", "hunter", ""], "there is no bot “”"),
        (["play", "tank", "hunter", "/"], "there is no bot “/”"),
        (["play", "tank", "hunter", "nowhere.py"], "there is no file nowhere.py"),
        (["play", "tank", "hunter", "cmd:"], "the command of a program is missing"),
        (["play", "tank", "hunter", "cmd:./nowhere --fast"], "there is no program ./nowhere\n"),
        (["play", "tank", "hunter", "cmd:./nowhere", "--lang", "zh"], "找不到程序 ./nowhere\n"),
        (["play", "tank", "hunter", "cmd:./nowhere", "--lang", "ru"], "нет программы ./nowhere\n"),
        (["new", "tank", "x.txt"], "its file name has to end in .py, .cpp or .java; “x.txt” does not"),
        (["new", "tank", "x.txt", "--lang", "zh"], "文件名要以 .py、.cpp 或 .java 结尾"),
        (["new", "tank", "x.txt", "--lang", "ru"], "имя файла должно кончаться на .py, .cpp или .java"),
        (["play", "tank", "hunter", "cmd:'a"], "cannot be read"),
        (["play", "tank", "hunter", "random", "--seed", "-1"], "--seed"),
        (["play", "tank", "hunter", "random", "--seed", "٣"], "--seed"),
        (["play", "tank", "hunter", "random", "--seed", "1.5"], "--seed"),
        (["play", "tank", "hunter", "random", "--option", "size=3"], "no option size"),
        (["play", "tank", "hunter", "random", "--option", "max_turns"], "name=value"),
        (["play", "tank", "hunter", "random", "--option", "max_turns=0"], "from 1 to 1000"),
        (["play", "tank", "hunter", "random", "--option", "max_turns=x"], "from 1 to 1000"),
        (["play", "generals", "rest", "rest", "--option", "fair=perhaps"], "true or false"),
        (["play", "generals", "rest", "rest", "--option", "map=@nowhere"], "there is no file nowhere"),
        (["play", "generals", "rest", "rest", "--option", "map=1 1"], "line 1"),
        (
            ["play", "tank", "hunter", "random", "--clock", "move=fast"],
            "the time limit move is a whole number of milliseconds from 0 to 3600000, not “fast”",
        ),
        (["play", "tank", "hunter", "random", "--clock", "speed=1"], "no time limit “speed”"),
        (["play", "snake", "surveyor", "cautious", "--clock", "blitz"], "like steps=20000, not “blitz”"),
        (["play", "tank", "hunter", "random", "--clock", "blitz"], "presets botzone, native, not “blitz”"),
        (["play", "tank", "hunter", "random", "--memory", "0"], "--memory"),
        (["play", "tank", "hunter", "random", "--replay", "no/where.json"], "there is no folder no/"),
        (["play", "tank", "hunter", "random", "--replay", "."], ". is a folder"),
        (["play", "tank", "hunter", "random", "--replay", ""], ". is a folder"),
        (["play", "tank", "hunter", "random", "--turn", "3"], "belong together"),
        (["play", "tank", "hunter", "random", "--from", "one.json"], "belong together"),
        (
            ["play", "tank", "hunter", "random", "--from", "nowhere.json", "--turn", "3"],
            "there is no file nowhere.json",
        ),
        (["play", "tank", "hunter", "random", "--from", "a", "--turn", "3", "--seed", "1"], "leave --seed"),
        (["play", "tank", "hunter", "random", "--from", "a", "--turn", "x"], "--turn"),
        (["new", "tank", "no/where.py"], "there is no folder no/"),
        (["verify", "nowhere.json"], "there is no file nowhere.json"),
        (["run", "nowhere"], "there is no file nowhere"),
        (["map", "chess", "3", "3", "2"], "there is no 'chess'"),
        (["map", "generals", "3", "x", "2"], "cols"),
        (["map", "generals", "51", "3", "2"], "from 1 to 50"),
        (["map", "generals", "2", "2", "5"], "do not fit"),
    ],
)
def test_usage_errors_print_one_message(arguments: list[str], words: str) -> None:
    assert words in refused(*arguments)


def test_folder_is_a_bot_if_it_is_clear_which_file_begins_it() -> None:
    """As on the page, where files that import each other are one bot."""
    folder = Path("mine")
    folder.mkdir()
    (folder / "plans.py").write_text("def stay(view):\n    return [-1, -1]\n")
    (folder / "tanks.py").write_text("from plans import stay\ndef move(view):\n    return stay(view)\n")
    done = sandlot("play", "tank", "mine", "hunter", "--seed", "1")
    assert "mine" in done.stdout
    (folder / "other.py").write_text(STAYS)
    said = refused("play", "tank", "mine", "hunter", status=1)
    assert "it holds other.py, plans.py, tanks.py, and it is not clear which of them is the bot: call that one" in said
    (folder / "tanks.py").rename(folder / "main.py")
    assert "mine" in sandlot("play", "tank", "mine", "hunter", "--seed", "1").stdout
    Path("empty").mkdir()
    assert "there is no bot “empty”" in refused("play", "tank", "empty", "hunter")


def test_error_sets_exit_status() -> None:
    done = sandlot_process("play", "tank", "hunter", "nobody", status=2)
    assert done.stdout == ""
    assert done.stderr.startswith("sandlot: there is no bot “nobody”")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not JSON"),
        (b"[]", "not a Sandlot replay"),
        (b"\xff\x81\xff", "UTF-8"),
        (b"[" * 99999, "nested more than 100 deep"),
    ],
)
def test_invalid_replay_is_refused(content: bytes, words: str) -> None:
    Path("replay.json").write_bytes(content)
    assert words in refused("verify", "replay.json", status=1)


def test_altered_replay_is_refused() -> None:
    sandlot("play", "tank", "hunter", "random", "--seed", "5", "--replay", "r.json", *PATIENT)
    whole = json.loads(Path("r.json").read_text())
    whole["result"]["scores"].reverse()
    Path("r.json").write_text(json.dumps(whole))
    assert "another result" in refused("verify", "r.json", status=1)


# Generals: maps, and configuration files of generals-tournament


def test_map_command_is_deterministic_by_seed() -> None:
    one, same, other = (sandlot("map", "generals", "6", "7", "3", "--seed", seed).stdout for seed in ("1", "1", "2"))
    assert one == same != other
    board = generals.read_map(one)
    assert (board.size, len(board.owned)) == ((6, 7), 3)
    fair = sandlot("map", "generals", "9", "9", "2", "--fair")
    assert len(generals.read_map(fair.stdout).owned) == 2
    assert fair.stderr.startswith("seed ")


def configuration(programs: list[str], map_text: str, count: int | str | None = None) -> str:
    Path("maps").mkdir(exist_ok=True)
    Path("maps/map.txt").write_text(map_text)
    lines = ["game.log", "maps/map.txt", str(len(programs) if count is None else count), *programs]
    Path("config.txt").write_text("\n".join(lines) + "\n")
    return "config.txt"


def expected_log(map_text: str, programs: list[str]) -> str:
    """Return the log that the same match gives when it is played in this process."""
    seats = [local.python_file(Path(name)) for name in programs]
    players = tuple(Player(seat.name) for seat in seats)
    options: dict[str, Any] = {"map": map_text, "order": "id"}
    clock = generals.game.clock
    replay, _ = local.play(Setup(generals.game, players, 0, options, clock), seats)
    frames = [board for each in run(replay) if isinstance(each, Position) for board in each.state.frames]
    return "".join(generals.write_log(generals.read_map(map_text).size, len(seats), frames))


def test_run_writes_log_of_generals_tournament() -> None:
    for name in ("a.py", "b.py"):
        Path(name).write_bytes((PROGRAMS / "generals_program.py").read_bytes())
    Path("script").write_text(f"#!/bin/sh\nexec {sys.executable} {PROGRAMS / 'generals_program.py'}\n")
    Path("script").chmod(0o755)
    map_text = sandlot("map", "generals", "5", "6", "3", "--seed", "4").stdout
    wanted = expected_log(map_text, ["a.py", "b.py", "a.py"])
    config = configuration(["a.py", "./script", f"{sys.executable} a.py"], map_text)
    sandlot("run", config, "--clock", "python", "--replay", "r.json")
    assert Path("game.log").read_bytes() == wanted.encode()
    assert wanted.endswith("\n0\n\n")
    assert wanted.startswith("5 6 3 0\n1\n")
    assert len(generals.read_log(wanted).frames) > 20
    sandlot("verify", "r.json")
    assert [player.kind for player in loads(Path("r.json").read_text()).setup.players] == ["code", "program", "program"]
    assert json.loads(Path("r.json").read_text())["options"]["order"] == "id"


MAP = "1 2 2\n3\n3\n"
# Moves what it can, now here, now there; the game goes on for as long as it may.
WANDERS = """
import random
from sandlot.games import generals
def move(view):
    kinds = view["kind"]
    moves = [each for each in generals.legal_moves(view) if each and kinds[each["to"][0]][each["to"][1]] != "capital"]
    return random.choice(moves) if moves and random.random() < 0.3 else None
"""


def in_words(move: Any) -> str:
    """Write a move in the protocol of generals-tournament."""
    if move is None:
        return "-1"
    return " ".join(map(str, (2 if move.get("half") else 1, *(n + 1 for n in move["from"] + move["to"]))))


@pytest.mark.slow
@pytest.mark.parametrize("limit", [(), ("--rounds", "7"), ("--rounds", "1500"), ("--option", "max_rounds=1300")])
def test_run_rounds_matches_plain_engine_log(
    limit: tuple[str, ...],
) -> None:
    Path("bot.py").write_text(WANDERS)
    text = "2 3 2\n3\n1\n4\n4\n2 1\n3\n"
    config = configuration(["bot.py", "bot.py"], text)
    sandlot("run", config, *limit, "--replay", "r.json", "--clock", "python", "--clock", "bank=3600000", "--quiet")
    replay = loads(Path("r.json").read_text())
    rounds = int(limit[-1].rpartition("=")[2]) if limit else 1000
    assert replay.setup.options.get("max_rounds", 1000) == rounds
    plain = Plain(text)
    for turn in replay.turns[1:]:
        ((who, answer),) = turn.items()
        plain.move(who + 1, in_words(json.loads(answer.reply)))
    assert plain.round == rounds + 1
    assert Path("game.log").read_text() == plain.log + "0\n\n"
    sandlot("import", "game.log", "again.json")
    assert loads(Path("again.json").read_text()).result is not None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rounds", "0"], "--rounds is a whole number from 1"),
        (["--rounds", "200000"], "from 1 to 100000"),
        (["--rounds", "9", "--option", "max_rounds=9"], "say the same"),
        (["--option", "map=@map.txt"], "the option map does not go with a configuration file"),
        (["--option", "rows=9"], "the option rows does not go"),
        (["--option", "walls=border"], "generals has no option walls"),
        (["--option", "order=seed"], "a log does not say who moves first"),
        (["--seed", "x"], "--seed is a whole number"),
    ],
)
def test_reserved_configuration_keys_are_refused_as_options(arguments: list[str], words: str) -> None:
    Path("map.txt").write_text(MAP)
    Path("bot.py").write_text(STAYS)
    Path("config.txt").write_text("game.log\nmap.txt\n2\nbot.py\nbot.py\n")
    assert words in refused("run", "config.txt", *arguments)
    assert not Path("game.log").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: the text ends here; expected the path of the log"),
        ("game.log\n", "line 2: the text ends here; expected the path of the map"),
        ("game.log\nmap.txt\n", "line 3: the text ends here; expected the number of players"),
        ("game.log\nmap.txt\ntwo\n", "line 3: “two” is not made of whole numbers"),
        ("game.log\nmap.txt\n٢\nbot.py\nbot.py\n", "line 3: “٢” is not made of whole numbers"),
        ("game.log\nmap.txt\n-2\nbot.py\nbot.py\n", "line 3: “-2” is not made of whole numbers"),
        ("game.log\nmap.txt\n2\nbot.py\n", "line 5: the text ends here; expected the program of player 2"),
        ("game.log\nmap.txt\n1\nbot.py\nbot.py\n", "line 5: “bot.py” comes after the end"),
        ("game.log\nmap.txt\n2\n\nbot.py\n", "line 4: there is no path here; expected the program of player 1"),
        ("game.log\nmap.txt\n3\nbot.py\nbot.py\nbot.py\n", "map.txt is for 2 players, and config.txt names 3"),
    ],
)
def test_invalid_configuration_is_refused(text: str, words: str) -> None:
    Path("map.txt").write_text(MAP)
    Path("bot.py").write_text(STAYS)
    Path("config.txt").write_text(text)
    assert words in refused("run", "config.txt", status=1)
    assert not Path("game.log").exists()


def test_log_replaces_only_logs() -> None:
    """If the line of the log is missing in a configuration, the next line, a bot, is read as the log's name."""
    Path("map.txt").write_text(MAP)
    Path("bot.py").write_text(STAYS)
    for name in ("bot.py", "map.txt", "config.txt"):
        Path("config.txt").write_text(f"{name}\nmap.txt\n2\nbot.py\nbot.py\n")
        assert f"{name} is there already and is no log" in refused("run", "config.txt", status=1)
    assert (Path("bot.py").read_text(), Path("map.txt").read_text()) == (STAYS, MAP)
    Path("config.txt").write_text("game.log\nmap.txt\n2\nbot.py\nbot.py\n")
    Path("game.log").write_text("")
    for rounds in ("1", "3"):
        sandlot("run", "config.txt", "--rounds", rounds)
    assert len(generals.read_log(Path("game.log").read_text()).frames) == 1


def test_configuration_may_have_bom_and_crlf() -> None:
    Path("map.txt").write_bytes(b"\xef\xbb\xbf" + MAP.replace("\n", "\r\n").encode())
    Path("bot.py").write_text("def move(view):\n    return 1\n")
    Path("config.txt").write_bytes(b"\xef\xbb\xbfgame.log\r\nmap.txt\r\n2\r\nbot.py\r\nbot.py\r\n\r\n")
    sandlot("run", "config.txt", "--quiet")
    assert len(generals.read_log(Path("game.log").read_text()).frames) == 1


def test_invalid_map_is_refused_with_line() -> None:
    Path("bot.py").write_text(STAYS)
    config = configuration(["bot.py", "bot.py"], "1 2 2\n3\n5\n")
    assert "line 3" in refused("run", config, status=1)


# Interrupts


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted_match_leaves_nothing(number: int, status: int, tmp_path: Path) -> None:
    Path("hangs.py").write_text(
        "import os, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])\n"
        f"def move(view):\n    print(os.getpid(), child.pid, file=open({str(tmp_path / 'pids')!r}, 'w'), flush=True)\n"
        "    while True: pass\n"
    )
    Path("temporary").mkdir()
    Path("r.json").write_text('{"format": "sandlot-replay", as it was')
    typed = [*PYTHON, "play", "snake", "hangs.py", "cautious", "--replay", "r.json", *PATIENT]
    process = subprocess.Popen(
        typed,
        env={**environment(), "TMPDIR": str(tmp_path / "temporary")},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        pids = tmp_path / "pids"
        while not pids.exists() or not pids.read_text().endswith("\n"):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        _, err = process.communicate()
    finally:
        process.kill()
    assert process.returncode == status
    assert err == ("sandlot: stopped\n" if number == signal.SIGINT else "")
    assert all(map(is_gone, map(int, pids.read_text().split())))
    assert list(Path("temporary").iterdir()) == []
    assert sorted(path.name for path in Path().iterdir()) == ["hangs.py", "pids", "r.json", "temporary"]
    assert Path("r.json").read_text().endswith("as it was")


@pytest.mark.parametrize(
    "typed",
    [
        ("play", "snake", "cautious", "cautious", "--replay", "note"),
        ("import", "note", "note"),
    ],
)
def test_replay_replaces_only_replays(typed: tuple[str, ...]) -> None:
    Path("note").write_text("mine")
    assert refused(*typed, status=1) == ("sandlot: note is there already and is no replay; it is left as it is\n")
    assert Path("note").read_text() == "mine"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_write_failure_prints_one_message() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PYTHON, "games"], stdout=full, stderr=subprocess.PIPE, text=True, env=environment(), check=False
        )
    assert (done.returncode, done.stderr) == (1, "sandlot: the system refuses: No space left on device\n")
    said = refused("play", "snake", "cautious", "cautious", "--replay", "/dev/full")
    assert said == "sandlot: there is no room left to write /dev/full\n"


def test_starter_that_cannot_be_written_whole_is_not_left() -> None:
    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    run = [*PYTHON, "new", "tank", "a.py"]
    done = subprocess.run(
        run, stderr=subprocess.PIPE, text=True, env=environment(), preexec_fn=small_files, check=False
    )
    assert done.returncode != 0
    assert "a.py" in done.stderr
    assert not Path("a.py").exists()
    assert "Wrote a.py" in sandlot_process("new", "tank", "a.py").stdout


def test_full_disk_of_contest_is_said_in_a_sentence() -> None:
    with contextlib.closing(sqlite3.connect("a.contest")) as full, pytest.raises(Problem) as bad:
        full.execute("PRAGMA max_page_count = 1")
        with refusing("a.contest", writing=True):
            full.execute("CREATE TABLE results (name)")
    assert str(bad.value) == "there is no room left to write a.contest"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_folder_without_permission_is_named() -> None:
    Path("bot").mkdir(mode=0)
    said = refused("play", "snake", "bot", "cautious")
    assert said == "sandlot: bot may not be opened: permission is missing\n"


@pytest.mark.skipif(sys.platform != "linux", reason="file names are Unicode elsewhere")
def test_non_utf8_file_names_work() -> None:
    """Such a file cannot be a bot, because replays could not store its name."""
    name = os.fsdecode(b"bot\xff")
    for each in ("bot", name):
        Path(f"{each}.py").write_text("def move(view):\n    return 1 / 0\n")
    done = sandlot_process("play", "tank", "bot.py", "random", "--replay", f"{name}.json", *PATIENT)
    assert "bot crashed on turn 1" in done.stdout
    assert "bot\\udcff.json reproduces" in sandlot_process("verify", f"{name}.json").stdout
    assert "U+DCFF" in sandlot_process("play", "tank", f"{name}.py", "random", status=1).stderr


def test_broken_pipe() -> None:
    process = subprocess.Popen(
        [*PYTHON, "map", "generals", "50", "50", "2", "--seed", "1"],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


def test_stuck_bot_gets_no_more_puzzles() -> None:
    """A bot counts as stuck after one minute on a past turn, or after four timeouts on the turns it is asked about."""
    puzzle = recorded("snake").puzzles[0]
    late = Asked(puzzle, fault=Fault("timeout", message("fault.timeout", who="a", limit=2000, turn=3)))
    stuck = Asked(puzzle, fault=Fault("timeout", message("fault.timeout_past", who="a", limit=60, turn=1)))
    crashed = Asked(puzzle, fault=Fault("crash", message("fault.timeout_past", who="a", limit=60, turn=1)))
    assert late_times([late] * 3 + [crashed]) == 0
    assert late_times([late] * 4) == 4
    assert late_times([stuck]) == 1
