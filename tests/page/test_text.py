"""Untrusted text: nothing from bots, replays, links or file names becomes markup (TEXTS in attacks.py).

The page also stays fast with very long or unusual text (FLOODS in attacks.py).
"""

from __future__ import annotations

import json
import re
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attacks import FLOODS, LONG, MARKUP, TEXTS, Text
from conftest import Problems, Site, fail_if_any, without_python
from matches import opened, played
from pages import drop, open_file, press, replay_file, replay_of, run, serve_demo, state
from playwright.sync_api import Browser, Page, expect
from sandlot.games import GAMES
from sandlot.match.parts import Player, Response, Setup
from strangers import STAYS

SAYS = f"""
import sys
from sandlot import draw
M = {MARKUP!r}
def start(setup):
    print(M)
    print(M, file=sys.stderr)
def move(view):
    print(M)
    draw.note(M)
    draw.cell(0, 0, label=M)
    {{said}}
"""
CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069\x00-\x08\x1b]")


def by(who: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("text", [text for text in TEXTS if text.who == who], ids=lambda text: text.name)


def assert_is_text(page: Page) -> None:
    assert page.evaluate("document.querySelectorAll('.evil, [onerror]').length") == 0
    assert "1" not in page.title()
    assert not CONTROLS.search(page.get_by_test_id("verdict").inner_text())


@by("bot")
def test_bot_output_is_shown_as_text(arena: Page, text: Text) -> None:
    run(arena, SAYS.replace("{said}", text.said))
    for key in ("Home", "ArrowRight", "End"):
        press(arena, key)
        assert_is_text(arena)


def test_link_content_is_shown_as_text(early: Page, site: Site) -> None:
    texts = [text.said for text in TEXTS if text.who == "link"]
    assert texts
    for text in texts:
        early.goto(site.url + text.replace("{}", urllib.parse.quote(MARKUP)))
        notice = early.locator(".notice")
        expect(notice).to_have_count(1)
        expect(notice).to_contain_text("<img src=x class=evil")
        assert_is_text(early)
        notice.get_by_role("button", name="Close").click()
        expect(notice).to_have_count(0)


@by("name")
def test_bot_name_is_shown_as_text(arena: Page, tmp_path: Path, text: Text) -> None:
    field = arena.get_by_label("File name of your bot")
    field.fill(text.said)
    field.blur()
    assert_named(arena, tmp_path, "_img src=x class=evil onerror=_document.title=1")


@by("file")
def test_file_name_is_shown_as_text(arena: Page, tmp_path: Path, text: Text) -> None:
    drop(arena, text.said, STAYS)
    expect(arena.locator(".notice").first).to_contain_text("img src=x class=evil")
    assert_named(arena, tmp_path, "_img src=x class=evil onerror=1_")


def assert_named(page: Page, folder: Path, name: str) -> None:
    """Run a bot, and check that its name is shown as text and that file names contain only allowed characters."""
    assert name in run(page, STAYS)
    assert_is_text(page)
    assert name in json.loads(replay_of(page, folder))["players"][0]["name"]
    with page.expect_download() as download:
        page.get_by_role("button", name="Download this file").click()
    for file in (download.value, replay_file(page)):
        saved = file.suggested_filename
        assert name.split()[0] in saved
        assert not re.search(r'[\\\\/:*?"<>|]', saved) and not CONTROLS.search(saved)


def test_replay_content_is_shown_as_text(arena: Page, tmp_path: Path) -> None:
    run(arena, "def move(view): return [9, 9]", "random")
    replay = json.loads(replay_of(arena, tmp_path))
    for player in replay["players"]:
        player["name"] = MARKUP
    for turn in replay["turns"]:
        for answer in turn:
            answer["output"] = [["out", MARKUP], ["err", MARKUP]]
    path = tmp_path / "<img src=x class=evil>.json"
    path.write_text(json.dumps(replay), encoding="utf-8")
    open_file(arena, path)
    expect(arena.get_by_test_id("verdict")).to_contain_text("<img")
    for key in ("Home", "End"):
        press(arena, key)
        assert_is_text(arena)
    broken = tmp_path / "<img src=x class=evil onerror=1>.json"
    broken.write_text(MARKUP, encoding="utf-8")
    open_file(arena, broken)
    expect(arena.locator("body")).to_contain_text(f"{broken.name} is neither a Python file nor a replay")
    assert_is_text(arena)
    state(arena, "ready")


# Large amounts of text

INNOCENT = ("the quick brown fox jumps over it\n" * LONG)[:LONG]
#: Where a flood comes from, with its kinds: all kinds in prints, the two slowest elsewhere.
KINDS = {"prints": list(FLOODS), "notes": ["a letter with marks", "a line from the right"]}
KINDS |= {"answer": KINDS["notes"], "traceback": KINDS["notes"], "labels": KINDS["notes"], "cells": KINDS["notes"]}
ROWS = [(place, kind) for place, kinds in KINDS.items() for kind in kinds]
#: Go to a turn, and return the milliseconds until it was drawn: the least of up to three tries.
SHOW = """async (turn) => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const slider = document.querySelector('#turn');
  const go = async (to) => {
    const began = performance.now();
    slider.value = to;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector('.console').getBoundingClientRect();
    await drawn();
    await drawn();
    return performance.now() - began;
  };
  let least = Infinity;
  for (let k = 0; k < 3; k += 1) {
    await go(0);
    least = Math.min(least, await go(turn));
    // One that takes so long is no accident.
    if (least > 2000) break;
  }
  return least;
}"""
TIMES = 12
"""How many times as long as an innocent text and a frame a flood may take. Before the fix it was over a hundred."""


def said(place: str, text: str) -> dict[str, Any]:
    """Return the fields of an answer that hold this text in this place."""
    if place == "prints":
        return {"output": [["out", text]]}
    if place == "notes":
        return {"drawings": [["note", text[:200]]] * 300}
    if place == "labels":
        return {"drawings": [["text", [1 + k % 7, 4], text[:200], "ink"] for k in range(300)]}
    if place == "cells":
        return {"drawings": [["cell", 1 + k % 7, k % 9, "bad", text[:200]] for k in range(300)]}
    if place == "answer":
        return {"reply": text}
    fault = {"kind": "crash", "message": ["fault.crash", {"who": {"player": 0}, "turn": 1, "error": text[:500]}]}
    return {"fault": {**fault, "line": 1, "error": text[:1000], "traceback": text[:32_000]}}


@pytest.fixture(scope="module")
def flooded(browser: Browser, site: Site) -> Iterator[tuple[Page, Problems]]:
    """Return a page with a match that has, for every row, a turn with innocent text and a turn with a flood."""
    game = GAMES["tank"]
    stay = Setup(game, (Player("a.py"), Player("b.py")), 1, {"max_turns": 2 * len(ROWS)})
    match = opened(played(stay, lambda turn, player, reply: Response("[-1, -1]" if turn else reply, 1)))
    for k, (place, kind) in enumerate(ROWS):
        for turn, text in ((1 + 2 * k, INNOCENT), (2 + 2 * k, FLOODS[kind])):
            match["records"][turn]["answers"][0].update(said(place, text))
    problems = Problems()
    with browser.new_context(service_workers="block", reduced_motion="reduce") as context:
        problems.watch(context)
        without_python(context, site)
        page = context.new_page()
        serve_demo(page, "tank", match)
        page.goto(site.code)
        expect(page.locator("#turn")).to_have_attribute("max", str(2 * len(ROWS)))
        page.get_by_test_id("console").locator("summary").first.click()
        yield page, problems
    fail_if_any(problems)


@pytest.mark.parametrize(("place", "kind"), ROWS, ids=[f"{kind} as {place}" for place, kind in ROWS])
def test_flood_is_shown_about_as_fast_as_plain_text(flooded: tuple[Page, Problems], place: str, kind: str) -> None:
    page, _ = flooded
    turn = 1 + 2 * ROWS.index((place, kind))
    for _ in range(5):  # repeat, because other programs may be using the processor
        innocent, flood = (page.evaluate(SHOW, each) for each in (turn, turn + 1))
        if is_quick := flood < TIMES * (innocent + 16):
            break
    assert is_quick, f"{flood} milliseconds, {innocent} for an innocent one"
    console = page.get_by_test_id("console")
    if place == "prints":
        # Only a part is laid out; more comes on request.
        here = console.locator("[aria-current=step]")
        assert here.evaluate("(it) => it.scrollHeight") < 12_000
        assert len(console.locator("article").first.inner_text()) < 13_000
        page.get_by_role("searchbox", name="Search all turns").fill(FLOODS[kind][:2].strip() or "x")
        searched = page.evaluate(SHOW, turn + 1)
        elements, marks = here.locator("*").count(), here.locator("mark").count()
        page.get_by_role("searchbox", name="Search all turns").fill("")
        assert searched < TIMES * (innocent + 16) * 6, "milliseconds with all of it, and marks in it"
        # A mark across the border of two parts counts twice.
        assert elements < 3000
        assert marks <= 2000


@pytest.mark.parametrize("kind", ["a letter with marks", "marks"])
def test_editor_opens_bot_with_extreme_line_quickly(early: Page, site: Site, kind: str) -> None:
    times = []
    for source in (INNOCENT, "# " + FLOODS[kind]):
        early.goto(f"{site.url}licences.txt")
        kept = "(source) => localStorage.setItem('sandlot.code.tank', JSON.stringify({ name: 'a.py', source }))"
        early.evaluate(kept, source)
        began = time.monotonic()
        early.goto(site.code)
        expect(early.locator(".cm-line").first).to_be_visible()
        times.append(time.monotonic() - began)
    assert times[1] < 5 * times[0]
