"""Plays a new bot against house bots and the best of the ladder, and summarises the games in Markdown. The summary is
only informative, and nothing may depend on it: a proposal could also change the code that makes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from sandlot.archive.faults import Report
from sandlot.contest.entrants import entrants_of
from sandlot.games import rules
from sandlot.league.entries import Entry
from sandlot.league.playing import Machine, PlayedBlock, played
from sandlot.league.seasons import History, Run, history_of, standing_order
from sandlot.league.settings import League, Season
from sandlot.local import house
from sandlot.messages import named, plain, render, worded
from sandlot.stats.blocks import halves
from sandlot.tournaments.contest import Contest, begun
from sandlot.tournaments.kinds import plan_from

TOP = 3
HOUSE = 4
"""How many of the best entrants the new bot meets, and how many house bots, spread over all strengths."""
BLOCKS = 1
LONGEST_REASON = 300
"""The maximum length, in characters, of the sentence about a fault, which may have text from the bot."""


def trial(root: Path, league: League, entry: Entry, others: Sequence[Entry], now: datetime, machine: Machine) -> str:
    """Play a bot against house bots and the best of `others`; return a summary in Markdown."""
    season = league.season(now)
    history = history_of(root, season) if season else History()
    best = [others[each] for each in standing_order(history, others)[:TOP]]
    known = {each.name for each in best}
    hashed = rules(league.game.name)
    names = [name for name in league.game.house if name not in known]
    ours = [house(league.game.name, name) for name in names[:: max(1, len(names) // HOUSE)][:HOUSE]]
    opponents = [*best, *(Entry(bot.name, bot, entrants_of([bot], hashed)[0].code) for bot in ours)]
    field = [entry, *(each for each in opponents if each.name != entry.name)]
    pairs = [[0, other] for other in range(1, len(field)) for _ in range(BLOCKS)]
    plan = {"kind": "listed", "pairs": pairs, "seeds": {"first": 1, "given": []}}
    entrants = entrants_of([each.bot for each in field], hashed)
    contest = begun(Contest(league.game, hashed, entrants, plan, league.options, league.clock))
    blocks = plan_from(plan, len(field)).schedule({}, {}).blocks
    run = Run(season or Season("trial", now, now), contest, tuple(blocks), tuple(field), "trial.zip")
    found, spoilt = played(run, blocks, machine)
    return _summary(entry, field, found, len(spoilt))


def _summary(entry: Entry, field: Sequence[Entry], blocks: Sequence[PlayedBlock], spoilt: int) -> str:
    lines = [
        f"### {worded('league.trial_title', name=_cell(entry.name))}",
        "",
        f"| {_word('trial_against')} | {_word('trial_points')} | {_word('trial_games')} |",
        "|---|---:|---:|",
    ]
    for number, other in enumerate(field[1:], 1):
        met = [each for each in blocks if number in each.result.block.players]
        points = sum(halves(each.result)[0] for each in met) / 2
        lines.append(f"| {_cell(other.name)} | {points:g} | {sum(len(each.games) for each in met)} |")
    faults = [(each, report) for each in blocks for report in _faults(each)]
    lines.append("")
    if faults:
        block, report = faults[0]
        names = [field[each].name for each in block.result.block.players]
        why = render(named(report.text, names))[:LONGEST_REASON]
        lines.append(worded("league.trial_faults", count=len(faults), why=_cell(why)))
    else:
        lines.append(_word("trial_no_faults"))
    if spoilt:
        lines.append(worded("league.trial_spoilt", count=spoilt))
    lines += ["", _word("trial_note")]
    return "\n".join(lines) + "\n"


def _faults(block: PlayedBlock) -> list[Report]:
    """Return the reports of faults of the new bot, which is entrant 0."""
    return [
        report
        for number, game in enumerate(block.games)
        for report in game.reports
        if block.result.block.seats(number)[report.seat] == 0
    ]


def _cell(text: str) -> str:
    """Return untrusted text, escaped for a table in Markdown."""
    return "".join(f"&#{ord(each)};" if each in "|`<>&[]*_\\!#" else each for each in plain(text))


def _word(id: str) -> str:
    return worded(f"league.{id}")
