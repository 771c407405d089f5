"""Layout with the longest names, prints, errors and notices, in three window sizes: nothing overflows, overlaps or is
pushed out of sight.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conftest import Site
from database import KEPT, first_bot, put_rows
from matches import opened, played
from pages import DROP, box, close_notices, console_article, drop, long_program, paste, press, run, serve_demo, state
from playwright.sync_api import Locator, Page, expect
from sandlot.formats.bounds import LONGEST_PLAYER
from sandlot.games import GAMES
from sandlot.match.parts import Player, Response, Setup
from strangers import STAYS

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"width": 1440, "height": 900},
    "laptop": {"width": 1280, "height": 720},
    "phone": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
}
NAMES = {
    "unbroken": "W" * 77,
    "chinese": "炸" * 77,
    "words": ("a bot of many words " * 5)[:77],
    "marks": ("a" + "\u0301" * 30) * 3,
}
WORDS = "word " * 2000
#: Return the elements that are wider than the window, or that overflow their box without being clipped or scrolled.
SPILLS = """() => {
  const found = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) found.push(['the page', document.documentElement.scrollWidth]);
  for (const each of document.body.querySelectorAll('*')) {
    if (!each.checkVisibility() || each.closest('.unseen, svg, .uplot')) continue;
    const box = each.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    let cut = false;
    for (let up = each.parentElement; up && up !== document.body; up = up.parentElement) {
      const { left, right } = up.getBoundingClientRect();
      if (getComputedStyle(up).overflowX !== 'visible' && (box.right > right + 1 || box.left < left - 1)) cut = true;
    }
    const { overflowX, display } = getComputedStyle(each);
    const name = `${each.tagName} ${each.className} ${each.id}`;
    if (!cut && box.right > width + 1) found.push([name, box.right, width]);
    const spills = each.scrollWidth > each.clientWidth + 1 && overflowX === 'visible' && display !== 'inline';
    if (!cut && spills) found.push([name, each.scrollWidth, each.clientWidth]);
  }
  return found;
}"""
#: Return the classes of pairs of elements that overlap, of elements that should stand below each other.
OVERLAPS = """(elements) => {
  const boxes = elements.map((each) => ({ name: each.className, ...each.getBoundingClientRect().toJSON() }));
  const sorted = boxes.sort((one, other) => one.top - other.top);
  return sorted.flatMap(({ name, bottom }, k) => (bottom > sorted[k + 1]?.top + 1 ? [[name, sorted[k + 1].name]] : []));
}"""


@pytest.fixture(params=[("desk", "laptop"), ("phone",)], ids=["screens", "phone"])
def sizes(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Return the names of sizes between which one window can be resized."""
    return tuple(request.param)


@pytest.fixture
def resized(early_page: Callable[..., Page], sizes: tuple[str, ...]) -> Page:
    """Return an empty page of the first of these sizes."""
    return early_page(**SIZES[sizes[0]])


def in_each(sizes: tuple[str, ...], page: Page) -> Iterator[str]:
    """Resize the page to each size in turn, and yield the size's name once the page is drawn."""
    for size in sizes:
        page.set_viewport_size({"width": SIZES[size]["width"], "height": SIZES[size]["height"]})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield size


LONG_LINE = "x" * 20_000
TALKS = (("out", LONG_LINE + "\n" + "word " * 6000), ("err", "y" * 3000))


def match_of(game: str, names: list[str], turns: int = 12, **options: object) -> dict[str, Any]:
    """Return an opened match between players of these names. All print a lot, and the first one crashes with a long
    error on the last turn.
    """

    def answer(turn: int, player: int, reply: str) -> Response:
        if turn < turns or player > 0:
            return Response(reply, 1, output=TALKS, drawings=(["note", "n" * 200],) * 5)
        trace = {"line": 3, "error": "ValueError: " + "e" * 488, "traceback": "\n".join(["z" * 300] * 60)}
        return Response("", 1, fault="crash", trace=trace, output=TALKS)

    players = tuple(Player(f"{name}.py", "code") for name in names)
    return opened(played(Setup(GAMES[game], players, 1, options), answer))


def both(kind: str) -> list[str]:
    """Return two names of this kind that differ only in their last letter."""
    return [NAMES[kind][:-1] + last for last in "12"]


def keep(page: Page, site: Site, kept: dict[str, object]) -> None:
    """Put values into local storage, as if the browser had stored them before."""
    page.goto(f"{site.url}licences.txt")
    page.evaluate(
        "(kept) => { for (const [key, value] of Object.entries(kept)) "
        "localStorage.setItem(`sandlot.${key}`, JSON.stringify(value)); }",
        kept,
    )


def at_end(page: Page, url: str) -> None:
    """Open a page and go to the last turn of its recorded match."""
    page.goto(url)
    expect(page.get_by_test_id("verdict")).not_to_be_empty()
    page.evaluate("document.querySelector('#last').click()")
    expect(page.locator("#last")).to_be_disabled()


def parts_of(page: Page, size: str) -> Iterator[str]:
    """Open the match, the code and the console in turn on a phone; yield once elsewhere, where all are visible."""
    for part in ("match", "code", "console") if size == "phone" else ("",):
        if part:
            page.locator(f"#tab-{part}").click()
        yield part


def assert_in_window(where: Locator) -> None:
    """Check that the whole element lies inside the window."""
    size = where.page.viewport_size
    assert size is not None
    found = box(where)
    assert found["x"] >= 0 and found["right"] <= size["width"] + 1, found
    assert found["y"] >= 0 and found["bottom"] <= size["height"] + 1, found


def assert_in_order(page: Page, selectors: str) -> None:
    """Check that these elements stand below each other without overlapping."""
    assert page.locator(selectors).evaluate_all(OVERLAPS) == []


# The page with a match


@pytest.mark.parametrize("kind", NAMES)
def test_layout_with_long_names_prints_and_errors(resized: Page, site: Site, sizes: tuple[str, ...], kind: str) -> None:
    keep(resized, site, {"code.tank": {"name": f"{NAMES[kind]}.py", "source": long_program()}})
    serve_demo(resized, "tank", match_of("tank", both(kind)))
    at_end(resized, site.code)
    for size in in_each(sizes, resized):
        for _ in parts_of(resized, size):
            assert resized.evaluate(SPILLS) == [], size
        if size == "phone":
            resized.locator("#tab-code").click()
        for button in ("#open-code", "#save-code", "#reset-code"):
            assert box(resized.locator(button))["width"] >= (44 if size == "phone" else 32)
        expect(resized.locator("#run")).to_be_in_viewport(ratio=1)
        if size != "phone":
            assert_in_order(resized, ".side > section:not([hidden])")
            assert box(resized.locator(".console"))["height"] > 140
            expect(resized.locator("#export")).to_be_in_viewport(ratio=1)
            # The two names begin alike and are cut, so their sides must be visible.
            for side in resized.locator(".player .side-name").all():
                expect(side).to_be_in_viewport(ratio=1)
    at_end(resized, f"{site.url}#game=tank&tab=play&seats=me,code")
    expect(resized.locator("#run")).to_contain_text("Play against")
    for size in in_each(sizes, resized):
        assert resized.evaluate(SPILLS) == [], size
        if size != "phone":
            assert_in_order(resized, ".setup, .run-place, .side")
            assert_in_order(resized, ".side > section:is(.players, .turn, .outcome)")


def test_all_match_buttons_are_visible_in_russian(early_page: Callable[..., Page], site: Site) -> None:
    window = early_page(**SIZES["laptop"])
    keep(window, site, {"code.tank": {"name": f"{NAMES['words']}.py", "source": long_program()}})
    serve_demo(window, "tank", match_of("tank", both("words")))
    at_end(window, f"{site.code}&lang=ru")
    buttons = window.locator(".match-tools button")
    # Also show the buttons that only one's own matches have.
    buttons.evaluate_all("(buttons) => buttons.forEach((button) => { button.hidden = false; })")
    expect(buttons).to_have_count(4)
    side = box(window.locator(".side"))
    for button in buttons.all():
        expect(button).to_be_in_viewport(ratio=1)
        assert box(button)["bottom"] <= side["bottom"]
    assert box(window.locator(".console"))["height"] > 80


def test_layout_with_eight_long_names(resized: Page, site: Site, sizes: tuple[str, ...]) -> None:
    names = [f"{NAMES['unbroken'][:-1]}{k}" for k in range(8)]
    serve_demo(resized, "generals", match_of("generals", names, 60, max_rounds=12))
    at_end(resized, f"{site.url}#game=generals&tab=code")
    for size in in_each(sizes, resized):
        for _ in parts_of(resized, size):
            assert resized.evaluate(SPILLS) == [], size
        if size != "phone":
            assert_in_order(resized, ".side > section:not([hidden])")
            assert box(resized.locator(".console"))["height"] > 140


def test_ninth_player_of_the_same_name_is_numbered(early: Page, site: Site) -> None:
    serve_demo(early, "generals", match_of("generals", ["same"] * 9, 60, max_rounds=6))
    at_end(early, f"{site.url}#game=generals&tab=code")
    names = early.locator(".console article .name").all_text_contents()
    assert names[0] == "same (Blue)"
    assert names[8] == "same (9)"


def test_long_names_are_cut_and_combining_marks_limited(early: Page, site: Site) -> None:
    # The longest names that a replay may have, including ".py".
    names = ["n" * (LONGEST_PLAYER - 3), "a" + "\u0301" * (LONGEST_PLAYER - 4)]
    serve_demo(early, "tank", match_of("tank", names, 3))
    at_end(early, site.code)
    said = early.evaluate("document.body.innerText")
    assert "n" * 81 not in said
    assert "n" * 79 + "…" in said
    assert not re.search("\u0301{5}", said)


# Prints


def test_long_prints_are_folded_and_can_be_unfolded(resized: Page, site: Site, sizes: tuple[str, ...]) -> None:
    serve_demo(resized, "tank", match_of("tank", ["one", "two"]))
    at_end(resized, site.code)
    first, second = console_article(resized, 0), console_article(resized, 1)
    for size in in_each(sizes, resized):
        if size == "phone":
            resized.locator("#tab-console").click()
        rows = 200 + 240 + 30  # prints, the fault, and the rest
        assert box(second)["y"] - box(first)["y"] < rows * 18 * (50 / 36)
        # Before a crash the end of the prints is shown, below the button for the rest.
        more = first.get_by_role("button", name=re.compile("more characters$"))
        assert box(more)["y"] < box(first.locator("pre.out").first)["y"] < box(first.locator(".fault"))["y"]
    assert len(second.inner_text()) < 12_000
    second.get_by_role("button", name=re.compile("^Show [0-9,]+ more characters$")).click()
    expect(second).not_to_contain_text("more characters")
    assert len(second.inner_text()) > 50_000
    for size in in_each(sizes, resized):
        assert resized.evaluate(SPILLS) == [], size
    # This bot's prints stay unfolded on other turns, and the other bot's fault is shown however much it printed.
    expect(first).to_contain_text("crashed on turn 12")
    press(resized, "ArrowLeft")
    expect(second).to_contain_text("yyy")
    assert len(second.inner_text()) > 50_000
    assert len(first.inner_text()) < 12_000


def test_search_unfolds_prints_and_scrolls_to_hit(resized: Page, site: Site, sizes: tuple[str, ...]) -> None:
    demo = match_of("tank", ["one", "two"])
    demo["records"][5]["answers"][1]["output"] = [["out", "\u0130 x " * 9000 + "the needle"]]
    serve_demo(resized, "tank", demo)
    for size in in_each(sizes, resized):
        # Start with a new document, because prints that a search has unfolded stay so.
        resized.goto("about:blank")
        at_end(resized, site.code)
        if size == "phone":
            resized.locator("#tab-console").click()
        resized.get_by_role("searchbox", name="Search all turns").fill("NEEDLE")
        expect(resized.locator(".console-hits")).to_have_text("1 found")
        resized.get_by_role("button", name="To the next hit").click()
        expect(resized.locator("#turn")).to_have_value("5")
        mark = resized.locator(".console mark")
        expect(mark).to_have_text("needle")
        expect(mark).to_be_in_viewport(ratio=0.9)


# Lists and dialogs


def test_list_of_two_hundred_versions_stays_in_window(resized: Page, site: Site, sizes: tuple[str, ...]) -> None:
    versions = [
        {"game": "tank", "bot": first_bot("tank"), "number": k, "name": f"{NAMES['unbroken']}.py", "source": f"# {k}"}
        | {"time": 10**12 + k}
        for k in range(1, 201)
    ]
    resized.goto(f"{site.url}licences.txt")
    put_rows(resized, {"versions": versions})
    resized.goto(site.code)
    for size in in_each(sizes, resized):
        if size == "phone":
            resized.locator("#tab-code").click()
        resized.locator(".version").click()
        popover = resized.locator("#versions")
        assert_in_window(popover)
        assert resized.evaluate(SPILLS) == [], size
        oldest = popover.get_by_role("button", name="Restore").last
        oldest.scroll_into_view_if_needed()
        assert_in_window(oldest)
        oldest.click()
        notice = resized.locator(".notice")
        expect(notice).to_contain_text("Version 1 is in the editor now.")
        notice.get_by_role("button", name="Close").click()
        expect(notice).to_have_count(0)


def test_thirty_long_notices_cover_nothing(resized: Page, site: Site, sizes: tuple[str, ...]) -> None:
    resized.goto(site.code)
    expect(resized.get_by_test_id("verdict")).not_to_be_empty()
    # Drop the files one by one: files dropped together count as one bot.
    files = [[f"{k} {NAMES['unbroken'] * 26}.bin", "", 1] for k in range(30)]
    # The same sentence about the last file replaces itself.
    resized.evaluate(f"(files) => files.forEach({DROP})", [*files, files[-1]])
    notices, place = resized.locator(".notice"), resized.locator(".notices")
    expect(notices).to_have_count(30)
    expect(notices.last).to_be_in_viewport()
    for size in in_each(sizes, resized):
        assert resized.evaluate(SPILLS) == [], size
        assert_in_window(place)
        viewport = resized.viewport_size
        assert viewport is not None
        assert box(place)["height"] <= viewport["height"] / 2
        # The notices cover neither the header nor the main part.
        header, main = box(resized.locator("header.header")), box(resized.locator("main"))
        assert header["y"] + header["height"] <= box(place)["y"]
        assert box(place)["y"] + box(place)["height"] <= main["y"]
    close = notices.first.get_by_role("button", name="Close")
    close.scroll_into_view_if_needed()
    close.click()
    expect(notices).to_have_count(29)
    close_all = resized.get_by_role("button", name="Close all")
    close_all.click()
    expect(notices).to_have_count(0)
    expect(close_all).not_to_be_visible()
    # What is said of a later file takes the place of what was said of the earlier ones.
    resized.evaluate(f"(files) => files.forEach({DROP})", files)
    expect(notices).to_have_count(30)
    drop(resized, "later.bin", "\0")
    expect(notices).to_have_count(1)
    expect(notices).to_contain_text("later.bin")
    expect(notices).to_be_in_viewport()
    expect(close_all).not_to_be_visible()


def test_library_layout_with_long_names_and_reasons(resized: Page, site: Site, sizes: tuple[str, ...]) -> None:
    reason = match_of("tank", both("words"), 3)["result"]["reason"]
    players = [{"name": f"{name}.py", "kind": "code"} for name in both("unbroken")]
    # Of a match that was played here: none of them came in a link.
    entry = {key: value for key, value in KEPT["rows"]["replays"].items() if key not in {"id", "linked"}}
    rows = [
        {
            **entry,
            "name": [None, NAMES["chinese"], NAMES["unbroken"]][k % 3],
            "game": "tank",
            "players": players,
            "result": {"places": [2, 1], "reason": reason},
            "turns": 100_000,
            "time": 10**12 + k,
            "own": True,
            "mark": str(k),
        }
        for k in range(9)
    ]
    resized.goto(f"{site.url}licences.txt")
    put_rows(resized, {"replays": rows})
    resized.goto(f"{site.url}#tab=replays")
    shown = resized.locator(".library-row")
    expect(shown).to_have_count(9)
    for size in in_each(sizes, resized):
        assert resized.evaluate(SPILLS) == [], size
        assert_in_order(resized, ".library-row")
        for row in shown.all():
            assert box(row)["height"] < 540
        shown.last.get_by_role("button", name=re.compile("^Remove")).scroll_into_view_if_needed()
        expect(shown.last.get_by_role("button", name=re.compile("^Remove"))).to_be_in_viewport(ratio=1)


HEADER = "\n".join(
    ["# /// script", "# dependencies = ["]
    + [f'#   "{"a-package-with-a-long-name-" * 3}{k}>=1.0,<2",' for k in range(100)]
    + ["# ]", "# ///", "def move(view):", "    return [-1, -1]"]
)


def test_fork_and_package_dialogs_stay_in_window(arena: Page) -> None:
    """Check dialogs that need Python, in all three sizes."""
    field = arena.get_by_label("File name of your bot")
    field.fill(f"{NAMES['unbroken']}.py")
    field.blur()
    # The text is cut, with a note.
    close_notices(arena)
    run(arena, STAYS, "code")
    press(arena, "Home")
    for size in SIZES.values():
        arena.set_viewport_size({"width": size["width"], "height": size["height"]})
        arena.locator("#fork").click()
        assert_in_window(arena.locator("#fork-dialog"))
        expect(arena.get_by_role("button", name="Play on")).to_be_in_viewport(ratio=1)
        assert arena.evaluate(SPILLS) == []
        arena.keyboard.press("Escape")
    arena.set_viewport_size({"width": 1440, "height": 900})
    paste(arena, HEADER)
    for size in SIZES.values():
        arena.set_viewport_size({"width": size["width"], "height": size["height"]})
        arena.locator("#run").click()
        dialog = arena.locator("dialog.packages")
        expect(dialog).to_be_visible()
        assert_in_window(dialog)
        assert arena.evaluate(SPILLS) == []
        for name in ("Fetch them", "Not now"):
            expect(dialog.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        dialog.locator("li").last.scroll_into_view_if_needed()
        expect(dialog.locator("li").last).to_be_in_viewport()
        dialog.get_by_role("button", name="Not now").click()
        state(arena, "ready")
        arena.get_by_role("button", name="Close", exact=True).click()
    arena.set_viewport_size({"width": 1440, "height": 900})
