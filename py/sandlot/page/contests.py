"""Answers the page's questions about contests: JSON in, JSON out. The page plays the games and stores them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any

from sandlot import bots
from sandlot.archive.record import read_result, result_json
from sandlot.archive.sources import code_of, unique
from sandlot.archive.verify import verifying_game
from sandlot.bounded import Bounds, read_json
from sandlot.files.bot import Bot
from sandlot.formats.bounds import BLOCKS_BOUNDS, CONTEST_BOUNDS, DRAWN_SEEDS, MOST_ENTRANTS, REPORTS_BOUNDS
from sandlot.formats.compact import compact
from sandlot.game import BadOption, Json, read_options
from sandlot.games import GAMES, rules
from sandlot.jobs import Job, Refused, Work
from sandlot.match.parts import own_secret
from sandlot.messages import Message, message
from sandlot.stats.blocks import Block, Entrant, Pairing, Result, Schedule
from sandlot.tournaments.climb import beats
from sandlot.tournaments.contest import BadContest, Contest, begun, first_state, read_contest, try_seeds
from sandlot.tournaments.elimination import Bracket, by_progress
from sandlot.tournaments.kinds import is_out, new_plan, plan_from, withdrawal_round, withdrawals_shown
from sandlot.tournaments.plan import Plan
from sandlot.tournaments.series import Series
from sandlot.tournaments.standings import Standings, standings
from sandlot.tournaments.verdict import answer, in_a_word, in_elo, of_repeats

RATIO_DIGITS = 4


def begin_contest(config: str, files: Iterable[Any]) -> str:
    """Decide everything that a contest needs before its first game.

    `config`: {game, entrants: [{name, kind, source, path}], plan, options, clock, profile}; a house bot's `name` is its
    own, and seeds may be strings of digits. `files`: (entrant, path, bytes of JavaScript) of bots of several files.
    Return {text, names, games, open}: the contest, the entrants' names in it, how many games it takes, and whether ties
    may add to them; or {problem}.
    """
    try:
        given = read_json(config, Bounds(2**27, CONTEST_BOUNDS.values, CONTEST_BOUNDS.depth))
        found = [(entrant, path, content.to_bytes()) for entrant, path, content in files]
        contest, plan = _begun(given, found)
    except (Refused, BadOption) as bad:
        return compact({"problem": bad.text})
    names = [each.name for each in contest.entrants]
    schedule = plan.schedule({}, {})
    games = plan.expected * _games_of(schedule)
    told = {"games": games, "open": schedule.is_open, "may_stop": plan.may_stop}
    return compact({"text": compact(contest.json()), "names": names, **told})


def _begun(given: Mapping[str, Any], files: Sequence[tuple[int, str, bytes]]) -> tuple[Contest, Plan]:
    game = GAMES[given["game"]]
    hashed = rules(game.name)
    for each in given["entrants"]:
        if each["kind"] == "program":
            raise Refused("contest.no_programs", name=each["name"])
    if len(given["entrants"]) > MOST_ENTRANTS:
        raise Refused(
            "series.too_many", kind=str(given["plan"].get("kind")), most=MOST_ENTRANTS, count=len(given["entrants"])
        )
    sources = sources_from(game.name, given["entrants"], files)
    names = unique([each.name for each in sources])
    entrants = tuple(Entrant(name, code_of(each, hashed), each.kind) for name, each in zip(names, sources, strict=True))
    seeds = _seeds(given["plan"].get("seeds") or {})
    plan = new_plan({**given["plan"], "seeds": seeds}, len(entrants))
    fewest, most = game.players
    if not fewest <= plan.players <= most:
        raise Refused("contest.players", game=game.name, fewest=fewest, most=most, count=plan.players)
    options = read_options(game, given.get("options") or {})
    # Some options exclude each other only when a game starts.
    try_seeds(game, plan, options)
    try:
        clock = game.clock.with_changes(given.get("clock") or {})
    except ValueError:
        raise BadContest("contest.bad_field", name="clock") from None
    profile = given.get("profile")
    # Not the secret of a single match with this seed, because the replay of that match reveals it.
    secret = own_secret(profile, f"contest/{game.name}", seeds["first"]) if profile else ""
    contest = Contest(game, hashed, entrants, plan.json(), options, clock, secret)
    return begun(contest), plan


def sources_from(
    game: str, entrants: Sequence[Mapping[str, Any]], files: Sequence[tuple[int, str, bytes]]
) -> list[Bot]:
    """Return the code of entrants; both arguments are as `begin_contest` takes them."""
    return [_source(game, number, each, files) for number, each in enumerate(entrants)]


def _source(game: str, number: int, given: Mapping[str, Any], files: Sequence[tuple[int, str, bytes]]) -> Bot:
    name, kind = given["name"], given["kind"]
    if kind == "house":
        if name not in GAMES[game].house:
            raise BadContest("contest.bad_field", name="entrants")
        return bots.house(game, name)
    own = {path: content for entrant, path, content in files if entrant == number}
    return Bot(name, kind, given["source"], given["path"], (), own)


def _seeds(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the seeds of a plan; a missing first seed is drawn. JavaScript gives large seeds as digits."""
    first = given.get("first")
    first = secrets.randbelow(DRAWN_SEEDS) if first is None else _number(first)
    return {"first": first, "given": [_number(each) for each in given.get("given") or ()]}


def _number(seed: Json) -> Json:
    return int(seed) if isinstance(seed, str) and seed.isascii() and seed.isdecimal() and len(seed) < 21 else seed


def _games_of(schedule: Schedule) -> int:
    """Return how many games each block has, in a plan whose first schedule this is."""
    return len(schedule.blocks[0].orders) if schedule.blocks else 1


def to_page(result: Result) -> dict[str, Json]:
    """Return a result for the page: `record.result_json` with the seed in digits."""
    whole = result_json(result)
    return whole | {"seed": str(whole["seed"])}


def _from_page(value: Json, entrants: int) -> Result:
    """Read a result from the page; raise `BadContest` for anything else."""
    if not isinstance(value, dict):
        raise BadContest("contest.bad_field", name="blocks")
    return read_result({**value, "seed": _number(value.get("seed"))}, entrants)


def sit(text: str) -> Sitting | str:
    """Return a contest without results from its JSON, the `text` that `begin_contest` returned.

    For any other text, the result is a sentence about it instead: a message as JSON, ``[id, params]``.
    """
    try:
        return Sitting(read_contest(text))
    except Refused as bad:
        return compact(bad.text)


class Sitting:
    """A contest with the results that the page has given so far. Every method returns JSON, or a job that does.

    Raises `BadContest` if no game of it can begin.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.plan = plan_from(contest.plan, len(contest.entrants))
        self.results: dict[int, Result] = {}
        self.withdrawn: dict[int, int] = {}
        self.games = _games_of(self.plan.schedule({}, {}))
        self._first = first_state(contest, self.plan)

    def add(self, results: str, withdrawn: str) -> str:
        """Take further results, and all withdrawals so far: [[entrant, round], ...]. Return {problem}, or {}."""
        count = len(self.contest.entrants)
        try:
            for value in read_json(results, BLOCKS_BOUNDS):
                found = _from_page(value, count)
                if len(found.block.players) != self.plan.players:
                    raise Refused("series.other_plan", number=found.block.number)
                self.results[found.block.number] = found
        except Refused as bad:
            return compact({"problem": bad.text})
        except (ValueError, TypeError):
            return compact({"problem": message("contest.bad_field", name="blocks")})
        self.withdrawn = dict(json.loads(withdrawn))
        return "{}"

    def playable(self) -> str:
        """Return why no more games of this contest can be played here, or null: they need the same rules, and no
        programs.
        """
        if other := self.contest.differs(rules(self.contest.game.name)):
            return compact(other)
        program = next((each.name for each in self.contest.entrants if each.kind == "program"), None)
        return compact(program and message("contest.no_programs", name=program))

    def movers(self) -> int:
        """Return how many bots think at once in a game of this contest."""
        return max(1, len(self.contest.game.to_move(self._first)))

    def leaving(self, entrants: str) -> str:
        """Return [[entrant, round], ...]: who of these can still withdraw, and from which round on; or {problem}. For
        the others it would change nothing: the last round has begun, or they are out.
        """
        try:
            schedule = self.plan.schedule(self.results, self.withdrawn)
        except Refused as bad:
            return compact({"problem": bad.text})
        round = withdrawal_round(self.plan, self.results, schedule)
        return compact(
            [[each, round] for each in json.loads(entrants) if round is not None and not is_out(schedule, each)]
        )

    def next(self) -> str:
        """Return what to play next, see `Schedule`: {blocks, over, look, known, open, may_stop, options, clock}; or
        {problem}.

        Each of the blocks is {number, round, players, seed, orders, secret}. `known` is how many games the contest
        takes; if it is `open`, ties may add to them.
        """
        try:
            schedule = self.plan.schedule(self.results, self.withdrawn)
        except Refused as bad:
            return compact({"problem": bad.text})
        played = sum(len(each.games) for each in self.results.values())
        blocks = schedule.known(self.plan.expected, len(self.results))
        known = played if schedule.over else max(blocks * self.games, played)
        setup = self.contest.json()
        return compact(
            {
                "blocks": [self._block(block) for block in schedule.blocks],
                "over": schedule.over,
                "look": schedule.look,
                "known": known,
                "open": schedule.is_open,
                "may_stop": self.plan.may_stop,
                "options": setup["options"],
                "clock": setup["clock"],
            }
        )

    def _block(self, block: Block) -> dict[str, Json]:
        shape = {"number": block.number, "round": block.round, "players": block.players, "orders": block.orders}
        return {**shape, "seed": str(block.seed), "secret": self.contest.setup(block, 0).secret}

    def summary(self) -> Job[str]:
        """Sum up; the result is `Summary` in static/contest/types.ts, or {problem}."""
        # Without a limit: a large contest takes long, and its results come from this page, not from a stranger.
        return Job(self._summary(), most=inf)

    def _summary(self) -> Work[str]:
        try:
            schedule = self.plan.schedule(self.results, self.withdrawn)
            pairings = self.plan.pairings(self.results, self.withdrawn)
            found = yield from self.summing(schedule)
            more = {
                "test": self._test(),
                "beats": beats(self.contest, self.plan, self.results) if schedule.over else None,
            }
            return compact(summary_json(found, self.plan, pairings) | more)
        except Refused as bad:
            return compact({"problem": bad.text})

    def summing(self, schedule: Schedule) -> Work[Standings]:
        """Compute the standings. Results that come in meanwhile are not counted."""
        return standings(self.contest.entrants, dict(self.results), schedule, dict(self.withdrawn))

    def _test(self) -> dict[str, Json] | None:
        if not isinstance(self.plan, Series) or not self.plan.stop:
            return None
        bounds = self.plan.stop
        ratios = self.plan.ratios(self.results, self.withdrawn)
        better, worse = ([round(each[side], RATIO_DIGITS) for each in ratios] for side in (0, 1))
        return {"lower": bounds.lower, "upper": bounds.upper, "elo": bounds.elo, "ratios": better, "against": worse}

    def verify(self, block: int, game: int, replay: str, reports: str) -> Job[str]:
        """Play a game again; the result is the sentence that says what is wrong with it, or null."""
        result = self.results[block]
        return Job(self._verify(result, game, replay, reports))

    def _verify(self, result: Result, game: int, replay: str, reports: str) -> Work[str]:
        try:
            claimed = read_json(reports, REPORTS_BOUNDS)
            why: Message | None = yield from verifying_game(self.contest, result, game, replay, claimed)
        except Refused as bad:
            why = bad.text
        return compact(why)


def pairing_json(pairing: Pairing) -> dict[str, Json]:
    """Return a pairing as `Summary` in static/contest/types.ts has it."""
    return {
        "round": pairing.round,
        "players": pairing.players,
        "points": pairing.points,
        "winner": pairing.winner,
        "how": pairing.how,
        "seeds": pairing.seeds,
        "replays": pairing.replays,
    }


def _in_round(line: Mapping[str, Any]) -> tuple[float, bool, float]:
    """Order lines where places say nothing: by points, and then by the share of the games won."""
    return -line["points"], not (line["games"] or line["byes"]), -line["share"]


def summary_json(found: Standings, plan: Plan, pairings: Sequence[Pairing]) -> dict[str, Json]:
    """Return what `Summary` in static/contest/types.ts has of every contest, whether it was played here or not."""
    kind = plan.kind
    said, whole, broken, reached = answer(found, kind), found.json(), found.tie_breaks(), found.reached()
    lines: Any = whole["standings"]
    withdrawn = withdrawals_shown(plan, found.schedule, found.withdrawn, found.entrants)
    if found.schedule.in_round:
        lines = sorted(lines, key=_in_round)
    elif isinstance(plan, Bracket) and not found.schedule.over:
        lines = by_progress(lines, [each.name for each in found.entrants], pairings)
    return {
        **whole,
        "in_round": found.schedule.in_round,
        "standings": [
            {
                **line,
                "withdrawn": withdrawn.get(line["name"]),
                "among": broken.get(line["name"]),
                "reached": reached.get(line["name"]),
            }
            for line in lines
        ],
        "cross": found.cross(),
        "seats": found.seats(),
        "seeds": [each | {"seed": str(each["seed"])} for each in found.seeds()],
        "reasons": found.reasons(),
        "answer": said,
        "elo": said and in_elo(said),
        "repeats": of_repeats(found),
        "word": in_a_word(found, said, kind),
        "pairings": [pairing_json(each) for each in pairings],
    }
