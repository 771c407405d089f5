"""Files dropped on the page and text pasted into the editor: notices and actions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from archives import packed
from conftest import ROOT, Site, wait_until
from matches import played
from pages import AXE, DROP, close_notices, drop, editor_text, findings, open_game, paste, press, state
from playwright.sync_api import Locator, Page, expect
from sandlot.games import GAMES
from sandlot.match.parts import Player, Setup
from sandlot.match.replay_file import dumps

PASTE_HERE = """(editor, code) => {
  const data = new DataTransfer();
  data.setData('text/plain', code);
  editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}"""
STAY = "def move(view):\n    return [-1, -1]\n"
CHINESE = f"# -*- coding: gbk -*-\n# 我的坦克，先打基地\nprint('不动')\n\n\n{STAY}"
CPP = (ROOT / "tests" / "games" / "programs" / "tank.cpp").read_text(encoding="utf-8")
MAP = "1 4 3\n3\n3\n3\n1\n"


@pytest.fixture(autouse=True)
def _no_notices(arena: Page) -> None:
    close_notices(arena)


def said(page: Page) -> Locator:
    notice = page.locator(".notice")
    expect(notice).to_have_count(1)
    return notice


def choose(page: Page, name: str) -> None:
    """Put a bot of the library into the editor."""
    page.locator("#choose-bot").click()
    page.locator("#my-bots .name").get_by_text(name.removesuffix(".py"), exact=True).click()
    expect(page.get_by_role("textbox", name="File name of your bot")).to_have_value(name)


def start(page: Page) -> None:
    page.get_by_role("button", name="Run", exact=True).click()
    state(page, "ready")


# Encodings


@pytest.mark.parametrize(("coding", "shown"), [("gbk", "GBK"), ("utf-16", "UTF-16")])
def test_file_in_other_encoding_runs_and_is_saved_as_utf_8(arena: Page, coding: str, shown: str) -> None:
    paste(arena, STAY)
    drop(arena, "mine.py", CHINESE.encode(coding))
    text = f"mine.py is in the editor now. It was read as {shown}. What you save from here is UTF-8."
    expect(said(arena)).to_contain_text(text)
    assert editor_text(arena) == CHINESE
    close_notices(arena)
    start(arena)
    assert "could not be started" not in arena.get_by_test_id("verdict").inner_text()
    press(arena, "Home")
    expect(arena.get_by_test_id("console")).to_contain_text("不动")
    with arena.expect_download() as download:
        arena.get_by_role("button", name="Download this file").click()
    expect(said(arena)).to_contain_text(
        "The first lines named the coding gbk. The saved file is in UTF-8, and says so."
    )
    saved = Path(download.value.path()).read_bytes()
    assert saved.decode() == CHINESE.replace("gbk", "utf-8")
    compile(saved, "mine.py", "exec")


def test_wrong_encoding_declaration_is_named(arena: Page) -> None:
    drop(arena, "mine.py", CHINESE.replace("gbk", "foo").encode("gbk"))
    expect(said(arena)).to_contain_text("Its first lines name the coding foo, which does not fit: it was read as GBK.")


def test_usual_input_gets_no_hint(arena: Page) -> None:
    for k, data in enumerate((STAY.encode(), STAY.encode("utf-8-sig"), f"# coding: utf-8\n{STAY}".encode())):
        drop(arena, f"usual{k}.py", data)
        expect(said(arena).locator("p")).to_have_text(f"usual{k}.py is in the editor now.")
        assert editor_text(arena).endswith(STAY)
        close_notices(arena)


@pytest.mark.smoke
def test_undo_restores_editor_text(arena: Page) -> None:
    paste(arena, STAY)
    drop(arena, "mine.py", CHINESE.encode("gbk"))
    said(arena).get_by_role("button", name="Undo").click()
    assert editor_text(arena) == STAY


def test_file_goes_on_under_its_name_or_becomes_a_bot_of_its_own(arena: Page) -> None:
    """Nothing is lost that stood in the editor, and the notice says what became of it."""
    name = arena.get_by_role("textbox", name="File name of your bot")
    paste(arena, STAY)
    before = name.input_value()
    drop(arena, "walker.py", STAY + "# 1\n")
    expect(said(arena).locator("p")).to_have_text("walker.py is in the editor now.")
    expect(name).to_have_value("walker.py")
    close_notices(arena)
    # From another bot, the same file leads to the bot that it is already.
    choose(arena, before)
    assert editor_text(arena) == STAY
    drop(arena, "walker.py", STAY + "# 1\n")
    expect(said(arena)).to_contain_text("It was among your bots already, with the same text.")
    expect(name).to_have_value("walker.py")
    said(arena).get_by_role("button", name="Undo").click()
    expect(name).to_have_value(before)
    close_notices(arena)
    # Another text of that name goes on with it, unless it is wanted beside it.
    drop(arena, "walker.py", STAY + "# 2\n")
    expect(said(arena)).to_contain_text("The text from before is kept as a version.")
    assert editor_text(arena) == STAY + "# 2\n"
    said(arena).get_by_role("button", name="As a bot of its own").click()
    expect(name).to_have_value("walker_2.py")
    assert editor_text(arena) == STAY + "# 2\n"
    choose(arena, "walker.py")
    assert editor_text(arena) == STAY + "# 1\n"


def test_replay_in_utf_16_opens(arena: Page) -> None:
    replay = played(Setup(GAMES["tank"], (Player("炸弹.py", "code"), Player("b.py", "code")), 3))
    turns = len(replay.turns)
    drop(arena, "mine.json", dumps(replay).encode("utf-16"))
    expect(said(arena)).to_contain_text("mine.json: It was read as UTF-16.")
    expect(arena.locator("#turn")).to_have_attribute("max", str(turns - 1))
    expect(arena.locator(".players")).to_contain_text("炸弹")


# Other languages


@pytest.mark.parametrize("name", ["sample.cpp", "sample.cpp.py", "sample", "sample.txt"])
def test_dropped_cpp_program_leaves_editor_unchanged(arena: Page, name: str) -> None:
    paste(arena, STAY)
    drop(arena, name, CPP)
    notice = said(arena)
    expect(notice).to_contain_text(f"{name} is a program in C++, and the page plays Python.")
    expect(notice.locator("code")).to_have_text('g++ -O2 -o sample sample.cpp\nsandlot play tank "cmd:./sample" gunner')
    assert ("Save it as sample.cpp" in notice.inner_text()) == (name != "sample.cpp")
    assert editor_text(arena) == STAY
    expect(arena.get_by_label("File name of your bot")).not_to_have_value(re.compile("sample"))


def test_commands_can_be_copied(arena: Page) -> None:
    drop(arena, "Main.java", "public class Main {\n  public static void main(String[] a) {}\n}\n")
    notice = said(arena)
    arena.context.grant_permissions(["clipboard-read", "clipboard-write"])
    notice.get_by_role("button", name="Copy these lines").click()
    expect(notice).to_contain_text("Copied.")
    copied = arena.evaluate("() => navigator.clipboard.readText()")
    assert copied == 'javac -d build Main.java\nsandlot play tank "cmd:java -cp build Main" gunner'
    arena.evaluate(AXE)
    assert findings(arena) == []


KEPT = "() => localStorage.getItem('sandlot.settings.snake')"


def test_commands_are_for_the_open_game(arena: Page) -> None:
    open_game(arena, "snake")
    drop(arena, "Bot.java", "package a.b;\n\npublic class Bot {\n  public Integer get() { return 0; }\n}\n")
    notice = said(arena)
    expect(notice).to_contain_text(
        "Bot.java is a program in Java, and the page plays Python. It has no main of its own"
    )
    lines = ["sandlot new snake Main.java --asks Bot.java", "javac -d build Main.java Bot.java"]
    expect(notice.locator("code")).to_have_text(
        "\n".join([*lines, 'sandlot play snake "cmd:java -cp build a.b.Main" hugger --option walls=border'])
    )
    # The notice offers the walled board of King of Bots, because that site's bots do not expect open edges.
    notice.get_by_role("button", name="Use its board here").click()
    notice = said(arena)
    expect(notice).to_contain_text("Snake now has walls all round the board, as on King of Bots.")
    wait_until(lambda: "border" in (arena.evaluate(KEPT) or ""))
    notice.get_by_role("button", name="Undo").click()
    wait_until(lambda: "border" not in (arena.evaluate(KEPT) or ""))
    open_game(arena, "tank")


def test_pasted_cpp_program_stays_and_is_named(arena: Page) -> None:
    paste(arena, CPP)
    notice = said(arena)
    expect(notice).to_contain_text("What stands in the editor is C++, and the page plays Python. Save it as ")
    expect(notice.locator("code")).to_contain_text("cmd:./")
    assert "#include" in arena.locator(".cm-content").inner_text()
    close_notices(arena)
    start(arena)
    expect(arena.locator(".problems")).to_contain_text("What stands in the editor is C++, and the page plays Python.")
    expect(arena.locator(".problems li")).to_have_count(1)
    expect(said(arena).locator("code")).to_contain_text("g++ -O2 -o")
    paste(arena, STAY)
    expect(arena.locator(".notice")).to_have_count(0)


# Characters that are invalid in Python


def test_pasting_replaces_invalid_characters(arena: Page) -> None:
    paste(arena, "\ufeffdef move(view)：\n\u00a0\u00a0\u00a0\u00a0return [-1, -1] # 停，“不动”\n")
    expect(said(arena)).to_contain_text(
        "6 characters that Python does not take were replaced as you pasted, such as U+FEFF, “：”, U+00A0."
    )
    assert editor_text(arena) == "def move(view):\n    return [-1, -1] # 停，“不动”\n"


def test_paste_into_string_is_unchanged(arena: Page) -> None:
    paste(arena, f'"""\n\n"""\n{STAY}')
    arena.keyboard.press("ControlOrMeta+Home")
    arena.keyboard.press("ArrowDown")
    arena.locator(".cm-content").evaluate(PASTE_HERE, "先打，再跑（“快”）")
    assert editor_text(arena).startswith('"""\n先打，再跑（“快”）\n"""')
    expect(arena.locator(".notice")).to_have_count(0)


def test_typed_invalid_characters_are_replaced_on_request(arena: Page) -> None:
    paste(arena, STAY)
    arena.keyboard.press("ControlOrMeta+End")
    arena.keyboard.insert_text("x = （1）\n")
    start(arena)
    expect(arena.locator(".problems")).to_contain_text("invalid character '（' (U+FF08)")
    expect(said(arena)).to_contain_text(
        "2 characters in your code are none that Python takes there, such as “（”, “）”."
    )
    said(arena).get_by_role("button", name="Replace them").click()
    assert editor_text(arena) == f"{STAY}x = (1)\n"


def test_opening_file_replaces_invalid_characters_and_reports_garbled_text(arena: Page) -> None:
    garbled = "我的坦克机器人，先打基地".encode().decode("gbk", "replace")
    drop(arena, "mine.py", f"# {garbled}\ndef move(view):\n\u00a0\u00a0return [-1, -1]\n")
    expect(said(arena)).to_contain_text("2 characters in it that Python does not take were replaced, such as U+00A0.")
    expect(said(arena)).to_contain_text("Its text is garbled: it is UTF-8 that was read as GBK on its way.")
    assert editor_text(arena).endswith("\n  return [-1, -1]\n")


# Files that are not programs


def test_dropped_map_fills_settings_and_undo_clears_them(arena: Page, site: Site) -> None:
    drop(arena, "three.txt", MAP)
    expect(said(arena)).to_contain_text(
        "three.txt is a map of Generals for 3 players: it is in the match settings now, under “Map (text)”."
    )
    expect(arena).to_have_url(re.compile("game=generals"))
    expect(arena.locator(".seat")).to_have_count(3)
    arena.get_by_role("button", name="Match settings").click()
    field = arena.get_by_label("Map (text)", exact=True)
    expect(field).to_have_value(MAP)
    arena.keyboard.press("Escape")
    said(arena).get_by_role("button", name="Undo").click()
    expect(field).to_have_value("")
    expect(arena.locator(".seat")).to_have_count(2)
    drop(arena, "bad.txt", MAP.replace("1\n", "7\n"))
    expect(said(arena)).to_contain_text(
        "bad.txt looks like a map of Generals, but the map cannot be read: line 5: 7 is not a cell"
    )
    expect(field).to_have_value("")
    open_game(arena, "tank")


NOTEBOOK = json.dumps({"cells": [], "nbformat": 4})


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("config.txt", "log.txt\nmap.txt\n2\n./a\n./b\n", "config.txt is a configuration of generals-tournament."),
        ("a b.txt", "log.txt\nmap.txt\n1\n./a\n", "sandlot run 'a b.txt'"),
        ("x.json", '{"a": 1}', "x.json is JSON, but neither a replay of Sandlot nor a log of Tank from Botzone."),
        ("x.png", b"\x89PNG\r\n\x1a\n\0\0\0\r", "x.png is a picture."),
        ("a.out", b"\x7fELF\x02\x01\x01\0", 'sandlot play tank "cmd:./a.out" gunner'),
        ("A.class", b"\xca\xfe\xba\xbe\0\0\0=", 'sandlot play tank "cmd:java -cp . A" gunner'),
        ("a.pyc", b"+\x0e\r\n\0\0\0\0", "Open the .py file it was made from."),
        ("a.7z", b"7z\xbc\xaf\x27\x1c", "a.7z is an archive."),
        ("a.txt", "hello, this is not a bot", "a.txt is plain text without a line of Python."),
        ("zero.json", b"", "zero.json is empty."),
        ("blank.py", "  \n", "blank.py is empty."),
        ("a.pdf", b"%PDF-1.7\n", "a.pdf is a document of an office program."),
        ("a.docx", packed({"[Content_Types].xml": "", "word/document.xml": ""}), "a.docx is a document of an office"),
        ("a.odt", packed({"mimetype": "", "META-INF/manifest.xml": ""}), "a.odt is a document of an office program."),
        ("a.zip", packed({"bot.zip": packed({"a.py": ""})}), "a.zip is no bot of several files: it holds no file in"),
        ("a.ipynb", NOTEBOOK, "a.ipynb is a notebook."),
        ("a.htm", "<!doctype html><p>", "a.htm is a web page."),
        ("a.bin", b"\1\0" * 5000, "a.bin is neither a Python file nor a replay: it holds zero bytes"),
        ("zero.py", b"x='\0'\n", "zero.py is neither a Python file nor a replay: it holds zero bytes"),
        ("a.txt", "# Мой бот: сначала база, потом танк\n".encode("cp866"), "a.txt could not be read as text"),
        ("a.py", "x = 1\n" * 400_000, "a.py is longer than 2 MB."),
    ],
)
def test_file_without_bot_is_named(arena: Page, name: str, data: bytes | str, sentence: str) -> None:
    paste(arena, STAY)
    drop(arena, name, data)
    expect(said(arena)).to_contain_text(sentence)
    assert editor_text(arena) == STAY


def test_large_unknown_file_is_refused(arena: Page) -> None:
    for size, sentence in (
        (64 * 2**20, "is neither a Python file nor a replay"),
        (64 * 2**20 + 1, "is longer than 64 MB"),
    ):
        arena.evaluate(
            DROP.replace("Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))", "new Uint8Array(base64)"),
            ["a.py", size],
        )
        expect(said(arena)).to_contain_text(f"a.py {sentence}")
        close_notices(arena)


# Missing modules


def test_missing_package_is_declared_on_request(arena: Page) -> None:
    paste(arena, f"import sortedcontainers\n\n\n{STAY}")
    start(arena)
    expect(said(arena)).to_contain_text("it imports sortedcontainers without declaring it")
    said(arena).get_by_role("button", name="Declare it as a package").click()
    assert editor_text(arena).startswith(
        '# /// script\n# dependencies = ["sortedcontainers"]\n# ///\nimport sortedcontainers\n'
    )
    close_notices(arena)
    arena.get_by_role("button", name="Run", exact=True).click()
    dialog = arena.get_by_role("dialog", name=re.compile("needs? packages"))
    expect(dialog).to_contain_text("sortedcontainers")
    dialog.get_by_role("button", name="Not now").click()
    close_notices(arena)
    paste(arena, f"import numpy\n\n\n{STAY}")
    start(arena)
    # The notice about sortedcontainers may still be open or appear late, so look for the one about numpy.
    compiled = arena.locator(".notice").filter(has_text="numpy is compiled code")
    expect(compiled).to_have_count(1)
    expect(compiled.get_by_role("button", name="Declare it as a package")).to_have_count(0)
