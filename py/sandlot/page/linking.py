"""Links of bots, challenges, contests, tasks and puzzles, for the page: JSON in, JSON out. Loaded on first use."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sandlot import __version__, bots
from sandlot.archive.record import read_result
from sandlot.archive.sources import code_of, pack
from sandlot.archive.verify import following
from sandlot.files.bot import Bot
from sandlot.formats.compact import compact
from sandlot.game import BadOption, Json
from sandlot.games import GAMES, rules
from sandlot.jobs import Refused, Work, job
from sandlot.links.bots import BotLink, link_bot, title_from
from sandlot.links.challenges import Challenge, Score, clock_from, link_challenge
from sandlot.links.opening import opened
from sandlot.links.packing import BadLink, read_as
from sandlot.links.plans import PlanLink, link_plan
from sandlot.links.puzzles import LINK as PUZZLES
from sandlot.links.puzzles import PuzzleLink, link_puzzle
from sandlot.links.tasks import TasksLink, link_tasks
from sandlot.page.bots import declared
from sandlot.page.contests import pairing_json, sources_from, summary_json
from sandlot.stats.blocks import Entrant, Pairing
from sandlot.tournaments.contest import read_contest
from sandlot.tournaments.elimination import Bracket, by_progress
from sandlot.tournaments.kinds import plan_from, withdrawals_shown
from sandlot.tournaments.standings import placings, standings

File = tuple[int, str, bytes]


def making(wanted: str, files: Iterable[Any]) -> str:
    """Make a link. `wanted` is {kind: "bot", game, bot, contest?, plan?}; or {kind: "challenge", game, bot, seeds,
    options, clock, rung, answers?, match?}, where answers is {to, points, games}; or {kind: "plan", text, entrants,
    blocks, withdrawn, title, stopped, origin, versions}, where versions are a number or null for each entrant; or
    {kind: "tasks", text}; or {kind: "puzzle", game, puzzle}. A bot, and an entrant, is {name, kind, source, path};
    entrants without code are null. `files` are as `contests.begin_contest`
    takes them; a bot is entrant 0. Seeds are digits.

    Return {link}, or {problem}.
    """
    given = json.loads(wanted)
    found = [(entrant, path, content.to_bytes()) for entrant, path, content in files]
    try:
        return compact({"link": _MAKERS[given["kind"]](given, found)})
    except (Refused, BadOption) as bad:
        return compact({"problem": bad.text})


def _link_of_bot(given: Mapping[str, Any], files: Sequence[File]) -> str:
    [bot] = sources_from(given["game"], [given["bot"]], files)
    return link_bot(BotLink(GAMES[given["game"]], bot, title_from(given.get("contest", "")), given.get("plan", "")))


def _link_of_challenge(given: Mapping[str, Any], files: Sequence[File]) -> str:
    game = GAMES[given["game"]]
    [bot] = sources_from(game.name, [given["bot"]], files)
    seeds = tuple(_whole(each) for each in given["seeds"])
    clock = clock_from(game, given["clock"])
    answers = Score(**given["answers"]) if given.get("answers") else None
    match = given.get("match") or None
    made = Challenge(game, bot, seeds, given["options"], clock, given["rung"], answers=answers, match=match)
    return link_challenge(made)


def _link_of_plan(given: Mapping[str, Any], files: Sequence[File]) -> str:
    contest = read_contest(given["text"])
    there = [number for number, each in enumerate(given["entrants"]) if each]
    numbered = [(there.index(number), path, content) for number, path, content in files if number in there]
    sources = sources_from(contest.game.name, [given["entrants"][number] for number in there], numbered)
    results = [read_result({**each, "seed": _whole(each["seed"])}, len(contest.entrants)) for each in given["blocks"]]
    return link_plan(
        PlanLink(
            contest,
            dict(zip(there, sources, strict=True)),
            {each.block.number: each for each in results},
            dict(given["withdrawn"]),
            title_from(given.get("title", "")),
            stopped=bool(given.get("stopped")),
            origin=given.get("origin", ""),
            versions={number: each for number, each in enumerate(given.get("versions", ())) if each},
        )
    )


def _link_of_tasks(given: Mapping[str, Any], files: Sequence[File]) -> str:
    return link_tasks(TasksLink(given["text"]))


def _link_of_puzzle(given: Mapping[str, Any], files: Sequence[File]) -> str:
    return link_puzzle(read_as(PUZZLES, {"game": given["game"], "puzzle": given["puzzle"]}))


_MAKERS = {
    "bot": _link_of_bot,
    "challenge": _link_of_challenge,
    "plan": _link_of_plan,
    "tasks": _link_of_tasks,
    "puzzle": _link_of_puzzle,
}


def _whole(digits: str) -> int:
    """Return the number that these digits are; -1 if they are none, or too many."""
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 30 else -1


@job
def opening(address: str) -> Work[str]:
    """Read a link of any kind but a match. The result is an object as JSON, with its `kind`.

    The other keys by kind: of a "bot" {game, bot, contest, plan}, where plan is the fingerprint of the contest; of a
    "challenge" {game, bot, seeds, options, clock, rung, same_rules, answers, match}, where answers is null or {to,
    points, games}, and match is null or a link; of a "plan", which is a contest, {game, fingerprint, text, plan,
    entrants, options, clock, games, expected, over, stopped, same_rules, package, same_package, standings, pairings,
    title, origin}; of "tasks" {text}; of a "puzzle" {game, puzzle}. `expected` are the games that it takes as far as is
    known. Entrants are {name, kind, code, house, bot, version}; standings are those of `placings`, null if nothing was
    played; pairings are those of a bracket.

    A bot is {name, path, source, files}, as `sources.pack` writes it, with `needs`, which is what `bots.declared`
    returns. For a broken link the result is {problem}.
    """
    try:
        match opened(address):
            case BotLink() as found:
                held = {"game": found.game.name, "bot": _bot(found.bot), "contest": found.contest, "plan": found.plan}
                return compact({"kind": "bot", **held})
            case Challenge() as found:
                return compact({"kind": "challenge", **_challenge(found)})
            case PlanLink() as found:
                held = yield from _plan(found)
                return compact({"kind": "plan", **held})
            case TasksLink() as found:
                return compact({"kind": "tasks", "text": found.text})
            case PuzzleLink() as found:
                return compact({"kind": "puzzle", **PUZZLES.write(found)})
        raise BadLink("link.none")
    except Refused as bad:
        return compact({"problem": bad.text})


@job
def summing(address: str) -> Work[str]:
    """Sum up the contest in a link, by the procedure for contests that are played here: the result is `Summary` in
    static/contest/types.ts without `test` and `beats`. It takes as long as theirs, so it comes after `opening`. For a
    broken link, and for one without results, the result is {problem}.
    """
    try:
        found = opened(address)
        if not isinstance(found, PlanLink) or not found.results:
            raise BadLink("link.none")
        contest = found.contest
        plan = plan_from(contest.plan, len(contest.entrants))
        schedule = plan.schedule(found.results, found.withdrawn)
        pairings = plan.pairings(found.results, found.withdrawn)
        all = yield from standings(contest.entrants, found.results, schedule, found.withdrawn)
        return compact(summary_json(all, plan, pairings))
    except Refused as bad:
        return compact({"problem": bad.text})


def find_contest(fingerprint: str, contests: str) -> str:
    """Return the index of the contest that has this fingerprint among `contests`, a list of texts as JSON; "-1" if none
    of them has.
    """
    for number, text in enumerate(json.loads(contests)):
        try:
            if read_contest(text).fingerprint() == fingerprint:
                return str(number)
        except Refused:
            continue
    return "-1"


def _bot(bot: Bot) -> dict[str, Json]:
    return {**json.loads(pack(bot)), "needs": json.loads(declared(bot.source))}


def _challenge(found: Challenge) -> dict[str, Json]:
    game = found.game
    return {
        "game": game.name,
        "bot": _bot(found.bot),
        "seeds": [str(seed) for seed in found.seeds],
        "options": dict(found.options),
        "clock": (found.clock or game.clock).json(),
        "rung": found.rung,
        "same_rules": found.same_rules,
        "answers": asdict(found.answers) if found.answers else None,
        "match": found.match,
    }


def _plan(found: PlanLink) -> Work[dict[str, Json]]:
    contest = found.contest
    name, hashed = contest.game.name, rules(contest.game.name)
    plan = plan_from(contest.plan, len(contest.entrants))
    schedule = plan.schedule(found.results, found.withdrawn)
    first = (schedule.blocks or tuple(each.block for each in found.results.values()))[:1]
    lines: list[Mapping[str, Json]] | None = None
    pairings: list[Pairing] = []
    if found.results:
        problems, _ = yield from following(contest, found.results, found.withdrawn, finished=False)
        if problems:
            raise BadLink(problems[0])
        withdrawn = withdrawals_shown(plan, schedule, found.withdrawn, contest.entrants)
        lines = [
            {**line, "withdrawn": withdrawn.get(str(line["name"]))}
            for line in placings(contest.entrants, found.results, schedule, found.withdrawn)
        ]
        if isinstance(plan, Bracket):
            pairings = plan.pairings(found.results, found.withdrawn)
            if not schedule.over:
                lines = by_progress(lines, [each.name for each in contest.entrants], pairings)
    of_house = {code_of(bots.house(name, each), hashed): each for each in contest.game.house}
    entrants = [
        _entrant(each, found.bots.get(number), of_house) | {"version": found.versions.get(number)}
        for number, each in enumerate(contest.entrants)
    ]
    described = contest.json()
    seeds = described["plan"]["seeds"]
    # As texts, because JavaScript rounds large numbers.
    digits = {"first": str(seeds["first"]), "given": [str(each) for each in seeds["given"]]}
    return {
        "game": name,
        "fingerprint": contest.fingerprint(),
        "text": compact(described),
        "plan": described["plan"] | {"seeds": digits},
        "entrants": entrants,
        "options": described["options"],
        "clock": described["clock"],
        "games": sum(len(each.games) for each in found.results.values()),
        "expected": schedule.known(plan.expected, len(found.results)) * (len(first[0].orders) if first else 1),
        "same_rules": contest.rules == hashed,
        "package": contest.package,
        "same_package": contest.package == __version__,
        "over": schedule.over,
        "stopped": found.stopped and not schedule.over,
        "standings": lines,
        "pairings": [pairing_json(each) for each in pairings],
        "title": found.title,
        "origin": found.origin,
    }


def _entrant(entrant: Entrant, bot: Bot | None, of_house: Mapping[str, str]) -> dict[str, Json]:
    house = of_house.get(entrant.code) if entrant.kind == "house" else None
    code = _bot(replace(bot, name=entrant.name)) if bot else None
    return {"name": entrant.name, "kind": entrant.kind, "code": entrant.code, "house": house, "bot": code}
