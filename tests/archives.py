"""Zips for tests of whatever reads them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

__all__ = ["packed"]


def packed(files: Mapping[str, str | bytes], below: str = "") -> bytes:
    """Return a zip of these files; `below` comes before each of their paths."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(below + name, content)
    return data.getvalue()
