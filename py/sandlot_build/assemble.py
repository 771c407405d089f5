"""Builds the whole site: every file of dist/, and the page that loads them."""

from __future__ import annotations

import functools
import io
import json
import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sandlot_build.asking import asking
from sandlot_build.basis import (
    DIST,
    MODULES,
    NPM_LOCK,
    PYODIDE_WHEELS_LOCK,
    PYTHON_LOCK,
    ROOT,
    STATIC,
    WORK,
    Problem,
    all_at_once,
    compact,
    digest,
    only_one,
    run,
    run_module,
    step,
    tell,
)
from sandlot_build.bundles import Bundles, hashed
from sandlot_build.compiler import Compiler, compiling
from sandlot_build.compress import gzipped
from sandlot_build.documents import make_documents
from sandlot_build.editor import copy_library, licences_of_wheels, views_of_games
from sandlot_build.embeds import (
    PLAYER,
    Shown,
    bundle_element,
    bundle_embed,
    bundle_example,
    bundle_player,
    keep_player,
    make_embeds,
)
from sandlot_build.embeds import english_words as embeds_words
from sandlot_build.games import incomplete_games
from sandlot_build.guide import copy_guides
from sandlot_build.kept import BUILD, Sources, Steps
from sandlot_build.ladder import ladder
from sandlot_build.needs import ensure_venv, set_up
from sandlot_build.packages import usual_index, wheel_of
from sandlot_build.pages import (
    FRAME_POLICY,
    PAGE_POLICY,
    filled,
    guards_words,
    inline_script,
    link_assets,
    make_guard,
    policy,
)
from sandlot_build.pyodide import (
    copy_stdlib,
    copy_wasm,
    empty_pyodide_lock,
    imported_by_boots,
    precompiled_package,
    pyodide_script,
)
from sandlot_build.rooms import NOT_IN_THE_PAGE, is_in_the_page
from sandlot_build.words import EXPLANATIONS, PATH_WORDS, RULES_WORDS, copy_words, english_words, make_messages

CORE = "static/engine/python/core.ts"
"""The script that loads Python."""
#: The script of every worker, and of a seat in Node.
WORKERS = {
    "engine": "static/engine/worker/worker.ts",
    "bot": "static/engine/seat/worker.ts",
    "packages": "static/engine/packages/worker.ts",
    "reader": "static/engine/reader/worker.ts",
    "node": "static/engine/seat/node.ts",
}


#: What the page loads only when it asks about a proposal to a league, the tasks of a path or puzzles: `in_page.py` of
#: each, and all that these import beyond the rooms that are in the page anyway.
LATER = (
    *(f"league/{name}.py" for name in ("__init__", "alike", "entries", "in_page", "proposal", "settings")),
    *("league/words/*.json", "settings/*.py", "settings/words/*.json"),
    *("tasks/*.py", "tasks/words/*.json", "puzzles/*.py", "puzzles/words/*.json"),
)


# The date on the files in the wheel. It is hatchling's default, so that pip makes the same bytes.
SOURCE_DATE = "1580601600"


def bundle_page(bundles: Bundles, *, readable: bool) -> None:
    """Bundle the scripts of the page."""
    entries = ["static/start.ts", "static/main.ts"]
    bundles.split(entries, english_words(), {"SANDLOT_INDEX": usual_index()}, readable=readable)


def bundle_workers(bundles: Bundles, *, readable: bool) -> dict[str, str]:
    """Bundle what loads Python, and the scripts of workers; return those that the page hands out as text, by name."""
    # Pyodide reads import.meta.url only to find its files, and our workers tell it where they are.
    classic = ["--format=iife", "--external:node:*", '--define:import.meta.url="https://pyodide.invalid/"']
    classic.append(f"--alias:pyodide/pyodide.asm.mjs={pyodide_script()}")
    bundles.add([CORE, *WORKERS.values()], *classic, readable=readable)
    return {name: bundles.take(WORKERS[name]) for name in ("engine", "bot")}


def bundle_styles(bundles: Bundles, *, readable: bool) -> None:
    """Bundle the page's style."""
    bundles.add(["static/style/main.css"], "--loader:.svg=dataurl", "--loader:.woff2=file", readable=readable)


def make_frame(bundles: Bundles) -> tuple[str, str]:
    """Return the sealed frame as a srcdoc document, and the hash by which both policies allow its only script."""
    script, frame_hash = inline_script(bundles, "static/engine/seat/frame.ts")
    page = f'<!doctype html><html data-key="">{policy(FRAME_POLICY, frame=frame_hash)}<script>{script}</script>'
    return page, frame_hash


def make_wheel(folder: Path) -> Path:
    """Build the wheel into an empty folder, and return its path."""
    python = ensure_venv(for_tests=False)
    command: list[str | Path] = [python, "-B", "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    run(command, "Building the wheel", cwd=ROOT / "py", env={"SOURCE_DATE_EPOCH": SOURCE_DATE})
    (wheel,) = folder.glob("*.whl")
    return wheel


def for_the_page(wheel: Path) -> bytes:
    """Return the wheel without what only processes need."""
    packed = io.BytesIO()
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(packed, "w") as part:
        for name in whole.namelist():
            package, _, path = name.partition("/")
            # RECORD, the list of all files, would name some that are not there.
            if path != "RECORD" and (package != "sandlot" or is_in_the_page(path)):
                part.writestr(zipfile.ZipInfo(name), whole.read(name))
    return packed.getvalue()


def copy_package(compiled: Callable[[bytes], bytes], folder: Path) -> str:
    """Write the package as the page loads it, gzipped as a whole: that is half the size of the wheel. `compiled` puts
    bytecode in place of sources.
    """
    with tempfile.TemporaryDirectory(dir=WORK) as out:
        return hashed(folder, "sandlot.whl.gz", gzipped(compiled(for_the_page(make_wheel(Path(out))))))


def copy_later(folder: Path) -> str:
    """Write the part of the package that the page loads when somebody enters a league or learns; return its address."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for pattern in LATER:
            for path in sorted((ROOT / "py" / "sandlot").glob(pattern)):
                name = path.relative_to(ROOT / "py").as_posix()
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return hashed(folder, "later.zip.gz", gzipped(packed.getvalue()))


def copy_puzzles(folder: Path) -> dict[str, str]:
    """Write the puzzles of every game that has some; return their addresses by game."""
    data = sorted((ROOT / "py" / "sandlot" / "puzzles" / "data").glob("*.json"))
    return {path.stem: hashed(folder, f"puzzles-{path.name}", path.read_bytes()) for path in data}


def licences(packages: Iterable[str]) -> str:
    """Return the licences of other people's work in dist/; most of them ask to be passed on."""
    parts = []
    for name in packages:
        about = json.loads((MODULES / name / "package.json").read_text(encoding="utf-8"))
        texts = [path.read_text(encoding="utf-8").strip() for path in sorted((MODULES / name).glob("LICEN[CS]E*"))]
        parts.append("\n\n".join([f"{name} {about['version']}, {about.get('license', 'see below')}", *texts]))
    parts += [licence_of_micropip(), *licences_of_wheels()]
    return f"\n\n{'-' * 80}\n\n".join(parts) + "\n"


def licence_of_micropip() -> str:
    with zipfile.ZipFile(wheel_of("micropip")) as archive:
        (path,) = (name for name in archive.namelist() if name.endswith(".dist-info/licenses/LICENSE"))
        name, version = path.split("/")[0].removesuffix(".dist-info").split("-")
        return f"{name} {version}, {archive.read(path).decode().strip()}"


def package_version() -> str:
    text = (ROOT / "py" / "sandlot" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        raise Problem('py/sandlot/__init__.py holds no line __version__ = "...".')
    return found[1]


def files_of(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


#: How many steps run at the same time. The first ones take longest, and too many others beside them would delay them.
AT_ONCE = 1 + (os.cpu_count() or 1)
PACKAGE = "py/sandlot/*"
#: Files of the package that no step reads which plays or describes games for the page.
ELSEWHERE = [f"py/sandlot/{room}/*" for room in NOT_IN_THE_PAGE] + [f"py/sandlot/{room}.py" for room in NOT_IN_THE_PAGE]


def make_dist(folder: Path, read: Sources, *, watching: bool = False) -> list[str]:
    """Write the whole site into an empty folder. With `watching`, scripts stay readable, and slow steps may reuse
    results of earlier sources; return the names of those steps. `read`: what it is made of.
    """
    with compiling() as compiler, asking() as package:
        return _make_dist(folder, read, compiler, package.ask, watching=watching)


def _make_dist(
    folder: Path, read: Sources, compiler: Compiler, ask: Callable[..., str], *, watching: bool
) -> list[str]:
    (folder / "assets").mkdir()
    steps = Steps(folder, read, hurry=watching)
    playing = read.key(*BUILD, PACKAGE, without=ELSEWHERE)
    games = steps.result("games", playing, lambda _: json.loads(ask("games")))

    def check_games(_: Path) -> None:
        if wrong := next(incomplete_games(games), None):
            raise Problem(wrong)

    steps.result("whole-games", read.key(*BUILD, PACKAGE, "static/games/*", "static/*.json"), check_games)

    def of(game: str) -> str:
        """Return the key of what depends on the rules of one game alone."""
        others = [f"py/sandlot/games/{name}/*" for name in games if name != game]
        return read.key(*BUILD, PACKAGE, without=[*ELSEWHERE, *others])

    def bundled(name: str, make: Callable[[Bundles], Any], *, more: object = "", says: str = "") -> Any:
        """Return {value: what `make` returns, files: the names of what it wrote, **Bundles.json}."""

        def into(place: Path) -> dict[str, Any]:
            bundles = Bundles(place)
            return {"value": make(bundles), "files": files_of(place), **bundles.json()}

        return steps.bundled(f"bundle-{name}", into, more=[watching, more], says=says)

    def scripts() -> Any:
        more = [usual_index(), english_words().read_text(encoding="utf-8")]
        make = functools.partial(bundle_page, readable=watching)
        return bundled("scripts", make, more=more, says="Bundling scripts")

    def workers() -> Any:
        make = functools.partial(bundle_workers, readable=watching)
        return bundled("workers", make, more=digest(pyodide_script().read_bytes()), says="Bundling workers")

    def styles() -> Any:
        return bundled("styles", functools.partial(bundle_styles, readable=watching), says="Bundling styles")

    def embed() -> Any:
        make = functools.partial(bundle_embed, readable=watching)
        return bundled("embed", make, more=embeds_words().read_text(encoding="utf-8"), says="Bundling the embed")

    def player() -> Any:
        return bundled("player", bundle_player, more=embeds_words().read_text(encoding="utf-8"))

    def small() -> list[Any]:
        """Make the bundles that take esbuild only a moment."""
        guard = bundled("guard", make_guard, more=guards_words())
        frame, worker = bundled("frame", make_frame), bundled("service-worker", bundle_service_worker)
        return [guard, frame, worker, bundled("element", bundle_element), bundled("example", bundle_example)]

    def wasm() -> Any:
        key = read.key(*BUILD, "static/engine/seat/*")
        return steps.result("wasm", key, copy_wasm, says="Packing WebAssembly")

    def imported() -> Any:
        says = "Booting Python"
        return steps.result("imported", playing, lambda _: imported_by_boots(compiler), says=says, may_be_old=True)

    def stdlib(known: Any) -> Any:
        key = read.key(*BUILD, more=[known["stdlib"], known["frozen"]])
        make = functools.partial(copy_stdlib, compiler, known)
        return steps.result("stdlib", key, make, says="Packing Python")

    def wheel(compiled: Callable[[bytes], bytes], known: Any) -> Any:
        key = read.key(*BUILD, "py/*", "README.md", more=known)
        return steps.result("wheel", key, functools.partial(copy_package, compiled), says="Packing the package")

    def bytecode() -> list[Any]:
        # `imported` runs before other programs in this Pyodide, whose imports would be listed, too.
        known, views = all_at_once(imported, views_of)
        # Whoever is watching should not wait for the package to be compiled.
        compiled = bytes if watching else functools.partial(precompiled_package, compiler, known)
        more = "source" if watching else known
        return all_at_once(lambda: stdlib(known), lambda: wheel(compiled, more), lambda: library(views))

    def views_of() -> Any:
        key = read.key(*BUILD, PACKAGE, "py/sandlot/schemas/*", "py/sandlot_editor/*")
        return steps.result("views", key, lambda _: views_of_games(), says="Describing views", may_be_old=True)

    def library(views: str) -> Any:
        key = read.key(*BUILD, PACKAGE, "py/sandlot_editor/*", without=ELSEWHERE, more=views)
        make = functools.partial(copy_library, compiler, views)
        return steps.result("reader", key, make, says="Packing what reads bots", may_be_old=True)

    def for_programs() -> None:
        def make(out: Path) -> None:
            run_module("sandlot_build.llms", out)

        key = read.key(*BUILD, "py/*", "static/guide/*", "static/games/*", "README.md")
        steps.result("llms", key, make, says="Describing it for programs", may_be_old=True)

    def for_people() -> None:
        key = read.key("*")
        steps.result("guides", key, make_documents, says="Making pages of the guides", may_be_old=True)

    def demo(name: str) -> Any:
        says = f"Recording a match of {name}"
        return steps.result(
            f"demo-{name}", of(name), lambda _: json.loads(ask("demo", name)), says=says, may_be_old=True
        )

    def first_positions(name: str) -> Any:
        def make(out: Path) -> str:
            return hashed(out, f"starts-{name}.json", ask("starts", name).encode())

        return steps.result(f"starts-{name}", of(name), make, may_be_old=True)

    def path(name: str) -> Any:
        def make(out: Path) -> str:
            return hashed(out, f"path-{name}.json", ask("path", name).encode())

        key = read.key(*BUILD, PACKAGE, f"static/path/{name}/*", without=ELSEWHERE)
        return steps.result(f"path-{name}", key, make) if (STATIC / "path" / name).is_dir() else None

    def plans() -> Any:
        return steps.result("plans", playing, lambda _: json.loads(ask("plans")))

    def for_each_game(make: Callable[[str], Any]) -> dict[str, Any]:
        return dict(zip(games, all_at_once(*(functools.partial(make, name) for name in games)), strict=True))

    def rungs(name: str) -> str:
        return ladder(name, ask, steps)

    made = all_at_once(
        *(bytecode, scripts, for_programs, for_people),
        *(functools.partial(for_each_game, each) for each in (demo, rungs, first_positions, path)),
        *(workers, embed, player, small, styles, plans, wasm),
        most=AT_ONCE,
    )
    of_python, of_page, _, _, *of_games, of_workers, of_embed, of_player, few, styled, kinds, packed = made
    python, package, reads = of_python
    recorded, rated, starts, taught = of_games
    guard, frame, service_worker, element, example = few
    bundles, elsewhere = Bundles(folder), Bundles(folder)
    for each in (of_page, of_workers, styled):
        bundles.join(each)
    for each in (of_embed, of_player, element, example):
        elsewhere.join(each)
    offers = {name: {**games[name], "ladder": json.loads(rated[name])["rungs"]} for name in games}
    with step("Writing the page"):
        page = link_assets("index.html", bundles, folder)
        engine, bot = of_workers["value"]["engine"], of_workers["value"]["bot"]
        sealed, frame_hash = frame["value"]
        first_script, guard_hash = guard["value"]
        links = {name: match.pop("link") for name, match in recorded.items()}
        shown_first = {name: json.loads(match["deltas"][0])[0] for name, match in recorded.items()}
        demos = {name: hashed(folder, f"demo-{name}.json", compact(match)) for name, match in recorded.items()}
        messages, guides = make_messages(folder, games), copy_guides(folder, games)
        rules, explained = copy_words(folder, "rules", RULES_WORDS), copy_words(folder, "explained", EXPLANATIONS)
        path_words = copy_words(folder, "learn", PATH_WORDS)
        later = steps.result("later", read.key(*BUILD, PACKAGE), copy_later)
        puzzles = copy_puzzles(folder)
        micropip = hashed(folder, "micropip.whl", wheel_of("micropip").read_bytes())
        rated_games = {name: hashed(folder, f"ladder-{name}.json", rated[name].encode()) for name in games}
        packages = {"worker": bundles.urls[WORKERS["packages"]], "micropip": micropip}
        reader = {"worker": bundles.urls[WORKERS["reader"]], "library": reads}
        node = bundles.urls[WORKERS["node"]]
        paths = {name: url for name, url in taught.items() if url}
        before = set(files_of(folder)) - {name for each in (of_embed, element, example) for name in each["files"]}
        before |= {name for each in (of_page, of_workers, styled) for name in each["files"]}
        core = bundles.urls[CORE]
        parts_of_python = {"core": core, "wasm": packed, "stdlib": python, "wheel": package}
        loads = {**parts_of_python, "engine": engine, "lock": empty_pyodide_lock(), "later": later}
        shown_of = Shown(games, shown_first, starts, links, loads, sizes_of(folder, [*parts_of_python.values(), later]))
        given = (elsewhere.json(), of_player["value"], guard["value"])
        key = read.key(
            *(*BUILD, "static/*", "index.html", "py/sandlot/*.json"),
            without=["*.md", "*.ts", "*.tsx", "*.css"],
            more=[asdict(shown_of), given],
        )
        page_of_file = steps.result("embeds", key, lambda place: make_embeds(shown_of, *given, place))
        assets = [name for name in files_of(folder) if name.startswith("assets/")]
        of_embeds = {f"./{name}" for name in assets if name not in before}
        sizes = sizes_of(folder, [f"./{name}" for name in assets])
        manifest: dict[str, object] = {
            "version": package_version(),
            "build": "",
            **loads,
            "bot": bot,
            "node": node,
            "player": page_of_file,
            "packages": packages,
            "reader": reader,
            "frame": sealed,
            "demo": demos,
            "starts": starts,
            "ladders": rated_games,
            "messages": messages,
            "rules": rules,
            "guides": guides,
            "paths": paths,
            "puzzles": puzzles,
            "pathWords": path_words,
            "explained": explained,
            "games": offers,
            "plans": kinds,
            "sizes": sizes,
        }
        parts = [(folder / name).read_bytes() for name in assets]
        parts += [page.encode(), (STATIC / "base" / "site" / "sw.ts").read_bytes(), json.dumps(manifest).encode()]
        manifest["build"] = digest("".join(digest(part) for part in parts).encode())[:12]
        head = [policy(PAGE_POLICY, frame=frame_hash, alone=guard_hash), f"<script>{first_script}</script>"]
        page = filled(page, head, preloads(bundles), manifest)
        (folder / "index.html").write_text(page, encoding="utf-8", newline="\n")
        asked_for = (messages, rules, guides, paths, puzzles, path_words, explained, packages, reader)
        on_demand = {url for urls in asked_for for url in urls.values()} | of_embeds | {later, node}
        make_service_worker(folder, service_worker["value"], str(manifest["build"]), on_demand)
        packages_in = sorted(bundles.packages | elsewhere.packages)

        def write_licences(place: Path) -> None:
            (place / "licences.txt").write_text(licences(packages_in), encoding="utf-8", newline="\n")

        steps.result("licences", read.key(*BUILD, more=packages_in), write_licences)
        (folder / ".nojekyll").touch()
    return steps.old


def preloads(bundles: Bundles) -> list[str]:
    """Return the scripts that the page needs at once. Those that begin to load Python come first."""
    first = [*bundles.at_once["static/start.ts"], bundles.urls["static/start.ts"]]
    return list(dict.fromkeys([*first, *bundles.at_once["static/main.ts"]]))


def sizes_of(folder: Path, urls: Iterable[str]) -> dict[str, int]:
    """Return the sizes of files in the folder, in bytes, by their addresses."""
    return {url: (folder / url).stat().st_size for url in urls}


def bundle_service_worker(bundles: Bundles) -> str:
    """Return the script of the service worker. `make_service_worker` adds constants with the files of the site."""
    return bundles.text("static/base/site/sw.ts", "--format=iife")


def make_service_worker(folder: Path, script: str, build: str, on_demand: set[str]) -> None:
    """Write sw.js. `on_demand`: files that the service worker stores only when they are first requested."""
    files = [f"./{name}" for name in files_of(folder) if name.startswith("assets/")]
    names = {
        "BUILD": build,
        "FILES": [file for file in files if file not in on_demand],
        "ON_DEMAND": [file for file in files if file in on_demand],
    }
    known = "".join(f"const SANDLOT_{name}={json.dumps(value)};" for name, value in names.items())
    (folder / "sw.js").write_text(f"{known}\n{script}\n", encoding="utf-8", newline="\n")


def sources() -> list[Path]:
    """Return every file that a build reads, apart from what the locks install."""
    inside = [path for top in (STATIC, ROOT / "py") for path in top.rglob("*") if path.is_file()]
    made = {"__pycache__", ".mypy_cache", PLAYER.name}
    kept = [path for path in inside if not made & set(path.parts)]
    top = [ROOT / name for name in ("index.html", "build.py", "README.md", "SECURITY.md", ".github/CONTRIBUTING.md")]
    return sorted([*kept, *top, NPM_LOCK, PYTHON_LOCK, PYODIDE_WHEELS_LOCK])


def read_sources() -> Sources:
    """Return what a build reads, with its digests."""
    return Sources({path.relative_to(ROOT).as_posix(): digest(path.read_bytes()) for path in sources()})


def swap_in(folder: Path) -> None:
    """Replace dist/ by a folder that was built elsewhere."""
    old = Path(tempfile.mkdtemp(dir=WORK)) / "dist"
    try:
        if DIST.exists():
            DIST.rename(old)
        folder.rename(DIST)
    except OSError as error:
        raise Problem(f"dist could not be replaced ({error}): is another program using it?") from error
    shutil.rmtree(old.parent, ignore_errors=True)


def missing_sources() -> list[str]:
    """Return the files that a complete checkout has and this one lacks."""
    needed = (
        "index.html",
        "static/main.ts",
        "static/engine/seat/frame.ts",
        "static/base/site/sw.ts",
        "py/sandlot_build/catalog.py",
    )
    return [name for name in needed if not (ROOT / name).is_file()]


def build(*, watching: bool = False) -> list[str]:
    """Build dist/ in another folder first, so that a failed build leaves the last good one alone. See `make_dist`."""
    if missing_sources():
        raise Problem(f"This checkout is not complete: {missing_sources()[0]} is missing.")
    with only_one():
        set_up(for_tests=False)
        read = read_sources()
        folder = Path(tempfile.mkdtemp(dir=WORK))
        folder.chmod(0o755)
        try:
            old = make_dist(folder, read, watching=watching)
            keep_player(folder)
            swap_in(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        # With `watching`, parts of the site may be of earlier sources.
        (WORK / "built").write_text("" if watching else read.key("*"))
    total = sum((DIST / name).stat().st_size for name in files_of(DIST))
    tell(f"dist is ready: {len(files_of(DIST))} files, {total / 1e6:.1f} MB")
    return old


def build_if_stale() -> None:
    """Build dist/ unless it was built from the present sources."""
    stamp = WORK / "built"
    if not (DIST / "index.html").is_file() or not stamp.is_file() or stamp.read_text() != read_sources().key("*"):
        build()
