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
    # No page of a test can reach another machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    # The first three features are the address bar's suggestions: with every window Chromium would open two pages for
    # them, a second each. The others repeat what Playwright disables, because the last of several lists wins.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,AimEnabled,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,OptimizationHints,PaintHolding,PreconnectToSearch,"
    "ThirdPartyStoragePartitioning",
]
# Most pages of tests are closed before optimizing Python's code pays off, which takes a fifth of their time.
TEST_ARGUMENTS = [*BROWSER_ARGUMENTS, "--js-flags=--liftoff-only"]


MOST_BYTES = 7_000_000
"""Maximum bytes of a first visit, compressed: a promise to people with slow connections."""


class Site:
    """A folder on a plain static host, below /sandlot/ and without special headers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []  # requested paths, relative to the folder, in order
        self.broken: set[str] = set()  # paths that answer with status 503
        self.answering = True
        self.declares_gzip = False  # whether .gz files get a Content-Encoding, as on some hosts
        self.snapshot = b""  # snapshot of Python that a page has sent or gets
        self.server = serve.Server(("127.0.0.1", 0), functools.partial(PlainHost, self))
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        self.url = f"{self.origin}/sandlot/"
        self.code = f"{self.url}#tab=code"  # the tab with the editor
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @contextlib.contextmanager
    def offline(self) -> Iterator[None]:
        """Do not answer requests within this context."""
        self.answering = False
        try:
            yield
        finally:
            self.answering = True

    def bytes_asked(self) -> int:
        """Return the bytes of all files requested so far, each counted once and compressed."""
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
            # Browsers request this file when they show a plain text.
            self.send_response(204)
            self.end_headers()
        elif inside == path:
            self.send_error(404)
        elif NO_PYTHON in self.headers.get("Cookie", "") and PYTHON.search(inside):
            # Send nothing until the browser gives up.
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
    """Problems that no page may have: errors on the console, uncaught errors, and requests to other hosts."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.expected: list[str] = []

    def expect(self, pattern: str) -> None:
        """Allow problems that match this regular expression."""
        self.expected.append(pattern)

    def unexpected(self) -> list[str]:
        return [problem for problem in self.seen if not any(re.search(p, problem) for p in self.expected)]

    def watch(self, context: BrowserContext) -> None:
        """Record the problems of all pages of a context, and set its timeout."""
        context.set_default_timeout(patience() * 1000)
        # An empty secret makes random bots play the same moves in every test.
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
"""Snapshots of Python by the kind of browser: the path of each on its site, and its bytes."""


class Profile:
    """A browser profile with an earlier visit: it has stored the site's files and Python's snapshot, but no user data.
    A page in it takes a third of the time of a first visit. Tests of first visits use `new_context`. All profiles of a
    session share the snapshot that the first one made.
    """

    snapshots: ClassVar[Snapshots] = {}
    forgotten = "cookies,local_storage,indexeddb"
    """The kinds of storage that are cleared before each new page."""

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
        """Clear user data and return an empty page, whose problems are recorded in `problems`."""
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
    """A browser profile in which Python never loads, and all storage is cleared before each page.

    One page stays open and keeps the browser's process for this site alive. So a new page takes a third less processor
    time than the first page of a new profile.
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

    A cookie tells the host, because intercepting requests with Playwright would disable the cache and slow down all of
    them.
    """
    name, _, value = NO_PYTHON.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": site.url, "httpOnly": True}])


PYTHON = re.compile(r"(?:^|/)pyodide-[^/]*\.wasm\.gz$")
NO_PYTHON = "no-python=1"
SITE_KEPT = "async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)"
SNAPSHOT_KEPT = "async () => (await (await caches.open('sandlot-snapshots')).keys()).length === 1"


def take_snapshot(page: Page, site: Site) -> tuple[str, bytes]:
    """Return the snapshot of Python that a page has stored: its path and bytes. Other profiles may use it for the same
    build and path.

    The page sends it to the host, because megabytes take seconds through Playwright.
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
    """Store the snapshot in a new context, and return it: booting Python without one takes longer than most tests."""
    page = context.new_page()
    give_snapshot(page, site, snapshot)
    page.close()
    return context


@contextlib.contextmanager
def shared_snapshot(page: Page, site: Site, snapshots: Snapshots, key: object = None) -> Iterator[None]:
    """Share a snapshot for a page's first visit, made within this context: store the one under `key` before it, or take
    it afterwards if there is none yet.
    """
    known = snapshots.get(key)
    if known:
        give_snapshot(page, site, known)
    yield
    if not known:
        snapshots[key] = take_snapshot(page, site)


def in_node(script: str, given: str = "") -> str:
    """Run a script in Node with this input, and return its output; STATIC in the script becomes the folder static/."""
    text = script.replace("STATIC", (ROOT / "static").as_uri())
    command = ["node", "--import", "tsx", "--input-type=module", "-e", text]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def wait_until(condition: Callable[[], object], what: object = None) -> None:
    """Wait until a condition is true; `what` describes it if it never is."""
    until = time.monotonic() + patience()
    while not condition():
        assert time.monotonic() < until, what
        time.sleep(0.05)


def wait_for(page: Page, script: str) -> None:
    """Wait until a script returns true. Playwright's own polling in the page would violate the page's policy."""
    wait_until(lambda: page.evaluate(script), script)


def add_page(folder: Path, name: str, script: Path) -> None:
    """Add a page to a copy of the site, with the policy and manifest of index.html and this script."""
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
    """Return the folder of the built site. `build.py test` has just built it; a bare pytest may have to rebuild it."""
    assemble.build_if_stale()
    return basis.DIST


@pytest.fixture(scope="session")
def manifest(dist: Path) -> dict[str, Any]:
    """Return the manifest in index.html: the names and sizes of the build's files."""
    text = (dist / "index.html").read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="assets">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.fixture(scope="session")
def host() -> Iterator[Callable[[Path], Site]]:
    """Return a function that serves a folder from a plain static host until the end of the session."""
    sites: list[Site] = []

    def put(folder: Path) -> Site:
        sites.append(Site(folder))
        return sites[-1]

    yield put
    for site in sites:
        site.close()


@pytest.fixture(scope="session")
def site(dist: Path, host: Callable[[Path], Site]) -> Site:
    """Return the built site on a plain static host, below a path."""
    return host(dist)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Return Playwright, of which a process can have only one."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Return the lightest variant of Chromium; test_sandbox.py and test_browsers.py use the usual one."""
    program = needs.light_browser_on_this_machine()
    # Use one process for all pages and their sealed frames instead of two per page, which saves a fifth of the time.
    # Without its crash reporter, the light browser ends the whole process when WebAssembly reads beyond its memory.
    # Usual browsers raise an error in JavaScript instead.
    together = [f"{each},IsolateSandboxedIframes" if "--disable-features" in each else each for each in TEST_ARGUMENTS]
    browser = playwright.chromium.launch(
        executable_path=program, args=[*together, "--process-per-site", "--enable-crash-reporter"]
    )
    yield browser
    browser.close()


@pytest.fixture
def problems() -> Problems:
    """Return the problems in the pages of this test; `problems.expect(pattern)` allows some of them."""
    return Problems()


@pytest.fixture
def new_context(
    browser: Browser, problems: Problems, request: pytest.FixtureRequest
) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that makes browser contexts: new_context(width=390, height=844, **options of Playwright)."""
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
    """Serve the scripts that match `pattern` with one name replaced by another of the same length."""
    assert len(old) == len(new)

    def answer(route: Route) -> None:
        response = route.fetch()
        text = response.text()
        assert old in text, f"{old} is no longer in {pattern}: this test tests nothing"
        route.fulfill(response=response, body=text.replace(old, new))

    context.route(pattern, answer)


@pytest.fixture
def first_page(new_context: Callable[..., BrowserContext]) -> Page:
    """Return an empty page in a new profile."""
    return new_context().new_page()


def end_of_pages(profile: Profile, problems: Problems, request: pytest.FixtureRequest) -> None:
    """Close the pages of a profile after a test, and fail the test if they had problems."""
    if request.node.stash.get(FAILED, False):
        take_pictures(request.node.name, profile.context.pages)
    profile.close_pages()
    fail_if_any(problems)


@pytest.fixture(scope="session")
def guest(browser: Browser, site: Site) -> EarlyProfile:
    """Return the profile for `early_page`."""
    return EarlyProfile(browser, site)


@pytest.fixture
def early_page(
    guest: EarlyProfile,
    site: Site,
    new_context: Callable[..., BrowserContext],
    problems: Problems,
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., Page]]:
    """Return a function that makes pages with empty storage in which Python never loads.

    Options beyond the size of the page get a separate profile.
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
    """Return an empty page in which Python never loads."""
    return early_page()


@pytest.fixture(scope="session")
def visitor(browser: Browser, site: Site) -> Profile:
    """Return the profile for `page` and `revisit`."""
    return Profile(browser, site)


@pytest.fixture
def revisit(visitor: Profile, problems: Problems, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Return a function that makes pages of a later visit: revisit(width=390, height=844, motion=True).

    Motion is reduced by default, because drawing takes much processor time. The test fails at its end if the pages had
    problems. Unlike on a first visit, Python starts from the snapshot and a service worker answers for the host.
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
    """Return an empty page of a later visit."""
    return revisit()


PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@contextlib.contextmanager
def ready(page: Page, url: str) -> Iterator[Page]:
    """Open the page, wait until Python is ready, and close the page at the end of the context."""
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("data-arena", "ready")
    yield page
    page.close()


def lend(page: Page, problems: Problems) -> Iterator[Page]:
    """Yield a shared page to a test, and fail the test if the page has problems meanwhile."""
    problems.seen.clear()
    problems.expected.clear()
    yield page
    fail_if_any(problems)


@pytest.fixture(scope="session")
def player(browser: Browser, site: Site) -> Profile:
    """Return the profile for `arena`. It is not that of `page`, so that a test may use both."""
    return Profile(browser, site, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")


@pytest.fixture(scope="module")
def shared(player: Profile, site: Site) -> Iterator[Page]:
    """Return one page with a ready arena for all tests of a module."""
    with ready(player.new_page(Problems()), site.code) as page:
        yield page


@pytest.fixture
def arena(shared: Page, player: Profile) -> Iterator[Page]:
    """Return the module's shared page; its problems fail the test that causes them."""
    yield from lend(shared, player.problems)


@pytest.fixture(scope="session")
def phone_owner(browser: Browser, site: Site) -> Profile:
    """Return the profile for `phone`."""
    return Profile(browser, site, **PHONE, reduced_motion="reduce")


@pytest.fixture(scope="module")
def shared_phone(phone_owner: Profile, site: Site) -> Iterator[Page]:
    """Return one phone with a ready arena for all tests of a module."""
    with ready(phone_owner.new_page(Problems()), site.code) as page:
        yield page


@pytest.fixture
def phone(shared_phone: Page, phone_owner: Profile) -> Iterator[Page]:
    """Return the module's shared phone; its problems fail the test that causes them."""
    yield from lend(shared_phone, phone_owner.problems)


@pytest.fixture(scope="module")
def shared_without_waiting(browser: Browser, site: Site) -> Iterator[tuple[Page, Problems]]:
    """Return one page for a module's tests in which Python cannot wait, so that programs are rerun every turn."""
    problems = Problems()
    with browser.new_context(service_workers="block") as context:
        problems.watch(context)
        altered(context, "**/core-*.js", "Suspending", "Suspendinh")
        with ready(context.new_page(), site.code) as page:
            yield page, problems


@pytest.fixture
def without_waiting(shared_without_waiting: tuple[Page, Problems]) -> Iterator[Page]:
    """Return the shared page in which Python cannot wait; its problems fail the test that causes them."""
    yield from lend(*shared_without_waiting)


@pytest.fixture
def table(arena: Page) -> Iterator[Table]:
    """Return a `Table` in the shared page."""
    table = Table(arena)
    yield table
    table.player.evaluate("({ handle }) => handle?.stop()")


def has_browser(item: pytest.Item) -> bool:
    asks = not {"playwright", "tab"}.isdisjoint(getattr(item, "fixturenames", ()))
    return asks or item.get_closest_marker("browser") is not None


def fast_ones(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the tests that --fast runs."""
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
    """Return the rough cost of a test, where a test without browsers or processes costs 1."""
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
    """Runs all files with browser tests in two processes, because one alone would end last."""

    @functools.cached_property
    def with_browser(self) -> list[str]:
        return sorted(
            path.relative_to(ROOT).as_posix() for path in TESTS.rglob("test_*.py") if SMOKE in path.read_text("utf-8")
        )

    def _split_scope(self, nodeid: str) -> str:
        scope: str = super()._split_scope(nodeid)
        return f"{SMOKE} {self.with_browser.index(scope) % 2}" if scope in self.with_browser else scope


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Group browser tests with --fast: they are few, and starting a browser takes longer than they do."""
    return BrowserTogether(config, log) if config.getoption("--fast") else None


STARTS_PROCESSES = {"cli", "contest", "local", "processes", "sandbox", "timing"}
"""Folders whose tests play matches between processes."""
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
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a new folder, in which the test runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Restore the handling of interrupts, which background processes of a shell and their children ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
