"""The reader of the editor: it completes keys and names, explains them and marks mistakes without a run."""

from __future__ import annotations

import re

from conftest import Problems, Site, wait_until
from pages import AXE, findings, paste, run, state
from playwright.sync_api import Page, expect

#: Takes Jedi practically forever: every line doubles the number of possible values.
ENDLESS = "x0 = []\n" + "".join(f"x{k + 1} = x{k} + x{k} or [x{k}, x{k}]\n" for k in range(60))
SHOOT = "def move(view):\n    return [tank[-1] for tank in view['legal']]\n"


def offered(page: Page) -> list[str]:
    return page.locator(".cm-tooltip-autocomplete .cm-completionLabel").all_inner_texts()


def write(page: Page, text: str) -> None:
    """Type at the end of the editor's text."""
    page.locator(".cm-content").focus()
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type(text)


def accept(page: Page) -> None:
    """Accept the completion by Tab, which CodeMirror ignores just after the list has opened."""
    page.wait_for_timeout(200)
    page.keyboard.press("Tab")


def active_line(page: Page) -> str:
    return page.locator(".cm-activeLine").inner_text().strip()


def test_editor_completes_explains_and_warns(page: Page, site: Site) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.code)
    state(page, "ready")
    expect(page.locator(".cm-content")).to_be_visible()
    assert not [url for url in asked if "/reader-" in url], "it comes when somebody writes"

    # Text typed before the reader has loaded gets its completions and marks when it has.
    write(page, "\nimport os\n\n\ndef other(seen):\n    return nobody\n    random.")
    expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("betavariate", timeout=120_000)
    page.keyboard.press("Escape")
    page.keyboard.type("seed\n")
    expect(page.locator(".cm-lintRange-warning")).to_have_text("nobody", timeout=120_000)
    expect(page.locator(".cm-lintRange-info")).to_have_text("os")
    assert [url for url in asked if "/reader-" in url]

    # Keys of the view come with their meaning. Tab accepts one, Escape closes the list.
    write(page, '\n\ndef third(view):\n    return other(view)\n\n\ndef move(view):\n    base = view["ba')
    expect(page.locator(".cm-tooltip-autocomplete [aria-selected=true]")).to_contain_text("bases")
    expect(page.locator(".cm-completionInfo")).to_contain_text("by side")
    page.evaluate(AXE)
    assert findings(page) == []
    accept(page)
    assert active_line(page) == 'base = view["bases"]'
    page.keyboard.type('[0]\nbase["')
    wait_until(lambda: offered(page) == ["x", "y", "alive"], offered(page))
    expect(page.locator(".cm-completionInfo")).to_contain_text("the column of its cell")
    page.keyboard.press("Escape")
    expect(page.locator(".cm-tooltip-autocomplete")).to_have_count(0)
    page.keyboard.press("Control+Space")
    wait_until(lambda: offered(page) == ["x", "y", "alive"], offered(page))
    page.keyboard.type("y")
    accept(page)
    assert active_line(page) == 'base["y"]'

    # A shortcut explains the name at the caret.
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Control+k")
    page.keyboard.press("Control+i")
    expect(page.locator(".cm-about")).to_contain_text('"y": int')
    page.keyboard.press("Escape")
    expect(page.locator(".cm-about")).to_have_count(0)

    # Errors of a run and marks of the reader are shown together.
    paste(page, "import os\n\n\ndef move(view):\n    return 1 / 0\n")
    expect(page.locator(".cm-lintRange-info")).to_have_text("os")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".cm-lintRange-error")).to_have_text("return 1 / 0")
    expect(page.locator(".cm-lintRange-info")).to_have_text("os")
    state(page, "ready")

    # While the reader is stuck in an endless text, the user can type and run a bot.
    paste(page, ENDLESS)
    write(page, "x60.")
    page.keyboard.type("app")
    assert re.search("wins|Draw", run(page, SHOOT))

    # Text that replaces an endless one is marked by the next reader without another key press.
    paste(page, ENDLESS)
    write(page, "x60.")
    page.wait_for_timeout(1000)
    paste(page, "import re\n")
    expect(page.locator(".cm-lintRange-info")).to_have_text("re", timeout=120_000)


def test_completion_without_reader_offers_words_of_the_text(early: Page, site: Site, problems: Problems) -> None:
    problems.expect("ERR_FAILED.*/reader-")
    early.route("**/reader-*", lambda route: route.abort())
    early.goto(site.code)
    expect(early.locator(".cm-content")).to_be_visible()
    paste(early, "def remarkable(view):\n    return 1\n\n\n")
    early.keyboard.type("remar")
    wait_until(lambda: "remarkable" in offered(early), "words of the text")
