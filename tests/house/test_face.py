"""The public names: the names that strangers' bots import must stay importable, whatever moves behind them."""

from __future__ import annotations

from importlib import import_module

import pytest

NAMES = {
    "sandlot.draw": "COLOURS cell line note text",
    "sandlot.limits": "left",
    "sandlot.games": "GAMES",
    "sandlot.games.tank": """
        BASES DOWN SIZE STARTS STAY STEEL STEPS UP Shot State Tank from_view game generate_field legal_orders""",
    "sandlot.games.generals": """
        CAPITAL FOG LARGEST MOUNTAIN OBSTACLE PLAIN BadText Board Cell Config Exit Log Place State begin distances
        fair_map from_view game generate_map go legal_moves mine neighbours random_map read_config read_log read_map
        write_log write_map""",
    "sandlot.games.snake": """
        COLUMNS DIRECTIONS ROWS Death Snake State from_text from_view game generate_map grows neighbours safe_moves
        to_text""",
    "sandlot.games.planes": """
        BODY COUNT EMPTY FOUND HEAD OUTSIDE SIZE UNKNOWN Cell Placements Placing Plane State body_cells game head_cell
        placements""",
}


@pytest.mark.parametrize("module", NAMES)
def test_what_bots_import_is_there(module: str) -> None:
    missing = [name for name in NAMES[module].split() if not hasattr(import_module(module), name)]
    assert not missing
