"""Contests as one file: the page writes what `sandlot verify` accepts, and opens what `sandlot bundle` writes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from itertools import chain
from math import inf
from pathlib import Path
from typing import IO, Any

from sandlot.archive.bundle import WRITTEN_AT_ONCE, ContestBundle, writing
from sandlot.archive.faults import read_reports
from sandlot.archive.record import Voided, game_refs, unpacked_text
from sandlot.archive.sources import BadPack, pack, unpack
from sandlot.archive.verify import MOST_PROBLEMS, checking, comparing
from sandlot.files.texts import BadText, decode
from sandlot.formats.compact import compact
from sandlot.formats.sentences import read_message
from sandlot.formats.shapes import Misfit
from sandlot.game import Json
from sandlot.jobs import Job, Refused, Step, Work
from sandlot.messages import Message, message
from sandlot.page.contests import Sitting, sources_from, to_page
from sandlot.stats.blocks import Result
from sandlot.tournaments.contest import BadContest, first_state
from sandlot.tournaments.kinds import plan_from

ENOUGH = 2**23
"""Once blocks of so many characters are handed over, the next ones wait. A stranger's replays may be 64 MB each."""
MOST_SOURCES = 2**26
"""Bytes of all bots of a file. If there are more, they are left out: games are verified without them."""
KINDS_WITH_CODE = ("code", "house")


class Packing:
    """Writes a contest as one file, while the page hands over its games in their order. It is a `Record`."""

    def __init__(
        self, sitting: Sitting, standings: Json, config: Mapping[str, Any], bots: list[bytes], over: bool
    ) -> None:
        self.contest = sitting.contest
        self._results, self._withdrawn = dict(sitting.results), dict(sitting.withdrawn)
        self._config, self._bots = config, bots
        self._places = list(game_refs(self._results))
        self._texts: dict[tuple[int, int], str] = {}
        self._file = BytesIO()
        self._work = writing(
            self,
            standings,
            self._file,
            finished=over,
            sources=bool(bots),
            title=str(config.get("title", "")),
            origin=config.get("origin", ""),
        )
        next(self._work, None)

    def results(self) -> dict[int, Result]:
        """Return all blocks that were played, by number."""
        return self._results

    def withdrawn(self) -> dict[int, int]:
        """Return the withdrawn entrants, each with the first round in which it no longer plays."""
        return self._withdrawn

    def voids(self) -> list[Voided]:
        """Return the void attempts to play a block, oldest first."""
        found = [(block, read_message(why)) for block, why in self._config["voids"]]
        return [Voided(block, why) for block, why in found if why]

    def fault_reports(self) -> Iterator[tuple[int, int, tuple[Mapping[str, Json], ...]]]:
        """Yield the games with faults."""
        for block, game, given in sorted(self._config["reports"], key=lambda each: each[:2]):
            try:
                reports = read_reports(given, len(self.contest.entrants))
            except Misfit:
                raise BadContest("contest.damaged") from None
            if reports:
                yield block, game, tuple(each.json() for each in reports)

    def replay(self, block: int, game: int) -> str | None:
        """Return the text of a game's replay, and forget it; None if it is not there."""
        return self._texts.pop((block, game), None)

    def bots(self) -> list[bytes]:
        """Return the sources of the entrants, if they are to be in the file."""
        return self._bots

    def wanted(self) -> str:
        """Return the games that the page has to hand over next, [[block, game], ...]; none once the file is written."""
        return compact([[place.block, place.game] for place in self._places[:WRITTEN_AT_ONCE]])

    def add(self, replays: Iterable[Any]) -> str:
        """Take the replays of these games: bytes of JavaScript, packed by zlib. Return what is wrong with them, or
        null.
        """
        try:
            for place, data in zip(self._places[:WRITTEN_AT_ONCE], replays, strict=True):
                self._texts[place.block, place.game] = unpacked_text(data.to_bytes())
            del self._places[:WRITTEN_AT_ONCE]
            next(self._work, None)
        except Refused as bad:
            return compact(bad.text)
        return "null"

    def take(self) -> bytes:
        """Return the bytes of the file."""
        return self._file.getvalue()

    def close(self) -> None:
        """Stop writing."""
        self._work.close()


def pack_contest(sitting: Sitting, config: str, files: Iterable[Any]) -> Job[Packing | str]:
    """Begin to write a contest as one file; the result is `Packing`, or the sentence (as JSON) that says why it cannot
    be written.

    `config`: {title, origin, entrants, voids, reports, sources}: entrants and files as `begin_contest` takes them;
    reports are those of games with faults, [[block, game, reports], ...].
    """
    return Job(_packing(sitting, json.loads(config), [(*each[:2], each[2].to_bytes()) for each in files]), most=inf)


def _packing(sitting: Sitting, config: Mapping[str, Any], files: list[tuple[int, str, bytes]]) -> Work[Packing | str]:
    try:
        schedule = sitting.plan.schedule(sitting.results, sitting.withdrawn)
        found = yield from sitting.summing(schedule)
        contest = sitting.contest
        bots: list[bytes] = []
        # The hash of a program covers its files, which are not in the bundle.
        if config["sources"] and all(each.kind in KINDS_WITH_CODE for each in contest.entrants):
            bots = [pack(each) for each in sources_from(contest.game.name, config["entrants"], files)]
        return Packing(sitting, found.json(), config, bots, over=schedule.over)
    except Refused as bad:
        return compact(bad.text)


class Opened:
    """A contest in a file that was opened. The page takes its blocks and its bots one after the other."""

    def __init__(self, file: IO[bytes], bundle: ContestBundle, head: Mapping[str, Json]) -> None:
        self._file, self._bundle, self._head = file, bundle, head
        self._results = sorted(bundle.results().items())

    def head(self) -> str:
        """Return {text, game, title, origin, entrants, withdrawn, voids, games, known, blocks, over, open, sources,
        problems, notes, differs}. `known` are the games that the contest takes as far as is known; if it is `open`,
        ties may add to them. `differs` says what is wrong with the standings in the file; it is null if there are
        `problems`, since they are not compared then.
        """
        return compact(self._head)

    def blocks(self, first: int, count: int) -> str:
        """Return up to `count` blocks in the order of their numbers, from index `first`, {blocks: [{result, games},
        ...]} with {replay, reports} for each game; or {problem}. There are fewer if they are large, but at least one.
        """
        found: list[str] = []
        try:
            for number, result in self._results[first : first + count]:
                if found and sum(map(len, found)) > ENOUGH:
                    break
                found.append(compact(self._block(number, result)))
        except Refused as bad:
            return compact({"problem": bad.text})
        return f'{{"blocks":[{",".join(found)}]}}'

    def _block(self, number: int, result: Result) -> dict[str, Json]:
        games = [
            {"replay": self._bundle.replay(number, game), "reports": self._bundle.reports(number, game)}
            for game in range(len(result.games))
        ]
        return {"result": to_page(result), "games": games}

    def bot(self, entrant: int) -> str:
        """Return an entrant's source in the form of `sources.pack`; null if the file holds no bot there."""
        try:
            bot = unpack(self._bundle.bot(entrant))
            # The hash covers all its files, of which only one is shown.
            text = decode(bot.files[bot.path], python=True).text if bot.files else bot.source
            return pack(replace(bot, source=text)).decode()
        except (BadPack, BadText):
            return "null"

    def close(self) -> None:
        """Close the file."""
        self._bundle.close()
        self._file.close()


def open_bundle(path: str) -> Job[Opened | str]:
    """Open a file and check everything in it except its games; the result is `Opened`, or the sentence (as JSON) that
    says why it cannot be opened.
    """
    return Job(_opening(path), most=inf)


def _opening(path: str) -> Work[Opened | str]:
    # Closed by `Opened.close`.
    file = Path(path).open("rb")  # noqa: SIM115
    try:
        bundle = ContestBundle(file)
        too_large = bundle.leave_out_sources(MOST_SOURCES)
        yield Step()
        first_state(bundle.contest, plan_from(bundle.contest.plan, len(bundle.contest.entrants)))
        problems, notes = yield from checking(bundle)
        if too_large:
            notes.append(message("contest.sources_size", megabytes=MOST_SOURCES // 2**20))
        differs = None if problems else (yield from comparing(bundle))
        return Opened(file, bundle, _head(bundle, problems, notes, differs))
    except Refused as bad:
        file.close()
        return compact(bad.text)


def _head(
    bundle: ContestBundle, problems: list[Message], notes: list[Message], differs: Message | None
) -> dict[str, Json]:
    contest, results = bundle.contest, bundle.results()
    games = sum(len(each.games) for each in results.values())
    known, is_open = (games, False) if bundle.is_finished or problems else _known(bundle, games)
    return {
        "text": compact(contest.json()),
        "game": contest.game.name,
        "title": bundle.title,
        "origin": bundle.origin,
        "entrants": [{"name": each.name, "kind": each.kind} for each in contest.entrants],
        "withdrawn": sorted(bundle.withdrawn().items()),
        "voids": [[each.block, each.why] for each in bundle.voids()],
        "games": games,
        "known": known,
        "blocks": len(results),
        "over": bundle.is_finished,
        "open": is_open,
        "sources": bundle.has_sources,
        "problems": problems[:MOST_PROBLEMS],
        "notes": notes,
        "differs": differs,
    }


def _known(bundle: ContestBundle, played: int) -> tuple[int, bool]:
    """Return how many games the contest takes as far as is known, and whether ties may add to them."""
    contest, results = bundle.contest, bundle.results()
    plan = plan_from(contest.plan, len(contest.entrants))
    schedule = plan.schedule(results, bundle.withdrawn())
    block = next(chain(schedule.blocks, (each.block for each in results.values())), None)
    known = schedule.known(plan.expected, len(results)) * len(block.orders) if block else played
    return max(known, played), schedule.is_open
