"""The commands, their options and their help, in the user's language."""

from __future__ import annotations

import argparse
import contextlib
import os
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from sandlot import __version__
from sandlot.cli import contest_arguments as contests
from sandlot.cli import show_arguments as shows
from sandlot.cli.problem import Problem
from sandlot.games import GAMES, generals
from sandlot.messages import LANGUAGES, Message, language, message, render
from sandlot.schemas.every import SCHEMAS
from sandlot.tournaments.kinds import KINDS

__all__ = ["Handler", "help_text", "language_of", "parse"]

Handler = Callable[[argparse.Namespace], int]

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


def parse(arguments: Sequence[str], handlers: Mapping[str, Handler]) -> argparse.Namespace:
    """Parse the command line; `run` of the result is the handler of its command. Raise `Problem` if it cannot be
    parsed; exit, as argparse does, after printing help or the version. `handlers` are by the name of the command.
    """
    with _argparse_speaks():
        return _parser(handlers).parse_args(arguments)


def help_text(handlers: Mapping[str, Handler]) -> str:
    """Return the help for all commands."""
    with _argparse_speaks():
        return _parser(handlers).format_help()


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
    return render(message(f"cli.help.{id}", **params))


def _parser(handlers: Mapping[str, Handler]) -> argparse.ArgumentParser:
    whole = [_say("about"), _say("rights"), *(_say(id) for id in FOR_PROGRAMS)]
    parser = _Parser("sandlot", whole, examples=EXAMPLES["sandlot"])
    parser.options.add_argument("--version", action="version", version=f"sandlot {__version__}", help=_say("version"))
    commands = parser.add_subparsers(
        title=_say("commands"), required=True, metavar=_say("command"), parser_class=_Command, prog="sandlot"
    )
    for name, (fill, about) in COMMANDS.items():
        short = _say(name)
        long = about() if about else [short[0].upper() + short[1:]]
        if name not in OWN_EXIT:
            long.append(_say("exit"))
        each = commands.add_parser(name, help=short, about=long, examples=EXAMPLES[name])
        fill(each)
        each.add("--json", None, _say(JSON.get(name, "json")), action="store_true")
        each.set_defaults(run=handlers[name])
    return parser


def _games(parser: _Parser) -> None:
    parser.add("game", "GAME", _say("game", known=", ".join(GAMES)), nargs="?")


def _new(parser: _Parser) -> None:
    parser.add("game", "GAME", _say("game", known=", ".join(GAMES)))
    parser.add("file", "FILE", _say("new_file"))
    parser.add("--asks", "BOT.java", _say("new_asks"))


def _verify(parser: _Parser) -> None:
    parser.add("replay", "REPLAY", _say("verify_file"))


def _link(parser: _Parser) -> None:
    parser.add("file", "FILE", _say("link_any"))
    parser.add("--page", "ADDRESS", _say("link_page"), default="")
    parser.add("--turn", "N", _say("link_turn"))
    parser.add("--eyes", "PLAYER", _say("link_eyes"))
    parser.add("--source", "PLAYER=FILE", _say("link_source"), action="append", default=[])
    parser.add("--game", "GAME", _say("link_game", known=", ".join(GAMES)))
    parser.add("--seed", "N", _say("link_seed"), action="append", default=[])
    parser.add("--option", "K=V", _say("option", command="sandlot games GAME"), action="append", default=[])
    parser.add("--clock", "K=V", _say("clock"), action="append", default=[])
    parser.add("--rung", "NAME", _say("link_rung"))
    parser.add("--results", None, _say("link_results"), action="store_true")
    parser.add("--sources", None, _say("link_with_sources"), action="store_true")


def _unlink(parser: _Parser) -> None:
    parser.add("address", "LINK", _say("unlink_address"))
    parser.add("--sources", "FOLDER", _say("unlink_sources"))


def _export(parser: _Parser) -> None:
    parser.add("replay", "REPLAY", _say("link_file"))
    parser.add("--html", "FILE", _say("export_html"), required=True)


def _import(parser: _Parser) -> None:
    parser.add("log", "LOG", _say("import_log"))
    parser.add("replay", "REPLAY", _say("import_file"))


def _play(parser: _Parser) -> None:
    parser.add("game", "GAME", _say("game", known=", ".join(GAMES)))
    parser.add("bots", "BOT", _say("play_bot"), nargs="+")
    parser.add("--seed", "N", _say("seed"))
    parser.add("--secret", "HEX", _say("secret"))
    parser.add("--option", "K=V", _say("option", command="sandlot games GAME"), action="append", default=[])
    _add_match(parser)
    parser.add("--quiet", None, _say("quiet"), action="store_true")
    parser.add("--from", "REPLAY", _say("from"), dest="source")
    parser.add("--turn", "N", _say("from_turn"))


def _map(parser: _Parser) -> None:
    parser.add("game", "generals", _say("game", known="generals"), choices=["generals"])
    parser.add("rows", "N", _say("map_rows", most=MOST_LINES))
    parser.add("cols", "M", _say("map_cols", most=MOST_LINES))
    parser.add("players", "K", _say("map_players"))
    parser.add("--seed", "N", _say("seed"))
    parser.add("--fair", None, _say("fair"), action="store_true")


def _run(parser: _Parser) -> None:
    parser.add("config", "CONFIG", _say("run_config"))
    parser.add("--rounds", "N", _say("run_rounds"))
    parser.add("--option", "K=V", _say("run_option"), action="append", default=[])
    parser.add("--seed", "N", _say("run_seed"))
    _add_match(parser)
    parser.add("--quiet", None, _say("quiet_run"), action="store_true")


def _schema(parser: _Parser) -> None:
    parser.add("name", "NAME", _say("schema_name", known=", ".join(SCHEMAS)), nargs="?")


def _add_match(parser: _Parser) -> None:
    parser.add("--clock", "K=V", _say("clock"), action="append", default=[])
    parser.add("--memory", "MB", _say("memory"))
    parser.add("--isolate", None, _say("isolate"), action="store_true")
    parser.add("--replay", "FILE", _say("replay"))
    parser.add("--prints", None, _say("prints"), action="store_true")


def _about_play() -> list[str]:
    kinds = [
        ("NAME", _say("kind_house", command="sandlot games GAME")),
        ("FILE.py", _say("kind_file")),
        ("FILE.zip", _say("kind_zip")),
        ("cmd:COMMAND", _say("kind_command")),
    ]
    rows = [f"  {name:12} {text}" for name, text in kinds]
    return [_say("kinds"), "\n".join(rows), _say("turn", input="{input}"), _say("input_file"), _say("rights")]


def _about_contest(command: str, kinds: Sequence[str]) -> list[str]:
    return [_say(f"{command}_about"), _say("contest_about"), contests.about_kinds(_say, kinds), _say("contest_exit")]


COMMANDS: dict[str, tuple[Callable[[_Parser], None], Callable[[], list[str]] | None]] = {
    "games": (_games, None),
    "new": (_new, lambda: [_say("new_about")]),
    "play": (_play, _about_play),
    "verify": (_verify, None),
    "link": (_link, lambda: [_say("link_about")]),
    "unlink": (_unlink, None),
    "export": (_export, lambda: [_say("export_about")]),
    "import": (_import, None),
    "map": (_map, None),
    "run": (_run, lambda: [_say("run_about"), _say("run_folder"), _say("rights")]),
    "series": (lambda parser: contests.fill_series(parser, _say), lambda: _about_contest("series", ["series"])),
    "gauntlet": (lambda parser: contests.fill_gauntlet(parser, _say), lambda: _about_contest("gauntlet", ["gauntlet"])),
    "tournament": (
        lambda parser: contests.fill_tournament(parser, _say),
        lambda: _about_contest("tournament", [kind for kind in KINDS if kind in contests.tournament_kinds()]),
    ),
    "doctor": (lambda parser: None, lambda: [_say("doctor_about")]),
    "show": (lambda parser: shows.fill_show(parser, _say), lambda: shows.about_show(_say)),
    "bundle": (lambda parser: shows.fill_bundle(parser, _say), lambda: shows.about_bundle(_say)),
    "schema": (_schema, lambda: [_say("schema_about")]),
}

#: What --json prints where that is no object of its own.
JSON = {
    **dict.fromkeys(("series", "gauntlet", "tournament"), "contest_json"),
    "show": "show_json",
    "unlink": "unlink_json",
}

#: What the help for all commands says to those who write programs that write bots.
FOR_PROGRAMS = ("programs", "programs_json", "exit")

#: The commands whose help says by itself what their exit status means.
OWN_EXIT = {"series", "gauntlet", "tournament", "doctor"}

EXAMPLES = {
    "sandlot": ["sandlot new tank my_bot.py", "sandlot play tank my_bot.py hunter --replay match.json"],
    "games": ["sandlot games tank"],
    "new": [
        "sandlot new tank my_bot.py",
        "sandlot new snake Main.java",
        "javac -d build Main.java",
        'sandlot play snake "cmd:java -cp build Main" surveyor',
        "sandlot new snake Main.java --asks Bot.java",
        "sandlot new generals my_bot.cpp",
        "g++ -std=c++17 -O2 -o my_bot my_bot.cpp",
        "sandlot play generals cmd:./my_bot greedy",
    ],
    "play": [
        "sandlot play tank my_bot.py hunter --seed 7 --replay match.json",
        "sandlot play generals cmd:./my_bot conqueror --option map=@map.txt --clock seed",
        'sandlot play snake "cmd:java -cp build Main" "cmd:java -cp old Main {input}"',
        "sandlot play tank my_bot.py hunter --from match.json --turn 12",
    ],
    "doctor": ["sandlot doctor", "sandlot doctor --json"],
    "schema": ["sandlot schema tank", "sandlot schema replay > replay.schema.json"],
    "verify": ["sandlot verify match.json", "sandlot verify cup.zip"],
    "link": [
        "sandlot link match.json",
        "sandlot link match.json --turn 31 --page https://example.org/sandlot/",
        "sandlot link my_bot.py --game snake",
        "sandlot link my_bot.py --game snake --seed 7 --seed 8 --option walls=border",
        "sandlot link club.contest --results",
    ],
    "unlink": [
        "sandlot unlink '#v2.…' > match.json",
        "sandlot unlink - < link.txt > match.json",
        "sandlot unlink '#b1.…' --sources bots",
    ],
    "export": ["sandlot export match.json --html match.html"],
    "import": ["sandlot import game.log match.json"],
    "map": ["sandlot map generals 20 20 2 --seed 4 > map.txt"],
    "run": [
        "sandlot run config.txt",
        "sandlot run config.txt --rounds 10000 --replay match.json",
        "sandlot run configs --replay replays",
    ],
    **contests.EXAMPLES,
    **shows.EXAMPLES,
}


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

    def add(self, name: str, metavar: str | None, help: str, **more: Any) -> None:
        """Add an argument; it is an option if its name begins with a dash."""
        group = self.options if name.startswith("-") else self.arguments
        if metavar:
            more["metavar"] = metavar
        group.add_argument(name, help=help.replace("%", "%%"), **more)

    def error(self, message: str) -> NoReturn:
        raise Problem(_usage(message, self.prog))


class _Command(_Parser):
    """The parser of one command: options may stand between bots. Python's own mixes them only if it is told to, and
    not in the parsers of commands.
    """

    _mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse, as Python's parser does."""
        if self._mixing:
            return super().parse_known_args(args, namespace)
        # Else Python would cut off its own word for "usage", of seven characters.
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
    """Return a paragraph wrapped into lines. One that begins with a space is a table. Chinese characters count
    double.
    """
    return text if text.startswith(" ") else textwrap.fill(text, 50 if language() == "zh" else 100)


@contextlib.contextmanager
def _argparse_speaks() -> Iterator[None]:
    """Make argparse print its own sentences in the user's language. It looks them up with gettext, whose catalogs have
    another file format, so its lookup functions are replaced meanwhile.
    """
    lent = vars(argparse)
    before = lent["_"]
    lent["_"] = lambda text: render(SAYS[text]) if text in SAYS else before(text)
    try:
        yield
    finally:
        lent["_"] = before
