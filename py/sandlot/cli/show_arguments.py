"""The arguments of `show` and `bundle`, and their help."""

from __future__ import annotations

from sandlot.cli.contest_arguments import Parser, Say

__all__ = ["EXAMPLES", "about_bundle", "about_show", "fill_bundle", "fill_show"]

EXAMPLES = {
    "show": [
        "sandlot show cup.contest",
        "sandlot show cup.contest --games",
        "sandlot show cup.contest --game 7 --replay match.json",
        "sandlot show cup.zip --format csv > standings.csv",
    ],
    "bundle": ["sandlot bundle cup.contest cup.zip", "sandlot verify cup.zip"],
}


def fill_show(parser: Parser, say: Say) -> None:
    """Add the arguments of `show`."""
    parser.add("file", "FILE", say("contest_file"))
    parser.add("--format", None, say("show_format"), choices=["table", "json", "csv"], default="table")
    parser.add("--games", None, say("show_games"), action="store_true")
    parser.add("--seeds", None, say("show_seeds"), action="store_true")
    parser.add("--faults", None, say("show_faults"), action="store_true")
    parser.add("--game", "N", say("show_game"))
    parser.add("--replay", "REPLAY", say("show_replay"))


def fill_bundle(parser: Parser, say: Say) -> None:
    """Add the arguments of `bundle`."""
    parser.add("file", "FILE", say("contest_file"))
    parser.add("out", "OUT", say("bundle_out"))
    parser.add("--sources", None, say("bundle_sources"), action="store_true")


def about_show(say: Say) -> list[str]:
    """Return what `show` is for."""
    return [say("show_about"), say("show_csv")]


def about_bundle(say: Say) -> list[str]:
    """Return what `bundle` is for."""
    return [say("bundle_about")]
