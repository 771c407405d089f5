"""Export: the replay file, a picture of the board, and the match as a video or an animation."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from conftest import Site
from pages import press, recorded, run, shown
from playwright.sync_api import Locator, Page, expect
from sandlot.games import GAMES
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads


def dialog(page: Page) -> Locator:
    return page.locator("#export-dialog")


def save(page: Page, folder: Path, name: str) -> Path:
    with page.expect_download() as download:
        dialog(page).get_by_role("button", name="Save").click()
    path = folder / name
    download.value.save_as(path)
    assert download.value.suggested_filename.endswith(path.suffix)
    return path


def choose(page: Page, label: str, first: int | None = None, last: int | None = None, speed: int | None = None) -> None:
    dialog(page).get_by_text(label).click()
    for name, value in (("From turn", first), ("to turn", last)):
        if value is not None:
            dialog(page).get_by_label(name, exact=True).fill(str(value))
    if speed is not None:
        dialog(page).get_by_label("Turns per second").select_option(str(speed))


def pictures(gif: bytes) -> list[int]:
    """Return the delays of a GIF's pictures, in hundredths of a second."""
    assert gif[:6] == b"GIF89a"
    flags = gif[10]
    at = 13 + (3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0)
    delays: list[int] = []
    count = 0
    while gif[at] != 0x3B:
        if gif[at] == 0x21:
            if gif[at + 1] == 0xF9:
                delays.append(struct.unpack("<H", gif[at + 4 : at + 6])[0])
            at += 2
        else:
            assert gif[at] == 0x2C
            count += 1
            local = gif[at + 9]
            at += 10 + (3 * 2 ** ((local & 7) + 1) if local & 0x80 else 0) + 1
        while gif[at]:
            at += 1 + gif[at]
        at += 1
    assert count == len(delays)
    return delays


@pytest.mark.parametrize("name", list(GAMES))
def test_picture_of_board_has_its_size_and_colours(
    arena: Page, site: Site, manifest: dict[str, Any], tmp_path: Path, name: str
) -> None:
    recorded(arena, site, name, manifest)
    arena.locator("#turn").fill("5")
    press(arena, "x")
    # In Generals people count rounds, each of which has a turn of both.
    expect(dialog(arena)).to_contain_text("Picture of round 3" if name == "generals" else "Picture of turn 5")
    expect(dialog(arena).get_by_label("Replay file (JSON)")).to_be_disabled()
    data = save(arena, tmp_path, "board.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    size = list(struct.unpack(">II", data[16:24]))
    # A row of 32 pixels above the board contains the names and the turn.
    assert size == arena.get_by_test_id("board").evaluate("canvas => [canvas.width, canvas.height + 32]")
    assert len(data) > 3000, "there is something on it"
    expect(dialog(arena)).to_be_hidden()


def test_animation_has_a_picture_for_every_turn_of_range(
    arena: Page, site: Site, manifest: dict[str, Any], tmp_path: Path
) -> None:
    recorded(arena, site, "snake", manifest)
    arena.get_by_role("button", name="Save or share").click()
    choose(arena, "Animation (GIF)", 10, 16, speed=4)
    said = dialog(arena).locator("form [role=status]")
    expect(said).to_have_text(re.compile(r"^About [\d.]+ (MB|kB)$"))
    _, number, unit = said.inner_text().split()
    estimate = float(number) / (1000 if unit == "kB" else 1)
    dialog(arena).get_by_label("File name").fill("the-end")
    with arena.expect_download() as download:
        dialog(arena).get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "the-end.gif"
    data = download.value.path().read_bytes()
    # The size was estimated from a few of the pictures.
    assert abs(len(data) / 1e6 - estimate) < 0.05 + estimate / 2
    assert struct.unpack("<HH", data[6:10]) == (480, 512)
    assert pictures(data) == [25] * 6 + [100]
    expect(arena.locator(".export-preview")).to_be_empty()


def test_video_is_recorded_and_can_be_cancelled(
    arena: Page, site: Site, manifest: dict[str, Any], tmp_path: Path
) -> None:
    recorded(arena, site, "tank", manifest)
    arena.get_by_role("button", name="Save or share").click()
    last = int(arena.locator("#turn").get_attribute("max") or 0)
    choose(arena, "Video (WebM)", 0, last, speed=1)
    expect(dialog(arena)).to_contain_text(f"{last + 1} seconds")
    dialog(arena).get_by_role("button", name="Save").click()
    expect(dialog(arena).get_by_role("progressbar")).to_be_visible()
    expect(dialog(arena)).to_contain_text("Keep this tab in view")
    preview, whole = arena.locator(".export-picture").bounding_box(), dialog(arena).bounding_box()
    assert preview
    assert whole
    assert preview["width"] < whole["width"], "all of the picture is seen"
    assert abs(preview["height"] / preview["width"] - 752 / 720) < 0.02
    dialog(arena).get_by_role("button", name="Cancel").click()
    expect(dialog(arena).get_by_role("progressbar")).to_be_hidden()
    expect(dialog(arena)).to_be_visible()
    choose(arena, "Video (WebM)", 3, 9, speed=16)
    data = save(arena, tmp_path, "match.webm").read_bytes()
    assert data[:4] == b"\x1a\x45\xdf\xa3"
    assert b"webm" in data[:64]
    assert b"V_VP8" in data
    assert len(data) > 5000
    expect(dialog(arena)).to_be_hidden()
    assert arena.locator("#turn").input_value() == arena.locator("#turn").get_attribute("max"), "the view stays"


@pytest.mark.smoke
def test_replay_file_can_be_exported(arena: Page, site: Site, tmp_path: Path) -> None:
    arena.goto(f"{site.url}#game=tank&tab=code")
    run(arena, "def move(view):\n    return [-1, -1]\n", "random", seed=3)
    press(arena, "x")
    choose(arena, "Replay file (JSON)")
    text = save(arena, tmp_path, "match.json").read_text(encoding="utf-8")
    assert json.loads(text)["seed"] == 3
    assert verify(loads(text)) is None


def test_dialog_does_not_move_when_the_link_arrives(arena: Page, site: Site) -> None:
    arena.goto(f"{site.url}#game=tank&tab=code")
    shown(arena, "tank")
    arena.evaluate(PLACES)
    arena.locator("#export").click()
    expect(dialog(arena).locator(".share-link")).to_have_value(re.compile("#v2"))
    expect(dialog(arena).locator("form [role=status]")).not_to_be_empty()
    dialog(arena).locator("input[value=gif]").check()
    expect(dialog(arena).locator(".export-range")).to_be_visible()
    places = arena.evaluate("places")
    assert {is_coming for is_coming, _ in places} == {True, False}
    assert len({place for _, place in places}) == 1, places
    arena.keyboard.press("Escape")


PLACES = """() => {
  const note = () => {
    const dialog = document.querySelector('#export-dialog');
    if (!dialog) return;
    const { top } = dialog.querySelector('input[value=png]').getBoundingClientRect();
    if (dialog.open) window.places.push([dialog.querySelector('[data-coming]') !== null, Math.round(top)]);
  };
  window.places = [];
  const all = { attributes: true, childList: true, characterData: true, subtree: true };
  new MutationObserver(note).observe(document.body, all);
}"""
"""Record at each change of the dialog whether the link is pending, and the top of the list of formats in pixels."""
