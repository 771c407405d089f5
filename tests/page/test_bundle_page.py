"""Bots of several files in the page: a zip is dropped, edited, run, stored and saved."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path

import pytest
from archives import packed
from conftest import Site, wait_until
from database import within
from pages import DROP, close_notices, drop, editor_text, press, press_run, replay_of, state
from playwright.sync_api import Locator, Page, expect
from sandlot.files.bundle import FILES, UNPACKED, from_zip
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads
from tables import Table, house

# A program as people upload it: the protocol in one file, the strategy in another, weights in a third.
MAIN = """import json
from brain import Brain
from tools.words import shout

brain = Brain("data/weights.bin")
while True:
    message = json.loads(input())
    print(json.dumps({"response": brain.think(message), "debug": shout("thought")}))
    print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
"""
BRAIN = """class Brain:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.weights = list(file.read())

    def think(self, requests):
        return [weight - 1 for weight in self.weights[:2]]
"""
FILES_OF_A_BOT: dict[str, str | bytes] = {
    "__main__.py": MAIN,
    "brain.py": BRAIN,
    "tools/__init__.py": "",
    "tools/words.py": "def shout(text):\n    return text.upper()\n",
    "data/weights.bin": b"\0\0\xff",
}


SOON_OVER = "game=tank&tab=code&seats=code,random&seed=1&option.max_turns=6"
"""A short match, long enough to show whether a bot of several files plays."""


def said(page: Page, text: str) -> Locator:
    notice = page.locator(".notice", has_text=text)
    expect(notice).to_have_count(1)
    return notice


def files_of(page: Page) -> Locator:
    return page.get_by_label("Files of this bot")


def use(page: Page, files: Mapping[str, str | bytes], name: str = "mine") -> None:
    """Drop a zip of `files` on the page and put the bot into the first seat."""
    close_notices(page)
    drop(page, f"{name}.zip", packed(files))
    said(page, f"{name}.zip was opened")
    close_notices(page)
    page.evaluate("(place) => { location.hash = place; }", SOON_OVER)
    expect(page.get_by_label("Seat 1")).to_have_value("code")
    expect(page.get_by_label("Seat 2")).to_have_value("random")


def type_in(page: Page, text: str) -> None:
    """Replace the text of the file in the editor."""
    page.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


def saved(page: Page) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename.endswith(".zip")
    return Path(download.value.path()).read_bytes()


def replies(page: Page, folder: Path) -> list[str]:
    turns = json.loads(replay_of(page, folder))["turns"]
    return [answer["reply"] for turn in turns[1:] for answer in turn if answer["player"] == 0]


def printed(page: Page, folder: Path) -> list[str]:
    """Return what the first bot printed, by turn."""
    turns = loads(replay_of(page, folder)).turns
    return ["".join(text for _, text in turn[0].output) for turn in turns[1:]]


# Playing


@pytest.mark.smoke
def test_a_zip_is_dropped_and_plays(arena: Page, tmp_path: Path) -> None:
    use(arena, FILES_OF_A_BOT)
    assert editor_text(arena) == MAIN
    expect(arena.get_by_label("File name of your bot")).to_have_value("mine.zip")
    expect(arena.locator("#seat-0 option:checked")).to_have_text("mine.zip")
    options = files_of(arena).locator("option")
    assert options.all_inner_texts() == [
        "__main__.py",
        "brain.py",
        "tools/__init__.py",
        "tools/words.py",
        "data/weights.bin",
    ]
    expect(options.nth(4)).to_be_disabled()
    verdict = press_run(arena)
    assert "mine" in verdict or "random" in verdict or "Draw" in verdict
    expect(arena.locator(".problems li button[data-kind=fault]")).to_have_count(0)
    assert {json.dumps(json.loads(reply)["response"]) for reply in replies(arena, tmp_path)} == {"[-1, -1]"}
    replay = replay_of(arena, tmp_path)
    assert "class Brain" not in replay
    assert verify(loads(replay)) is None


def test_run_waits_for_the_file_that_was_just_dropped(arena: Page) -> None:
    use(arena, FILES_OF_A_BOT)
    for name in ("mine.zip", "other.zip"):
        brain = BRAIN.replace("return", f"print('it is {name}', file=__import__('sys').stderr)\n        return")
        drop(arena, name, packed({**FILES_OF_A_BOT, "brain.py": brain}))
    arena.locator(".cm-content").press("ControlOrMeta+Enter")
    arena.get_by_role("button", name="Run", exact=True).click()
    said(arena, "other.zip was opened")

    def played() -> bool:
        """Return whether turn 1 shows output of other.zip; the match may already be over."""
        press(arena, "Home", "ArrowRight")
        return "it is other.zip" in (arena.get_by_test_id("console").text_content() or "")

    wait_until(played, "a match of other.zip")
    state(arena, "ready")


def test_unopened_bot_starts_no_match_with_previous_one(arena: Page) -> None:
    use(arena, FILES_OF_A_BOT)
    press_run(arena)
    press(arena, "Home")
    # Drop and press Run in one script: the page refuses the zip as fast as a button can be pressed.
    data = b64encode(packed(FILES_OF_A_BOT)[:-30]).decode()
    arena.evaluate(f"(file) => {{ ({DROP})(file); document.querySelector('#run').click(); }}", ["bad.zip", data])
    said(arena, "bad.zip is no bot of several files")
    expect(arena.locator(".notice")).to_have_count(1)
    expect(arena.locator("#turn")).to_have_value("0")
    state(arena, "ready")
    close_notices(arena)
    press_run(arena)


def test_bundle_plays_in_every_seat_and_against_itself(arena: Page, tmp_path: Path) -> None:
    use(arena, FILES_OF_A_BOT)
    arena.get_by_label("Seat 2").select_option("code")
    assert press_run(arena)
    turns = json.loads(replay_of(arena, tmp_path))["turns"]
    assert {json.dumps(json.loads(answer["reply"])["response"]) for answer in turns[-1]} == {"[-1, -1]"}


WRITES = """import os

def move(view):
    with open("data/kept.txt", "a") as file:
        file.write("x")
    print(open("data/kept.txt").read(), os.getcwd(), sorted(os.listdir("data")))
    return [-1, -1]
"""


def test_files_of_bot_are_removed_after_match(arena: Page, tmp_path: Path) -> None:
    use(arena, {"__main__.py": WRITES, "data/other.txt": "1"})
    for _ in range(2):
        press_run(arena)
        first, second = printed(arena, tmp_path)[:2]
        assert first == "x /bot ['kept.txt', 'other.txt']\n"
        assert second.startswith("xx ")
    close_notices(arena)
    assert sorted(from_zip(saved(arena)).files) == ["__main__.py", "data/other.txt"]


FILLS = """def move(view):
    if view["turn"] > 1:
        return [-1, -1]
    try:
        with open("data/big", "wb") as file:
            for free in range(200):
                file.write(bytes(2**20))
    except OSError as error:
        print("full", free, error.errno, len(open("data/large.bin", "rb").read()))
    return [-1, -1]
"""


def test_bundle_files_do_not_count_towards_the_disk_quota(arena: Page, tmp_path: Path) -> None:
    use(arena, {"__main__.py": FILLS, "data/large.bin": bytes(30 * 2**20)})
    press_run(arena)
    found = re.fullmatch(r"full (\d+) \d+ 31457280\n", printed(arena, tmp_path)[0])
    assert found
    assert 60 <= int(found[1]) <= 72, "64 MB, but memory grows by an eighth at a time"


# Errors


def problem(page: Page) -> Locator:
    return page.locator(".problems button[data-kind=fault]")


def test_an_error_is_shown_in_its_file_at_its_line(arena: Page) -> None:
    broken = {**FILES_OF_A_BOT, "brain.py": BRAIN.replace("self.weights[:2]", "self.wights[:2]")}
    use(arena, broken)
    press_run(arena)
    expect(problem(arena)).to_contain_text("brain.py, line 7")
    expect(problem(arena)).to_contain_text("AttributeError")
    expect(files_of(arena)).to_have_value("__main__.py")
    assert arena.locator(".cm-lintRange, .cm-lint-marker").count() == 0, "it is not in the file that is shown"
    problem(arena).click()
    expect(files_of(arena)).to_have_value("brain.py")
    expect(arena.locator(".cm-lint-marker")).to_have_count(1)
    expect(arena.locator(".cm-activeLine")).to_have_text("        return [weight - 1 for weight in self.wights[:2]]")
    expect(arena.get_by_test_id("console")).to_contain_text('File "brain.py", line 7')
    files_of(arena).select_option("__main__.py")
    expect(arena.locator(".cm-lint-marker")).to_have_count(0)
    # The console's own button gives way to that of the card.
    arena.get_by_test_id("ending").get_by_role("button", name="brain.py, line 7").click()
    expect(files_of(arena)).to_have_value("brain.py")
    expect(arena.locator(".cm-activeLine")).to_contain_text("self.wights[:2]")
    # Each file keeps its undo history while another file is open.
    files_of(arena).select_option("brain.py")
    type_in(arena, "x = 1")
    files_of(arena).select_option("__main__.py")
    files_of(arena).select_option("brain.py")
    arena.locator(".cm-content").press("ControlOrMeta+z")
    assert "self.wights" in editor_text(arena)
    # The next match runs the corrected file.
    files_of(arena).select_option("brain.py")
    type_in(arena, BRAIN)
    press_run(arena)
    expect(problem(arena)).to_have_count(0)


@pytest.mark.parametrize(
    ("files", "place", "error"),
    [
        ({"__main__.py": "import a\n", "a.py": "x = 1\ny = (\n"}, "a.py, line 2", "SyntaxError"),
        ({"__main__.py": "\nimport sub.a\n", "sub/a.py": "\n\n1 / 0\n"}, "sub/a.py, line 3", "ZeroDivisionError"),
        ({"__main__.py": "open('data/none.txt')\n", "a.py": ""}, "__main__.py, line 1", "FileNotFoundError"),
    ],
)
def test_startup_errors_name_file_and_line(arena: Page, files: dict[str, str], place: str, error: str) -> None:
    use(arena, files)
    press_run(arena)
    expect(problem(arena)).to_contain_text(place)
    expect(problem(arena)).to_contain_text(error)


# Editing and storing


def test_edited_module_survives_a_reload(arena: Page, site: Site, tmp_path: Path) -> None:
    use(arena, FILES_OF_A_BOT)
    files_of(arena).select_option("tools/words.py")
    type_in(arena, "def shout(text): return 'changed'")
    arena.reload()
    state(arena, "ready")
    expect(files_of(arena)).to_have_value("__main__.py")
    assert editor_text(arena) == MAIN
    files_of(arena).select_option("tools/words.py")
    assert "changed" in editor_text(arena)
    press_run(arena)
    assert json.loads(replies(arena, tmp_path)[0])["debug"] == "changed"
    # The edited bot is a version, too: restoring it restores its files.
    arena.get_by_role("button", name="Reset to the starter bot").click()
    expect(files_of(arena)).to_be_hidden()
    expect(arena.get_by_label("File name of your bot")).to_have_value("mine.py")
    arena.locator(".version").click()
    arena.locator("#versions").get_by_role("button", name="Restore").first.click()
    expect(files_of(arena)).to_have_value("__main__.py")
    press_run(arena)
    assert json.loads(replies(arena, tmp_path)[0])["debug"] == "changed"


def test_saved_file_equals_opened_file(arena: Page, tmp_path: Path) -> None:
    use(arena, FILES_OF_A_BOT, "x" * 76)
    path = tmp_path / "saved.zip"
    path.write_bytes(saved(arena))
    assert from_zip(path.read_bytes()) == from_zip(packed(FILES_OF_A_BOT))


def test_undo_restores_a_bundle_replaced_by_another_file(arena: Page) -> None:
    use(arena, FILES_OF_A_BOT)
    drop(arena, "single.py", b"def move(view):\n    return [-1, -1]\n")
    said(arena, "single.py is in the editor now")
    expect(files_of(arena)).to_be_hidden()
    expect(arena.get_by_label("File name of your bot")).to_have_value("single.py")
    arena.locator(".notice").get_by_role("button", name="Undo").click()
    expect(files_of(arena)).to_have_value("__main__.py")
    expect(arena.get_by_label("File name of your bot")).to_have_value("mine.zip")


def test_bundle_replaced_by_one_of_the_same_name_becomes_a_version(arena: Page) -> None:
    use(arena, {**FILES_OF_A_BOT, "note.py": "# of this test alone"})
    use(arena, FILES_OF_A_BOT)
    arena.locator(".version").click()
    arena.locator("#versions").get_by_role("button", name="Restore").first.click()
    files_of(arena).select_option("note.py")
    assert editor_text(arena) == "# of this test alone"


def test_fork_and_ask_again_use_all_files_of_a_bundle(arena: Page, tmp_path: Path) -> None:
    use(arena, FILES_OF_A_BOT)
    press_run(arena)
    arena.locator("#turn").fill("2")
    arena.get_by_role("button", name="Ask again").click()
    expect(arena.locator(".again-verdict")).to_contain_text("same")
    arena.get_by_role("button", name="Fork here").click()
    arena.locator("#fork-dialog").get_by_role("button", name="Play on").click()
    state(arena, "ready")
    assert json.loads(replies(arena, tmp_path)[-1])["debug"] == "THOUGHT"


# Invalid bundles


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (packed({"one.py": "", "two.py": ""}), "it holds one.py, two.py, and it is not clear"),
        (packed({"a.txt": "x"}), "no file in Python"),
        (packed({"__main__.py": "", "../out.py": ""}), "“../out.py”"),
        (packed({"__main__.py": "", "/etc/x": ""}), "“/etc/x”"),
        (packed({"__main__.py": "", "é" * 130: ""}), "which is too long"),
        (packed({"__main__.py": "", "big": bytes(UNPACKED + 1)}), "unpacks to more than 32 MB"),
        (packed({f"{k}.txt": "" for k in range(10_000)}), f"or {FILES} files"),
        (packed(FILES_OF_A_BOT)[:-30], "damaged"),
        (b"not a zip", "damaged"),
        (packed({"__main__.py": ""}) + bytes(16 * 2**20), "a zip of more than 16 MB"),
    ],
    ids=["no main", "no python", "up", "absolute", "long name", "bomb", "many", "damaged", "no zip", "large"],
)
def test_invalid_zip_is_refused_with_message(arena: Page, data: bytes, says: str) -> None:
    close_notices(arena)
    before = editor_text(arena)
    drop(arena, "mine.zip", data)
    expect(said(arena, "mine.zip is no bot of several files")).to_contain_text(says)
    expect(arena.locator(".notice")).to_have_count(1)
    assert editor_text(arena) == before


def test_dropped_folder_becomes_a_bundle(arena: Page, tmp_path: Path) -> None:
    close_notices(arena)
    folder = tmp_path / "my folder"
    for name, content in FILES_OF_A_BOT.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    (folder / ".git").mkdir()
    (folder / ".git" / "large").write_bytes(bytes(40 * 2**20))
    drop_from_disk(arena, folder)
    said(arena, "my folder.zip was opened: 5 files")
    expect(arena.get_by_label("File name of your bot")).to_have_value("my folder.zip")
    close_notices(arena)
    for k in range(FILES):
        (folder / f"{k}.txt").touch()
    drop_from_disk(arena, folder)
    said(arena, f"or {FILES} files")


def drop_from_disk(page: Page, path: Path) -> None:
    """Drop a file or folder of the disk, as a file manager does."""
    devtools = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        devtools.send("Input.dispatchDragEvent", {"type": kind, "x": 200, "y": 300, "data": data})
    devtools.detach()


# Stored files


def test_malformed_stored_bundle_is_set_aside_and_the_page_starts(early: Page, site: Site) -> None:
    kept = {"name": "mine.zip", "source": "# my bot", "main": "__main__.py", "files": [{"path": "../x", "text": ""}]}
    early.goto(f"{site.url}licences.txt")
    early.evaluate("(text) => localStorage.setItem('sandlot.code.tank', text)", json.dumps(kept))
    early.goto(f"{site.url}#game=tank&tab=code")
    expect(early.locator(".notice", has_text="code.tank")).to_be_visible()
    expect(files_of(early)).to_be_hidden()
    expect(early.locator(".editor")).to_contain_text("# my bot")
    expect(early.get_by_label("File name of your bot")).to_have_value("mine.py")
    assert early.evaluate("localStorage.getItem('sandlot.aside.code.tank')") == json.dumps(kept)


def test_missing_stored_file_is_reported_and_no_match_starts(arena: Page) -> None:
    use(arena, {**FILES_OF_A_BOT, "data/weights.bin": b"\0\0of this test"})
    clear = """(db) => new Promise((resolve) => {
      const change = db.transaction('files', 'readwrite');
      change.objectStore('files').clear();
      change.oncomplete = resolve;
    })"""
    arena.evaluate(within(clear))
    for press_it in ("Run", "Download all files"):
        arena.get_by_role("button", name=press_it).first.click()
        said(arena, "mine.zip lacks data/weights.bin, which this browser no longer has: open the zip again")
        state(arena, "ready")
        close_notices(arena)


KEEPS = """async (db) => {
  const all = db.transaction('files').objectStore('files').getAll();
  await new Promise((resolve) => { all.onsuccess = resolve; });
  return (await Promise.all(all.result.map((file) => file.text()))).sort();
}"""


def kept_files(page: Page) -> list[str]:
    """Return the contents of all stored files, sorted."""
    found: list[str] = page.evaluate(within(KEEPS))
    return found


def data_of(*texts: str) -> dict[str, str]:
    return {"__main__.py": "def move(view):\n    return [-1, -1]\n", **{f"data/{text}": text for text in texts}}


def settled(page: Page, url: str) -> None:
    """Load the page anew and wait until unused files are removed."""
    page.goto("about:blank")
    page.goto(url)
    state(page, "ready")
    page.evaluate("navigator.locks.request('sandlot.files.change', () => {})")


def test_only_unused_files_are_removed(page: Page, site: Site) -> None:
    url = f"{site.url}#game=tank&tab=code"
    page.goto(url)
    state(page, "ready")
    use(page, data_of("version"))
    press_run(page)
    use(page, data_of("lost"))
    use(page, data_of("editor"))
    assert kept_files(page) == ["editor", "lost", "version"]
    # The second bot never ran, but became a version when the third one replaced it.
    settled(page, url)
    assert kept_files(page) == ["editor", "lost", "version"]
    forget = """(db) => new Promise((resolve) => {
      const change = db.transaction('versions', 'readwrite');
      change.objectStore('versions').delete(['tank', 2]);
      change.oncomplete = resolve;
    })"""
    page.evaluate(within(forget))
    other = page.context.new_page()
    settled(other, url)
    assert kept_files(page) == ["editor", "lost", "version"], "the first tab may still want it"
    other.close()
    settled(page, url)
    assert kept_files(page) == ["editor", "version"]
    expect(files_of(page)).to_be_visible()
    press_run(page)


# Steps


SPEC = """(player, spec) => {
  const file = ({ path, text }) => ({ path, data: new Blob([text]) });
  for (const seat of spec.seats) seat.laidOut &&= seat.laidOut.map(file);
  player.play(spec);
}"""
ONCE = """input()
print('{"response": [-1, -1]}')
"""


@pytest.mark.parametrize("wait", [True, False], ids=["waits", "runs again"])
def test_time_for_program_folder_is_not_charged(table: Table, without_waiting: Page, wait: bool) -> None:
    place = table if wait else Table(without_waiting)

    def steps(seat: dict[str, object]) -> list[int | None]:
        seats = [{"kind": "code", "name": "mine", **seat}, house("random")]
        more = {"game": "tank", "seed": 1, "options": {"max_turns": 4}, "clock": {"steps": 5000}}
        place.read, place.seen = 0, []
        place.player.evaluate(SPEC, {**more, "seats": seats})
        _, end = place.wait("end")
        return [turn[0].get("steps") for turn in json.loads(end["replay"])["turns"][1:]]

    files = [{"path": "__main__.py", "text": ONCE}, {"path": "brain.py", "text": ""}]
    alone, several = steps({"source": ONCE}), steps({"source": ONCE, "main": "__main__.py", "laidOut": files})
    assert several == alone
