"""Contests in a browser: they continue after a reload and in another tab, and share files with the command line."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fcntl", reason="the contest of the command line is played between processes")

from archives import packed
from conftest import ROOT, Problems, Profile, Site, add_page, begin_with_snapshot, wait_until
from database import within
from engine import finished
from kept import bundled, tournament
from playwright.sync_api import BrowserContext, Error, Page
from sandlot.archive.faults import Faults
from sandlot.bots import source
from sandlot.match.parts import Setup, seat_seed
from sandlot.page.contests import Sitting, sit, to_page
from sandlot.seat.in_place import SeatInPlace
from sandlot.stats.blocks import Result
from sandlot_build.in_place import play_in_place
from waiting import patience

STRAIGHT = "def move(view):\n    return [0, 2][view['player']]\n"
DICE = "import random\ndef move(view):\n    return random.choice(range(4))\n"
BOTS = [{"name": name, "kind": "code", "code": {"name": f"{name}.py", "source": source}} for name, source in
        (("straight", STRAIGHT), ("dice", DICE))]  # fmt: skip
OPEN = """async ([data, name]) => {
  const file = new Blob([Uint8Array.from(atob(data), (each) => each.charCodeAt(0))]);
  return contests.open(file, name);
}"""
# Simulate full storage: the browser's quota cannot be set for a profile in memory.
FULL = """() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.really = put;
  IDBObjectStore.prototype.put = function (...given) {
    if (this.name === 'games') throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, given);
  };
}"""
# List the database's blocks and games as [store, key, row], with replays in base64.
TAKEN = """async (db) => {
  const asked = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
  const found = [];
  for (const name of ['blocks', 'games']) {
    const store = db.transaction(name).objectStore(name);
    const [keys, values] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
    const texts = values.map((each) => (each.replay ? { ...each, replay: each.replay.toBase64() } : each));
    found.push(...keys.map((key, k) => [name, key, texts[k]]));
  }
  return found;
}"""
BUNDLE = """async ([id, sources]) => {
  const { file } = await contests.bundle(id, { sources });
  return new Uint8Array(await file.arrayBuffer()).toBase64();
}"""


@pytest.fixture(scope="module")
def contest_site(dist: Path, host: Callable[[Path], Site], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve the site with an additional page that has contests and nothing else."""
    folder = tmp_path_factory.mktemp("contests") / "site"
    shutil.copytree(dist, folder)
    add_page(folder, "contests", ROOT / "tests" / "page" / "contests_page.ts")
    yield host(folder)


@pytest.fixture
def context(
    new_context: Callable[..., BrowserContext], problems: Problems, visitor: Profile, contest_site: Site
) -> BrowserContext:
    """Return a browser profile without contests."""
    problems.expect("404")  # this page has no icon, which the browser requests
    return begin_with_snapshot(new_context(), contest_site, visitor.snapshots[None])


@pytest.fixture
def tab(context: BrowserContext, contest_site: Site) -> Callable[[], Page]:
    """Return a function that opens a tab of the profile."""

    def open_tab() -> Page:
        page = context.new_page()
        page.goto(f"{contest_site.url}contests.html")
        page.wait_for_selector("html[data-arena=ready]")
        return page

    return open_tab


def spec_of(blocks: int, first: int = 5) -> dict[str, Any]:
    plan = {"kind": "series", "blocks": blocks, "seeds": {"first": str(first)}}
    return {"game": "snake", "title": "A series", "entrants": BOTS, "plan": plan, "options": {}, "clock": {}}


def begin(page: Page, blocks: int, first: int = 5) -> int:
    found = page.evaluate("(spec) => contests.begin(spec)", spec_of(blocks, first))
    assert "id" in found, found
    return int(found["id"])


def row(page: Page, id: int) -> dict[str, Any]:
    found = page.evaluate("(id) => contests.list().find((each) => each.id === id) ?? null", id)
    return found or {"state": "unknown", "blocks": 0}


def until(page: Page, id: int, blocks: int) -> None:
    """Wait until at least `blocks` blocks are stored; the page itself polls, so that few more are stored meanwhile."""
    page.evaluate("([id, blocks]) => until(id, (row) => row.blocks >= blocks)", [id, blocks])


def ended(page: Page, id: int, state: str = "over") -> dict[str, Any]:
    wait_until(lambda: row(page, id)["state"] == state, lambda: row(page, id))
    return row(page, id)


def opened(page: Page, data: bytes) -> dict[str, Any]:
    """Open a contest file, wait until all its games have been verified, and return its row."""
    found = page.evaluate(OPEN, [base64.b64encode(data).decode(), "theirs.zip"])
    assert "id" in found, found

    def is_verified() -> bool:
        verified = row(page, found["id"]).get("verified")
        return bool(verified and verified["games"] == verified["of"])

    wait_until(is_verified)
    return row(page, found["id"])


def test_series_continues_after_a_reload_and_verifies_on_the_command_line(
    tab: Callable[[], Page], tmp_path: Path
) -> None:
    page = tab()
    id = begin(page, 16)
    wait_until(lambda: row(page, id)["blocks"] > 0)
    page.reload()
    page.wait_for_selector("html[data-arena=ready]")
    assert row(page, id)["blocks"] < 16
    assert ended(page, id)["games"] == 32
    again = begin(page, 16)
    ended(page, again)
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(page.evaluate(BUNDLE, [again, False])))) as archive:
        assert json.loads(archive.read("blocks.json"))["voids"] == []
    results, uninterrupted = (page.evaluate("(id) => contests.results(id)", each) for each in (id, again))
    assert results == uninterrupted
    assert [each["number"] for each in results] == list(range(16))
    summary = page.evaluate("(id) => contests.summary(id)", id)
    assert (summary["over"], summary["games"], summary["answer"][0][:7]) == (True, 32, "series.")
    game = page.evaluate("(id) => contests.game(id, 3, 1)", id)
    assert json.loads(game["replay"])["result"]["places"] == results[3]["games"][1]["places"]
    path = tmp_path / "contest.zip"
    path.write_bytes(base64.b64decode(page.evaluate(BUNDLE, [id, True])))
    command = [sys.executable, "-m", "sandlot", "verify", path]
    verify = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT / "py")}, capture_output=True, text=True)
    assert "32 games of 2 entrants played again" in verify.stdout, verify.stderr
    here = opened(page, path.read_bytes())
    assert here["verified"]["problems"] == []
    assert here["entrants"][1]["code"]["source"] == DICE


CHOOSES = """
turn = 0
def move(view):
    global turn
    turn += 1
    safe = view["safe"] or [0]
    return safe[(NUMBER + turn // (NUMBER + 1)) % len(safe)]
"""
#: Eight deterministic bots that turn at different moments.
EIGHT = {f"bot {number}": CHOOSES.replace("NUMBER", str(number)) for number in range(8)}


def begin_several(page: Page, plan: dict[str, Any], count: int = len(EIGHT)) -> int:
    bots = [{"name": name, "kind": "code", "code": {"name": f"{name}.py", "source": source}}
            for name, source in [*EIGHT.items()][:count]]  # fmt: skip
    plan = {**plan, "seeds": {"first": "9"}}
    spec = {
        "game": "snake",
        "title": "Several",
        "entrants": bots,
        "plan": plan,
        "options": {"max_steps": 40},
        "clock": {},
    }
    return int(page.evaluate("(spec) => contests.begin(spec)", spec)["id"])


def uninterrupted(text: str) -> Sitting:
    """Play a contest of these bots in this process, from its beginning to its end."""
    sitting = sit(text)
    assert isinstance(sitting, Sitting)

    def seat(setup: Setup, number: int) -> SeatInPlace:
        name = setup.players[number].name
        return SeatInPlace(EIGHT[name], f"{name}.py", seat_seed(setup, number))

    while blocks := sitting.plan.schedule(sitting.results, {}).blocks:
        for block in blocks:
            games = []
            for number in range(len(block.orders)):
                faults = Faults()
                setup = sitting.contest.setup(block, number)
                finish = play_in_place(setup, lambda batch, _, faults=faults: faults.see(batch.record), seat)
                faults.see(finish.record)
                games.append(faults.played(finish, sitting.contest.game))
            sitting.results[block.number] = Result(block, tuple(games))
    return sitting


def results_of(sitting: Sitting) -> list[Any]:
    """Return the results in the page's form."""
    found: list[Any] = json.loads(json.dumps([to_page(result) for _, result in sorted(sitting.results.items())]))
    return found


def test_reloads_do_not_change_the_result_of_a_tournament(
    tab: Callable[[], Page], new_context: Callable[..., BrowserContext], contest_site: Site, tmp_path: Path
) -> None:
    """Single elimination with seven pairings is reloaded twice; a fresh profile then verifies its file."""
    page = tab()
    id = begin_several(page, {"kind": "single-elimination", "blocks": 1, "replays": 0})
    seen = 0
    for _ in range(2):
        until(page, id, seen + 1)
        page.reload()
        page.wait_for_selector("html[data-arena=ready]")
        found = row(page, id)
        assert found["blocks"] > seen
        seen = found["blocks"]
    assert seen < 7, "it was over before it was interrupted for the last time"
    over = ended(page, id)
    assert (over["blocks"], over["games"]) == (7, 14)

    whole = uninterrupted(over["text"])
    assert page.evaluate("(id) => contests.results(id)", id) == results_of(whole)
    summary = page.evaluate("(id) => contests.summary(id)", id)
    expected = json.loads(finished(whole.summary())[1])
    exact = ("place", "name", "points", "games", "wins", "draws", "losses", "rank", "rank_interval", "group")
    tables = [[[line[key] for key in exact] for line in each["standings"]] for each in (summary, expected)]
    assert tables[0] == tables[1]
    assert summary["pairings"] == expected["pairings"]
    assert len({line["points"] for line in summary["standings"]}) > 1, "somebody has won something"

    path = tmp_path / "eight.zip"
    path.write_bytes(base64.b64decode(page.evaluate(BUNDLE, [id, True])))
    command = [sys.executable, "-m", "sandlot", "verify", path]
    verify = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT / "py")}, capture_output=True, text=True)
    assert "14 games of 8 entrants played again" in verify.stdout, verify.stderr
    fresh = new_context().new_page()
    fresh.goto(f"{contest_site.url}contests.html")
    fresh.wait_for_selector("html[data-arena=ready]")
    there = opened(fresh, path.read_bytes())
    assert (there["own"], there["verified"]["games"], there["verified"]["problems"]) == (False, 14, [])


KILLS = [(way, moment) for moment in (0.3, "a game", 0.9, "a game") for way in ("reload", "crash")]
"""How and when the page is killed: so many seconds after it began to load, or once another block is stored."""


def kill(page: Page, tab: Callable[[], Page], way: str) -> Page:
    """End a page without warning, and return the page that replaces it."""
    if way == "reload":
        page.reload(wait_until="commit")
        return page
    with contextlib.suppress(Error), page.expect_event("crash", timeout=1000 * patience()):
        page.goto("chrome://crash")
    page.close()
    return tab()


def test_eight_kills_do_not_change_the_result_of_a_tournament(tab: Callable[[], Page]) -> None:
    """Every pair plays twice. The page is killed while it loads, and while it plays and stores games."""
    page = tab()
    id = begin_several(page, {"kind": "round-robin", "blocks": 2}, 4)
    seen = 0
    for way, moment in KILLS:
        if isinstance(moment, str):
            page.wait_for_selector("html[data-arena=ready]")
            until(page, id, seen + 1)
            found = row(page, id)
            assert found["state"] == "running", "it was over before the last kill"
            seen = found["blocks"]
        else:
            # The kill falls between the page's first byte and the first games of both pairs of seats.
            page.wait_for_timeout(1000 * moment)
        page = kill(page, tab, way)
    page.wait_for_selector("html[data-arena=ready]")
    over = ended(page, id)
    assert (over["blocks"], over["games"]) == (12, 24)
    assert page.evaluate("(id) => contests.results(id)", id) == results_of(uninterrupted(over["text"]))
    games = [key for name, key, _ in page.evaluate(within(TAKEN)) if name == "games"]
    assert len({json.dumps(key) for key in games}) == len(games) == 24, "each game is kept once"


def test_worker_is_reused_against_a_house_bot_on_either_side(tab: Callable[[], Page]) -> None:
    page = tab()
    house = {"name": "hugger", "kind": "house", "code": None, "house": "hugger"}
    plan = {"kind": "series", "blocks": 4, "seeds": {"first": "3"}}
    spec = {**spec_of(2), "entrants": [BOTS[0], house], "plan": plan}
    id = page.evaluate("(spec) => contests.begin(spec)", spec)["id"]
    assert ended(page, id)["games"] == 8
    workers = page.evaluate("arenas.map((each) => each.workers())")[-1]
    assert workers == {"fresh": 1, "again": 7, "spoilt": 0}


def test_house_bots_play_a_contest_without_workers(tab: Callable[[], Page]) -> None:
    page = tab()
    house = [{"name": name, "kind": "house", "code": None, "house": name} for name in ("hugger", "cautious")]
    plan = {"kind": "series", "blocks": 4, "seeds": {"first": "3"}}
    id = page.evaluate("(spec) => contests.begin(spec)", {**spec_of(2), "entrants": house, "plan": plan})["id"]
    assert ended(page, id)["games"] == 8
    workers = page.evaluate("arenas.map((each) => each.workers())")[-1]
    assert workers == {"fresh": 0, "again": 0, "spoilt": 0}


#: As the first player, the bot leaves its worker fit for reuse. As the second one, in the next game, it writes through
#: a dangling view of freed memory and so crashes Python without any traceback.
DANGLES = """
import io
class Raw(io.RawIOBase):
    def readable(self): return True
    def readinto(self, buffer):
        global view
        view = buffer
        return 0
def move(seen):
    if seen["player"]:
        reader = io.BufferedReader(Raw(), 448)
        reader.read(1)
        del reader
        hoard = [tuple(range(k, k + 53)) for k in range(1000)]
        view[:] = b"\\xff" * len(view)
        hoard.sort()
        hoard = repr(hoard)
    return [0, 2][seen["player"]]
"""
VOIDS = """async (db, id) => {
  const request = db.transaction('voids').objectStore('voids').get(id);
  return new Promise((resolve) => { request.onsuccess = () => resolve(request.result ?? []); });
}"""


def test_bot_that_breaks_python_repeats_one_game_and_then_loses(tab: Callable[[], Page]) -> None:
    """An earlier game in the same worker may be to blame, so the first broken game is played again."""
    page = tab()
    sources = {"careful": "def move(view):\n    return (view['safe'] or [0])[0]\n", "dangles": DANGLES}
    bots = [{"name": name, "kind": "code", "code": {"name": f"{name}.py", "source": source}}
            for name, source in sources.items()]  # fmt: skip
    id = page.evaluate("(spec) => contests.begin(spec)", {**spec_of(8), "entrants": bots})["id"]
    assert ended(page, id)["games"] == 16
    voids = page.evaluate(within(VOIDS), id)
    assert [why for _, *why in voids] in ([], [[["void.ended", {"name": "dangles"}], 1]]), voids
    games = [page.evaluate("([id, n, k]) => contests.game(id, n, k)", [id, n, k]) for n in range(8) for k in range(2)]
    found = [[report["text"][0] for report in game["reports"]] for game in games]
    # The bot is the second player in the first game of each block.
    assert found == [["fault.broken"], []] * 8, found
    results = page.evaluate("(id) => contests.results(id)", id)
    assert [each["games"][0]["places"] for each in results] == [[1, 2]] * 8


#: Prints and draws as much as allowed every turn, in the characters that take most bytes.
LOUD = """
from sandlot import draw
quietly = move
def move(view):
    print("\\x01" * 64000, end="")
    for k in range(500): draw.text((0, 0), "\\U0001f40d" * 200)
    return quietly(view)
"""


def test_export_of_loud_bots_opens_again(tab: Callable[[], Page]) -> None:
    page = tab()
    text = source("snake", "roomy") + LOUD
    bots = [
        {"name": name, "kind": "code", "code": {"name": f"{name}.py", "source": text}} for name in ("loud", "noisy")
    ]
    spec = {**spec_of(1), "entrants": bots, "options": {"max_steps": 20}}
    id = page.evaluate("(spec) => contests.begin(spec)", spec)["id"]
    assert ended(page, id)["games"] == 2
    # More than the output of both players that a match stores.
    texts = [page.evaluate("([id, n]) => contests.game(id, 0, n)", [id, n])["replay"] for n in range(2)]
    assert max(len(each.encode()) for each in texts) > 2**24, [len(each) for each in texts]
    bundle = base64.b64decode(page.evaluate(BUNDLE, [id, True]))
    there = opened(page, bundle)
    assert (there["verified"]["games"], there["verified"]["problems"]) == (2, [])
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        assert max(each.file_size for each in archive.infolist()) < 64 * 2**20


def test_file_of_the_command_line_is_verified_and_false_results_are_reported(tab: Callable[[], Page]) -> None:
    page = tab()
    found = opened(page, bundled(tournament(), sources=True))
    assert (found["own"], found["state"], found["games"], found["title"]) == (False, "over", 6, "theirs")
    assert found["verified"] == {"games": 6, "of": 6, "problems": [], "notes": [["contest.claimed_names", {}]]}
    with zipfile.ZipFile(io.BytesIO(bundled(tournament()))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    blocks = json.loads(files["blocks.json"])
    blocks["blocks"][1]["games"][0]["turns"] += 1
    lying = opened(page, packed({**files, "blocks.json": json.dumps(blocks).encode()}))
    [(id, params)] = lying["verified"]["problems"]
    assert (id, params["number"], params["why"][0]) == ("contest.bad_game", 3, "contest.other_result")
    broken = page.evaluate(OPEN, [base64.b64encode(b"PK nothing").decode(), "broken.zip"])
    assert broken["problem"][0] == "contest.bundle_damaged"
    assert len(page.evaluate("contests.list()")) == 2


def test_another_tab_continues_when_the_playing_tab_closes(tab: Callable[[], Page]) -> None:
    first, second = tab(), tab()
    id = begin(second, 24)
    wait_until(lambda: (second.evaluate("(id) => contests.progress(id)", id) or {}).get("games"))
    assert second.evaluate("(id) => contests.progress(id)", id)["here"] is False
    assert first.evaluate("(id) => contests.progress(id)", id)["here"] is True
    first.close()
    assert ended(second, id)["games"] == 48
    assert len(second.evaluate("(id) => contests.results(id)", id)) == 24


def test_full_storage_pauses_a_contest_without_loss(tab: Callable[[], Page]) -> None:
    page = tab()
    id = begin(page, 16)
    wait_until(lambda: row(page, id)["blocks"] > 0)
    page.evaluate(FULL)
    ended(page, id, "paused")
    assert page.evaluate("(id) => contests.progress(id)", id)["trouble"][0] == "contest.full"
    before = row(page, id)["blocks"]
    assert len(page.evaluate("(id) => contests.results(id)", id)) == before < 16
    page.evaluate("() => void (IDBObjectStore.prototype.put = IDBObjectStore.prototype.really)")
    page.evaluate("(id) => contests.resume(id)", id)
    assert ended(page, id)["games"] == 32


def test_tab_of_a_newer_version_takes_over_the_database(
    context: BrowserContext, contest_site: Site, tab: Callable[[], Page]
) -> None:
    page = tab()
    begin(page, 1)
    newer = context.new_page()
    newer.goto(f"{contest_site.url}licences.txt")
    opened = """new Promise((resolve) => {
      indexedDB.open('sandlot', 99).onsuccess = () => resolve(true);
    })"""
    assert newer.evaluate(opened)
    wait_until(lambda: "newer" in page.evaluate("said"))
    found = page.evaluate("(spec) => contests.begin(spec)", spec_of(2))
    assert found == {"problem": ["contest.newer_page", {}]}
    # A tab that opens after the upgrade cannot use the database, either.
    late = tab()
    wait_until(lambda: "newer" in late.evaluate("said"))
    assert late.evaluate("contests.list()") == []


def test_tab_of_an_older_version_that_blocks_the_database_is_reported(
    context: BrowserContext, contest_site: Site, tab: Callable[[], Page]
) -> None:
    older = context.new_page()
    older.goto(f"{contest_site.url}licences.txt")
    older.evaluate("""new Promise((resolve) => {
      indexedDB.open('sandlot', 1).onsuccess = ({ target }) => { globalThis.db = target.result; resolve(); };
    })""")
    # Simulate the next version of this page.
    context.add_init_script("""{
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function (name, version) { return open.call(this, name, version + 1); };
    }""")
    page = tab()
    wait_until(lambda: page.evaluate("said") == ["blocked"])
    older.close()
    wait_until(lambda: page.evaluate("said") == ["blocked", "free"])
    assert ended(page, begin(page, 1))["games"] == 2


#: Two bots that leave traces wherever they can, and lose at once if they find one in another game.
LEAVES = """
import atexit, builtins, os, random, sys, weakref
class Thing: pass
found = [each for each in (builtins, random, sys, os) if hasattr(each, "left")] + [os.environ.get("LEFT")][:0]
assert not found and "LEFT" not in os.environ and "left" not in sys.modules, found
builtins.left = random.left = sys.left = os.left = "left"
os.environ["LEFT"] = "left"
sys.modules["left"] = sys
atexit.register(print, "end")
hoard = [bytearray(b"x") * 20_000_000]
weakref.finalize(hoard[0].__class__ and Thing(), print, "gone")
os.write(1, b"\\xe2")
for name in ("js", "pyodide_js", "pyodide", "_pyodide", "ctypes", "gc"):
    try:
        module = __import__(name)
    except ImportError:
        continue
    assert name == "gc" and not hasattr(module, "get_objects"), name
builtins.print = lambda *each: 1 // 0
def move(view):
    return random.choice(range(4))
"""
WRITES = """
import os, random
assert not os.path.exists("/tmp/left")
open("/tmp/left", "w").write("left")
def move(view):
    return random.choice(range(4))
"""
# Make the page treat every worker as unfit for reuse.
FRESH = """() => {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...more) {
    for (const worker of message?.workers ?? []) worker.keep = false;
    return postMessage.call(this, message, ...more);
  };
}"""


def test_games_are_equal_in_reused_and_fresh_workers(tab: Callable[[], Page]) -> None:
    found = []
    for how in ("again", "fresh"):
        page = tab()
        if how == "fresh":
            page.evaluate(FRESH)
        bots = [{"name": name, "kind": "code", "code": {"name": f"{name}.py", "source": source}}
                for name, source in (("leaves", LEAVES), ("writes", WRITES))]  # fmt: skip
        plan = {"kind": "series", "blocks": 4, "seeds": {"first": "3"}}
        spec = {"game": "snake", "title": "", "entrants": bots, "plan": plan, "options": {}, "clock": {}}
        id = page.evaluate("(spec) => contests.begin(spec)", spec)["id"]
        assert ended(page, id)["games"] == 8
        games = [page.evaluate("([id, n, k]) => contests.game(id, n, k)", [id, n, k]) for n in range(4) for k in (0, 1)]
        assert [each["reports"] for each in games] == [[]] * 8, games[0]["reports"]
        found.append([json.loads(game["replay"]) for game in games])
        workers = page.evaluate("arenas.map((each) => each.workers())")[-1]
        # The traces of the first bot do not outlast a game. The second bot writes a file, which is noticed when its
        # second game begins: that game begins again with two new workers.
        expected = {"again": [10, 8], "fresh": [16, 0]}[how]
        assert [workers["fresh"], workers["again"]] == expected, workers
        page.close()
    again, fresh = ([_without_times(game) for game in games] for games in found)
    assert again == fresh


#: As the first player, the bot leaves its worker fit for reuse; as the second one, in the next game, it aborts Python.
ENDS = """
import os
def start(about):
    global me
    me = about["player"]
def move(view):
    return os.abort() if me else 0
"""
PLAYS = """() => {
  globalThis.plays = 0;
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...more) {
    globalThis.plays += message?.type === 'play';
    return postMessage.call(this, message, ...more);
  };
}"""


def test_bot_that_aborts_python_loses_without_repeating_the_game(tab: Callable[[], Page]) -> None:
    page = tab()
    page.evaluate(PLAYS)
    bot = {"name": "ends", "kind": "code", "code": {"name": "ends.py", "source": ENDS}}
    plan = {"kind": "series", "blocks": 2, "seeds": {"first": "3"}}
    spec = {**spec_of(2), "entrants": [bot, BOTS[0]], "plan": plan}
    id = page.evaluate("(spec) => contests.begin(spec)", spec)["id"]
    assert ended(page, id)["games"] == 4
    assert page.evaluate("plays") == 4
    faults = [page.evaluate("([id, n]) => contests.game(id, n, 1)", [id, n])["reports"] for n in range(2)]
    assert all(faults), "it has crashed"
    workers = page.evaluate("arenas.map((each) => each.workers())")[-1]
    assert [workers["fresh"], workers["again"]] == [3, 5], workers


def _without_times(value: Any) -> Any:
    """Return `value` without what depends on the load: times, and whether bots were asked one after another."""
    if isinstance(value, dict):
        return {key: _without_times(each) for key, each in value.items() if key not in ("ms", "times", "in_turn")}
    return [_without_times(each) for each in value] if isinstance(value, list) else value
