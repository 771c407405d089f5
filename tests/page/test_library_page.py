"""The library of replays: every match is stored automatically, and users search, rename, star and remove rows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from conftest import wait_for, wait_until
from database import kept_rows
from matches import played
from pages import (
    AXE,
    asked,
    drop,
    drop_all,
    findings,
    pass_turns,
    paste,
    play_out,
    resign,
    run,
    state,
    take_seats,
    titled,
)
from playwright.sync_api import Locator, Page, expect
from sandlot.games import GAMES
from sandlot.links import link
from sandlot.match.parts import Player, Setup
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads

SLOW = "import time\ndef move(view):\n    time.sleep(0.4)\n    return [-1, -1]\n"
ROW = ".library-row"
PAIR = (Player("a", "code"), Player("b", "code"))


def library(page: Page) -> Locator:
    """Open the Replays tab and return its rows."""
    page.locator(".views a", has_text="Replays").click()
    expect(page.locator("html")).to_have_attribute("data-view", "replays")
    return page.locator(ROW)


def seconds(clock: Locator) -> float:
    """Read a clock."""
    return float(clock.inner_text().split()[0])


def visit(page: Page, site: Any, game: str = "snake") -> None:
    page.goto(f"{site.url}#game={game}&tab=code")
    state(page, "ready")


def play_house(page: Page, *bots: str, seed: int = 1) -> str:
    take_seats(page, *bots)
    return play_out(page, seed)


def run_slowly(page: Page) -> None:
    """Start a slow match of Tank on a seed that takes many turns; on others it may be over in three."""
    paste(page, SLOW)
    take_seats(page, "my_bot.py", "random")
    page.locator("#seed").fill("1")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_test_id("turn")).to_have_text(re.compile(r"^[2-9]/"))


def test_empty_library_explains_itself_and_links_to_play(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#tab=replays")
    expect(page.locator(".library-empty")).to_contain_text("Every match you play or run is kept here")
    page.locator(".library-empty").get_by_role("link").click()
    expect(page.locator("html")).to_have_attribute("data-view", "play")


def test_bot_that_fails_to_load_is_reported_once_without_replay(page: Page, site: Any) -> None:
    visit(page, site)
    assert "my_bot could not be started" in run(page, "def move(view:\n    return 0\n", "hugger")
    faults = page.get_by_test_id("console").locator(".fault")
    expect(page.get_by_test_id("turn")).to_have_text("1/1")
    expect(faults).to_have_count(1)
    page.keyboard.press("Home")
    expect(page.get_by_test_id("turn")).to_have_text("0/1")
    expect(faults).to_have_count(1)
    expect(faults).to_contain_text("SyntaxError")
    # A match that a bot loses by its first move is one to look at.
    assert "crashed on turn 1" in run(page, "def move(view):\n    1 / 0\n", "hugger")
    expect(library(page)).to_have_count(1)
    expect(page.locator(ROW)).to_contain_text("my_bot crashed on turn 1")


def test_finished_match_is_stored_and_reload_keeps_the_turn(page: Page, site: Any) -> None:
    visit(page, site, "tank")
    verdict = play_house(page, "hunter", "random", seed=4)
    rows = library(page)
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Tank")
    expect(rows.locator(".who")).to_have_text(["hunter", "random"])
    expect(rows.locator(".library-result")).to_have_text(verdict)
    page.reload()
    rows.get_by_role("button", name=re.compile("Watch.*hunter.*random")).click()
    titled(page, "A replay")
    expect(page.get_by_test_id("verdict")).to_have_text(verdict)
    # Watching a replay does not store it again.
    expect(library(page)).to_have_count(1)
    rows.get_by_role("button", name=re.compile("Watch")).click()
    titled(page, "A replay")
    page.locator("#turn").fill("3")
    expect(page.get_by_test_id("turn")).to_have_text(re.compile("^3/"))
    page.reload()
    titled(page, "A replay")
    expect(page.get_by_test_id("turn")).to_have_text(re.compile("^3/"))
    expect(page.locator(".players")).to_contain_text("random")


def test_stopped_match_is_stored(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=tank&tab=code&seats=hunter,me&seed=1")
    state(page, "ready")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".players")).to_contain_text("thinking")
    page.get_by_role("button", name="Stop").click()
    state(page, "ready")
    # No turn was played, so nothing is stored.
    expect(library(page)).to_have_count(0)
    page.locator(".views a", has_text="Code").click()
    run_slowly(page)
    page.get_by_role("button", name="Stop").click()
    state(page, "ready")
    rows = library(page)
    expect(rows).to_have_count(1)
    expect(rows.locator(".library-result")).to_have_text("Stopped before the end")


def test_match_by_hand_survives_reload_and_continues(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=generals&tab=play&seats=me,random&seed=1")
    state(page, "ready")
    page.locator("#run").click()
    hand = page.get_by_test_id("hand")
    pass_turns(page, 2)
    # The page stores the match about a second after a move. Wait for three stores, so that the last has three turns.
    for _ in range(3):
        page.evaluate("sessionStorage.removeItem('sandlot.unfinished')")
        pass_turns(page, 1)
        wait_for(page, "sessionStorage.getItem('sandlot.unfinished')")
    hand.locator("[data-control=pace]").click()
    page.reload()
    # It is continued by hand with the same players, and stays one match in the library. Its rounds wait for a press.
    state(page, "running")
    expect(hand).to_have_attribute("data-state", "asked")
    assert int(page.locator("#turn").get_attribute("max") or 0) >= 3
    expect(page.locator(".notice")).to_have_count(0)
    expect(hand).to_contain_text("Paused.")
    before = page.get_by_test_id("turn").inner_text()
    page.locator("[data-tool=pause]", has_text="Go on").click()
    expect(page.get_by_test_id("turn")).not_to_have_text(before)
    page.get_by_role("button", name="Stop").click()
    rows = library(page)
    expect(rows).to_have_count(1)
    page.reload()
    state(page, "ready")
    expect(rows).to_have_count(1)
    expect(page.locator(".notice")).to_have_count(0)


def test_match_on_the_clock_waits_after_reload_with_the_time_it_had(page: Page, site: Any) -> None:
    clock = "&clock.first=100&clock.move=100&clock.bank=600000"
    page.goto(f"{site.url}#game=tank&tab=play&seats=me,random&seed=1{clock}")
    state(page, "ready")
    page.get_by_role("button", name="Match settings").click()
    page.get_by_label("Clock for humans, too").check()
    page.keyboard.press("Escape")
    page.locator("#run").click()
    asked(page, 0)
    time = page.locator(".hand-clock")
    expect(time).to_have_text(re.compile(r"^59[0-7] s$"))
    for key in (".", "."):
        page.keyboard.press(key)
    asked(page, 1)
    wait_for(page, "sessionStorage.getItem('sandlot.unfinished')")
    pause = page.locator("[data-tool=pause]")
    expect(pause).to_be_disabled()
    left = seconds(time)
    assert left < 599
    page.reload()
    asked(page, 1)
    expect(page.get_by_test_id("hand")).to_contain_text("Paused.")
    # What was spent on the turns before stays spent, and while the match waits no more is.
    stands = time.inner_text()
    assert left <= seconds(time) < 599
    page.wait_for_timeout(1500)
    assert time.inner_text() == stands
    pause.filter(has_text="Go on").click()
    expect(time).not_to_have_text(stands)
    expect(pause).to_be_disabled()
    for key in (".", "."):
        page.keyboard.press(key)
    asked(page, 2)
    expect(page.get_by_test_id("hand")).not_to_contain_text("Paused.")
    # Whoever comes back from another match finds it waiting, too.
    library(page).first.locator(".library-open").click()
    titled(page, "A replay")
    page.locator(".waiting-match").get_by_role("button", name="Back to playing").click()
    asked(page, 2)
    expect(page.get_by_test_id("hand")).to_contain_text("Paused.")


def test_moves_taken_back_stay_so_after_reload(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=tank&tab=play&seats=me,random&seed=1")
    state(page, "ready")
    page.locator("#run").click()
    asked(page, 0)
    page.keyboard.press("h")
    for turn in (1, 2):
        page.keyboard.press(".")
        page.keyboard.press(".")
        asked(page, turn)
    page.wait_for_timeout(1500)  # A store of the turns before may still be under way.
    page.evaluate("sessionStorage.removeItem('sandlot.unfinished')")
    page.locator("[data-tool=back]").click()
    asked(page, 1)
    wait_for(page, "sessionStorage.getItem('sandlot.unfinished')")
    page.reload()
    asked(page, 1)
    # Whoever had hints still has them.
    expect(page.locator(".hand-hint")).to_contain_text("would play")
    expect(page.locator("#turn")).to_have_attribute("max", "1")
    # Nothing is left to go on with once all moves are taken back.
    page.locator("[data-tool=back]").click()
    asked(page, 0)
    wait_for(page, "!sessionStorage.getItem('sandlot.unfinished')")
    page.reload()
    state(page, "ready")


def test_matches_by_hand_of_each_game_go_on_after_reload(page: Page, site: Any) -> None:
    """Whichever was played last; and one that was stopped goes on from the list of replays."""
    for game, rival in (("snake", "hugger"), ("tank", "random")):
        page.goto(f"{site.url}#game={game}&tab=play&seats=me,{rival}&seed=1")
        state(page, "ready")
        page.locator("#run").click()
        asked(page, 0)
        for key in ["ArrowUp"] if game == "snake" else [".", "."]:
            page.keyboard.press(key)
        asked(page, 1)
        wait_for(page, f"sessionStorage.getItem('sandlot.unfinished')?.includes('{game}')")
    page.reload()
    asked(page, 1)
    expect(page.locator(".players")).to_contain_text("random")
    page.get_by_role("link", name="Snake", exact=True).click()
    asked(page, 1)
    expect(page.locator(".players")).to_contain_text("hugger")
    page.locator("#stop").click()
    # That it was stopped is stored a moment later.
    unfinished = "JSON.parse(sessionStorage.getItem('sandlot.unfinished'))"
    wait_for(page, f"{unfinished}.every(({{ spec, waits }}) => spec.game !== 'snake' || !waits)")
    # A reload does not begin it again.
    page.reload()
    state(page, "ready")
    expect(page.get_by_test_id("hand")).not_to_have_attribute("data-state", "asked")
    rows = library(page)
    expect(rows.get_by_role("button", name="Continue")).to_have_count(2)
    rows.filter(has_text="hugger").get_by_role("button", name="Continue").click()
    asked(page, 1)
    expect(page.locator(".players")).to_contain_text("hugger")
    resign(page)
    rows = library(page)
    # What has its end goes on no more.
    expect(rows).to_have_count(2)
    expect(rows.get_by_role("button", name="Continue")).to_have_count(1)


def test_opened_replay_wins_over_a_match_that_waits(page: Page, site: Any) -> None:
    """The match is offered below the seats, where it takes nothing from the board, until it is set aside."""
    page.goto(f"{site.url}#game=generals&tab=play&seats=me,random&seed=1")
    state(page, "ready")
    page.locator("#run").click()
    pass_turns(page, 1)
    wait_for(page, "sessionStorage.getItem('sandlot.unfinished')")
    board = page.locator(".board-frame")
    before = board.bounding_box()
    library(page).first.locator(".library-open").click()
    titled(page, "A replay")
    row = page.locator(".waiting-match")
    expect(row).to_contain_text("Your match waits: Generals against random")
    assert board.bounding_box() == before
    page.reload()
    titled(page, "A replay")
    row.get_by_role("button", name="Back to playing").click()
    expect(page.get_by_test_id("hand")).to_have_attribute("data-state", "asked")
    expect(row).to_have_count(0)
    library(page).first.locator(".library-open").click()
    row.get_by_role("button", name="Set it aside").click()
    expect(row).to_have_count(0)
    page.reload()
    titled(page, "A replay")
    expect(row).to_have_count(0)
    expect(library(page).get_by_role("button", name="Continue")).to_have_count(1)


def test_rounds_wait_while_one_is_asked_whether_to_resign(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=generals&tab=play&seats=me,random&seed=1")
    state(page, "ready")
    page.locator("#run").click()
    expect(page.get_by_test_id("hand")).to_have_attribute("data-state", "asked")
    page.get_by_test_id("hand").locator("[data-control=pace]").click()
    page.locator("[data-tool=resign]").click()
    expect(page.locator("[data-tool=pause]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("[data-tool=pause]")).to_have_attribute("aria-pressed", "false")


def test_replay_is_renamed_saved_removed_and_restored(page: Page, site: Any, tmp_path: Path) -> None:
    visit(page, site)
    play_house(page, "cautious", "cautious", seed=2)
    rows = library(page)
    rows.get_by_role("button", name="Rename").click()
    page.get_by_label("Name of this replay").fill("<b>the best</b>")
    page.keyboard.press("Enter")
    expect(rows.locator(".library-name")).to_have_text("<b>the best</b>")
    page.reload()
    expect(rows.locator(".library-name")).to_have_text("<b>the best</b>")
    assert rows.locator("b").count() == 0
    # The name is also shown while it is watched.
    rows.locator(".library-open").click()
    expect(page.locator(".players-name")).to_have_text("<b>the best</b>")
    library(page)
    with page.expect_download() as download:
        rows.get_by_role("button", name="Save").click()
    download.value.save_as(tmp_path / "saved.json")
    assert download.value.suggested_filename.endswith(".json")
    assert verify(loads((tmp_path / "saved.json").read_text(encoding="utf-8"))) is None
    rows.get_by_role("button", name="Remove").click()
    expect(rows).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(rows.locator(".library-name")).to_have_text("<b>the best</b>")
    rows.get_by_role("button", name="Remove").click()
    expect(rows).to_have_count(0)
    page.reload()
    expect(page.locator(".library-empty")).to_be_visible()


def test_focus_is_kept_when_rows_change_or_disappear(page: Page, site: Any) -> None:
    visit(page, site)
    for seed in (2, 3, 4):
        play_house(page, "cautious", "cautious", seed=seed)
    rows = library(page)
    expect(rows).to_have_count(3)

    def control(row: int, name: str) -> Locator:
        return rows.nth(row).get_by_role("button", name=re.compile(name))

    for pressed in ("true", "false", "true"):
        control(1, "^Star").press("Enter")
        expect(control(1, "^Star")).to_have_attribute("aria-pressed", pressed)
        expect(control(1, "^Star")).to_be_focused()
    for key, name in (("Escape", "cautious"), ("Enter", "the third")):
        control(2, "^Rename").press("Enter")
        field = page.get_by_label("Name of this replay")
        expect(field).to_be_focused()
        field.fill("the third")
        page.keyboard.press(key)
        expect(rows.nth(2).locator(".library-open")).to_contain_text(name)
        expect(rows.nth(2).locator(".library-open")).to_be_focused()
    starred = page.get_by_role("button", name="Only those with a star")
    starred.press("Enter")
    expect(rows).to_have_count(1)
    expect(starred).to_be_focused()
    control(0, "^Star").press("Enter")
    expect(rows).to_have_count(0)
    expect(page.get_by_role("heading", name="Replays", level=2)).to_be_focused()
    page.get_by_role("button", name="Show all").press("Enter")
    expect(page.locator(".library-filters").get_by_role("searchbox")).to_be_focused()
    expect(rows).to_have_count(3)
    # After removing the first row the focus goes to the next row, and after removing the last one to the row before.
    for left, row in ((2, 0), (1, 1)):
        control(row, "^Remove").press("Enter")
        expect(rows).to_have_count(left)
        expect(control(0, "^Remove")).to_be_focused()
    rows.get_by_role("checkbox").press("Space")
    page.locator(".library-selection").get_by_role("button", name="Select none").press("Enter")
    expect(page.get_by_role("heading", name="Replays", level=2)).to_be_focused()


def test_name_can_be_typed_while_list_changes(page: Page, site: Any) -> None:
    visit(page, site, "tank")
    play_house(page, "random", "hunter", seed=2)
    run_slowly(page)
    rows = library(page)
    rows.get_by_role("button", name="Rename").click()
    field = page.get_by_label("Name of this replay")
    field.fill("the be")
    page.evaluate("document.querySelector('#stop').click()")
    state(page, "ready")
    wait_until(lambda: len(kept_rows(page, "replays")) == 2)
    expect(rows).to_have_count(2)
    expect(field).to_be_focused()
    expect(field).to_have_value("the be")
    page.keyboard.press("End")
    page.keyboard.type("st")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(2)
    expect(rows.locator(".library-name")).to_have_text("the best")
    # Leaving the field saves the name.
    rows.get_by_role("button", name="Rename the best").click()
    field.fill("the worst")
    page.evaluate("location.hash = 'game=tank&tab=replays'")
    expect(page.locator(".library-games a", has_text="Tank")).to_have_attribute("aria-current", "true")
    expect(rows).to_have_count(2)
    expect(rows.locator(".library-name")).to_have_text("the worst")


def test_files_are_added_by_button_and_drop(page: Page, site: Any, tmp_path: Path) -> None:
    visit(page, site)
    play_house(page, "cautious", "cautious", seed=3)
    rows = library(page)
    with page.expect_download() as download:
        rows.get_by_role("button", name="Save").click()
    path = tmp_path / "a friend's.json"
    download.value.save_as(path)
    rows.get_by_role("button", name="Remove").click()
    expect(rows).to_have_count(0)
    with page.expect_file_chooser() as chooser:
        page.locator(".replays").get_by_role("button", name="Open a file").click()
    chooser.value.set_files(path)
    titled(page, "A replay")
    expect(library(page).locator(".library-name")).to_have_text("a friend's")
    drop(page, "another.json", path.read_text(encoding="utf-8").replace('"seed":3', '"seed": 3'))
    titled(page, "A replay")
    expect(library(page)).to_have_count(2)
    drop(page, "broken.json", '{"format":')
    expect(page.locator(".notices")).to_contain_text("broken.json cannot be opened")
    expect(library(page)).to_have_count(2)
    # Of several files dropped together, all valid ones are stored, whatever is wrong with the others.
    text = path.read_text(encoding="utf-8")
    several = [(f"{k}.json", text.replace('"seed":3', f'"seed":{" " * k}3').encode()) for k in (2, 3, 4)]
    drop_all(page, [*several[:1], ("wrong.json", b'{"format":'), *several[1:]])
    titled(page, "A replay")
    expect(page.locator(".notices")).to_contain_text("wrong.json cannot be opened")
    expect(library(page)).to_have_count(5)
    expect(rows.locator(".library-name").filter(has_text=re.compile("^[234]$"))).to_have_count(3)


def test_match_from_a_link_is_marked_and_listed_once(page: Page, site: Any, tmp_path: Path) -> None:
    visit(page, site)
    play_house(page, "cautious", "cautious", seed=3)
    rows = library(page)
    rows.locator(".library-star").click()
    with page.expect_download() as download:
        rows.get_by_role("button", name="Save").click()
    download.value.save_as(tmp_path / "played.json")
    own = loads((tmp_path / "played.json").read_text(encoding="utf-8"))
    other = played(Setup(GAMES["snake"], PAIR, 2))
    for replay, end in ((own, ""), (own, "&t=3"), (other, ""), (other, "&t=3")):
        page.goto(site.url + link(replay) + end)
        titled(page, "A replay")
    expect(library(page)).to_have_count(2)
    linked = rows.filter(has_text="From a link")
    expect(linked).to_have_count(1)
    expect(linked.locator(".library-star")).to_have_attribute("aria-pressed", "false")
    expect(rows.locator(".library-star[aria-pressed=true]")).to_have_count(1)
    # Watching it leaves it what it is.
    linked.locator(".library-open").click()
    titled(page, "A replay")
    expect(library(page)).to_have_count(2)
    expect(linked).to_have_count(1)
    page.locator(".library-filters").get_by_role("searchbox").fill("from a link")
    expect(rows).to_have_count(1)


def test_list_is_filtered_searched_starred_and_removed(page: Page, site: Any) -> None:
    for game, bots in (("snake", ("cautious", "cautious")), ("tank", ("random", "hunter"))):
        visit(page, site, game)
        play_house(page, *bots)
    expect(library(page)).to_have_count(2)
    page.locator(".games a", has_text="Tank").click()
    expect(page.locator(ROW)).to_have_count(1)
    expect(page.locator(ROW)).to_contain_text("hunter")
    page.locator(".games a", has_text="Planes").click()
    expect(page.locator(".library-empty")).to_be_visible()
    page.locator(".library-games a", has_text="All").click()
    rows = page.locator(ROW)
    expect(rows).to_have_count(2)
    # Each row has a picture of the last position.
    expect(rows.locator("img.library-picture")).to_have_count(2)
    # Search, filters and stars.
    search = page.locator(".library-filters").get_by_role("searchbox")
    search.fill("CAUTIOUS")
    expect(rows).to_have_count(1)
    search.fill("nobody")
    expect(page.locator(".library-empty")).to_contain_text("No replay matches the search.")
    page.get_by_role("button", name="Show all").click()
    expect(rows).to_have_count(2)
    page.get_by_label("Which bot").select_option("hunter")
    expect(rows).to_have_count(1)
    rows.locator(".library-star").click()
    page.get_by_label("Which bot").select_option("")
    page.get_by_role("button", name="Only those with a star").click()
    expect(rows).to_have_count(1)
    page.reload()
    expect(rows).to_have_count(2)
    expect(rows.locator(".library-star[aria-pressed=true]")).to_have_count(1)
    # Removing several rows at once, and undoing that.
    for box in rows.get_by_role("checkbox").all():
        box.check()
    expect(page.locator(".library-selection")).to_contain_text("2 replays")
    page.evaluate(AXE)
    assert findings(page) == []
    page.locator(".library-selection").get_by_role("button", name="Remove").click()
    expect(rows).to_have_count(0)
    page.locator(".notice", has_text="2 replays were removed").get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(2)
    expect(rows.locator(".library-star[aria-pressed=true]")).to_have_count(1)


def test_list_without_storage_lasts_as_long_as_page(page: Page, site: Any) -> None:
    page.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };")
    visit(page, site)
    play_house(page, "cautious", "cautious")
    notices = page.locator(".notices")
    expect(notices).to_contain_text("does not let the page keep replays")
    for close in reversed(notices.get_by_role("button", name="Close", exact=True).all()):
        close.click()
    rows = library(page)
    expect(rows).to_have_count(1)
    rows.get_by_role("button", name="Watch").click()
    titled(page, "A replay")
