"""The stored site: which files are stored, what a second visit needs, and what a new deployment replaces."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import MOST_BYTES, Profile, shared_snapshot, wait_until
from playwright.sync_api import BrowserContext, Page, expect

STORED = """async () => {
  const cache = await caches.open('sandlot-assets');
  return (await cache.keys()).map(({ url }) => url);
}"""
# Chromium's message when it looks for a newer service worker without a network.
NO_UPDATE = "unknown error occurred when fetching the script"
STATUS = "async (urls) => (await Promise.all(urls.map((url) => fetch(url)))).map(({ status }) => status)"
READY = "html[data-arena=ready]"
BUILD_SHOWN = "() => JSON.parse(document.getElementById('assets').textContent).build"


@pytest.fixture
def deployment(dist: Path, tmp_path: Path, host: Callable[[Path], Any]) -> Any:
    """Return a separate host whose files a test may replace. They are a day old: a browser soon asks again for files
    that were changed a moment ago, and how soon depends on the time since the build.
    """
    shutil.copytree(dist, tmp_path / "site")
    yesterday = time.time() - 24 * 60 * 60
    for path in (tmp_path / "site").rglob("*"):
        os.utime(path, (yesterday, yesterday))
    return host(tmp_path / "site")


def deploy_again(deployment: Any, manifest: dict[str, Any]) -> str:
    """Replace the deployment by another build in which one file is renamed, and return that file's old name."""
    old = manifest["demo"]["tank"]
    new = old.replace("demo-tank-", "demo-tank-new")
    (deployment.folder / old).rename(deployment.folder / new)
    for name in ("index.html", "sw.js"):
        text = (deployment.folder / name).read_text(encoding="utf-8")
        text = text.replace(manifest["build"], "anotherbuild").replace(old, new)
        (deployment.folder / name).write_text(text, encoding="utf-8")
    return old


def worker(page: Page, state: str) -> bool:
    """Return whether there is a service worker in this state: installing, waiting or active."""
    ask = "async (state) => Boolean((await navigator.serviceWorker.getRegistration('/sandlot/'))?.[state])"
    return bool(page.evaluate(ask, state))


def wait_until_kept(page: Page) -> None:
    """Wait until everything is stored, which the page starts only when Python is ready."""
    wait_until(lambda: worker(page, "active"))
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")


def visit(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url)
    return page


def visit_as_another_has(context: BrowserContext, deployment: Any) -> Page:
    """Make a first visit with the Python snapshot of another context, which saves the slow boot."""
    page = context.new_page()
    with shared_snapshot(page, deployment, Profile.snapshots):
        page.goto(deployment.url)
    return page


def files_of_every_visit(manifest: dict[str, Any], language: str) -> set[str]:
    """Return the addresses of the files that every visit stores. Others are stored on demand: other languages, the
    reference, the reader, packages, Learn, explanations, the check of a league, the embedded player, and the seat in
    Node.
    """
    others = {url for other, url in manifest["rules"].items() if other != language}
    others |= {url for url in manifest["sizes"] if url.startswith("./assets/embed")} | {
        manifest["player"],
        manifest["later"],
        manifest["node"],
    }
    on_demand = [
        manifest[each].values()
        for each in ("messages", "guides", "reader", "packages", "paths", "puzzles", "pathWords", "explained")
    ]
    spoken = {manifest["messages"][language]} if language != "en" else set()
    return set(manifest["sizes"]) - others.union(*on_demand) | spoken


def test_first_visit_stores_all_files_and_second_works_offline(
    deployment: Any, manifest: dict[str, Any], new_context: Callable[..., BrowserContext], problems: Any
) -> None:
    problems.expect(NO_UPDATE)
    # Only the files of this language are stored.
    first_page = new_context(locale="ru").new_page()
    first_page.goto(deployment.url)
    wait_until_kept(first_page)
    files = files_of_every_visit(manifest, "ru")
    assert set(first_page.evaluate(STORED)) == {
        *(deployment.url + url.removeprefix("./") for url in files),
        f"{deployment.url}?build={manifest['build']}",
    }
    sizes = manifest["sizes"]
    large = [url.removeprefix("./") for url in files if sizes[url] > 100_000]
    assert [name for name in large if deployment.asked.count(name) != 1] == []
    assert [name for name in deployment.asked if name == ""] == ["", ""], "the page itself is stored anew"
    assert deployment.bytes_asked() < MOST_BYTES

    with deployment.offline():
        for address in (deployment.url, deployment.url + "index.html#x", deployment.url + "?x=1"):
            first_page.goto("about:blank")
            first_page.goto(address)
            assert first_page.evaluate(BUILD_SHOWN) == manifest["build"]
            expect(first_page.locator("html")).to_have_attribute("lang", "ru")
            assert first_page.evaluate(STATUS, sorted(files)) == [200] * len(files)


def test_new_deployment_is_shown_and_replaces_stored_files(
    deployment: Any, manifest: dict[str, Any], new_context: Callable[..., BrowserContext], problems: Any
) -> None:
    problems.expect(NO_UPDATE)
    problems.expect("404")
    context = new_context()
    # A page of the same host, outside the scope of the service worker.
    outside = visit(context, deployment.origin)
    page = visit_as_another_has(context, deployment)
    wait_until_kept(page)
    page.evaluate("async () => (await caches.open('another')).put('x', new Response('kept'))")
    old = deploy_again(deployment, manifest)

    page.reload()
    assert page.evaluate(BUILD_SHOWN) == "anotherbuild"
    wait_until(lambda: worker(page, "waiting"))
    assert f"{deployment.url}{old.removeprefix('./')}" in page.evaluate(STORED)

    # The old worker ends once the browser has noticed that its last page was closed.
    page.close()
    wait_until(lambda: not worker(outside, "waiting") and worker(outside, "active"))
    with deployment.offline():
        page = visit(context, deployment.url)
        assert page.evaluate(BUILD_SHOWN) == "anotherbuild"
        wait_until(lambda: f"{deployment.url}{old.removeprefix('./')}" not in page.evaluate(STORED))
        stored = page.evaluate(STORED)
    assert f"{deployment.url}?build={manifest['build']}" not in stored
    assert f"{deployment.url}?build=anotherbuild" in stored
    assert page.evaluate("async () => (await (await caches.open('another')).match('x')).text()") == "kept"


def test_old_page_offers_a_reload_where_a_part_is_gone(
    deployment: Any, manifest: dict[str, Any], new_context: Callable[..., BrowserContext], problems: Any
) -> None:
    problems.expect("404")
    page = visit_as_another_has(new_context(service_workers="block"), deployment)
    page.wait_for_selector(READY)
    deploy_again(deployment, manifest)
    parts = list((deployment.folder / "assets").glob("learn-*.js"))
    assert parts
    for part in parts:
        part.rename(part.with_suffix(".gone"))
    page.get_by_role("link", name="Learn", exact=True).click()
    alert = page.get_by_role("alert").filter(has_text="A newer version of this page was published")
    expect(alert).to_be_visible()
    # The new build has the part under another name; here it comes back under the old one.
    for part in parts:
        part.with_suffix(".gone").rename(part)
    alert.get_by_role("button", name="Reload the page").click()
    expect(page.locator(".learn header")).to_be_visible()
    assert page.evaluate(BUILD_SHOWN) == "anotherbuild"


def test_failed_precache_is_completed_at_next_visit(
    deployment: Any, manifest: dict[str, Any], new_context: Callable[..., BrowserContext], problems: Any
) -> None:
    missing = next(url for url in manifest["sizes"] if "cyrillic" in url).removeprefix("./")
    deployment.broken.add(missing)
    problems.expect("answered 503")
    context = new_context()
    page = visit_as_another_has(context, deployment)
    wait_until(lambda: missing in deployment.asked and not worker(page, "installing"))
    assert not worker(page, "active")
    page.close()

    deployment.broken.clear()
    page = visit(context, deployment.url)
    wait_until_kept(page)
    # "core" is missing here, because the worker that runs it requests it a second time by address.
    stored = [manifest[name].removeprefix("./") for name in ("wasm", "stdlib", "wheel")]
    assert [name for name in stored if deployment.asked.count(name) != 1] == []


def test_host_that_declares_gzip_works(deployment: Any, first_page: Page) -> None:
    deployment.declares_gzip = True
    first_page.goto(deployment.url)
    first_page.wait_for_selector(READY)


WITHOUT_CACHES = (
    "Object.defineProperty(window, 'caches', { get() { throw new DOMException('no', 'SecurityError'); } });"
)
WITHOUT_WORKERS = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });"
FULL = "Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));"


@pytest.mark.parametrize("obstacle", [WITHOUT_CACHES, WITHOUT_WORKERS, FULL], ids=["no caches", "no worker", "full"])
def test_page_works_without_storage(site: Any, first_page: Page, obstacle: str) -> None:
    first_page.add_init_script(obstacle)
    first_page.goto(site.url)
    first_page.wait_for_selector(READY)


def test_paths_and_puzzles_of_all_games_are_stored_once_learn_is_open(
    deployment: Any, manifest: dict[str, Any], new_context: Callable[..., BrowserContext]
) -> None:
    page = visit_as_another_has(new_context(), deployment)
    page.goto(f"{deployment.url}#game=snake&tab=learn")
    expect(page.locator(".path-step").first).to_be_visible()
    files = {*manifest["paths"].values(), *manifest["puzzles"].values(), manifest["later"], manifest["explained"]["en"]}
    wanted = {deployment.url + url.removeprefix("./") for url in files}
    while not wanted <= set(page.evaluate(STORED)):
        page.wait_for_timeout(100)
    page.wait_for_selector("html[data-arena=ready]")
    with deployment.offline():
        page.goto(f"{deployment.url}#game=tank&puzzle=tank-1")
        expect(page.locator(".puzzle-bar")).to_be_visible()
