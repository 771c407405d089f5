"""All errors of the package derive from one class, and the command line prints their messages."""

from __future__ import annotations

import ast
import builtins
import pickle
from pathlib import Path

import pytest
import sandlot
from sandlot.api.problem import REFUSED, Problem
from sandlot.cli.main import command
from sandlot.files.reading import NoFile
from sandlot.files.texts import BadText
from sandlot.game import BadOption, MissingPiece
from sandlot.jobs import Refused
from sandlot.local import MatchAborted, NoSandbox
from sandlot.messages import message, speak

PACKAGE = Path(sandlot.__file__).parent
#: The seat raises these internally to end a bot or its output; callers never get them.
OF_THE_SEAT = {"Closed", "Exit", "Full", "Stopped"}


def is_error(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)


def test_every_error_derives_from_the_root() -> None:
    classes = {
        (node.name, path.name): [base.id for base in node.bases if isinstance(base, ast.Name)]
        for path in PACKAGE.rglob("*.py")
        if path.parent.name != "bots"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    alone = {name for (name, _), bases in classes.items() if bases and all(map(is_error, bases))}
    assert alone <= OF_THE_SEAT | {"SandlotError"}


@pytest.mark.parametrize(
    ("error", "builtin"),
    [(Refused, ValueError), (BadOption, ValueError), (BadText, ValueError), (NoFile, OSError)],
)
def test_errors_also_derive_from_builtin_class(error: type[Exception], builtin: type[Exception]) -> None:
    assert issubclass(error, sandlot.SandlotError)
    assert issubclass(error, builtin)


def test_message_is_in_current_language() -> None:
    error = Refused("job.memory")
    english = str(error)
    with speak("ru"):
        assert str(error) != english
    assert str(sandlot.SandlotError("as it stands")) == "as it stands"


def test_errors_survive_pickling() -> None:
    text = message("void.machine", why="OSError: no space")
    for error in (Refused("job.memory"), NoSandbox(text), MatchAborted(text), Problem(text, REFUSED, ["A"])):
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), str(copy), copy.text) == (type(error), str(error), error.text)


def test_command_line_prints_every_error(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(known: object) -> int:
        raise MissingPiece("snake has no house bot")

    monkeypatch.setattr("sandlot.cli.games.show_games", refuse)
    assert command(["games"]) == REFUSED
    assert capsys.readouterr().err == "sandlot: snake has no house bot\n"
