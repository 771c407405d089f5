"""Publishes a league as a folder of static files: HTML pages, a feed of results, all games, and the same as data.

    index.html               the front page: the latest standings and all seasons
    SEASON/index.html        a page for each season: standings, cross table, the last games
    SEASON/*.zip             all games, as bundles that can be opened in the arena and verified
    SEASON/games/*.json      the last games, each as a replay
    *.json, SEASON/*.json    the same as data, and SEASON/bots/ with the code of bots: see `data`
    league.toml              the settings of the league
    feed.xml                 results, latest first (Atom)
    arena/                   the arena, if the league has one: told that it belongs to this league

The pages have no scripts. Names of bots and people are escaped.
"""

from __future__ import annotations

import html
import os
import shutil
from collections.abc import Iterable, Sequence
from datetime import datetime
from importlib.resources import files as resources
from math import copysign, floor
from pathlib import Path
from tempfile import TemporaryDirectory

from sandlot.archive.record import unpacked_text
from sandlot.jobs import Refused, done
from sandlot.league.data import Game, described, games_text, ratings_text, standings_text, write_code
from sandlot.league.entries import Entry
from sandlot.league.playing import PlayedBlock, blocks_of
from sandlot.league.seasons import FINAL, History, folder_of, history_of, opened, run_lines
from sandlot.league.settings import FILE, League, Season
from sandlot.links import BadLink, link
from sandlot.match.replay_file import loads
from sandlot.messages import language, plain, speak, worded
from sandlot.stats.blocks import Entrant, Schedule, halves
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.standings import Standings, standings
from sandlot.tournaments.verdict import signed

LAST_GAMES = 200
"""How many games of a season have a replay and a link of their own. All others are in the bundles."""
LONGEST_LINK = 12_000
FED = 50
"""The maximum number of entries in the feed."""
CROSSED = 40
"""The maximum number of bots in the cross table."""
FIRST = 20
"""The maximum number of bots in the standings of the front page."""
POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'"


def publish(root: Path, league: League, entries: Sequence[Entry], out: Path, now: datetime) -> int:
    """Write the pages of a league into a folder, which is replaced as a whole if an earlier call has made it; return
    the number of games. Raises `BadResults`, `Refused` if the folder has other files, and `OSError`.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    with speak(league.language), TemporaryDirectory(prefix=".league-", dir=out.parent) as folder:
        site = Path(folder, "site")
        site.mkdir()
        shown = [each for each in league.seasons if folder_of(root, each).is_dir() or each == league.season(now)]
        has_arena = (root / "arena" / "page" / "index.html").is_file()
        games = 0
        latest: list[str] = []
        for season in shown:
            count, latest = _season(root, site, league, season, entries, has_arena, now)
            games += count
        _index(site, league, shown, latest, has_arena)
        entered = [each.name for each in entries if each.person]
        told = described(league, shown, entered, now, league.repository or _repository(), has_arena=has_arena)
        (site / "index.json").write_text(told, encoding="utf-8")
        shutil.copyfile(root / FILE, site / FILE)
        (site / "feed.xml").write_text(_feed(root, league, shown), encoding="utf-8")
        (site / "site.css").write_text(
            resources("sandlot.league").joinpath("templates", "site.css").read_text("utf-8"), encoding="utf-8"
        )
        (site / ".nojekyll").write_text("")
        (site / MARK).write_text(f"{league.game.name}\n")
        if has_arena:
            shutil.copytree(root / "arena" / "page", site / "arena")
            page = site / "arena" / "index.html"
            text = page.read_text(encoding="utf-8").replace(HEAD, HEAD + TOLD, 1)
            page.write_text(text, encoding="utf-8", newline="\n")
        _replace(site, out, Path(folder))
    return games


MARK = ".sandlot-league"
"""A file that marks a folder as made by `publish`."""
HEAD = "<head>"
TOLD = '<meta name="sandlot-league" content="../">'
"""Tells the arena where its league is, so that it need not request files that may not exist."""


def _repository() -> str:
    """Return the address of the repository from the environment of a GitHub workflow; "" if it is unknown."""
    server, name = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
    return f"{server}/{name}" if server and name else ""


def _replace(site: Path, out: Path, aside: Path) -> None:
    """Replace the old pages by the new ones. Raise `Refused` if the old folder was not made by `publish`."""
    if out.exists():
        if any(out.iterdir()) and not (out / MARK).is_file():
            raise Refused("league.not_ours", folder=str(out))
        out.rename(aside / "old")
    site.rename(out)


# Standings


def _season(
    root: Path, site: Path, league: League, season: Season, entries: Sequence[Entry], has_arena: bool, now: datetime
) -> tuple[int, list[str]]:
    """Write the pages of a season; return how many games it has, and the HTML that the front page shows of it."""
    history = history_of(root, season)
    folder = site / season.name
    (folder / "games").mkdir(parents=True)
    if folder_of(root, season).is_dir():
        for path in sorted(folder_of(root, season).glob("*.zip")):
            if not path.is_symlink():
                shutil.copyfile(path, folder / path.name)
    field = _field(league, history, season, entries, now)
    ladder = _ladder(history, field)
    final = _final(history)
    games = _last_games(folder, has_arena)
    lines = run_lines(folder_of(root, season))
    codes = write_code(league, season, field, entries, folder, now)
    bundles = sorted(path.name for path in folder.glob("*.zip"))
    for name, text in {
        "standings": standings_text(league, season, ladder, final, bundles, games, codes),
        "games": games_text(history, lines),
        "ratings": ratings_text(history, field, lines),
    }.items():
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    phase = _phase(season, now)
    parts = [phase]
    if final:
        parts += [f"<h2>{_say('final')}</h2>", _table(final)]
    parts.append(f"<h2>{_say('ladder')}</h2>")
    parts.append(_table(ladder) + _cross(ladder) if ladder else f"<p>{_say('nothing_yet')}</p>")
    parts.append(_games(games, bundles))
    page = _page(league, f"{league.title} · {season.name}", parts, "../", has_arena)
    (folder / "index.html").write_text(page, encoding="utf-8")
    count = sum(len(result.games) for run in history.ladder for result in run.results) + (
        sum(len(each.games) for each in history.final[1].values()) if history.final else 0
    )
    top = final or ladder
    whole = f'<p><a class="button" href="{season.name}/index.html">{_say("whole")}</a></p>'
    return count, [
        f"<h2>{_text(season.name)} · {_say('final' if final else 'ladder')}</h2>",
        phase,
        _table(top, FIRST) + whole if top else f"<p>{_say('nothing_yet')}</p>",
    ]


def _field(
    league: League, history: History, season: Season, entries: Sequence[Entry], now: datetime
) -> tuple[Entrant, ...]:
    """Return the entrants in the standings of the ladder: the present ones or, once the season is over, those who had
    entered by then.
    """
    if history.start:
        return tuple(Entrant(name, code) for name, code in history.start.entrants)
    if season == league.season(now):
        return tuple(Entrant(each.name, each.code, each.bot.kind) for each in entries)
    return history.ladder[-1].contest.entrants if history.ladder else ()


def _ladder(history: History, field: Sequence[Entrant]) -> Standings | None:
    results = history.results(field)
    if not results or len(field) < 2:
        return None
    return done(standings(field, results, Schedule(compare="share")))


def _final(history: History) -> Standings | None:
    if history.final is None:
        return None
    contest, results = history.final
    schedule = plan_from(contest.plan, len(contest.entrants)).schedule(results, {})
    return done(standings(contest.entrants, results, schedule))


# Games


def _last_games(folder: Path, has_arena: bool) -> list[Game]:
    """Write the last games of a season as replays; return them, latest first."""
    found: list[Game] = []
    ladder = sorted(folder.glob("ladder-*.zip"), reverse=True)
    for path in (each for each in (folder / FINAL, *ladder) if each.is_file()):
        with opened(folder, path.name) as bundle:
            blocks = list(blocks_of(bundle))[-(LAST_GAMES - len(found)) // 2 :]
            for block in reversed(blocks):
                found += _games_of(bundle.contest, path.stem, block, folder / "games", has_arena)
        if len(found) >= LAST_GAMES:
            break
    return found[:LAST_GAMES]


def _games_of(contest: Contest, stem: str, block: PlayedBlock, folder: Path, has_arena: bool) -> Iterable[Game]:
    for number, game in enumerate(block.games):
        text = unpacked_text(game.replay)
        name = f"{stem}-{block.result.block.number:04}-{number}.json"
        (folder / name).write_text(text, encoding="utf-8")
        seats = block.result.block.seats(number)
        names = tuple(contest.entrants[each].name for each in seats)
        scores = " : ".join(f"{1.0 if place == min(game.played.places) else 0.0:g}" for place in game.played.places)
        if game.played.places.count(1) > 1:
            scores = " : ".join("½" for _ in seats)
        yield Game(name, _link(text) if has_arena else "", names, scores, block.result.block.seed)


def _link(text: str) -> str:
    try:
        found = link(loads(text))
    except (BadLink, Refused):
        return ""
    return found if len(found) <= LONGEST_LINK else ""


# Pages


def _index(site: Path, league: League, seasons: Sequence[Season], latest: Sequence[str], has_arena: bool) -> None:
    """Write the front page: the standings of the latest season, and all seasons."""
    rows = [
        f'<li><a href="{each.name}/index.html">{_text(each.name)}</a> {_day(each.begins)} – {_day(each.deadline)}'
        for each in reversed(seasons)
    ]
    parts = [
        *latest,
        f"<h2>{_say('seasons')}</h2>",
        f'<ul class="seasons">{"".join(rows)}</ul>' if rows else f"<p>{_say('nothing_yet')}</p>",
    ]
    (site / "index.html").write_text(_page(league, league.title, parts, "", has_arena), encoding="utf-8")


def _page(league: League, title: str, parts: Sequence[str], up: str, has_arena: bool) -> str:
    code = {"zh": "zh-Hans"}.get(league.language, league.language)
    arena = (
        f'<a class="button" href="{up}arena/index.html#tab=league&amp;lang={language()}">{_say("arena")}</a> '
        if has_arena
        else ""
    )
    return (
        f'<!doctype html>\n<html lang="{code}">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{_text(title)}</title>\n<link rel="stylesheet" href="{up}site.css">\n'
        f'<link rel="alternate" type="application/atom+xml" href="{up}feed.xml">\n'
        f'<header><h1>{_text(title)}</h1><nav>{arena}<a href="{up}index.html">{_say("seasons")}</a> '
        f'<a href="{up}feed.xml">{_say("feed")}</a></nav></header>\n<main>\n'
        + "\n".join(parts)
        + "\n</main>\n</html>\n"
    )


def _phase(season: Season, now: datetime) -> str:
    id = "open_until" if now < season.deadline else "closed_since"
    return f"<p>{_text(worded(f'league.page_{id}', time=f'{_day(season.deadline)} {season.deadline:%H:%M} UTC'))}</p>"


def _day(time: datetime) -> str:
    """Return the date as the arena writes it in the language of the pages."""
    month = worded("league.page_months").split()[time.month - 1]
    return worded("league.page_day", day=time.day, month=month, year=str(time.year))


def _table(found: Standings, most: int | None = None) -> str:
    """Return the standings as HTML, with `most` only the first lines. If bots have made faults, there is a column with
    their number.
    """
    told = found.json()
    lines = told["standings"][:most]
    division = () if found.schedule.divisions is None else ("division",)
    faults = ("faults",) if any(each["faults"] for each in lines) else ()
    heads = ("place", *division, "bot", "points", "games", *faults, "rating", "rank", "group")
    rows = []
    for each in lines:
        low, high = each["rank_interval"]
        cells = (
            each["place"],
            *(each.get(name, "") for name in division),
            each["name"],
            _number(each["points"]),
            each["games"],
            *(sum(each[name].values()) or "" for name in faults),
            _rating(each["rating"]),
            low if low == high else f"{low}–{high}",
            each["group"],
        )
        rows.append(cells)
    ranks = _text(worded("league.page_ranks", level=f"{100 * told['level']:g}"))
    names = heads.index("bot")
    return f'<p class="note">{ranks}</p>' + _rows([_say(f"head_{each}") for each in heads], rows, names)


def _cross(found: Standings) -> str:
    """Return the cross table as HTML: the points of the row's bot against the column's."""
    order = found.order[:CROSSED]
    met: dict[tuple[int, int], tuple[float, int]] = {}
    for (one, other), count in found.tally.pairs.items():
        met[one, other] = count.halves / 2, count.games
        met[other, one] = count.games - count.halves / 2, count.games
    heads = ["", *(str(place) for place in range(1, len(order) + 1))]
    rows = []
    for place, one in enumerate(order, 1):
        cells: list[object] = [f"{place}. {found.entrants[one].name}"]
        for other in order:
            points, games = met.get((one, other), (0.0, 0))
            cells.append(f"{_number(points)}/{games}" if games else "")
        rows.append(cells)
    return f"<h2>{_say('cross')}</h2>" + _rows(heads, rows, 0)


def _games(games: Sequence[Game], bundles: Sequence[str]) -> str:
    if not games:
        return ""
    links = " ".join(f'<a href="{name}">{name}</a>' for name in bundles)
    whole = f'<p class="note">{_say("all_games")} {links}</p>'
    rows = []
    for each in games:
        watch = (
            f'<a href="../arena/index.html{html.escape(each.link)}&amp;lang={language()}">{_say("watch")}</a>'
            if each.link
            else ""
        )
        names = " – ".join(map(_text, each.names))
        rows.append(
            f'<tr><td>{names}<td>{_text(each.scores)}<td>{watch} <a href="games/{each.file}">{_say("replay")}</a>'
        )
    return f'<h2>{_say("last_games")}</h2>{whole}<div class="wide"><table class="games">{"".join(rows)}</table></div>'


def _rows(heads: Sequence[str], rows: Iterable[Sequence[object]], names: int) -> str:
    """Return an HTML table of numbers, with names in column `names`. Heads are HTML; cells are text to be escaped."""
    kinds = [' class="name"' if column == names else "" for column in range(len(heads))]
    head = "".join(f'<th scope="col"{kind}>{each}' for kind, each in zip(kinds, heads, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{_cell(cell, bool(kind))}" for kind, cell in zip(kinds, row, strict=True))
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}<tbody>{body}</table></div>'


def _cell(cell: object, is_name: bool) -> str:
    """Return a cell as HTML. A long name is broken preferably between the person and the bot."""
    text = _text(str(cell))
    return text.replace("/", "/<wbr>") if is_name else text


def _number(value: float) -> str:
    """Return a number in the notation of the language of the pages."""
    return f"{value:g}".replace(".", "," if language() == "ru" else ".")


def _rating(elo: float) -> str:
    """Return a rating as the arena writes it: halves are rounded away from zero."""
    return signed(copysign(floor(abs(elo) + 0.5), elo)).replace("-", "−")


def _text(text: str) -> str:
    return html.escape(plain(text))


def _say(id: str) -> str:
    return _text(worded(f"league.page_{id}"))


# The feed


def _feed(root: Path, league: League, seasons: Sequence[Season]) -> str:
    """Return the runs as an Atom feed, latest first."""
    items: list[tuple[str, str, str]] = []
    for season in seasons:
        folder = folder_of(root, season)
        if not folder.is_dir():
            continue
        for line in run_lines(folder):
            said = worded("league.page_run", count=line.blocks, results=_results_of(folder, line.file))
            items.append((line.at, f"{season.name}/{line.file}", said))
    items.sort(reverse=True)
    base = league.address or "urn:sandlot-league:"
    updated = items[0][0] if items else f"{seasons[0].begins:%Y-%m-%dT%H:%M:%SZ}" if seasons else "2026-01-01T00:00:00Z"
    entries = "".join(
        f"<entry><id>{html.escape(f'{base}{name}?{at}')}</id><title>{_text(name)}</title><updated>{at}</updated>"
        f'<link href="{html.escape(base + name.partition("/")[0])}/index.html"/>'
        f'<content type="text">{_text(said)}</content></entry>\n'
        for at, name, said in items[:FED]
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<id>{html.escape(base)}</id><title>{_text(league.title)}</title><updated>{updated}</updated>\n"
        f"<author><name>{_text(league.title)}</name></author>\n{entries}</feed>\n"
    )


MOST_SAID = 20
"""How many results of a run, the last ones, an entry of the feed lists."""


def _results_of(folder: Path, file: str) -> str:
    """Return the last results of a file as text."""
    if not (folder / file).is_file():
        return ""
    with opened(folder, file) as bundle:
        names = [each.name for each in bundle.contest.entrants]
        said = []
        for result in list(bundle.results().values())[-MOST_SAID:]:
            one, other = halves(result)
            first, second = (names[each] for each in result.block.players)
            said.append(f"{first} {one / 2:g} : {other / 2:g} {second}")
    return "; ".join(said)
