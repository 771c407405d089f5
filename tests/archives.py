"""Zip archives for tests."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping


def packed(files: Mapping[str, str | bytes], below: str = "") -> bytes:
    """Return a zip of these files, by path, as bytes; `below` is put before each path."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(below + name, content)
    return data.getvalue()
