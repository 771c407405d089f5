"""Untrusted contest files: whatever they contain, every command ends with an exit status and one message."""

from __future__ import annotations

import contextlib
import io
import json
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("fcntl", reason="the contest is played between processes")


from archives import packed
from kept import BOTS, tournament
from sandlot.archive.sources import BadPack, pack, unpack
from sandlot.cli.main import command
from test_show import stored

VALUES = (None, True, -1, 2**70, 1e308, "", "x" * 70_000, "\x1b[31m", [], {}, [[]], ["fault.ended", {}], {"player": 9})
"""Values that replace a valid one."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A results file and a bundle of the same contest."""
    folder = tmp_path_factory.mktemp("whole")
    results, bundle = folder / "cup.contest", folder / "cup.zip"
    stored(tournament(), str(results)).close()
    with contextlib.redirect_stdout(io.StringIO()):
        assert command(("bundle", str(results), str(bundle), "--sources")) == 0
    return {path.name: path.read_bytes() for path in (results, bundle)}


def answered(*typed: str) -> int:
    """Run a command that must succeed or be refused with a message, and return its exit status."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = command(typed)
    assert status in (0, 1)
    last = err.getvalue().splitlines()[-1:]
    assert status == 0 or last[0].startswith(f"sandlot: {typed[1]}: "), err.getvalue()
    assert "\x1b" not in out.getvalue() + err.getvalue()
    return status


def inside(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


@pytest.mark.parametrize("seed", range(24))
def test_bundle_with_replaced_value_is_read_or_refused(seed: int, whole: dict[str, bytes], tmp_path: Path) -> None:
    rng, files = Random(seed), inside(whole["cup.zip"])
    name = rng.choice(sorted(files))
    value = json.loads(files[name])
    part, at = rng.choice(list(_places(value)))
    if rng.random() < 0.2:
        del part[at]
    else:
        part[at] = rng.choice(VALUES)
    path = tmp_path / "other.zip"
    path.write_bytes(packed({**files, name: json.dumps(value)}))
    answered("show", str(path), "--games", "--faults")
    # An equivalent change is accepted, such as a missing field for an empty one.
    answered("verify", str(path))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each list or object in a JSON value once for every key or index in it, with that key or index."""
    for at in range(len(value)) if isinstance(value, list) else list(value) if isinstance(value, dict) else ():
        yield value, at
        yield from _places(value[at])


@pytest.mark.parametrize("name", ["name", "kind", "path", "source", "command", "files"])
def test_source_of_wrong_shape_is_refused(name: str) -> None:
    packed_bot = json.loads(pack(BOTS[0]))
    for value in (None, 1, "x", ["x"], [1], {"x": 1}, {"x": "no base64"}):
        with contextlib.suppress(BadPack):
            bot = unpack(json.dumps({**packed_bot, name: value}).encode())
            assert isinstance(value, str if name not in ("command", "files") else list)
            assert type(getattr(bot, name)) is type(getattr(BOTS[0], name))


def _flipped(data: bytearray, rng: Random) -> None:
    for _ in range(rng.choice((1, 8, 64))):
        data[rng.randrange(len(data))] = rng.randrange(256)


def _cut(data: bytearray, rng: Random) -> None:
    del data[rng.randrange(len(data)) :]


def _twice(data: bytearray, rng: Random) -> None:
    at = rng.randrange(len(data))
    data[at:at] = data[at : at + rng.randrange(1, 600)]


@pytest.mark.parametrize("damage", [_flipped, _cut, _twice])
@pytest.mark.parametrize("name", ["cup.contest", "cup.zip"])
def test_file_with_corrupt_bytes_is_read_or_refused(
    name: str, damage: Callable[[bytearray, Random], None], whole: dict[str, bytes], tmp_path: Path
) -> None:
    for seed in range(5):
        data = bytearray(whole[name])
        damage(data, Random(seed))
        path = tmp_path / f"{seed}-{name}"
        path.write_bytes(data)
        answered("show", str(path), "--games", "--faults")


@pytest.mark.parametrize("name", ["contest.json", "blocks.json", "standings.json", "faults/000000-0.json"])
def test_zip_bomb_uses_bounded_memory(name: str, whole: dict[str, bytes], tmp_path: Path) -> None:
    # A little more than the largest size that is allowed.
    bomb = packed({**inside(whole["cup.zip"]), name: b" " * (2**27 + 1)})
    path = tmp_path / "bomb.zip"
    path.write_bytes(bomb)
    assert len(bomb) < 2**20
    tracemalloc.start()
    try:
        assert answered("verify", str(path)) == 1
        assert tracemalloc.get_traced_memory()[1] < 2**25
    finally:
        tracemalloc.stop()
