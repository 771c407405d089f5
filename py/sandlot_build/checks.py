"""Linters, tests and benchmarks."""

from __future__ import annotations

import contextlib
import functools
import json
import os
from pathlib import Path

from sandlot_build.assemble import build, build_if_stale
from sandlot_build.basis import ROOT, WORK, Problem, all_at_once, only_one, run, show, step, tell
from sandlot_build.needs import browser_on_this_machine, ensure_browser, ensure_other_browsers, node, node_tool, set_up
from sandlot_build.packages import KNOWN_MODULES, known_modules
from sandlot_build.rooms import changed_files, tests_of

PYTHON_CODE = ("py", "tests", "build.py")
SCRIPTS = ("static", "tests")
"""The folders that Biome checks; biome.json says which files in them."""
RUFF_CACHE = ("--cache-dir", str(WORK / "ruff"))
IN_NODE = ROOT / "tests" / "js"
TESTS_FAILED = 1
"""The exit status of pytest if tests have failed; other errors have other numbers."""
MOST_AGAIN = 5
"""Failed tests run a second time, unless there are more than so many."""


def checks(python: Path) -> list[tuple[str, Path, list[str | Path]]]:
    """Return name, folder and command of every linter."""
    biome = node_tool("@biomejs/biome", "biome")

    def tsc(project: str, name: str) -> list[str | Path]:
        # mypy's results for unchanged modules are cached.
        kept = ("--incremental", "--tsBuildInfoFile", WORK / "tsc" / f"{name}.tsbuildinfo")
        return [*node_tool("typescript", "tsc"), "--project", project, *kept]

    return [
        ("ruff check", ROOT, [python, "-m", "ruff", "check", *RUFF_CACHE, *PYTHON_CODE]),
        ("ruff format", ROOT, [python, "-m", "ruff", "format", "--check", *RUFF_CACHE, *PYTHON_CODE]),
        ("mypy", ROOT, [python, "-m", "mypy", "--config-file=py/pyproject.toml", f"--cache-dir={WORK / 'mypy'}"]),
        (
            "mypy (tests)",
            ROOT,
            [python, "-m", "mypy", "--config-file=tests/mypy.ini", f"--cache-dir={WORK / 'mypy-tests'}"],
        ),
        ("Biome", ROOT, [*biome, "ci", "--colors=off", "--diagnostic-level=error", *SCRIPTS]),
        ("tsc (page)", ROOT, tsc("static/tsconfig.json", "page")),
        ("tsc (workers)", ROOT, tsc("static/tsconfig.workers.json", "workers")),
        ("tsc (tests)", ROOT, tsc("tests/tsconfig.json", "tests")),
    ]


def check(python: Path) -> list[str]:
    """Run every linter, all at the same time; return the names of those that failed."""

    def complaint(name: str, folder: Path, command: list[str | Path]) -> tuple[str, str] | None:
        try:
            run(command, name, cwd=folder)
        except Problem as problem:
            return name, problem.output or str(problem)
        return None

    with step("Checking (ruff, mypy, Biome, tsc)"):
        results = all_at_once(*(functools.partial(complaint, *each) for each in checks(python)))
    complaints = [found for found in results if found]
    for name, text in complaints:
        tell(f"{name}:\n{text}")
    return [name for name, _ in complaints]


def mend(python: Path) -> None:
    """Let the linters fix what they can; the check that follows reports the rest."""
    commands: list[tuple[Path, list[str | Path]]] = [
        (ROOT, [python, "-m", "ruff", "check", "--fix-only", "--quiet", *RUFF_CACHE, *PYTHON_CODE]),
        (ROOT, [python, "-m", "ruff", "format", "--quiet", *RUFF_CACHE, *PYTHON_CODE]),
        (ROOT, [*node_tool("@biomejs/biome", "biome"), "check", "--write", *SCRIPTS]),
    ]
    with step("Mending and formatting"):
        KNOWN_MODULES.write_text(known_modules(), encoding="utf-8")
        for folder, command in commands:
            with contextlib.suppress(Problem):
                run(command, "The linter", cwd=folder)


def set_up_tests() -> Path:
    with only_one():
        return set_up(for_tests=True)


def sort_out(arguments: list[str]) -> tuple[list[Path], list[str] | None]:
    """Return the tests to run in Node, and the arguments for pytest; None: pytest does not run.

    If the arguments name tests, only those run, in Node or in pytest.
    """
    named = [each for each in arguments if Path(ROOT, each).is_relative_to(IN_NODE)]
    others = [each for each in arguments if each not in named]
    some = any(each.startswith(("tests", "-k", "-m")) for each in others)
    places = [Path(ROOT, each) for each in named] or ([] if some else [IN_NODE])
    # Node 20 accepts no folder.
    files = [file for place in places for file in (sorted(place.glob("*.test.ts")) if place.is_dir() else [place])]
    return files, None if named and not some else others


def test_in_node(files: list[Path]) -> list[str]:
    """Run those tests of the page's modules that need no page; return the name of this step if one fails."""
    if not files:
        return []
    # Two processes, since Node runs one file less at a time than there are cores, some tests only wait, and not every
    # Node 20 has the option for more at a time.
    parts = [part for part in (files[::2], files[1::2]) if part]
    command = [node(), "--import", "tsx", "--test", "--test-reporter=spec"]
    try:
        with step("Testing modules of the page (node --test)"):
            all_at_once(*(functools.partial(run, [*command, *part], "node --test") for part in parts))
    except Problem as problem:
        tell(problem.output or str(problem))
        return ["node --test"]
    return []


def test(arguments: list[str]) -> int:
    """Check, build and test. --fast leaves out slow tests and most with a browser; --changed selects by `rooms`;
    --coverage shows at the end which lines of the package the tests in Python have run.
    """
    if "--changed" in arguments:
        folders = tests_of(changed_files())
        if folders == []:
            print("Nothing has changed that a test is about.")
            return 0
        arguments = [each for each in arguments if each != "--changed"] + (folders or [])
    files, others = sort_out(arguments)
    python, _ = all_at_once(set_up_tests, (lambda: None) if "--fast" in arguments else ensure_other_browsers)
    browser = ensure_browser(python)
    failed, failed_in_node, _ = all_at_once(
        functools.partial(check, python), functools.partial(test_in_node, files), build
    )
    failed += failed_in_node
    code = 0 if others is None else pytest(python, browser, others)
    if failed:
        raise Problem(f"Failed: {', '.join(failed)}.")
    return code


#: Shows how much of each file ran, in this process and those that it starts, and which lines did not.
COVERAGE = ("--cov=sandlot", "--cov-branch", "--cov-config=py/pyproject.toml", "--cov-report=term-missing:skip-covered")


def pytest(python: Path, browser: str, arguments: list[str]) -> int:
    print("pytest", flush=True)
    arguments = [part for each in arguments for part in (COVERAGE if each == "--coverage" else (each,))]
    # Tests start Python hundreds of times, so bytecode is cached, whatever the shell's settings are.
    env = {"HYPOTHESIS_STORAGE_DIRECTORY": str(WORK / "hypothesis"), "PYTHONDONTWRITEBYTECODE": ""}
    if browser != browser_on_this_machine():
        env["SANDLOT_BROWSER"] = browser
    # A process more than there are cores, up to four: many tests wait for a browser, for bots, or for time to pass. The
    # tests of a file share a page and a process. tests/conftest.py puts the longest files first, so that no process is
    # left with one at the end.
    together = ["-n", str(min(4, 1 + (os.cpu_count() or 1))), "--dist", "loadfile", "--no-loadscope-reorder"]
    code = show([python, "-m", "pytest", *together, *arguments], env=env)
    if code == TESTS_FAILED and 0 < len(last_failed()) <= MOST_AGAIN:
        # Many tests are about time, and so many at once keep every core busy. Real failures fail again.
        print(
            "\nThese failed beside others. They run once more, alone:", *sorted(last_failed()), sep="\n  ", flush=True
        )
        code = show([python, "-m", "pytest", "--last-failed", *arguments], env=env)
    return code


def last_failed() -> list[str]:
    """Return the ids of the tests that have failed when they ran last."""
    try:
        return list(json.loads((WORK / "pytest" / "v" / "cache" / "lastfailed").read_text(encoding="utf-8")))
    except FileNotFoundError:
        return []


def bench(arguments: list[str]) -> int:
    python = set_up_tests()
    if "--evidence" in arguments:
        # Only numbers: no page is needed.
        env = {"PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("py", "tests"))}
        return show([python, "tests/bench/evidence.py", *arguments], env=env)
    browser = ensure_browser(python)
    build_if_stale()
    env = {
        "SANDLOT_BROWSER": browser,
        "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("py", "tests", "tests/games")),
    }
    name = next((name for name in ("soak", "film") if f"--{name}" in arguments), "bench")
    return show([python, f"tests/bench/{name}.py", *arguments], env=env)
