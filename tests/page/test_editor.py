"""The editor in use: hundreds of lines, long lines, windows of three sizes, mouse, touch and keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conftest import Problems, Site, lend, wait_for, wait_until, without_python
from pages import LINES, PASTE, WIDE, fingers, long_program, run, state
from playwright.sync_api import Browser, Locator, Page, Route, expect

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"width": 1440, "height": 900},
    "laptop": {"width": 1280, "height": 720},
    "phone": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
}


def test_the_program_is_as_long_as_these_tests_need() -> None:
    lines = long_program().splitlines()
    assert len(lines) == LINES
    assert max(map(len, lines)) == WIDE
    compile("\n".join(lines), "bot.py", "exec")


def keep(page: Page, site: Site, source: str, name: str = "my_bot.py", **more: object) -> None:
    """Let the browser have this in its editor; `more` is kept as well."""
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
    """Open the editor with a long program in it and with its colours."""
    keep(page, site, long_program())
    show(page, site)
    expect(page.locator(".cm-content")).to_be_visible()


@pytest.fixture(params=SIZES, scope="module")
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def of_size(browser: Browser, site: Site, size: str) -> Iterator[tuple[Page, Problems]]:
    """A page of that size to which Python never comes, with a long program in its editor, for the tests of a file."""
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
    """The page of that size with the long program in its editor, from its beginning, and the focus nowhere."""
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
    # What a test has opened over the text.
    page.keyboard.press("Escape")
    if page.locator(".cm-search").count():
        page.locator(".cm-search [name=close]").click()


def box(where: Locator) -> dict[str, float]:
    found = where.bounding_box()
    assert found is not None
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def is_inside(inner: Locator, outer: Locator) -> bool:
    """Up and down; by a pixel more or less."""
    one, other = box(inner), box(outer)
    return one["y"] >= other["y"] - 1 and one["bottom"] <= other["bottom"] + 1


def assert_inside(inner: Locator, outer: Locator) -> None:
    """Soon: an editor follows its place with the next frame."""
    wait_until(lambda: is_inside(inner, outer), f"{inner} within {outer}")


def assert_whole(page: Page) -> None:
    """The editor's name and buttons stand over its text, which ends where its place ends; nothing sticks out."""
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
    """The last line is seen, and so is the caret in it."""
    expect(line(page, "return [-1, -1]")).to_be_in_viewport()
    assert_inside(line(page, "return [-1, -1]"), page.locator(".cm-scroller"))
    assert_inside(page.locator(".cm-cursor-primary"), page.locator(".cm-scroller"))


def enter(page: Page) -> None:
    """Put the caret near the beginning; on a phone the board makes room then."""
    content = page.locator(".cm-content")
    if page.locator("#tab-code").is_visible():
        content.tap(position={"x": 80, "y": 60})
        expect(page.locator("html[data-typing]")).to_be_attached()
    else:
        content.click(position={"x": 80, "y": 60})


def wheel(page: Page, x: float, y: float) -> None:
    """Turn a wheel over the middle of the editor until it has moved; a busy browser may not hear the first time."""
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
    """A line that is too long goes on in the next row: there is nothing to the side."""
    room = page.locator(".cm-scroller").evaluate("(it) => it.scrollWidth - it.clientWidth")
    assert room <= 0, f"{room} pixels are out of sight at the side"


@pytest.mark.parametrize("size", [pytest.param("desk", marks=pytest.mark.smoke), "laptop"], indirect=True)
def test_a_wheel_scrolls_it(editor: Page) -> None:
    assert_whole(editor)
    wheel(editor, 0, 1500)
    assert scrolled(editor)[0] > 500
    expect(line(editor, "def step_1(")).not_to_be_in_viewport()
    assert_wraps(editor)
    assert_whole(editor)


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_a_finger_scrolls_it(editor: Page) -> None:
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


def test_keys_go_to_the_end_and_back_and_what_is_typed_is_seen(editor: Page) -> None:
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
    # The end of a line that goes on in the next rows.
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


def test_the_search_stands_over_the_text_and_leaves_half_of_it(editor: Page) -> None:
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


def test_a_list_of_words_is_within_the_window(editor: Page) -> None:
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
    # A mark is drawn when the text up to it is parsed, so that the last one may belong to another function at first.
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


def test_it_fits_its_column_as_wide_as_it_is_made(early_page: Callable[..., Page], site: Site) -> None:
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
    """A page of that size with a long program in the plain field, and what lets the editor with colours come."""
    page = early_page(**SIZES[size])
    waiting: list[Route] = []
    page.route("**/codemirror-*.js", lambda route: waiting.append(route))
    keep(page, site, long_program())
    show(page, site)
    expect(page.locator(".editor textarea")).to_be_visible()

    def release() -> None:
        wait_for(page, "true")
        for route in waiting:
            route.continue_()
        expect(page.locator(".cm-content")).to_be_visible()

    yield page, release


def test_the_plain_field_scrolls_too_and_the_editor_goes_on_from_there(
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


def test_while_a_keyboard_is_over_a_phone_the_editor_is_as_high_as_the_rest(
    early_page: Callable[..., Page], site: Site
) -> None:
    editor = early_page(**SIZES["phone"])
    open_long_program(editor, site)
    enter(editor)
    # As Safari and Chrome do it: the page stays as high as it is, and only the part that is seen is smaller.
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
    # Whoever chooses with a finger has something to choose from.
    whole = [row for row in map(box, rows.all()[:8]) if row["bottom"] <= box(words)["bottom"]]
    assert len(whole) >= 4, whole
    written = box(editor.locator(".cm-cursor-primary"))
    assert box(words)["bottom"] <= written["y"] + 2 or box(words)["y"] >= written["bottom"] - 2, "nor over the caret"


# What goes wrong is shown beside the text


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
    # A line that takes more rows than there is room for begins in sight.
    scroller = page.locator(".cm-scroller")
    wait_until(lambda: box(scroller)["y"] - 1 <= box(failed)["y"] < box(scroller)["bottom"])
    assert box(problems)["y"] >= box(page.locator(".editor"))["bottom"] - 1
    assert_inside(problems, page.locator(".code"))
    assert box(problems)["height"] < box(page.locator(".code"))["height"] / 3
    assert_whole(page)
    told = page.locator(".cm-tooltip-lint")

    def hovered() -> bool:
        """A pointer that arrives while the editor still scrolls opens nothing."""
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


def test_a_tab_that_is_tapped_shows_more_than_two_lines(phone: Page, site: Site) -> None:
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
