"""`bundle`: writes a whole contest as one file. `verify` plays such a file again, or a replay."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from sandlot.api.files import written
from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.archive.bundle import writing
from sandlot.archive.record import summing
from sandlot.archive.sources import codes_in
from sandlot.archive.verify import verifying_bundle
from sandlot.cli.contest_files import check_replaceable, kind_of, opened, opened_bundle, refusing
from sandlot.cli.progress import watch
from sandlot.cli.replays import verify_replay
from sandlot.cli.terminal import as_json, print_error, say
from sandlot.jobs import done
from sandlot.messages import message, render


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
        say(render(message(id, file=args.out, game=record.contest.game.name, games=games)))
    if not finished:
        print_error(render(message("cli.bundled_unfinished", file=args.file)))
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
        verdict = done(verifying_bundle(bundle, codes_in), watch("cli.verifying"))
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
    say(render(message(id, file=args.replay, game=bundle.contest.game.name, **counts)))
    return DONE
