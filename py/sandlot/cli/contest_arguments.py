"""The arguments of `series`, `gauntlet` and `tournament`, and their help."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from sandlot.games import GAMES
from sandlot.tournaments.kinds import KINDS, PRESETS

__all__ = ["EXAMPLES", "about_kinds", "fill_gauntlet", "fill_series", "fill_tournament", "tournament_kinds"]

Say = Callable[..., str]


class Parser(Protocol):
    """What this module needs of a parser."""

    def add(self, name: str, metavar: str | None, help: str, **more: Any) -> None:
        """Add an argument."""
        ...


def fill_series(parser: Parser, say: Say) -> None:
    """Add the arguments of `series`."""
    parser.add("game", "GAME", say("game", known=", ".join(GAMES)))
    parser.add("first", "A", say("contest_bot"))
    parser.add("second", "B", say("contest_bot"))
    parser.add("--games", "N", say("games_number"))
    parser.add("--stop", None, say("stop"), action="store_true")
    parser.add("--elo", "ELO", say("elo"))
    parser.add("--alpha", "P", say("alpha"))
    parser.add("--beta", "P", say("beta"))
    _add_contest(parser, say)


def fill_gauntlet(parser: Parser, say: Say) -> None:
    """Add the arguments of `gauntlet`."""
    parser.add("game", "GAME", say("game", known=", ".join(GAMES)))
    parser.add("candidate", "CANDIDATE", say("candidate"))
    parser.add("pool", "POOL", say("contest_bots"), nargs="+")
    parser.add("--games", "N", say("games_gauntlet"))
    _add_contest(parser, say, "blocks_gauntlet")


def fill_tournament(parser: Parser, say: Say) -> None:
    """Add the arguments of `tournament`."""
    parser.add("game", "GAME", say("game", known=", ".join(GAMES)))
    parser.add("bots", "BOT", say("contest_bots"), nargs="+")
    parser.add("--kind", "KIND", say("kind", known=", ".join(tournament_kinds())), default="round-robin")
    parser.add("--seeding", "FILE", say("seeding"))
    _add_contest(parser, say)


def _add_contest(parser: Parser, say: Say, blocks: str = "blocks") -> None:
    parser.add("--blocks", "N", say(blocks))
    parser.add("--plan", "K=V", say("plan"), action="append", default=[])
    parser.add("--seeds", "FILE", say("seeds"))
    parser.add("--seed", "N", say("contest_seed"))
    parser.add("--secret", "HEX", say("contest_secret"))
    parser.add("--option", "K=V", say("option", command="sandlot games GAME"), action="append", default=[])
    parser.add("--clock", "K=V", say("clock"), action="append", default=[])
    parser.add("--memory", "MB", say("memory"))
    parser.add("--workers", "N", say("workers"))
    parser.add("--cluster", "ADDRESS", say("cluster"))
    parser.add("--tls", "FOLDER", say("tls"))
    parser.add("--isolate", None, say("contest_isolate"), action="store_true")
    parser.add("--trust", None, say("trust"), action="store_true")
    parser.add("--out", "FILE", say("out"))
    parser.add("--withdraw", "NAME", say("withdraw"), action="append", default=[])
    parser.add("--quiet", None, say("contest_quiet"), action="store_true")


def tournament_kinds(game: str = "") -> list[str]:
    """Return the kinds of `tournament`, with the presets of a game, or of all games."""
    presets = [name for name in PRESETS if not game or name.startswith(f"{game}-")]
    return [*(kind for kind in KINDS if kind not in ("series", "gauntlet")), *presets]


def about_kinds(say: Say, kinds: Sequence[str]) -> str:
    """Return a table of the kinds of contests with the settings that each takes, and their defaults."""
    rows = []
    for kind in kinds:
        options = KINDS[kind].options
        settings = ", ".join(f"{name}={option.default}" for name, option in options.items())
        rows.append(f"  {kind:20} {settings}")
    if len(kinds) > 1:
        rows += [f"  {name:20} {_of_preset(preset)}" for name, preset in PRESETS.items()]
    names = sorted({name for kind in kinds for name in KINDS[kind].options})
    rows += ["", *(f"  {name:20} {say(f'setting_{name}')}" for name in names)]
    return "\n".join([f" {say('plan_settings')}:", *rows])


def _of_preset(preset: Mapping[str, Any]) -> str:
    settings = ", ".join(f"{name}={value}" for name, value in preset.items() if name != "kind")
    return f"{preset['kind']}: {settings}"


EXAMPLES = {
    "series": [
        "sandlot series tank my_bot.py hunter --games 200",
        "sandlot series snake new.py old.py --games 2000 --stop --elo 10",
    ],
    "gauntlet": [
        "sandlot gauntlet planes my_bot.py entropy hjq --seeds seeds.txt",
        "sandlot gauntlet snake my_bot.py bots/ --games 40",
    ],
    "tournament": [
        "sandlot tournament snake bots/ surveyor --kind round-robin --blocks 5 --out club.contest",
        "sandlot tournament generals bots/ --kind free-for-all --plan players=4 --workers 4",
        "sandlot tournament snake bots/ surveyor --kind single-elimination --seeding club.contest",
        "sandlot tournament tank bots/ --kind finals --cluster tcp://10.0.0.1:8786",
    ],
}
