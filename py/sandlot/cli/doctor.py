"""`doctor`: tells what this machine can do for matches, and why it cannot do the rest."""

from __future__ import annotations

import argparse
import contextlib
import os
import platform

from sandlot.api.problem import DONE, REFUSED
from sandlot.cli.terminal import as_json, say
from sandlot.game import Json
from sandlot.messages import worded

NAMES = {"python": "Python", "node": "Node", "bwrap": "Bubblewrap", "sqlite": "SQLite", "rich": "rich"}
"""Names of facts that are the same in every language."""


def doctor(args: argparse.Namespace) -> int:
    """Print the facts, the sandboxes, and whether steps can be counted. Return the exit status: 0 if a sandbox works
    here, 1 if none does.
    """
    facts, sandboxes, no_steps = _found()
    taken = next((name for name, why in sandboxes.items() if why is None), None)
    if args.json:
        rows: Json = {name: {"works": why is None, "why": why} for name, why in sandboxes.items()}
        steps: Json = {"counted": no_steps is None, "why": no_steps}
        say(as_json({"machine": facts, "sandboxes": rows, "isolate": taken, "steps": steps}))
    else:
        _tell(facts, sandboxes, taken, no_steps)
    return DONE if taken else REFUSED


def _found() -> tuple[dict[str, Json], dict[str, str | None], str | None]:
    facts: dict[str, Json] = {"python": platform.python_version(), "system": platform.platform()}
    sandboxes: dict[str, str | None] = {}
    no_steps: str | None = worded("cli.posix")
    if os.name == "posix":
        from sandlot.local import machine

        facts |= machine.facts()
        sandboxes |= machine.sandboxes()
        no_steps = machine.no_steps()
    facts |= {"sqlite": _sqlite(), **{name: _package(name) for name in ("rich", "distributed")}}
    return facts, sandboxes, no_steps


# Imported lazily: they load slowly, and only this command needs them.


def _sqlite() -> str | None:
    with contextlib.suppress(ImportError):
        from sqlite3 import sqlite_version

        return sqlite_version
    return None


def _package(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    with contextlib.suppress(PackageNotFoundError):
        return version(name)
    return None


def _tell(facts: dict[str, Json], sandboxes: dict[str, str | None], taken: str | None, no_steps: str | None) -> None:
    say(f"{_word('machine')}:")
    for name, value in facts.items():
        say(f"  {NAMES.get(name) or _word(f'fact_{name}')}: {_shown(value)}")
    say(f"\n{_word('sandboxes')}:")
    if not sandboxes:
        say(f"  {worded('cli.posix')}")
    for name, why in sandboxes.items():
        say(f"  {name}: {why or _word('works')}")
    say("\n" + (_word("takes", sandbox=taken) if taken else _word("takes_none")))
    say(_word("steps") if no_steps is None else _word("no_steps", why=no_steps))
    if taken and facts.get("root") and not facts.get("limits_tasks"):
        say(_word("root"))


def _shown(value: Json) -> str:
    if value is None or isinstance(value, bool):
        return _word("yes" if value else "no")
    return str(value)


def _word(id: str, **params: str) -> str:
    return worded(f"cli.doctor.{id}", **params)
