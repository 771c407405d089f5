"""The page's engine: long work shows progress and can be cancelled; a hanging engine is restarted without loss."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Problems, Profile, lend, shared_snapshot, wait_until
from pages import drop, pass_turns, paste, press, replay_of, resign, state, titled
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from sandlot.games import GAMES
from sandlot.match.replay import verify
from sandlot.match.replay_file import dumps, loads
from tables import Table, code, house, me
from test_jobs import crowd

STAYS = "def move(view):\n    return [-1, -1]\n"
RESTARTS = "performance.getEntriesByName('sandlot:engine again').length"


@pytest.fixture(scope="module")
def hanging(browser: Browser, site: Any) -> Iterator[tuple[BrowserContext, Problems]]:
    """Return a profile whose engine runs a bot's source where it should only parse it, so that a test can hang it."""
    problems = Problems()

    def answer(route: Route) -> None:
        response = route.fetch()
        text = response.text()
        changed, count = re.subn(r"(\w+)\.page\.declared\((\w+)\)", r"\1.python.runPython(\2)", text)
        assert count == 1, "the engine asks in other words what a bot declares: this tests nothing"
        route.fulfill(response=response, body=changed)

    with browser.new_context(service_workers="block", reduced_motion="reduce") as context:
        problems.watch(context)
        page = context.new_page()
        with shared_snapshot(page, site, Profile.snapshots):
            page.goto(site.code)
        page.close()
        context.route(re.compile(r"/sandlot/$"), answer)
        yield context, problems


@pytest.fixture
def hung(hanging: tuple[BrowserContext, Problems]) -> Iterator[Page]:
    """Return an empty page of the profile whose engine can be made to hang."""
    context, problems = hanging
    page = context.new_page()
    yield from lend(page, problems)
    page.close()


def hang(page: Page) -> None:
    """Make the engine's Python run an endless loop."""
    Table(page).player.evaluate("({ arena }) => void arena.declared('while True: pass').catch(() => {})")


def notice(page: Page, words: str) -> Any:
    return page.locator(".notice", has_text=words)


def restarted(page: Page) -> None:
    """Wait until the engine has been restarted, and check that this happened once."""
    wait_until(lambda: page.evaluate(RESTARTS))
    assert page.evaluate(RESTARTS) == 1


def play_quickly(page: Page) -> None:
    """Play a match of the chosen players to its end."""
    page.locator("#run").click()
    state(page, "ready")
    expect(page.get_by_test_id("verdict")).to_contain_text(re.compile("wins|Draw"))


# Large replays


def test_opening_a_large_replay_shows_progress_and_can_be_cancelled(arena: Page) -> None:
    shown = arena.get_by_test_id("board").get_attribute("aria-label")
    drop(arena, "crowd.json", crowd(turns=20_000))
    expect(notice(arena, "Opening crowd.json: turn")).to_contain_text(" of 20,000")
    # The page stays responsive meanwhile.
    press(arena, "End")
    expect(arena.locator("#last")).to_be_disabled()
    press(arena, "Home")
    notice(arena, "Opening").get_by_role("button", name="Cancel").click()
    expect(arena.locator(".notice")).to_have_count(0)
    assert arena.get_by_test_id("board").get_attribute("aria-label") == shown
    play_quickly(arena)
    # Cancelling did not restart the engine.
    assert arena.evaluate(RESTARTS) == 0


def test_replay_of_a_thousand_players_is_shown_in_few_rows(arena: Page, site: Any) -> None:
    arena.goto(f"{site.url}#game=generals&tab=code")
    drop(arena, "crowd.json", crowd(turns=40))
    titled(arena, "A replay")
    expect(arena.locator(".players .player")).to_have_count(16)
    expect(arena.locator(".players")).to_contain_text("984 more")
    for key, most in (("Home", 16), ("End", 16)):
        press(arena, key)
        assert 1 <= arena.get_by_test_id("console").locator("article").count() <= most
        assert arena.locator(".turn tbody tr").count() <= most
        assert arena.locator(".chart-legend > *").count() <= 2 * most
        assert len(arena.get_by_test_id("board").get_attribute("aria-label") or "") < 3000
    assert arena.evaluate("document.querySelectorAll('*').length") < 5000
    # A fork would need a thousand workers with Python.
    expect(arena.get_by_role("button", name="Fork here")).to_be_disabled()
    expect(arena.locator("#fork")).to_have_attribute("title", re.compile("so many players .more than 8."))
    # The view and the request of a single player can be shown.
    arena.locator(".players .look").nth(3).click()
    expect(arena.get_by_test_id("board")).to_have_attribute("aria-label", re.compile("as p3 sees it"))
    press(arena, "Home", "ArrowRight")
    arena.get_by_test_id("console").locator("summary").click()
    expect(arena.get_by_test_id("console").locator("dd pre").first).to_contain_text('"round": 1')
    arena.locator(".views a", has_text="Replays").click()
    row = arena.locator(".library-row").first
    expect(row).to_contain_text("992 more")
    assert row.locator(".who").count() == 9


def test_match_with_more_than_eight_bots_is_refused(table: Table) -> None:
    table.play("generals", *[house("rest")] * 9, options={"rows": 20, "cols": 20})
    errors = "({ heard }) => heard.filter(([type]) => type === 'error')"
    wait_until(lambda: table.player.evaluate(errors))
    assert table.player.evaluate(errors)[0][1] == ["arena.tooMany", {"most": 8}]
    assert table.page.locator("iframe").count() <= 8


# An engine that hangs


def test_cancelling_restarts_an_engine_that_hangs(hung: Page, site: Any, tmp_path: Path) -> None:
    hung.goto(f"{site.url}#game=tank&tab=code&seats=code,random&seed=3")
    state(hung, "ready")
    play_quickly(hung)
    text = replay_of(hung, tmp_path)
    hang(hung)
    drop(hung, "mine.json", text)
    # Give the request time to reach the engine: a cancel before that would have nothing to restart.
    hung.wait_for_timeout(2000)
    notice(hung, "Opening mine.json").get_by_role("button", name="Cancel").click()
    expect(hung.locator(".notice")).to_have_count(0)
    restarted(hung)
    # The new engine plays, and opens what the old one could not.
    play_quickly(hung)
    drop(hung, "mine.json", text)
    titled(hung, "A replay")


def test_starting_a_match_restarts_an_engine_that_hangs(hung: Page, site: Any, tmp_path: Path) -> None:
    hung.goto(f"{site.url}#game=tank&tab=code&seats=code,random&seed=3")
    state(hung, "ready")
    hang(hung)
    drop(hung, "crowd.json", crowd(turns=10))
    expect(notice(hung, "Opening crowd.json")).to_be_visible()
    play_quickly(hung)
    restarted(hung)
    # Starting a match cancels opening the replay.
    expect(notice(hung, "Opening crowd.json")).to_have_count(0)


def test_stop_restarts_an_engine_that_hangs_and_keeps_the_match(hung: Page, site: Any, tmp_path: Path) -> None:
    """The engine hangs in the middle of a match played by hand, which is then stopped."""
    hung.goto(f"{site.url}#game=generals&tab=play&seats=me,rest&seed=1")
    state(hung, "ready")
    hung.locator("#run").click()
    hand = hung.get_by_test_id("hand")
    pass_turns(hung, 3)
    hang(hung)
    hung.get_by_role("button", name="Stop").click()
    restarted(hung)
    state(hung, "ready")
    # The match is stored, and can be continued with the new engine.
    hung.locator(".players").get_by_role("button", name="Continue").click()
    expect(hand).to_have_attribute("data-state", "asked")
    resign(hung)
    state(hung, "ready")
    replay = loads(replay_of(hung, tmp_path))
    assert verify(replay) is None
    assert len(replay.turns) >= 4
    hung.locator(".views a", has_text="Replays").click()
    expect(hung.locator(".library-row", has_text="Generals")).to_have_count(1)


def test_player_is_told_of_lost_engine(hung: Page, site: Any) -> None:
    hung.goto(f"{site.url}#game=tank&tab=code")
    state(hung, "ready")
    table = Table(hung)
    table.play("tank", me("Ann"), house("random"))
    table.wait("turn")
    assert table.move(0, [-1, -1]) is None
    table.wait("turn")
    hang(hung)
    # Begin another match without stopping this one.
    table.player.evaluate(
        """(player, spec) => new Promise((resolve) => {
          player.arena.play(spec, { end: resolve, error: (...why) => { throw new Error(JSON.stringify(why)); } });
        })""",
        {"game": "tank", "seats": [code(STAYS), code(STAYS)], "seed": "1", "options": {"max_turns": 1}, "clock": {}},
    )
    heard = table.player.evaluate("({ heard }) => heard")
    error = next(each for each in heard if each[0] == "error")
    assert error[1][0] == "arena.restarted"
    replay = loads(error[2])
    assert verify(replay) is None
    assert len(replay.turns) == 2
    restarted(hung)


def test_replay_without_turns_is_reported(arena: Page) -> None:
    empty = json.loads(crowd(2, 0))
    drop(arena, "empty.json", json.dumps(empty | {"turns": []}))
    expect(notice(arena, "empty.json cannot be opened")).to_contain_text("it has no turns")


def test_match_continues_without_faults_while_a_replay_opens(arena: Page, site: Any, tmp_path: Path) -> None:
    arena.goto(f"{site.url}#game=tank&tab=code&seats=code,code&seed=1")
    paste(arena, "import time\ndef move(view):\n    time.sleep(0.4)\n    return [-1, -1]\n")
    arena.get_by_role("button", name="Run", exact=True).click()
    expect(arena.get_by_test_id("turn")).to_have_text(re.compile(r"^[1-9]/"))
    drop(arena, "crowd.json", crowd(turns=20_000))
    expect(notice(arena, "Opening crowd.json")).to_be_visible()
    before = arena.get_by_test_id("turn").inner_text()
    expect(arena.get_by_test_id("turn")).not_to_have_text(before)
    notice(arena, "Opening").get_by_role("button", name="Cancel").click()
    arena.get_by_role("button", name="Stop").click()
    state(arena, "ready")
    turns = json.loads(replay_of(arena, tmp_path))["turns"][1:]
    assert all("fault" not in answer for turn in turns for answer in turn)


@pytest.mark.parametrize("name", list(GAMES))
def test_replay_of_a_stopped_match_equals_the_file_python_writes(table: Table, name: str) -> None:
    """The page assembles the replay from the turns that the engine has sent."""
    fewest = max(2, GAMES[name].players[0])
    table.play(name, *[me("Ann")] + [house(GAMES[name].house[-1])] * (fewest - 1))
    table.wait("turn")
    text = table.player.evaluate("({ handle }) => handle.replay()")
    assert dumps(loads(text)) == text
    table.call("stop")
