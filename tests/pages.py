"""Helpers for tests of the page: waiting for the arena, pasting bots, playing matches, opening games and replays."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

from conftest import ROOT, Site
from playwright.sync_api import CDPSession, Download, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from sandlot.links import unlink

PASTE = """(editor, code) => {
  const data = new DataTransfer();
  data.setData('text/plain', code);
  editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}"""
DROP_ALL = """(files) => {
  const data = new DataTransfer();
  for (const [name, base64, zeros = 0] of files) {
    const given = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    data.items.add(new File([given, new Uint8Array(zeros)], name));
  }
  for (const type of ['dragenter', 'dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""
DROP = f"(file) => ({DROP_ALL})([file])"
AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
FINDINGS = """async (rules) => (await axe.run(rules)).violations.map(({ id, impact, nodes }) =>
  [id, impact, nodes.slice(0, 3).map(({ html, any }) => [html.slice(0, 160), any[0]?.message ?? ''])])"""
ALL_RULES: dict[str, Any] = {}
COLOUR_RULES = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules that check colours, which are all that another theme changes."""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Resolves once all changes are drawn."""
KEPT_LINKS = json.loads((ROOT / "tests" / "links" / "links.json").read_text(encoding="utf-8"))
"""Links of matches that earlier versions made, each with its contents."""
LINKS = {unlink(address).replay.setup.game.name: address for address, _ in KEPT_LINKS}
"""One of these links for each game, of the newest version."""
TABS = re.findall(r"\bid: '(\w+)'", (ROOT / "static" / "tabs.ts").read_text(encoding="utf-8"))
"""The page's tabs, by the names in its address."""
LINES = 400
WIDE = 200
"""Lines of a long program, and characters of its longest lines."""
COUNT = """(board, [red, green, blue]) => {
  const pixels = board.getContext('2d').getImageData(0, 0, board.width, board.height).data;
  let count = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const off = Math.abs(pixels[at] - red) + Math.abs(pixels[at + 1] - green) + Math.abs(pixels[at + 2] - blue);
    if (off < 8) count += 1;
  }
  return count;
}"""


def state(page: Page, wanted: str) -> None:
    """Wait until the arena is in this state: loading, ready, running or failed."""
    expect(page.locator("html")).to_have_attribute("data-arena", re.compile(wanted))


def paste(page: Page, code: str) -> None:
    """Replace the editor's text by pasting."""
    editor = page.locator(".cm-content")
    editor.click()
    page.keyboard.press("ControlOrMeta+a")
    editor.evaluate(PASTE, code)


def press(page: Page, *keys: str) -> None:
    """Press keys with the focus on the board, where they are shortcuts of the timeline."""
    page.get_by_test_id("board").focus()
    for key in keys:
        page.keyboard.press(key)


def set_up(page: Page) -> None:
    """Where the players of another match stand in place of the seats, choose the next one."""
    others = page.get_by_role("button", name="Set up a match")
    if others.is_visible():
        others.click()


def run(page: Page, code: str, against: str = "random", seat: int = 1, seed: int = 1) -> str:
    """Paste a bot, put it in a seat, press Run, and return the verdict."""
    paste(page, code)
    set_up(page)
    page.get_by_label("Seat 1").select_option("code" if seat == 1 else against)
    page.get_by_label("Seat 2").select_option(against if seat == 1 else "code")
    page.get_by_label("Seed", exact=True).fill(str(seed))
    return press_run(page)


def press_run(page: Page) -> str:
    """Press Run, and return the verdict."""
    page.get_by_role("button", name="Run", exact=True).click()
    state(page, "ready")
    press(page, "End")
    expect(page.get_by_test_id("verdict")).not_to_be_empty()
    return page.get_by_test_id("verdict").inner_text()


def settle(page: Page) -> None:
    """Wait until the match is over."""
    expect(page.get_by_test_id("verdict")).not_to_be_empty()
    state(page, "ready")


def replay_of(page: Page, folder: Path) -> str:
    """Save the replay of the shown match into a folder, and return its text."""
    path = folder / "replay.json"
    replay_file(page).save_as(path)
    return path.read_text(encoding="utf-8")


def replay_file(page: Page) -> Download:
    """Save the replay of the shown match, in any language, and return the download."""
    save = page.locator("#export:visible, [data-action=save]:visible").first
    try:
        save.click(timeout=10_000)
    except PlaywrightTimeout:
        # The end card has come meanwhile, with a button of its own in place of the other one.
        save.click()
    choice = page.locator("#export-dialog input[value=json]")
    expect(choice).to_be_enabled()
    choice.check()
    expect(choice).to_be_checked()
    with page.expect_download() as download:
        page.locator("#export-dialog [type=submit]").click()
    return download.value


def open_file(page: Page, path: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").first.click()
    chooser.value.set_files(path)


def drop(page: Page, name: str, data: bytes | str) -> None:
    """Drop a file on the page. Zeros at its end are added in the page, because sending megabytes is slow."""
    whole = data.encode() if isinstance(data, str) else data
    sent = whole.rstrip(b"\0")
    page.evaluate(DROP, [name, b64encode(sent).decode(), len(whole) - len(sent)])


def drop_all(page: Page, files: list[tuple[str, bytes]]) -> None:
    """Drop several files together."""
    page.evaluate(DROP_ALL, [[name, b64encode(data).decode()] for name, data in files])


def game_link(page: Page, game: str) -> Locator:
    return page.locator(f".games a[href*='game={game}']")


def open_game(page: Page, game: str) -> None:
    """Click a game's link and wait until its recorded match is shown."""
    game_link(page, game).click()
    shown(page, game)


def resign(page: Page) -> None:
    """Resign the match that is played by hand, and confirm it."""
    page.locator("[data-tool=resign]").click()
    page.get_by_role("alertdialog").get_by_role("button").last.click()


def shown(page: Page, game: str) -> None:
    """Wait until the page shows a match of this game."""
    expect(game_link(page, game)).to_have_attribute("aria-current", "page")
    expect(page.locator(".games a[aria-current]")).to_have_count(1)
    name = game_link(page, game).inner_text()
    expect(page.get_by_test_id("board")).to_have_attribute("aria-label", re.compile(f"^{name} board after turn"))


def titled(page: Page, title: str) -> None:
    """Wait until the shown match has this title. It may end in "; one bot thinks at a time", as slow machines need."""
    ends = r"(, verified by the rules)?(; one bot thinks at a time)?"
    heading = page.get_by_role("heading", name=re.compile(rf"^{title}{ends}$"))
    expect(heading).to_be_visible()


def take_seats(page: Page, *choices: str) -> None:
    """Put bots into the seats by the names in their lists."""
    for number, choice in enumerate(choices, start=1):
        page.get_by_label(f"Seat {number}").select_option(choice)


def set_options(page: Page, options: dict[str, str]) -> None:
    """Use these match settings, by their labels, and the defaults of all others."""
    page.get_by_role("button", name="Match settings").click()
    page.get_by_role("button", name="Use the defaults").click()
    for label, value in options.items():
        page.get_by_label(label, exact=True).fill(value)
    page.keyboard.press("Escape")


def play_out(page: Page, seed: int = 1) -> str:
    """Press Run, wait for the end of the match, go to its last turn, and return the verdict."""
    page.get_by_label("Seed", exact=True).fill(str(seed))
    page.get_by_role("button", name="Run", exact=True).click()
    state(page, "ready")
    press(page, "End")
    expect(page.get_by_test_id("verdict")).to_contain_text(re.compile("wins|Draw"))
    return page.get_by_test_id("verdict").inner_text()


def recorded(page: Page, site: Site, name: str, manifest: dict[str, Any], tab: str = "play") -> dict[str, Any]:
    """Open a game's recorded match at its last turn, and return the match."""
    page.goto(f"{site.url}#game={name}&tab={tab}")
    demo = json.loads((site.folder / manifest["demo"][name]).read_text(encoding="utf-8"))
    expect(page.locator("#turn")).to_have_attribute("max", str(len(demo["records"]) - 1))
    page.locator("#last").click()
    return demo


def serve_demo(page: Page, game: str, demo: dict[str, Any]) -> None:
    """Replace the site's recorded match of a game. The header makes its size unknown, as on hosts that compress."""
    headers = {"content-encoding": "identity"}
    answer = json.dumps(demo)
    page.route(f"**/demo-{game}-*", lambda route: route.fulfill(json=None, body=answer, headers=headers))


def asked(page: Page, turn: int) -> None:
    """Wait until the person is asked for a move on this turn, counted from 0."""
    hand = page.get_by_test_id("hand")
    expect(hand).to_have_attribute("data-turn", str(turn))
    expect(hand).to_have_attribute("data-state", "asked")


def pass_turns(page: Page, count: int) -> None:
    """Pass on this many turns of a match of Generals that is played by hand."""
    hand = page.get_by_test_id("hand")
    expect(hand).to_have_attribute("data-state", "asked")
    pace = hand.locator("[data-control=pace]")
    while pace.inner_text() != "Timer: off":
        pace.click()
    for _ in range(count):
        expect(hand).to_have_attribute("data-state", "asked")
        turn = hand.get_attribute("data-turn") or ""
        hand.get_by_role("button", name="Pass").click()
        expect(hand).not_to_have_attribute("data-turn", turn)


def fingers(touch: CDPSession, *ways: tuple[tuple[float, float], tuple[float, float]], steps: int = 8) -> None:
    """Put down one finger per way, move all together from start to end, and lift them. Points are (x, y) in pixels."""
    for step in range(steps + 1):
        points = [
            {"x": x + (to_x - x) * step / steps, "y": y + (to_y - y) * step / steps, "id": number}
            for number, ((x, y), (to_x, to_y)) in enumerate(ways)
        ]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def visit(revisit: Callable[..., Page], url: str, size: str) -> Page:
    """Open a page of this size ("desk" or "phone"), wait for Python, and load axe-core."""
    width, height = (1440, 900) if size == "desk" else (390, 844)
    page = revisit(width=width, height=height)
    page.goto(url)
    state(page, "ready")
    page.evaluate(AXE)
    return page


def findings(page: Page) -> list[Any]:
    """Return the problems that axe-core finds: all kinds in the dark theme, and those of colours in the light one."""
    found: list[Any] = []
    for theme, rules in (("dark", ALL_RULES), ("light", COLOUR_RULES)):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found += [[theme, *each] for each in page.evaluate(FINDINGS, rules)]
    return found


def long_program(lines: int = LINES, end: str = "def move(view):\n    return [-1, -1]") -> str:
    """Return a bot of this many lines, with comments in Chinese and lines of 200 characters; `end` is its last part."""
    body: list[str] = []
    room = lines - len(end.splitlines())
    while len(body) + 5 <= room:
        number = len(body) + 1
        text = f"    words = 'step {number}"
        body += [
            f"def step_{number}(view, depth):",
            f"    # 第 {number} 步：先看看周围有没有敌人，再决定往哪个方向走；如果没有敌人，就继续前进。",
            text.ljust(WIDE - 1, "."),
            "    return depth + 1",
            "",
        ]
        body[-3] += "'"
    return "\n".join([*body, *["#"] * (room - len(body)), end])


def close_notices(page: Page) -> None:
    """Close all notices."""
    while page.locator(".notice").count():
        page.locator(".notice").first.get_by_role("button", name="Close").click()


def editor_text(page: Page) -> str:
    """Return the text in the editor."""
    script = "(content) => [...content.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')"
    return str(page.locator(".cm-content").evaluate(script))


def go_to(page: Page, turn: int) -> None:
    """Go to a turn of the match that is shown."""
    page.locator("#turn").fill(str(turn))


def expect_view(page: Page, tab: str) -> None:
    """Wait until this tab is shown."""
    expect(page.locator("html")).to_have_attribute("data-view", tab)


def console_article(page: Page, k: int) -> Locator:
    """Return an article of the console, by its number from 0."""
    return page.get_by_test_id("console").locator("article").nth(k)


def box(where: Locator) -> dict[str, float]:
    """Return the bounding box of an element, with its right and bottom edges."""
    found = where.bounding_box()
    assert found is not None
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}
