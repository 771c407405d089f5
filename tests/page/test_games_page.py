"""Every game in the page: its tab, its recorded match, a match to the verdict, and programs of its original platform.

The games come from the registry. Only the programs name a game, because each is written for one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hooks import short, title, word
from pages import open_game, paste, play_out, press, replay_of, set_options, shown, take_seats, titled
from playwright.sync_api import Locator, Page, expect
from sandlot import bots
from sandlot.games import GAMES
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads

COLOURS = """(board) => {
  const pixels = board.getContext('2d').getImageData(0, 0, board.width, board.height).data;
  const seen = new Set();
  for (let at = 0; at < pixels.length; at += 4) seen.add((pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]);
  return seen.size;
}"""
SEVERAL_SEATS = [name for name, game in GAMES.items() if game.players[1] > 2]

GENERALS = """
def main():
    rows, columns, players, me = map(int, input().split())
    while input() == "1":
        totals = [tuple(map(int, input().split())) for _ in range(players)]
        cells = {}
        for i in range(1, rows + 1):
            for j in range(1, columns + 1):
                cells[i, j] = tuple(map(int, input().split()))
        print(*answer(cells, me), flush=True)

def answer(cells, me):
    best = None
    for (i, j), cell in cells.items():
        if cell[0] == 1 and cell[1] != 4 and cell[2] == me and cell[3] > 1:
            for to in ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)):
                there = cells.get(to)
                if there and there[0] == 1 and there[1] != 4 and there[2] != me:
                    best = max(best or (0,), (cell[3], 1, i, j, *to))
    return best[1:] if best else (-1,)

main()
"""
SNAKE_ANSWER = '''
def answer(line):
    """The board as text, then both snakes: go where nothing is."""
    found = re.fullmatch(r"([01]{182})#(\\d+)#(\\d+)#\\(([0-3]*)\\)#(\\d+)#(\\d+)#\\(([0-3]*)\\)", line.strip())
    board, *snakes = found.groups()
    taken = {divmod(k, 14) for k, cell in enumerate(board) if cell == "1"}
    head = None
    for row, column, steps in (snakes[3:], snakes[:3]):
        cells = [(int(row), int(column))]
        for step in steps:
            down, right = STEPS[int(step)]
            cells.append((cells[-1][0] + down, cells[-1][1] + right))
        taken.update(cells)
        head = cells[-1]
    for direction, (down, right) in enumerate(STEPS):
        row, column = head[0] + down, head[1] + right
        if 0 <= row < 13 and 0 <= column < 14 and (row, column) not in taken:
            return direction
    return 0
'''
SNAKE_HEAD = "import re\n\nSTEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]\n"
SNAKE_FUNCTION = f"{SNAKE_HEAD}{SNAKE_ANSWER}\ndef nextMove(input):\n    return answer(input)\n"
SNAKE_PROGRAM = f"{SNAKE_HEAD}{SNAKE_ANSWER}\nprint(answer(input()))\n"
PLANES = """
def init():
    global games
    games = 0

def begin(player):
    global me, games
    me, games = player, games + 1
    return [(1, 1, 0), (4, 4, 1), (1, 5, 2)]

def play():
    while True:
        x, y = rnd(1, 9), rnd(1, 9)
        if check(3 - me, x, y) == -1:
            return x, y
"""
PROGRAMS = {
    "generals-lines": ("generals", GENERALS, "program"),
    "snake-nextMove": ("snake", SNAKE_FUNCTION, "module"),
    "snake-program": ("snake", SNAKE_PROGRAM, "program"),
    "planes-functions": ("planes", PLANES, "module"),
}


def brief(game: str) -> dict[str, str]:
    """Return settings that keep a match short, by their labels."""
    return {word(f"setting.{game}.{option}"): str(value) for option, value in short(game).items()}


def colours_on_board(page: Page) -> int:
    page.wait_for_timeout(100)
    count: int = page.get_by_test_id("board").evaluate(COLOURS)
    return count


@pytest.mark.parametrize("game", list(GAMES))
def test_game_shows_a_recorded_match_that_plays(arena: Page, game: str) -> None:
    open_game(arena, game)
    expect(arena.get_by_text("A recorded match")).to_be_visible()
    press(arena, "Home")
    expect(arena.get_by_test_id("turn")).to_have_text(re.compile(r"^0/[1-9]"))
    arena.get_by_role("button", name="Play", exact=True).click()
    expect(arena.get_by_test_id("turn")).not_to_have_text(re.compile("^[0-2]/"))
    press(arena, "End")
    expect(arena.get_by_test_id("verdict")).to_contain_text(re.compile("wins|Draw"))


def test_address_opens_a_game(early: Page, site: Any) -> None:
    for game in GAMES:
        early.goto(f"{site.url}#game={game}&tab=code")
        shown(early, game)
        assert f"#game={game}&tab=code&seats=" in early.url
    early.reload()
    shown(early, game)


@pytest.mark.smoke
@pytest.mark.parametrize("game", list(GAMES))
def test_two_house_bots_play_to_the_verdict(arena: Page, tmp_path: Path, game: str) -> None:
    open_game(arena, game)
    house = GAMES[game].house
    take_seats(arena, house[-2], house[-1])
    set_options(arena, brief(game))
    play_out(arena)
    text = replay_of(arena, tmp_path)
    assert verify(loads(text)) is None
    # The replay records an option whose default in the page differs from that of the rules.
    assert json.loads(text)["options"].get("fair") == ({"generals": True}.get(game))
    assert colours_on_board(arena) > 8
    # The texts of a turn contain no message id, no placeholder and no undefined value.
    for keys in (["Home"], ["Home", "ArrowRight"], ["End"]):
        press(arena, *keys)
        for place in ("orders", "verdict"):
            assert not re.search(rf"\b{game}\.\w|undefined|NaN|\{{", arena.get_by_test_id(place).inner_text())
        label = arena.get_by_test_id("board").get_attribute("aria-label") or ""
        assert not re.search(rf"\b{game}\.\w|undefined|NaN|\{{", label), label


@pytest.mark.parametrize("game", SEVERAL_SEATS)
def test_four_players_play_where_the_rules_allow_it(arena: Page, tmp_path: Path, game: str) -> None:
    open_game(arena, game)
    arena.get_by_role("button", name="More players").click()
    arena.get_by_role("button", name="More players").click()
    house = GAMES[game].house
    take_seats(arena, house[0], house[-1], house[-1], house[0])
    set_options(arena, brief(game))
    play_out(arena)
    replay = json.loads(replay_of(arena, tmp_path))
    assert [player["name"] for player in replay["players"]] == [house[0], house[-1], house[-1], house[0]]
    expect(arena.locator(".player")).to_have_count(4)
    arena.get_by_role("button", name="Fewer players").click()
    arena.get_by_role("button", name="Fewer players").click()
    expect(arena.get_by_role("button", name="Fewer players")).to_be_disabled()


@pytest.mark.parametrize(("game", "code", "form"), PROGRAMS.values(), ids=PROGRAMS)
def test_program_of_the_original_platform_plays(arena: Page, tmp_path: Path, game: str, code: str, form: str) -> None:
    open_game(arena, game)
    paste(arena, code)
    take_seats(arena, "my_bot.py", GAMES[game].house[-1])
    set_options(arena, brief(game))
    play_out(arena, seed=2)
    turns = json.loads(replay_of(arena, tmp_path))["turns"]
    mine = [answer for turn in turns for answer in turn if answer["player"] == 0]
    assert mine[0]["reply"] == form
    assert len(mine) > 3
    assert not any(answer.get("fault") for answer in mine)


def test_every_game_keeps_its_own_bot_seats_and_settings(early: Page, site: Any) -> None:
    early.goto(site.code)
    editor = early.locator(".cm-content")
    for game in GAMES:
        open_game(early, game)
        expect(editor).to_contain_text(bots.starter(game).splitlines()[0])
        paste(early, f"# mine for {game}\n{bots.starter(game)}")
        early.get_by_label("Seat 2").select_option(GAMES[game].house[-1])
        early.get_by_label("Seed", exact=True).fill(str(len(game)))
    for reload in (False, True):
        if reload:
            early.wait_for_timeout(500)
            early.reload()
        for game in GAMES:
            open_game(early, game)
            expect(editor).to_contain_text(f"# mine for {game}")
            expect(early.get_by_label("Seat 2")).to_have_value(GAMES[game].house[-1])
            expect(early.get_by_label("Seed", exact=True)).to_have_value(str(len(game)))


def test_time_limits_are_chosen_by_name(early: Page, site: Any) -> None:
    """A named clock fills in its limits, a changed limit belongs to no named clock, and the defaults do again."""
    choice = early.get_by_label("Time limits")
    fields = early.locator("#settings input[type=number]")
    for game in (name for name, game in GAMES.items() if game.clocks):
        clocks = {name: clock.json() for name, clock in GAMES[game].clocks.items()}
        usual = next(name for name in clocks if clocks[name] == GAMES[game].clock.json())
        other = next(name for name in clocks if name != usual)
        early.goto(f"{site.url}#game={game}&tab=code")
        shown(early, game)
        early.get_by_role("button", name="Match settings").click()
        names = [name for name in GAMES[game].clock.json() if name != "steps"]
        expect(choice).to_have_value(usual)
        choice.select_option(other)
        assert limits_filled_in(fields, len(names)) == [str(clocks[other][name]) for name in names]
        early.reload()
        early.get_by_role("button", name="Match settings").click()
        expect(choice).to_have_value(other)
        fields.first.fill("4999")
        expect(choice).to_have_value("")
        expect(choice.locator("option:checked")).to_have_text("own")
        early.get_by_role("button", name="Use the defaults").click()
        expect(choice).to_have_value(usual)
        assert limits_filled_in(fields, len(names)) == [str(clocks[usual][name]) for name in names]
        early.keyboard.press("Escape")


def limits_filled_in(fields: Locator, count: int) -> list[str]:
    return [fields.nth(k).input_value() for k in range(count)]


def test_rules_dialog_lists_the_time_limits(early: Page, site: Any) -> None:
    early.goto(site.url)
    for name, game in GAMES.items():
        early.locator(f"#rules-{name}").click()
        expect(early.locator("#rules h2")).to_contain_text(title(name))
        rows = early.locator("#rules .times tbody tr")
        expect(rows).to_have_count(max(1, len(game.clocks)))
        limits = [clock.json() for clock in game.clocks.values()] or [game.clock.json()]
        limits.sort(key=lambda each: each != game.clock.json())
        for row, clock in zip(rows.all(), limits, strict=True):
            told = [int(re.sub(r"\D", "", text)) for text in row.locator("td").all_inner_texts()]
            shown_limits = [value for key, value in clock.items() if any(each[key] for each in limits)]
            assert told == shown_limits
        early.keyboard.press("Escape")


def test_replay_opens_in_its_game(arena: Page, tmp_path: Path) -> None:
    games = list(GAMES)
    open_game(arena, games[-1])
    take_seats(arena, GAMES[games[-1]].house[-1], GAMES[games[-1]].house[-1])
    set_options(arena, brief(games[-1]))
    verdict = play_out(arena)
    path = tmp_path / "replay.json"
    path.write_text(replay_of(arena, tmp_path), encoding="utf-8")
    open_game(arena, games[0])
    with arena.expect_file_chooser() as chooser:
        arena.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(path)
    shown(arena, games[-1])
    titled(arena, "A replay")
    press(arena, "End")
    expect(arena.get_by_test_id("verdict")).to_have_text(verdict)


def test_last_match_of_a_game_is_shown_when_the_game_is_reopened(arena: Page) -> None:
    first, second = list(GAMES)[:2]
    open_game(arena, first)
    take_seats(arena, GAMES[first].house[-1], GAMES[first].house[-1])
    set_options(arena, brief(first))
    verdict = play_out(arena)
    open_game(arena, second)
    open_game(arena, first)
    titled(arena, "A match of bots")
    expect(arena.get_by_test_id("verdict")).to_have_text(verdict)
    expect(arena.get_by_role("button", name="Save or share")).to_be_visible()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desk", "phone"])
def test_every_board_is_drawn_and_nothing_overflows(
    early_page: Callable[..., Page], site: Any, size: tuple[int, int]
) -> None:
    page = early_page(width=size[0], height=size[1])
    page.goto(site.code)
    for game in GAMES:
        open_game(page, game)
        press(page, "End", "ArrowLeft")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            assert colours_on_board(page) > 8
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            for link in page.locator(".games a").all():
                box = link.bounding_box()
                assert box
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= size[0]
    # Even twice as many games push no tool out of the window.
    page.locator(".games").evaluate("row => row.append(...[...row.children].map((each) => each.cloneNode(true)))")
    for width in (size[0], 1024, 800):
        page.set_viewport_size({"width": width, "height": size[1]})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        tool = page.locator(".tools button:visible").last.bounding_box()
        assert tool
        assert tool["x"] + tool["width"] <= width
