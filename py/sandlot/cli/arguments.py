"""The commands, their options and their help, in the user's language."""

from __future__ import annotations

import argparse
import contextlib
import os
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from sandlot import __version__
from sandlot.api.problem import Problem
from sandlot.games import GAMES, generals
from sandlot.messages import LANGUAGES, Message, language, message, render, worded
from sandlot.schemas.every import SCHEMAS
from sandlot.tournaments.kinds import KINDS, PRESETS

GRADE_FORMATS = ("text", "json", "csv", "gradescope", "classroom50")

LEAGUE_STEPS: Mapping[str, tuple[str, ...]] = {
    "new": ("game", "language", "arena"),
    "update": ("arena",),
    "check": ("author", "changes", "range"),
    "trial": ("author", "range", "workers", "memory", "trust"),
    "play": ("shard", "out", "workers", "memory", "trust"),
    "judge": ("shards", "out", "workers", "memory", "trust"),
    "publish": ("judged", "out"),
    "run": ("out", "workers", "memory", "trust"),
}
"""The steps of `league`, with the options that each takes besides --quiet and --verbose."""

MOST_LINES = generals.game.options["rows"].high

#: Messages of argparse, and our sentence for each. Its other messages, or those of other versions, stay in English.
SAYS: dict[str, Message] = {
    "the following arguments are required: %s": message("cli.required", names="%s"),
    "argument %(argument_name)s: %(message)s": message("cli.argument", name="%(argument_name)s", why="%(message)s"),
    "unrecognized arguments: %s": message("cli.unrecognized", names="%s"),
    "invalid choice: %(value)r (choose from %(choices)s)": message("cli.choice", got="%(value)r", known="%(choices)s"),
    "expected one argument": message("cli.expects_one"),
    "ignored explicit argument %r": message("cli.explicit", got="%r"),
    "ambiguous option: %(option)s could match %(matches)s": message(
        "cli.ambiguous", option="%(option)s", matches="%(matches)s"
    ),
}


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the command line; `run` of the result names the function that runs its command, see `_Command.run`. Raise
    `Problem` if it cannot be parsed; exit, as argparse does, after printing help or the version.
    """
    with _translated_argparse():
        return _parser().parse_args(arguments)


def help_text() -> str:
    """Return the help for all commands."""
    with _translated_argparse():
        return _parser().format_help()


def language_of(arguments: Sequence[str]) -> str:
    """Return the language to use: the one asked for, even if the rest cannot be parsed, or the terminal's."""
    for number, each in enumerate(arguments):
        name, equals, value = each.partition("=")
        if name == "--lang":
            asked = value if equals else "".join(arguments[number + 1 : number + 2])
            if asked in LANGUAGES:
                return asked
    chosen = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = chosen.lower().partition("_")[0].partition(".")[0]
    return code if code in LANGUAGES else LANGUAGES[0]


def _say(id: str, **params: Any) -> str:
    return worded(f"cli.help.{id}", **params)


class _Argument(NamedTuple):
    """An argument of a command; it is an option if its name begins with a dash. `help` is the id of its sentence, which
    takes `params`; `more` is for argparse.
    """

    name: str
    metavar: str | None
    help: str
    params: Mapping[str, Any] = {}
    more: Mapping[str, Any] = {}


class _Command(NamedTuple):
    """A command. `about` returns the paragraphs of its help; without it, the help is the command's line in the list of
    commands.
    """

    run: str
    """Its module in `cli` and the function there that runs it, as "module:function". The module is imported lazily."""
    arguments: Sequence[_Argument]
    examples: Sequence[str]
    about: Callable[[], list[str]] | None = None


def _flag(name: str, help: str, **params: Any) -> _Argument:
    return _Argument(name, None, help, params, {"action": "store_true"})


def _many(name: str, metavar: str, help: str, **params: Any) -> _Argument:
    """Return an option that may be given more than once."""
    return _Argument(name, metavar, help, params, {"action": "append", "default": []})


def tournament_kinds(game: str = "") -> list[str]:
    """Return the kinds of `tournament`, with the presets of a game, or of all games."""
    presets = [name for name in PRESETS if not game or name.startswith(f"{game}-")]
    return [*(kind for kind in KINDS if kind not in ("series", "gauntlet")), *presets]


def _about(*ids: str) -> Callable[[], list[str]]:
    return lambda: [_say(id) for id in ids]


def _about_play() -> list[str]:
    kinds = [
        ("NAME", _say("kind_house", command="sandlot games GAME")),
        ("FILE.py", _say("kind_file")),
        ("FILE.zip", _say("kind_zip")),
        ("cmd:COMMAND", _say("kind_command")),
    ]
    rows = [f"  {name:12} {text}" for name, text in kinds]
    return [_say("kinds"), "\n".join(rows), _say("turn", input="{input}"), _say("input_file"), _say("rights")]


def _about_contest(command: str, kinds: Sequence[str]) -> Callable[[], list[str]]:
    return lambda: [_say(f"{command}_about"), _say("contest_about"), _about_kinds(kinds), _say("contest_exit")]


def _about_kinds(kinds: Sequence[str]) -> str:
    """Return a table of the kinds of contests with the settings that each takes, and their defaults."""
    rows = []
    for kind in kinds:
        options = KINDS[kind].options
        settings = ", ".join(f"{name}={option.default}" for name, option in options.items())
        rows.append(f"  {kind:20} {settings}")
    if len(kinds) > 1:
        rows += [f"  {name:20} {_of_preset(preset)}" for name, preset in PRESETS.items()]
    names = sorted({name for kind in kinds for name in KINDS[kind].options})
    rows += ["", *(f"  {name:20} {_say(f'setting_{name}')}" for name in names)]
    return "\n".join([f" {_say('plan_settings')}:", *rows])


def _of_preset(preset: Mapping[str, Any]) -> str:
    settings = ", ".join(f"{name}={value}" for name, value in preset.items() if name != "kind")
    return f"{preset['kind']}: {settings}"


_GAME = _Argument("game", "GAME", "game", {"known": ", ".join(GAMES)})
_OPTION = _many("--option", "K=V", "option", command="sandlot games GAME")
_CLOCK = _many("--clock", "K=V", "clock")
_SEED = _Argument("--seed", "N", "seed")
_MATCH = (
    _CLOCK,
    _Argument("--memory", "MB", "memory"),
    _flag("--isolate", "isolate"),
    _Argument("--replay", "FILE", "replay"),
    _flag("--prints", "prints"),
    _flag("--verbose", "verbose"),
)
_CONTEST = (
    _many("--plan", "K=V", "plan"),
    _Argument("--seeds", "FILE", "seeds"),
    _Argument("--seed", "N", "contest_seed"),
    _Argument("--secret", "HEX", "contest_secret"),
    _OPTION,
    _CLOCK,
    _Argument("--memory", "MB", "memory"),
    _Argument("--workers", "N", "workers"),
    _Argument("--cluster", "ADDRESS", "cluster"),
    _Argument("--tls", "FOLDER", "tls"),
    _flag("--isolate", "contest_isolate"),
    _flag("--trust", "trust"),
    _Argument("--out", "FILE", "out"),
    _many("--withdraw", "NAME", "withdraw"),
    _flag("--quiet", "contest_quiet"),
    _flag("--verbose", "verbose"),
)

COMMANDS: Mapping[str, _Command] = {
    "games": _Command("games:show_games", [_GAME._replace(more={"nargs": "?"})], ["sandlot games tank"]),
    "new": _Command(
        "new:new",
        [_GAME, _Argument("file", "FILE", "new_file"), _Argument("--asks", "BOT.java", "new_asks")],
        [
            "sandlot new tank my_bot.py",
            "sandlot new snake Main.java",
            "javac -d build Main.java",
            'sandlot play snake "cmd:java -cp build Main" surveyor',
            "sandlot new snake Main.java --asks Bot.java",
            "sandlot new generals my_bot.cpp",
            "g++ -std=c++17 -O2 -o my_bot my_bot.cpp",
            "sandlot play generals cmd:./my_bot greedy",
        ],
        _about("new_about"),
    ),
    "play": _Command(
        "play:play",
        [
            _GAME,
            _Argument("bots", "BOT", "play_bot", more={"nargs": "+"}),
            _SEED,
            _Argument("--secret", "HEX", "secret"),
            _OPTION,
            *_MATCH,
            _flag("--quiet", "quiet"),
            _Argument("--from", "REPLAY", "from", more={"dest": "source"}),
            _Argument("--turn", "N", "from_turn"),
        ],
        [
            "sandlot play tank my_bot.py hunter --seed 7 --replay match.json",
            "sandlot play generals cmd:./my_bot conqueror --option map=@map.txt --clock seed",
            'sandlot play snake "cmd:java -cp build Main" "cmd:java -cp old Main {input}"',
            "sandlot play tank my_bot.py hunter --from match.json --turn 12",
        ],
        _about_play,
    ),
    "verify": _Command(
        "bundling:verify",
        [_Argument("replay", "REPLAY", "verify_file")],
        ["sandlot verify match.json", "sandlot verify cup.zip"],
    ),
    "link": _Command(
        "links:print_link",
        [
            _Argument("file", "FILE", "link_any"),
            _Argument("--page", "ADDRESS", "link_page", more={"default": ""}),
            _Argument("--turn", "N", "link_turn"),
            _Argument("--eyes", "PLAYER", "link_eyes"),
            _many("--source", "PLAYER=FILE", "link_source"),
            _Argument("--game", "GAME", "link_game", _GAME.params),
            _many("--seed", "N", "link_seed"),
            _OPTION,
            _CLOCK,
            _Argument("--rung", "NAME", "link_rung"),
            _flag("--results", "link_results"),
            _flag("--sources", "link_with_sources"),
        ],
        [
            "sandlot link match.json",
            "sandlot link match.json --turn 31 --page https://example.org/sandlot/",
            "sandlot link my_bot.py --game snake",
            "sandlot link my_bot.py --game snake --seed 7 --seed 8 --option walls=border",
            "sandlot link club.contest --results",
        ],
        _about("link_about"),
    ),
    "unlink": _Command(
        "links:print_linked",
        [_Argument("address", "LINK", "unlink_address"), _Argument("--sources", "FOLDER", "unlink_sources")],
        [
            "sandlot unlink '#v2.…' > match.json",
            "sandlot unlink - < link.txt > match.json",
            "sandlot unlink '#b1.…' --sources bots",
        ],
    ),
    "export": _Command(
        "exporting:export",
        [
            _Argument("replay", "FILE", "export_file"),
            _Argument("--html", "FILE", "export_html"),
            _Argument("--traces", "FILE", "export_traces"),
        ],
        ["sandlot export match.json --html match.html", "sandlot export club.contest --traces club.jsonl"],
        _about("export_about", "export_about_traces"),
    ),
    "import": _Command(
        "bundling:import_log",
        [_Argument("log", "LOG", "import_log"), _Argument("replay", "REPLAY", "import_file")],
        ["sandlot import game.log match.json"],
    ),
    "map": _Command(
        "configurations:draw_map",
        [
            _Argument("game", "generals", "game", {"known": "generals"}, {"choices": ["generals"]}),
            _Argument("rows", "N", "map_rows", {"most": MOST_LINES}),
            _Argument("cols", "M", "map_cols", {"most": MOST_LINES}),
            _Argument("players", "K", "map_players"),
            _SEED,
            _flag("--fair", "fair"),
        ],
        ["sandlot map generals 20 20 2 --seed 4 > map.txt"],
    ),
    "run": _Command(
        "configurations:run_configuration",
        [
            _Argument("config", "CONFIG", "run_config"),
            _Argument("--rounds", "N", "run_rounds"),
            _many("--option", "K=V", "run_option"),
            _Argument("--seed", "N", "run_seed"),
            *_MATCH,
            _flag("--quiet", "quiet_run"),
        ],
        [
            "sandlot run config.txt",
            "sandlot run config.txt --rounds 10000 --replay match.json",
            "sandlot run configs --replay replays",
        ],
        _about("run_about", "run_folder", "rights"),
    ),
    "series": _Command(
        "contests:series",
        [
            _GAME,
            _Argument("first", "A", "contest_bot"),
            _Argument("second", "B", "contest_bot"),
            _Argument("--games", "N", "games_number"),
            _flag("--stop", "stop"),
            _Argument("--elo", "ELO", "elo"),
            _Argument("--alpha", "P", "alpha"),
            _Argument("--beta", "P", "beta"),
            _Argument("--blocks", "N", "blocks"),
            *_CONTEST,
        ],
        [
            "sandlot series tank my_bot.py hunter --games 200",
            "sandlot series snake new.py old.py --games 2000 --stop --elo 10",
        ],
        _about_contest("series", ["series"]),
    ),
    "gauntlet": _Command(
        "contests:gauntlet",
        [
            _GAME,
            _Argument("candidate", "CANDIDATE", "candidate"),
            _Argument("pool", "POOL", "contest_bots", more={"nargs": "+"}),
            _Argument("--games", "N", "games_gauntlet"),
            _Argument("--blocks", "N", "blocks_gauntlet"),
            *_CONTEST,
        ],
        [
            "sandlot gauntlet planes my_bot.py entropy hjq --seeds seeds.txt",
            "sandlot gauntlet snake my_bot.py bots/ --games 40",
        ],
        _about_contest("gauntlet", ["gauntlet"]),
    ),
    "tournament": _Command(
        "contests:tournament",
        [
            _GAME,
            _Argument("bots", "BOT", "contest_bots", more={"nargs": "+"}),
            _Argument("--kind", "KIND", "kind", {"known": ", ".join(tournament_kinds())}, {"default": "round-robin"}),
            _Argument("--seeding", "FILE", "seeding"),
            _Argument("--blocks", "N", "blocks"),
            *_CONTEST,
        ],
        [
            "sandlot tournament snake bots/ surveyor --kind round-robin --blocks 5 --out club.contest",
            "sandlot tournament generals bots/ --kind free-for-all --plan players=4 --workers 4",
            "sandlot tournament snake bots/ surveyor --kind single-elimination --seeding club.contest",
            "sandlot tournament tank bots/ --kind finals --cluster tcp://10.0.0.1:8786",
        ],
        _about_contest("tournament", [kind for kind in KINDS if kind not in ("series", "gauntlet")]),
    ),
    "grade": _Command(
        "grading:grade",
        [
            _Argument("bots", "BOT", "grade_bots", more={"nargs": "+"}),
            _Argument("--spec", "FILE", "grade_spec", more={"required": True}),
            _Argument("--kept", "FILE", "grade_kept"),
            _Argument(
                "--format",
                None,
                "grade_format",
                {"formats": ", ".join(GRADE_FORMATS)},
                {"choices": GRADE_FORMATS, "default": "text"},
            ),
            _Argument("--out", "FILE", "grade_out"),
            _Argument("--memory", "MB", "memory"),
            _Argument("--workers", "N", "grade_workers"),
            _flag("--trust", "trust"),
            _flag("--quiet", "grade_quiet"),
            _flag("--verbose", "verbose"),
        ],
        [
            "sandlot grade my_bot.py --spec grade.toml",
            "sandlot grade handed-in/ --spec grade.toml --kept kept.toml --format csv --out class.csv",
            "sandlot grade submission/ --spec grade.toml --format gradescope --out results.json",
        ],
        _about("grade_about", "grade_exit"),
    ),
    "puzzles": _Command(
        "puzzles:ask",
        [
            _Argument("bot", "BOT", "puzzles_bot"),
            _Argument("--game", "GAME", "game", {"known": ", ".join(GAMES)}, {"required": True}),
            _Argument("--file", "FILE", "puzzles_file"),
            _Argument("--count", "N", "puzzles_count"),
            _Argument("--memory", "MB", "memory"),
            _flag("--trust", "trust"),
            _flag("--quiet", "grade_quiet"),
            _flag("--verbose", "verbose"),
        ],
        ["sandlot puzzles my_bot.py --game snake", "sandlot puzzles surveyor --game snake --count 20 --json"],
        _about("puzzles_about"),
    ),
    "league": _Command(
        "league:league",
        [
            _Argument("step", "STEP", "league_step", {"known": ", ".join(LEAGUE_STEPS)}, {"choices": [*LEAGUE_STEPS]}),
            _Argument("paths", "FOLDER", "league_folder", more={"nargs": "*"}),
            _Argument("--game", "GAME", "game", {"known": ", ".join(GAMES)}),
            _Argument("--language", None, "league_language", more={"choices": LANGUAGES}),
            _Argument("--arena", "FOLDER", "league_arena"),
            _Argument("--author", "LOGIN", "league_author"),
            _Argument("--changes", "FILE", "league_changes"),
            _Argument("--range", "A..B", "league_range"),
            _Argument("--shard", "K/N", "league_shard"),
            _Argument("--shards", "FOLDER", "league_shards"),
            _Argument("--judged", "FOLDER", "league_judged"),
            _Argument("--out", "FOLDER", "league_out"),
            _Argument("--memory", "MB", "memory"),
            _Argument("--workers", "N", "league_workers"),
            _flag("--trust", "trust"),
            _flag("--quiet", "league_quiet"),
            _flag("--verbose", "verbose"),
        ],
        [
            "sandlot league new club --game snake",
            "sandlot league run club --out site",
            "sandlot league check club --range main..proposal --author anna",
            "sandlot league trial club anna/hare",
            "sandlot league play club --shard 3/8 --out shards",
            "sandlot league judge club --shards shards --out judged",
            "sandlot league publish club --judged judged --out site",
        ],
        _about("league_about", "league_steps", "league_exit"),
    ),
    "doctor": _Command("doctor:doctor", [], ["sandlot doctor", "sandlot doctor --json"], _about("doctor_about")),
    "show": _Command(
        "report:show",
        [
            _Argument("file", "FILE", "contest_file"),
            _Argument("--format", None, "show_format", more={"choices": ["table", "json", "csv"], "default": "table"}),
            _flag("--games", "show_games"),
            _flag("--seeds", "show_seeds"),
            _flag("--faults", "show_faults"),
            _flag("--chances", "show_chances"),
            _Argument("--anchor", "NAME[=ELO]", "show_anchor"),
            _Argument("--game", "N", "show_game"),
            _Argument("--replay", "REPLAY", "show_replay"),
        ],
        [
            "sandlot show cup.contest",
            "sandlot show cup.contest --games",
            "sandlot show cup.contest --chances --anchor surveyor=1500",
            "sandlot show cup.contest --game 7 --replay match.json",
            "sandlot show cup.zip --format csv > standings.csv",
        ],
        _about("show_about", "show_csv"),
    ),
    "bundle": _Command(
        "bundling:bundle",
        [
            _Argument("file", "FILE", "contest_file"),
            _Argument("out", "OUT", "bundle_out"),
            _flag("--sources", "bundle_sources"),
        ],
        ["sandlot bundle cup.contest cup.zip", "sandlot verify cup.zip"],
        _about("bundle_about"),
    ),
    "mcp": _Command(
        "serving:serve_assistants",
        [_Argument("--memory", "MB", "memory"), _flag("--trust", "mcp_trust")],
        ["sandlot mcp", "sandlot mcp --memory 512"],
        _about("mcp_about"),
    ),
    "schema": _Command(
        "schema:show_schema",
        [_Argument("name", "NAME", "schema_name", {"known": ", ".join(SCHEMAS)}, {"nargs": "?"})],
        ["sandlot schema tank", "sandlot schema replay > replay.schema.json"],
        _about("schema_about"),
    ),
}
"""Every command with its arguments, in the order of the help."""

EXAMPLES = ("sandlot new tank my_bot.py", "sandlot play tank my_bot.py hunter --replay match.json")

#: The help for --json, for commands that need their own.
JSON = {
    **dict.fromkeys(("series", "gauntlet", "tournament"), "contest_json"),
    "show": "show_json",
    "grade": "grade_json",
    "league": "league_json",
    "unlink": "unlink_json",
}

#: Paragraphs for tool authors in the help for all commands.
FOR_PROGRAMS = ("programs", "programs_json", "exit")

#: Commands whose own help explains their exit status.
OWN_EXIT = {"series", "gauntlet", "tournament", "grade", "league", "doctor"}


def _parser() -> argparse.ArgumentParser:
    whole = [_say("about"), _say("rights"), *(_say(id) for id in FOR_PROGRAMS)]
    parser = _Parser("sandlot", whole, examples=EXAMPLES)
    parser.options.add_argument("--version", action="version", version=f"sandlot {__version__}", help=_say("version"))
    commands = parser.add_subparsers(
        title=_say("commands"), required=True, metavar=_say("command"), parser_class=_CommandParser, prog="sandlot"
    )
    for name, command in COMMANDS.items():
        short = _say(name)
        long = command.about() if command.about else [short[0].upper() + short[1:]]
        if name not in OWN_EXIT:
            long.append(_say("exit"))
        each = commands.add_parser(name, help=short, about=long, examples=command.examples)
        for argument in (*command.arguments, _flag("--json", JSON.get(name, "json"))):
            each.add(argument)
        each.set_defaults(run=command.run)
    return parser


class _Parser(argparse.ArgumentParser):
    """A parser that prints only our sentences, and that exits by raising `Problem`."""

    def __init__(self, prog: str, about: Sequence[str], examples: Sequence[str]) -> None:
        super().__init__(
            prog=prog,
            description="\n\n".join(map(_filled, about)),
            epilog="\n".join([f"{_say('examples')}:", *(f"  {each}" for each in examples)]),
            formatter_class=_Raw,
            add_help=False,
        )
        self.arguments = self.add_argument_group(_say("arguments"))
        self.options = self.add_argument_group(_say("options"))
        self.options.add_argument("-h", "--help", action="help", help=_say("help"))
        self.options.add_argument("--lang", choices=LANGUAGES, help=_say("lang"))

    def add(self, argument: _Argument) -> None:
        group = self.options if argument.name.startswith("-") else self.arguments
        more = {"metavar": argument.metavar, **argument.more} if argument.metavar else argument.more
        group.add_argument(argument.name, help=_say(argument.help, **argument.params).replace("%", "%%"), **more)

    def error(self, message: str) -> NoReturn:
        raise Problem(_usage(message, self.prog))


class _CommandParser(_Parser):
    """The parser of one command. Options may stand between bots: argparse mixes them only on request, and never in the
    parsers of subcommands.
    """

    _mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse as argparse does, but let options stand between positional arguments."""
        if self._mixing:
            return super().parse_known_args(args, namespace)
        # Otherwise argparse would cut off its own word for "usage", which is seven characters long.
        self._mixing, self.usage = True, self.format_usage().removeprefix(f"{_say('usage')}: ").strip()
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing, self.usage = False, None


def _usage(why: str, command: str) -> Message:
    return message("cli.usage", why=why, command=command)


class _Raw(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of descriptions."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        # Names of kinds stay whole, so that they can be copied.
        return textwrap.wrap(text, width, break_on_hyphens=False)

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """Begin with our word for "usage"."""
        super().add_usage(usage, actions, groups, f"{_say('usage')}: ")


def _filled(text: str) -> str:
    """Return a paragraph wrapped into lines; one that begins with a space is a table and stays. Chinese characters are
    two cells wide.
    """
    return text if text.startswith(" ") else textwrap.fill(text, 50 if language() == "zh" else 100)


@contextlib.contextmanager
def _translated_argparse() -> Iterator[None]:
    """Make argparse print its own sentences in the user's language. It looks them up with gettext, whose catalogs have
    another format, so its lookup function is replaced for a while.
    """
    lent = vars(argparse)
    before = lent["_"]
    lent["_"] = lambda text: render(SAYS[text]) if text in SAYS else before(text)
    try:
        yield
    finally:
        lent["_"] = before
