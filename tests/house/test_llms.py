"""llms.txt, from which a language model can learn to write bots: it is complete, and generated from other texts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from sandlot import bots
from sandlot.cli.arguments import COMMANDS
from sandlot.games import GAMES
from sandlot.schemas.every import SCHEMAS
from sandlot_build import basis, llms
from sandlot_build.guide import guide


@pytest.fixture(scope="module")
def text() -> str:
    return llms.llms_text({f"schemas/{name}.schema.json": name for name in SCHEMAS})


def part(text: str, title: str) -> str:
    """Return one section of the text."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def test_llms_txt_has_standard_form(text: str) -> None:
    assert re.match(r"# Sandlot\n\n> \S", text)
    assert re.findall(r"\]\((?!https?:|schemas/)[^)]*\)", text) == []
    assert "{" + "max_turns}" not in text
    assert len(text) < 250_000


def test_llms_txt_explains_bots(text: str) -> None:
    said = part(text, "Bots")
    assert llms.guide_text(llms.BOTS) in said
    for known in ("move(view)", "start(setup)", "draw.cell(", "limits.left()", "__main__.py"):
        assert known in said, known


@pytest.mark.parametrize("name", GAMES)
def test_llms_txt_has_every_game(name: str, text: str) -> None:
    said, game = part(text, f"Game: {name}"), GAMES[name]
    for key, meaning in guide([name])["views"][name]:
        assert f'"{key.rpartition(".")[2]}"' in said
        # As in the docstring, where it may continue on the next line.
        assert meaning.split()[0] in said
    for known in (*game.options, *game.clocks, *game.house, *game.wires):
        assert known in said, known
    for language in ("py", "cpp"):
        assert bots.starter(name, language).strip() in said
    rules: dict[str, str] = json.loads(
        (basis.STATIC / "games" / name / "rules" / "en.json").read_text(encoding="utf-8")
    )
    assert rules[f"{name}.goal"] in said
    view: dict[str, Any] = json.loads(re.findall(r"```json\n(.*?)\n```", said, re.DOTALL)[0])
    assert view["player"] in range(game.players[1])


def test_llms_txt_has_help_of_every_command(text: str) -> None:
    said = part(text, "Commands")
    for name in COMMANDS:
        assert f"\n### sandlot {name}\n" in said
        assert re.search(rf"usage: sandlot {name}\b.*?--json", said, re.DOTALL), name


def test_llms_txt_has_result_example_and_schemas(text: str) -> None:
    found = json.loads(re.findall(r"```json\n(.*?)\n```", part(text, "What `sandlot play --json` prints"))[0])
    assert {"places", "scores", "faults", "reason"} <= found.keys()
    assert re.findall(r"\((schemas/\S+)\)", part(text, "Schemas")) == [
        f"schemas/{name}.schema.json" for name in SCHEMAS
    ]


def test_llms_txt_is_at_site_root(dist: Path) -> None:
    assert (dist / "llms.txt").read_text(encoding="utf-8").startswith("# Sandlot\n")
    assert len(list((dist / "schemas").glob("*.schema.json"))) == len(SCHEMAS)
