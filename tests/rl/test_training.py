"""The example that trains a bot, in a short version."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path
from typing import Any

import sandlot

EXAMPLE = Path(__file__).resolve().parents[2] / "py" / "examples" / "train_snake.py"


def test_trained_bot_plays_as_single_file(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("train_snake", EXAMPLE)
    assert spec
    assert spec.loader
    example: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    assert example.train(games=10, seconds=60) == example.train(games=10, seconds=60), "a seed gives the same table"
    table = example.train(games=100, seconds=60)
    assert len(table) == 96
    source = example.bot(table)
    # The page plays it without installing anything.
    assert not [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names: dict[str, Any] = {}
    exec(source, names)
    answer = sandlot.series("snake", names["move"], example.at_random, games=12, seed=3)
    assert answer.name == "move"
    assert answer.share > 0.7
    file = tmp_path / "trained.py"
    file.write_text(source)
    assert sandlot.play("snake", [file, "cautious"], seed=1).faults == ()
