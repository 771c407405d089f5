"""Whole numbers in a column, as bytes: each as the difference to a number that is probably near, 7 bits a byte."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from itertools import pairwise

from sandlot.errors import SandlotError

__all__ = ["BadColumn", "Reader", "packed", "whole"]

MOST_BYTES = 5
"""Of one number: 35 bits."""


class BadColumn(SandlotError, ValueError):
    """Bytes that are no column, or end within one."""


def whole(number: int) -> bytes:
    """Write a number of at most 35 bits that is not negative."""
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)
    return bytes(written)


def packed(numbers: Sequence[int], near: Sequence[int] | None = None) -> bytes:
    """Write a column. `near`: another one, as long, whose numbers the reader will have."""
    first = numbers[:1]
    ways = [numbers, [*first, *(after - before for before, after in pairwise(numbers))]]
    if near is not None:
        ways.append([number - other for number, other in zip(numbers, near, strict=True)])
    found = [bytes([way]) + b"".join(whole(_unsigned(each)) for each in column) for way, column in enumerate(ways)]
    return min(found, key=_size)


def _size(column: bytes) -> int:
    return len(zlib.compress(column, 9))


def _unsigned(number: int) -> int:
    """Fold the sign into the last bit: 0, -1, 1, -2, ... become 0, 1, 2, 3, ..."""
    return 2 * number if number >= 0 else -2 * number - 1


class Reader:
    """Reads what this module writes. Raises `BadColumn` for anything else."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, count: int) -> bytes:
        """Return the next bytes."""
        found = self._data[self._at : self._at + count]
        if len(found) < count:
            raise BadColumn(f"byte {self._at}")
        self._at += count
        return found

    def expect(self, count: int) -> None:
        """Refuse to go on if there are fewer bytes left. Every number takes one at least."""
        if count > len(self._data) - self._at:
            raise BadColumn(f"byte {self._at}")

    def whole(self) -> int:
        """Read a number that is not negative."""
        number = 0
        for place in range(MOST_BYTES):
            byte = self.take(1)[0]
            number |= (byte & 127) << (7 * place)
            if byte < 128:
                return number
        raise BadColumn(f"byte {self._at}")

    def column(self, count: int, near: Sequence[int] | None = None) -> list[int]:
        """Read so many numbers of a column that `packed` wrote."""
        self.expect(count)
        ways: list[Callable[[int, list[int]], int]] = [
            lambda number, before: number,
            lambda number, before: number + (before[-1] if before else 0),
        ]
        if near is not None:
            ways.append(lambda number, before: number + near[len(before)])
        way = self.take(1)[0]
        if way >= len(ways):
            raise BadColumn(f"byte {self._at}")
        found: list[int] = []
        for _ in range(count):
            folded = self.whole()
            found.append(ways[way](folded // 2 if folded % 2 == 0 else -(folded + 1) // 2, found))
        return found

    def is_over(self) -> bool:
        """Tell whether everything was read."""
        return self._at == len(self._data)
