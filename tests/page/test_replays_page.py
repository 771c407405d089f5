"""Replays in the page: the texts sent and answered, one player's view, and what is stored."""

from __future__ import annotations

import json
import re

import pytest
from conftest import Site
from pages import press, run, shown, state
from playwright.sync_api import Page, expect
from sandlot.games import GAMES
from strangers import MODULE

#: What was sent, put together again from its folds.
LAID_OUT = """(sent) => {
  const textOf = (part) => part.matches('pre')
    ? part.textContent
    : `${part.querySelector('code').textContent}: ${part.querySelector('pre').textContent}`;
  return `{${[...sent.children].map(textOf).join(',')}}`;
}"""


@pytest.mark.smoke
def test_the_exact_texts_of_a_turn_come_when_somebody_looks(arena: Page) -> None:
    run(arena, MODULE)
    press(arena, "Home", "ArrowRight", "ArrowRight")
    article = arena.get_by_test_id("console").locator("article").first
    article.locator("summary").click()
    sent, reply = article.locator("dd").all()
    expect(sent).to_contain_text('"turn": 2')
    view = json.loads(sent.evaluate(LAID_OUT))
    assert (view["player"], view["turn"], view["width"]) == (0, 2, 9)
    assert json.loads(reply.inner_text()) in [[a, b] for a in view["legal"][0] for b in view["legal"][1]]
    press(arena, "ArrowRight")
    expect(sent).to_contain_text('"turn": 3')
    press(arena, "Home")
    expect(sent).to_contain_text('"game": "tank"')
    article.locator("summary").first.click()


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.imperfect_information])
def test_a_recorded_match_is_seen_through_one_players_eyes_and_whole_again(arena: Page, site: Site, game: str) -> None:
    arena.goto(f"{site.url}#game={game}&tab=play")
    shown(arena, game)
    board, looks = arena.get_by_test_id("board"), arena.locator(".players .look")
    expect(looks).to_have_count(2)
    press(arena, "Home", *["ArrowRight"] * 7)
    whole = board.get_attribute("aria-label")
    seen = []
    for player in (0, 1):
        looks.nth(player).click()
        expect(looks.nth(player)).to_have_attribute("aria-pressed", "true")
        expect(looks.nth(1 - player)).to_have_attribute("aria-pressed", "false")
        seen.append(board.get_attribute("aria-label"))
        press(arena, "ArrowLeft", "ArrowRight")
        assert board.get_attribute("aria-label") == seen[-1]
    assert len({whole, *seen}) == 3
    looks.nth(1).click()
    expect(looks.nth(1)).to_have_attribute("aria-pressed", "false")
    assert board.get_attribute("aria-label") == whole


def test_a_game_without_secrets_has_no_eyes(arena: Page, site: Site) -> None:
    arena.goto(f"{site.url}#game=tank&tab=play")
    expect(arena.locator(".player")).to_have_count(2)
    expect(arena.locator(".players .look:visible")).to_have_count(0)


def test_player_of_hidden_game_sees_own_view_until_end(arena: Page, site: Site) -> None:
    arena.goto(f"{site.url}#game=generals&tab=play&seats=me,rest&seed=4")
    state(arena, "ready")
    arena.locator("#run").click()
    state(arena, "running")
    board = arena.get_by_test_id("board")
    expect(board).to_have_attribute("aria-label", re.compile(r"after turn \d+, as .* sees it"))
    expect(arena.locator(".players .look:visible")).to_have_count(0)
    arena.locator("#stop").click()
    state(arena, "ready")
    expect(board).to_have_attribute("aria-label", re.compile(r"after turn \d+\. "))
    expect(arena.locator(".players .look:visible")).to_have_count(2)
