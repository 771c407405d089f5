"""What fits into an address, as a fragment, which no server ever sees: a match, a bot, a challenge, a contest's plan.

`packing` says what stands in every link. What a visit that opens no link does not need stands in modules of its own:
`bots`, `challenges`, `plans` and `opening`, which reads a link of any kind.
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
