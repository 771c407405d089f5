"""Games that repeat earlier ones to the letter: the same entrants in the same seats made the same moves, to the same
end.

Where the map is always the same, programs that draw nothing at random play the same games whatever the seed is. Such
games say nothing new. They stay in all counts and points, but for ratings and verdicts they count once: if d of n games
of the same entrants are different, each of their blocks weighs d / n. Shares of points stay what they are, so it does
not matter which kind of game happens to repeat. The logarithm of the evidence for a verdict gets smaller by about this
factor and never larger, so chances of error stay what they were.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sandlot.formats.bounds import LARGEST_DIGEST
from sandlot.game import Json
from sandlot.match.parts import Entry
from sandlot.stats.blocks import Result

BYTES = LARGEST_DIGEST.bit_length() // 8


class MoveDigest:
    """Makes the digest of a game's moves, turn by turn: see `Played.digest`."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=BYTES)

    def see(self, record: Sequence[Entry]) -> None:
        """Add a turn: the moves and faults of those who were asked."""
        self._add([[each.player, each.move, each.fault and each.fault.kind] for each in record])

    def digest(self, last: Json) -> int:
        """Return the digest of a game that ended in this position, in which everything is seen. As the map is in it,
        the same moves on another map are another game.
        """
        self._add(last)
        return int.from_bytes(self._hash.digest(), "big")

    def _add(self, value: Json) -> None:
        self._hash.update(json.dumps(value, sort_keys=True, separators=(",", ":")).encode() + b"\n")


class Repeats:
    """Counts `games` of the same entrants, and how many of them, `again`, repeat an earlier one.

    Games without a digest, of earlier versions, are all taken for different.
    """

    def __init__(self, results: Iterable[Result] = ()) -> None:
        self.games = self.again = 0
        self._seen: set[tuple[tuple[int, ...], int]] = set()
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Count the games of a block."""
        for number, game in enumerate(result.games):
            self.games += 1
            if game.digest is not None:
                key = result.block.seats(number), game.digest
                self.again += key in self._seen
                self._seen.add(key)

    @property
    def weight(self) -> float:
        """The weight of each block: the part of the games that are different."""
        return 1 - self.again / self.games if self.again else 1


def drop_unique_digests(results: Mapping[int, Result]) -> dict[int, Result]:
    """Return equivalent results without the digests of games that are not repeated, which would make a link long."""
    times = Counter(
        (each.block.seats(number), game.digest) for each in results.values() for number, game in enumerate(each.games)
    )
    return {
        key: replace(
            each,
            games=tuple(
                game if times[each.block.seats(number), game.digest] > 1 else replace(game, digest=None)
                for number, game in enumerate(each.games)
            ),
        )
        for key, each in results.items()
    }
