"""The page in a real browser: foreign bots pasted into the editor, and everyday use of the page.

Most tests share one page and play one match after another, as users do; no match may depend on the one before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import engine
import pytest
from conftest import SNAPSHOT_KEPT, Problems, altered, wait_for, wait_until
from pages import open_file, open_game, paste, press, replay_of, run, set_options, settle, state
from playwright.sync_api import BrowserContext, Page, expect
from sandlot.match.replay import verify
from sandlot.match.replay_file import dumps, loads
from sandlot.page import Driver
from strangers import BOTZONE, BOTZONE_RESTART, MODULE, STAYS

# Working bots


@pytest.mark.parametrize(
    ("code", "seat"),
    [
        pytest.param(BOTZONE, 1, id="1-keep-running", marks=pytest.mark.smoke),
        pytest.param(BOTZONE, 2, id="2-keep-running"),
        pytest.param(BOTZONE_RESTART, 1, id="1-restart"),
        pytest.param(BOTZONE_RESTART, 2, id="2-restart"),
    ],
)
def test_botzone_program_plays_whole_match_against_hunter(arena: Page, tmp_path: Path, code: str, seat: int) -> None:
    verdict = run(arena, code, "hunter", seat)
    assert re.search(r"^(hunter|my_bot) wins: (hunter|my_bot) lost|^Draw: ", verdict), verdict
    replay = json.loads(replay_of(arena, tmp_path))
    mine = [answer for turn in replay["turns"] for answer in turn if answer["player"] == seat - 1]
    assert mine[0]["reply"] == "program"
    assert len(mine) == replay["result"]["turns"] + 1
    assert all(bool(answer.get("running")) is (code is BOTZONE) for answer in mine[1:])
    assert verify(loads(json.dumps(replay))) is None


@pytest.mark.smoke
def test_module_bot_plays_and_prints_are_shown_per_turn(arena: Page) -> None:
    assert "my_bot" in run(arena, MODULE)
    console = arena.get_by_test_id("console")
    arena.get_by_role("button", name="First turn").click()
    expect(console).to_contain_text("playing tank as 0")
    arena.get_by_role("button", name="One turn forward").click()
    expect(console).to_contain_text("turn 1")
    expect(arena.get_by_test_id("orders")).to_contain_text(re.compile("move|shoot|stay"))


def test_bot_may_simulate_with_the_rules(arena: Page, tmp_path: Path) -> None:
    code = """
from sandlot.games import tank

def move(view):
    state = tank.from_view(view)
    after = tank.game.step(state, {0: [-1, -1], 1: [-1, -1]})
    assert after.turn == view["turn"] + 1
    return [orders[-1] for orders in tank.legal_orders(state, view["player"])]
"""
    run(arena, code, "hunter")
    first = json.loads(replay_of(arena, tmp_path))["turns"][1][0]
    assert "fault" not in first


def test_same_seed_gives_same_match(arena: Page, tmp_path: Path) -> None:
    turns = []
    for seed in (6, 6, 1):
        run(arena, MODULE, "random", seed=seed)
        replay = json.loads(replay_of(arena, tmp_path))
        turns.append([[answer["reply"] for answer in turn] for turn in replay["turns"]])
    assert turns[0] == turns[1] != turns[2]


@pytest.mark.smoke
def test_cpython_and_page_write_identical_replays(arena: Page, tmp_path: Path) -> None:
    run(arena, BOTZONE, "hunter", seed=3)
    text = replay_of(arena, tmp_path)
    assert dumps(loads(text)) == text
    replay = json.loads(text)
    names = ("players", "game", "seed", "options", "clock", "memories")
    driver = Driver(json.dumps({name: replay[name] for name in names}))
    driver.replay.setup = loads(text).setup
    answers = iter(answer for turn in replay["turns"] for answer in turn)
    again, _ = engine.played(driver, lambda request: engine.replied_again(next(answers)))
    assert again == text


# Failing bots


@pytest.mark.parametrize(
    ("code", "verdict", "console"),
    [
        pytest.param(
            "def move(view):\n    print('thinking')\n    while True: pass",
            "my_bot took longer than 2,000 ms on turn 1",
            "thinking",
            id="endless move",
        ),
        pytest.param(
            "input()\nprint('half an ans')\nwhile True: pass",
            "my_bot took longer than 2,000 ms on turn 1",
            "half an ans",
            id="endless program",
        ),
        pytest.param("def move(view:\n    pass", "my_bot could not be started: SyntaxError", "line 1", id="syntax"),
        pytest.param("def move(view):\n    1 / 0", "crashed on turn 1: ZeroDivisionError", "in move", id="error"),
        pytest.param("exit()", "my_bot came to its end without reading any input", "", id="exit at import"),
        pytest.param("def move(view): exit()", "my_bot crashed on turn 1: SystemExit", "", id="exit in a move"),
        pytest.param("input()\nprint('up, please')", "my_bot answered “up, please", "", id="no json"),
        pytest.param("def move(view): return 'x'", "my_bot answered 'x' on turn 1", "", id="no orders"),
        pytest.param("def move(view): return object()", "my_bot returned “<object object at", "", id="no value"),
    ],
)  # fmt: skip
def test_failing_bot_loses_with_a_reason(arena: Page, code: str, verdict: str, console: str) -> None:
    """Check what users see. The attacks of test_sandbox.py cover all ways to fail."""
    hurried = "2,000 ms on turn" in verdict
    if hurried:
        set_options(arena, {"First move, ms": "2000"})
    text = run(arena, code)
    if hurried:
        set_options(arena, {})
    assert text.startswith("random wins: ")
    assert verdict in text
    expect(arena.get_by_test_id("console")).to_contain_text(console)
    if hurried:
        # The page looks for the slow line. A loop on a single line may leave nothing to count.
        told = re.compile("“Ask again” on that turn shows which line took the time|it did not get beyond this line")
        expect(arena.locator(".problems")).to_contain_text(told)
    assert "sandlot" not in arena.get_by_test_id("console").inner_text()


def test_recursion_inside_built_in_code_is_explained(arena: Page) -> None:
    code = """
def move(view):
    chain = iter([1])
    for _ in range(10_000):
        chain = filter(None, chain)
    list(chain)
"""
    assert "my_bot recursed deeper than Python can here" in run(arena, code)


def test_ten_megabytes_of_prints_are_cut(arena: Page) -> None:
    code = """
def move(view):
    if view["turn"] == 1:
        for _ in range(1000):
            print("x" * 9999)
    return [-1, -1]
"""
    assert "my_bot" in run(arena, code, "hunter")
    press(arena, "Home", "ArrowRight")
    console = arena.get_by_test_id("console")
    expect(console).to_contain_text("more characters")
    assert len(console.inner_text()) < 100_000
    # Every character is either shown or counted as missing.
    console.get_by_role("button", name="more characters").click()
    missing = console.locator("article p.nothing", has_text="more characters")
    left = int(re.sub(r"\D", "", missing.inner_text()))
    shown = "".join(console.locator("article").first.locator("pre.out").all_text_contents())
    assert 10_000_000 - 1 <= len(shown) + left <= 10_000_000


def test_error_is_marked_at_its_line_until_fixed(arena: Page) -> None:
    run(arena, "def move(view):\n    x = 1\n    return y\n")
    expect(arena.locator(".cm-lintRange-error, .cm-lint-marker-error").first).to_be_visible()
    expect(arena.locator(".problems")).to_contain_text("NameError")
    expect(arena.locator(".problems")).to_contain_text("3")
    run(arena, STAYS, seed=2)
    expect(arena.locator(".cm-lintRange-error, .cm-lint-marker-error")).to_have_count(0)


def test_line_that_returned_wrong_move_is_marked(arena: Page) -> None:
    run(arena, 'def move(view):\n    if not view:\n        return [0, 0]\n    return "left"\n')
    problem = arena.locator(".problems button")
    expect(problem.locator(".where")).to_have_text("Line 4")
    expect(arena.locator(".cm-lintRange-error")).to_have_text('return "left"')
    arena.locator(".cm-line").first.click()
    problem.click()
    expect(arena.locator(".cm-activeLine")).to_have_text('    return "left"', use_inner_text=True)
    run(arena, STAYS, seed=2)
    expect(arena.locator(".cm-lintRange-error, .cm-lint-marker-error")).to_have_count(0)


def test_match_is_drawn_when_both_bots_fail(arena: Page) -> None:
    paste(arena, "def move(view): return [9, 9]")
    for seat in ("Seat 1", "Seat 2"):
        arena.get_by_label(seat).select_option("code")
    arena.get_by_role("button", name="Run", exact=True).click()
    expect(arena.get_by_test_id("verdict")).to_contain_text("Draw: ")


# Using the page


def test_stop_ends_match_and_next_one_runs(arena: Page) -> None:
    paste(arena, "def move(view):\n    while True: pass")
    arena.get_by_label("Seat 1").select_option("code")
    arena.get_by_role("button", name="Run", exact=True).click()
    arena.get_by_role("button", name="Stop").click()
    state(arena, "ready")
    assert "my_bot" in run(arena, STAYS, "hunter")


def test_control_enter_runs(arena: Page) -> None:
    paste(arena, "def move(view):\n    while True: pass")
    arena.get_by_label("Seat 2").select_option("hunter")
    arena.locator(".cm-content").click()
    arena.keyboard.press("ControlOrMeta+Enter")
    state(arena, "running")
    arena.get_by_role("button", name="Stop").click()
    settle(arena)


def test_waiting_player_sees_no_other_match(early: Page, site: Any) -> None:
    early.emulate_media(reduced_motion="no-preference")
    early.goto(site.code)
    turn = early.get_by_test_id("turn")
    expect(turn).to_have_text(re.compile("^[1-9]"))
    early.locator("#run").click()
    expect(turn).to_have_text("0/0")
    early.wait_for_timeout(1500)
    assert turn.inner_text() == "0/0"
    state(early, "running")


def test_buttons_work_only_once_handlers_are_attached(early: Page, site: Any) -> None:
    held: list[Any] = []
    early.route("**/main-all-*.js", lambda route: held.append(route))
    early.goto(site.code, wait_until="commit")
    expect(early.locator("#show-rules")).to_be_visible()
    wait_until(lambda: early.evaluate("true") and held)
    assert early.evaluate("document.querySelector('header').inert")
    held[0].continue_()
    early.locator("#show-rules").click()
    expect(early.locator("#rules")).to_be_visible()


def test_editor_is_loaded_when_shown(page: Page, site: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site.url}#game=tank&tab=play")
    state(page, "ready")
    assert not any("codemirror" in url for url in asked)
    page.get_by_role("link", name="Code", exact=True).click()
    expect(page.locator(".cm-content")).to_be_visible()
    assert any("codemirror" in url for url in asked)


def test_timeline_moves_by_keys_and_slider(arena: Page) -> None:
    run(arena, STAYS, "random", seed=2)
    counter, slider = arena.get_by_test_id("turn"), arena.get_by_label("Turn", exact=True)
    last = int(counter.inner_text().split("/")[1])
    press(arena, "Home")
    expect(counter).to_have_text(f"0/{last}")
    press(arena, "ArrowRight", "ArrowRight")
    expect(counter).to_have_text(f"2/{last}")
    press(arena, "ArrowLeft")
    expect(counter).to_have_text(f"1/{last}")
    slider.fill("3")
    expect(counter).to_have_text(f"3/{last}")
    expect(arena.get_by_test_id("orders")).to_contain_text("3")
    press(arena, "End")
    expect(counter).to_have_text(f"{last}/{last}")
    press(arena, "Home", "Space")
    expect(counter).not_to_have_text(f"0/{last}")


def test_shortcuts_are_off_while_typing_in_editor(arena: Page) -> None:
    run(arena, STAYS, "random", seed=2)
    before = arena.get_by_test_id("turn").inner_text()
    arena.locator(".cm-content").click()
    for key in ("Home", "Space", "ArrowLeft"):
        arena.keyboard.press(key)
    assert arena.get_by_test_id("turn").inner_text() == before


def test_replay_is_saved_opened_and_verified(arena: Page, tmp_path: Path) -> None:
    verdict = run(arena, MODULE, "hunter", seed=9)
    text = replay_of(arena, tmp_path)
    run(arena, STAYS, "random", seed=2)
    good = tmp_path / "good.json"
    good.write_text(text, encoding="utf-8")
    open_file(arena, good)
    expect(arena.get_by_test_id("verdict")).to_have_text(verdict)
    forged = json.loads(text)
    forged["result"]["scores"].reverse()
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(forged), encoding="utf-8")
    open_file(arena, bad)
    expect(arena.locator("body")).to_contain_text("has another result than it says")
    broken = tmp_path / "broken.json"
    broken.write_text(text[:100], encoding="utf-8")
    open_file(arena, broken)
    expect(arena.locator("body")).to_contain_text("this is not a replay")


# First and later visits, snapshots and tabs


def test_second_visit_boots_from_snapshot_and_keeps_code(first_page: Page, site: Any) -> None:
    page = first_page
    page.goto(site.code)
    expect(page.get_by_test_id("loading")).to_be_visible()
    expect(page.locator(".cm-content")).to_contain_text("Your first tank bot")
    expect(page.get_by_test_id("turn")).not_to_have_text(re.compile("^0/|^$"))
    page.get_by_label("Seed", exact=True).fill("1")
    page.get_by_role("button", name="Run", exact=True).click()
    settle(page)
    expect(page.get_by_test_id("verdict")).to_contain_text("my_bot")
    assert page.evaluate("performance.getEntriesByName('sandlot:first-move').length") == 1
    assert booted(page, "engine") == [False]
    wait_for(page, "performance.getEntriesByName('sandlot:seat').length === 2")
    assert set(booted(page, "seat")) == {True}, "seats start from the snapshot that the first boot made"

    paste(page, "# mine, and not lost\n" + STAYS)
    wait_for(page, SNAPSHOT_KEPT)
    page.reload()
    expect(page.locator(".cm-content")).to_contain_text("# mine, and not lost")
    state(page, "ready")
    # One worker is enough, because the engine plays the house bot itself.
    wait_for(page, "performance.getEntriesByName('sandlot:seat').length === 1")
    assert booted(page, "engine") + booted(page, "seat") == [True] * 2
    assert "my_bot" in run(page, STAYS, "hunter")


def booted(page: Page, what: str) -> list[bool]:
    return page.evaluate(
        "(what) => performance.getEntriesByName(`sandlot:${what}`).map(({ detail }) => detail.fromSnapshot)", what
    )


def test_second_visit_plays_offline(page: Page, site: Any, problems: Problems) -> None:
    """Check that neither the network nor local storage, which is empty here, is needed."""
    problems.expect("fetching the script|Failed to update a ServiceWorker")
    with site.offline():
        page.goto(site.code)
        state(page, "ready")
        assert booted(page, "engine") == [True]
        assert "my_bot" in run(page, BOTZONE, "hunter")


CUT = """async () => {
  const cache = await caches.open('sandlot-snapshots');
  const [{ url }] = await cache.keys();
  const whole = await (await cache.match(url)).blob();
  const cut = whole.slice(0, Math.floor(0.999 * whole.size));
  await cache.put(url, new Response(cut));
  return cut.size;
}"""
SIZE = """async () => {
  const cache = await caches.open('sandlot-snapshots');
  const found = await cache.match((await cache.keys())[0] ?? '');
  return found ? (await found.blob()).size : 0;
}"""


def test_truncated_snapshot_is_replaced(page: Page, site: Any) -> None:
    """Check one broken snapshot in a browser. tests/js/engine_memory.test.ts covers the other kinds."""
    page.goto(f"{site.url}licences.txt")
    cut = page.evaluate(CUT)
    page.goto(site.code)
    state(page, "ready")
    assert booted(page, "engine") == [False]
    assert "my_bot" in run(page, STAYS, "hunter")
    wait_until(lambda: page.evaluate(SIZE) > cut)
    page.reload()
    state(page, "ready")
    assert booted(page, "engine") == [True]


def test_bots_boot_without_snapshots(new_context: Callable[..., BrowserContext], site: Any) -> None:
    context = new_context(service_workers="block")
    altered(context, site.url, "makeMemorySnapshot", "makeMemorySnapshoo")
    page = context.new_page()
    page.goto(site.code)
    state(page, "ready")
    assert "my_bot" in run(page, BOTZONE, "hunter")
    assert set(booted(page, "seat")) == {False}


@pytest.mark.parametrize("code", [BOTZONE, BOTZONE_RESTART], ids=["keep-running", "restart"])
def test_program_is_rerun_where_python_cannot_wait(
    without_waiting: Page, tmp_path: Path, arena: Page, code: str
) -> None:
    replays = []
    for place in (without_waiting, arena):
        run(place, code, "random", seed=4)
        replays.append(
            [[answer.get("reply") for answer in turn] for turn in json.loads(replay_of(place, tmp_path))["turns"]]
        )
    assert replays[0] == replays[1], "waiting and running again must not differ"


def beside(page: Page, site: Any) -> Page:
    """Write "# first" in this tab, open a second tab, and return that one."""
    page.goto(site.code)
    paste(page, "# first")
    wait_for(page, "localStorage.getItem('sandlot.code.tank')?.includes('# first')")
    other = page.context.new_page()
    other.goto(site.code)
    return other


def test_closing_tab_does_not_overwrite_other_tabs_code(early: Page, site: Any) -> None:
    other = beside(early, site)
    expect(other.locator(".cm-content")).to_have_text("# first")
    paste(other, "# second")
    wait_for(other, "localStorage.getItem('sandlot.code.tank').includes('# second')")
    early.goto("about:blank")
    later = early.context.new_page()
    later.goto(site.code)
    expect(later.locator(".cm-content")).to_have_text("# second")


def test_writes_of_two_tabs_are_all_kept(early: Page, site: Any) -> None:
    # Tabs that do not hear of each other: otherwise each goes on with what the other has written.
    early.context.add_init_script("window.BroadcastChannel = undefined")
    other = beside(early, site)
    for tab, text in ((other, "# second"), (early, "# third"), (other, "# fourth")):
        paste(tab, text)
        wait_for(early, f"localStorage.getItem('sandlot.code.tank').includes('{text}')")
        tab.keyboard.type("\n# more")
        wait_for(early, "localStorage.getItem('sandlot.code.tank').includes('# more')")
    # Each tab reports once which version it stored of the other tab's text.
    expect(early.locator(".notice")).to_contain_text("Another tab had changed this bot too: its text is kept as v1.")
    expect(other.locator(".notice")).to_contain_text("Another tab had changed this bot too: its text is kept as v2.")
    assert early.evaluate("localStorage.getItem('sandlot.theirs.tank')") is None
    for number, text in ((1, "# second"), (2, "# third")):
        other.locator(".version").click()
        row = other.locator("#versions li", has_text=f"v{number}")
        row.get_by_role("button", name="Restore").click()
        expect(other.locator(".cm-content")).to_contain_text(text)
    expect(other.locator("#versions li")).to_have_count(2)


SMALL = """() => [...document.querySelectorAll('button:not(.unseen), select, summary')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width)
  .map((each) => [each.id || each.innerText, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 44)"""
"""Return the controls that are too small for a finger."""


def test_targets_in_problems_console_and_timeline_are_large_enough(phone: Page) -> None:
    # On a phone the board of Generals can be zoomed, so its timeline has an additional button.
    open_game(phone, "generals")
    # On the narrowest phones the label of the speed is hidden, and nothing overflows.
    phone.set_viewport_size({"width": 320, "height": 640})
    for part in (".speed", ".counter"):
        place = phone.locator(f".timeline {part}").bounding_box()
        assert place is not None
        assert place["x"] + place["width"] <= 320
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.get_by_role("tab", name="Code").tap()
    paste(phone, "def move(view):\n    print('hello')\n    return [][0]\n")
    phone.get_by_role("button", name="Run", exact=True).tap()
    settle(phone)
    phone.get_by_role("tab", name="Code").tap()
    expect(phone.locator(".problems button").first).to_be_visible()
    assert phone.evaluate(SMALL) == []
    phone.get_by_role("tab", name="Console").tap()
    expect(phone.locator(".console .fault button")).to_be_visible()
    assert phone.evaluate(SMALL) == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    open_game(phone, "tank")


def test_phone_layout_scrolls_nowhere_and_has_large_targets(phone: Page) -> None:
    phone.get_by_role("tab", name="Code").tap()
    paste(phone, STAYS)
    phone.get_by_role("button", name="Run", exact=True).tap()
    phone.get_by_role("tab", name="Match").tap()
    settle(phone)
    for theme in ("light", "dark"):
        phone.emulate_media(color_scheme=theme)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = phone.evaluate("""() => [...document.querySelectorAll('button:not(.unseen), select, [role=tab]')]
          .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width)
          .map((each) => [each.id, each.getBoundingClientRect().width, each.getBoundingClientRect().height])
          .filter(([, width, height]) => width < 44 || height < 44)""")
        assert small == []
