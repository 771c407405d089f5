"""The built site, a plain static host for it, and a browser that watches for problems in pages."""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import json
import re
import signal
import subprocess
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, ClassVar

import hypothesis
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Route,
    WebError,
    expect,
    sync_playwright,
)
from sandlot_build import assemble, basis, bundles, needs, serve
from tables import Table
from waiting import PATIENCE, have_failed, patience
from xdist.scheduler import LoadFileScheduling

# Generous, because the machine may be busy.
hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")
expect.set_options(timeout=PATIENCE * 1000)

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
FAILURES = ROOT / ".build" / "failures"
SMOKE = "pytest.mark.smoke"
BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Whatever a page may try, no test reaches another machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    # Chromium would open its address bar's suggestions, two pages of its own, with every window: a second of work each.
    # The rest is what Playwright switches off and what matters here; the last of several such lists holds.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,AimEnabled,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,OptimizationHints,PaintHolding,PreconnectToSearch,"
    "ThirdPartyStoragePartitioning",
]
# Most pages of the tests are gone before it pays that the browser optimizes Python, which takes a fifth of their time.
TEST_ARGUMENTS = [*BROWSER_ARGUMENTS, "--js-flags=--liftoff-only"]


MOST_BYTES = 7_000_000
"""Of a first visit, compressed: a limit that people on slow lines were promised."""


class Site:
    """A folder on a plain static host, below /sandlot/ and without any special header."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []  # paths relative to the folder, in order
        self.broken: set[str] = set()  # of those, the ones that answer 503
        self.answering = True
        self.declares_gzip = False  # as some hosts do for names in .gz; browsers then inflate by themselves
        self.snapshot = b""  # of Python: what a page has sent, or what it gets
        self.server = serve.Server(("127.0.0.1", 0), functools.partial(PlainHost, self))
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        self.url = f"{self.origin}/sandlot/"
        self.code = f"{self.url}#tab=code"  # with the editor, where the front has none
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @contextlib.contextmanager
    def offline(self) -> Iterator[None]:
        """In this context, no request gets an answer."""
        self.answering = False
        try:
            yield
        finally:
            self.answering = True

    def bytes_asked(self) -> int:
        """Bytes of all files that were asked for, each once and compressed as a static host does."""
        files = [self.folder / (path or "index.html") for path in set(self.asked)]
        found = [file.read_bytes() for file in files if file.is_file()]
        return sum(min(len(data), len(gzip.compress(data, 6))) for data in found)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class PlainHost(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, site: Site, *args: Any) -> None:
        self.site = site
        super().__init__(*args, directory=str(site.folder))

    def do_GET(self) -> None:
        path = urllib.parse.urlsplit(self.path).path
        inside = path.removeprefix("/sandlot/")
        self.site.asked.append(inside)
        if not self.site.answering:
            self.close_connection = True
        elif path == "/favicon.ico":
            # A browser asks for it where a text is shown.
            self.send_response(204)
            self.end_headers()
        elif inside == path:
            self.send_error(404)
        elif NO_PYTHON in self.headers.get("Cookie", "") and PYTHON.search(inside):
            # No answer until whoever asks gives up.
            self.connection.recv(1)
            self.close_connection = True
        elif inside in self.site.broken:
            self.send_error(503)
        elif inside == "snapshot":
            self.send_response(200)
            self.send_header("Content-Length", str(len(self.site.snapshot)))
            self.end_headers()
            self.wfile.write(self.site.snapshot)
        else:
            self.path = f"/{inside}"
            super().do_GET()

    def do_PUT(self) -> None:
        self.site.snapshot = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()

    def end_headers(self) -> None:
        if self.site.declares_gzip and self.path.endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class Problems:
    """Problems that no page may have: errors on its console, uncaught ones, and requests to another host."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.expected: list[str] = []

    def expect(self, pattern: str) -> None:
        """Problems that match this regular expression are meant to happen in this test."""
        self.expected.append(pattern)

    def unexpected(self) -> list[str]:
        return [problem for problem in self.seen if not any(re.search(p, problem) for p in self.expected)]

    def watch(self, context: BrowserContext) -> None:
        """Note down what goes wrong in all pages of a profile, which are waited for as long as everything is."""
        context.set_default_timeout(patience() * 1000)
        # Bots with random moves make the same ones in every test.
        context.add_init_script("try { localStorage['sandlot.secret'] ??= '\"\"'; } catch {}")
        context.on("console", self.on_console)
        context.on("weberror", self.on_error)
        context.on("request", self.on_request)

    def on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "assert"):
            self.seen.append(f"console: {message.text} ({message.location.get('url')})")

    def on_error(self, error: WebError) -> None:
        self.seen.append(f"uncaught: {error.error}")

    def on_request(self, request: Request) -> None:
        address = urllib.parse.urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.hostname != "127.0.0.1":
            self.seen.append(f"another host: {request.url}")


Snapshots = dict[object, tuple[str, bytes]]
"""Snapshots of Python by what they differ in: the path of each on a site, and its bytes."""


class Profile:
    """A browser profile of somebody who has been here: what the site keeps is kept, and nothing that was done there.

    To begin from what was kept costs a third of a first visit. What is about first visits takes `new_context`.
    All profiles of a session keep the snapshot of the first of them.
    """

    snapshots: ClassVar[Snapshots] = {}
    forgotten = "cookies,local_storage,indexeddb"
    """What is cleared before a new page."""

    def __init__(self, browser: Browser, site: Site, **options: Any) -> None:
        self.site = site
        self.problems = Problems()
        self.context = browser.new_context(**options)
        self.problems.watch(self.context)
        self.kept: list[Page] = []
        self.begin(self.context.new_page())

    def begin(self, page: Page) -> None:
        with shared_snapshot(page, self.site, Profile.snapshots):
            page.goto(self.site.code)
            wait_for(page, SITE_KEPT)
        page.close()

    def new_page(self, problems: Problems) -> Page:
        """Return an empty page; what goes wrong in it goes to `problems`."""
        self.problems.seen = problems.seen
        page = self.context.new_page()
        session = self.context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": self.site.origin, "storageTypes": self.forgotten})
        session.detach()
        return page

    def close_pages(self) -> None:
        self.context.clear_permissions()
        for page in self.context.pages:
            if page not in self.kept:
                page.close()


class EarlyProfile(Profile):
    """A browser profile in which Python never loads; nothing is kept there from one test to the next.

    A page takes a third less processor time than the first one of a new profile, because another page stays open, with
    the browser's process for this site.
    """

    forgotten = "all"

    def __init__(self, browser: Browser, site: Site) -> None:
        super().__init__(browser, site, reduced_motion="reduce", service_workers="block")

    def new_page(self, problems: Problems) -> Page:
        page = super().new_page(problems)
        without_python(self.context, self.site)
        return page

    def begin(self, page: Page) -> None:
        page.goto(f"{self.site.url}licences.txt")
        self.kept = [page]


def without_python(context: BrowserContext, site: Site) -> None:
    """Never answer a page's requests for Python.

    The host knows this from a cookie: intercepting requests by Playwright would disable the cache and slow down all of
    them.
    """
    name, _, value = NO_PYTHON.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": site.url, "httpOnly": True}])


PYTHON = re.compile(r"(?:^|/)pyodide-[^/]*\.wasm\.gz$")
NO_PYTHON = "no-python=1"
SITE_KEPT = "async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)"
SNAPSHOT_KEPT = "async () => (await (await caches.open('sandlot-snapshots')).keys()).length === 1"


def take_snapshot(page: Page, site: Site) -> tuple[str, bytes]:
    """The snapshot of Python that a page has kept, for another profile with the same build below the same path.

    Such megabytes go by way of the host: by the browser's own line to a test they take seconds.
    """
    wait_for(page, SNAPSHOT_KEPT)
    send = """async (to) => {
      const cache = await caches.open('sandlot-snapshots');
      const [{ url }] = await cache.keys();
      await fetch(to, { method: 'PUT', body: await (await cache.match(url)).blob() });
      return new URL(url).pathname;
    }"""
    return page.evaluate(send, f"{site.url}snapshot"), site.snapshot


def give_snapshot(page: Page, site: Site, snapshot: tuple[str, bytes]) -> None:
    """Store the snapshot for a site that this page is about to visit for the first time."""
    path, site.snapshot = snapshot
    page.goto(f"{site.url}licences.txt")
    keep = """async (path) => {
      const cache = await caches.open('sandlot-snapshots');
      await cache.put(path, new Response(await (await fetch('./snapshot', { cache: 'no-store' })).blob()));
    }"""
    page.evaluate(keep, path)


def begin_with_snapshot(context: BrowserContext, site: Site, snapshot: tuple[str, bytes]) -> BrowserContext:
    """Give a new profile the snapshot and nothing else: booting without one takes longer than most tests."""
    page = context.new_page()
    give_snapshot(page, site, snapshot)
    page.close()
    return context


@contextlib.contextmanager
def shared_snapshot(page: Page, site: Site, snapshots: Snapshots, key: object = None) -> Iterator[None]:
    """In this context, a page visits a site for the first time: with the snapshot under `key`, or else to make that
    one.
    """
    known = snapshots.get(key)
    if known:
        give_snapshot(page, site, known)
    yield
    if not known:
        snapshots[key] = take_snapshot(page, site)


def in_node(script: str, given: str = "") -> str:
    """Return the output of a script in Node that gets this input; STATIC in it is the folder of our modules."""
    text = script.replace("STATIC", (ROOT / "static").as_uri())
    command = ["node", "--import", "tsx", "--input-type=module", "-e", text]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def wait_until(condition: Callable[[], object], what: object = None) -> None:
    """Wait until something is true."""
    until = time.monotonic() + patience()
    while not condition():
        assert time.monotonic() < until, what
        time.sleep(0.05)


def wait_for(page: Page, script: str) -> None:
    """Wait until a script returns true; under a strict policy a page cannot poll by itself."""
    wait_until(lambda: page.evaluate(script), script)


def add_page(folder: Path, name: str, script: Path) -> None:
    """Put a page beside index.html in a copy of the site: the same policy and manifest, and this script instead."""
    bundles.esbuild(script, "--format=esm", f"--outfile={folder / f'{name}.js'}")
    page = (folder / "index.html").read_text(encoding="utf-8")
    policy = re.search(r"<meta http-equiv[^>]*>", page)
    data = re.search(r'<script type="application/json" id="assets">.*?</script>', page, re.DOTALL)
    assert data is not None
    head = f"<!doctype html><meta charset=utf-8>{policy[0] if policy else ''}{data[0]}"
    (folder / f"{name}.html").write_text(f'{head}<body><script type="module" src="./{name}.js"></script>')


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fast", action="store_true", help="without what is slow, and without a browser but for a few smoke tests"
    )
    parser.addoption("--all-browsers", action="store_true", help="fail where Firefox or WebKit is missing, do not skip")


@pytest.fixture(scope="session")
def dist() -> Path:
    """The built site. `build.py test` has just built it; a bare pytest may find sources that are newer."""
    assemble.build_if_stale()
    return basis.DIST


@pytest.fixture(scope="session")
def manifest(dist: Path) -> dict[str, Any]:
    """What index.html tells the page about the files of the build."""
    text = (dist / "index.html").read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="assets">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.fixture(scope="session")
def host() -> Iterator[Callable[[Path], Site]]:
    """Puts any folder on a plain static host of its own, until the end of the session."""
    sites: list[Site] = []

    def put(folder: Path) -> Site:
        sites.append(Site(folder))
        return sites[-1]

    yield put
    for site in sites:
        site.close()


@pytest.fixture(scope="session")
def site(dist: Path, host: Callable[[Path], Site]) -> Site:
    """The built site on a plain static host, below a path."""
    return host(dist)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright; there can be only one at a time."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium's lightest variant; test_sandbox.py and test_browsers.py use the usual one."""
    program = needs.light_browser_on_this_machine()
    # A process for all pages and their sealed frames, instead of two for each page: it takes a fifth less.
    # Without its crash reporter the light browser does not hear of WebAssembly that reads beyond its memory, which
    # people's browsers make an error of JavaScript: the whole process ends.
    together = [f"{each},IsolateSandboxedIframes" if "--disable-features" in each else each for each in TEST_ARGUMENTS]
    browser = playwright.chromium.launch(
        executable_path=program, args=[*together, "--process-per-site", "--enable-crash-reporter"]
    )
    yield browser
    browser.close()


@pytest.fixture
def problems() -> Problems:
    """What went wrong in the pages of this test; `problems.expect(pattern)` allows some of it."""
    return Problems()


@pytest.fixture
def new_context(
    browser: Browser, problems: Problems, request: pytest.FixtureRequest
) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browser contexts: new_context(width=390, height=844, **what Playwright takes)."""
    contexts: list[BrowserContext] = []

    def make(width: int = 1440, height: int = 900, **options: Any) -> BrowserContext:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        problems.watch(context)
        contexts.append(context)
        return context

    yield make
    pages = [page for context in contexts for page in context.pages]
    if request.node.stash.get(FAILED, False):
        take_pictures(request.node.name, pages)
    for context in contexts:
        context.close()
    fail_if_any(problems)


def fail_if_any(problems: Problems) -> None:
    unexpected = problems.unexpected()
    if unexpected:
        pytest.fail("the page had problems:\n" + "\n".join(unexpected), pytrace=False)


def altered(context: BrowserContext, pattern: str, old: str, new: str) -> None:
    """Serve a script with one name changed to another of the same length."""
    assert len(old) == len(new)

    def answer(route: Route) -> None:
        response = route.fetch()
        text = response.text()
        assert old in text, f"{old} is no longer in {pattern}: this test tests nothing"
        route.fulfill(response=response, body=text.replace(old, new))

    context.route(pattern, answer)


@pytest.fixture
def first_page(new_context: Callable[..., BrowserContext]) -> Page:
    """An empty page in a fresh profile."""
    return new_context().new_page()


def end_of_pages(profile: Profile, problems: Problems, request: pytest.FixtureRequest) -> None:
    """A test with pages of a profile is over: it fails if they had problems."""
    if request.node.stash.get(FAILED, False):
        take_pictures(request.node.name, profile.context.pages)
    profile.close_pages()
    fail_if_any(problems)


@pytest.fixture(scope="session")
def guest(browser: Browser, site: Site) -> EarlyProfile:
    """The profile for `early_page`."""
    return EarlyProfile(browser, site)


@pytest.fixture
def early_page(
    guest: EarlyProfile,
    site: Site,
    new_context: Callable[..., BrowserContext],
    problems: Problems,
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., Page]]:
    """Makes pages in which Python never loads and nothing is kept yet: for everything that works before Python is
    there.

    Settings that differ in more than the size of the page get a profile of their own.
    """

    def make(width: int = 1440, height: int = 900, **options: Any) -> Page:
        if options:
            context = new_context(width, height, reduced_motion="reduce", service_workers="block", **options)
            without_python(context, site)
            return context.new_page()
        page = guest.new_page(problems)
        page.set_viewport_size({"width": width, "height": height})
        return page

    yield make
    end_of_pages(guest, problems, request)


@pytest.fixture
def early(early_page: Callable[..., Page]) -> Page:
    """An empty page to which Python never comes."""
    return early_page()


@pytest.fixture(scope="session")
def visitor(browser: Browser, site: Site) -> Profile:
    """The profile for `page` and `revisit`."""
    return Profile(browser, site)


@pytest.fixture
def revisit(visitor: Profile, problems: Problems, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Makes pages of somebody who was here before: revisit(width=390, height=844, motion=True).

    Nothing moves that does not have to, unless the test wants it: drawing takes much of a machine's time. The test
    fails at its end if they had problems. What they do not share with new pages: Python starts from the snapshot, and
    a service worker answers for the host.
    """

    def make(width: int = 1440, height: int = 900, motion: bool = False) -> Page:
        page = visitor.new_page(problems)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(reduced_motion="no-preference" if motion else "reduce")
        return page

    yield make
    end_of_pages(visitor, problems, request)


@pytest.fixture
def page(revisit: Callable[..., Page]) -> Page:
    """An empty page of somebody who was here before."""
    return revisit()


PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@contextlib.contextmanager
def ready(page: Page, url: str) -> Iterator[Page]:
    """The page with the arena in it and Python there, until it is closed."""
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("data-arena", "ready")
    yield page
    page.close()


def lend(page: Page, problems: Problems) -> Iterator[Page]:
    """Give a shared page to a test: its problems are the test's as long as it runs."""
    problems.seen.clear()
    problems.expected.clear()
    yield page
    fail_if_any(problems)


@pytest.fixture(scope="session")
def player(browser: Browser, site: Site) -> Profile:
    """The profile for `arena`: not that of `page`, so that a test may have both."""
    return Profile(browser, site, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")


@pytest.fixture(scope="module")
def shared(player: Profile, site: Site) -> Iterator[Page]:
    """One page with a ready arena for all matches of a file, as a person has it."""
    with ready(player.new_page(Problems()), site.code) as page:
        yield page


@pytest.fixture
def arena(shared: Page, player: Profile) -> Iterator[Page]:
    """The shared page, whose problems are this test's as long as it runs."""
    yield from lend(shared, player.problems)


@pytest.fixture(scope="session")
def phone_owner(browser: Browser, site: Site) -> Profile:
    """The profile for `phone`."""
    return Profile(browser, site, **PHONE, reduced_motion="reduce")


@pytest.fixture(scope="module")
def shared_phone(phone_owner: Profile, site: Site) -> Iterator[Page]:
    """One phone with a ready arena for all matches of a file."""
    with ready(phone_owner.new_page(Problems()), site.code) as page:
        yield page


@pytest.fixture
def phone(shared_phone: Page, phone_owner: Profile) -> Iterator[Page]:
    """The shared phone, whose problems are this test's as long as it runs."""
    yield from lend(shared_phone, phone_owner.problems)


@pytest.fixture(scope="module")
def shared_without_waiting(browser: Browser, site: Site) -> Iterator[tuple[Page, Problems]]:
    """One page with a ready arena for a file where Python cannot wait, so that programs are run again and again."""
    problems = Problems()
    with browser.new_context(service_workers="block") as context:
        problems.watch(context)
        altered(context, "**/core-*.js", "Suspending", "Suspendinh")
        with ready(context.new_page(), site.code) as page:
            yield page, problems


@pytest.fixture
def without_waiting(shared_without_waiting: tuple[Page, Problems]) -> Iterator[Page]:
    """The shared page where Python cannot wait, whose problems are this test's as long as it runs."""
    yield from lend(*shared_without_waiting)


@pytest.fixture
def table(arena: Page) -> Iterator[Table]:
    """A table in the shared page."""
    table = Table(arena)
    yield table
    table.player.evaluate("({ handle }) => handle?.stop()")


def has_browser(item: pytest.Item) -> bool:
    asks = not {"playwright", "tab"}.isdisjoint(getattr(item, "fixturenames", ()))
    return asks or item.get_closest_marker("browser") is not None


def fast_ones(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Return the tests that --fast runs."""
    many = set()
    for item in items:
        if has_browser(item):
            if item.get_closest_marker("smoke"):
                yield item
        elif item.get_closest_marker("many"):
            test = item.nodeid.partition("[")[0]
            if test not in many:
                yield item
            many.add(test)
        elif not item.get_closest_marker("slow"):
            yield item


def cost_of(item: pytest.Item) -> int:
    """Return about how many times as long a test takes as most tests without a browser or a process."""
    is_slow = item.get_closest_marker("slow")
    if has_browser(item):
        return 400 if is_slow else 30
    if is_slow:
        return 25
    return 8 if item.path.parent.name in STARTS_PROCESSES else 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the files that take longest first."""
    if config.getoption("--fast"):
        kept = list(fast_ones(items))
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept
    cost: Counter[Path] = Counter()
    for item in items:
        cost[item.path] += cost_of(item)
    items.sort(key=lambda item: (-cost[item.path], item.path))


class BrowserTogether(LoadFileScheduling):
    """Gives all files with browser tests to two processes: with one alone, it would be the last to end."""

    @functools.cached_property
    def with_browser(self) -> list[str]:
        return sorted(
            path.relative_to(ROOT).as_posix() for path in TESTS.rglob("test_*.py") if SMOKE in path.read_text("utf-8")
        )

    def _split_scope(self, nodeid: str) -> str:
        scope: str = super()._split_scope(nodeid)
        return f"{SMOKE} {self.with_browser.index(scope) % 2}" if scope in self.with_browser else scope


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """With --fast few tests have a browser, and starting it and opening its first pages takes longer than they do."""
    return BrowserTogether(config, log) if config.getoption("--fast") else None


STARTS_PROCESSES = {"cli", "clocks", "contest", "local", "processes", "sandbox"}
"""Rooms whose tests play matches between processes."""
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
        have_failed.append(item.nodeid)
        expect.set_options(timeout=patience() * 1000)
    return report


def take_pictures(test: str, pages: list[Page]) -> None:
    FAILURES.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^\w.-]+", "_", test)
    for number, page in enumerate(pages):
        with contextlib.suppress(Exception):
            page.screenshot(path=FAILURES / f"{name}-{number}.png", timeout=5000)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Background processes of a shell ignore interrupts, and so would the processes started from there."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
