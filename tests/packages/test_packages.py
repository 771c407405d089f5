"""Packages that bots declare: the header, the choice of files, and unpacking, which never writes outside its folder."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import re
import shlex
import struct
import subprocess
import sys
import time
import tracemalloc
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from package_index import JSON, Index, make_wheel
from packaging.specifiers import SpecifierSet
from packaging.version import Version
from sandlot import page
from sandlot.match.replay import verify
from sandlot.match.replay_file import dumps, loads
from sandlot.match.validation import BadReplay
from sandlot.messages import render
from sandlot.packages import header
from sandlot.packages.header import BadPackage, fits, members, read_header, unpack
from sandlot_build import basis

SOURCES = {**os.environ, "PYTHONPATH": str(ROOT / "py")}
HEADER = """# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "north>=1,<3",
#   "south[sea]; python_version >= '3'",
# ]
# ///
"""


def said(error: BadPackage) -> str:
    return render(error.text)


# The header


def test_header_declares_requirements() -> None:
    found = ("north>=1,<3", "south[sea]; python_version >= '3'")
    assert read_header(HEADER + "def move(view): ...\n").dependencies == found
    assert read_header("import this\n\n" + HEADER.replace("\n", "\r\n")).dependencies == found
    assert read_header("# /// script\n#\n# dependencies = ['a']\n#\n# ///\n").dependencies == ("a",)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "def move(view): ...\n",
        "# /// script\n# dependencies = ['a']\n",  # PEP 723: an unclosed block does not count
        "# /// other\n# dependencies = ['a']\n# ///\n",
        "# /// script\n# ///\n",
        "# /// script\n# [tool.x]\n# y = 1\n# ///\n",
        "    # /// script\n    # dependencies = ['a']\n    # ///\n",
    ],
)
def test_file_without_header_declares_nothing(source: str) -> None:
    assert read_header(source).dependencies == ()


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["dependencies = ["], "not TOML"),
        (["dependencies = 'north'"], "dependencies has to be a list"),
        (["dependencies = ['north', 3]"], "dependencies has to be a list"),
        (["dependencies = ['  ']"], "dependencies has to be a list"),
        (["requires-python = 3"], "requires-python has to be a text"),
        (["requires-python = 'three'"], "“three” in the header names no versions"),
        (["requires-python = '>=3.99'"], f"it wants Python >=3.99, and here is Python 3.{sys.version_info[1]}"),
        (["requires-python = '<3.5,nonsense'"], "names no versions"),
    ],
)
def test_broken_header_gives_message(lines: list[str], sentence: str) -> None:
    source = "\n".join(["# /// script", *(f"# {line}" for line in lines), "# ///", ""])
    with pytest.raises(BadPackage) as caught:
        read_header(source)
    assert sentence in said(caught.value)
    assert json.loads(page.declared(source)) == {"problem": json.loads(json.dumps(caught.value.text))}


def test_two_headers_are_refused() -> None:
    with pytest.raises(BadPackage) as caught:
        read_header(HEADER + "\n" + HEADER)
    assert "stands there twice" in said(caught.value)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("x = 1\n" * 3000, "is longer than 16 KiB"),
        (".".join("a" * 4000) + " = 1", "more than 500 dots and brackets"),  # so many would crash the page's Python
        ("a = " + "[" * 600 + "]" * 600, "more than 500 dots and brackets"),
        ("a = " + "{a = " * 499 + "1" + "}" * 499, "is not TOML"),
        ("a = " + "1" * 5000, "is not TOML"),
        (f"requires-python = '>={'9' * 5000}'", "names no versions"),
        (f"requires-python = '>=3.{'1' * 50}'", "names no versions"),
        (f"requires-python = '{', '.join(['>=3'] * 50)}'", "names no versions"),
        (f"dependencies = {['a'] * 101}", "more than 100 packages"),
        (f"dependencies = ['{'a' * 1001}']", "dependencies has to be a list"),
    ],
)
def test_oversized_header_is_refused_before_parsing(content: str, sentence: str) -> None:
    lines = "".join(f"# {line}\n" for line in content.split("\n"))
    with pytest.raises(BadPackage) as caught:
        read_header(f"# /// script\n{lines}# ///\n")
    assert sentence in said(caught.value)
    assert len(said(caught.value)) < 500


# The regular expression of PEP 723.
PEP_723 = re.compile(r"(?m)^# /// (?P<type>[a-zA-Z0-9-]+)$\s(?P<content>(^#(| .*)$\s)+)^# ///$")
LINES = st.sampled_from(
    [
        *("# /// script", "# ///", "# /// other", "# /// ", "#", "# ", "# a = 1", "# dependencies = ['a']"),
        *("# dependencies = ['b', 'c']", "# [tool.x]", "#a", " # ///", "", "x = 1"),
        *("#\t", "# \x0c", "# /// script\x0b", "## /// script"),
    ]
)
ENDS = st.sampled_from(["\n", "\r\n", "\r", "\n\n", ""])
SOURCES_LIKE_HEADERS = st.lists(st.tuples(LINES, ENDS), max_size=12).map(
    lambda parts: "".join(line + end for line, end in parts)
)


@given(SOURCES_LIKE_HEADERS)
def test_script_blocks_match_pep_723_regex(source: str) -> None:
    blocks = [found for found in PEP_723.finditer(source.replace("\r\n", "\n")) if found["type"] == "script"]
    expected = [found["content"].removesuffix("\n").split("\n") for found in blocks]
    assert header._script_blocks(source) == expected


@given(st.text() | SOURCES_LIKE_HEADERS | st.text().map(lambda text: f"# /// script\n# {text}\n# ///\n"))
def test_any_text_gives_header_or_message(source: str) -> None:
    try:
        header = read_header(source)
    except BadPackage as bad:
        assert render(bad.text)
    else:
        assert all(isinstance(each, str) for each in header.dependencies)
    json.loads(page.declared(source))


def seconds(source: str) -> float:
    """Return the processor seconds for reading a header, the best of several runs."""
    times = []
    for _ in range(3):
        began = time.process_time()
        with contextlib.suppress(BadPackage):
            read_header(source)
        times.append(time.process_time() - began)
    return min(times)


@pytest.mark.parametrize(
    ("unit", "around"),
    [
        ("# /// script\n", ""),
        ("# /// script\nx\n", ""),
        ("# /// script\n#\n", ""),
        ("# ///\n", "# /// script\n"),
        ("# /// script\n# a = 1\n# ///\n\n", ""),
        ("# /// other\n", "# /// script\n"),
        ("#\n", "# /// script\n"),
        ("# \r\n", "# /// script\n"),
        ("# /// script\r\n", ""),
        ("# /// scri-", "# /// script\n"),
        (" ", "# /// script\n# "),
    ],
)
def test_header_parsing_is_linear(unit: str, around: str) -> None:
    # The long text is 16 times as long; quadratic time would be 256 times as long.
    short, long = (seconds(around + unit * (length // len(unit))) for length in (10_000, 160_000))
    assert long < 64 * max(short, 0.0005)


NUMBERS = st.lists(st.integers(0, 12), min_size=1, max_size=4).map(lambda parts: ".".join(map(str, parts)))
CLAUSES = st.builds(
    lambda operator, number, wild: operator + number + (".*" if wild and operator in ("==", "!=") else ""),
    st.sampled_from(["==", "!=", "<=", ">=", "<", ">"]),
    NUMBERS,
    st.booleans(),
) | NUMBERS.filter(lambda number: "." in number).map(lambda number: f"~={number}")


@given(st.lists(CLAUSES, max_size=3), st.lists(st.integers(0, 12), min_size=3, max_size=3))
def test_versions_are_compared_as_packaging_does(clauses: list[str], version: list[int]) -> None:
    specifier = ", ".join(clauses)
    assert fits(specifier, version) == (Version(".".join(map(str, version))) in SpecifierSet(specifier))


# The choice of files. micropip runs here as in the page.


@pytest.fixture(scope="module")
def resolve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    (wheel,) = basis.PYODIDE_WHEELS.glob("micropip-*.whl")
    folder = str(tmp_path_factory.mktemp("micropip"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    sys.path.append(folder)
    from sandlot.packages import resolve

    yield resolve
    sys.path.remove(folder)


@pytest.fixture
def index() -> Iterator[Index]:
    index = Index()
    yield index
    index.close()


async def fetch(url: str, accept: str, limit: int) -> tuple[int, str, bytes]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept": accept})) as response:
            data = response.read(limit + 1)
            if len(data) > limit:
                raise OverflowError
            return response.status, response.headers["Content-Type"], data
    except urllib.error.HTTPError as error:
        return error.code, "text/plain", b""


@pytest.fixture
def find(resolve: ModuleType, index: Index) -> Callable[..., list[str]]:
    def find(*requirements: str) -> list[str]:
        # Use another thread, because the browser of another test may have an event loop in this one.
        with ThreadPoolExecutor(1) as thread:
            wheels = thread.submit(lambda: asyncio.run(resolve.find(requirements, index.url, fetch))).result()
        assert all(index.files[each.name.lower()][each.filename][0] == each.data for each in wheels)
        return [f"{each.name}=={each.version}" for each in wheels]

    return find


def test_versions_markers_extras_and_transitive_dependencies(find: Callable[..., list[str]], index: Index) -> None:
    for version in ("1.0", "2.0", "3.0", "4.0a1"):
        index.wheel("north", version, {}, requires=["west>=1", "absent; python_version < '3'"])
    index.wheel("south", "1.0", {}, requires=["east; extra == 'sea'", "west<2"], extras=["sea"])
    index.wheel("west", "1.5", {})
    index.wheel("west", "2.5", {})
    index.wheel("east", "7", {})
    assert find("north<3", "west<2") == ["north==2.0", "west==1.5"]
    assert find("north") == ["north==3.0", "west==2.5"]
    assert find("south", "South") == ["south==1.0", "west==1.5"]
    assert find("south[sea]") == ["east==7", "south==1.0", "west==1.5"]
    assert find("north; python_version < '3'") == []
    assert not [path for path in index.asked if "absent" in path]


def refused(find: Callable[..., list[str]], *requirements: str) -> str:
    with pytest.raises(BadPackage) as caught:
        find(*requirements)
    return said(caught.value)


def test_binary_wheel_is_refused(find: Callable[..., list[str]], index: Index) -> None:
    for tag in ("cp314-cp314-manylinux_2_28_x86_64", "cp314-cp314-pyodide_2026_0_wasm32", "py2-none-any"):
        index.add(f"north-1.0-{tag}.whl", make_wheel("north", "1.0", {}))
    assert "no pure wheel (py3-none-any) for north" in refused(find, "north")
    index.wheel("north", "0.5", {})
    assert find("north") == ["north==0.5"]
    assert "no pure wheel (py3-none-any) for north>=1" in refused(find, "north>=1")


def test_message_names_available_files_without_pure_wheel(find: Callable[..., list[str]], index: Index) -> None:
    for tag in ("cp314-cp314-manylinux_2_28_x86_64", "cp314-cp314-win_amd64"):
        index.add(f"east-1.0-{tag}.whl", make_wheel("east", "1.0", {}))
    index.add("east-1.0.tar.gz", b"")
    index.add("west-1.0.tar.gz", b"")
    index.files["void"] = {}
    index.wheel("north", "1.0", {}, requires=["south"])
    index.wheel("south", "1.0", {}, requires=["east>=1"])
    compiled = f"east is compiled code: {index.host} has 2 files of it, each made for one kind of system"
    for kind in (JSON, "text/html; charset=utf-8"):
        index.speaks = kind
        assert compiled in refused(find, "East")
        assert f"{index.host} has west as source alone" in refused(find, "west")
        assert refused(find, "void") == f"{index.host} knows void, but has no file of it"
        assert refused(find, "north").startswith(f"south cannot be used, because {compiled}")


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (JSON, b"[" * 100_000),
        (JSON, b'{"files": ' + b"[" * 21 + b"]" * 21 + b"}"),
        (JSON, b'{"files": [{"filename": "' + rb"\"[" * 1000 + b'"}]}'),
        (JSON, b'{"files": "' + b'\\"' * 300_000),
        (JSON, b"3"),
        (JSON, b'{"files": [[]]}'),
        (JSON, b"\xff"),
        ("application/json", b'{"releases": []}'),
        ("text/html", b"\xff"),
        ("text/html", b"<a" * 100_000),
        ("text/plain", b"north"),
    ],
)
def test_any_index_response_is_handled(
    kind: str, answer: bytes, find: Callable[..., list[str]], index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.wheel("north", "1.0", {})
    monkeypatch.setattr(index, "speaks", kind)
    monkeypatch.setattr(index, "page", lambda name: answer)
    sentence = refused(find, "north")
    assert any(each in sentence for each in ("cannot be read", "could not be found", "has no file", "no pure wheel"))
    assert len(sentence) < 700


def test_dependencies_are_bounded(find: Callable[..., list[str]], index: Index) -> None:
    many = [f"p{number}; extra == 'all'" for number in range(1001)]
    deep = "south; " + "(" * 900
    index.wheel("many", "1", {}, requires=many)
    index.wheel("long", "1", {}, requires=["south" + ", >=1" * 300])
    index.wheel("deep", "1", {}, requires=[deep])
    index.wheel("fair", "1", {}, requires=many[:-1])
    for name in ("many", "long"):
        assert f"{name}-1-py3-none-any.whl names more requirements, or longer ones" in refused(find, name)
    assert "one of its requirements cannot be read" in refused(find, "deep")
    assert "one of its requirements cannot be read" in refused(find, deep)
    assert "one of its requirements cannot be read" in refused(find, "south===1, " * 80)
    assert find("fair") == ["fair==1"]


def test_wheel_hash_is_verified(find: Callable[..., list[str]], index: Index) -> None:
    wheel = make_wheel("north", "1.0", {})
    index.add("north-1.0-py3-none-any.whl", wheel, {"sha256": "0" * 64})
    index.add("south-1.0-py3-none-any.whl", wheel, {})
    index.add("west-1.0-py3-none-any.whl", wheel, {"md5": "0" * 32})
    assert "north-1.0-py3-none-any.whl is not what the index says" in refused(find, "north")
    for name in ("south", "west"):
        assert f"names no sha256 of {name}-1.0-py3-none-any.whl" in refused(find, name)
    assert not [path for path in index.asked if path.startswith(("/files/south", "/files/west"))]


def test_missing_package_gives_message(find: Callable[..., list[str]], index: Index, resolve: ModuleType) -> None:
    index.wheel("north", "1.0", {}, requires=["south<2"])
    index.wheel("south", "1.0", {})
    index.wheel("south", "2.0", {})
    index.wheel("east", "1.0", {}, requires=["far @ http://127.0.0.1:9/far-1.0-py3-none-any.whl"])
    assert refused(find, "nothing") == f"{index.host} has no package named nothing"
    assert "cannot be read" in refused(find, "north >=")
    assert "is an address" in refused(find, "north @ http://127.0.0.1:9/north-1.0-py3-none-any.whl")
    assert "is an address" in refused(find, "http://127.0.0.1:9/north-1.0-py3-none-any.whl")
    assert "is an address" in refused(find, "emfs:/etc/north-1.0-py3-none-any.whl")
    assert "“http://127.0.0.1:9/far-1.0-py3-none-any.whl” is an address" in refused(find, "east")
    assert "no version fits both" in refused(find, "south==2.0", "north")
    assert f"{index.host} does not answer" in unreachable(find, index, "north")


def unreachable(find: Callable[..., list[str]], index: Index, requirement: str) -> str:
    index.answering = False
    try:
        return refused(find, requirement)
    finally:
        index.answering = True


def test_size_limits(
    find: Callable[..., list[str]], index: Index, resolve: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Use small limits, because files beyond the real ones would be large.
    names = ("north", "south", "west")
    for name in names:
        index.wheel(name, "1.0", {f"{name}.py": "x = 1\n" * 30_000})
    size = max(len(data) for files in index.files.values() for data, _ in files.values())
    monkeypatch.setattr(resolve, "LARGEST_TOTAL", 2 * size)
    assert len(find(*names[:2])) == 2
    assert "packages together are larger" in refused(find, *names)
    monkeypatch.setattr(resolve, "MOST_FILES", 2)
    assert "more than 2 packages" in refused(find, *names)
    monkeypatch.setattr(header, "LARGEST_UNPACKED", 100_000)
    assert "unpacks to more than" in refused(find, "north")
    monkeypatch.setattr(resolve, "LARGEST_WHEEL", size - 1)
    assert "north-1.0-py3-none-any.whl is larger than" in refused(find, "north")


# Unpacking


def archive(names: Sequence[str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name in names:
            file.writestr(name, "x = 1\n")
    return packed.getvalue()


@pytest.mark.parametrize(
    "name",
    ["../evil.py", "a/../../evil.py", "/evil.py", "a//evil.py", "./evil.py", "..\\evil.py", "C:/evil.py", "a/..", ".."],
)
def test_path_traversal_is_refused(name: str, tmp_path: Path, find: Callable[..., list[str]], index: Index) -> None:
    data = archive(["good.py", name])
    with pytest.raises(BadPackage) as caught:
        list(members(io.BytesIO(data), "north.whl"))
    assert "would not stay in its folder" in said(caught.value)
    (tmp_path / "north.whl").write_bytes(data)
    with pytest.raises(BadPackage):
        unpack(str(tmp_path / "north.whl"), str(tmp_path / "inside"))
    assert sorted(path.name for path in tmp_path.rglob("*.py")) in ([], ["good.py"])
    index.add("north-1.0-py3-none-any.whl", data)
    assert "would not stay in its folder" in refused(find, "north")


def test_invalid_archive_is_refused() -> None:
    for data in (b"", b"PK", archive(["a.py"])[:-10]):
        with pytest.raises(BadPackage) as caught:
            list(members(io.BytesIO(data), "north.whl"))
        assert said(caught.value) == "north.whl is damaged"


def test_files_are_laid_out_as_by_an_installer(tmp_path: Path) -> None:
    files = {
        "north/__init__.py": "",
        "north/data.txt": "x",
        "north-1.0.data/purelib/lib.py": "",
        "north-1.0.data/scripts/run": "",
    }
    (tmp_path / "north.whl").write_bytes(make_wheel("north", "1.0", files))
    script = (
        "import sys; from sandlot.packages import header; header.unpack(*sys.argv[1:]);"
        "import north, lib, importlib.metadata as m, importlib.resources as r, json;"
        "print(json.dumps([m.version('north'), (r.files(north) / 'data.txt').read_text(), sys.path[-1]]))"
    )
    target = str(tmp_path / "inside")
    done = subprocess.check_output([sys.executable, "-c", script, str(tmp_path / "north.whl"), target], env=SOURCES)
    assert json.loads(done) == ["1.0", "x", target]
    assert not list(tmp_path.rglob("run"))


# Replays and the command line


def test_replay_records_packages() -> None:
    players = [{"name": "a", "kind": "code", "packages": ["north==1.0"]}, {"name": "b", "kind": "house"}]
    driver = page.Driver(json.dumps({"game": "tank", "players": players, "seed": 1}))
    text = dumps(driver.replay)
    assert json.loads(text)["players"] == players
    assert dumps(loads(text)) == text
    assert verify(loads(text)) is None
    for wrong in ("north", [1], [["a"]], None):
        other = json.loads(text)
        other["players"][0]["packages"] = wrong
        with pytest.raises(BadReplay):
            loads(json.dumps(other))


def test_command_line_says_what_to_install(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text(HEADER + "import north\n\ndef move(view):\n    return [-1, -1]\n")
    command = [sys.executable, "-m", "sandlot", "play", "tank", str(bot), "random", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=SOURCES)
    assert "ModuleNotFoundError: No module named 'north'" in done.stdout
    told = "mine needs north, which this Python does not have. To install what its header declares: "
    _, found, typed = done.stderr.partition(told)
    assert found
    declared = ["north>=1,<3", "south[sea]; python_version >= '3'"]
    assert shlex.split(typed.splitlines()[0]) == [sys.executable, "-m", "pip", "install", *declared]
    bot.write_text("import north\n\ndef move(view):\n    return [-1, -1]\n")
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=SOURCES)
    assert "header" not in done.stderr


def test_declared_wheel_size_is_charged_before_unpacking(resolve: ModuleType) -> None:
    """The wheel unpacks to a hundred megabytes, but declares a small size."""
    large = 100 * 2**20
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("north-1.0.dist-info/METADATA", b" " * large)
    data = packed.getvalue().replace(struct.pack("<I", large), struct.pack("<I", 9))
    [info] = zipfile.ZipFile(io.BytesIO(data)).infolist()
    assert info.file_size == 9
    tracemalloc.start()
    with pytest.raises(BadPackage):
        resolve._check_needs(data, info, "north.whl")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < large / 10
