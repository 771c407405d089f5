"""Starters in other languages, and programs written for King of Bots, on the command line.

Tests that need a compiler are skipped if there is none.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sandlot.games import GAMES
from sandlot.match.parts import Player, Setup

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot import local
from sandlot.local import command as commands
from sandlot.sandbox import folders
from test_cli import PATIENT, PROGRAMS, brief, refused, sandlot

KOB = PROGRAMS / "kob" / "Bot.java"

pytestmark = pytest.mark.usefixtures("own_folder")


def compile(command: str) -> None:
    if shutil.which(shlex.split(command)[0]) is None:
        pytest.skip(f"{command.split()[0]} is not on this machine")
    subprocess.run(shlex.split(command), check=True)


def play(*typed: str) -> dict[str, Any]:
    """Play without time limits; return the result from --json."""
    got: dict[str, Any] = json.loads(sandlot("play", *typed, "--seed", "3", "--json", *PATIENT).stdout)
    return got


def no_faults(*typed: str) -> dict[str, Any]:
    got = play(*typed)
    assert got["faults"] == []
    return got


# Starters


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"),
    [*((game, name) for game in GAMES for name in ("Main.java", "my_bot.cpp")), ("snake", "Viper.java")],
)
def test_starter_compiles_and_plays_by_printed_commands(game: str, name: str) -> None:
    said = sandlot("new", game, name).stdout.splitlines()
    assert said[0].startswith(f"Wrote {name}. Compile it: ")
    compile(said[0].partition("Compile it: ")[2])
    words = shlex.split(said[1].removeprefix("Then try it: "))
    assert words[:3] == ["sandlot", "play", game]
    got = no_faults(*words[2:], *brief(game))
    assert got["turns"] > 2
    assert got["players"][0] == {"name": Path(name).stem, "kind": "program"}
    # The commands in its first lines are the same.
    for line in re.findall(r"^// +((?:javac|sandlot play) .*)$", Path(name).read_text(), re.MULTILINE):
        assert line.replace('"', "'") in "\n".join(said)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bot.txt", "its file name has to end in .py, .cpp or .java; “bot.txt” does not"),
        ("bot", "“bot” does not"),
        ("2fast.java", "“2fast” cannot be a class of Java"),
        ("my-bot.java", "“my-bot” cannot be a class of Java"),
        ("no/where.cpp", "there is no folder no/"),
    ],
)
def test_starter_with_invalid_name_is_refused(name: str, words: str) -> None:
    assert words in refused("new", "tank", name)
    assert list(Path().iterdir()) == []


# Programs for King of Bots


def java(main: str) -> str:
    """Compile a bot for King of Bots with the Main of Snake's starter, and return it as a command-line argument."""
    shutil.copy(KOB, "Bot.java")
    sandlot("new", "snake", "Main.java")
    told = re.findall(r"^// +(sandlot new .*)$", Path("Main.java").read_text(), re.MULTILINE)
    assert len(told) == 1
    Path("Main.java").unlink()
    said = sandlot(*shlex.split(told[0])[1:]).stdout
    source = Path("Main.java").read_text()
    assert "answers.println(new Bot().nextMove(line));" in source
    Path("Main.java").write_text(source.replace("nextMove(line)", main))
    compile("javac -d build Main.java Bot.java")
    bot = "cmd:java -cp build com.kob.botrunningsystem.utils.Main"
    assert f"'{bot}'" in said
    return bot


@pytest.mark.slow
@pytest.mark.parametrize("main", ["nextMove(line)", "get()"])
def test_king_of_bots_class_plays_unchanged(main: str) -> None:
    bot = java(main)
    replay = ("--replay", "r.json")
    no_faults("snake", bot, "cautious", *replay)
    moves = [turn[0]["reply"].strip() for turn in json.loads(Path("r.json").read_text())["turns"][1:]]
    assert moves[0] == "0"
    assert set(moves) <= set("0123")
    assert not Path("input.txt").exists()


@pytest.mark.slow
def test_two_programs_have_separate_inputs() -> None:
    bot = java("get()")
    got = no_faults("snake", bot, bot, "--option", "obstacles=0")
    # A program that read its opponent's request would leave the board at once.
    assert got["turns"] > 12
    assert sorted(path.name for path in Path().iterdir()) == ["Bot.java", "Main.java", "build"]


# The working folder and input.txt


def script(name: str, source: str) -> str:
    """A program that answers 0, or 9, which is not a direction, if its request is incomplete."""
    Path(name).write_text(f"#!{sys.executable}\nimport os, sys\nfrom pathlib import Path\n{source}")
    Path(name).chmod(0o755)
    return f"cmd:./{name}"


READS = {
    "open": "open('input.txt').read()",
    "pathlib": "Path('input.txt').read_text()",
    "cwd": "open(os.getcwd() + '/input.txt').read()",
    "joined": "Path(os.path.join(os.getcwd(), 'input.txt')).read_text()",
    "os.open": "os.read(os.open('./input.txt', os.O_RDONLY), 9999).decode()",
    "io.open": "__import__('io').open(f'{Path.cwd()}/input.txt').read()",
}
ANSWERS = "text = {read}\nparts = text.split('#')\nprint(0 if len(parts) == 7 and len(parts[0]) == 182 else 9)\n"


@pytest.mark.many
@pytest.mark.parametrize("way", READS)
@pytest.mark.parametrize("kind", ["command", "file"])
def test_input_is_found_by_every_path(way: str, kind: str) -> None:
    source = ANSWERS.format(read=READS[way])
    bot = script("reads", source) if kind == "command" else "reads.py"
    Path("reads.py").write_text(f"import os\nfrom pathlib import Path\n{source}")
    no_faults("snake", bot, bot, "--option", "max_steps=2")
    assert not Path("input.txt").exists()


@pytest.mark.parametrize("kind", ["command", "file"])
def test_request_can_be_an_argument(kind: str) -> None:
    source = ANSWERS.format(read="sys.argv[1]")
    bot = f"{script('reads', source)} {{input}}" if kind == "command" else "reads.py"
    Path("reads.py").write_text(f"import sys\n{source}")
    no_faults("snake", bot, "cautious", "--option", "max_steps=3")


def test_input_placeholder_needs_a_program_started_every_turn() -> None:
    bot = script("reads", "")
    assert "{input} in a command is for games that start a program" in refused(
        "play", "tank", f"{bot} {{input}}", "random"
    )


def test_command_runs_in_current_folder() -> None:
    Path("data").mkdir()
    Path("data/weights.txt").write_text("0")
    here = str(Path.cwd())
    bot = script("runs", f"assert os.getcwd() == {here!r}\nprint(open('data/weights.txt').read())\nopen('log', 'a')")
    for game, option in (("snake", "max_steps=2"), ("snake", "max_steps=1")):
        no_faults(game, bot, "cautious", "--option", option)
    assert Path("log").exists()


def test_users_own_input_file_is_unchanged() -> None:
    Path("input.txt").write_text("mine")
    Path("data").mkdir()
    Path("data/weights.txt").write_text("0")
    bot = script("reads", ANSWERS.format(read="Path('input.txt').read_text()") + "open('data/weights.txt')\n")
    no_faults("snake", bot, bot, "--option", "max_steps=2")
    assert Path("input.txt").read_text() == "mine"
    assert sorted(path.name for path in Path().iterdir()) == ["data", "input.txt", "reads"]


def test_links_out_of_folder_keep_their_target(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lib", "here"):
        Path(name).mkdir()
    Path("lib/part.txt").write_text("0")
    Path("here/input.txt").write_text("mine")
    bot = script("shows", "print(open(sys.argv[1].split(':')[1] + '/part.txt').read())").removeprefix("cmd:./")
    monkeypatch.chdir("here")
    no_faults("snake", f"cmd:../{bot} build:../lib", "cautious", "--option", "max_steps=1")


@pytest.mark.parametrize("odd", ["os.remove('input.txt')", "os.remove('input.txt'); os.symlink('kept', 'input.txt')"])
def test_bot_changes_to_input_harm_no_other_file(odd: str) -> None:
    Path("kept").write_text("kept")
    bot = script("odd", f"print(0)\nsys.stdout.flush()\nif Path('input.txt').exists(): {odd}")
    play("snake", bot, "cautious", "--option", "max_steps=4")
    assert Path("kept").read_text() == "kept"


def test_read_only_folder_is_replaced_by_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed() -> folders.Folder:
        raise PermissionError

    monkeypatch.setattr(commands, "here", closed)
    Path("data").write_text("x")
    seen = tmp_path / "seen"
    command = [
        sys.executable,
        "-c",
        f"import os; open({str(seen)!r}, 'w').write(' '.join(sorted(os.listdir()))); print(0)",
    ]
    setup = Setup(GAMES["snake"], (Player("a"), Player("b")), 3, {"max_steps": 1})
    local.play(setup, [local.program(command), local.house("snake", "cautious")])
    assert seen.read_text() == "data input.txt"


def test_program_is_named_after_file_or_class() -> None:
    Path("bot.jar").write_text("")
    for command, name in (
        ("java -cp build:lib/x.jar -Xmx64m com.kob.Main", "Main"),
        ("java -jar bot.jar", "bot"),
        ("./a.out 1", "a"),
    ):
        assert local.program(command.split()).name == name
