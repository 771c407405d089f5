#!/usr/bin/env python3
"""The one tool of this project: build, serve, test, check, bench, clean.

Needs Python 3.11 or later and Node 20 or later, and nothing beyond the standard library to start: what else a
command needs goes into .venv and node_modules, at the versions the lock files name. Its parts are in py/sandlot_build.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

OLDEST_PYTHON = (3, 11)
if sys.version_info < OLDEST_PYTHON:
    sys.exit("build.py: Sandlot needs Python {}.{} or later.".format(*OLDEST_PYTHON))
sys.path.insert(0, str(Path(__file__).resolve().parent / "py"))

from sandlot_build.assemble import build  # noqa: E402
from sandlot_build.basis import DIST, MODULES, VENV, WORK, Problem, step  # noqa: E402
from sandlot_build.checks import bench, check, mend, set_up_tests, test  # noqa: E402
from sandlot_build.embeds import PLAYER  # noqa: E402
from sandlot_build.serve import serve  # noqa: E402


def clean() -> None:
    for folder in (DIST, WORK, VENV, MODULES):
        if folder.exists():
            with step(f"Removing {folder.name}"):
                shutil.rmtree(folder)
    PLAYER.unlink(missing_ok=True)


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(prog="build.py", description="Build, serve and test Sandlot.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    commands.add_parser("build", help="make dist/, the whole site")
    server = commands.add_parser("serve", help="build if needed and serve dist/ on this machine")
    server.add_argument("--port", type=int, default=8000)
    server.add_argument("--host", default="127.0.0.1")
    server.add_argument("--watch", action="store_true", help="build again whenever a source is saved, with source maps")
    checker = commands.add_parser("check", help="ruff, mypy, Biome, tsc")
    checker.add_argument("--fix", action="store_true", help="first let ruff and Biome mend and format what they can")
    commands.add_parser(
        "test",
        help="check, build, all tests (--fast, --changed, --coverage); further arguments go to pytest",
        # pytest has options that begin with the same letters.
        usage="build.py test [--fast] [--changed] [--coverage] [FILE ...] [arguments of pytest]",
        description=" ".join((test.__doc__ or "").split()),
    )
    commands.add_parser(
        "bench", help="build if needed, run tests/bench/bench.py with further arguments", add_help=False
    )
    commands.add_parser("clean", help="remove everything build.py has made")
    args, rest = parser.parse_known_args(arguments)
    if rest and args.command not in ("test", "bench"):
        parser.error(f"{args.command} does not know {' '.join(rest)}")
    return args, rest


def main(arguments: list[str]) -> int:
    args, rest = parse(arguments)
    if args.command == "build":
        build()
    elif args.command == "serve":
        return serve(args.host, args.port, watch=args.watch)
    elif args.command == "check":
        python = set_up_tests()
        if args.fix:
            mend(python)
        failed = check(python)
        if failed:
            raise Problem(f"Failed: {', '.join(failed)}.")
    elif args.command == "test":
        return test(rest)
    elif args.command == "bench":
        return bench(rest)
    elif args.command == "clean":
        clean()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Problem as problem:
        if problem.output:
            print(problem.output, flush=True)
        print(f"build.py: {problem}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("\nbuild.py: stopped.", file=sys.stderr)
        sys.exit(130)
