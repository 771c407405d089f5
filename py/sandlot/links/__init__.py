"""What fits into an address: whole matches as a fragment, which no server ever sees."""

from __future__ import annotations

from pathlib import Path

from sandlot.links.address import (
    LONGEST_ADDRESS,
    LONGEST_SOURCE,
    BadLink,
    Link,
    is_link,
    link,
    linking,
    places,
    unlink,
)
from sandlot.messages import include

__all__ = [
    "LONGEST_ADDRESS",
    "LONGEST_SOURCE",
    "BadLink",
    "Link",
    "is_link",
    "link",
    "linking",
    "places",
    "unlink",
]

include(Path(__file__).parent / "words")
