"""Replays on the page: requests and replies, one player's view, and loading long files."""

from __future__ import annotations

import json
import re

import pytest
from conftest import Site
from matches import played
from pages import drop, game_link, press, resign, run, shown, state
from playwright.sync_api import Page, expect
from sandlot.games import GAMES
from sandlot.match.parts import Player, Setup
from sandlot.match.replay_file import dumps
from strangers import MODULE

#: Return the JSON that was sent, joined from its folded parts.
LAID_OUT = """(sent) => {
  const textOf = (part) => part.matches('pre')
    ? part.textContent
    : `${part.querySelector('code').textContent}: ${part.querySelector('pre').textContent}`;
  return `{${[...sent.children].map(textOf).join(',')}}`;
}"""


@pytest.mark.smoke
def test_request_and_reply_of_a_turn_are_shown_when_opened(arena: Page) -> None:
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
def test_recorded_match_is_shown_as_one_player_sees_it(arena: Page, site: Site, game: str) -> None:
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


#: Record every title over the players, in order, in `window.titles`.
TITLES = """() => {
  window.titles = [];
  const note = () => {
    const title = document.querySelector('.players h2')?.innerText ?? '';
    if (title !== window.titles.at(-1)) window.titles.push(title);
  };
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(note).observe(document.querySelector('.players'), all);
}"""


def test_long_replay_is_shown_before_it_is_verified(arena: Page, site: Site) -> None:
    players = tuple(Player(name) for name in "abcd")
    options = {"rows": 20, "cols": 20, "max_rounds": 300}
    text = dumps(played(Setup(GAMES["generals"], players, 4, options)))
    # Pad the file as if bots had printed a lot, because only long files are shown in parts.
    text = text.replace('"turns":[', '"turns":[' + " " * 2**18)
    turns = json.loads(text)["result"]["turns"]
    arena.evaluate(TITLES)
    drop(arena, "long.json", text)
    expect(arena.locator(".players h2")).to_have_text("A replay, verified by the rules")
    titles = arena.evaluate("window.titles")
    assert titles[titles.index("A replay") :] == ["A replay", "A replay, verified by the rules"]
    expect(game_link(arena, "generals")).to_have_attribute("aria-current", "page")
    expect(arena.locator("#turn")).to_have_attribute("max", str(turns))
    press(arena, "End")
    expect(arena.locator(".verdict")).not_to_be_empty()
    arena.locator(".players .look").nth(2).click()
    expect(arena.locator(".players .look").nth(2)).to_have_attribute("aria-pressed", "true")
    label = arena.get_by_test_id("board").get_attribute("aria-label")
    press(arena, "Home")
    expect(arena.get_by_test_id("board")).not_to_have_attribute("aria-label", label or "")


def test_long_invalid_replay_leaves_shown_match(arena: Page, site: Site) -> None:
    arena.goto("about:blank")
    arena.goto(f"{site.url}#game=tank&tab=play")
    shown(arena, "tank")
    title = "A recorded match"
    expect(arena.locator(".players h2")).to_have_text(title)
    text = dumps(played(Setup(GAMES["generals"], (Player("a"), Player("b")), 4, {"max_rounds": 30})))
    broken = text.replace('"turns":[', '"turns":[' + " " * 2**18)[:-20]
    drop(arena, "broken.json", broken)
    expect(arena.locator(".notices")).to_contain_text("broken.json")
    expect(arena.locator(".players h2")).to_have_text(title)
    expect(arena.locator(".player .name").first).not_to_have_text("a")


def test_game_of_perfect_information_has_no_view_buttons(arena: Page, site: Site) -> None:
    arena.goto(f"{site.url}#game=tank&tab=play")
    expect(arena.locator(".player")).to_have_count(2)
    expect(arena.locator(".players .look:visible")).to_have_count(0)


def test_player_of_hidden_game_sees_own_view_until_end(arena: Page, site: Site) -> None:
    arena.goto(f"{site.url}#game=generals&tab=play&seats=me,rest&seed=4")
    state(arena, "ready")
    # Of the players in the address, and no longer of a replay that the test before has left.
    expect(arena.locator("#run")).to_have_text("Play against rest")
    arena.locator("#run").click()
    # A match that is stopped before it has begun gives way to the one shown before, which may have more players.
    expect(arena.get_by_test_id("hand")).to_have_attribute("data-state", "asked")
    board = arena.get_by_test_id("board")
    expect(board).to_have_attribute("aria-label", re.compile(r"after turn \d+, as .* sees it"))
    expect(arena.locator(".players .look:visible")).to_have_count(0)
    resign(arena)
    state(arena, "ready")
    expect(board).to_have_attribute("aria-label", re.compile(r"after turn \d+\. "))
    expect(arena.locator(".players .look:visible")).to_have_count(2)
