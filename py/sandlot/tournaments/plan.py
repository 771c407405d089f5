"""What all plans share: their entrants and seeds, their settings and bounds, and the choice of blocks to offer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from sandlot.formats.bounds import MOST_ENTRANTS, MOST_ORDERS
from sandlot.game import Json, Option, short
from sandlot.jobs import Refused
from sandlot.stats.blocks import Block, Pairing, Result, Schedule, Seeds, halves, orders

MOST_GAMES = 1_000_000
"""Most games of one contest: about those of a round robin of a thousand entrants with two games a pair."""
MOST_BLOCKS_EACH = 1000
"""Most blocks of one pairing, and most rounds that can be asked for."""
WINDOW = 4096
"""Most blocks that are offered at once, so that memory stays small. Asked again after half of them, the plan offers
more before the others run out.
"""


class Setting(NamedTuple):
    """How a setting that is no plain number or word, such as a list, is read and written."""

    read: Callable[[Json, int], Any]
    """Returns the field from its JSON value and the number of entrants; raises `Refused`."""
    write: Callable[[Any], Json]


@dataclass(frozen=True, kw_only=True)
class Plan(ABC):
    """A kind of contest. Every kind is a subclass with its own settings and `schedule`.

    A plan has no state, so a contest continues from its results alone. The numbers of its blocks depend only on results
    of earlier rounds, so they are the same with one worker or with twenty.

    If fewer seeds are given than the plan needs, drawn ones follow: a contest never runs out of seeds, and each block
    holds its seed.
    """

    kind: ClassVar[str]
    """The plan's name in `kinds.KINDS`."""
    options: ClassVar[Mapping[str, Option]] = {}
    """The settings that are plain numbers and words, by the name of their field."""
    others: ClassVar[Mapping[str, Setting]] = {}
    """The other settings."""
    fewest: ClassVar[int] = 2
    most: ClassVar[int] = MOST_ENTRANTS

    entrants: int
    seeds: Seeds
    players: int = field(default=2, init=False)
    """How many players each game has."""

    def __post_init__(self) -> None:
        """Refuse an impossible plan, with a sentence."""
        if self.entrants < self.fewest:
            raise Refused("series.too_few", kind=self.kind, fewest=self.fewest, count=self.entrants)
        if self.entrants > self.most:
            raise Refused("series.too_many", kind=self.kind, most=self.most, count=self.entrants)
        games = self.size() * min(self.players, MOST_ORDERS)
        if games > MOST_GAMES:
            raise Refused("series.too_long", games=games, most=MOST_GAMES)

    @abstractmethod
    def size(self) -> int:
        """Return the most blocks that the plan can take."""

    @property
    def expected(self) -> int:
        """How many blocks the plan takes if nothing ends early, nobody withdraws and nothing is tied."""
        return self.size()

    @property
    def may_stop(self) -> bool:
        """Whether the contest may end before all blocks are played, as soon as its question is decided."""
        return False

    @abstractmethod
    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        """Return what to play next. `results` are by the number of their block. The order in which they were played
        does not matter: the same results give the same schedule, and a block's number never changes.

        `withdrawn` maps an entrant to the first round (`Block.round`) in which it no longer plays. What it has played
        counts. A round that has begun is played to its end: see `kinds.next_round`.
        """

    def earlier(self) -> tuple[Plan, ...]:
        """Return the plan as earlier versions of this package played it, if they scheduled other blocks."""
        return ()

    def pairings(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> list[Pairing]:
        """Return the pairings of each round so far; empty for a plan in which everybody plays everybody."""
        return []

    @classmethod
    def read(cls, name: str, value: Json, entrants: int) -> Any:
        """Return a setting's field from its JSON value; raise `Refused` if it does not accept the value."""
        if name in cls.others:
            return cls.others[name].read(value, entrants)
        option = cls.options.get(name)
        if option is None:
            raise Refused("series.unknown_option", kind=cls.kind, name=short(name), known=", ".join(cls.names()) or "-")
        if not option.takes(value):
            raise Refused("series.option", name=name, got=short(value), expected=option.expects())
        return value

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of all settings."""
        return (*cls.options, *cls.others)

    def json(self) -> dict[str, Json]:
        """Return everything that `plan_from` needs to make the same plan again, with the seeds."""
        seeds = {"first": self.seeds.first, "given": list(self.seeds.given)}
        return {"kind": self.kind, **self.settings(), "seeds": seeds}

    def settings(self) -> dict[str, Json]:
        """Return the settings in JSON."""
        plain = {name: getattr(self, name) for name in self.options}
        return plain | {name: each.write(getattr(self, name)) for name, each in self.others.items()}


def _read_seeding(value: Json, entrants: int) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not all(type(each) is int for each in value):
        raise Refused("series.order", name="seeding")
    if value and sorted(value) != list(range(entrants)):
        raise Refused("series.order", name="seeding")
    return tuple(value)


@dataclass(frozen=True, kw_only=True)
class Seeded(Plan):
    """A plan whose pairings depend on `seeding`: all entrants, each once, best first. Empty: as they were entered."""

    others: ClassVar[Mapping[str, Setting]] = {"seeding": Setting(_read_seeding, list)}

    seeding: tuple[int, ...] = ()

    @property
    def seeded(self) -> tuple[int, ...]:
        """All entrants, best first."""
        return self.seeding or tuple(range(self.entrants))


def offer(blocks: Iterable[Block], results: Mapping[int, Result], most: int = WINDOW) -> tuple[tuple[Block, ...], int]:
    """Return the first of these blocks that have no result yet, `most` at most, and after how many results to ask
    again: see `Schedule.look`.
    """
    chosen: list[Block] = []
    for block in blocks:
        if block.number not in results:
            chosen.append(block)
            if len(chosen) == most:
                return tuple(chosen), most // 2
    return tuple(chosen), 0


def places(keys: Mapping[int, Any]) -> dict[int, int]:
    """Return the place of each entrant by a key; the greatest is first. Equal ones share a place."""
    found: dict[int, int] = {}
    order = sorted(keys, key=lambda each: keys[each], reverse=True)
    for at, each in enumerate(order):
        before = order[at - 1]
        found[each] = found[before] if at and keys[before] == keys[each] else at + 1
    return found


def result_of(block: Block, results: Mapping[int, Result]) -> Result | None:
    """Return the result of a block, if there is one.

    Raises `Refused` if it is the result of another block: the results are of another plan, or the round of a withdrawal
    was changed after it had been played.
    """
    result = results.get(block.number)
    if result is not None and result.block != block:
        raise Refused("series.other_plan", number=block.number)
    return result


def results_of(blocks: Sequence[Block], results: Mapping[int, Result]) -> list[Result] | None:
    """Return the results of these blocks, or None if one is missing. Raises like `result_of`."""
    found = [result for block in blocks if (result := result_of(block, results))]
    return found if len(found) == len(blocks) else None


def pairings_of(blocks: Mapping[int, Block], results: Mapping[int, Result]) -> list[Pairing]:
    """Return the pairings of two that these blocks belong to, by round. One whose blocks lack a result is open."""
    groups: dict[tuple[int, tuple[int, ...]], list[Block]] = {}
    for _, block in sorted(blocks.items()):
        groups.setdefault((block.round, block.players), []).append(block)
    found = []
    for (round, pair), group in sorted(groups.items(), key=lambda each: each[0][0]):
        scores = [halves(results[block.number]) for block in group if block.number in results]
        one, other = (sum(score[at] for score in scores) for at in range(2))
        points = one / 2, other / 2
        if len(scores) < len(group):
            found.append(Pairing(round, pair, points, None, "open"))
        elif one == other:
            found.append(Pairing(round, pair, points, None, "tie"))
        else:
            found.append(Pairing(round, pair, points, pair[one < other], "points"))
    return found


def two_player_block(number: int, pair: tuple[int, int], seed: int, round: int) -> Block:
    """Return a block of two games with sides swapped."""
    return Block(number, pair, seed, _SWAPPED, round)


_SWAPPED = orders(2)
