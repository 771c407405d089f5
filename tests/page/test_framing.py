"""What other pages can do with this one: show it in a frame, open it, and send messages to its contents."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Site, wait_for
from pages import run
from playwright.sync_api import BrowserContext, Page, expect

# Every few milliseconds a line of one's own to every frame of a window, and an order on it; what comes back is noted.
TAKE_FRAMES = """(target) => {
  globalThis.heard = [];
  globalThis.sent = 0;
  const talk = () => {
    for (let k = 0; k < target().length; k += 1) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => heard.push(data);
      port1.postMessage({ type: 'pulse', number: 1 });
      target()[k].postMessage(null, '*', [port2]);
      sent += 1;
    }
  };
  setInterval(talk, 1);
  addEventListener('message', ({ data }) => heard.push(data));
}"""


def sentences(language: str) -> str:
    said = json.loads((ROOT / "static" / "base" / "words" / f"{language}.json").read_text(encoding="utf-8"))
    return f"{said['framed.why']} {said['framed.open']}"


@pytest.fixture
def stranger(tmp_path: Path, host: Callable[[Path], Site]) -> Site:
    """A page on another origin, with nothing in it."""
    (tmp_path / "index.html").write_text("<!doctype html><meta charset=utf-8><title>Elsewhere</title>")
    return host(tmp_path)


@pytest.mark.parametrize(
    "way",
    ["", 'sandbox="allow-scripts"', 'sandbox="allow-scripts allow-same-origin"', "nested"],
    ids=["plain", "sandboxed", "sandboxed with its origin", "in a frame of its own place"],
)
def test_inside_a_page_of_somebody_else_there_is_a_link_and_nothing_else(
    new_context: Callable[..., BrowserContext], site: Site, stranger: Site, way: str
) -> None:
    page = new_context().new_page()
    page.goto(stranger.url)
    address = f"{site.url}#game=snake&tab=play"
    site.asked.clear()
    if way == "nested":
        page.evaluate("(src) => document.body.innerHTML = `<iframe src='${src}licences.txt'></iframe>`", site.url)
        outer = page.frame_locator("iframe").locator("body")
        outer.evaluate("(body, src) => body.innerHTML = `<iframe src='${src}'></iframe>`", address)
        inner = page.frame_locator("iframe").frame_locator("iframe")
    else:
        page.evaluate(
            "([src, way]) => document.body.innerHTML = `<iframe ${way} src='${src}'></iframe>`", [address, way]
        )
        inner = page.frame_locator("iframe")
    expect(inner.locator("body > p")).to_have_text([sentences(language) for language in ("en", "ru", "zh")])
    expect(inner.locator("p[lang=zh-Hans]")).to_have_count(1)
    for link in inner.locator("a").all():
        assert link.get_attribute("href") == address
        assert (link.get_attribute("target"), link.get_attribute("rel")) == ("_blank", "noopener")
    assert inner.locator("button, input, iframe, textarea, select").count() == 0
    # A browser may look ahead for scripts, which it does not run then. A service worker of another test's profile may
    # look for another version of itself at any time.
    assert not [path for path in site.asked if re.search(r"wasm|\.whl|\.zip|/core-|messages", path)]
    assert page.context.service_workers == []
    kept = "async () => [...Object.keys(localStorage), ...(await caches.keys())]"
    if way != 'sandbox="allow-scripts"':
        # What these tests put into every page before its own scripts.
        assert inner.locator("body").evaluate(kept) == ["sandlot.secret"]


def test_the_link_leads_to_a_tab_of_its_own(page: Page, site: Site, stranger: Site) -> None:
    page.goto(stranger.url)
    page.evaluate(
        "(src) => document.body.innerHTML = `<iframe src='${src}'></iframe>`", f"{site.url}#game=snake&tab=play"
    )
    with page.context.expect_page() as opened:
        page.frame_locator("iframe").locator("p[lang=ru] a").click()
    expect(opened.value.locator("html")).to_have_attribute("data-arena", "ready")
    assert opened.value.evaluate("[opener, document.querySelector('.framed')]") == [None, None]


def test_inside_a_page_of_its_own_place_it_runs(page: Page, site: Site) -> None:
    page.goto(f"{site.url}licences.txt")
    page.evaluate("(src) => document.body.innerHTML = `<iframe src='${src}'></iframe>`", site.code)
    expect(page.frame_locator("iframe").locator("html")).to_have_attribute("data-arena", "ready")


def test_a_page_that_opens_sandlot_has_no_part_in_its_sealed_frames(page: Page, site: Site, stranger: Site) -> None:
    page.goto(stranger.url)
    page.evaluate(f"({TAKE_FRAMES})(() => globalThis.opened?.closed === false ? opened : [])")
    with page.expect_popup() as opened:
        page.evaluate("(url) => void (globalThis.opened = open(url))", site.code)
    sandlot = opened.value
    expect(sandlot.locator("html")).to_have_attribute("data-arena", "ready")
    assert sandlot.evaluate("opener") is None
    wait_for(page, "() => sent > 100")
    run(sandlot, "def move(view):\n    return [-1, -1]\n", "hunter")
    assert "hunter wins" in sandlot.get_by_test_id("verdict").inner_text()
    assert page.evaluate("heard") == []


def test_a_page_around_sandlot_has_no_part_in_its_sealed_frames(page: Page, site: Site) -> None:
    """Nor one of its own place, where it does run: only the page that a frame is part of is spoken to."""
    page.goto(f"{site.url}licences.txt")
    page.evaluate(f"({TAKE_FRAMES})(() => document.querySelector('iframe')?.contentWindow ?? [])")
    page.evaluate("(src) => document.body.innerHTML = `<iframe src='${src}'></iframe>`", site.code)
    inner = page.frames[1]
    expect(inner.locator("html")).to_have_attribute("data-arena", "ready")
    wait_for(page, "() => sent > 100")
    assert page.evaluate("heard") == []


def test_every_frame_has_a_key_of_its_own(page: Page, site: Site) -> None:
    page.goto(site.code)
    expect(page.locator("html")).to_have_attribute("data-arena", "ready")
    sources = page.evaluate("[...document.querySelectorAll('iframe')].map(({ srcdoc }) => srcdoc)")
    keys = [re.findall(r'data-key="([\d-]*)"', source)[0] for source in sources]
    assert len(set(keys)) == len(keys) == 2
    assert all(len(key) > 20 for key in keys)
