"""The command line's messages in every language; its output never contains terminal control characters."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path

import pytest
from sandlot.cli.arguments import COMMANDS
from sandlot.cli.main import command
from sandlot.cli.terminal import as_json, visible
from sandlot.messages import LANGUAGES

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from test_cli import PATIENT, sandlot

LETTERS = {"zh": re.compile("[\u4e00-\u9fff]"), "ru": re.compile("[\u0400-\u04ff]")}
TWO_WORDS = re.compile(r"\b[A-Za-z][a-z]+ [a-z]{2,}\b")

pytestmark = pytest.mark.usefixtures("own_folder")


def said(*arguments: str) -> tuple[int, str]:
    """Run a command in this process; return its exit status and all output."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            status = command(arguments)
        except SystemExit as end:
            status = int(end.code or 0)
    return status, out.getvalue()


# Translations


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_translated(language: str) -> None:
    for name in (None, *COMMANDS):
        assert_translated(name, language)


def assert_translated(name: str | None, language: str) -> None:
    status, text = said("--lang", language, *([name] if name else []), "--help")
    assert status == 0
    title = {"en": "examples:", "zh": "示例:", "ru": "примеры:"}[language]
    exit_status = {"en": r"exit\s+status", "zh": "退出状态", "ru": r"Код\s+возврата"}[language]
    assert re.search(exit_status, text, re.IGNORECASE)
    head, _, examples = text.partition(title)
    assert f"sandlot {name or 'new'}" in examples
    if language == "en":
        return
    for line in head.splitlines():
        # A line that argparse has wrapped may begin with an option; no English sentence may be left.
        assert not TWO_WORDS.search(re.sub(r"generals-tournament|sandlot \w+( GAME)?", "", line)), line
    assert LETTERS[language].search(head)


@pytest.mark.parametrize("language", LANGUAGES)
def test_missing_command_prints_list_of_commands(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", {"en": "C.UTF-8", "zh": "zh_CN.UTF-8", "ru": "ru_RU.UTF-8"}[language])
    status, text = said()
    assert status == 2
    assert all(f"    {name}" in text for name in COMMANDS)
    assert text == said("--help")[1]


WRONG = [
    ["fight"],
    ["games", "chess"],
    ["games", "--fast"],
    ["play", "tank"],
    ["play", "tank", "hunter", "random", "--seed"],
    ["play", "tank", "hunter", "random", "--js=1"],
    ["play", "tank", "hunter", "random", "--seed", "x"],
    ["play", "tank", "hunter"],
    ["play", "tank", "hunter", "nobody"],
    ["play", "tank", "hunter", "bot"],
    ["play", "tank", "hunter", "bot.cpp"],
    ["play", "tank", "hunter", "runs"],
    ["play", "tank", "hunter", "nowhere.py"],
    ["play", "tank", "hunter", "folder.py"],
    ["play", "tank", "hunter", "cmd:"],
    ["play", "tank", "hunter", "cmd:'a"],
    ["play", "tank", "hunter", "random", "--option", "x"],
    ["play", "tank", "hunter", "random", "--option", "max_turns=0"],
    ["play", "tank", "hunter", "random", "--clock", "move=x"],
    ["play", "tank", "hunter", "random", "--clock", "speed=1"],
    ["play", "tank", "hunter", "random", "--clock", "blitz"],
    ["play", "generals", "rest", "rest", "--clock", "blitz"],
    ["play", "tank", "hunter", "random", "--clock", "steps=many"],
    ["play", "tank", "hunter", "random", "--memory", "0"],
    ["play", "tank", "hunter", "random", "--replay", "no/where.json"],
    ["play", "tank", "hunter", "random", "--replay", "folder.py"],
    ["play", "tank", "hunter", "random", "--turn", "3"],
    ["play", "tank", "hunter", "random", "--from", "a", "--turn", "3", "--seed", "1"],
    ["new", "tank", "bot.txt"],
    ["new", "tank", "bot"],
    ["new", "tank", "bot.py"],
    ["new", "tank", "2.java"],
    ["new", "tank", "no/where.py"],
    ["verify", "nowhere.json"],
    ["verify", "bot.py"],
    ["import", "bot.py", "r.json"],
    ["run", "nowhere"],
    ["run", "bot.py"],
    ["map", "chess", "3", "3", "2"],
    ["map", "generals", "3", "x", "2"],
    ["map", "generals", "3", "51", "2"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_every_error_message_is_translated(arguments: list[str]) -> None:
    Path("bot.py").write_text("x = 1\n")
    Path("bot.cpp").write_text("int main() {}\n")
    Path("runs").write_text("#!/bin/sh\n")
    Path("runs").chmod(0o755)
    Path("folder.py").mkdir()
    sentences = []
    for language in LANGUAGES:
        status, text = said("--lang", language, *arguments)
        assert status in (1, 2)
        assert text.startswith("sandlot: ")
        assert text.count("\n") == 1
        sentences.append(text)
        if language != "en":
            assert LETTERS[language].search(text), text
    assert len(set(sentences)) == len(LANGUAGES)


def test_typo_gets_suggestion() -> None:
    Path("bot.py").write_text("x = 1\n")
    for name in ("my bot.cpp", "Main.java"):
        Path(name).write_text("")
    Path("runs").write_text("#!/bin/sh\n")
    Path("runs").chmod(0o755)
    for name, words in (
        ("bot", "did you mean bot.py"),
        ("runs", "as a bot it is cmd:./runs"),
        ("./runs", "as a bot it is cmd:./runs"),
        ("my bot.cpp", "g++ -std=c++17 -O2 -o 'my bot' 'my bot.cpp'; then the bot is 'cmd:'\"'\"'./my bot'\"'\"''"),
        ("Main.java", "javac -d build Main.java; then the bot is 'cmd:java -cp build Main'"),
    ):
        assert words in said("play", "tank", name, "hunter")[1]


# Terminal control characters

EVIL = "\x1b[2J\x1b]0;title\x07\x9b31m\u202egnp.exe\u2066\ud800\x7f\x08\r\u2028\x00"


@pytest.mark.parametrize(
    "text", [EVIL, f"a{EVIL}b\nc{EVIL}", "".join(map(chr, (*range(0xDC00), *range(0xE000, 0x110000))))]
)
def test_no_terminal_escapes_in_output(text: str) -> None:
    shown = visible(text)
    assert all(each.isprintable() or each in "\n\t" for each in shown)
    assert visible(shown) == shown
    assert json.loads(as_json([text])) == [text]
    assert as_json([text]).isprintable()


def test_line_breaks_and_letters_of_all_scripts_are_kept() -> None:
    text = "Traceback:\n\tдом, 中文, é ̈ ñ 🙂\n"
    assert visible(text) == text
    assert visible("one\r\ntwo") == "one\ntwo"
    assert visible("\x1b[1mbold") == "\\u001b[1mbold"


def no_control(done: object) -> str:
    text = done.stdout + done.stderr  # type: ignore[attr-defined]
    assert all(each.isprintable() or each in "\n\t" for each in text), text
    return text


ODD = "\x1b[31m\u202e\x9b2J"


@pytest.mark.slow
def test_tracebacks_and_prints_are_stripped_of_terminal_escapes() -> None:
    bot = "bot.py"
    Path(bot).write_text(
        f"import sys\ndef move(view):\n    print('\\x1b[2J\\x07printed')\n    print('\\x9berr', file=sys.stderr)\n"
        f"    raise ValueError('\\x1b]0;owned\\x07\\nnext {ODD}')\n"
    )
    for more in ((), ("--prints",), ("--json",)):
        text = no_control(sandlot("play", "tank", bot, "random", "--replay", f"r{ODD}.json", *more, *PATIENT))
        assert "\\u001b" in text
    no_control(sandlot("verify", f"r{ODD}.json"))
    # A bot's own name may not contain such characters: it is refused, and its name is shown escaped.
    Path(f"bot{ODD}.py").write_text("def move(view): return 1\n")
    no_control(sandlot("play", "tank", f"bot{ODD}.py", "random", *PATIENT, status=1))
    whole = json.loads(Path(f"r{ODD}.json").read_text())
    whole["game"] = f"tank{ODD}"
    Path("bad.json").write_text(json.dumps(whole))
    no_control(sandlot("verify", "bad.json", status=1))
    Path(f"map{ODD}").write_text(f"1 2 {ODD}\n")
    no_control(sandlot("play", "generals", "rest", "rest", "--option", f"map=@map{ODD}", status=2))
    for typed in ((f"fi{ODD}ght",), ("games", f"ta{ODD}nk"), ("verify", f"no{ODD}"), ("play", "tank", f"cmd:'{ODD}")):
        no_control(sandlot(*typed, status=2))


def test_output_of_other_languages_is_stripped_of_escapes() -> None:
    Path("bot.sh").write_text("#!/bin/sh\nprintf '\\033[2Jhello\\n' >&2\nprintf '\\033[31m\\n'\n")
    Path("bot.sh").chmod(0o755)
    text = no_control(sandlot("play", "snake", "cmd:./bot.sh", "cautious", *PATIENT))
    assert "what bot printed on turn 1:\n  \\u001b[2Jhello\n" in text


# Output of bots


def test_failing_bot_shows_its_last_output() -> None:
    Path("bad.py").write_text("def move(view):\n    for n in range(30): print('line', n)\n    return 1 / 0\n")
    done = sandlot("play", "tank", "bad.py", "random", *PATIENT)
    assert done.stderr.startswith("what bad printed last on turn 1:\n  line 10\n")
    assert done.stderr.count("  line") == 20
    assert done.stderr.index("  line 29\n") < done.stderr.index("ZeroDivisionError")
    assert sandlot("play", "tank", "bad.py", "random", "--quiet", *PATIENT).stderr == ""


def test_prints_option_shows_output_by_turn() -> None:
    Path("loud.py").write_text(
        "def move(view):\n    print('turn', view['turn'])\n    print('é' * 600)\n    return [-1, -1]\n"
    )
    done = sandlot("play", "tank", "loud.py", "loud.py", "--prints", "--option", "max_turns=2", *PATIENT)
    lines = done.stderr.splitlines()
    assert [line for line in lines if "turn" in line] == [
        f"[{turn} loud {number}] turn {turn}" for turn in (1, 2) for number in (1, 2)
    ]
    assert f"[1 loud 1] {'é' * 500}… [100 more characters are not shown]" in lines
    assert "loud 1  1  " in done.stdout


def test_cut_output_says_how_much_is_missing() -> None:
    """64 Ki characters of a turn are kept; an earlier version dropped the rest without a note."""
    Path("flood.py").write_text(
        "def move(view):\n    for k in range(20000): print('a line', k)\n    print('y' * 100000)\n    return [-1, -1]\n"
    )
    printed = len("".join(f"a line {k}\n" for k in range(20000))) + 100001
    arguments = ("play", "tank", "flood.py", "random", "--prints", "--option", "max_turns=1", *PATIENT)
    last = [line for line in sandlot(*arguments).stderr.splitlines() if line.startswith("[1 flood]")][-1]
    assert last == f"[1 flood] [{printed - 64 * 1024} more characters are not shown]"
    said = sandlot(*arguments, "--lang", "zh").stderr
    assert f"[1 flood] [还有 {printed - 64 * 1024} 个字符未显示]" in said
