"""A zip with a library of bots: only a zip with an index counts, and its unpacked size is limited."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from archives import packed
from sandlot.files.bundle import BadBundle
from sandlot.files.library import FILES, INDEX, UNPACKED, files_in


def test_library_returns_all_files() -> None:
    files = {INDEX: b"{}", "tank/a.py": b"# a", "tank/b/data/book.bin": b"\0", "蛇/c.py": "# ц".encode()}
    assert files_in(packed(files)) == files


@pytest.mark.parametrize(
    "files", [{"__main__.py": b""}, {f"below/{INDEX}": b"{}"}, {"a.py": INDEX.encode()}], ids=["bot", "below", "text"]
)
def test_other_zips_are_not_libraries(files: dict[str, bytes]) -> None:
    assert files_in(packed(files)) is None
    assert files_in(INDEX.encode()[:5]) is None


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: packed({INDEX: b"{}", "../out.py": b""}), "bundle.name"),
        (lambda: packed({INDEX: b"{}", "large": bytes(UNPACKED)}), "bundle.unpacks"),
        (lambda: packed({INDEX: b"{}", **{f"{k}": b"" for k in range(FILES)}}), "bundle.unpacks"),
        (lambda: packed({INDEX: b"{}"})[:-10], "bundle.damaged"),
    ],
    ids=["outside", "large", "many", "damaged"],
)
def test_invalid_library_is_refused_with_message(make: Callable[[], bytes], says: str) -> None:
    with pytest.raises(BadBundle) as refused:
        files_in(make())
    assert refused.value.text[0] == says
