"""A whole contest as one zip that anybody can open, watch and verify.

    contest.json        what was decided before the first game; see `Contest.json`
    standings.json      as they were computed when the bundle was written
    blocks.json         the blocks with their results, in the order of their numbers; withdrawals; void attempts; the
                        title and what the contest comes from, if it has them
    games/BLOCK-GAME.json     the replay of each game
    faults/BLOCK-GAME.json    the reports of its faults, where it has any
    bots/ENTRANT.json   the sources of the entrants, if they were included

The same contest with the same title gives the same bytes, if the release of zlib is the same. A bundle is an untrusted
file: sizes are checked before anything is unpacked, and games are read one at a time.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import IO, Annotated, Any

from sandlot.archive.faults import read_reports
from sandlot.archive.record import Record, Voided, Withdrawals, read_result, result_json, withdrawals
from sandlot.archive.titles import TITLE, Origin
from sandlot.bounded import Bounds, OutOfBounds, check_bounds, read_json
from sandlot.files.archive import BadArchive, content, entries
from sandlot.formats.bounds import (
    BLOCKS_BOUNDS,
    CONTEST_BOUNDS,
    LONGEST_REPLAY,
    MOST_BUNDLED_GAMES,
    MOST_ENTRANTS,
    MOST_VOIDS,
    REPORTS_BOUNDS,
    STANDINGS_BOUNDS,
)
from sandlot.formats.compact import compact_ascii
from sandlot.formats.sentences import Sentence
from sandlot.formats.shapes import ALWAYS, NEEDED, Many, Misfit, OneOf, Said, Shape
from sandlot.game import Json
from sandlot.jobs import Step, Work
from sandlot.names import made_name
from sandlot.stats.blocks import Natural, Result
from sandlot.tournaments.contest import BadContest, read_contest
from sandlot.tournaments.standings import SUMMARY

FORMAT = "sandlot-bundle"
VERSION = 1
CONTEST, STANDINGS, BLOCKS = (f"{name}.json" for name in ("contest", "standings", "blocks"))
BOTS = "bots/"
PACKED, UNPACKED = 2**29, 2**34
"""The maximum size, in bytes, of a bundle, and of all its files unpacked; they are never unpacked all at once."""
MOST_FILES = 2 * MOST_BUNDLED_GAMES + MOST_ENTRANTS + 3
LONGEST_BOT = 2**27
WRITTEN_AT_ONCE = 10
"""How many games are written in one step of the work."""


@dataclass(frozen=True, kw_only=True)
class Head:
    """The fields of ``blocks.json`` before the blocks."""

    format: Annotated[str, OneOf(FORMAT), NEEDED] = FORMAT
    version: Annotated[int, OneOf(VERSION), NEEDED] = VERSION
    finished: Annotated[bool, ALWAYS, Said("The plan wants no more games.")] = False
    sources: Annotated[bool, ALWAYS, Said("The entrants' sources are in the bundle.")] = False
    withdrawn: Withdrawals
    voids: Annotated[
        tuple[tuple[Natural, Sentence], ...],
        Many(MOST_VOIDS),
        Said("Void attempts, in which the platform failed: [block, why]."),
    ]
    title: Annotated[str, TITLE, Said("The title that the contest was saved under.")] = ""
    origin: Annotated[Origin, Said("What the contest comes from, if it is more than its kind says.")] = ""


HEAD: Shape[Head] = Shape(Head)


class ContestBundle:
    """An open bundle, which implements `Record`. All methods raise `BadContest` if the file turns out to be invalid."""

    def __init__(self, file: IO[bytes]) -> None:
        self._infos = _infos(file)
        self._archive = zipfile.ZipFile(file)
        self.contest = read_contest(self._text(CONTEST, CONTEST_BOUNDS.characters))
        whole = self._json(BLOCKS, BLOCKS_BOUNDS)
        if not isinstance(whole, dict) or whole.get("format") != FORMAT:
            raise BadContest("contest.no_bundle", name=BLOCKS)
        if whole.get("version") != VERSION:
            raise BadContest("contest.other_version", version=repr(whole.get("version"))[:20], known=VERSION)
        count = len(self.contest.entrants)
        try:
            head = HEAD.read(whole)
        except Misfit as bad:
            raise BadContest("contest.bad_field", name=str(bad)) from None
        self.has_sources, self.is_finished = head.sources, head.finished
        self.title, self.origin = head.title, head.origin
        self._results = _results(whole.get("blocks"), count)
        self._withdrawn = withdrawals(head.withdrawn, count)
        self._voids = [Voided(*each) for each in head.voids]
        self._check_names(count)

    def results(self) -> dict[int, Result]:
        """Return all blocks that were played, by number."""
        return dict(self._results)

    def withdrawn(self) -> dict[int, int]:
        """Return the withdrawn entrants, each with the first round in which it no longer plays."""
        return dict(self._withdrawn)

    def voids(self) -> list[Voided]:
        """Return the void attempts to play a block, oldest first."""
        return list(self._voids)

    def standings(self) -> dict[str, Json]:
        """Return the standings that the bundle claims; see `standings.Summary`."""
        try:
            return SUMMARY.write(SUMMARY.read(self._json(STANDINGS, STANDINGS_BOUNDS)))  # type: ignore[no-any-return]
        except Misfit as bad:
            raise BadContest("contest.bad_field", name=f"{STANDINGS}: {bad}".removesuffix(": ")) from None

    def fault_reports(self) -> Iterator[tuple[int, int, tuple[Mapping[str, Json], ...]]]:
        """Yield the games with faults: their block, their number in it, and the reports; see `faults.Report`."""
        for number, result in sorted(self._results.items()):
            for game in range(len(result.games)):
                if reports := self.reports(number, game):
                    yield number, game, reports

    def reports(self, block: int, game: int) -> tuple[Mapping[str, Json], ...]:
        """Return the reports of the faults of one game."""
        name = _name("faults", block, game)
        if name not in self._infos:
            return ()
        value, seats = self._json(name, REPORTS_BOUNDS), len(self._results[block].block.players)
        try:
            found = read_reports(value, seats)
        except Misfit as bad:
            raise BadContest("contest.bad_field", name=f"{name}: {bad}") from None
        if not 0 < len(found) <= seats:
            raise BadContest("contest.bad_field", name=name)
        return tuple(each.json() for each in found)

    def replay(self, block: int, game: int) -> str | None:
        """Return the text of a game's replay; None if there is no such game."""
        name = _name("games", block, game)
        return self._text(name, 4 * LONGEST_REPLAY) if name in self._infos else None

    def bots(self) -> list[bytes]:
        """Return the sources of the entrants, as `sources.pack` writes them; empty without sources."""
        count = len(self.contest.entrants) if self.has_sources else 0
        return [self.bot(entrant) for entrant in range(count)]

    def bot(self, entrant: int) -> bytes:
        """Return the source of one entrant; the bundle has to have sources. Those of all entrants together may be too
        large for the memory if the bundle is untrusted.
        """
        return self._data(_bot_name(entrant), LONGEST_BOT)

    def leave_out_sources(self, most: int) -> bool:
        """Drop the sources if they are larger than `most` bytes together; return whether they were dropped."""
        sizes = [info.file_size for name, info in self._infos.items() if name.startswith(BOTS)]
        if sum(sizes) <= most:
            return False
        self.has_sources = False
        return True

    def close(self) -> None:
        """Close the archive, but not the file from which it was opened."""
        self._archive.close()

    def _check_names(self, entrants: int) -> None:
        """Raise `BadContest` if a file is missing, or if there is one that does not belong into the bundle."""
        places = [(number, game) for number, each in self._results.items() for game in range(len(each.games))]
        if len(places) > MOST_BUNDLED_GAMES:
            raise _too_large()
        needed = {CONTEST, STANDINGS, BLOCKS, *(_name("games", *place) for place in places)}
        if self.has_sources:
            needed |= {_bot_name(entrant) for entrant in range(entrants)}
        allowed = needed | {_name("faults", *place) for place in places}
        if missing := needed - self._infos.keys():
            raise BadContest("contest.bundle_lacks", name=min(missing))
        if more := self._infos.keys() - allowed:
            raise BadContest("contest.bundle_more", name=min(more)[:100])

    def _json(self, name: str, bounds: Bounds) -> Any:
        try:
            # The JSON of bundles is written in ASCII, so a file of more bytes than the allowed characters is refused
            # before it is unpacked.
            return read_json(self._text(name, bounds.characters), bounds)
        except ValueError as error:
            if isinstance(error, BadContest):
                raise
            raise BadContest("contest.bad_field", name=name) from None

    def _text(self, name: str, most: int) -> str:
        try:
            return self._data(name, most).decode()
        except UnicodeDecodeError:
            raise BadContest("contest.bad_field", name=name) from None

    def _data(self, name: str, most: int) -> bytes:
        info = self._infos.get(name)
        if info is None:
            raise BadContest("contest.no_bundle" if name in (CONTEST, BLOCKS) else "contest.bundle_lacks", name=name)
        if info.file_size > most:
            raise BadContest("contest.bad_field", name=name)
        try:
            return content(self._archive, info)
        except BadArchive:
            raise BadContest("contest.bundle_damaged") from None


def writing(
    record: Record,
    standings: Json,
    file: IO[bytes],
    *,
    finished: bool,
    sources: bool,
    title: str = "",
    origin: Origin = "",
) -> Work[None]:
    """Write a contest into a file, piece by piece. Raises `BadContest` if it is too large for a bundle.

    After each step the replays of the next `WRITTEN_AT_ONCE` games are asked for, in order, so the caller can load them
    before it resumes the work. `finished`: the plan wants no more games. `sources`: the entrants' sources are included,
    with the commands of programs. `title`: the title of the contest; characters that no name may have are left out.
    `origin`: what it comes from.
    """
    results = record.results()
    places = [(number, game) for number, each in sorted(results.items()) for game in range(len(each.games))]
    if len(places) > MOST_BUNDLED_GAMES:
        raise _too_large()
    withdrawn = tuple(sorted(record.withdrawn().items()))
    voids = tuple((each.block, each.why) for each in record.voids())
    head = Head(
        finished=finished, sources=sources, withdrawn=withdrawn, voids=voids, title=made_name(title, ""), origin=origin
    )
    shape = _written(head)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, BLOCKS, _blocks_text(results, shape))
        for entrant, bot in enumerate(record.bots() if sources else ()):
            if len(bot) > LONGEST_BOT:
                raise _too_large()
            _add(archive, _bot_name(entrant), bot)
        _add(archive, CONTEST, _bounded(compact_ascii(record.contest.json()), CONTEST_BOUNDS))
        for block, game, reports in record.fault_reports():
            if block in results:
                _add(archive, _name("faults", block, game), _bounded(compact_ascii(reports), REPORTS_BOUNDS))
        for number, place in enumerate(places):
            if number % WRITTEN_AT_ONCE == 0:
                yield Step(number, len(places))
            text = record.replay(*place)
            if text is None or len(text) > LONGEST_REPLAY:
                raise BadContest("contest.damaged")
            _add(archive, _name("games", *place), text.encode())
            if archive.fp is not None and archive.fp.tell() > PACKED:
                raise _too_large()
        _add(archive, STANDINGS, _bounded(compact_ascii(standings), STANDINGS_BOUNDS))


def _written(head: Head) -> Any:
    try:
        return HEAD.write(head)
    except Misfit as bad:
        raise BadContest("contest.bad_field", name=str(bad)) from None


def _blocks_text(results: Mapping[int, Result], shape: Any) -> bytes:
    # A line for each block, so that the file is readable in an editor.
    lines = ",\n".join(compact_ascii(result_json(result)) for _, result in sorted(results.items()))
    return _bounded(compact_ascii(shape)[:-1] + ',"blocks":[\n' + lines + "]}\n", BLOCKS_BOUNDS)


def _too_large() -> BadContest:
    return BadContest("contest.bundle_size", games=MOST_BUNDLED_GAMES, megabytes=PACKED // 2**20)


def _bounded(text: str, bounds: Bounds) -> bytes:
    """Return a text as bytes; raise `BadContest` if it exceeds the bounds within which it is read."""
    try:
        check_bounds(text, bounds)
    except OutOfBounds:
        raise _too_large() from None
    return text.encode()


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name)
    info.create_system = 3  # as on Linux: Windows would write another number
    archive.writestr(info, data, zipfile.ZIP_DEFLATED)


def _name(folder: str, block: int, game: int) -> str:
    return f"{folder}/{block:06}-{game}.json"


def _bot_name(entrant: int) -> str:
    return f"{BOTS}{entrant:03}.json"


def _infos(file: IO[bytes]) -> dict[str, zipfile.ZipInfo]:
    """Return the files of an archive by name, without unpacking any."""
    if file.seek(0, 2) > PACKED:
        raise _too_large()
    file.seek(0)
    found: dict[str, zipfile.ZipInfo] = {}
    try:
        for name, info in entries(file, UNPACKED, MOST_FILES):
            if name in found:
                raise BadContest("contest.bundle_more", name=name[:100])
            found[name] = info
    except BadArchive as bad:
        if bad.what == "size":
            raise _too_large() from None
        raise BadContest("contest.bundle_damaged") from None
    return found


def _results(value: Json, entrants: int) -> dict[int, Result]:
    if not isinstance(value, list):
        raise BadContest("contest.bad_field", name="blocks")
    found = [read_result(each, entrants) for each in value]
    numbers = [each.block.number for each in found]
    if any(one >= next for one, next in pairwise(numbers)):
        raise BadContest("contest.bad_field", name="blocks")
    return dict(zip(numbers, found, strict=True))
