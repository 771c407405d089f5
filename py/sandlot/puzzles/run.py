"""The result of a bot that was asked all puzzles of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from sandlot.game import Json
from sandlot.links.puzzles import Puzzle

BLIND = 0.25
"""A bot is blind to a theme if it finds at most this share of it, and less than half its share of all others."""
FEWEST_OF_THEME = 5
"""With fewer puzzles of a theme, no bot is called blind to it."""


@dataclass(frozen=True)
class Share:
    """How many puzzles of a theme were found; of all, where `theme` is empty."""

    theme: str
    found: int
    of: int


@dataclass(frozen=True)
class Result:
    """How many puzzles a bot has found, of all and by theme."""

    whole: Share
    themes: tuple[Share, ...]

    @property
    def blind(self) -> tuple[str, ...]:
        """The themes to which the bot is blind: see `BLIND`."""
        return tuple(each.theme for each in self.themes if self._is_blind(each))

    def _is_blind(self, each: Share) -> bool:
        others = Share("", self.whole.found - each.found, self.whole.of - each.of)
        if each.of < FEWEST_OF_THEME or each.found > BLIND * each.of:
            return False
        return others.of == 0 or 2 * each.found * others.of < others.found * each.of

    def json(self) -> dict[str, Json]:
        """Return {found, of, themes: [{theme, found, of}], blind: [theme]}."""
        themes = [asdict(each) for each in self.themes]
        return {"found": self.whole.found, "of": self.whole.of, "themes": themes, "blind": list(self.blind)}


def result(puzzles: Sequence[Puzzle], found: Iterable[bool]) -> Result:
    """Return the result from whether each puzzle was found, in their order."""
    pairs = list(zip(puzzles, found, strict=True))
    themes = dict.fromkeys(puzzle.theme for puzzle in puzzles)
    return Result(
        _share("", [is_found for _, is_found in pairs]),
        tuple(_share(theme, [found for puzzle, found in pairs if puzzle.theme == theme]) for theme in themes),
    )


def _share(theme: str, found: Sequence[bool]) -> Share:
    return Share(theme, sum(found), len(found))
