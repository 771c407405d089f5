"""A bot that uses over half of its time or steps gets a warning: on that turn, and after the match."""

from __future__ import annotations

import re
from typing import Any

import pytest
from matches import played
from pages import console_article, drop, pass_turns, run, set_options, titled
from playwright.sync_api import Locator, Page, expect
from sandlot.games import GAMES
from sandlot.match.parts import Player, Response, Setup
from sandlot.match.replay_file import dumps

CLOCK = GAMES["tank"].clock.with_changes({"start": 5000, "first": 2000, "move": 1000})


def row(page: Page, k: int) -> Locator:
    return page.locator(".players .player").nth(k)


@pytest.mark.parametrize("kind", ["code", "human"])
def test_turn_shows_warning_of_high_time_use(arena: Page, kind: str) -> None:
    players = (Player("slow.py", kind), Player("quick.py", "code"))  # type: ignore[arg-type]

    def thinks(turn: int, player: int, reply: str) -> Response:
        return Response(reply, {1: 1200.0, 3: 700.4}.get(turn, 400.0) if player == 0 else 20.0)

    replay = played(Setup(GAMES["tank"], players, 1, {"max_turns": 4}, CLOCK), thinks)
    drop(arena, "near.json", dumps(replay))
    titled(arena, "A replay")
    expect(arena.locator("#turn")).to_have_attribute("max", "4")
    for turn, used in ((0, ""), (1, "1,200 of 2,000 ms"), (2, ""), (3, "701 of 1,000 ms"), (4, "")):
        arena.locator("#turn").fill(str(turn))
        near = row(arena, 0).locator(".near")
        if used and kind == "code":
            expect(near).to_have_text("More than half of its time")
            expect(near.locator("svg")).to_be_visible()
            expect(console_article(arena, 0)).to_contain_text(
                f"This took {used}, more than half of the time there was."
            )
        else:
            expect(near).to_be_hidden()
            expect(console_article(arena, 0)).not_to_contain_text("more than half")
        expect(row(arena, 1).locator(".near")).to_be_hidden()
    # The next test runs a match of its own players.
    arena.get_by_role("button", name="Set up a match").click()
    if kind == "code":
        arena.get_by_role("searchbox", name="Search all turns").fill("half of the time")
        expect(arena.locator(".console-hits")).to_have_text("2 found")
        arena.get_by_role("searchbox", name="Search all turns").fill("")
    expect(arena.locator(".problems")).to_be_hidden()


def test_turn_that_was_heard_late_does_not_read_as_quick(arena: Page) -> None:
    """On a busy machine the clock counts nothing or less than the bot's own side has measured."""
    players = (Player("busy.py", "code"), Player("quick.py", "code"))
    times = {1: (0.0, 140.0), 2: (300.0, 299.5), 3: (25.0, 480.0), 4: (0.0, 3.2)}

    def thinks(turn: int, player: int, reply: str) -> Response:
        ms, thought = times.get(turn, (1.0, 1.0)) if player == 0 else (0.0, 0.0)
        return Response(reply, ms, thought=thought)

    drop(arena, "late.json", dumps(played(Setup(GAMES["tank"], players, 1, {"max_turns": 4}, CLOCK), thinks)))
    # The test before may have left a replay there.
    expect(arena.locator(".players")).to_contain_text("quick")
    titled(arena, "A replay")
    expect(arena.locator("#turn")).to_have_attribute("max", "4")
    total = row(arena, 0).locator(".total")
    for turn, card, console, sum_of_all in (
        (1, "not measured", "not measured (this machine was late: 140 ms on the bot’s own side)", "≥ 0.00 s"),
        (2, "300 of 1,000 ms", "thought 300 ms, clock 300 of 1,000 ms", "≥ 0.30 s"),
        (3, "25 of 1,000 ms", "clock 25 of 1,000 ms (this machine was late: 480 ms on", "≥ 0.33 s"),
        (4, "4 of 1,000 ms", "thought 3.2 ms, clock 3.2 of 1,000 ms", "≥ 0.33 s"),
    ):
        arena.locator("#turn").fill(str(turn))
        expect(row(arena, 0).locator(".spent")).to_have_text(card)
        expect(console_article(arena, 0).locator(".took")).to_contain_text(console)
        expect(total).to_have_text(sum_of_all)
        expect(total).to_have_attribute("title", re.compile("at least: on some turns this machine was late"))
        expect(console_article(arena, 1).locator(".took")).to_contain_text("clock <1 of")
        expect(row(arena, 1).locator(".total")).to_have_text("0.00 s")
    arena.get_by_role("button", name="Set up a match").click()


COUNTS = """
def move(view):
    for _ in range({rounds}.get(view["turn"], 10)):
        pass
    return [-1, -1]
"""


@pytest.mark.parametrize("rounds", [{2: 6000, 3: 9000, 4: 5500}, {2: 4000}], ids=["near", "far"])
def test_after_the_match_the_closest_turn_is_listed(arena: Page, rounds: dict[int, int]) -> None:
    set_options(arena, {"Python steps per move, at most; 0: limit by time": "10000", "Draw after turn": "5"})
    run(arena, COUNTS.format(rounds=rounds), "hunter")
    problems = arena.locator(".problems")
    if 3 in rounds:
        expect(problems.locator("li")).to_have_count(1)
        said = r"Turn 3\s*Here your bot came nearest to losing by steps: it took 9,\d{3} of 10,000 steps\.$"
        expect(problems).to_have_text(re.compile(said))
        problems.get_by_role("button").click()
        expect(arena.locator("#turn")).to_have_value("3")
        expect(row(arena, 0).locator(".near")).to_have_text("More than half of its steps")
        expect(arena.locator(".cm-lint-marker-error")).to_have_count(0)
    else:
        expect(problems).to_be_hidden()
    # Seat 1 is a house bot now, so its author gets no hint, whatever the editor contains.
    arena.get_by_label("Seat 1").select_option("hunter")
    arena.get_by_role("button", name="Run", exact=True).click()
    expect(arena.locator("html")).to_have_attribute("data-arena", "ready")
    expect(problems).to_be_hidden()
    set_options(arena, {})


def test_player_without_clock_has_no_time_left_shown(arena: Page, site: Any) -> None:
    arena.evaluate("location.hash = '#game=generals&tab=play&seats=me,random&seed=1'")
    arena.locator("#run").click()
    pass_turns(arena, 1)
    arena.get_by_role("button", name="Stop").click()
    last = int(arena.locator("#turn").get_attribute("max") or "0")
    said = []
    for shown in range(last + 1):
        arena.locator("#turn").fill(str(shown))
        said += row(arena, 0).locator(".spent").all_inner_texts() + row(arena, 1).locator(".spent").all_inner_texts()
    assert any("extra time left" in text for text in said), "of the bot's"
    assert [text for text in said if re.match(r"\W", text)] == []
    arena.evaluate("location.hash = '#game=tank&tab=code'")
