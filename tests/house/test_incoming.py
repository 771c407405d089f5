"""Files and pasted text: their encoding, how text that is not Python is recognised, and what Python rejects in it."""

from __future__ import annotations

import base64
import codecs
import io
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
import sysconfig
import textwrap
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from sandlot import bots
from sandlot.api.languages import board_of, compiled
from sandlot.files.texts import BadText, decode
from sandlot.games import GAMES, generals
from sandlot.games.generals.maps import random_map


class Parts:
    """The page's modules, called in one Node process."""

    def __init__(self) -> None:
        command = ["node", "--import", "tsx", str(ROOT / "tests" / "house" / "incoming_parts.ts")]
        self.node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ask(self, name: str, *given: Any) -> Any:
        assert self.node.stdin is not None
        assert self.node.stdout is not None
        print(json.dumps([name, *given]), file=self.node.stdin, flush=True)
        return json.loads(self.node.stdout.readline())

    def decode(self, data: bytes) -> dict[str, Any]:
        return self.ask("decode", base64.b64encode(data).decode())  # type: ignore[no-any-return]

    def close(self) -> None:
        self.node.communicate()


@pytest.fixture(scope="module")
def parts() -> Iterator[Parts]:
    parts = Parts()
    yield parts
    parts.close()


# Encodings

CHINESE = "# 我的坦克机器人，先打基地\ndef move(view):\n    # 随机走\n    return [-1, -1]  # 不动\n"
RUSSIAN = "# Мой бот: сначала база, потом Танк\ndef move(view):\n    return [-1, -1]  # стоим\n"
FRENCH = "# déclaré à la première étape\ndef move(view):\n    return [-1, -1]\n"
PLAIN = "def move(view):\n    return [-1, -1]\n"
WORDS = {
    language: [
        text
        for text in json.loads(
            (ROOT / "static" / "base" / "words" / f"{language}.json").read_text(encoding="utf-8")
        ).values()
        if isinstance(text, str) and sum(not each.isascii() for each in text) > 7
    ]
    for language in ("zh", "ru")
}


@pytest.mark.parametrize(
    ("text", "coding", "shown"),
    [
        (CHINESE, "utf-8", "UTF-8"),
        (CHINESE, "utf-8-sig", "UTF-8"),
        (CHINESE, "gbk", "GBK"),
        (CHINESE, "gb18030", "GBK"),
        ("# 開始戰鬥，這是我的機器人\n", "gbk", "GBK"),
        ("# \U00020000 我的坦克\n", "gb18030", "GBK"),
        (CHINESE, "utf-16", "UTF-16"),
        (CHINESE, "utf-32", "UTF-32"),
        (RUSSIAN, "utf-8", "UTF-8"),
        (RUSSIAN, "cp1251", "windows-1251"),
        (FRENCH, "latin-1", "windows-1252"),
        ("", "utf-8", "UTF-8"),
        ("", "utf-8-sig", "UTF-8"),
    ],
)
def test_undeclared_encoding_is_detected(parts: Parts, text: str, coding: str, shown: str) -> None:
    assert parts.decode(text.encode(coding)) == {"text": text, "coding": shown, "wrong": None}


DECLARED = [
    *((CHINESE, coding) for coding in ("gbk", "gb2312", "gb18030", "cp936", "936", "ms936", "GB2312", "utf-8-sig")),
    *((CHINESE, coding) for coding in ("utf8", "utf_8", "U8", "euc_cn")),
    *((RUSSIAN, coding) for coding in ("cp1251", "windows-1251", "koi8-r", "koi8_r", "cp866", "iso8859-5")),
    *((RUSSIAN, coding) for coding in ("mac-cyrillic", "mac_cyrillic", "maccyrillic", "iso-8859-5")),
    *((FRENCH, coding) for coding in ("latin-1", "latin1", "iso-8859-1", "L1", "cp1252", "mac-roman", "iso8859-15")),
    ("# 開始戰鬥\n", "big5"),
    ("# 開始戰鬥\n", "cp950"),
    ("# これは私のボットです\n", "shift_jis"),
    ("# これは私のボットです\n", "cp932"),
    ("# これは私のボットです\n", "euc-jp"),
    ("# 내 봇\n", "euc-kr"),
    ("# 내 봇\n", "cp949"),
    (PLAIN, "ascii"),
    (PLAIN, "us-ascii"),
]


@pytest.mark.parametrize("line", ["# -*- coding: {} -*-\n", "#!/usr/bin/python\n# vim: set fileencoding={} :\r\n"])
def test_declared_encoding_is_used(parts: Parts, line: str) -> None:
    for text, coding in DECLARED:
        whole = line.format(coding) + text
        found = parts.decode(whole.encode(coding.replace("utf-8-sig", "utf-8")))
        assert (found["text"], found["wrong"]) == (whole, None), coding
        saved = io.BytesIO(parts.ask("declareUtf8", whole).encode())
        assert codecs.lookup(tokenize.detect_encoding(saved.readline)[0]).name in ("utf-8", "utf-8-sig"), coding


@pytest.mark.parametrize(
    ("declared", "coding", "shown"),
    [("foo", "gbk", "GBK"), ("utf-8", "gbk", "GBK"), ("gbk", "utf-8", "UTF-8"), ("ascii", "gbk", "GBK")],
)
def test_wrong_declared_encoding_is_named(parts: Parts, declared: str, coding: str, shown: str) -> None:
    text = f"# coding: {declared}\n{CHINESE}"
    assert parts.decode(text.encode(coding)) == {"text": text, "coding": shown, "wrong": declared}


@pytest.mark.parametrize(
    "data",
    [
        b"x='\0'\n",
        b"x = '\0'\n" + PLAIN.encode(),
        CHINESE.encode() + b"\0",
        *(text.encode(coding) for text in (CHINESE, RUSSIAN, PLAIN) for coding in ("utf-16-le", "utf-16-be")),
    ],
)
def test_zero_bytes_without_mark_are_no_text(parts: Parts, data: bytes) -> None:
    """A small file in ASCII with one zero byte looks like UTF-16 to a guess."""
    assert parts.decode(data)["text"] is None
    with pytest.raises(BadText, match="holds a zero byte"):
        decode(data, python=True)


GUESSED = {"gb18030": "GBK", "utf-8": "UTF-8"}


@given(
    st.sampled_from([CHINESE, RUSSIAN, FRENCH, *(each for some in WORDS.values() for each in some)]),
    st.sampled_from(["gb18030", "cp1251", "latin-1", "utf-8"]),
    st.sampled_from(["", PLAIN, "# naïve\n"]),
)
def test_page_and_command_line_guess_alike(parts: Parts, text: str, coding: str, more: str) -> None:
    data = f"{text}\n{more}".encode(coding, "ignore")
    if coding in ("cp1251", "latin-1"):
        # Node, unlike browsers, takes these bytes of windows-1252 for those of Latin-1.
        data = data.translate(None, bytes(range(0x80, 0xA0)))
    found = parts.decode(data)
    try:
        ours = decode(data)
    except BadText:
        assert found["text"] is None
        return
    assert (found["text"], found["coding"]) == (ours.text, GUESSED.get(ours.encoding, ours.encoding))
    assert ours.guessed == (ours.encoding != "utf-8")


def test_binary_file_is_not_text(parts: Parts) -> None:
    for data in (
        b"\0" * 5000,
        b"\1\0" * 5000,
        bytes(range(256)) * 20,
        random.Random(1).randbytes(5000),
        bytes(range(1, 255)) * 9,
    ):
        assert parts.decode(data)["text"] is None
    assert parts.ask("zeros", 64 * 2**20)["text"] is None


@given(
    st.binary(max_size=200) | st.text(max_size=60).map(lambda text: f"# coding: gbk\n{text}".encode(errors="replace"))
)
def test_any_bytes_are_decoded_or_refused(parts: Parts, data: bytes) -> None:
    assert isinstance(parts.decode(data)["text"], str | None)


FIRST_LINES = st.lists(
    st.sampled_from(
        ["#", " ", "\t", "\f", "coding", ":", "=", "gbk", "utf-8", "x = 1", "-*-", "\n", "\r\n", "vim", "é"]
    ),
    max_size=14,
).map("".join)


@given(FIRST_LINES)
def test_encoding_declaration_is_found_like_python(parts: Parts, text: str) -> None:
    try:
        found = tokenize.detect_encoding(io.BytesIO(text.encode()).readline)[0]
    except SyntaxError:
        return  # an unknown encoding
    line = parts.ask("codingLine", text)
    assert (line["name"] if line else "utf-8") == found
    if line:
        assert text[line["at"] :].startswith(line["name"])


# Characters that are invalid in Python


@pytest.mark.parametrize(
    ("pasted", "wanted"),
    [
        ("\ufeffx = 1\n", "x = 1\n"),
        ("def f():\n\u00a0\u00a0\u00a0\u00a0return 1\n", "def f():\n    return 1\n"),
        ("if x：\n\u3000\u3000y＝（1，2）\u200b\n", "if x:\n    y=(1,2)\n"),
        ("x = “it’s”\n", 'x = "it’s"\n'),
        ("x = ‘a’ + “b”\n", "x = 'a' + \"b\"\n"),
        ("x = 3 – 1 − 2\u2028y = 1\n", "x = 3 - 1 - 2\ny = 1\n"),
        ("x = 1 # 注释，“好”\u2028y = 2\n", "x = 1 # 注释，“好”\ny = 2\n"),
        ("＃ 注释，x\nx = ［１，２］\n", "# 注释，x\nx = [1,2]\n"),
        ("x = '，。“”\u00a0'\n", "x = '，。“”\u00a0'\n"),
        ('"""\n，\u00a0\n"""，\n', '"""\n，\u00a0\n""",\n'),
        ("x = 'a\\'，' ，1\n", "x = 'a\\'，' ,1\n"),
        ("x = “half\n", "x = “half\n"),
        ("变量 = 1\n", "变量 = 1\n"),
        ("ｘ = 1\n", "ｘ = 1\n"),
    ],
)
def test_invalid_characters_in_pasted_code_are_replaced(parts: Parts, pasted: str, wanted: str) -> None:
    found = parts.ask("tidy", pasted)
    assert found["text"] == wanted
    assert bool(found["count"]) == (pasted != wanted)
    assert parts.ask("tidy", wanted)["count"] == 0


def test_tidy_keeps_strings_and_comments(parts: Parts) -> None:
    assert parts.ask("tidy", "，（“x”）", '"""doc ')["count"] == 0
    assert parts.ask("tidy", "，（“x”）", "# comment ")["count"] == 0
    assert parts.ask("tidy", "（“x”）", "print")["text"] == '("x")'
    assert parts.ask("tidy", "，\n（1）", "# comment ")["text"] == "，\n(1)"


@given(st.text(max_size=80), st.text(max_size=20))
def test_tidy_keeps_letters_of_any_text(parts: Parts, text: str, before: str) -> None:
    if any(0xD800 <= ord(each) < 0xE000 for each in text + before):
        return
    found = parts.ask("tidy", text, before)
    assert [each for each in found["text"] if each.isalpha()] == [each for each in text if each.isalpha()]
    assert (found["count"] == 0) == (found["text"] == text)


# Garbled text


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize(("taken", "shown"), [("gbk", "GBK"), ("latin-1", "windows-1252"), ("cp1251", "windows-1251")])
def test_misdecoded_utf_8_is_detected(parts: Parts, language: str, taken: str, shown: str) -> None:
    sample = random.Random(2).sample(WORDS[language], 60)
    for text in sample:
        assert parts.ask("garbledAs", f"# {text}\nx = 1\n") is None, text
        garbled = f"# {text}\nx = 1\n".encode().decode(taken, "replace")
        assert parts.ask("garbledAs", garbled) in (shown, "lost"), text
    whole = "\n".join(sample)
    assert parts.ask("garbledAs", whole.encode().decode(taken, "replace")) == shown


def test_garbled_text_is_detected(parts: Parts) -> None:
    assert parts.ask("garbledAs", "# 锟斤拷锟斤拷锟斤拷\n") == "lost"
    assert parts.ask("garbledAs", CHINESE.encode("gbk").decode(errors="replace")) == "lost"
    assert parts.ask("garbledAs", "x = '\ufffd'\n") is None
    assert parts.ask("garbledAs", "# naïve café, Ärger, ©\n") is None


# Other languages

PROGRAMS = {
    "c": '#include <stdio.h>\n\nint main(void) {\n    int n;\n    scanf("%d", &n);\n    printf("%d\\n", n);\n}\n',
    "cpp": (ROOT / "tests" / "games" / "programs" / "tank.cpp").read_text(encoding="utf-8"),
    "csharp": """
        using System;
        using System.Collections.Generic;

        class Program {
            static void Main(string[] args) {
                while (true) Console.WriteLine(Console.ReadLine());
            }
        }
    """,
    "go": """
        package main

        import (
            "bufio"
            "fmt"
            "os"
        )

        func main() {
            in := bufio.NewScanner(os.Stdin)
            for in.Scan() {
                fmt.Println(in.Text())
            }
        }
    """,
    "java": """
        package com.kob.botrunningsystem.utils;

        import java.util.ArrayList;
        import java.util.List;

        /* A bot as its platform keeps it:
           for each step:
        */
        public class Bot implements java.util.function.Supplier<Integer> {
            private boolean check_tail_increasing(int step) {
                if (step <= 10) return true;
                return step % 3 == 1;
            }

            @Override
            public Integer get() { return 0; }
        }
    """,
    "javascript": """
        const rl = require('readline').createInterface({ input: process.stdin });
        rl.on('line', (line) => {
          const { requests } = JSON.parse(line);
          console.log(JSON.stringify({ response: [-1, -1] }));
        });
    """,
    "pascal": """
        program sample;
        uses sysutils;
        var n, i: longint;
        begin
          read(n);
          for i := 1 to n do
            writeln(i);
        end.
    """,
    "rust": """
        use std::io::{self, BufRead};

        fn main() {
            let stdin = io::stdin();
            for line in stdin.lock().lines() {
                println!("{}", line.unwrap());
            }
        }
    """,
}


@pytest.mark.parametrize("language", PROGRAMS)
def test_other_language_is_known_by_text(parts: Parts, language: str) -> None:
    text = textwrap.dedent(PROGRAMS[language])
    assert parts.ask("languageByText", text) == language
    assert parts.ask("languageByText", text.replace("\n", "\r\n")) == language
    assert (
        parts.ask("languageByText", f"// 我的机器人 don't\n{text}" if language not in ("pascal",) else text) == language
    )


def test_other_language_is_known_by_file_name(parts: Parts) -> None:
    names = {"a.cpp": "cpp", "A.CC": "cpp", "a.h": "cpp", "a.c": "c", "Main.java": "java", "a.cs": "csharp"}
    names |= {
        "a.go": "go",
        "a.rs": "rust",
        "a.pas": "pascal",
        "bot.mjs": "javascript",
        "sample.cpp.py": "cpp",
        "a.c.txt": "c",
    }
    assert {name: parts.ask("languageByName", name) for name in names} == names
    for name in ("a.py", "a.txt", "cpp", "a.cpp.bak", "a.constructor", "__proto__", "a.toString"):
        assert parts.ask("languageByName", name) is None


def python_files() -> list[Path]:
    """Return Python sources by many authors: the standard library, installed packages, and this project."""
    folders = [Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib")]
    found = [path for folder in folders for path in sorted(folder.rglob("*.py")) if "tokenizedata" not in path.parts]
    ours = [path for folder in ("py", "tests") for path in sorted((ROOT / folder).rglob("*.py"))]
    # Tests of the page contain scripts in strings: a part of such a file may begin within a script.
    ours = [path for path in ours if path.parent.name not in ("page", "bench")]
    return [*ours, *random.Random(3).sample(found, 700)]


@pytest.mark.slow
def test_python_is_never_misdetected(parts: Parts) -> None:
    rng = random.Random(4)
    sources = [path.read_bytes() for path in python_files()]
    texts = [data.decode() for data in sources if not data.startswith(b"\xef\xbb\xbf") and _is_utf8(data)]
    texts += [bots.source(name, bot) for name, game in GAMES.items() for bot in game.house]
    texts += [bots.starter(name) for name in GAMES]
    assert len(texts) > 1000
    for text in texts:
        # Whole files, beginnings as while a file is being written, and parts from the middle.
        at = rng.randrange(len(text) + 1)
        for part in (text, text[:at], text[at:]):
            assert parts.ask("languageByText", part) is None, part[:2000]
        assert parts.ask("generalsFile", text) is None
        assert parts.ask("tidy", text)["count"] == 0, text[:500]
        data = text[:100_000].encode()
        assert parts.decode(data)["text"] == data.decode()
        assert parts.ask("kindOfBytes", base64.b64encode(data[:600]).decode()) is None


def _is_utf8(data: bytes) -> bool:
    try:
        return tokenize.detect_encoding(io.BytesIO(data).readline)[0] == "utf-8" and bool(data.decode() or True)
    except (SyntaxError, UnicodeDecodeError):
        return False


@pytest.mark.parametrize(
    "text",
    [
        'CODE = """\n#include <cstdio>\nint main() {\n    return 0;\n}\n"""\nprint(CODE)\n',
        "#include <cstdio>\n#define N 5\nN = 5\nprint(N)\n",
        "# int main() {\n#     return 0;\n# }\nx = {\n}\nimport os\n",
        "import os;\nx = 1;\ny = {\n}\nprint(x);\ndef f():\n    pass\n",
        "// not a comment in Python\ndef move(view):\n    return [-1, -1]\n",
        "class Bot:\n    def move(self, view):\n        return { 'a': 1 };\n",
        "const = {\n}\nlet = 1\nvar = 2\nprint(const)\n",
        "table = {\n  1: 2,\n}\n",
        "function = lambda: {\n}\n",
        "x = 1;\n" * 20,
        "",
        "hello\n",
    ],
)
def test_python_resembling_other_language_is_python(parts: Parts, text: str) -> None:
    assert parts.ask("languageByText", text) is None


# Commands to type


def commands(parts: Parts, language: str, name: str, text: str, game: str = "tank") -> dict[str, Any]:
    return parts.ask("commandsFor", language, name, text, {"game": game, "rival": "hunter"})  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("language", "name", "file", "lines"),
    [
        ("cpp", "sample.cpp", "sample.cpp", ["g++ -O2 -o sample sample.cpp", "cmd:./sample"]),
        ("cpp", "sample.cpp.py", "sample.cpp", ["g++ -O2 -o sample sample.cpp", "cmd:./sample"]),
        ("cpp", "sample.txt", "sample.cpp", ["g++ -O2 -o sample sample.cpp", "cmd:./sample"]),
        ("cpp", "my_bot.py", "my_bot.cpp", ["g++ -O2 -o my_bot my_bot.cpp", "cmd:./my_bot"]),
        ("cpp", "my bot (1).cpp", "my bot (1).cpp", ["g++ -O2 -o my_bot_1_ 'my bot (1).cpp'", "cmd:./my_bot_1_"]),
        ("cpp", "蛇.cpp", "蛇.cpp", ["g++ -O2 -o bot '蛇.cpp'", "cmd:./bot"]),
        ("cpp", "-o `x`.cpp", "bot.cpp", ["g++ -O2 -o bot bot.cpp", "cmd:./bot"]),
        ("c", "a.c", "a.c", ["gcc -O2 -o a a.c -lm", "cmd:./a"]),
        ("rust", "a.rs", "a.rs", ["rustc -O -o a a.rs", "cmd:./a"]),
        ("go", "a.go", "a.go", ["go build -o a a.go", "cmd:./a"]),
        ("pascal", "a.pas", "a.pas", ["fpc -O2 -oa a.pas", "cmd:./a"]),
        ("csharp", "a.cs", "a.cs", ["mcs -out:a.exe a.cs", "cmd:mono a.exe"]),
        ("javascript", "a.js", "a.js", ["cmd:node a.js"]),
    ],
)
def test_suggested_commands(parts: Parts, language: str, name: str, file: str, lines: list[str]) -> None:
    *build, command = lines
    found = commands(parts, language, name, "")
    assert found == {"file": file, "lines": [*build, f'sandlot play tank "{command}" hunter'], "hasMain": True}


def test_suggested_commands_for_java(parts: Parts) -> None:
    main = "public class Mine {\n    public static void main(String[] args) {}\n}\n"
    play = 'sandlot play tank "cmd:java -cp build {}" hunter'
    assert commands(parts, "java", "any.java", main)["lines"] == ["javac -d build Mine.java", play.format("Mine")]
    inside = commands(parts, "java", "Mine.java", f"package a.b;\n{main}")
    assert inside["lines"] == ["javac -d build Mine.java", play.format("a.b.Mine")]
    alone = commands(parts, "java", "Bot.java", textwrap.dedent(PROGRAMS["java"]), "snake")
    assert alone["hasMain"] is False
    assert alone["lines"] == [
        "sandlot new snake Main.java --asks Bot.java",
        "javac -d build Main.java Bot.java",
        'sandlot play snake "cmd:java -cp build com.kob.botrunningsystem.utils.Main" hunter --option walls=border',
    ]


MAINS = {
    "alone": textwrap.dedent(PROGRAMS["java"]),
    "main": "class Bot {\n    static void main(String[] args) {}\n}\n",
    "package": "package a.b;\npublic class Bot {\n    public static final void main(String[] args) {}\n}\n",
}


@pytest.mark.parametrize("kind", MAINS)
def test_command_line_suggests_same_commands_for_java(parts: Parts, kind: str) -> None:
    made = compiled(Path("Bot.java"), MAINS[kind])
    said = [f"sandlot new snake {made.before}"] if made.before else []
    board = board_of("snake") if made.before else ""
    said += [made.compile, f'sandlot play snake "{made.bot}" hunter{board}']
    assert commands(parts, "java", "Bot.java", MAINS[kind], "snake")["lines"] == said


def test_suggested_commands_provide_jsoncpp_header(parts: Parts) -> None:
    lines = commands(parts, "cpp", "a.cpp", '#include "jsoncpp/json.h"\n')["lines"]
    assert lines[0] == "mkdir -p jsoncpp && echo '#include <jsoncpp/json/json.h>' > jsoncpp/json.h"
    assert lines[1] == "g++ -O2 -I. -o a a.cpp -ljsoncpp  # from the package libjsoncpp-dev"


RUN = {
    "cpp": ("generals", "g++", (ROOT / "tests" / "games" / "programs" / "generals.cpp").read_text(encoding="utf-8")),
    "c": (
        "snake",
        "gcc",
        """
        #include <stdio.h>
        int main(void) {
          char line[9999];
          while (fgets(line, 9999, stdin)) { puts("0"); fflush(stdout); }
        }
        """,
    ),
    "javascript": (
        "snake",
        "node",
        """
        const lines = require('readline').createInterface({ input: process.stdin });
        lines.on('line', () => { console.log(0); });
        """,
    ),
    "rust": (
        "snake",
        "rustc",
        """
        use std::io::BufRead;
        fn main() {
            for _ in std::io::stdin().lock().lines() { println!("0"); }
        }
        """,
    ),
    "java": (
        "tank",
        "javac",
        """
        package a.b;
        import java.util.Scanner;
        public class Mine {
          public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            while (in.hasNextLine()) {
              in.nextLine();
              System.out.println("{\\"response\\": [-1, -1]}\\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<");
            }
          }
        }
        """,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("language", RUN)
def test_suggested_commands_run(parts: Parts, language: str, tmp_path: Path) -> None:
    game, compiler, text = RUN[language]
    if not shutil.which(compiler):
        pytest.skip(f"there is no {compiler} here")
    found = commands(parts, language, "my bot.py", text, game)
    (tmp_path / found["file"]).write_text(textwrap.dedent(text), encoding="utf-8")
    sandlot = f"{shlex.quote(sys.executable)} -m sandlot"
    script = "\n".join(found["lines"]).replace("sandlot", sandlot).replace("hunter", GAMES[game].house[-1])
    env = {**os.environ, "PYTHONPATH": str(ROOT / "py")}
    done = subprocess.run(["sh", "-ec", script], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "could not be started" not in done.stdout
    assert "turn" in done.stdout


# Other files


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "picture"),
        (b"GIF89a\x01\0\x01\0", "picture"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "picture"),
        (b"BM\x8a\0\0\0", "picture"),
        (b"\x7fELF\x02\x01\x01\0", "program"),
        (b"MZ\x90\0\x03\0", "program"),
        (b"\xca\xfe\xba\xbe\0\0\0=", "class"),
        (b"+\x0e\r\n\0\0\0\0", "bytecode"),
        (b"\x1f\x8b\x08\0", "archive"),
        (b"7z\xbc\xaf\x27\x1c", "archive"),
        (b"%PDF-1.7\n", "document"),
        (b"PK\x03\x04\x14\0", None),
        (b"BMI = 3\n", None),
        (b"MZ = 1\n", None),
        (b"import json\n", None),
        (b"", None),
    ],
)
def test_binary_formats_are_known_by_magic_bytes(parts: Parts, data: bytes, kind: str | None) -> None:
    assert parts.ask("kindOfBytes", base64.b64encode(data).decode()) == kind


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.txt", '\ufeff {"a": 1}', "recording"),
        ("a.log", "10 10 2 0\r\n1\n", None),
        ("a.ipynb", '{"cells": []}', "notebook"),
        ("a.txt", "<!DOCTYPE html>\n<p>", "web"),
        ("a.txt", "x = 1\n", None),
        ("a.txt", "10 10 2\n", None),
    ],
)
def test_text_formats_other_than_code_are_known(parts: Parts, name: str, text: str, kind: str | None) -> None:
    assert parts.ask("kindOfText", name, text) == kind


@given(st.integers(2, 12), st.integers(1, 12), st.integers(1, 2), st.randoms(use_true_random=False))
def test_maps_are_recognized(parts: Parts, rows: int, columns: int, players: int, rng: random.Random) -> None:
    text = generals.write_map(random_map(rows, columns, players, rng))
    for each in (text, text.replace("\n", "\r\n"), f"\n  {text}"):
        assert parts.ask("generalsFile", each) == {"kind": "map", "players": players}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("10 10 2 0\r\n1\n", {"kind": "log"}),
        ("\ufeff10\t10 2 0", {"kind": "log"}),
        ("10 10 2 1\n1\n", None),
        ("10 10 2\n0\n", None),
    ],
)
def test_log_begins_with_round_0(parts: Parts, text: str, found: dict[str, str] | None) -> None:
    assert parts.ask("generalsFile", text) == found


def test_configuration_is_recognized(parts: Parts) -> None:
    for text in ("out/log.txt\nmaps/1.map\n2\n./a\npython3 b.py\n", "log.txt\r\nC:\\maps\\1.txt\r\n1\r\na.exe\r\n\r\n"):
        assert parts.ask("generalsFile", text) == {"kind": "config"}
    for text in ("import os\nx.y\n1\nprint(1)\n", "a\nb\n2\nc\nd\n", "a.b\nc\n2\nd\n", "", "1\n2\n3\n"):
        assert parts.ask("generalsFile", text) is None


# Running time

UNITS = [
    *("#", '"', "'", '"""', "\\", "“", "”", "，", "（", "\u00a0"),
    *("\u2028", "# “\n", "'“", "/*", "*/", "//", "{", "};\n"),
]
UNITS += [
    *("#include <", "int ", "a.", "import a", "1 2 ", "1 2 3 0"),
    *(" ", "\n", "\t", "coding:", "# coding", "é", "鎴", "Ð", "# /// "),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tidy", "languageByText", "garbledAs", "generalsFile", "codingLine", "kindOfText"])
def test_detection_time_is_linear(parts: Parts, name: str) -> None:
    for unit in UNITS:
        before = ["a.txt"] if name == "kindOfText" else []
        short, long = (parts.ask("time", name, *before, unit * (size // len(unit))) for size in (10_000, 160_000))
        # In microseconds. The long text is 16 times as long; quadratic time would be 256 times as long.
        assert long < 64 * max(short, 2000), unit
