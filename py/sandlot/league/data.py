"""What a league publishes for programs: JSON files, short enough to be read at once however long the league has run.

    index.json               what is played, who may enter, which seasons there are
    SEASON/standings.json    the standings, who has met whom, the last games, and whose code is published
    SEASON/games.json        all games, each in two or three characters; their replays are in the bundles
    SEASON/ratings.json      how the ratings of the present entrants have developed
    SEASON/bots/*.txt        the code of bots, each as a challenge (see `links.challenges`)

The page's League tab shows only these files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sandlot.formats.compact import compact
from sandlot.game import Json
from sandlot.league.entries import Entry
from sandlot.league.seasons import FINAL, History, PlayedRun, RunLine
from sandlot.league.settings import FILE, League, Season
from sandlot.links import BadLink
from sandlot.links.challenges import Challenge, link_challenge
from sandlot.stats.blocks import Entrant, Result
from sandlot.stats.ratings import rate
from sandlot.tournaments.standings import ELO_DIGITS, Standings

FORMAT, VERSION = "sandlot-league", 2
MOST_INDEXED = 100_000
"""The maximum number of blocks of a season in `games.json`; the latest runs are kept."""
MOST_POINTS = 24
"""The maximum number of ratings of a bot in `ratings.json`. Each is computed from all results before it, which takes a
second.
"""
SEEDS = tuple(range(1, 11))
"""The seeds of a challenge."""


@dataclass(frozen=True)
class Game:
    """One of the last games: its file, the link that shows it ("": none), the players and how it ended."""

    file: str
    link: str
    names: tuple[str, ...]
    scores: str
    seed: int


def described(
    league: League,
    seasons: Sequence[Season],
    entered: Sequence[str],
    now: datetime,
    repository: str,
    *,
    has_arena: bool,
) -> str:
    """Return the index, which leads a program to all other files. `entered` are the names of people's bots, LOGIN/NAME,
    including those that have not played.
    """
    return compact(
        {
            "format": FORMAT,
            "version": VERSION,
            "title": league.title,
            "game": league.game.name,
            "options": dict(league.options),
            "clock": league.clock.json(),
            "settings": FILE,
            "repository": repository or None,
            "arena": "arena/" if has_arena else None,
            "bots": league.entering.bots,
            "kilobytes": league.entering.kilobytes,
            "code": league.entering.code,
            "entered": list(entered),
            "seasons": [
                {
                    "name": each.name,
                    "begins": each.begins.isoformat(),
                    "deadline": each.deadline.isoformat(),
                    "open": each.begins <= now < each.deadline,
                    "standings": f"{each.name}/standings.json",
                }
                for each in seasons
            ],
        }
    )


def standings_text(
    league: League,
    season: Season,
    ladder: Standings | None,
    final: Standings | None,
    bundles: Sequence[str],
    games: Sequence[Game],
    codes: Mapping[str, str],
) -> str:
    """Return the standings of a season. `codes` are the files of bots' code by the names of the bots."""
    return compact(
        {
            "format": FORMAT,
            "version": VERSION,
            "title": league.title,
            "game": league.game.name,
            "season": season.name,
            "begins": season.begins.isoformat(),
            "deadline": season.deadline.isoformat(),
            "top": league.final.top,
            "divisions": league.final.divisions,
            "ladder": _standings(ladder),
            "final": _standings(final),
            "codes": dict(codes),
            "bundles": list(bundles),
            "games": [
                {"file": f"games/{each.file}", "names": list(each.names), "scores": each.scores, "seed": str(each.seed)}
                for each in games
            ],
        }
    )


def _standings(found: Standings | None) -> dict[str, Json] | None:
    """Return standings with `pairs`, a flat list of four numbers for each pair that met: both lines in the standings
    (from 0), twice the points of the first one, and the number of games.
    """
    if found is None:
        return None
    at = {entrant: line for line, entrant in enumerate(found.order)}
    pairs: list[int] = []
    for (one, other), met in sorted(found.tally.pairs.items()):
        halves = met.halves if at[one] < at[other] else 2 * met.games - met.halves
        pairs += [*sorted((at[one], at[other])), halves, met.games]
    return {**found.json(), "pairs": pairs}


# All games


def games_text(history: History, lines: Sequence[RunLine]) -> str:
    """Return all games of a season: the files in order of time, each with its blocks in the order of the file.

    `entrants` are [name, code]. A file has `blocks`, the numbers of both entrants of each block, and `ends`, a
    character for each game: "w" if the first entrant won, "l" if it lost, "d" for a draw. Each block has `each` games.
    `left_out` is the number of blocks that are not listed: see `MOST_INDEXED`.
    """
    files = list(history.ladder)
    if history.final:
        contest, results = history.final
        files.append(PlayedRun(FINAL, contest, tuple(one for _, one in sorted(results.items()))))
    ended = {line.file: line.at for line in lines}
    number: dict[tuple[str, str], int] = {}
    told: list[Json] = []
    room = MOST_INDEXED
    left_out = 0
    for run in reversed(files):
        if len(run.results) > room:
            left_out += len(run.results)
            room = 0
            continue
        room -= len(run.results)
        known = [number.setdefault((each.name, each.code), len(number)) for each in run.contest.entrants]
        told.append(
            {
                "file": run.file,
                "at": ended.get(run.file),
                "each": max((len(each.games) for each in run.results), default=0),
                "blocks": [known[each] for result in run.results for each in result.block.players],
                "ends": "".join(end for result in run.results for end in _ends(result)),
            }
        )
    return compact(
        {
            "format": FORMAT,
            "version": VERSION,
            "entrants": [list(each) for each in number],
            "files": told[::-1],
            "left_out": left_out,
        }
    )


def _ends(result: Result) -> Iterator[str]:
    for order, game in zip(result.block.orders, result.games, strict=True):
        first, second = (game.places[order.index(player)] for player in (0, 1))
        yield "w" if first < second else "l" if second < first else "d"


# The history of ratings


def ratings_text(history: History, field: Sequence[Entrant], lines: Sequence[RunLine]) -> str:
    """Return the ratings of the ladder's entrants after some of its runs, including the last. null: not played yet.

    Each rating is computed from all results up to that run that were played with the present code, as in the standings.
    """
    ended = {line.file: line.at for line in lines}
    runs = len(history.ladder)
    points = min(runs, MOST_POINTS)
    chosen = {-(-(step + 1) * runs // points) - 1 for step in range(points)}
    so_far: list[Result] = []
    told: list[dict[str, Json]] = []
    for number, results in enumerate(history.by_run(field)):
        so_far += results
        if number in chosen and so_far:
            found = rate(so_far, len(field))
            elo = [
                round(one, ELO_DIGITS) if known else None for one, known in zip(found.elo, found.played, strict=True)
            ]
            file = history.ladder[number].file
            told.append({"file": file, "at": ended.get(file), "elo": elo})
    return compact({"format": FORMAT, "version": VERSION, "names": [each.name for each in field], "points": list(told)})


# Code


def shows_code(league: League, season: Season, now: datetime) -> bool:
    """Tell whether the code of people's bots is published for a season."""
    code = league.entering.code
    return code == "always" or (code == "deadline" and now >= season.deadline)


def write_code(
    league: League, season: Season, field: Sequence[Entrant], entries: Sequence[Entry], folder: Path, now: datetime
) -> dict[str, str]:
    """Write the code of the entrants in the standings as challenges, if it may be shown and is the code that has
    played; return the names of the files by bot. House bots are always shown.
    """
    known = {(each.name, each.code): each for each in entries}
    found: dict[str, str] = {}
    for each in field:
        entry = known.get((each.name, each.code))
        if entry is None or (entry.person and not shows_code(league, season, now)):
            continue
        try:
            text = link_challenge(Challenge(league.game, entry.bot, SEEDS, league.options, league.clock))
        except BadLink:
            # The code is too long for a link.
            continue
        name = f"bots/{entry.name}.txt"
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        found[each.name] = name
    return found
