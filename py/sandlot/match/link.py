"""A replay in the fragment of a link."""

from __future__ import annotations

import base64
import zlib

from sandlot.match.fields import BadReplay
from sandlot.match.replay_file import LONGEST

__all__ = ["from_link", "to_link"]


def to_link(text: str) -> str:
    """Return a replay's text for the fragment of a link: deflated, base64url without padding."""
    packer = zlib.compressobj(9, wbits=-15)
    return base64.urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


def from_link(link: str) -> str:
    """Return the text in a link's fragment; raise `BadReplay` if it is cut short, malformed or too large."""
    try:
        data = base64.b64decode(link + "=" * (-len(link) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(wbits=-15)
        text = unpacker.decompress(data, LONGEST)
        if not unpacker.eof:
            raise BadReplay("replay.bad_link")
        return text.decode()
    except (ValueError, zlib.error):
        raise BadReplay("replay.bad_link") from None
