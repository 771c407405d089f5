"""My bots: the library, bots stored by older pages, two tabs, import and export, and comparing versions."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from archives import packed
from conftest import Site, wait_for, wait_until
from database import kept_rows, put_rows, within
from pages import AXE, box, close_notices, drop, drop_all, findings, paste, state
from playwright.sync_api import Locator, Page, expect

FORGET = """async () => {
  localStorage.clear();
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve) => { indexedDB.deleteDatabase(name).onsuccess = resolve; });
}"""


def begin(page: Page, site: Site, kept: dict[str, object] | None = None, game: str = "tank") -> None:
    """Open the editor of a game with the values `kept` in localStorage."""
    page.goto(f"{site.url}licences.txt")
    for key, value in (kept or {}).items():
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [f"sandlot.{key}", json.dumps(value)])
    page.goto(f"{site.url}#game={game}&tab=code")
    expect(page.locator(".cm-content")).to_be_visible()


def name_of(page: Page) -> Locator:
    return page.get_by_label("File name of your bot")


def text_of(page: Page) -> Locator:
    return page.locator(".editor .cm-content")


def choose(page: Page) -> Locator:
    page.get_by_role("button", name="Choose a bot").click()
    return page.locator("#my-bots")


def open_list(page: Page) -> Locator:
    choose(page).get_by_role("button", name="All my bots").click()
    return page.locator("#bots-dialog")


def kept(page: Page, count: int) -> list[dict[str, Any]]:
    """Wait until the library has `count` bots; return their rows sorted by name."""
    wait_until(lambda: len(kept_rows(page, "bots")) == count)
    return sorted(kept_rows(page, "bots"), key=lambda row: str(row["name"]))


def test_bots_are_created_edited_deleted_and_restored(early: Page, site: Site) -> None:
    begin(early, site, {"code.tank": {"name": "mine.py", "source": "# mine"}})
    kept(early, 1)
    choose(early).get_by_role("button", name="New bot").click()
    expect(name_of(early)).to_have_value("my_bot.py")
    paste(early, "# new")
    choose(early).get_by_label("Note").fill("tries the left side")
    early.get_by_label("Note").blur()
    early.locator("#my-bots").get_by_role("button", name="Duplicate").click()
    expect(name_of(early)).to_have_value("my_bot_2.py")
    expect(text_of(early)).to_have_text("# new")
    paste(early, "# of the copy")
    choose(early).locator("li").filter(has_text="mine").click()
    expect(text_of(early)).to_have_text("# mine")
    early.reload()
    expect(name_of(early)).to_have_value("mine.py")
    expect(text_of(early)).to_have_text("# mine")
    listed = choose(early).locator("li")
    expect(listed).to_have_count(3)
    listed.filter(has_text="my_bot_2").click()
    expect(text_of(early)).to_have_text("# of the copy")
    choose(early).get_by_role("button", name="Delete").click()
    expect(name_of(early)).not_to_have_value("my_bot_2.py")
    early.locator(".notice", has_text="my_bot_2 was deleted").get_by_role("button", name="Undo").click()
    expect(text_of(early)).to_have_text("# of the copy")
    rows = {row["name"]: row for row in kept(early, 3)}
    assert rows["my_bot.py"]["source"] == "# new"
    assert rows["my_bot.py"]["note"] == rows["my_bot_2.py"]["note"] == "tries the left side"
    by_keyboard(early)


def by_keyboard(page: Page) -> None:
    """Check in the dialog of all bots that focus stays near the changed row, and that notices are reachable."""
    shown = open_list(page)
    shown.get_by_role("button", name="Rename my_bot_2").press("Enter")
    page.keyboard.type("<b>x</b>")
    page.keyboard.press("Enter")
    told = "A bot is called as its file is, and a file cannot be called “<b>x</b>”: it is _b_x_b_ now."
    expect(shown.locator(".notice", has_text=told)).to_be_visible()
    close_notices(page)
    shown.get_by_role("button", name="Rename _b_x_b_").press("Enter")
    page.keyboard.type("my_bot")
    page.keyboard.press("Enter")
    told = "There is a bot called “my_bot” already: this one is my_bot_2 now."
    expect(shown.locator(".notice", has_text=told)).to_be_visible()
    close_notices(page)
    shown.get_by_role("button", name="Rename my_bot_2").press("Enter")
    page.keyboard.type("the third")
    page.keyboard.press("Enter")
    renamed = shown.locator(".bots-row:not(.bots-deleted)", has_text="the third")
    expect(renamed.locator(".bots-open")).to_be_focused()
    renamed.get_by_role("button", name="Delete").press("Enter")
    expect(renamed).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('.bots-row button')"), "of the row in its place"
    notice = shown.locator(".notice", has_text="the third was deleted")
    box, of_dialog = notice.bounding_box(), shown.bounding_box()
    assert box and of_dialog and box["y"] > of_dialog["y"] + 100, "not on the buttons at the top"
    notice.get_by_role("button", name="Undo").press("Enter")
    expect(renamed).to_have_count(1)
    expect(notice).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('.bots-row button')"), "back where it came from"
    renamed.get_by_role("button", name="Delete").press("Enter")
    page.keyboard.press("Escape")
    page.locator(".notices .notice", has_text="the third was deleted").get_by_role("button", name="Undo").click()
    expect(name_of(page)).to_have_value(re.compile("the third"))


def rename(shown: Locator, old: str, new: str) -> None:
    shown.get_by_role("button", name=f"Rename {old}", exact=True).click()
    shown.page.keyboard.type(new)
    shown.page.keyboard.press("Enter")


def test_names_and_versions_follow_their_bots(early: Page, site: Site) -> None:
    """Compete and seats name bots and their versions as they are called now, and no two are called the same."""
    early.goto(f"{site.url}licences.txt")
    row = {"game": "tank", "note": "", "created": 1, "changed": 2, "rev": 1, "deleted": None}
    version = {"game": "tank", "time": 5, "source": "# older"}
    put_rows(
        early,
        {
            "bots": [
                {**row, "id": 7, "name": "first.py", "source": "# 1", "changed": 3},
                {**row, "id": 8, "name": "second.py", "source": "# 2"},
            ],
            "versions": [
                {**version, "number": 3, "bot": 7, "name": "of_old.py"},
                {**version, "number": 4, "nth": 1, "bot": 8, "name": "of_old.py"},
                {**version, "number": 5, "nth": 2, "bot": 8, "name": "second.py", "source": "# 2"},
                {**version, "number": 6, "nth": 9, "bot": 9, "name": "of_nobody.py"},
            ],
        },
    )
    early.goto(f"{site.url}#game=tank&tab=code")
    seat = early.locator("#seat-0 option[value^=v]")
    expect(seat).to_have_text(["second v2", "second v1", "first v3"])
    other = early.context.new_page()
    other.goto(f"{site.url}#game=tank&tab=compete")
    early.goto(f"{site.url}#game=tank&tab=compete")
    about = early.locator(".ladder-about")
    expect(about).to_contain_text("first plays the house bots")
    early.get_by_role("button", name="My bots").click()
    shown = early.locator("#bots-dialog")
    rename(shown, "first", "third")
    expect(about).to_contain_text("third plays the house bots")
    expect(other.locator(".ladder-about")).to_contain_text("third plays the house bots")
    shown.get_by_role("button", name="Delete third").click()
    expect(about).to_contain_text("second plays the house bots")
    rename(shown, "second", "third")
    expect(about).to_contain_text("third plays the house bots")
    # Another one has its name by now.
    shown.locator(".bots-bin summary").click()
    shown.get_by_role("button", name="Restore third").click()
    told = "There is a bot called “third” already: this one is third_2 now."
    expect(shown.locator(".notice", has_text=told)).to_be_visible()
    early.goto(f"{site.url}#game=tank&tab=code")
    expect(seat).to_have_text(["third v2", "third v1", "third_2 v3"])
    other.close()


def test_two_tabs_edit_two_bots_of_a_game_without_loss(early: Page, site: Site) -> None:
    begin(early, site, {"code.tank": {"name": "mine.py", "source": "# mine"}})
    kept(early, 1)
    other = early.context.new_page()
    begin(other, site)
    choose(other).get_by_role("button", name="New bot").click()
    expect(name_of(other)).to_have_value("my_bot.py")
    for number in range(3):
        for tab, text in ((early, "# one"), (other, "# two")):
            paste(tab, f"{text} {number}")
            wait_for(tab, f"JSON.parse(localStorage['sandlot.code.tank']).source === '{text} {number}'")
    wait_for(early, "localStorage['sandlot.theirs.tank'] === undefined")
    wait_until(lambda: all(row["source"].endswith(" 2") for row in kept_rows(early, "bots")))
    assert [row["source"] for row in kept(early, 2)] == ["# one 2", "# two 2"]
    for tab in (early, other):
        assert tab.locator(".notice").all_inner_texts() == [], "each tab has a bot of its own"
    # A bot that is deleted in one tab stays in the editor of the other, which offers to restore it.
    open_list(early).get_by_role("button", name="Delete my_bot").click()
    notice = other.locator(".notice", has_text="Another tab deleted my_bot; its text is still here.")
    expect(text_of(other)).to_have_text("# two 2")
    assert [row["name"] for row in kept(early, 2)] == ["mine.py", "my_bot.py"]
    notice.get_by_role("button", name="Restore my_bot").click()
    expect(notice).to_have_count(0)
    wait_until(lambda: all(row["deleted"] is None for row in kept_rows(early, "bots")))
    expect(early.locator("#bots-dialog .bots-row")).to_have_count(2)
    # The only bot of a game stays in the editor as well, and no second starter is created.
    early.locator("#bots-dialog").get_by_role("button", name="Delete mine").click()
    early.locator("#bots-dialog").get_by_role("button", name="Delete my_bot").click()
    expect(notice).to_be_visible()
    expect(text_of(other)).to_have_text("# two 2")
    assert len([row for row in kept(early, 3) if row["deleted"] is None]) == 1


def test_two_tabs_with_one_bot_continue_from_each_other(early: Page, site: Site) -> None:
    begin(early, site, {"code.tank": {"name": "mine.py", "source": "# mine\nx = 1\n"}})
    kept(early, 1)
    other = early.context.new_page()
    begin(other, site)
    expect(text_of(other)).to_contain_text("# mine")
    # A tab without changes of its own takes the text over, says so once, and its caret stays.
    text_of(other).press("ControlOrMeta+End")
    for text in ("# from the first", "# from the first, more"):
        paste(early, f"{text}\nx = 1\n")
        expect(text_of(other)).to_contain_text(text)
    said = "Another tab changed mine: its text is here now."
    expect(other.locator(".notice p")).to_have_text([said])
    other.bring_to_front()
    other.keyboard.type("y = 2")
    expect(text_of(early)).to_contain_text("# from the first, morex = 1y = 2")
    expect(early.locator(".notice p")).to_have_text([said])
    # Undo leads back, and what the other tab had made is kept.
    early.locator(".notice").get_by_role("button", name="Undo").click()
    expect(text_of(other)).not_to_contain_text("y = 2")
    assert [row["source"] for row in kept_rows(early, "versions")] == ["# from the first, more\nx = 1\ny = 2"]
    # A tab that did not hear of it has written, too: both texts are kept, and the notice shows them beside each other.
    deaf = early.context.new_page()
    deaf.add_init_script("window.BroadcastChannel = undefined")
    begin(deaf, site)
    expect(text_of(deaf)).to_contain_text("# from the first, more")
    paste(early, "# the first wrote this")
    wait_until(lambda: kept_rows(early, "bots")[0]["source"] == "# the first wrote this")
    paste(deaf, "# and the third this")
    notice = deaf.locator(".notice", has_text="Another tab had changed this bot too: its text is kept as v2.")
    notice.get_by_role("button", name="Compare").click()
    expect(deaf.locator("#compare")).to_contain_text("# the first wrote this")
    assert kept_rows(early, "bots")[0]["source"] == "# and the third this"


def test_several_dropped_bots_do_not_change_editor(page: Page, site: Site) -> None:
    begin(page, site)
    state(page, "ready")
    starter = text_of(page).inner_text()
    good = b"def move(view):\n    return [-1, -1]\n"
    files = [("good.py", good), ("my_bot.py", b"# theirs\n"), ("empty.py", b""), ("broken.py", b"x = 1\ndef move(:\n")]
    others = [("notes.txt", b"hello, this is not a bot"), ("bot.cpp", b"int main() {}\n"), ("zero.json", b"")]
    drop_all(page, [*files, *others])
    notices = page.locator(".notice")
    expect(
        notices.filter(has_text="3 bots are in your library now: good.py, my_bot_2.py, and broken.py")
    ).to_be_visible()
    # One notice lists all refused files, because nobody would read one notice for each.
    refused = (
        "4 files were not opened: empty.py is empty · notes.txt is plain text without a line of Python · "
        "bot.cpp is a program in C++, and the page plays Python · zero.json is empty"
    )
    for sentence in (
        refused,
        "2 of these bots will not play as they are: my_bot.py: has no move(view) · broken.py: line 2, SyntaxError",
    ):
        expect(notices.filter(has_text=sentence)).to_be_visible()
    for _ in range(2):
        expect(name_of(page)).to_have_value("my_bot.py")
        assert text_of(page).inner_text() == starter
        page.reload()
        expect(text_of(page)).to_be_visible()
    drop(page, "zero.json", b"")
    expect(notices).to_contain_text("zero.json is empty.")
    expect(name_of(page)).to_have_value("my_bot.py")
    bots_that_come_to_a_form_take_part(page, site, good)


def test_files_that_import_each_other_become_one_bot(page: Page, site: Site) -> None:
    begin(page, site)
    state(page, "ready")
    main = b"from lib_flood import answer\n\n\ndef move(view):\n    return answer()\n"
    library = b"def answer():\n    return [-1, -1]\n"
    drop_all(page, [("lib_flood.py", library), ("main.py", main)])
    notices = page.locator(".notice")
    expect(notices).to_contain_text("main.py and lib_flood.py are one bot, main: it begins in main.py.")
    expect(name_of(page)).to_have_value("main.zip")
    expect(page.get_by_label("Files of this bot").locator("option")).to_have_text(["main.py", "lib_flood.py"])
    # Bots that can each be asked stay bots of their own, whatever they import.
    other = b"from lib_flood import answer\n\n\nclass Bot:\n    def move(self, view):\n        return answer()\n"
    drop_all(page, [("lib_flood.py", library), ("one.py", main), ("two.py", other)])
    expect(notices.filter(has_text="2 bots are in your library now: one.zip and two.zip")).to_be_visible()
    expect(notices.filter(has_text="will not play")).to_have_count(0)
    expect(name_of(page)).to_have_value("main.zip")


def bots_that_come_to_a_form_take_part(page: Page, site: Site, good: bytes) -> None:
    """Check that files dropped or opened while the form of a contest is open are entered in it."""
    page.goto(f"{site.url}#game=tank&tab=compete&contest=tournament")
    entered = page.locator(".compete-entrants .name")
    # Until it was checked, this is said beside its name.
    expect(entered.first).to_have_text("my_bot")
    before = entered.all_inner_texts()
    drop(page, "one.py", good)
    expect(entered).to_have_text([*before, "one"])
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open bot files").click()
    theirs = good + b"# by somebody else\n"
    chooser.value.set_files([{"name": name, "mimeType": "", "buffer": theirs} for name in ("one.py", "two.py")])
    expect(entered).to_have_text([*before, "one", "one_2", "two"])
    choice = page.get_by_label("A bot to add")
    for name in ("one", "one_2", "two"):
        expect(choice.locator("option").get_by_text(name, exact=True)).to_have_count(1)
    # The choice is one that takes no part yet: the same one again is chosen by hand, and called so.
    expect(page.get_by_role("button", name="Add", exact=True)).to_be_visible()
    expect(choice.locator("option:checked")).not_to_have_text(re.compile("my_bot|one|two"))
    choice.select_option(label="two")
    page.get_by_role("button", name="Add the same bot again").click()
    expect(page.get_by_role("button", name="Add", exact=True)).to_be_visible()
    expect(entered).to_have_text([*before, "one", "one_2", "two 1", "two 2"])
    expect(page.get_by_text("Several of them have the same name: numbers tell them apart.")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    drop(page, f"{'a_very_long_name_' * 5}.py", good)
    expect(entered).to_have_count(len(before) + 5)
    broken = {
        "other.py": b"def other():\n    return 0\n",
        "syntax.py": b"def move(view)\n    return 0\n",
        "late.py": b"def move(view):\n    return 0\nreturn 1\n",
        "helped.py": b"import my_helpers\ndef move(view):\n    return 0\n",
    }
    drop_all(page, [*broken.items(), ("bot.cpp", b"int main() {}\n")])
    # Each bot that cannot play is marked in the list of entrants, however many came together.
    expect(entered.last).to_contain_text("helped")
    expect(page.locator(".entrant-doubt")).to_have_text(
        [
            "has no move(view)",
            re.compile("line 1, SyntaxError"),
            re.compile("line 3, SyntaxError"),
            "line 1 imports my_helpers, which is not here",
        ]
    )
    # They stand at the end of a long list, which has been scrolled to.
    expect(page.locator(".entrants-count")).to_contain_text("4 will not play as they are")
    expect(page.locator(".entrants-count p")).to_be_in_viewport()
    expect(page.locator(".notice", has_text="bot.cpp is a program in C++")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("These seeds").check()
    begin = page.get_by_role("button", name="Begin")
    expect(begin).to_be_disabled()
    expect(page.get_by_role("alert").get_by_text("There is no seed in the list yet.")).to_be_in_viewport()
    # Whoever presses it all the same is shown what is missing.
    begin.click(force=True)
    expect(page.get_by_label("The seeds")).to_be_focused()
    # The notice about a file disappears when its view is left.
    drop(page, "empty.py", b"")
    refused = page.locator(".notice", has_text="empty.py is empty.")
    expect(refused).to_be_visible()
    page.wait_for_timeout(1100)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site.url}#game=tank&tab=compete&contest=series")
    expect(refused).to_have_count(0)
    expect(page.get_by_label("Against", exact=True)).to_be_visible()
    drop(page, "three.py", good + b"# three\n")
    expect(page.get_by_label("Against").locator("option:checked")).to_have_text("three")
    page.goto(f"{site.url}#game=tank&tab=code")
    expect(name_of(page)).to_have_value("my_bot.py")


def test_list_of_bots_fills_its_dialog_on_a_phone(early: Page, site: Site) -> None:
    early.set_viewport_size({"width": 390, "height": 844})
    early.goto(f"{site.url}#game=tank&tab=compete&lang=zh")
    early.locator(".compete-tools button").last.click()
    dialog = early.locator("#bots-dialog")
    expect(dialog.locator(".bots-row")).to_have_count(1)
    beside = dialog.evaluate("(each) => each.clientWidth - each.querySelector('.bots-list').clientWidth")
    assert beside <= 20, "it has its padding beside it, and nothing else"
    # The close button covers nothing.
    close = box(dialog.locator(".dialog-close"))
    for each in dialog.locator("header button, h2").all():
        other = box(each)
        assert other["x"] + other["width"] <= close["x"] or other["y"] >= close["y"] + close["height"]


def test_dropped_files_become_bots_and_survive_export_and_import(page: Page, site: Site) -> None:
    begin(page, site)
    state(page, "ready")
    several = packed({"__main__.py": "import idea\n", "idea.py": "# an idea\n", "data/book.bin": b"\0\1"})
    files = [("a.py", b"# a\n"), ("b.py", b"# b\n"), ("c.zip", several)]
    drop_all(page, files)
    notice = page.locator(".notice", has_text="3 bots are in your library now: a.py, b.py, and c.zip")
    notice.get_by_role("button", name="All my bots").click()
    dialog = page.locator("#bots-dialog")
    note = dialog.get_by_label("Note on a", exact=True)
    note.fill("the first")
    note.blur()
    before = kept(page, 3)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save a as a file", exact=True).click()
    assert (download.value.suggested_filename, Path(download.value.path()).read_bytes()) == ("a.py", b"# a\n")
    dialog.get_by_label("Choose a for export", exact=True).check()
    dialog.get_by_label("Choose c for export").check()
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save 2 chosen").click()
    with zipfile.ZipFile(download.value.path()) as library:
        found = {name: library.read(name) for name in library.namelist() if name != "sandlot-bots.json"}
    assert found == {
        "tank/a.py": b"# a\n",
        "tank/c/__main__.py": b"import idea\n",
        "tank/c/idea.py": b"# an idea\n",
        "tank/c/data/book.bin": b"\0\1",
    }
    dialog.get_by_label("Choose a for export", exact=True).uncheck()
    dialog.get_by_label("Choose c for export").uncheck()
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save all").click()
    data = Path(download.value.path()).read_bytes()
    page.keyboard.press("Escape")
    close_notices(page)
    drop(page, "sandlot-bots.zip", data)
    expect(page.locator(".notice")).to_contain_text("bots were there already")
    # Importing into an empty browser restores the same library.
    page.goto(f"{site.url}licences.txt")
    page.evaluate(FORGET)
    begin(page, site)
    state(page, "ready")
    drop(page, "sandlot-bots.zip", data)
    expect(page.locator(".notice")).to_contain_text("in your library now")
    facts = ("game", "name", "source", "files", "note", "created")
    after = kept(page, len(before))
    assert [[row.get(fact) for fact in facts] for row in after] == [[row.get(fact) for fact in facts] for row in before]


#: Count the + and − signs, one before each changed line.
SIGNS = """(parts) =>
  parts.filter((each) => /[+−]/.test(getComputedStyle(each, '::before').content)).length"""
MANY = 70
# Store `count` versions of one bot, which differ in one line.
VERSIONS = """async (db, count) => {
  const change = db.transaction('versions', 'readwrite');
  const store = change.objectStore('versions');
  const first = await new Promise((resolve) => {
    store.get(['tank', 1]).onsuccess = ({ target }) => resolve(target.result);
  });
  for (let number = 2; number <= count; number += 1) {
    const label = number % 7 ? '' : `A version with a rather long name, number ${number}`;
    const time = first.time + 60_000 * number;
    store.put({ ...first, number, nth: number, label, source: `x = 1\ny = ${number}\n`, time });
  }
  await new Promise((resolve) => { change.oncomplete = resolve; });
}"""


def test_any_two_of_many_versions_can_be_compared(early: Page, site: Site) -> None:
    begin(
        early,
        site,
        {"code.tank": {"name": "a.py", "source": "x = 1\n"}, "theirs.tank": {"name": "a.py", "source": "y"}},
    )
    expect(early.locator(".version")).to_be_visible()
    early.evaluate(within(VERSIONS), MANY)
    early.reload()
    early.locator(".version").click()
    early.get_by_role("button", name=re.compile(r"^Compare v1\b")).click()
    dialog = early.locator("#compare")
    expect(dialog).to_be_visible()
    before, after = (dialog.get_by_label(label, exact=True) for label in ("Before", "After"))
    for choice, number in ((before, 3), (after, 63)):
        said = choice.locator("option").all_inner_texts()
        assert len(said) >= MANY
        choice.select_option(label=next(each for each in said if re.match(rf"v{number}\b", each)))
    expect(dialog).to_contain_text("1 line added. 1 line removed.")
    expect(dialog.locator(".cm-content").first).to_contain_text("y = 3")
    expect(dialog.locator(".cm-content").last).to_contain_text("y = 63")
    assert dialog.evaluate("(each) => each.scrollWidth <= each.clientWidth")


@pytest.mark.parametrize(("width", "editors"), [(1440, 2), (390, 1)])
def test_version_is_compared_with_the_current_text(
    early_page: Callable[..., Page], site: Site, width: int, editors: int
) -> None:
    page = early_page(width=width, height=844)
    theirs = {"name": "a.py", "source": "x = 1\ny = 2\n"}
    page.goto(f"{site.url}licences.txt")
    mine = {"name": "a.py", "source": "x = 1\ny = 3\nz = 4\n"}
    for key, value in (("code.tank", mine), ("theirs.tank", theirs)):
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [f"sandlot.{key}", json.dumps(value)])
    page.goto(f"{site.url}#game=tank&tab=code")
    if width < 1000:
        page.get_by_role("tab", name="Code").click()
    page.locator(".version").click()
    page.get_by_role("button", name="Compare v1").click()
    dialog = page.locator("#compare")
    expect(dialog).to_contain_text("2 lines added. 1 line removed.")
    expect(dialog.locator(".cm-content")).to_have_count(editors)
    expect(dialog.locator(".cm-changedLine")).to_have_count(3 if editors == 2 else 2)
    assert dialog.locator(".cm-editor *").evaluate_all(SIGNS) == 3
    page.evaluate(AXE)
    assert findings(page) == []
    dialog.get_by_role("button", name="Restore v1").click()
    expect(text_of(page)).to_contain_text("y = 2")
    # The text is that version again, and not the newest one, edited.
    expect(page.locator(".version")).to_have_text("v1")


@pytest.mark.parametrize("width", [1440, 390])
def test_library_of_300_bots_is_searchable_and_passes_axe(
    early_page: Callable[..., Page], site: Site, width: int
) -> None:
    page = early_page(width=width, height=844)
    page.goto(f"{site.url}licences.txt")
    bot = {"game": "tank", "note": "", "created": 1, "rev": 1, "deleted": None, "source": "# a line\n" * 1000}
    put_rows(page, {"bots": [{**bot, "id": 5 * 10**9 + k, "changed": k, "name": f"bot_{k}.py"} for k in range(300)]})
    page.goto(f"{site.url}#game=tank&tab=code")
    if width < 1000:
        page.get_by_role("tab", name="Code").click()
    expect(name_of(page)).to_have_value("bot_299.py")
    page.evaluate(AXE)
    chooser = choose(page)
    assert findings(page) == []
    chooser.get_by_label("Find a bot").fill("bot_17")
    expect(chooser.locator("li")).to_have_count(11)
    chooser.get_by_role("button", name="All my bots").click()
    dialog = page.locator("#bots-dialog")
    expect(dialog.locator(".bots-row")).to_have_count(100)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dialog.get_by_label("Find a bot").fill("bot_299")
    dialog.get_by_role("button", name="Rename bot_299").click()
    page.keyboard.type("best")
    page.keyboard.press("Enter")
    expect(name_of(page)).to_have_value("best.py")


SAVE = """async (text) => {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle('outside.py', { create: true });
  const file = await handle.createWritable();
  await file.write(text);
  await file.close();
  window.showOpenFilePicker = async () => [handle];
}"""


def test_changes_of_file_on_disk_are_followed(early: Page, site: Site) -> None:
    """The origin private file system supplies handles of the same type as the browser's file dialog."""
    begin(early, site, {"code.tank": {"name": "mine.py", "source": "# mine"}})
    early.evaluate(SAVE, "# one\n")
    choose(early).get_by_role("button", name="Follow a file").click()
    expect(name_of(early)).to_have_value("outside.py")
    early.keyboard.press("Escape")
    early.evaluate(SAVE, "# two\n")
    expect(text_of(early)).to_contain_text("# two")
    paste(early, "# written here")
    early.evaluate(SAVE, "# three\n")
    expect(text_of(early)).to_contain_text("# three")
    expect(early.locator(".notice", has_text="is kept as v1")).to_be_visible()
    early.reload()
    early.evaluate(SAVE, "# four\n")
    expect(text_of(early)).to_contain_text("# four")
    early.get_by_role("button", name="this one follows outside.py").click()
    early.get_by_role("button", name="Stop following").click()
    expect(early.get_by_role("button", name="Follow a file")).to_be_visible()
    assert [row["name"] for row in kept(early, 2)] == ["mine.py", "outside.py"]


def test_browser_without_file_handles_says_so(early: Page, site: Site) -> None:
    early.add_init_script("delete window.showOpenFilePicker; delete window.showDirectoryPicker")
    begin(early, site)
    follow = choose(early).locator(".my-bots-follow")
    expect(follow).to_have_text(re.compile("^This browser cannot follow a file on disk"))
    expect(follow.get_by_role("button")).to_have_count(0)
