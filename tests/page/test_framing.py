"""What other pages can do with this one: show it in a frame, open it, and send messages to its frames."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Site, wait_for
from pages import press_run, run, state
from playwright.sync_api import BrowserContext, Page, expect

# Every millisecond, send each frame of a window a new message port with a request on it, and record all replies.
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
    """Serve an empty page on another origin."""
    (tmp_path / "index.html").write_text("<!doctype html><meta charset=utf-8><title>Elsewhere</title>")
    return host(tmp_path)


@pytest.mark.parametrize(
    "way",
    ["", 'sandbox="allow-scripts"', 'sandbox="allow-scripts allow-same-origin"', "nested"],
    ids=["plain", "sandboxed", "sandboxed with its origin", "in a frame of its own place"],
)
def test_framed_by_another_origin_the_page_shows_only_a_link(
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
    # A browser may preload scripts that it then does not run, and a service worker of another test's profile may check
    # for an update at any time: look only for larger files.
    assert not [path for path in site.asked if re.search(r"wasm|\.whl|\.zip|/core-|messages", path)]
    assert page.context.service_workers == []
    kept = "async () => [...Object.keys(localStorage), ...(await caches.keys())]"
    if way != 'sandbox="allow-scripts"':
        # The tests put this key into every page before its own scripts run.
        assert inner.locator("body").evaluate(kept) == ["sandlot.secret"]


def test_link_in_a_frame_opens_a_new_tab(page: Page, site: Site, stranger: Site) -> None:
    page.goto(stranger.url)
    page.evaluate(
        "(src) => document.body.innerHTML = `<iframe src='${src}'></iframe>`", f"{site.url}#game=snake&tab=play"
    )
    with page.context.expect_page() as opened:
        page.frame_locator("iframe").locator("p[lang=ru] a").click()
    expect(opened.value.locator("html")).to_have_attribute("data-arena", "ready")
    assert opened.value.evaluate("[opener, document.querySelector('.framed')]") == [None, None]


def test_page_runs_when_framed_by_its_own_origin(page: Page, site: Site) -> None:
    page.goto(f"{site.url}licences.txt")
    page.evaluate("(src) => document.body.innerHTML = `<iframe src='${src}'></iframe>`", site.code)
    expect(page.frame_locator("iframe").locator("html")).to_have_attribute("data-arena", "ready")


def test_opener_cannot_talk_to_sealed_frames(page: Page, site: Site, stranger: Site) -> None:
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


def test_parent_page_cannot_talk_to_sealed_frames(page: Page, site: Site) -> None:
    """Sandlot runs when framed by its own origin, but a sealed frame answers only the page that created it."""
    page.goto(f"{site.url}licences.txt")
    page.evaluate(f"({TAKE_FRAMES})(() => document.querySelector('iframe')?.contentWindow ?? [])")
    page.evaluate("(src) => document.body.innerHTML = `<iframe src='${src}'></iframe>`", site.code)
    inner = page.frames[1]
    expect(inner.locator("html")).to_have_attribute("data-arena", "ready")
    wait_for(page, "() => sent > 100")
    assert page.evaluate("heard") == []


def test_each_sealed_frame_has_its_own_key(page: Page, site: Site) -> None:
    page.goto(site.code)
    state(page, "ready")
    page.get_by_label("Seat 1").select_option("code")
    page.get_by_label("Seat 2").select_option("code")
    press_run(page)
    sources = page.evaluate("[...document.querySelectorAll('iframe')].map(({ srcdoc }) => srcdoc)")
    keys = [re.findall(r'data-key="([\d-]*)"', source)[0] for source in sources]
    assert len(set(keys)) == len(keys) == 2
    assert all(len(key) > 20 for key in keys)
