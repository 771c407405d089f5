"""The page's sandbox, attacked from inside in a real browser. attacks.py holds the attacks."""

from __future__ import annotations

import ast
import contextlib
import gzip
import io
import json
import os
import re
import shutil
import signal
import socket
import threading
import time
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attacks import ATTACKS, HASTY, HURRIED, PROBES, TOO_LONG, TOO_LONG_TO_IMPORT, Attack, Probe, prober
from conftest import ROOT, TEST_ARGUMENTS, Site, Snapshots, add_page, give_snapshot, shared_snapshot, wait_until
from playwright.sync_api import Browser, BrowserContext, Page, Playwright
from sandlot import bots
from sandlot.games import GAMES
from sandlot.messages import render
from sandlot_build import basis, bundles, needs

TANK = GAMES["tank"]
"""The game of all matches here; importing it also loads the messages of its verdicts."""
#: Sets of sandbox layers. The fence is in Python, the seal removes JavaScript's means, the policy is the page's CSP.
LAYERS = {
    "all": {"fence", "seal", "policy"},
    "all but where Python looks into itself": {"fence with a view", "seal", "policy"},
    "seal and policy": {"seal", "policy"},
    "seal": {"seal"},
    "policy": {"policy"},
    "none": set(),
}
# Lines of the fence that block `gc` and `ctypes`. Without them a test's bot can search all objects and memory.
VIEW = re.compile(r'^    "(?:_ctypes|gc)",\n|^    "gc": \(.*\),\n', re.MULTILINE)
NO_FENCE = "def close(): return {}, []\n"
NO_POLICY = """
// Pyodide asks by this whether it runs in a worker that it knows; without the policy the answer would be another.
const load = globalThis.importScripts;
globalThis.importScripts = (url) => {
  if (String(url).startsWith('data:')) throw new TypeError();
  return load.call(globalThis, url);
};
"""
NO_SEAL = "export const seal = () => {};\n"


class Ear:
    """A server on loopback that accepts any connection and datagram, and records the first bytes of each."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.port = self.tcp.getsockname()[1]
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", self.port))
        self.url = f"http://127.0.0.1:{self.port}"
        for listen in (self.accept, self.receive):
            threading.Thread(target=listen, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                line, _ = self.tcp.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(line,), daemon=True).start()

    def answer(self, line: socket.socket) -> None:
        with line, contextlib.suppress(OSError):
            self.heard.append(line.recv(4096) or b"a connection")
            body = b"0;"
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nContent-Length: {len(body)}\r\n"
            line.sendall(head.encode() + b"Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n" + body)

    def receive(self) -> None:
        while True:
            try:
                data = self.udp.recv(4096)
            except OSError:
                return
            self.heard.append(b"datagram " + data)

    def names(self) -> set[str]:
        """Return the first part of the path of every request, and "webtransport" if a datagram came."""
        found = (re.match(rb"[A-Z]+ /([\w-]*)", each) for each in list(self.heard))
        named = {match[1].decode() for match in found if match}
        return named | ({"webtransport"} if any(each.startswith(b"datagram") for each in self.heard) else set())

    def close(self) -> None:
        self.tcp.close()
        self.udp.close()


def make_site(folder: Path, layers: set[str]) -> None:
    """Copy the built site into a folder and remove the layers of the sandbox that are not in `layers`."""
    shutil.copytree(basis.DIST, folder)
    index = folder / "index.html"
    page = index.read_text(encoding="utf-8")
    found = re.search(r'(<script type="application/json" id="assets">)(.*?)(</script>)', page, re.DOTALL)
    assert found is not None
    manifest: dict[str, Any] = json.loads(found[2])
    if "fence" not in layers:
        wheel = folder / manifest["wheel"]
        with zipfile.ZipFile(io.BytesIO(gzip.decompress(wheel.read_bytes()))) as old:
            files = {name: old.read(name) for name in old.namelist()}
        # What every boot imports is bytecode there. Python takes a source beside it first.
        assert "sandlot/seat/fence.pyc" in files
        fence = (ROOT / "py" / "sandlot" / "seat" / "fence.py").read_text(encoding="utf-8")
        view, count = VIEW.subn("", fence)
        assert count == 3
        files["sandlot/seat/fence.py"] = (view if "fence with a view" in layers else NO_FENCE).encode()
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as new:
            for name, data in files.items():
                new.writestr(name, data)
        wheel.write_bytes(gzip.compress(packed.getvalue(), 1))
        manifest["sizes"][manifest["wheel"]] = wheel.stat().st_size
    if "seal" not in layers:
        copy = folder / "static"
        shutil.copytree(ROOT / "static", copy)
        seat = copy / "engine" / "seat"
        assert "export function seal" in (seat / "seal.ts").read_text(encoding="utf-8")
        (seat / "seal.ts").write_text(NO_SEAL, encoding="utf-8")
        manifest["bot"] = bundles.esbuild(seat / "worker.ts", "--format=iife")
        shutil.rmtree(copy)
    if "policy" not in layers:
        core = folder / manifest["core"]
        core.write_text(NO_POLICY + core.read_text(encoding="utf-8"), encoding="utf-8")
        manifest["sizes"][manifest["core"]] = core.stat().st_size
        manifest["frame"], count = re.subn(r"<meta http-equiv[^>]*>", "", manifest["frame"])
        assert count == 1
    page = page[: found.start(2)] + json.dumps(manifest).replace("<", "\\u003c") + page[found.end(2) :]
    if "policy" not in layers:
        page, count = re.subn(r"<meta http-equiv[^>]*>", "", page)
        assert count == 1
    index.write_text(page, encoding="utf-8")
    add_page(folder, "sandbox", ROOT / "tests" / "page" / "sandbox" / "page.ts")


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Return a separate browser in which nothing is disabled that an attack could use."""
    arguments = [each for each in TEST_ARGUMENTS if each != "--disable-quic"]
    browser = playwright.chromium.launch(executable_path=needs.browser_on_this_machine(), args=arguments)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def snapshots() -> Snapshots:
    """Return snapshots of Python by the kind of fence: the other layers do not change them."""
    return {}


def fence_of(layers: str) -> str:
    return next((layer for layer in LAYERS[layers] if layer.startswith("fence")), "")


@pytest.fixture(scope="module")
def arenas(
    chromium: Browser,
    dist: Path,
    tmp_path_factory: pytest.TempPathFactory,
    snapshots: Snapshots,
) -> Iterator[Callable[[str], Page]]:
    """Return a function that opens an arena with a set of sandbox layers, ready to play."""
    pages: dict[str, Page] = {}
    sites: list[Site] = []

    def arena(layers: str) -> Page:
        if layers not in pages:
            folder = tmp_path_factory.mktemp("site") / "site"
            make_site(folder, LAYERS[layers])
            sites.append(Site(folder))
            page = chromium.new_page()
            with shared_snapshot(page, sites[-1], snapshots, fence_of(layers)):
                page.goto(f"{sites[-1].url}sandbox.html")
                page.evaluate("sandbox.ready()")
            pages[layers] = page
        return pages[layers]

    yield arena
    for page in pages.values():
        page.context.close()
    for site in sites:
        site.close()


HUNTER = {"kind": "code", "name": "hunter", "source": bots.source(TANK.name, "hunter")}
HOUSE = {"kind": "house", "name": "hunter"}


def play(page: Page, code: str, **changes: Any) -> Any:
    """Play a match of Tank between this bot and hunter, which sits in a worker like a stranger's bot; return what the
    page recorded of it.
    """
    spec = {
        "game": TANK.name,
        "seats": [{"kind": "code", "name": "bot.py", "source": code}, HUNTER],
        "seed": 1,
        "options": {},
        "clock": {},
        **changes,
    }
    return page.evaluate("(spec) => sandbox.play(spec)", spec)


def said(match: Any, player: int = 0) -> str:
    """Return everything that a bot printed."""
    answers = (answer for record in match["records"] for answer in record["answers"])
    return "".join(text for each in answers if each["player"] == player for _, text in each["output"])


class Tried:
    """The outcomes of all probes with one set of sandbox layers."""

    def __init__(self, page: Page, ear: Ear) -> None:
        bot = prober(PROBES, ear.url, page.evaluate("sandbox.blob"))
        self.page, self.ear = page, ear
        # Hunter takes some turns to win, so requests that a probe has started get time to arrive.
        self.match = play(page, bot, clock={"first": 120_000, "move": 60_000})
        text = said(self.match)
        self.outcomes: dict[str, list[str]] = defaultdict(list)
        for name, what in re.findall(r"^([\w-]+): (missing|tried|reached|refused)", text, re.MULTILINE):
            self.outcomes[name].append(what)

    def arrived(self, probe: Probe) -> bool:
        return (probe.name if probe.path is None else probe.path) in self.ear.names()


@pytest.fixture(scope="module")
def tried(arenas: Callable[[str], Page]) -> Iterator[Callable[[str], Tried]]:
    """Return a function that gives the outcomes of the probes with a set of layers. All run once, in one match."""
    results: dict[str, Tried] = {}

    def of(layers: str) -> Tried:
        if layers not in results:
            results[layers] = Tried(arenas(layers), Ear())
        return results[layers]

    yield of
    heard = {layers: list(each.ear.heard) for layers, each in results.items() if LAYERS[layers]}
    for each in results.values():
        each.ear.close()
    assert not any(heard.values()), heard


BEHIND_LAYERS = [layers for layers in LAYERS if LAYERS[layers] and fence_of(layers) in ("fence", "")]


def test_probes_succeed_without_sandbox(tried: Callable[[str], Tried]) -> None:
    """Without this the next test would prove nothing."""
    found = tried("none")
    for probe in PROBES:
        outcomes = found.outcomes[probe.name]
        if probe.open == "absent":
            assert "tried" not in outcomes, probe.name
        elif probe.open == "held":
            assert outcomes, probe.name
        else:
            wait_until(lambda probe=probe: found.arrived(probe), (probe.name, outcomes))


@pytest.mark.parametrize("layers", BEHIND_LAYERS)
def test_each_set_of_sandbox_layers_stops_every_probe(tried: Callable[[str], Tried], layers: str) -> None:
    """No probe gets through with all layers or with some of them. The fixture checks the server again at the end."""
    found = tried(layers)
    assert {probe.name: what for probe in PROBES if (what := got_through(found, probe, layers))} == {}


def got_through(found: Tried, probe: Probe, layers: str) -> str | None:
    """Return what is wrong with the outcome of a probe, or None if it failed, as it should."""
    outcomes = found.outcomes[probe.name]
    if not outcomes:
        return "it was not tried"
    if found.arrived(probe):
        return "it arrived"
    if layers == "policy" and probe.open == "arrives" and "missing" in outcomes:
        return "the means were missing, so the policy alone was not tried"
    if (layers == "all" or probe.open == "absent") and not set(outcomes) <= {"refused", "missing"}:
        return f"neither refused nor missing: {outcomes}"
    is_sealed = probe.kind in ("storage", "other contexts") or (probe.kind == "means" and "seal" in LAYERS[layers])
    return f"reached: {outcomes}" if is_sealed and "reached" in outcomes else None


@pytest.mark.parametrize("layers", BEHIND_LAYERS)
def test_match_of_the_probing_bot_ends_without_faults(tried: Callable[[str], Tried], layers: str) -> None:
    found = tried(layers)
    assert [fault for fault in faults(found.match) if fault] == []
    assert found.match["result"]["losses"][1] is None
    assert found.page.evaluate("sandbox.heard") == []
    assert found.ear.heard == []


def faults(match: Any) -> list[str]:
    """Return the sentences of all faults, in order. A fault repeated after the end of its bot is listed once."""
    names = [player["name"] for player in match["header"]["players"]]
    entries = [answer["fault"] for record in match["records"] for answer in record["answers"]]
    said_once = dict.fromkeys(render(fault["message"], names) for fault in entries if fault)
    return list(said_once)


BESIDE_HUNTER = {attack.kind: attack for attack in reversed(ATTACKS)}.values()
"""The first attack of each kind. The others play against the page itself, because a second Python doubles the cost."""
PAGE = {"kind": "human", "name": "page"}


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: f"{attack.kind}-{attack.name}")
def test_attack_ends_in_the_right_verdict(arenas: Callable[[str], Page], attack: Attack) -> None:
    """An attack ends in the bot's own fault or in none, and never affects the opponent."""
    # Only attacks that should time out get little time; the others may need more on a slow machine.
    clock = {"start": 60_000, "first": 60_000, "move": 60_000}
    if "longer" in attack.verdict:
        clock = HURRIED
    changes: dict[str, Any] = {}
    if attack not in BESIDE_HUNTER:
        bot = {"kind": "code", "name": "bot.py", "source": attack.code}
        changes = {"seats": [bot, PAGE], "options": {"max_turns": 10}}
        if attack.kind == "hangs" and attack.verdict in (TOO_LONG, TOO_LONG_TO_IMPORT) and not attack.says:
            clock = HASTY
    match = play(arenas("all"), attack.code, clock=clock, **changes)
    assert match["error"] is None
    assert match["result"]["losses"][1] is None
    own = faults(match)
    assert len(own) <= 1
    verdict = attack.verdict.replace("{first}", str(clock["first"])).replace("{start}", str(clock["start"]))
    assert re.search(verdict or "^$", own[0] if own else ""), own
    assert re.search(attack.says, said(match))
    assert "sandlot" not in "".join(own)


# Bots of several files

LAID_OUT = """([spec, files, packages]) => {
  const [bot] = spec.seats;
  bot.laidOut = files.map(([path, text]) => ({ path, data: new Blob([text]) }));
  bot.main = '__main__.py';
  bot.packages = { names: [], wheels: packages.map((text) => new Blob([text])) };
  return sandbox.play(spec);
}"""
NAMES = ("constructor", "hasOwnProperty", "isPrototypeOf", "toLocaleString", "toString", "valueOf", "__proto__")
READS = f"""
import os
for name in {NAMES!r}:
    assert open(name).read() == name and open(f"{{name}}s/{{name}}").read() == name, name
    assert open(f"d/{{name}}/{{name}}/x").read() == name, name
print("all there")
def move(view): return [-1, -1]
"""


def play_laid_out(page: Page, code: str, files: list[tuple[str, str]], packages: tuple[str, ...] = ()) -> Any:
    bot = {"kind": "code", "name": "bot.zip", "source": code}
    spec = {"game": TANK.name, "seats": [bot, PAGE], "seed": 1, "options": {"max_turns": 3}, "clock": {}}
    return page.evaluate(LAID_OUT, [spec, files, list(packages)])


def test_files_may_have_names_of_object_prototype(arenas: Callable[[str], Page]) -> None:
    files = [(path, name) for name in NAMES for path in (name, f"{name}s/{name}", f"d/{name}/{name}/x")]
    match = play_laid_out(arenas("all"), READS, files)
    assert (match["error"], faults(match), said(match)) == (None, [], "all there\n")


@pytest.mark.parametrize(
    ("files", "packages", "says"),
    [
        ([("a", "x"), ("a/b", "y")], (), "its file “a/b” cannot be put into its folder"),
        ([("x" * 300, "x")], (), "its file “xxx.* cannot be put into its folder"),
        ([], ("no wheel",), "a package of it could not be unpacked"),
    ],
)
def test_bot_with_impossible_files_loses(
    arenas: Callable[[str], Page], files: list[tuple[str, str]], packages: tuple[str, ...], says: str
) -> None:
    match = play_laid_out(arenas("all"), "def move(view): return [-1, -1]", files, packages)
    assert match["error"] is None
    assert match["result"]["losses"][1] is None
    assert re.search(says, " ".join(faults(match)))


# Termination of workers


def workers(browser: Browser) -> set[str]:
    """Return the browser's ids of all workers of seats in the whole browser."""
    session = browser.new_browser_cdp_session()
    targets = session.send("Target.getTargets", {"filter": [{}]})["targetInfos"]
    session.detach()
    return {
        each["targetId"] for each in targets if each["type"] == "worker" and not each["url"].startswith("blob:http")
    }


def begin(page: Page, code: str) -> None:
    """Start a match without waiting for its end."""
    spec = {
        "game": TANK.name,
        "seats": [{"kind": "code", "name": "bot.py", "source": code}, HOUSE],
        "seed": 1,
        "options": {},
        "clock": {"start": 600_000, "first": 600_000, "move": 600_000},
    }
    page.evaluate("(spec) => { globalThis.match = sandbox.play(spec); }", spec)


def is_running(page: Page) -> bool:
    """Return whether the first bot has started importing."""
    return [0, "importing"] in page.evaluate("sandbox.states()")


@pytest.fixture(scope="module")
def empty(
    chromium: Browser,
    dist: Path,
    tmp_path_factory: pytest.TempPathFactory,
    snapshots: Snapshots,
) -> Iterator[tuple[BrowserContext, Site]]:
    """Return a separate browser without pages, and a site with all sandbox layers."""
    folder = tmp_path_factory.mktemp("site") / "site"
    make_site(folder, LAYERS["all"])
    site = Site(folder)
    program = needs.browser_on_this_machine()
    browser = chromium.browser_type.launch(executable_path=program, args=TEST_ARGUMENTS)
    context = browser.new_context()
    if "fence" in snapshots:
        page = context.new_page()
        give_snapshot(page, site, snapshots["fence"])
        page.close()
    yield context, site
    browser.close()
    site.close()


@pytest.fixture
def lonely(empty: tuple[BrowserContext, Site]) -> Iterator[tuple[Browser, Page, Site]]:
    """Return a browser whose only page has its spare worker, that page, and its site."""
    context, site = empty
    browser = context.browser
    assert browser is not None
    assert workers(browser) == set()
    page = context.new_page()
    page.goto(f"{site.url}sandbox.html")
    page.evaluate("sandbox.ready()")
    wait_until(lambda: len(workers(browser)) == 1)
    yield browser, page, site
    page.close()
    wait_until(lambda: not workers(browser))


LOOPS = "print('here')\nwhile True: pass"
PENDING = """
import asyncio, sys
async def later():
    while True:
        await asyncio.sleep(0.01)
asyncio.ensure_future(later())
asyncio.get_event_loop().call_later(10**6, print)
def move(view):
    return [-1, -1]
"""


def leave_by_stop(page: Page) -> None:
    page.evaluate("sandbox.stop()")
    assert page.evaluate("match")["stopped"]


def leave_by_reload(page: Page) -> None:
    page.reload()
    page.evaluate("sandbox.ready()")


STAYS_IN_PLACE = "def move(view): return [-1, -1]"
ENDS: dict[str, tuple[str, Callable[[Page], object]]] = {
    "finish": (STAYS_IN_PLACE, lambda page: page.evaluate("match")),
    "finish with promises and timers": (PENDING, lambda page: page.evaluate("match")),
    "fault": ("def move(view): return 1 / 0", lambda page: page.evaluate("match")),
    "stop": (LOOPS, leave_by_stop),
    "reload": (LOOPS, leave_by_reload),
}


def assert_none_outlives(browser: Browser, page: Page, code: str, leave: Callable[[Page], object], left: int) -> None:
    spares = workers(browser)
    begin(page, code)
    if code is LOOPS:
        wait_until(lambda: is_running(page))
    leave(page)
    wait_until(lambda: not workers(browser) & spares)
    wait_until(lambda: len(workers(browser)) == left)


def test_no_worker_outlives_its_match(lonely: tuple[Browser, Page, Site]) -> None:
    """One page plays several matches, and can play again after each kind of end."""
    browser, page, _ = lonely
    for end, (code, leave) in ENDS.items():
        assert_none_outlives(browser, page, code, leave, 1)
        seats = [{"kind": "code", "name": "bot.py", "source": STAYS_IN_PLACE}, HOUSE]
        assert play(page, STAYS_IN_PLACE, seats=seats)["error"] is None, end
        wait_until(lambda: len(workers(browser)) == 1, end)


@pytest.mark.parametrize(
    "leave", [lambda page: page.goto("about:blank"), lambda page: page.close()], ids=["navigation", "closed tab"]
)
def test_no_worker_outlives_its_page(lonely: tuple[Browser, Page, Site], leave: Callable[[Page], object]) -> None:
    browser, page, _ = lonely
    assert_none_outlives(browser, page, LOOPS, leave, 0)


def test_page_in_back_forward_cache_has_no_workers(lonely: tuple[Browser, Page, Site]) -> None:
    browser, page, _ = lonely
    spares = workers(browser)
    begin(page, LOOPS)
    wait_until(lambda: is_running(page))
    # The event that a browser sends to a page that enters the back/forward cache.
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    assert page.evaluate("match")["error"][0] == "arena.left"
    wait_until(lambda: not workers(browser) & spares)
    wait_until(lambda: not workers(browser))
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    wait_until(lambda: len(workers(browser)) == 1)
    assert play(page, "def move(view): return [-1, -1]")["error"] is None


REPORTS = """(spec) => {
  const rounds = async () => {
    for (let round = 0; round < 20; round++) {
      const { error, result } = await sandbox.play(spec);
      await fetch(`./report/${error ? error[0] : result ? 'result' : 'nothing'}`);
      spec.seats[0] = spec.seats[1];
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };
  rounds();
}"""


def test_page_survives_crash_of_the_bots_process(lonely: tuple[Browser, Page, Site]) -> None:
    """Kill the process as if a bot had used up its memory. The page reports the outcome to the host, because Playwright
    takes the end of any process for the end of the page.
    """
    browser, page, site = lonely
    spec = {
        "game": TANK.name,
        "seats": [{"kind": "code", "name": "bot.py", "source": LOOPS}, HOUSE],
        "seed": 1,
        "options": {},
        "clock": {"start": 600_000},
    }
    page.evaluate(REPORTS, spec)
    wait_until(lambda: is_running(page))
    before = processor_times(browser)
    time.sleep(1)
    after = processor_times(browser)
    busiest = max(after, key=lambda process: after[process] - before.get(process, 0))
    os.kill(busiest, signal.SIGKILL)
    wait_until(lambda: "report/result" in site.asked)
    reports = [path for path in site.asked if path.startswith("report/")]
    assert reports[0] == "report/arena.lost"


def processor_times(browser: Browser) -> dict[int, int]:
    """Return the processor time that each of the browser's page processes has used so far, in ticks, by its id."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    times = {}
    for each in found:
        if each["type"] == "renderer":
            fields = Path(f"/proc/{each['id']}/stat").read_text().rpartition(")")[2].split()
            times[each["id"]] = int(fields[11]) + int(fields[12])
    return times


# Forged messages on the engine's port

ECHO = "if (kind === 'ping' || kind === 'spin') return port.postMessage(['did']);"
HONEST = f"""(port) => {{
  port.onmessage = ({{ data: [kind, id] }}) => {{
    {ECHO}
    port.postMessage(['reply', id, JSON.stringify({{ reply: kind === 'start' ? 'module' : '[-1, -1]' }})]);
  }};
  port.postMessage(['ready']);
}}"""
ROUNDS = {
    "wrong numbers": """
        for (const n of [0, -1, id + 1, id - 1, 1e9, NaN, String(id), [id], null]) port.postMessage(['reply', n, bad]);
    """,
    "wrong kinds": """
        for (const k of ['end', 'result', 'position', 'play', 'boot', 'back', 'did', 5, null, {}]) {
          port.postMessage([k, id, bad]);
        }
    """,
    "no lists": """
        for (const m of [null, 5, 'reply', { 0: 'reply', 1: id, 2: bad }, new Map(), new Uint8Array(9)]) {
          port.postMessage(m);
        }
    """,
    "no texts": "for (const m of [5, {}, [], null, new ArrayBuffer(9)]) port.postMessage(['emit', id, 'out', m]);",
    "unknown streams": "for (const s of ['verdict', 'cut ', '', 5]) port.postMessage(['emit', id, s, 'x']);",
    "cuts that are no numbers": """
        for (const c of ['-1', '1e9', 'NaN', 'x', '9'.repeat(99)]) port.postMessage(['emit', id, 'cut', c]);
    """,
    "marks that are none": """
        for (const c of ['{', '5', '[[]]', 'x'.repeat(9999)]) port.postMessage(['emit', id, 'draw', c]);
    """,
    "objects with tricks": """
        port.postMessage(['emit', id, { toString: 1 }, { length: 1e9 }]);
        port.postMessage(['emit', id, 'out', 'x'].concat(Array(99)));
    """,
}
ANSWERS = {
    "a time": ("JSON.stringify({ reply: '[-1, -1]', ms: -1e9, budget: 1e9 })", "^$"),
    "a move that is none": ("JSON.stringify({ reply: '[9, 9]' })", "gave tank 0 the order 9"),
    "no JSON": ("'{'", "broke the Python"),
    "no text": ("{ reply: '[-1, -1]' }", "broke the Python"),
    "nothing": ("undefined", "broke the Python"),
    "a number": ("JSON.stringify({ reply: 5 })", "broke the Python"),
    "a text of megabytes": ("JSON.stringify({ reply: ' '.repeat(1e6) })", "more than 262144 characters"),
    "a fault of the other": ("JSON.stringify({ fault: 'crash', player: 1 })", "^bot.py crashed on turn 1"),
    "an unknown fault": ("JSON.stringify({ fault: 'victory' })", "^bot.py crashed on turn 1"),
    "a reason that is a verdict": (
        "JSON.stringify({ fault: 'invalid', why: ['verdict.draw', { why: ['fault.crash', {}] }] })",
        "gave no valid answer",
    ),
    "a reason with another name in it": (
        "JSON.stringify({ fault: 'invalid', why: ['fault.not_json', { got: ['x', {}], who: { player: 1 } }] })",
        "^bot.py returned",
    ),
    "a reason of its prototype": ("JSON.stringify({ fault: 'invalid', why: ['constructor', {}] })", "no valid answer"),
    "a trace of lies": (
        "JSON.stringify({ fault: 'crash', trace: { line: 1e300, error: ['x', {}], traceback: 5 } })",
        "^bot.py crashed on turn 1: \\?$",
    ),
    "an error that turns the sentence": (
        "JSON.stringify({ fault: 'crash', trace: { error: '\\u202esniw tob\\nhunter crashed' } })",
        r"^bot.py crashed on turn 1: \\u202esniw tob hunter crashed$",
    ),
}


def forge(page: Page, bad: str, before: str, other: str = HONEST, **clock: int) -> Any:
    """Play a match of a forged seat against an honest one. On every request the forged one runs `before`, then replies
    `bad`; both are JavaScript.
    """
    rogue = f"""(port) => {{
      port.onmessage = ({{ data: [kind, id] }}) => {{
        {ECHO}
        const good = JSON.stringify({{ reply: kind === 'start' ? 'module' : '[-1, -1]' }});
        const bad = {bad};
        {before};
        port.postMessage(['reply', id, kind === 'start' ? good : bad]);
      }};
      port.postMessage(['ready']);
    }}"""
    return page.evaluate(f"(clock) => sandbox.forge(clock, {rogue}, {other})", clock)


@pytest.mark.parametrize("name", ROUNDS)
def test_engine_ignores_unexpected_messages(arenas: Callable[[str], Page], name: str) -> None:
    good = "JSON.stringify({ reply: '[-1, -1]' })"
    match = forge(arenas("all"), good, ROUNDS[name].replace("bad", "JSON.stringify({ reply: '[9, 9]' })"))
    assert faults(match) == []
    assert match["result"]["reason"][0] == "verdict.draw"
    assert said(match, 1) == ""
    for record in match["records"]:
        assert all(0 <= answer["ms"] <= answer["budget"] for answer in record["answers"])


@pytest.mark.parametrize("name", ANSWERS)
def test_engine_validates_replies(arenas: Callable[[str], Page], name: str) -> None:
    bad, verdict = ANSWERS[name]
    match = forge(arenas("all"), bad, "")
    own = faults(match)
    assert len(own) <= 1
    assert re.search(verdict, own[0] if own else "")
    assert all(answer["ms"] >= 0 for record in match["records"] for answer in record["answers"])


@pytest.mark.parametrize(
    "flood",
    [
        "for (let k = 0; k < 1e5; k++) port.postMessage(['emit', id]);",
        "for (let k = 0; k < 1e3; k++) port.postMessage(null);",
        "port.postMessage(Object.assign([], { 9e8: 1 }));",
        "port.postMessage(['emit', id, ...Array(1e5).fill('x')]);",
        "port.postMessage(['reply', id, 'x'.repeat(1e7)]);",
    ],
    ids=["many", "none", "without end", "of many parts", "long"],
)
def test_flooding_the_port_ends_only_that_bot(arenas: Callable[[str], Page], flood: str) -> None:
    page = arenas("all")
    match = forge(page, "undefined", f"if (kind === 'ask') {{ {flood} }}")
    assert "sent more at once" in faults(match)[0]
    assert match["result"]["losses"][1] is None
    assert play(page, "def move(view): return [-1, -1]")["error"] is None


SILENT = HONEST.replace("port.postMessage(['reply'", "if (kind === 'start') port.postMessage(['reply'")
"""A seat that starts and never moves."""
TALKS = """
if (kind === 'ask') {
  const part = Array.from({ length: 2e5 }, () => []);
  let left = 100;
  const talk = () => {
    port.postMessage(['emit', id, 'out', part]);
    if (--left) setTimeout(talk);
  };
  return talk();
}
"""


def test_messages_are_charged_to_their_sender(arenas: Callable[[str], Page]) -> None:
    """Neither seat moves; one of them sends messages that take long to receive."""
    budget = 3000
    match = forge(arenas("all"), "''", TALKS, SILENT, first=budget)
    since = {player: at for player, state, at in match["states"] if state == "thinking"}
    took = {player: at - since[player] for player, state, at in match["states"] if state == "ended"}
    talker, silent = (took[player] - budget for player in (0, 1))
    assert [answer["fault"]["kind"] for answer in match["records"][1]["answers"]] == ["timeout", "timeout"]
    # The silent seat is not charged for the other's messages, so its deadline comes later.
    assert silent > 300
    assert talker < silent / 2


FLOODS = """
import sys, time
took = 0
def move(view):
    global took
    began = time.perf_counter()
    print("took", took)
    for k in range(60_000): (sys.stdout if k % 2 else sys.stderr).write("x\\n")
    took = (time.perf_counter() - began) * 1000
    return [-1, -1]
"""


def test_prints_are_charged_to_their_bot(arenas: Callable[[str], Page]) -> None:
    """A bot that prints 60,000 lines a turn is charged for all that time, and its opponent for none of it."""
    names = {"flood.py": FLOODS, "stays.py": "def move(view): return [-1, -1]"}
    seats = [{"kind": "code", "name": name, "source": source} for name, source in names.items()]
    clock = {"start": 60_000, "first": 60_000, "move": 60_000}
    charged: list[bool] = []
    # Nobody is charged while the engine itself gets no processor. Such turns prove nothing, so try several matches.
    for _ in range(6):
        match = play(arenas("all"), FLOODS, seats=seats, clock=clock, options={"max_turns": 4})
        assert faults(match) == []
        turns = [{answer["player"]: answer for answer in record["answers"]} for record in match["records"][1:]]
        own = [float(number) for number in re.findall(r"took ([\d.]+)", said(match))[1:]]
        assert len(own) == len(turns) - 1 > 1
        both = [(turn[0], turn[1], took) for turn, took in zip(turns, own, strict=False)]
        # The engine keeps about a thousand changes between the bot's streams and cuts the rest.
        assert all(100 < len(talker["output"]) <= 1002 for talker, _, _ in both)
        charged += [talker["ms"] >= took * 0.9 and silent["ms"] < took / 2 for talker, silent, took in both]
        if sum(charged) >= len(own):
            break
    assert sum(charged) >= len(own), charged


# Isolation between matches and between seats

LEAVES = """
import builtins, json, os, random, sys, tempfile
builtins.left = random.left = json.left = sys.left = "left behind"
os.environ["LEFT"] = "left behind"
for place in (".", "/tmp", "/home/pyodide", "/lib"):
    open(place + "/left", "w").write("left behind")
class Changed(dict): pass
sys.modules["left"] = sys
def move(view): return [-1, -1]
"""
LOOKS = """
import builtins, json, os, random, sys
found = [x for x in (builtins, random, json, sys) if hasattr(x, "left")]
found += [x for x in (".", "/tmp", "/home/pyodide", "/lib") if os.path.exists(x + "/left")]
found += [x for x in ("LEFT",) if x in os.environ] + [x for x in ("left",) if x in sys.modules]
print("found", found)
def move(view): return [-1, -1]
"""


def test_bots_leave_nothing_behind_for_the_next_match(arenas: Callable[[str], Page]) -> None:
    page = arenas("all")
    for _ in range(2):
        assert faults(play(page, LEAVES)) == []
        assert said(play(page, LOOKS)).startswith("found []")


def test_bot_cannot_find_opponents_data_in_memory(arenas: Callable[[str], Page]) -> None:
    """The bot searches all objects of the garbage collector, and all its memory."""
    secret = "opponents" + "-own-words"
    spy = """
import gc
WORDS = "opponents" + "-own-words"
def move(view):
    seen = [each for each in gc.get_objects() if isinstance(each, dict) and WORDS in each.values()]
    texts = [each for each in gc.get_objects() if isinstance(each, str) and WORDS in each]
    import ctypes
    memory = ctypes.string_at(1024, 20_000_000)
    # The word stands twice in it at most, put together here: as text and as a constant.
    print("seen", len(seen) - ("WORDS" in globals()), len(texts), memory.count(WORDS.encode()) <= 2)
    return [-1, -1]
"""
    other = f"SECRET = {secret!r} * 50\ndef move(view):\n    print(SECRET)\n    return [-1, -1]\n"
    match = play(
        arenas("all but where Python looks into itself"),
        spy,
        seats=[{"kind": "code", "name": n, "source": c} for n, c in (("spy.py", spy), ("other.py", other))],
        options={"max_turns": 3},
    )
    assert faults(match) == []
    assert secret in said(match, 1)
    assert set(said(match).split("\n")) == {"seen 0 0 True", ""}


# Objects of JavaScript that a bot can reach

OF_JAVASCRIPT = {
    "type pyodide.ffi.JsProxy": "of which no object can be made, nor a type",
    "type pyodide.ffi.JsException": "the same",
    "type _pyodide.JsMethodCallSingleton": "the same",
    "type builtins.JsFuncSignature": "says how a function of JavaScript would be called; nothing can be made of it",
    "type builtins.JsMethod": "the same",
    "type builtins.Js2PyConverter": "says how a value would be changed on its way here; nothing can be made of it",
    "type builtins.Py2JsConverter": "the same, for the way there",
}
"""Types that the fence cannot remove, because Pyodide itself holds them, and why each is harmless."""
HELD_BY_JAVASCRIPT = {
    "pyodide.ffi.JsProxy": "two modules that Pyodide keeps; nothing of Python's refers to them",
    "builtins.JsFuncSignature": "Pyodide's own ways to call, the same",
    "builtins.Js2PyConverter": "the same",
    "builtins.Py2JsConverter": "the same",
}
"""Further types in Python's memory, which a bot cannot reach without the garbage collector."""
CRAWLER = """
import gc, sys, types

def name_of(each):
    kind = type(each)
    if isinstance(each, type):
        return None if "__firstlineno__" in vars(each) else f"type {each.__module__}.{each.__name__}"
    if kind is types.BuiltinFunctionType:
        return f"function {getattr(each.__self__, '__name__', each.__module__)}.{each.__name__}"
    if "__firstlineno__" in vars(kind) or kind.__module__ in ("typing", "types"):
        return None
    return f"{kind.__module__}.{kind.__name__}"

def is_of_javascript(name):
    return name is not None and ("pyodide" in name or ".Js" in name or "2Js" in name or "Js2" in name)

def walk(roots):
    seen, todo, found = {}, list(roots), {}
    while todo:
        each = todo.pop()
        if id(each) in seen:
            continue
        seen[id(each)] = each
        if is_of_javascript(name := name_of(each)):
            found.setdefault(name, each)
        todo += gc.get_referents(each)
        if isinstance(each, type):
            todo += type.__subclasses__(each)
    return len(seen), found

def more_of(kind):
    makes = [lambda: kind(), lambda: object.__new__(kind), lambda: kind.__new__(kind), lambda: kind("a", "b", "c")]
    makes += [lambda: type("Mine", (kind,), {}), lambda: type(kind)("Mine", (kind,), {})]
    makes.append(lambda: types.new_class("Mine", (Base, kind)))
    for make in makes:
        try:
            yield repr(make())
        except (TypeError, AttributeError):
            pass

class Base:
    pass

def looks():
    frames = []
    frame = sys._getframe()
    while frame:
        frames.append(frame)
        frame = frame.f_back
    roots = [globals(), __builtins__, sys, sys.modules, sys.meta_path, sys.path_hooks, object, gc.callbacks, *frames]
    count, reached = walk(roots)
    print("reached", count > 10_000, sorted(reached))
    print("made", [each for kind in reached.values() if isinstance(kind, type) for each in more_of(kind)])
    count, there = walk(gc.get_objects())
    print("there", count > 10_000, sorted(set(there) - set(reached)))

"""


@pytest.mark.parametrize(
    ("form", "steps"),
    [
        ("def move(view):\n    if view['turn'] == 1: looks()\n    return [-1, -1]\n", 10**9),
        (
            "import sys\ninput()\nsys.stdout, out = sys.stderr, sys.stdout\nlooks()\n"
            "print('{\"response\": [-1, -1]}', file=out)\n",
            0,
        ),
    ],
    ids=["module by steps", "program by time"],
)
def test_objects_reachable_by_references_are_known(arenas: Callable[[str], Page], form: str, steps: int) -> None:
    """A bot follows all references from its own names, all modules, its callers' frames and all types."""
    page = arenas("all but where Python looks into itself")
    clock = {"steps": steps} if steps else {"first": 120_000}
    match = play(page, CRAWLER + form, clock=clock, options={"max_turns": 2})
    assert faults(match) == []
    found = dict(re.findall(r"^(\w+) (.*)$", said(match), re.MULTILINE))
    assert set(found) == {"reached", "made", "there"}, said(match)
    assert found["made"] == "[]"
    for what, allowed in (("reached", OF_JAVASCRIPT), ("there", OF_JAVASCRIPT | HELD_BY_JAVASCRIPT)):
        looked, _, names = found[what].partition(" ")
        assert looked == "True"
        assert set(ast.literal_eval(names)) <= set(allowed)


# Memory


def test_memory_is_freed_after_matches(lonely: tuple[Browser, Page, Site]) -> None:
    browser, page, _ = lonely
    hoard = "hoard = []\ndef move(view):\n    while True: hoard.append(bytearray(b'x') * 10**7)\n"
    files = "def move(view):\n    f = open('f', 'wb')\n    while True: f.write(b'x' * 10**6)\n"
    play(page, hoard)
    wait_until(lambda: len(workers(browser)) == 2)
    before = memory(browser)
    for code in (hoard, files) * 2:
        assert faults(play(page, code))
    wait_until(lambda: len(workers(browser)) == 2)
    # Four bots used 256 MB each. The browser decides when it frees their memory.
    wait_until(lambda: memory(browser) < before * 1.1 + 128)


CLOSES = """
import os, socket
for _ in range(400_000): socket.socket().close()
for _ in range(100_000):
    for each in os.pipe(): os.close(each)
"""


def test_closed_descriptors_are_freed(lonely: tuple[Browser, Page, Site]) -> None:
    """Otherwise a bot could allocate any number of sockets and pipes outside Python's memory."""
    browser, page, _ = lonely
    used = []
    for work in ("", CLOSES):
        begin(page, f"{work}\ndef move(view):\n    while True: pass\n")
        wait_until(lambda: [0, "thinking"] in page.evaluate("sandbox.states()"))
        used.append(memory(browser))
        page.evaluate("sandbox.stop()")
        wait_until(lambda: len(workers(browser)) == 2)
    # Leaked descriptors would take more than 250 MB.
    assert used[1] < used[0] + 150, used


def memory(browser: Browser) -> float:
    """Return the private memory of all of the browser's page processes, in megabytes."""
    total = 0
    for process in processor_times(browser):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{process}/statm").read_text().split()
            total += (int(fields[1]) - int(fields[2])) * os.sysconf("SC_PAGE_SIZE")
    return total / 2**20
