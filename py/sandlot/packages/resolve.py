"""Finds the files of the packages that a bot needs: by micropip's rules, and by ours.

This runs in a worker of the page that holds no bot and never imports what it downloads. micropip decides on versions,
markers, extras and dependencies, but does not install anything. Our rules:

- Only pure wheels are taken: a bot's worker cannot load or compile anything else.
- A file must have a sha256 in the index, and must match it before anything looks into it.
- A requirement is a name, not an address: an address would lead away from the index that the user has agreed to.
- Each file has a largest size, and so have all files of a bot together.
- What an index or a file says is bounded before anything parses it.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import zipfile
from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import metadata
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from micropip import _utils, transaction
from micropip._vendored.mousebender.simple import from_project_details_html
from micropip._vendored.packaging.src.packaging.markers import default_environment
from micropip._vendored.packaging.src.packaging.requirements import InvalidRequirement
from micropip._vendored.packaging.src.packaging.specifiers import InvalidSpecifier
from micropip._vendored.packaging.src.packaging.utils import canonicalize_name

from sandlot.bounded import Bounds, read_json
from sandlot.files.archive import BadArchive, content
from sandlot.packages.header import LONGEST_REQUIREMENT, BadPackage, members

MEGABYTE = 2**20
LARGEST_WHEEL, LARGEST_TOTAL = 20 * MEGABYTE, 50 * MEGABYTE
"""Most bytes of one file, and of all files of one bot."""
MOST_FILES = 100
"""Most files for one bot."""
LONGEST_METADATA = 4 * MEGABYTE
"""Most bytes of a package's metadata."""
MOST_REQUIREMENTS = 1000
"""Most requirements of one package. Many of them apply to some of its extras only."""
RESPONSE_BOUNDS = Bounds(characters=LARGEST_WHEEL, values=LARGEST_WHEEL, depth=20)
"""Bounds of an index's response. Parsing one that is a few thousand levels deep would crash the page's Python."""

Fetch: TypeAlias = Callable[[str, str, int], Awaitable[tuple[int, str, bytes]]]
"""Fetches an address. Arguments: address, accepted type, most bytes; returns status, content type and bytes. Raises
`OSError` if there is no answer, and `OverflowError` if the answer is too long.
"""


@dataclass(frozen=True)
class Wheel:
    """One file of a package, whose hash was checked."""

    name: str
    version: str
    filename: str
    sha256: str
    data: bytes


# micropip asks only this function which wheels fit here, and by default it accepts WebAssembly, too.
_PURE = tuple(tag for tag in _utils.sys_tags() if (tag.abi, tag.platform) == ("none", "any"))
_utils.sys_tags = lambda: _PURE


async def find(requirements: Sequence[str], index: str, fetch: Fetch) -> list[Wheel]:
    """Return the files that meet all requirements and the requirements of these packages in turn, sorted by name.

    Raises `BadPackage` with a sentence if there are no such files, or if a file is not what the index says.
    """
    search = _Search(index, fetch)
    try:
        await asyncio.gather(*(search.add_requirement(each) for each in requirements))
    except BadPackage:
        raise
    except (InvalidRequirement, InvalidSpecifier, RecursionError) as error:
        raise BadPackage("packages.requirement", why=str(error).splitlines()[0][:200]) from None
    except Exception as error:
        raise search.problem or BadPackage("packages.failed", why=str(error)[:500]) from error
    found = [
        Wheel(wheel.name, str(wheel.version), wheel.filename, wheel.sha256, wheel._data) for wheel in search.wheels
    ]
    return sorted(found, key=lambda wheel: wheel.name)


_needed_by: ContextVar[str | None] = ContextVar("_needed_by", default=None)
"""The package whose requirements are being resolved; None: the bot itself."""


class _Search(transaction.Transaction):  # type: ignore[misc]
    """A transaction of micropip that downloads with `fetch` and takes only what our rules allow."""

    def __init__(self, index: str, fetch: Fetch) -> None:
        super().__init__(
            _compat_layer=self,
            ctx=default_environment(),
            ctx_extras=[],
            keep_going=False,
            deps=True,
            pre=False,
            fetch_kwargs={},
            index_urls=[index],
        )
        self.host = urlsplit(index).netloc
        self.fetch = fetch
        self.problem: BadPackage | None = None
        """The error to report; micropip replaces it by an error of its own."""
        self.expected: dict[str, tuple[str, str]] = {}
        """File name and sha256 of every file, by address."""
        self.listed: dict[str, list[str]] = {}
        """The names of all files in the index, by package."""
        self.total = 0

    # Called by micropip for a requirement

    async def add_requirement_from_url(self, req: str, extras: set[str] | None = None) -> None:
        raise BadPackage("packages.address", address=req)

    def check_version_satisfied(self, req: Any, *, allow_reinstall: bool = False) -> tuple[bool, str]:
        try:
            answer: tuple[bool, str] = super().check_version_satisfied(req, allow_reinstall=allow_reinstall)
        except ValueError:
            locked = self.locked.get(req.name)
            have = locked.version if locked else metadata.version(req.name)
            raise BadPackage("packages.conflict", wanted=str(req), have=have) from None
        return answer

    async def _add_requirement_from_package_index(self, req: Any) -> None:
        try:
            await super()._add_requirement_from_package_index(req)
        except BadPackage:
            raise
        except ValueError as error:
            if self.problem or "pure Python 3 wheel" not in str(error):
                raise self.problem or BadPackage("packages.failed", why=str(error)[:500]) from error
            problem = self._no_wheel(req)
            by = _needed_by.get()
            raise BadPackage("packages.needs", package=by, why=problem.text) if by else problem from error

    def _no_wheel(self, req: Any) -> BadPackage:
        """Return the error that says which files the index has instead of a pure wheel that fits."""
        names = self.listed.get(req.name, [])
        wheels = [name for name in names if name.endswith(".whl")]
        if any(name.endswith("-none-any.whl") for name in wheels):
            return BadPackage("packages.no_wheel", wanted=str(req), host=self.host)
        if wheels:
            return BadPackage("packages.only_platforms", package=req.name, host=self.host, files=len(wheels))
        return BadPackage("packages.only_source" if names else "packages.no_files", package=req.name, host=self.host)

    async def add_wheel(self, wheel: Any, extras: set[str], *, specifier: str = "") -> None:
        if canonicalize_name(wheel.name) in self.locked:
            return  # Two packages that need it asked for it at the same time.
        if not wheel.sha256:
            raise BadPackage("packages.no_hash", file=wheel.filename, host=self.host)
        if len(self.expected) >= MOST_FILES:
            raise BadPackage("packages.too_many", limit=MOST_FILES)
        self.expected[wheel.url] = (wheel.filename, wheel.sha256)
        # Read the requirements from the file itself, because the hash covers only that.
        wheel.core_metadata = None
        _needed_by.set(wheel.name)
        await super().add_wheel(wheel, extras, specifier=specifier)

    # Called by micropip for downloads, in place of its compatibility layer

    lockfile_packages: dict[str, Any] = {}  # noqa: RUF012 - stays empty

    async def fetch_string_and_headers(self, url: str, kwargs: dict[str, Any]) -> tuple[str, dict[str, str]]:
        name = url.rstrip("/").rpartition("/")[2]
        try:
            status, kind, data = await self._ask(url, kwargs["headers"]["accept"], LARGEST_WHEEL)
            if status in (404, 410):
                raise BadPackage("packages.unknown", name=name, host=self.host)
            if status != 200:
                raise BadPackage("packages.status", host=self.host, status=status)
            text = data.decode()
            self.listed[name] = _listed(text, kind, name)
            return text, {"content-type": kind}
        except BadPackage as problem:
            self.problem = problem
            raise
        except (ValueError, KeyError, TypeError, AttributeError):
            self.problem = BadPackage("packages.bad_answer", host=self.host, name=name)
            raise self.problem from None
        except OverflowError:
            self.problem = BadPackage("packages.too_large", file=name, megabytes=LARGEST_WHEEL // MEGABYTE)
            raise self.problem from None

    async def fetch_bytes(self, url: str, kwargs: dict[str, Any]) -> bytes:
        filename, sha256 = self.expected[url]
        try:
            status, _, data = await self._ask(url, "*/*", LARGEST_WHEEL)
        except OverflowError:
            raise BadPackage("packages.too_large", file=filename, megabytes=LARGEST_WHEEL // MEGABYTE) from None
        if status != 200:
            raise BadPackage("packages.status", host=urlsplit(url).netloc, status=status)
        if hashlib.sha256(data).hexdigest() != sha256.lower():
            raise BadPackage("packages.other_hash", file=filename)
        self.total += len(data)
        if self.total > LARGEST_TOTAL:
            raise BadPackage("packages.all_too_large", megabytes=LARGEST_TOTAL // MEGABYTE)
        for path, info in members(io.BytesIO(data), filename):
            if path.endswith(".dist-info/METADATA"):
                _check_needs(data, info, filename)
        return data

    async def _ask(self, url: str, accept: str, limit: int) -> tuple[int, str, bytes]:
        if urlsplit(url).scheme not in ("http", "https"):
            raise BadPackage("packages.address", address=url)
        try:
            return await self.fetch(url, accept, limit)
        except OSError:
            raise BadPackage("packages.unreachable", host=urlsplit(url).netloc) from None


def _listed(text: str, kind: str, name: str) -> list[str]:
    """Return the file names in an index's response; raise what parsing a malformed one raises."""
    if "json" not in kind.lower():
        return [str(each["filename"]) for each in from_project_details_html(text, name)["files"]]
    whole = read_json(text, RESPONSE_BOUNDS)
    files = whole["files"] if "files" in whole else [each for group in whole["releases"].values() for each in group]
    return [str(each["filename"]) for each in files]


def _check_needs(data: bytes, info: zipfile.ZipInfo, filename: str) -> None:
    """Raise `BadPackage` if a package's requirements could take long to parse."""
    lines = []
    if info.file_size <= LONGEST_METADATA:
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                lines = content(archive, info).splitlines()
        except BadArchive:
            raise BadPackage("packages.bad_needs", file=filename) from None
    needs = [line for line in lines if line.startswith(b"Requires-Dist:")]
    if (
        info.file_size > LONGEST_METADATA
        or len(needs) > MOST_REQUIREMENTS
        or any(len(line) > LONGEST_REQUIREMENT for line in needs)
    ):
        raise BadPackage("packages.bad_needs", file=filename)


async def find_for_page(requirements: str, index: str, fetch: Any) -> str | list[Any]:
    """Return [name, version, filename, sha256, bytes] for every file, or the sentence (as JSON) that says why not.

    `requirements` is a JSON list; `fetch` is a function of JavaScript, see static/engine/packages/worker.ts.
    """

    async def ask(url: str, accept: str, limit: int) -> tuple[int, str, bytes]:
        answer = await fetch(url, accept, limit)
        if answer.problem == "long":
            raise OverflowError
        if answer.problem:
            raise OSError(answer.problem)
        return answer.status, answer.type, answer.data.to_bytes()

    try:
        wheels = await find(json.loads(requirements), index, ask)
    except BadPackage as bad:
        return json.dumps(bad.text)
    return [[each.name, each.version, each.filename, each.sha256, each.data] for each in wheels]
