"""Builds the whole site: every file of dist/, and the page that loads them."""

from __future__ import annotations

import functools
import io
import json
import re
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import Any

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
    digest,
    only_one,
    run,
    run_module,
    step,
    tell,
)
from sandlot_build.bundles import Bundles, esbuild, hashed
from sandlot_build.compress import gzipped
from sandlot_build.documents import make_documents
from sandlot_build.editor import copy_library, licences_of_wheels
from sandlot_build.embeds import PLAYER, Shown, keep_player, make_embeds
from sandlot_build.games import not_whole
from sandlot_build.guide import copy_guides
from sandlot_build.ladder import ladder
from sandlot_build.needs import ensure_venv, set_up
from sandlot_build.packages import micropip_wheel, usual_index
from sandlot_build.pages import FRAME_POLICY, PAGE_POLICY, filled, inline_script, link_assets, make_guard, policy
from sandlot_build.pyodide import copy_stdlib, copy_wasm, empty_pyodide_lock, pyodide_script
from sandlot_build.rooms import NOT_IN_THE_PAGE, room_of_package
from sandlot_build.words import copy_rules, english_words, make_messages

#: The script of every worker.
WORKERS = {
    "engine": "static/engine/worker/worker.js",
    "bot": "static/engine/seat/worker.js",
    "packages": "static/engine/packages/worker.js",
    "reader": "static/engine/reader/worker.js",
}


# The date on the files in the wheel. It is hatchling's default, so that pip makes the same bytes.
SOURCE_DATE = "1580601600"


def bundle(folder: Path) -> Bundles:
    """Bundle the scripts and styles of the page and its workers."""
    bundles = Bundles(folder)
    page = ["--format=esm", "--splitting", "--loader:.svg=text", f"--define:SANDLOT_INDEX={json.dumps(usual_index())}"]
    page.append(f"--alias:sandlot-words={english_words()}")
    bundles.add(["static/start.js", "static/main.js"], *page)
    # Pyodide reads import.meta.url only to find its files, and our workers tell it where they are.
    classic = ["--format=iife", "--external:node:*", '--define:import.meta.url="https://pyodide.invalid/"']
    classic.append(f"--alias:pyodide/pyodide.asm.mjs={pyodide_script()}")
    bundles.add(["static/engine/python/core.js", *WORKERS.values()], *classic)
    bundles.add(["static/style/main.css"], "--loader:.svg=dataurl", "--loader:.woff2=file")
    return bundles


def make_frame() -> tuple[str, str]:
    """Return the sealed frame as a srcdoc document, and the hash by which both policies allow its only script."""
    script, frame_hash = inline_script("static/engine/seat/frame.js")
    page = f'<!doctype html><html data-key="">{policy(FRAME_POLICY, frame=frame_hash)}<script>{script}</script>'
    return page, frame_hash


def make_wheel(folder: Path) -> Path:
    """Build the wheel into an empty folder, and return its path."""
    python = ensure_venv(for_tests=False)
    command: list[str | Path] = [python, "-B", "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    run(command, "Building the wheel", cwd=ROOT / "py", env={"SOURCE_DATE_EPOCH": SOURCE_DATE})
    (wheel,) = folder.glob("*.whl")
    return wheel


def pack_for_the_page(wheel: Path) -> bytes:
    """Return the wheel without what only processes need, gzipped as a whole: that is half the size of the wheel."""
    packed = io.BytesIO()
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(packed, "w") as part:
        for name in whole.namelist():
            package, _, path = name.partition("/")
            # RECORD, the list of all files, would name some that are not there.
            if path != "RECORD" and (package != "sandlot" or room_of_package(path)[0] not in NOT_IN_THE_PAGE):
                part.writestr(zipfile.ZipInfo(name), whole.read(name))
    return gzipped(packed.getvalue())


def copy_package(folder: Path) -> str:
    with tempfile.TemporaryDirectory(dir=WORK) as out:
        return hashed(folder, "sandlot.whl.gz", pack_for_the_page(make_wheel(Path(out))))


def licences(packages: set[str]) -> str:
    """Return the licences of other people's work in dist/; most of them ask to be passed on."""
    parts = []
    for name in sorted(packages):
        about = json.loads((MODULES / name / "package.json").read_text(encoding="utf-8"))
        texts = [path.read_text(encoding="utf-8").strip() for path in sorted((MODULES / name).glob("LICEN[CS]E*"))]
        parts.append("\n\n".join([f"{name} {about['version']}, {about.get('license', 'see below')}", *texts]))
    parts += [licence_of_micropip(), *licences_of_wheels()]
    return f"\n\n{'-' * 80}\n\n".join(parts) + "\n"


def licence_of_micropip() -> str:
    with zipfile.ZipFile(micropip_wheel()) as archive:
        (path,) = (name for name in archive.namelist() if name.endswith(".dist-info/licenses/LICENSE"))
        name, version = path.split("/")[0].removesuffix(".dist-info").split("-")
        return f"{name} {version}, {archive.read(path).decode().strip()}"


def ask_package(*arguments: str) -> str:
    """Return what `python -m sandlot_build.catalog` prints: only the package knows the games."""
    try:
        return run_module("sandlot_build.catalog", *arguments, root=ROOT)
    except Problem as problem:
        # Of a game that is not whole only the sentence is of use, not where it was raised.
        if missing := re.search(r"^sandlot\.game\.MissingPiece: (.+)$", problem.output, re.MULTILINE):
            raise Problem(missing[1]) from None
        raise


def package_version() -> str:
    text = (ROOT / "py" / "sandlot" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        raise Problem('py/sandlot/__init__.py holds no line __version__ = "...".')
    return found[1]


def compact(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def files_of(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def make_dist(folder: Path) -> None:
    """Write the whole site into an empty folder."""
    (folder / "assets").mkdir()
    games = json.loads(ask_package("games"))
    if wrong := next(not_whole(games), None):
        raise Problem(wrong)

    def scripts() -> tuple[Bundles, str, str, str]:
        with step("Bundling scripts and styles"):
            return bundle(folder), *make_frame(), copy_wasm(folder)

    def python_files() -> dict[str, str]:
        with step("Packing Python"):
            return {"stdlib": copy_stdlib(folder), "wheel": copy_package(folder)}

    def library() -> str:
        with step("Packing what reads bots"):
            return copy_library(folder)

    def for_programs() -> None:
        with step("Describing it for programs"):
            run_module("sandlot_build.llms", folder)

    def for_people() -> None:
        with step("Making pages of the guides"):
            make_documents(folder)

    def demos() -> dict[str, Any]:
        with step("Recording a match of every game"):
            found = all_at_once(*(functools.partial(ask_package, "demo", name) for name in games))
            return {name: json.loads(text) for name, text in zip(games, found, strict=True)}

    def first_positions() -> dict[str, str]:
        of = (name for name in games if games[name]["starts"])
        return {name: hashed(folder, f"starts-{name}.json", ask_package("starts", name).encode()) for name in of}

    def ladders() -> dict[str, str]:
        with step("Rating the house bots"):
            found = all_at_once(*(functools.partial(ladder, name, ask_package) for name in games))
            return dict(zip(games, found, strict=True))

    (bundles, frame, frame_hash, wasm), python, recorded, starts, rated, reads, _, _ = all_at_once(
        scripts, python_files, demos, first_positions, ladders, library, for_programs, for_people
    )
    offers = {name: {**games[name], "ladder": json.loads(rated[name])["rungs"]} for name in games}
    with step("Writing the page"):
        page = link_assets("index.html", bundles, folder)
        engine, bot = (bundles.take(WORKERS[name]) for name in ("engine", "bot"))
        links = {name: match.pop("link") for name, match in recorded.items()}
        shown_first = {name: json.loads(match["deltas"][0])[0] for name, match in recorded.items()}
        demo = {name: hashed(folder, f"demo-{name}.json", compact(match)) for name, match in recorded.items()}
        messages, rules, guides = make_messages(folder, games), copy_rules(folder), copy_guides(folder, games)
        micropip = hashed(folder, "micropip.whl", micropip_wheel().read_bytes())
        rated_games = {name: hashed(folder, f"ladder-{name}.json", rated[name].encode()) for name in games}
        packages = {"worker": bundles.urls[WORKERS["packages"]], "micropip": micropip}
        reader = {"worker": bundles.urls[WORKERS["reader"]], "library": reads}
        before = set(files_of(folder))
        parts_of_python = {"core": bundles.urls["static/engine/python/core.js"], "wasm": wasm, **python}
        loads = {**parts_of_python, "engine": engine, "lock": empty_pyodide_lock()}
        player = make_embeds(folder, bundles, Shown(games, shown_first, links, loads))
        assets = [name for name in files_of(folder) if name.startswith("assets/")]
        of_embeds = {f"./{name}" for name in assets if name not in before}
        sizes = {f"./{name}": (folder / name).stat().st_size for name in assets}
        manifest: dict[str, object] = {
            "version": package_version(),
            "build": "",
            **loads,
            "bot": bot,
            "player": player,
            "packages": packages,
            "reader": reader,
            "frame": frame,
            "demo": demo,
            "starts": starts,
            "ladders": rated_games,
            "messages": messages,
            "rules": rules,
            "guides": guides,
            "games": offers,
            "plans": json.loads(ask_package("plans")),
            "sizes": sizes,
        }
        parts = [(folder / name).read_bytes() for name in assets]
        parts += [page.encode(), (STATIC / "base" / "site" / "sw.js").read_bytes(), json.dumps(manifest).encode()]
        manifest["build"] = digest("".join(digest(part) for part in parts).encode())[:12]
        guard, guard_hash = make_guard()
        head = [policy(PAGE_POLICY, frame=frame_hash, alone=guard_hash), f"<script>{guard}</script>"]
        page = filled(page, head, bundles.at_once["static/main.js"], manifest)
        (folder / "index.html").write_text(page, encoding="utf-8", newline="\n")
        asked_for = (messages, rules, guides, packages, reader)
        on_demand = {url for urls in asked_for for url in urls.values()} | of_embeds
        make_service_worker(folder, str(manifest["build"]), on_demand)
        (folder / "licences.txt").write_text(licences(bundles.packages), encoding="utf-8", newline="\n")
        (folder / ".nojekyll").touch()


def make_service_worker(folder: Path, build: str, on_demand: set[str]) -> None:
    """`on_demand`: files that the service worker stores only when they are first requested."""
    files = [f"./{name}" for name in files_of(folder) if name.startswith("assets/")]
    names = {
        "BUILD": build,
        "FILES": [file for file in files if file not in on_demand],
        "ON_DEMAND": [file for file in files if file in on_demand],
    }
    define = [f"--define:SANDLOT_{name}={json.dumps(value)}" for name, value in names.items()]
    esbuild("static/base/site/sw.js", "--format=iife", f"--outfile={folder / 'sw.js'}", *define)


def sources() -> list[Path]:
    """Return every file that a build reads, apart from what the locks install."""
    inside = [path for top in (STATIC, ROOT / "py") for path in top.rglob("*") if path.is_file()]
    made = {"__pycache__", ".mypy_cache", PLAYER.name}
    kept = [path for path in inside if not made & set(path.parts)]
    top = [ROOT / name for name in ("index.html", "build.py", "README.md", "SECURITY.md", ".github/CONTRIBUTING.md")]
    return sorted([*kept, *top, NPM_LOCK, PYTHON_LOCK, PYODIDE_WHEELS_LOCK])


def sources_key() -> str:
    """Return a digest of everything that a build reads."""
    named = (f"{path.relative_to(ROOT).as_posix()} {digest(path.read_bytes())}\n" for path in sources())
    return digest("".join(named).encode())


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
        "static/main.js",
        "static/engine/seat/frame.js",
        "static/base/site/sw.js",
        "py/sandlot_build/catalog.py",
    )
    return [name for name in needed if not (ROOT / name).is_file()]


def build() -> None:
    """Build dist/ in another folder first, so that a failed build leaves the last good one alone."""
    if missing_sources():
        raise Problem(f"This checkout is not complete: {missing_sources()[0]} is missing.")
    with only_one():
        set_up(for_tests=False)
        key = sources_key()
        folder = Path(tempfile.mkdtemp(dir=WORK))
        folder.chmod(0o755)
        try:
            make_dist(folder)
            keep_player(folder)
            swap_in(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        (WORK / "built").write_text(key)
    total = sum((DIST / name).stat().st_size for name in files_of(DIST))
    tell(f"dist is ready: {len(files_of(DIST))} files, {total / 1e6:.1f} MB")


def build_if_stale() -> None:
    """Build dist/ unless it was built from the present sources."""
    stamp = WORK / "built"
    if not (DIST / "index.html").is_file() or not stamp.is_file() or stamp.read_text() != sources_key():
        build()
