"""The timeline: the series and marks that every game computes, and the chart that shows them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal

import pytest
from conftest import Site
from pages import DRAWN, recorded, run
from playwright.sync_api import Locator, Page, expect
from sandlot.game import Fault
from sandlot.games import GAMES, generals, planes, snake, tank
from sandlot.games.tank.rules import way_to_base
from sandlot.messages import message
from test_generals import start as generals_start
from test_planes import GOOD, HEADS_OF_GOOD, OTHER, shooting
from test_snake import position
from test_tank import DOWN, LEFT, RIGHT, SHOOT, STAY, UP, draw

CRASH = Fault("crash", message("generals.alone"))


def marks(game: Any, state: Any, moves: Any) -> tuple[Any, list[Any]]:
    """Play one step, and return the position and its marks on the timeline."""
    after = game.step(state, moves)
    return after, game.stats(after, state)["marks"]


SAYS = """() => {
  const said = new Set();
  const look = () => {
    const [play, turn] = ['#play', '#turn'].map((each) => document.querySelector(each));
    said.add([turn.max === '0', play.ariaLabel, play.ariaDisabled].join());
  };
  look();
  new MutationObserver(look).observe(document.querySelector('.timeline'), { subtree: true, attributes: true });
  window.said = () => [...said];
}"""


def test_nothing_is_said_to_play_before_the_first_move(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=tank&tab=code&seats=hunter,random&seed=4")
    expect(page.locator("html")).to_have_attribute("data-arena", "ready")
    page.evaluate(SAYS)
    page.get_by_role("button", name="Run", exact=True).click()
    play = page.get_by_role("button", name="Pause", exact=True)
    expect(play).to_be_visible()
    expect(play).to_have_attribute("aria-disabled", "false")
    said = page.evaluate("window.said()")
    assert "true,Play,true" in said
    assert not any(each.startswith("true,Pause") for each in said), said
    # A press before the first move takes nobody away from it.
    page.goto(f"{site.url}#game=snake&tab=play&seats=me,hugger&seed=1")
    page.locator("#run").click()
    expect(page.get_by_test_id("hand")).to_have_attribute("data-state", "asked")
    play = page.locator("#play")
    expect(play).to_have_attribute("aria-disabled", "true")
    play.click(force=True)
    page.get_by_test_id("board").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#turn")).to_have_value("1")
    expect(play).to_have_attribute("aria-label", "Pause")


def test_tank_counts_bricks_and_shots_and_marks_losses() -> None:
    state = draw(".........", ".........", "a..#.....", ".........", ".........", "b...r....", s=(8, 8))
    way = [way_to_base(state, side) for side in (0, 1)]
    assert tank.game.stats(state, None) == {"series": {"way": way, "bricks": [1], "shots": [0, 0]}, "marks": []}
    state, told = marks(tank.game, state, {0: [SHOOT + RIGHT, SHOOT + RIGHT], 1: [SHOOT + UP, STAY]})
    series = tank.game.stats(state, None)["series"]
    assert (series["bricks"], series["shots"]) == ([0], [2, 1])
    assert told == [["kill", 1]], "a brick is counted, not marked"
    state = draw(a=(0, 8), b=(0, 2), r=(8, 8), s=(8, 2))
    _, told = marks(tank.game, state, {0: [SHOOT + RIGHT, STAY], 1: [STAY, SHOOT + LEFT]})
    assert told == [["kill", 0], ["out", 1]], "by place, row by row"


def test_tank_counts_steps_to_enemy_base_with_bricks_twice() -> None:
    """Red's base is in the middle of the last row, with steel above it."""
    empty = "........."
    free = draw(*[empty] * 7, "...a.....", a=(3, 7))
    assert way_to_base(free, 0) == 2, "round the steel"
    assert way_to_base(free, 1) == 36, "no tank is left"
    walled = draw(*[empty] * 7, "...a.....", "...#.....")
    assert way_to_base(walled, 0) == 3, "a brick is shot first"
    assert way_to_base(draw(a=(3, 7), b=(5, 8)), 0) == 1, "the nearest one counts"


def test_snake_counts_reachable_cells_and_cells_reached_first() -> None:
    """A wall in column 7 separates the snakes; later one snake is shut in a corner by the other."""
    wall = tuple((row, 7) for row in range(13))
    apart = position([(6, 3)], [(6, 10)], 1, wall)
    series = snake.game.stats(apart, None)["series"]
    assert series == {"space": [13 * 7 - 1, 13 * 6 - 1], "first": [13 * 7 - 1, 13 * 6 - 1], "length": [1, 1]}
    together = position([(0, 0)], [(12, 13)], 1)
    series = snake.game.stats(together, None)["series"]
    assert series["space"] == [180, 180]
    assert series["first"] == [90, 90], "half each: no cell is as far from one as from the other"
    shut = position([(0, 0)], [(1, 0), (1, 1), (0, 1), (0, 2)], 4)
    assert snake.game.stats(shut, None)["series"]["space"] == [0, 13 * 14 - 5]
    after, told = marks(snake.game, shut, {0: UP, 1: DOWN})
    assert told == [["out", 0]]
    assert snake.game.stats(after, shut)["series"]["space"][0] == 0


def test_planes_counts_possible_placements_and_marks_heads() -> None:
    state = shooting(OTHER, GOOD)
    assert planes.game.stats(state, None)["series"] == {"possible": [8744, 8744], "heads": [0, 0]}
    after, told = marks(planes.game, state, {0: HEADS_OF_GOOD[0]})
    having = planes.placements(9).head[HEADS_OF_GOOD[0]].bit_count()
    assert 0 < having < 8744
    assert planes.game.stats(after, state)["series"] == {"possible": [having, 8744], "heads": [1, 0]}, "of who has shot"
    assert told == [["kill", 1]]
    after, told = marks(planes.game, after, {1: (9, 9)})
    assert told == []
    _, told = marks(planes.game, after, {0: CRASH})
    assert told == [], "a fault is told by the answer itself"


def test_generals_counts_army_and_land_and_marks_captures() -> None:
    state = generals_start("c3 Ca9 . Cb1 . Cc1", players=3)
    assert generals.game.stats(state, None)["series"] == {"army": [9, 1, 1], "land": [1, 1, 1]}
    state, told = marks(generals.game, state, {0: generals.go((0, 1), (0, 0))})
    assert told == [["capture", 0]]
    state, told = marks(generals.game, state, {1: None})
    assert told == []
    state, told = marks(generals.game, state, {2: CRASH})
    assert told == [["out", 2]]
    state, told = marks(generals.game, state, {0: generals.go((0, 0), (0, 1))})
    state, told = marks(generals.game, state, {1: None})
    state, told = marks(generals.game, state, {0: generals.go((0, 1), (0, 2))})
    assert told == []
    state, _ = marks(generals.game, state, {1: None})
    before = state
    state, told = marks(generals.game, state, {0: generals.go((0, 2), (0, 3))})
    assert told == [["capture", 0], ["out", 1]]
    assert generals.game.stats(state, before)["series"]["land"] == [4, 0, 0]


# In the page


def series(page: Page) -> Locator:
    return page.get_by_label("What the chart shows")


def numbers(page: Page) -> list[str]:
    """Return the numbers of the shown turn, which stand beside the choice of series."""
    return page.locator(".chart-legend > span").all_inner_texts()


def x_of(page: Page, turn: int) -> float:
    """Return the x coordinate of a turn on the chart, in pixels of the window."""
    box = page.locator(".chart .u-over").bounding_box()
    assert box is not None
    last = int(page.locator("#turn").get_attribute("max") or 0)
    return round(box["x"] + min(box["width"] * turn / last, box["width"] - 1))


def y_of(page: Page) -> float:
    box = page.locator(".chart .u-over").bounding_box()
    assert box is not None
    return box["y"] + box["height"] / 2


APART = """() => {
  const [line, slider] = ['.chart-now', '#turn'].map((one) => document.querySelector(one).getBoundingClientRect());
  const { value, max } = document.querySelector('#turn');
  return Math.abs(line.x + line.width / 2 - slider.x - 8 - ((slider.width - 16) * value) / max);
}"""
"""Return the pixels between the playhead and the middle of the thumb, which keeps half its width from both ends."""


def test_playhead_is_above_slider_thumb(early: Page, site: Site, manifest: dict[str, Any]) -> None:
    for game, width in (("planes", 1440), ("tank", 1100), ("snake", 1440)):
        demo = recorded(early, site, game, manifest, tab="code")
        early.locator("#turn").fill(str(len(demo["records"]) // 3))
        assert early.evaluate(APART) < 1
        early.set_viewport_size({"width": width, "height": 860})
        early.evaluate(DRAWN)
        assert early.evaluate(APART) < 1, "also in another size"


def shown_at(records: list[dict[str, Any]], each: str, turn: int) -> list[list[str]]:
    """Return the numbers of a series on a turn, and their sums up to it: each game shows one of the two."""
    by_turn = [record["stats"]["series"][each] for record in records[: turn + 1]]
    return [
        [f"{number:,}" for number in numbers]
        for numbers in (by_turn[-1], [sum(own) for own in zip(*by_turn, strict=True)])
    ]


@pytest.mark.parametrize("name", list(GAMES))
def test_series_are_selectable_and_show_numbers_of_each_turn(
    arena: Page, site: Site, manifest: dict[str, Any], name: str
) -> None:
    demo = recorded(arena, site, name, manifest)
    records = demo["records"]
    known = list(records[0]["stats"]["series"])
    assert series(arena).locator("option").evaluate_all("all => all.map(one => one.value)") == known
    for each in known:
        series(arena).select_option(each)
        turn = len(records) // 2
        arena.locator("#turn").fill(str(turn))
        wanted = numbers(arena)
        assert wanted in shown_at(records, each, turn)
        label = series(arena).locator("option:checked").inner_text()
        spoken = arena.locator("#turn").get_attribute("aria-valuetext") or ""
        assert label in spoken
        assert all(number in spoken for number in wanted)
        # In a long match one pixel covers several turns.
        aim = max(3, len(records) // 100)
        arena.mouse.move(x_of(arena, aim), y_of(arena))
        tip = arena.locator(".chart-tip")
        expect(tip).to_contain_text(re.compile(r"[Tt]urn [1-9]"))
        pointed = int(re.findall(r"[Tt]urn (\d+)", tip.inner_text())[0])
        assert abs(pointed - aim) <= len(records) / 300
        assert numbers(arena) in shown_at(records, each, pointed)
        arena.mouse.move(5, 5)
        expect(tip).to_be_hidden()


def test_click_goes_to_turn_or_nearby_mark(arena: Page, site: Site, manifest: dict[str, Any]) -> None:
    demo = recorded(arena, site, "generals", manifest)
    marked = [turn for turn, record in enumerate(demo["records"]) if record["stats"]["marks"]]
    assert len(marked) > 1
    arena.mouse.click(x_of(arena, 100), y_of(arena))
    at = int(arena.locator("#turn").input_value())
    assert at in (99, 100, 101)
    arena.mouse.click(x_of(arena, marked[0]) - 3, y_of(arena))
    expect(arena.locator("#turn")).to_have_value(str(marked[0]))
    arena.mouse.move(x_of(arena, marked[0]), y_of(arena))
    expect(arena.locator(".chart-tip .mark")).to_have_attribute(
        "data-kind", demo["records"][marked[0]]["stats"]["marks"][0][0]
    )
    expect(arena.locator(".chart-tip li")).to_contain_text("took a city or a capital")
    # Whoever points at nothing is told what the shape means, too.
    key = arena.locator(".chart-key > span", has_text="capture")
    expect(key).to_be_in_viewport(ratio=1)
    expect(key).to_have_attribute("title", "Something was taken")


COLUMN = """(chart, turn) => {
  const canvas = chart.querySelector('canvas');
  const over = chart.querySelector('.u-over');
  const ratio = canvas.width / canvas.clientWidth;
  const last = Number(document.querySelector('#turn').max);
  const x = Math.round((over.offsetLeft + (over.offsetWidth * turn) / last) * ratio);
  const top = Math.round((over.offsetTop + over.offsetHeight + 2) * ratio);
  const pen = canvas.getContext('2d');
  const seen = new Set();
  for (let y = top; y < canvas.height; y += 1) {
    const [r, g, b, a] = pen.getImageData(x, y, 1, 1).data;
    if (a > 200) seen.add(`${r} ${g} ${b}`);
  }
  return [...seen];
}"""


def rgb(page: Page, token: str) -> str:
    """Return a token's colour as "red green blue", as in the pixels of a canvas."""
    text = page.evaluate(
        """(token) => {
          const probe = document.body.appendChild(document.createElement('i'));
          probe.style.color = `var(--${token})`;
          const found = getComputedStyle(probe).color;
          probe.remove();
          return found;
        }""",
        token,
    )
    return " ".join(re.findall(r"\d+", text)[:3])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_have_players_colour_in_both_themes(
    early: Page, site: Site, manifest: dict[str, Any], theme: Literal["light", "dark"]
) -> None:
    early.emulate_media(color_scheme=theme)
    demo = recorded(early, site, "planes", manifest)
    turn, (_, who) = next((k, r["stats"]["marks"][0]) for k, r in enumerate(demo["records"]) if r["stats"]["marks"])
    assert rgb(early, f"p{who + 1}") in early.locator(".chart").evaluate(COLUMN, turn)
    other = next(k for k in range(1, turn) if not any(demo["records"][j]["stats"]["marks"] for j in (k - 1, k, k + 1)))
    assert rgb(early, f"p{who + 1}") not in early.locator(".chart").evaluate(COLUMN, other)


def test_live_match_adds_move_times_and_faults(arena: Page, site: Site) -> None:
    arena.goto(f"{site.url}#game=tank&tab=code")
    code = "def move(view):\n    if view['turn'] == 6:\n        raise ValueError('no')\n    return [-1, -1]\n"
    run(arena, code, "random", seed=3)
    options = series(arena).locator("option").all_inner_texts()
    assert options == ["Steps to the other base", "Bricks standing", "Shots so far", "Time per move"]
    series(arena).select_option("time")
    expect(arena.locator(".chart-legend > span")).to_have_count(2)
    arena.locator("#turn").fill("4")
    assert all(re.fullmatch(r"[\d.,]+ ms", text) for text in numbers(arena))
    assert arena.locator(".chart").evaluate(COLUMN, 6), "the fault has a mark"
    arena.mouse.move(x_of(arena, 6), y_of(arena))
    expect(arena.locator(".chart-tip .mark[data-kind=fault]")).to_have_count(1)
    expect(arena.locator(".chart-tip")).to_contain_text("ValueError")
    arena.mouse.move(5, 5)
    series(arena).select_option("bricks")


def test_selected_series_is_stored_per_game(page: Page, site: Site, manifest: dict[str, Any]) -> None:
    recorded(page, site, "snake", manifest)
    series(page).select_option("length")
    page.reload()
    expect(series(page)).to_have_value("length")
    recorded(page, site, "planes", manifest)
    expect(series(page)).to_have_value("possible")


def test_pointing_at_long_match_does_not_redraw_lines(arena: Page, site: Site, tmp_path: Path) -> None:
    """The match has 8,000 turns: 1,000 rounds of eight players who pass. Redrawing the lines while pointing would be
    slow, so the test counts strokes instead of measuring time.
    """
    players = [{"name": f"bot {k}", "kind": "house"} for k in range(8)]
    turn = [[{"player": k, "ms": 1, "reply": "null"}] for k in range(8)]
    start = [{"player": k, "ms": 1, "reply": "module"} for k in range(8)]
    text = json.dumps(
        {
            "format": "sandlot-replay",
            "version": 1,
            "package": "0.1.0",
            "game": "generals",
            "options": {"rows": 12, "cols": 12, "order": "id", "max_rounds": 1000},
            "seed": 5,
            "players": players,
            "clock": {"bank": 1_000_000},
            "memories": [],
            "turns": [start, *(turn * 1000)],
            "result": None,
        }
    )
    path = tmp_path / "long.json"
    path.write_text(text, encoding="utf-8")
    arena.goto(f"{site.url}#game=generals&tab=code")
    expect(arena.locator("html")).to_have_attribute("data-arena", "ready")
    with arena.expect_file_chooser() as chooser:
        arena.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(path)
    expect(arena.locator("#turn")).to_have_attribute("max", "8000")
    # The result is visible, and the console has room for a few lines.
    expect(arena.get_by_test_id("verdict")).to_be_in_viewport(ratio=1)
    console = arena.get_by_test_id("console").bounding_box()
    assert console
    assert console["height"] > 120
    arena.locator("#play").click()
    expect(arena.locator(".chart-legend > span")).to_have_count(8)
    series(arena).select_option("army")
    arena.evaluate(
        """() => {
          window.strokes = 0;
          const { stroke } = CanvasRenderingContext2D.prototype;
          CanvasRenderingContext2D.prototype.stroke = function (...args) {
            if (this.canvas.closest('.chart')) window.strokes += 1;
            return stroke.apply(this, args);
          };
        }"""
    )
    for turn_number in (500, 4000, 7999):
        arena.mouse.move(x_of(arena, turn_number), y_of(arena))
        expect(arena.locator(".chart-tip")).to_contain_text("Round")
        arena.mouse.click(x_of(arena, turn_number), y_of(arena))
    assert arena.evaluate("window.strokes") == 0
    series(arena).select_option("land")
    assert arena.evaluate("window.strokes") >= 8
    series(arena).select_option("bank")
    assert all(re.fullmatch(r"[\d.,]+ s", text) for text in numbers(arena))
