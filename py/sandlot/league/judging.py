"""Judges the results of shards, which are untrusted: their format is checked, every game is replayed by the rules, and
a random sample of the blocks is played again with the bots' code.

A game that follows the rules may still have moves that the submitted code did not make. So the judge looks for bots
that move differently when their games are played again: for the first answer that differs after equal answers only.
Such bots are named, and their blocks in that shard are dropped. If the bots of several people differ, the shard itself
has forged results, and all its blocks are dropped. That needs several people, so that one person with two bots cannot
spoil everybody's games. A bot that moves differently each time the judge plays it cannot be checked: this is reported,
and nothing is dropped.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from sandlot.archive.record import unpacked_text
from sandlot.contest.runner import problem_of
from sandlot.contest.worker_reply import PlayedGame
from sandlot.jobs import Refused
from sandlot.league.playing import Machine, PlayedBlock, blocks_of, played, shard_of
from sandlot.league.seasons import PACE, BadResults, Run, opened
from sandlot.match.replay_file import loads
from sandlot.messages import Message, message, plain
from sandlot.stats.blocks import Block

LATE = "timeout"
ENOUGH_PEOPLE = 3
"""If the bots of this many people move differently, the shard is taken to have forged its results."""


@dataclass
class Verdict:
    """The blocks that a judge accepts, and its messages."""

    blocks: list[PlayedBlock] = field(default_factory=list)
    said: list[Message] = field(default_factory=list)
    again: int = 0
    """How many blocks were played again with the bots' code."""
    dropped: int = 0
    """How many blocks are not accepted."""
    seconds: float = 0.0
    """How long the judge took to play blocks again."""

    @property
    def pace(self) -> float:
        """How many seconds the judge's machine took for a block; `PACE` if it played none."""
        return self.seconds / self.again if self.again else PACE


def judge(run: Run, shards: Path, of: int, percent: int, machine: Machine, rng: random.Random | None = None) -> Verdict:
    """Judge the files of the `of` shards in a folder and the folders in it. `percent` of the blocks of each shard are
    played again; `rng` chooses them, and no shard may be able to predict it.
    """
    verdict = Verdict()
    seen: set[int] = set()
    for path in _files(shards):
        shard = shard_of(path.name)
        name = plain(path.name)
        if shard is None or shard[1] != of or not 1 <= shard[0] <= of:
            verdict.said.append(message("league.shard_name", file=name))
        elif shard[0] in seen:
            verdict.said.append(message("league.shard_twice", file=name))
        else:
            found = _read(run, path, run.shard(*shard))
            if isinstance(found, Message):
                verdict.said.append(message("league.shard_bad", file=name, why=found))
                continue
            seen.add(shard[0])
            _again(run, name, found, percent, machine, rng or random.SystemRandom(), verdict)
    missing = [str(number) for number in range(1, of + 1) if number not in seen and run.shard(number, of)]
    if missing:
        verdict.said.append(message("league.shards_missing", names=", ".join(missing)))
    verdict.blocks.sort(key=lambda each: each.result.block.number)
    return verdict


def checked_run(run: Run, path: Path) -> list[PlayedBlock]:
    """Read the file of a whole run from another machine. Raise `BadResults` unless all its blocks are of this run and
    follow the rules, and it has all earlier blocks of the same file unchanged.
    """
    known = {number: result.block for number, result in run.before.items()}
    allowed = [*run.blocks, *known.values()]
    found = _read(run, path, allowed)
    if isinstance(found, Message):
        raise BadResults(message("league.bad_file", file=plain(path.name), why=found))
    there = {each.result.block.number: each.result for each in found}
    if any(there.get(number) != result for number, result in run.before.items()):
        raise BadResults(message("league.bad_file", file=plain(path.name), why=message("league.lost_blocks")))
    return found


def _files(folder: Path) -> list[Path]:
    inside = sorted([*folder.glob("*.zip"), *folder.glob("*/*.zip")])
    return [path for path in inside if not path.is_symlink()]


def _read(run: Run, path: Path, allowed: Sequence[Block]) -> list[PlayedBlock] | Message:
    """Return the blocks of a file, or what is wrong with it."""
    wanted = {block.number: block for block in allowed}
    try:
        with opened(path.parent, path.name) as bundle:
            if bundle.contest.json() != run.contest.json():
                return message("league.other_run")
            for number, result in bundle.results().items():
                if wanted.get(number) != result.block:
                    return message("league.other_block", block=number + 1)
            found = list(blocks_of(bundle))
    except (BadResults, Refused) as bad:
        return bad.text if isinstance(bad, Refused) else _why(bad.text)
    except (OSError, ValueError) as error:
        return message("league.unreadable", why=type(error).__name__)
    for each in found:
        if why := problem_of(run.contest, each.result, each.games):
            return message("league.bad_block", block=each.result.block.number + 1, why=why)
    return found


def _why(text: Message) -> Message:
    why = text.params.get("why")
    return why if isinstance(why, Message) else text


def _again(
    run: Run, name: str, blocks: list[PlayedBlock], percent: int, machine: Machine, rng: random.Random, verdict: Verdict
) -> None:
    """Play some blocks of a shard again with the bots' code; add the accepted blocks of the shard to `verdict`."""
    count = -(-len(blocks) * percent // 100)
    chosen = rng.sample(blocks, count) if count else []
    began = monotonic()
    first = _played(run, [each.result.block for each in chosen], machine)
    verdict.seconds += monotonic() - began
    verdict.again += len(first)
    differ = {
        each.result.block.number: each
        for each in chosen
        if each.result.block.number in first and not _same(each, first[each.result.block.number])
    }
    second = _played(run, [each.result.block for each in differ.values()], machine)
    dropped: set[int] = set()
    late: set[int] = set()
    liars: dict[int, int] = {}
    unsteady: set[int] = set()
    for number, theirs in differ.items():
        ours = first[number]
        if number not in second or not _same(ours, second[number]):
            unsteady |= _deviating(ours, second[number]) if number in second else {*theirs.result.block.players}
        elif _was_late(theirs) != _was_late(ours):
            late.add(number)
        else:
            for each in _deviating(theirs, ours):
                liars[each] = liars.get(each, 0) + 1
    names = [each.name for each in run.entries]
    if unsteady:
        verdict.said.append(message("league.unsteady", names=_listed(names[each] for each in sorted(unsteady))))
    everything = {each.result.block.number for each in blocks}
    lies = _are_many(run, liars, (each for block in chosen for each in block.result.block.players))
    if lies or 2 * len(late) > len(chosen):
        dropped = everything
        id = "league.shard_lies" if lies else "league.shard_slow"
        verdict.said.append(message(id, file=name, count=len(blocks), blocks=_numbers(differ)))
    for liar, times in () if dropped else sorted(liars.items()):
        of_liar = {each.result.block.number for each in blocks if liar in each.result.block.players}
        dropped |= of_liar
        said = {"name": names[liar], "file": name, "again": times, "count": len(of_liar)}
        verdict.said.append(message("league.otherwise", **said))
    if late and dropped != everything:
        dropped |= late
        verdict.said.append(message("league.late", file=name, blocks=_numbers(late)))
    verdict.dropped += len(dropped)
    verdict.blocks += [each for each in blocks if each.result.block.number not in dropped]


def _are_many(run: Run, found: Iterable[int], asked: Iterable[int]) -> bool:
    """Tell whether the bots in `found` belong to so many people that the shard is at fault: to `ENOUGH_PEOPLE`, or to
    two or more who are more than half of the people whose bots were played again (`asked`).
    """
    people, all_people = (
        {run.entries[each].person or run.entries[each].name for each in some} for some in (found, asked)
    )
    return len(people) >= ENOUGH_PEOPLE or (len(people) > 1 and 2 * len(people) > len(all_people))


def _played(run: Run, blocks: Sequence[Block], machine: Machine) -> dict[int, PlayedBlock]:
    found, _ = played(run, blocks, machine)
    return {each.result.block.number: each for each in found}


def _same(one: PlayedBlock, other: PlayedBlock) -> bool:
    """Tell whether all games had the same moves, results and faults, judged by their digests."""
    return [_way(each) for each in one.games] == [_way(each) for each in other.games]


def _way(game: PlayedGame) -> object:
    return game.played.digest, game.played.places, game.played.faults


def _was_late(block: PlayedBlock) -> bool:
    return any(LATE in game.played.faults for game in block.games)


def _deviating(one: PlayedBlock, other: PlayedBlock) -> set[int]:
    """Return the entrants who were, in any game, the first to answer differently."""
    found: set[int] = set()
    for number, (mine, theirs) in enumerate(zip(one.games, other.games, strict=True)):
        if _way(mine) == _way(theirs):
            continue
        seats = one.result.block.seats(number)
        found |= {seats[seat] for seat in _first_difference(mine, theirs)}
    return found


def _first_difference(one: PlayedGame, other: PlayedGame) -> set[int]:
    """Return the seats with different answers at the first turn at which any differ."""
    turns = (loads(unpacked_text(each.replay)).turns for each in (one, other))
    for mine, theirs in zip(*turns, strict=False):
        found = {
            seat
            for seat in mine.keys() | theirs.keys()
            if seat not in mine
            or seat not in theirs
            or (mine[seat].reply, mine[seat].fault) != (theirs[seat].reply, theirs[seat].fault)
        }
        if found:
            return found
    return set()


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(plain, names))


def _numbers(blocks: Iterable[int] | Mapping[int, object]) -> str:
    return ", ".join(str(each + 1) for each in sorted(blocks)[:10])
