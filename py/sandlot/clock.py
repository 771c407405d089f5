"""Time controls as values. Time comes from outside: whoever drives a match measures it, nothing here reads a clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

__all__ = ["Clock", "Timer"]

LONGEST = 3_600_000
"""No single limit is longer than an hour: a typing slip should not make a match that never ends."""


@dataclass(frozen=True)
class Clock:
    """A time control, all in milliseconds.

    `start` is the budget for importing the bot; `first` and `move` are the limits of the first and of each later move;
    what a move takes beyond its limit comes out of `bank`, which gains `increment` after every move.
    """

    start: int = 5000
    first: int = 2000
    move: int = 1000
    bank: int = 0
    increment: int = 0

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LONGEST:
                raise ValueError(
                    f"clock: {name} must be a whole number of milliseconds from 0 to {LONGEST}, not {value!r:.40}"
                )

    def json(self) -> dict[str, int]:
        """Return the time control as it stands in a replay."""
        return asdict(self)

    def with_changes(self, changes: Mapping[str, Any]) -> Clock:
        """Return this control with some limits replaced; raise ValueError, naming it, for an unknown or bad one."""
        known = [field.name for field in fields(self)]
        for name in changes:
            if name not in known:
                raise ValueError(f"clock: there is no {name!r:.40}; it has {', '.join(known)}")
        return replace(self, **changes)


@dataclass(frozen=True)
class Timer:
    """One player's clock during a match: what is left of the bank, and how many moves were made."""

    clock: Clock
    bank: float
    moves: int = 0

    @classmethod
    def of(cls, clock: Clock) -> Timer:
        """Return the timer of a player who has not moved yet."""
        return cls(clock, clock.bank)

    @property
    def limit(self) -> int:
        """The next move's own limit, before the bank is touched."""
        return self.clock.move if self.moves else self.clock.first

    @property
    def budget(self) -> float:
        """How long the next move may take in all."""
        return self.limit + self.bank

    def spend(self, milliseconds: float) -> Timer:
        """Return the timer after a move that took this long."""
        overtime = max(0.0, milliseconds - self.limit)
        bank = max(0.0, self.bank - overtime) + self.clock.increment
        return replace(self, bank=bank, moves=self.moves + 1)
