"""The editor in use: hundreds of lines, long lines, windows of three sizes, mouse, touch and keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conftest import Problems, Site, lend, wait_for, wait_until, without_python
from pages import LINES, PASTE, WIDE, box, fingers, long_program, run, state
from playwright.sync_api import Browser, Locator, Page, expect

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"width": 1440, "height": 900},
    "laptop": {"width": 1280, "height": 720},
    "phone": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
}


def test_long_program_has_the_expected_size() -> None:
    lines = long_program().splitlines()
    assert len(lines) == LINES
    assert max(map(len, lines)) == WIDE
    compile("\n".join(lines), "bot.py", "exec")


def keep(page: Page, site: Site, source: str, name: str = "my_bot.py", **more: object) -> None:
    """Store `source` as the bot in the editor for tank, and `more` as further values of localStorage."""
    page.goto(f"{site.url}licences.txt")
    kept = {"code.tank": {"name": name, "source": source}, **more}
    for key, value in kept.items():
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [f"sandlot.{key}", json.dumps(value)])


def show(page: Page, site: Site) -> None:
    """Open the editor; on a phone it is behind a tab."""
    page.goto(site.code)
    if page.locator("#tab-code").is_visible():
        page.locator("#tab-code").click()


def open_long_program(page: Page, site: Site) -> None:
    """Open the editor with a long program and wait until its syntax is highlighted."""
    keep(page, site, long_program())
    show(page, site)
    expect(page.locator(".cm-content")).to_be_visible()


@pytest.fixture(params=SIZES, scope="module")
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def of_size(browser: Browser, site: Site, size: str) -> Iterator[tuple[Page, Problems]]:
    """Open a page of that size with a long program in the editor and without Python, for all tests of this file."""
    problems = Problems()
    viewport = {"width": SIZES[size]["width"], "height": SIZES[size]["height"]}
    touch = size == "phone"
    with browser.new_context(
        viewport=viewport, has_touch=touch, is_mobile=touch, reduced_motion="reduce", service_workers="block"
    ) as context:
        problems.watch(context)
        without_python(context, site)
        page = context.new_page()
        open_long_program(page, site)
        yield page, problems


@pytest.fixture
def editor(of_size: tuple[Page, Problems]) -> Iterator[Page]:
    """Return the page of that size with the long program, scrolled to its beginning, and without focus."""
    page, problems = of_size
    content = page.locator(".cm-content")
    content.focus()
    page.keyboard.press("ControlOrMeta+a")
    content.evaluate(PASTE, long_program())
    page.keyboard.press("ControlOrMeta+Home")
    content.blur()
    expect(page.locator("html[data-typing]")).to_have_count(0)
    expect(line(page, "def step_1(")).to_be_in_viewport()
    yield from lend(page, problems)
    # Close what a test has opened over the text.
    page.keyboard.press("Escape")
    if page.locator(".cm-search").count():
        page.locator(".cm-search [name=close]").click()


def is_inside(inner: Locator, outer: Locator) -> bool:
    """Return whether `inner` is vertically within `outer`, with a tolerance of one pixel."""
    one, other = box(inner), box(outer)
    return one["y"] >= other["y"] - 1 and one["bottom"] <= other["bottom"] + 1


def assert_inside(inner: Locator, outer: Locator) -> None:
    """Wait until `inner` is within `outer`: the editor follows its container in the next frame."""
    wait_until(lambda: is_inside(inner, outer), f"{inner} within {outer}")


def assert_whole(page: Page) -> None:
    """Check that the editor's header is above the text, that the text fits its panel, and that nothing sticks out."""
    head, place, panel = page.locator(".code-head"), page.locator(".editor"), page.locator(".code")
    assert_inside(head, panel)
    assert_inside(place, panel)
    assert box(place)["y"] >= box(head)["bottom"] - 1
    assert_inside(page.locator(".cm-scroller"), place)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert box(panel)["right"] <= page.evaluate("innerWidth")


def scrolled(page: Page) -> tuple[float, float]:
    return tuple(page.locator(".cm-scroller").evaluate("(it) => [it.scrollTop, it.scrollLeft]"))


def line(page: Page, text: str) -> Locator:
    return page.locator(".cm-line", has_text=text).last


def at_the_end(page: Page) -> None:
    """Check that the last line and the caret are visible."""
    expect(line(page, "return [-1, -1]")).to_be_in_viewport()
    assert_inside(line(page, "return [-1, -1]"), page.locator(".cm-scroller"))
    assert_inside(page.locator(".cm-cursor-primary"), page.locator(".cm-scroller"))


def enter(page: Page) -> None:
    """Put the caret near the beginning; on a phone, wait until the board has made room."""
    content = page.locator(".cm-content")
    if page.locator("#tab-code").is_visible():
        content.tap(position={"x": 80, "y": 60})
        expect(page.locator("html[data-typing]")).to_be_attached()
    else:
        content.click(position={"x": 80, "y": 60})


def wheel(page: Page, x: float, y: float) -> None:
    """Turn the wheel over the middle of the editor by (`x`, `y`) pixels and wait until the editor has scrolled."""
    before = scrolled(page)
    place = box(page.locator(".cm-scroller"))
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + min(place["height"], 200) / 2)
    page.mouse.wheel(x, y)
    moved = "([before]) => [it.scrollTop, it.scrollLeft].some((now, k) => now !== before[k])"
    page.locator(".cm-scroller").evaluate(
        f"(it, given) => new Promise((done) => {{ const look = () => ({moved})(given) ? done() "
        ": requestAnimationFrame(look); look(); })",
        [before],
    )


def assert_wraps(page: Page) -> None:
    """Check that long lines wrap: there is nothing to scroll to sideways."""
    room = page.locator(".cm-scroller").evaluate("(it) => it.scrollWidth - it.clientWidth")
    assert room <= 0, f"{room} pixels are out of sight at the side"


@pytest.mark.parametrize("size", [pytest.param("desk", marks=pytest.mark.smoke), "laptop"], indirect=True)
def test_wheel_scrolls_the_editor(editor: Page) -> None:
    assert_whole(editor)
    wheel(editor, 0, 1500)
    assert scrolled(editor)[0] > 500
    expect(line(editor, "def step_1(")).not_to_be_in_viewport()
    assert_wraps(editor)
    assert_whole(editor)


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_touch_scrolls_the_editor(editor: Page) -> None:
    touch = editor.context.new_cdp_session(editor)
    editor.locator(".code-head").scroll_into_view_if_needed()
    editor.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    place = box(editor.locator(".cm-scroller"))
    x, y = place["x"] + place["width"] / 2, place["y"] + 300
    fingers(touch, ((x, y), (x, y - 280)))
    wait_for(editor, f"{SCROLLER}.scrollTop > 100")
    assert_wraps(editor)
    assert_whole(editor)


SCROLLER = "document.querySelector('.shell').shadowRoot.querySelector('.cm-scroller')"


def test_keys_scroll_to_both_ends_and_typed_text_is_visible(editor: Page) -> None:
    enter(editor)
    editor.keyboard.press("ControlOrMeta+End")
    at_the_end(editor)
    editor.keyboard.type("\n# one more\n# and another one")
    expect(line(editor, "# and another one")).to_be_in_viewport()
    assert_inside(line(editor, "# and another one"), editor.locator(".cm-scroller"))
    assert_whole(editor)
    for control in ("#save-code", "#run", ".file-name"):
        expect(editor.locator(control)).to_be_in_viewport(ratio=1)
    editor.keyboard.press("PageUp")
    expect(line(editor, "# and another one")).not_to_be_in_viewport()
    editor.keyboard.press("ControlOrMeta+Home")
    expect(line(editor, "def step_1(")).to_be_in_viewport()
    editor.keyboard.press("ArrowDown")
    editor.keyboard.press("ArrowDown")
    # The end of a wrapped line.
    editor.keyboard.press("End")
    editor.keyboard.press("End")
    caret = editor.locator(".cm-cursor-primary")
    assert_inside(caret, editor.locator(".cm-scroller"))
    assert box(caret)["right"] <= box(editor.locator(".cm-scroller"))["right"]
    assert_whole(editor)


@pytest.mark.parametrize("size", ["desk", "phone"], indirect=True)
def test_ten_thousand_lines_can_be_pasted(editor: Page) -> None:
    content = editor.locator(".cm-content")
    enter(editor)
    editor.keyboard.press("ControlOrMeta+a")
    content.evaluate(PASTE, long_program(10_000))
    at_the_end(editor)
    assert_whole(editor)
    assert editor.locator(".cm-line").count() < 200, "as many as are seen, and some more"
    editor.keyboard.press("ControlOrMeta+Home")
    expect(line(editor, "def step_1(")).to_be_in_viewport()


def test_search_panel_takes_at_most_half_of_the_editor(editor: Page) -> None:
    enter(editor)
    editor.keyboard.press("ControlOrMeta+f")
    panel = editor.locator(".cm-panels-top")
    expect(panel).to_be_visible()
    editor.keyboard.type("step_391")
    editor.keyboard.press("Enter")
    expect(line(editor, "def step_391(")).to_be_in_viewport()
    assert_inside(line(editor, "def step_391("), editor.locator(".cm-scroller"))
    assert_whole(editor)
    assert box(editor.locator(".cm-scroller"))["y"] >= box(panel)["bottom"] - 1
    assert box(panel)["height"] <= box(editor.locator(".editor"))["height"] / 2 + 1
    last = panel.get_by_role("button", name="Replace all")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)


def test_completion_list_is_within_the_window(editor: Page) -> None:
    enter(editor)
    editor.keyboard.press("ControlOrMeta+End")
    editor.keyboard.type("\npri")
    words = editor.locator(".cm-tooltip-autocomplete")
    expect(words).to_contain_text("print")
    expect(words).to_be_in_viewport(ratio=1)


def test_a_fold_at_the_end_can_be_opened_and_closed(editor: Page) -> None:
    enter(editor)
    editor.keyboard.press("ControlOrMeta+End")
    at_the_end(editor)
    # Fold marks appear as the text is parsed, so the last mark may belong to another function at first.
    marks, function = editor.locator(".cm-foldGutter .fold-open"), line(editor, "def move(view)")
    wait_until(
        lambda: marks.count() > 0 and is_inside(marks.last, function),
        "the mark beside the last function",
    )
    marks.last.click()
    expect(editor.locator(".cm-foldPlaceholder")).to_be_in_viewport()
    expect(line(editor, "return [-1, -1]")).to_have_count(0)
    assert_whole(editor)
    editor.locator(".cm-foldPlaceholder").click()
    editor.keyboard.press("ControlOrMeta+End")
    at_the_end(editor)
    assert_whole(editor)


def test_editor_fits_a_resized_column(early_page: Callable[..., Page], site: Site) -> None:
    editor = early_page(**SIZES["desk"])
    open_long_program(editor, site)
    enter(editor)
    editor.keyboard.press("ControlOrMeta+End")
    splitter = editor.locator("#split-code")
    splitter.focus()
    for _ in range(6):
        editor.keyboard.press("ArrowLeft")
    assert_whole(editor)
    for control in ("#open-code", "#reset-code"):
        assert box(editor.locator(control))["width"] >= 32
        assert_inside(editor.locator(control), editor.locator(".code-head"))
    editor.locator("#toggle-code").click()
    expect(editor.locator(".code")).not_to_be_visible()
    editor.locator("#toggle-code").click()
    expect(line(editor, "return [-1, -1]")).to_be_in_viewport()
    splitter.focus()
    editor.keyboard.press("End")
    assert_whole(editor)
    expect(line(editor, "return [-1, -1]")).to_be_in_viewport()


@pytest.fixture
def held(early_page: Callable[..., Page], site: Site, size: str) -> Iterator[tuple[Page, Callable[[], None]]]:
    """Return a page with a long program in the plain text field, and a function that lets the full editor load."""
    page = early_page(**SIZES[size])
    scripts = "**/codemirror-*.js"
    page.route(scripts, lambda route: None)
    keep(page, site, long_program())
    show(page, site)
    expect(page.locator(".editor textarea")).to_be_visible()

    def release() -> None:
        wait_for(page, "true")
        # Let the waiting requests continue, and later ones for modules whose names match as well.
        page.unroute(scripts)
        expect(page.locator(".cm-content")).to_be_visible()

    yield page, release


def test_editor_keeps_text_and_position_of_the_plain_field(
    held: tuple[Page, Callable[[], None]],
) -> None:
    page, release = held
    area = page.locator(".editor textarea")
    assert_inside(area, page.locator(".editor"))
    area.click(position={"x": 80, "y": 60})
    page.keyboard.press("ControlOrMeta+End")
    wait_for(page, "document.querySelector('.editor textarea').scrollTop > 1000")
    assert_inside(page.locator(".code-head"), page.locator(".code"))
    page.keyboard.type("  # typed")
    expect(area).to_have_value(long_program() + "  # typed")
    release()
    expect(line(page, "# typed")).to_be_in_viewport()
    at_the_end(page)
    assert_whole(page)
    page.keyboard.type(" more")
    expect(line(page, "# typed more")).to_be_in_viewport()


def test_editor_fits_above_the_keyboard_of_a_phone(early_page: Callable[..., Page], site: Site) -> None:
    editor = early_page(**SIZES["phone"])
    open_long_program(editor, site)
    enter(editor)
    # Simulate the keyboard of Safari and Chrome: the page keeps its height, only the visual viewport shrinks.
    shrink = """(height) => {
      Object.defineProperty(visualViewport, 'height', { get: () => height });
      visualViewport.dispatchEvent(new Event('resize'));
    }"""
    editor.evaluate(shrink, 508)
    editor.keyboard.press("ControlOrMeta+End")
    editor.keyboard.type("\np")
    at_the_end(editor)
    assert_whole(editor)
    assert box(editor.locator(".code"))["bottom"] <= 508
    assert box(editor.locator(".cm-scroller"))["height"] > 200
    words = editor.locator(".cm-tooltip-autocomplete")
    expect(words).to_be_visible()
    assert box(words)["bottom"] <= 508, "it is not under the keyboard"
    rows = words.get_by_role("option")
    # At least four completions are visible to tap on.
    whole = [row for row in map(box, rows.all()[:8]) if row["bottom"] <= box(words)["bottom"]]
    assert len(whole) >= 4, whole
    written = box(editor.locator(".cm-cursor-primary"))
    assert box(words)["bottom"] <= written["y"] + 2 or box(words)["y"] >= written["bottom"] - 2, "nor over the caret"


# Problems beside the text


FAILS = """
def move(view):
    if view["turn"] == 2:
        raise ValueError("{words}")
    return [-1, -1]"""


def assert_problem_is_shown(page: Page) -> None:
    problems = page.locator(".problems")
    expect(problems).to_contain_text(f"Line {LINES - 1}")
    problems.get_by_role("button").first.click()
    failed = line(page, "raise ValueError")
    expect(failed).to_be_in_viewport()
    # The first row of a line is visible, even if the line wraps into more rows than fit.
    scroller = page.locator(".cm-scroller")
    wait_until(lambda: box(scroller)["y"] - 1 <= box(failed)["y"] < box(scroller)["bottom"])
    assert box(problems)["y"] >= box(page.locator(".editor"))["bottom"] - 1
    assert_inside(problems, page.locator(".code"))
    assert box(problems)["height"] < box(page.locator(".code"))["height"] / 3
    assert_whole(page)
    told = page.locator(".cm-tooltip-lint")

    def hovered() -> bool:
        """Return whether hovering the mark opens its tooltip, which it does not while the editor still scrolls."""
        page.mouse.move(0, 0)
        page.locator(".cm-lint-marker-error").hover()
        page.wait_for_timeout(500)
        return told.count() > 0

    wait_until(hovered)
    expect(told).to_be_in_viewport(ratio=1)
    page.mouse.move(0, 0)
    expect(told).not_to_be_visible()


@pytest.mark.parametrize("words", ["no such cell", "unbroken" * 100], ids=["short", "long"])
def test_a_problem_at_the_end_is_a_click_away(arena: Page, words: str) -> None:
    run(arena, long_program(end=FAILS.format(words=words).strip()))
    for name in ("desk", "laptop"):
        arena.set_viewport_size(SIZES[name])  # type: ignore[arg-type]
        enter(arena)
        arena.keyboard.press("ControlOrMeta+Home")
        expect(line(arena, "def step_1(")).to_be_in_viewport()
        assert_problem_is_shown(arena)
    arena.set_viewport_size(SIZES["desk"])  # type: ignore[arg-type]


def test_tapped_tab_leaves_at_least_280_pixels_below_it(phone: Page, site: Site) -> None:
    phone.goto("about:blank")
    phone.goto(f"{site.url}#game=tank&tab=code")
    state(phone, "ready")
    tabs = phone.locator(".tabs")
    for name in ("Console", "Match"):
        phone.evaluate("scrollTo(0, 0)")
        phone.get_by_role("tab", name=name).tap()
        wait_until(lambda: 844 - tabs.evaluate("(bar) => bar.getBoundingClientRect().bottom") >= 280, name)


def test_a_problem_at_the_end_is_a_tap_away(phone: Page, site: Site) -> None:
    phone.locator("#tab-code").click()
    content = phone.locator(".cm-content")
    enter(phone)
    phone.keyboard.press("ControlOrMeta+a")
    content.evaluate(PASTE, long_program(end=FAILS.format(words="unbroken" * 100).strip()))
    phone.locator("#run").tap()
    state(phone, "ready")
    phone.locator("#tab-code").click()
    expect(phone.locator(".problems")).to_be_visible()
    assert_problem_is_shown(phone)
