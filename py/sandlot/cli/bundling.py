"""`bundle`, `verify` and `import`: writes a whole contest as one file, plays such a file or a replay again, and makes a
replay of another platform's log.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from sandlot.api.files import refusing_content, written
from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.archive.bundle import writing
from sandlot.archive.record import summing
from sandlot.archive.verify import verifying_bundle
from sandlot.cli.contest_files import check_replaceable, kind_of, opened, opened_bundle, refusing
from sandlot.cli.files import read, read_replay
from sandlot.cli.progress import watch
from sandlot.cli.terminal import as_json, print_error, say
from sandlot.game import Json
from sandlot.jobs import done
from sandlot.match import recordings
from sandlot.match.replay import Replay, verifying
from sandlot.match.replay_file import dumps
from sandlot.messages import Message, message, render, worded


def bundle(args: argparse.Namespace) -> int:
    """Write a contest as one file; return the exit status. Bots' sources are left out unless they are asked for."""
    with opened(args.file) as record, refusing(args.file):
        check_replaceable(args.out, "bundle")
        summary = done(summing(record), watch("cli.rating"))
        finished = summary.schedule.over
        with written(Path(args.out), binary=True) as file:
            work = writing(record, summary.json(), file, finished=finished, sources=args.sources)
            done(work, watch("cli.bundling"))
        games = sum(len(result.games) for result in record.results().values())
    if args.json:
        told = {"game": record.contest.game.name, "games": games, "finished": finished, "sources": args.sources}
        say(as_json({"file": args.out, **told}))
    else:
        id = "cli.bundled_sources" if args.sources else "cli.bundled"
        say(worded(id, file=args.out, game=record.contest.game.name, games=games))
    if not finished:
        print_error(worded("cli.bundled_unfinished", file=args.file))
    return DONE


def verify(args: argparse.Namespace) -> int:
    """Play a replay or a whole contest again; return the exit status."""
    match kind_of(args.replay):
        case "":
            return verify_replay(args)
        case "results":
            bundle = f"sandlot bundle {shlex.quote(args.replay)} {shlex.quote(f'{args.replay}.zip')}"
            raise Problem(
                message("cli.file", file=args.replay, why=message("cli.verify_store", bundle=bundle)), REFUSED
            )
    return _verify_bundle(args)


def _verify_bundle(args: argparse.Namespace) -> int:
    with opened_bundle(args.replay) as bundle, refusing(args.replay):
        verdict = done(verifying_bundle(bundle), watch("cli.verifying"))
        names = [each.name for each in bundle.contest.entrants]
    for note in verdict.notes:
        print_error(render(message("cli.file", file=args.replay, why=note), names))
    for problem in verdict.problems:
        print_error(f"sandlot: {render(message('cli.file', file=args.replay, why=problem), names)}")
    if args.json:
        told = {"game": bundle.contest.game.name, "finished": not verdict.unfinished, "games": verdict.games}
        said = {part: [render(each, names) for each in getattr(verdict, part)] for part in ("notes", "problems")}
        say(as_json({"file": args.replay, "kind": "contest", **told, "entrants": names, **said}))
        return REFUSED if verdict.problems else DONE
    if verdict.problems:
        return REFUSED
    counts = {"games": verdict.games, "entrants": len(names)}
    id = "cli.verified_so_far" if verdict.unfinished else "cli.verified"
    say(worded(id, file=args.replay, game=bundle.contest.game.name, **counts))
    return DONE


MOST_LOG = 256 * 2**20
"""The maximum size, in bytes, of a log."""


def verify_replay(args: argparse.Namespace) -> int:
    """Play a replay again; return the exit status. Raise `Problem` if it does not reproduce its result."""
    replay = read_replay(args.replay)
    names = [player.name for player in replay.setup.players]
    problem = done(verifying(replay), watch()).problem
    if problem:
        raise Problem(message("cli.file", file=args.replay, why=problem), REFUSED, names)
    told = replay.result["reason"] if replay.result else message("cli.unfinished")
    if args.json:
        say(as_json({"file": args.replay, "kind": "replay", **_described(replay, told)}))
    else:
        say(render(message("cli.reproduces", file=args.replay, game=replay.setup.game.name, told=told), names))
    return DONE


def import_log(args: argparse.Namespace) -> int:
    """Write the replay of a log; return the exit status. Raise `Problem` if the log cannot be imported."""
    check_replaceable(args.replay, "replay")
    text = read(args.log, MOST_LOG)
    if recordings.is_replay(text):
        verify = f"sandlot verify {shlex.quote(args.log)}"
        raise Problem(message("cli.import_replay", file=args.log, verify=verify), REFUSED)
    with refusing_content(args.log):
        replay = done(recordings.reading_log(text), watch())
        written_text = "" if replay is None else dumps(replay)
    if replay is None:
        raise Problem(message("cli.file", file=args.log, why=message("import.unknown")), REFUSED)
    with written(Path(args.replay)) as file:
        file.write(written_text)
    names = [player.name for player in replay.setup.players]
    told = replay.result["reason"] if replay.result else message("cli.no_end")
    if args.json:
        say(as_json({"file": args.replay, **_described(replay, told)}))
    else:
        say(render(message("cli.wrote", file=args.replay, game=replay.setup.game.name, told=told), names))
    return DONE


def _described(replay: Replay, told: Message | Sequence[Json]) -> dict[str, Json]:
    """Return a replay as JSON for programs; `told` is how it ended."""
    names = [player.name for player in replay.setup.players]
    return {"game": replay.setup.game.name, "players": names, "result": replay.result, "reason": render(told, names)}
