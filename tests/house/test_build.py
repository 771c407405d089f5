"""The output of build.py: reproducible, complete, with relative addresses, and installable."""

from __future__ import annotations

import base64
import contextlib
import csv
import functools
import gzip
import hashlib
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import venv
import zipfile
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from conftest import BROWSER_ARGUMENTS
from playwright.sync_api import Playwright
from sandlot import games
from sandlot.links import unlink
from sandlot_build import (
    asking,
    assemble,
    basis,
    compiler,
    compress,
    editor,
    embeds,
    kept,
    ladder,
    needs,
    pyodide,
    rooms,
    serve,
    wasm,
)

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "py" / "sandlot"


def files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def package_files() -> set[str]:
    names = (path.relative_to(PACKAGE.parent) for path in PACKAGE.rglob("*") if path.is_file())
    return {name.as_posix() for name in names if "__pycache__" not in name.parts and name.name != "golden.json"}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return assemble.make_wheel(tmp_path_factory.mktemp("wheel"))


THINK_LONG = ("snake", "tank")
"""Games whose recorded match takes long to play. test_rungs.py tests that their bots are reproducible."""
MUCH = 1_000_000
"""Files of more bytes take long to compress."""


@pytest.fixture
def _slow_results_are_reused(dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next build reuse slow results of the last one: the recorded matches of some games, and the compressed
    bytes of large files whose content is unchanged.
    """
    example = html.unescape((dist / "embeds.html").read_text(encoding="utf-8"))
    links = {unlink(each).replay.setup.game.name: each for each in re.findall(r"#v\d\.[\w.~-]+", example)}
    packed = {gzip.decompress(path.read_bytes()): path.read_bytes() for path in (dist / "assets").glob("*.gz")}
    ask, pack = asking.Package.ask, compress.gzipped

    def ask_less(package: asking.Package, *arguments: str) -> str:
        if arguments not in [("demo", name) for name in THINK_LONG]:
            return ask(package, *arguments)
        (demo,) = (dist / "assets").glob(f"demo-{arguments[1]}-*")
        return json.dumps(json.loads(demo.read_bytes()) | {"link": links.get(arguments[1])})

    def pack_less(data: bytes) -> bytes:
        return packed[data] if len(data) > MUCH and data in packed else pack(data)

    monkeypatch.setattr(asking.Package, "ask", ask_less)
    for module in (assemble, editor, embeds, pyodide):
        monkeypatch.setattr(module, "gzipped", pack_less)


@pytest.mark.slow
@pytest.mark.usefixtures("_slow_results_are_reused")
def test_build_is_reproducible(dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "KEPT", tmp_path / "kept")
    (tmp_path / "dist").mkdir()
    assemble.make_dist(tmp_path / "dist", assemble.read_sources())
    again, first = files(tmp_path / "dist"), files(dist)
    assert sorted(again) == sorted(first)
    assert [name for name in first if first[name] != again[name]] == []


def test_failed_build_keeps_last_good_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assemble, "DIST", tmp_path / "dist")
    monkeypatch.setattr(assemble, "WORK", tmp_path / "work")
    monkeypatch.setattr(basis, "WORK", tmp_path / "work")

    def good(folder: Path, read: kept.Sources, *, watching: bool) -> list[str]:
        (folder / "index.html").write_text("good")
        return []

    def bad(folder: Path, read: kept.Sources, *, watching: bool) -> None:
        (folder / "index.html").write_text("half")
        raise basis.Problem("a sentence")

    monkeypatch.setattr(assemble, "make_dist", good)
    assemble.build()
    monkeypatch.setattr(assemble, "make_dist", bad)
    with pytest.raises(basis.Problem):
        assemble.build()
    assert files(tmp_path / "dist") == {"index.html": b"good"}
    assert sorted(path.name for path in (tmp_path / "work").iterdir()) == ["built", "lock"]


NO_SOURCES = kept.Sources({})


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., kept.Steps]:
    """Return a function that begins a build in a new folder; all these builds share one cache of steps."""
    monkeypatch.setattr(kept, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(kept, "WORK", tmp_path)
    folders = (tmp_path / f"site{number}" for number in range(100))
    return lambda sources=NO_SOURCES, **how: kept.Steps(next(folders), sources, **how)


def writes(text: str, calls: list[str]) -> Callable[[Path], str]:
    """Return a step that writes one file and returns its address."""

    def make(folder: Path) -> str:
        calls.append(text)
        return assemble.hashed(folder, "said.txt", text.encode())

    return make


def test_build_step_runs_once_per_key(steps: Callable[..., kept.Steps]) -> None:
    calls: list[str] = []
    for key in ("a", "b", "a", "a", "b"):
        build = steps()
        url = build.result("says", key, writes(key, calls))
        assert [(build.folder / url).read_text()] == [key]
        assert len(files(build.folder)) == 1
    assert calls == ["a", "b"]


def test_only_latest_step_results_are_kept(steps: Callable[..., kept.Steps]) -> None:
    for key in "abcdea":
        steps().result("says", key, writes(key, []))
    assert {path.name for path in (kept.KEPT / "says").iterdir()} == {"a", "d", "e"}


def test_failed_build_step_keeps_nothing(steps: Callable[..., kept.Steps]) -> None:
    def fails(folder: Path) -> None:
        (folder / "half").touch()
        raise basis.Problem("a sentence")

    with pytest.raises(basis.Problem):
        steps().result("says", "a", fails)
    calls: list[str] = []
    build = steps()
    build.result("says", "a", writes("a", calls))
    assert calls == ["a"]
    assert "half" not in files(build.folder)


def test_hurried_build_reuses_slow_steps(steps: Callable[..., kept.Steps]) -> None:
    calls: list[str] = []
    first = steps(hurry=True)
    first.result("says", "a", writes("a", calls), may_be_old=True)
    assert (calls, first.old) == (["a"], [])
    second = steps(hurry=True)
    second.result("says", "b", writes("b", calls), may_be_old=True)
    second.result("other", "b", writes("other", calls))
    assert (calls, second.old) == (["a", "other"], ["says"])
    steps().result("says", "b", writes("b", calls), may_be_old=True)
    assert calls == ["a", "other", "b"]


def test_bundle_is_rebuilt_when_its_inputs_change(steps: Callable[..., kept.Steps]) -> None:
    """A step that reports its inputs is not run again when other sources change."""
    made: list[str] = []

    def bundle(read: list[str], sources: dict[str, str], **how: Any) -> None:
        def make(folder: Path) -> dict[str, Any]:
            made.append("".join(sources.values()))
            return {"read": read, "url": assemble.hashed(folder, "said.txt", made[-1].encode())}

        build = steps(kept.Sources(sources))
        build.bundled("says", make, **how)
        assert len(files(build.folder)) == 1

    first = {"static/a.ts": "1", "static/b.ts": "2"}
    bundle(["static/a.ts"], first)
    bundle(["static/a.ts"], first | {"static/b.ts": "3", "static/new.ts": "4"})
    assert made == ["12"]
    # The set of inputs may change with the content of the inputs.
    bundle(["static/a.ts", "static/b.ts"], first | {"static/a.ts": "5"})
    bundle(["static/a.ts", "static/b.ts"], first | {"static/a.ts": "5", "static/b.ts": "6"})
    assert made == ["12", "52", "56"]
    bundle(["static/a.ts"], first)
    bundle(["static/a.ts"], first, more="else")
    bundle(["static/a.ts"], first | {"py/sandlot_build/bundles.py": "7"})
    assert made == ["12", "52", "56", "12", "127"]


def test_step_key_depends_on_named_files() -> None:
    files = {"py/a.py": "1", "py/x/b.py": "2", "static/c.js": "3"}
    key = kept.Sources(files).key("py/*", without=["py/x/*"], more=[1])
    assert key == kept.Sources(files | {"static/c.js": "4", "py/x/b.py": "4"}).key("py/*", without=["py/x/*"], more=[1])
    changed = [files | {"py/a.py": "4"}, files | {"py/new.py": "1"}, {"py/b.py": "1"}]
    assert key not in [kept.Sources(each).key("py/*", without=["py/x/*"], more=[1]) for each in changed]
    assert key != kept.Sources(files).key("py/*", without=["py/x/*"], more=[2])


def test_number_of_concurrent_jobs_is_limited() -> None:
    began: list[int] = []
    running, peak = set[int](), [0]
    pair = threading.Barrier(2, timeout=30)

    def job(number: int) -> int:
        began.append(number)
        running.add(number)
        peak[0] = max(peak[0], len(running))
        pair.wait()
        running.discard(number)
        return number

    jobs = [functools.partial(job, number) for number in range(6)]
    assert basis.all_at_once(*jobs, most=2) == [0, 1, 2, 3, 4, 5]
    assert (sorted(began[:2]), peak[0]) == ([0, 1], 2)


def test_watched_page_reloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "DIST", tmp_path)
    (tmp_path / "index.html").write_text("<body>page</body>")
    (tmp_path / "sw.js").write_text("keeps the page")
    builds = serve.Builds()
    handler = functools.partial(serve.WatchHandler, directory=str(tmp_path), builds=builds)
    with serve.Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def get(path: str) -> str:
            with contextlib.closing(HTTPConnection(*server.server_address[:2])) as there:
                there.request("GET", path)
                return there.getresponse().read().decode()

        assert get("/") == get("/index.html") == '<body>page<script src="./reload.js"></script></body>'
        assert "./built" in get("/reload.js")
        assert "unregister" in get("/sw.js")
        with contextlib.closing(HTTPConnection(*server.server_address[:2])) as there:
            there.request("GET", "/built")
            with there.getresponse() as events:
                builds.done()
                assert events.readline() == b"data: built\n"
        server.shutdown()


def test_manifest_lists_existing_files(dist: Path, manifest: dict[str, Any]) -> None:
    on_disk = {f"./{name}": len(data) for name, data in files(dist).items() if name.startswith("assets/")}
    assert manifest["sizes"] == on_disk
    single = [manifest[name] for name in ("core", "wasm", "stdlib", "wheel")]
    assert {*single, *manifest["demo"].values()} <= set(on_disk)
    assert list(manifest["demo"]) == list(manifest["games"])
    hiding = {name for name, offer in manifest["games"].items() if offer["hides"]}
    assert manifest["starts"].keys() == manifest["games"].keys()
    for name, file in manifest["starts"].items():
        # If a game hides its map, start positions by seed would reveal it.
        assert (list(json.loads((dist / file).read_bytes())) == [""]) == (name in hiding)
    assert set(manifest["starts"].values()) <= set(on_disk)
    assert json.loads(manifest["lock"])["packages"] == {}


def test_page_has_strength_of_every_house_bot(manifest: dict[str, Any]) -> None:
    for name, offer in manifest["games"].items():
        ratings = [rung["rating"] for rung in offer["ladder"]]
        assert sorted(rung["name"] for rung in offer["ladder"]) == sorted(offer["house"]), name
        assert ratings == sorted(ratings), name


def test_changed_bot_is_rated_anew(
    tmp_path: Path, steps: Callable[..., kept.Steps], monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "sandlot"
    shutil.copytree(ROOT / "py" / "sandlot", package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(ladder, "PACKAGE", package)
    asked: list[str] = []

    def ask(what: str, game: str, *record: Path) -> str:
        asked.append(game)
        return game

    bot = package / "games" / "tank" / "bots" / "hunter.py"
    for text in (bot.read_text(), "# stronger now\n"):
        bot.write_text(text)
        for _ in range(2):
            assert ladder.ladder("tank", ask, steps()) == "tank"
            assert ladder.ladder("snake", ask, steps()) == "snake"
    assert asked == ["tank", "snake", "tank"]


ENDLESS = r"""
import sys
from sandlot_build.in_place import end_overlong
from sandlot.seat.in_place import SeatInPlace
end_overlong(sys.argv[1:], 0.5)
SeatInPlace("def move(view): return view\nwhile True: pass", "endless.py", 1).start("{}")
"""


def test_endless_house_bot_is_named() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", ENDLESS, "ladder", "tank"],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    said = "ladder tank endless.py has thought for 0.5 seconds about one answer: does it end?\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", said)


def test_third_party_licences_are_included(dist: Path) -> None:
    text = (dist / "licences.txt").read_text(encoding="utf-8")
    for name in ("@codemirror/view", "@fontsource-variable/inter", "lucide-static", "pyodide"):
        assert re.search(rf"^{re.escape(name)} \d+\.\d+\.\d+, \S+$", text, re.MULTILINE), name
    assert "SIL OPEN FONT LICENSE" in text


def loaded_at_once(scripts: Mapping[str, str], name: str) -> set[str]:
    """Return this script and all that it imports, directly or indirectly."""
    found, waiting = set(), [name]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += re.findall(r'\b(?:from|import)"\./([^"]+)"', scripts[each])
    return found


def test_start_files_are_preloaded_once(dist: Path) -> None:
    page = (dist / "index.html").read_text(encoding="utf-8")
    preloaded = re.findall(r'<link rel="modulepreload" href="\./assets/([^"]+)">', page)
    scripts = {path.name: path.read_text(encoding="utf-8") for path in (dist / "assets").glob("*.js")}
    start, main = re.findall(r'<script type="module"(?: async)? src="\./assets/([^"]+)">', page)

    first = loaded_at_once(scripts, start)
    assert sorted(preloaded) == sorted((loaded_at_once(scripts, main) - {main}) | first)
    assert len(preloaded) < 8, "a start that needs many files waits for each of them"
    assert set(preloaded[: len(first)]) == first, "what starts Python does not wait for the rest of the page"


def test_contests_and_replays_are_loaded_lazily(dist: Path) -> None:
    """Scripts that the page loads at its start include neither the views of these nor the engine of contests."""
    page = (dist / "index.html").read_text(encoding="utf-8")
    scripts = {path.name: path.read_text(encoding="utf-8") for path in (dist / "assets").glob("*.js")}
    (main,) = re.findall(r'<script type="module" src="\./assets/([^"]+)">', page)
    at_once = loaded_at_once(scripts, main)
    assert "quick-state" in "".join(scripts[name] for name in at_once), "this finds what is loaded at once"
    for mark in ("compete-grid", "ladder-rungs", "library-row", "bots-row"):
        holders = {name for name, text in scripts.items() if mark in text}
        assert holders, mark
        assert not holders & at_once, mark
    for name in ("contest", "climb", "view"):
        # A module that is also imported statically has no file of its own.
        own = {each for each in scripts if each.startswith(f"{name}-")}
        assert own, name
        assert not own & at_once, name


def test_service_worker_lists_every_file(dist: Path, manifest: dict[str, Any]) -> None:
    script = (dist / "sw.js").read_text(encoding="utf-8")
    assert set(re.findall(r'"(\./assets/[^"]+)"', script)) == set(manifest["sizes"])
    assert manifest["build"] in script


def test_csp_allows_only_script_of_frame(dist: Path, manifest: dict[str, Any]) -> None:
    scripts = re.findall(r"<script>(.*?)</script>", manifest["frame"], re.DOTALL)
    assert len(scripts) == 1
    source = f"'sha256-{base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()}'"
    page = (dist / "index.html").read_text(encoding="utf-8")
    for document in (page, manifest["frame"]):
        policy = re.search(r'Content-Security-Policy" content="([^"]+)"', document)
        assert policy is not None
        assert source in policy[1]
        assert "unsafe-inline" not in policy[1]
        assert "'unsafe-eval'" not in policy[1]


def test_relative_links_stay_in_dist(dist: Path) -> None:
    page = (dist / "index.html").read_text(encoding="utf-8")
    markup = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.DOTALL)
    targets = re.findall(r'\b(?:href|src)="([^"]*)"', markup)
    for style in (dist / "assets").glob("*.css"):
        targets += re.findall(r"url\(['\"]?([^'\")]*)", style.read_text(encoding="utf-8"))
    outside = [target for target in targets if re.match(r"/|\w+:", target) and not target.startswith("data:")]
    assert outside == []
    assert re.findall(r"https?://(?!www\.w3\.org/)[^\s\"']+", page) == []


@pytest.fixture
def served(dist: Path) -> Iterator[HTTPConnection]:
    """Return a connection to the server of `build.py serve`."""
    server = serve.Server(("127.0.0.1", 0), functools.partial(serve.Handler, directory=str(dist)))
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    connection = HTTPConnection("127.0.0.1", server.server_port)
    yield connection
    connection.close()
    server.shutdown()
    server.server_close()


def test_server_gzips_text_and_caches_hashed_files(
    served: HTTPConnection, dist: Path, manifest: dict[str, Any]
) -> None:
    for url, kind, zipped, for_ever in (
        ("/", "text/html; charset=utf-8", True, False),
        ("/sw.js", "text/javascript; charset=utf-8", True, False),
        (manifest["core"].removeprefix("."), "text/javascript; charset=utf-8", True, True),
        (manifest["wasm"].removeprefix("."), "application/gzip", False, True),
    ):
        served.request("GET", url, headers={"Accept-Encoding": "gzip"})
        answer = served.getresponse()
        body = answer.read()
        assert answer.status == 200
        assert answer.headers["Content-Type"] == kind
        assert answer.headers["Content-Encoding"] == ("gzip" if zipped else None)
        assert ("immutable" in answer.headers["Cache-Control"]) == for_ever
        file = dist / (url.removeprefix("/") or "index.html")
        assert (gzip.decompress(body) if zipped else body) == file.read_bytes()


@pytest.mark.parametrize("url", ["/nothing", "/assets/", "/../build.py", "/%2e%2e/build.py"])
def test_server_serves_only_the_site(served: HTTPConnection, url: str) -> None:
    served.request("GET", url)
    answer = served.getresponse()
    answer.read()
    assert answer.status == 404


def test_wheel_contains_whole_package(wheel: Path, manifest: dict[str, Any]) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        info = f"sandlot-{manifest['version']}.dist-info"
        metadata = archive.read(f"{info}/METADATA").decode()
        record = list(csv.reader(io.StringIO(archive.read(f"{info}/RECORD").decode())))
        assert sorted(row[0] for row in record) == sorted(archive.namelist())
        for name, expected, _ in record:
            if expected:
                digest = hashlib.sha256(archive.read(name)).digest()
                assert expected == f"sha256={base64.urlsafe_b64encode(digest).rstrip(b'=').decode()}"
    assert names == package_files()
    assert "sandlot/messages/en.json" in names
    assert "sandlot/api/match-page.html" in names, "what `sandlot export --html` puts a match into"
    assert any(re.fullmatch(r"sandlot/games/\w+/bots/\w+\.py", name) for name in names)
    assert f"\nVersion: {manifest['version']}\n" in metadata
    asked = re.findall(r"^Requires-Dist: (.*)$", metadata, re.MULTILINE)
    # The page installs it in Pyodide, which must not need any other package for it.
    assert [each for each in asked if "extra ==" not in each and "!= 'emscripten'" not in each] == []


def test_page_wheel_leaves_out_process_only_modules(
    wheel: Path,
    dist: Path,
    manifest: dict[str, Any],
) -> None:
    packed = (dist / manifest["wheel"]).read_bytes()
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(io.BytesIO(gzip.decompress(packed))) as part:
        packed_files = set(part.namelist())
        compiled = {name for name in packed_files if name.endswith(".pyc")}
        hashes = {f"sandlot/games/{name}/{games.TREE_HASH}": games.tree_hash(name) for name in manifest["games"]}
        assert all(part.read(name) == whole.read(name) for name in packed_files - compiled - hashes.keys())
        assert {name: part.read(name).decode() for name in hashes} == hashes
        files = set(whole.namelist())
        missing = files - packed_files - {name.removesuffix("c") for name in compiled}
    # Modules that every start imports are bytecode. Bots are sources, because the page shows them.
    assert {"sandlot/page/__init__.pyc", "sandlot/games/tank/rules.pyc"} < compiled
    assert not [name for name in compiled if "/bots/" in name]
    folders = {"/".join(name.split("/")[:2]) for name in missing}
    info = f"sandlot-{manifest['version']}.dist-info"
    alone = {f"sandlot/{name}.py" for name in rooms.NOT_IN_THE_PAGE} & files
    left_out = {f"sandlot/{name}" for name in rooms.NOT_IN_THE_PAGE if f"sandlot/{name}.py" not in alone} | alone
    assert folders == left_out | {f"{info}/RECORD"}
    assert len(packed) < wheel.stat().st_size * 0.6


def test_pip_builds_same_wheel(wheel: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "py", tmp_path / "py", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    plain = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    subprocess.run([*command, "--wheel-dir", str(tmp_path), str(tmp_path / "py")], check=True, env=plain)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_wheel_installs_into_empty_environment(wheel: Path, manifest: dict[str, Any], tmp_path: Path) -> None:
    venv.create(tmp_path / "venv")
    python = tmp_path / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", str(wheel)], check=True)
    ask = [str(python), "-I", "-m", "sandlot", "games", "--json"]
    asked = json.loads(subprocess.check_output(ask, encoding="utf-8"))["games"]
    assert asked.keys() == manifest["games"].keys()
    for name, offer in manifest["games"].items():
        assert {key: asked[name][key] for key in ("options", "clocks", "house")} == {
            key: offer[key] for key in ("options", "clocks", "house")
        }


INSTALL_BY_MICROPIP = """
async ([tools, wheel]) => {
  const { loadPyodide } = await import('./pyodide/pyodide.mjs');
  const python = await loadPyodide();
  for (const tool of tools) python.unpackArchive(await (await fetch(tool)).arrayBuffer(), 'wheel');
  python.globals.set('wheel', new URL(wheel, document.baseURI).href);
  return python.runPythonAsync(`
import json, micropip
await micropip.install(wheel)
import sandlot, sandlot.games
[found] = [p for p in micropip.list().values() if p.name == "sandlot"]
json.dumps([sandlot.__version__, found.version, found.source == wheel])
`);
}
"""


# An unmodified Pyodide starts slowly on a busy machine. In a browser that many tests had used it sometimes never
# finished starting, so this test has a browser of its own.
@pytest.mark.timeout(300)
def test_micropip_installs_wheel_into_pyodide(
    wheel: Path,
    manifest: dict[str, Any],
    tmp_path: Path,
    playwright: Playwright,
    host: Callable[[Path], Any],
) -> None:
    shutil.copytree(basis.PYODIDE, tmp_path / "pyodide")
    tools = sorted((basis.VENV / "pyodide-wheels").glob("*.whl"))
    for file in (*tools, wheel):
        shutil.copy(file, tmp_path)
    (tmp_path / "index.html").write_text('<!doctype html><link rel="icon" href="data:,">')
    program = needs.browser_on_this_machine()
    browser = playwright.chromium.launch(executable_path=program, args=BROWSER_ARGUMENTS)
    try:
        page = browser.new_page()
        page.goto(host(tmp_path).url)
        answer = page.evaluate(INSTALL_BY_MICROPIP, [[tool.name for tool in tools], wheel.name])
    finally:
        browser.close()
    assert json.loads(answer) == [manifest["version"], manifest["version"], True]


def test_trimmed_pyodide_script_has_all_wasm_imports(dist: Path) -> None:
    whole = (basis.PYODIDE / "pyodide.asm.mjs").read_text(encoding="utf-8")
    trimmed = pyodide.pyodide_script().read_text(encoding="utf-8")
    assert len(trimmed) < len(whole) / 4
    # A function that a bot can reach from Python, and functions that nothing can reach.
    for name, is_there in (("JsProxy_Bool_js", True), ("SDL_Init", False), ("createShader", False)):
        assert (name in trimmed) == is_there, name


def test_programs_share_one_pyodide(tmp_path: Path) -> None:
    """Each program has its own globals and only its own folders, and its error output is reported."""
    tell = "open('/out/said', 'a').write(f'{here} {before} ')\n"
    count = "import os, sys\nhere, before = 'x' in globals(), hasattr(sys, 'x')\nx = sys.x = 1\n"
    with compiler.compiling() as python:
        for _ in range(2):
            python.run(count + tell, {"/out": str(tmp_path)})
        python.run("import os\nassert os.listdir('/out') == []", {})
        with pytest.raises(basis.Problem) as error:
            python.run("1 / 0", {})
    assert (tmp_path / "said").read_text() == "False False False True "
    assert "ZeroDivisionError" in error.value.output


def test_wasm_exports_are_trimmed() -> None:
    head = bytes.fromhex("0061736d 01000000 01 04 01 600000 03 02 01 00")
    body = bytes.fromhex("0a 04 01 02 00 0b")
    first, second = bytes.fromhex("01 61 00 00"), bytes.fromhex("02 6262 00 00")
    whole = head + b"\x07\x0a\x02" + first + second + body
    assert wasm.trim_exports(whole, {"a", "bb", "c"}) == whole
    assert wasm.trim_exports(whole, {"bb"}) == head + b"\x07\x06\x01" + second + body


def test_wasm_function_reserves_extra_stack() -> None:
    """A module with a stack pointer of 1000, and a function that returns the sum of the pointer and its argument."""
    exports = b"\x02\x0f__stack_pointer\x03\x00\x01f\x00\x01"
    sections = [
        "0061736d 01000000 01 06 01 60017f017f",
        "02 07 01 0161 0162 0000",
        "03 02 01 00",
        "06 07 01 7f01 41e8070b",
    ]
    module = b"".join(map(bytes.fromhex, sections)) + bytes([7, len(exports)]) + exports
    module += bytes.fromhex("0a 09 01 07 00 2300 2000 6a 0b")
    script = (
        "const module = new WebAssembly.Module(require('fs').readFileSync(0));"
        "const { exports } = new WebAssembly.Instance(module, { a: { b() {} } });"
        "console.log(exports.f(5), exports.__stack_pointer.value);"
    )
    for given, said in ((module, b"1005 1000"), (wasm.with_room(module, {"f": (1, 320)}), b"685 1000")):
        assert subprocess.run(["node", "--eval", script], input=given, capture_output=True).stdout.strip() == said


@pytest.mark.parametrize("number", [0, 127, 128, 300, 9_598_218])
def test_leb128_round_trip(number: int) -> None:
    text = wasm.leb(number)
    assert wasm.read_leb(b"x" + text + b"x", 1) == (number, 1 + len(text))


def test_trimming_refuses_unknown_scripts() -> None:
    with pytest.raises(basis.Problem, match="trim_pyodide"):
        pyodide.trim_pyodide("var wasmImports={other:_other}", {"a", "b", "c"}, set(), "")
