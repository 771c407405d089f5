"""Time controls as values. Nothing here reads a clock: the driver of a match measures the time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

__all__ = ["Clock", "Timer"]

LONGEST_TIME = 3_600_000
"""The longest single limit, in milliseconds: one hour, so that a typing error cannot make an endless match."""

MOST_STEPS = 1_000_000_000

SAFETY = 60_000
"""Milliseconds allowed where steps are counted instead of time, for calls that hang without taking steps."""


@dataclass(frozen=True)
class Clock:
    """A time control, in milliseconds.

    `start` is the budget for importing the bot. `first` and `move` are the limits of the first and of each later move.
    Time beyond the limit comes out of `bank`, which gains `increment` after every move.

    `steps`, if not 0, replaces all of these: each move may take this many steps of Python, which JavaScript counts, the
    same on a slow machine and on a fast one.
    """

    start: int = 5000
    first: int = 2000
    move: int = 1000
    bank: int = 0
    increment: int = 0
    steps: int = 0

    def __post_init__(self) -> None:
        times = asdict(self)
        steps = times.pop("steps")
        if isinstance(steps, bool) or not isinstance(steps, int) or not 0 <= steps <= MOST_STEPS:
            raise ValueError(f"clock: steps must be a whole number from 0 to {MOST_STEPS}, not {steps!r:.40}")
        for name, value in times.items():
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LONGEST_TIME:
                raise ValueError(
                    f"clock: {name} must be a whole number of milliseconds from 0 to {LONGEST_TIME}, not {value!r:.40}"
                )

    @staticmethod
    def most() -> dict[str, int]:
        """Return the highest allowed value of every limit."""
        return {each.name: MOST_STEPS if each.name == "steps" else LONGEST_TIME for each in fields(Clock)}

    def json(self) -> dict[str, int]:
        """Return the time control in the form that a replay holds."""
        return asdict(self)

    def with_changes(self, changes: Mapping[str, Any]) -> Clock:
        """Return this control with some limits replaced; raise `ValueError`, naming the limit, if it is unknown or its
        value is invalid.
        """
        known = [field.name for field in fields(self)]
        for name in changes:
            if name not in known:
                raise ValueError(f"clock: there is no {name!r:.40}; it has {', '.join(known)}")
        return replace(self, **changes)


@dataclass(frozen=True)
class Timer:
    """One player's clock during a match: the time left in the bank, and the number of moves made."""

    clock: Clock
    bank: float
    moves: int = 0

    @classmethod
    def of(cls, clock: Clock) -> Timer:
        """Return the timer of a player who has not moved yet."""
        return cls(clock, clock.bank)

    @property
    def limit(self) -> int:
        """The next move's own limit, without the bank."""
        return self.clock.move if self.moves else self.clock.first

    @property
    def start(self) -> int:
        """Milliseconds that the bot's start may take."""
        return max(self.clock.start, SAFETY) if self.clock.steps else self.clock.start

    @property
    def budget(self) -> float:
        """Milliseconds that the next move may take, including the bank."""
        return SAFETY if self.clock.steps else self.limit + self.bank

    def spend(self, milliseconds: float) -> Timer:
        """Return the timer after a move that took this many milliseconds."""
        if self.clock.steps:
            return Timer(self.clock, self.bank, self.moves + 1)
        overtime = max(0.0, milliseconds - self.limit)
        bank = max(0.0, self.bank - overtime) + self.clock.increment
        return Timer(self.clock, bank, self.moves + 1)
