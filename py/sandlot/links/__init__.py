"""Links: a match, a bot, a challenge, the plan of a contest, tasks or a puzzle in the fragment of an address, which is
never sent to a server.

`packing` describes the format that all links share. Modules that the page needs only if it opens such a link are not
imported here: `bots`, `challenges`, `plans`, `tasks`, `puzzles`, and `opening`, which reads links of all kinds.
"""

from __future__ import annotations

from pathlib import Path

from sandlot.links.matches import LONGEST_SOURCE, Link, is_link, link, linking, unlink, view_suffix
from sandlot.links.packing import LONGEST_ADDRESS, BadLink
from sandlot.messages import include

__all__ = [
    "LONGEST_ADDRESS",
    "LONGEST_SOURCE",
    "BadLink",
    "Link",
    "is_link",
    "link",
    "linking",
    "unlink",
    "view_suffix",
]

include(Path(__file__).parent / "words")
