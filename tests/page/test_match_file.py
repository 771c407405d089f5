"""A match exported as one HTML file: the page and the command line write it alike, and it works offline."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Site
from pages import AXE, LINKS, findings, recorded
from playwright.sync_api import BrowserContext, Page, expect
from sandlot.api import html
from sandlot.cli.main import command
from sandlot.links import unlink
from sandlot.match.replay_file import dumps
from test_embed import RAW


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_exported_html_file_opens_offline(
    new_context: Callable[..., BrowserContext], site: Site, tmp_path: Path, language: str
) -> None:
    replay = tmp_path / "match.json"
    out = tmp_path / "match.html"
    assert html.PLAYER.is_file(), "build.py build has laid it there"
    replay.write_text(dumps(unlink(LINKS["generals"]).replay), encoding="utf-8")
    assert command(["export", str(replay), "--html", str(out)]) == 0
    context = new_context(locale=language)
    context.set_offline(True)
    page = context.new_page()
    page.goto(out.as_uri())
    expect(page.get_by_test_id("board")).to_have_attribute("aria-label", re.compile("0"))
    page.get_by_test_id("board").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#turn")).to_have_value("1")
    expect(page.get_by_test_id("orders").locator("table")).to_be_visible()
    expect(page.locator(".chart canvas")).to_be_visible()
    assert all(re.fullmatch(r"\d+", number) for number in page.locator(".chart-legend > span").all_inner_texts())
    page.keyboard.press("End")
    expect(page.get_by_test_id("verdict")).not_to_be_empty()
    assert not RAW.search(page.locator("body").inner_text())
    assert page.evaluate("document.documentElement.lang").startswith(language)
    page.evaluate(AXE)
    assert findings(page) == []


def test_page_exports_the_same_html_file(page: Page, site: Site, tmp_path: Path, manifest: dict[str, Any]) -> None:
    demo = recorded(page, site, "snake", manifest)
    page.locator("#export").click()
    page.locator("#export-dialog input[value=html]").check()
    # The file also contains the link of the match.
    link = page.locator("#export-dialog .share-link")
    expect(link).to_have_value(re.compile("#"))
    address = link.input_value()
    with page.expect_download() as download:
        page.locator("#export-dialog [type=submit]").click()
    path = tmp_path / "match.html"
    download.value.save_as(path)
    text = path.read_text(encoding="utf-8")
    before, after = html.PLAYER.read_text(encoding="utf-8").split(html.PLACE)
    assert text.startswith(before)
    assert text.endswith(after)
    (found,) = re.findall(r'id="match">(.*?)</script>', text)
    assert json.loads(found)["deltas"] == demo["deltas"]
    assert json.loads(found)["result"] == demo["result"]
    assert json.loads(found)["stats"] == [record["stats"] for record in demo["records"]]
    page.goto(path.as_uri())
    expect(page.locator("#turn")).to_have_attribute("max", str(len(demo["deltas"]) - 1))
    expect(page.get_by_role("link", name="Open the match in Sandlot")).to_have_attribute("href", address)
    # Each event in the list leads to its turn.
    marked = [k for k, record in enumerate(demo["records"]) if k and record["stats"]["marks"]]
    happened = page.locator(".happened li")
    # The full list of events would reveal the end of the match.
    expect(page.locator(".happened")).to_be_visible()
    expect(happened).to_have_count(0)
    page.locator(".happened").get_by_role("button", name="Show the result").click()
    expect(happened).to_have_count(len(marked))
    # Each of several events of a turn is a sentence of its own.
    assert not [text for text in happened.all_inner_texts() if ";" in text]
    happened.last.get_by_role("button").click()
    expect(page.locator("#turn")).to_have_value(str(marked[-1]))
