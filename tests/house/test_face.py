"""The public API: names that other people's bots import must stay importable, whatever is renamed behind them."""

from __future__ import annotations

from importlib import import_module

import pytest
from hooks import public
from sandlot.games import GAMES

NAMES = {
    "sandlot.draw": "COLOURS cell line note text",
    "sandlot.limits": "left",
    "sandlot.games": "GAMES",
    **{f"sandlot.games.{name}": public(name) for name in GAMES},
}


@pytest.mark.parametrize("module", NAMES)
def test_bot_imports_exist(module: str) -> None:
    missing = [name for name in NAMES[module].split() if not hasattr(import_module(module), name)]
    assert not missing
