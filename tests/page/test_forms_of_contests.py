"""What the forms of contests are given: the kinds of contests, and what series can show."""

from __future__ import annotations

import json

import pytest
from sandlot.stats.evidence import seen_share
from sandlot_build.catalog import plans


@pytest.mark.parametrize("blocks", [2, 5, 50, 100, 500, 5000])
def test_the_table_of_what_so_many_blocks_show_agrees_with_the_statistics(blocks: int) -> None:
    shows = json.loads(plans())["shows"]
    found = next((percent for fewest, percent in reversed(shows) if fewest <= blocks), None)
    share = seen_share(blocks)
    assert (found is None) == (share is None)
    assert share is None or round(100 * share) <= found <= round(100 * share) + 1
    assert shows == sorted(shows) and all(50 < percent <= 100 for _, percent in shows)
