"""The link of a replay, for the page. A link has the hash of the rules' files, so the engine loads this after them."""

from __future__ import annotations

import json

from sandlot.formats.compact import compact
from sandlot.jobs import Refused, Work, job
from sandlot.links import linking, view_suffix
from sandlot.match.replay_file import reading


@job
def address(text: str, wanted: str) -> Work[str]:
    """Make the link of a replay, as `sandlot link` does. `wanted` is {turn, eyes, sources}: sources by player.

    The result is {link, turn, eyes}, where the last two are what is put at the end of the link to open it at that turn,
    and with that player's view; or {problem}.
    """
    given = json.loads(wanted)
    sources = {int(player): source for player, source in given["sources"].items()}
    try:
        replay = yield from reading(text)
        made = yield from linking(replay, sources)
    except Refused as bad:
        return compact({"problem": bad.text})
    return compact({"link": made, "turn": view_suffix(given["turn"], None), "eyes": view_suffix(None, given["eyes"])})
