"""README, guides, SECURITY and CONTRIBUTING: their code runs, their commands exist, their links have targets, and
translations have the same structure.
"""

from __future__ import annotations

import ast
import contextlib
import html
import importlib.util
import io
import json
import re
import shlex
import sys
import tomllib
import urllib.parse
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from sandlot.cli.arguments import COMMANDS, parse
from sandlot.cli.main import command
from sandlot.games import GAMES
from sandlot.league.settings import read_league
from sandlot.tasks.spec import read_spec, with_kept
from sandlot_build import rooms
from sandlot_build.basis import ROOT, STATIC
from sandlot_build.documents import GUIDES, documents, page_of, slugs_of
from sandlot_build.words import languages

README = ROOT / "README.md"
FILES = [README, *(each.source for each in documents())]
IDS = [path.relative_to(ROOT).as_posix() for path in FILES]
TRANSLATED = [path for path in FILES if path.suffixes[:-1]]
OURS = ("sandlot", "python3 build.py", "PYTHONPATH=py python3 -m sandlot")
#: Commands of other programs that readers need, and commands of ours that have no argument parser.
OTHERS = ("javac ", "PYTHONPATH=py:tests .venv/bin/python tests/games/test_conformance.py ")
MOST_PICTURE = 400_000
#: Text in italics in the guides that is not a label of the page.
NOT_IN_THE_PAGE = {
    *("GitHub Actions", "pages", "faults", "出错", "сбои", "view", "视图"),
    *("module", "模块", "модуль", "program", "程序", "программа"),
}


class Block(NamedTuple):
    """A block of code: its language, the rest of the info string, and its text."""

    language: str
    more: str
    text: str


def blocks(path: Path) -> list[Block]:
    tokens = MarkdownIt("commonmark").parse(path.read_text(encoding="utf-8"))
    infos = [(each.info.partition(" "), each.content) for each in tokens if each.type == "fence"]
    return [Block(language, more.strip(), text) for (language, _, more), text in infos]


@cache
def inline(path: Path) -> list[Token]:
    """Return what the paragraphs, headings and tables of a document consist of."""
    parser = MarkdownIt("commonmark").enable("table")
    return [child for each in parser.parse(path.read_text(encoding="utf-8")) for child in each.children or []]


def links(path: Path) -> list[str]:
    found = [
        child.attrs.get("href") or child.attrs.get("src")
        for child in inline(path)
        if child.type in ("link_open", "image")
    ]
    return [urllib.parse.unquote(str(each)) for each in found if each]


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_links_in_documents_have_targets(path: Path) -> None:
    for link in links(path):
        if re.match("https?:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        if anchor:
            assert anchor in slugs_of(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_every_code_block_has_tested_language(path: Path) -> None:
    assert {block.language for block in blocks(path)} <= {"python", "sh", "json", "html", "toml"}


BOTS = [
    pytest.param(block, id=f"{path.name}-{number}")
    for path in FILES
    if path not in TRANSLATED
    for number, block in enumerate(blocks(path))
    if block.language == "python" and block.more
]


@pytest.mark.parametrize("block", BOTS)
def test_bots_in_documents_play(block: Block, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bots in ```python GAME blocks play without a fault against the weakest house bot, from both seats."""
    file = tmp_path / "my_bot.py"
    file.write_text(block.text, encoding="utf-8")
    weakest = GAMES[block.more].house[-1]
    for names in ([str(file), weakest], [weakest, str(file)]):
        assert command(["play", block.more, *names, "--seed", "1", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["faults"] == []


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_code_in_documents_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All blocks run in order and in one namespace, as a reader would try them."""
    monkeypatch.chdir(tmp_path)
    module = ModuleType("document")
    monkeypatch.setitem(sys.modules, "document", module)
    for block in blocks(path):
        if block.language == "python" and not block.more:
            exec(compile(block.text, str(path), "exec"), module.__dict__)


def lines(path: Path) -> Iterator[str]:
    for block in blocks(path):
        if block.language == "sh":
            yield from (line for line in block.text.splitlines() if line.strip() and not line.startswith("#"))


def tool() -> Any:
    """Load build.py as a module."""
    spec = importlib.util.spec_from_file_location("build_py", ROOT / "build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_commands_in_documents_are_valid(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", sys.path)
    text = path.read_text(encoding="utf-8")
    for name, rest in re.findall(r"`sandlot ([a-z]+)\b([^`]*)`", text):
        assert name in COMMANDS, name
        for option in re.findall(r"--[a-z]+", rest):
            assert option in options_of(name), (name, option)
    for line in lines(path):
        words = shlex.split(line, comments=True)
        if words[0] == "sandlot" or words[:3] == OURS[2].split()[:3]:
            arguments = words[words.index("sandlot") + 1 :]
            if ">" in arguments:
                arguments = arguments[: arguments.index(">")]
            understood(arguments)
        elif words[:2] == ["python3", "build.py"]:
            tool().parse(words[2:])
        elif words[:2] == ["pip", "install"]:
            assert installable(words[-1]), line
        else:
            assert line.startswith(OTHERS), line


@cache
def options_of(name: str) -> set[str]:
    """Return every option in the help of a command."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        parse([name, "--help"])
    return set(re.findall(r"--[a-z]+", out.getvalue()))


def understood(arguments: list[str]) -> None:
    if "--help" in arguments:
        assert set(arguments) - {"--help"} <= set(COMMANDS)
    elif len(arguments) == 1:
        assert arguments[0] in COMMANDS
    else:
        parse(arguments)


def installable(what: str) -> bool:
    """Tell whether this names our package, with extras that exist."""
    project = tomllib.loads((ROOT / "py" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = re.fullmatch(r"\./py(?:\[(.+)\])?", what)
    return found is not None and set((found[1] or "").split(",")) <= {"", *project["optional-dependencies"]}


def test_invalid_command_is_detected() -> None:
    with pytest.raises(Exception, match="--kinds"):
        understood(["tournament", "tank", "bots/", "--kinds", "swiss"])
    assert not installable("./py[clusters]")


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_json_and_html_in_documents_are_valid(path: Path) -> None:
    for block in blocks(path):
        if block.language == "json":
            json.loads(block.text)
        elif block.language == "html":
            for name in re.findall(r"SITE/([\w.-]+?\.(?:js|html))", block.text):
                source = {"sandlot-match.js": "element.ts", "embed.html": "embed.html"}[name]
                assert (STATIC / "panels" / "embed" / source).is_file()


def test_tasks_in_documents_can_be_graded() -> None:
    """```toml blocks are tasks, and a ```toml kept block has the kept seeds of the tasks before it."""
    for path in GUIDES.glob("grade*.md"):
        tasks, kept = (block for block in blocks(path) if block.language == "toml")
        assert kept.more == "kept"
        assert all(task.seeds for task in with_kept(read_spec(tasks.text), kept.text).tasks)
        assert any(not task.seeds for task in read_spec(tasks.text).tasks)


def test_leagues_in_documents_can_be_played() -> None:
    for path in GUIDES.glob("league*.md"):
        (found,) = (block for block in blocks(path) if block.more == "league")
        assert read_league(found.text).seasons


def test_first_commands_of_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (bot,) = (block.text for block in blocks(README) if block.more == "snake")
    (tmp_path / "my_bot.py").write_text(bot, encoding="utf-8")
    (line,) = (line for line in lines(README) if line.startswith("sandlot play snake my_bot.py"))
    assert command([*shlex.split(line, comments=True)[1:], "--quiet"]) == 0
    assert json.loads((tmp_path / "match.json").read_text(encoding="utf-8").splitlines()[0])


def english_of(path: Path) -> Path:
    return path.with_name(f"{path.name.split('.')[0]}{path.suffix}")


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.name)
def test_translated_guides_have_same_structure(path: Path) -> None:
    english = english_of(path)
    assert parts(path) == parts(english)
    for ours, theirs in zip(blocks(path), blocks(english), strict=True):
        assert (ours.language, ours.more) == (theirs.language, theirs.more)
        assert without_texts(ours) == without_texts(theirs)


def parts(path: Path) -> list[str]:
    """Return the headings, tables, rows, lists and code of a document, in order and without text."""
    kept = {"heading_open", "table_open", "tr_open", "bullet_list_open", "ordered_list_open", "fence", "code_block"}
    tokens = MarkdownIt("commonmark").enable("table").parse(path.read_text(encoding="utf-8"))
    return [f"{each.type} {each.tag}" for each in tokens if each.type in kept]


def without_texts(block: Block) -> object:
    """Return what code does, without what a translation says in its own words: comments, and texts that people read."""
    if block.language == "python":
        tree = ast.parse(block.text)
        for each in ast.walk(tree):
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                each.value = ""
        return ast.dump(tree)
    if block.language == "toml":
        return tomllib.loads(re.sub(r'^(title|hint) = ".*"', r'\1 = ""', block.text, flags=re.MULTILINE))
    if block.language == "sh":
        words = [shlex.split(line, comments=True) for line in block.text.splitlines() if not line.startswith("#")]
        # A command that asks for a language asks for the reader's.
        return [["LANGUAGE" if word in languages() else word for word in line] for line in words]
    return re.sub(r">[^<>]+<", "><", block.text) if block.language == "html" else block.text


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.name)
def test_translated_guides_say_the_same(path: Path) -> None:
    """A sentence that was added to the English guide alone shows in its code, its links, its labels or its numbers."""
    english = english_of(path)
    assert Counter(targets(path)) == Counter(targets(english))
    ours, theirs = (Counter(code(each)) for each in (path, english))
    assert theirs.keys() <= ours.keys()
    assert len(labels(path)) == len(labels(english))
    assert numbers(english) <= numbers(path)


def targets(path: Path) -> Iterator[str]:
    """Return where the links of a document lead: for a guide its name, whatever its language, and which heading."""
    for link in links(path):
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if target.resolve().parent != GUIDES:
            yield link
            continue
        if target.suffix != ".md":
            yield f"{target.name.split('.')[0]}{target.suffix}"
            continue
        place = slugs_of(target.read_text(encoding="utf-8")).index(anchor) if anchor else ""
        yield f"{target.name.split('.')[0]}#{place}"


def code(path: Path) -> list[str]:
    return [each.content for each in inline(path) if each.type == "code_inline"]


def labels(path: Path) -> list[str]:
    """Return the labels of buttons and tabs, which are in *italics*."""
    named = [after.content for each, after in pairwise(inline(path)) if each.type == "em_open"]
    return [name for name in named if name not in NOT_IN_THE_PAGE]


def numbers(path: Path) -> set[str]:
    """Return the numbers in the sentences of a document, without the separators of thousands."""
    text = "\n".join(each.content for each in inline(path) if each.type == "text")
    return set(re.findall(r"\d+", re.sub(r"(?<=\d)[,\u00a0](?=\d{3}(?!\d))", "", text)))


def test_translated_pictures_are_drawn_alike() -> None:
    for path in GUIDES.glob("*.*.svg"):
        ours, theirs = (
            re.sub(r">[^<>]+</(text|title)>", "", each.read_text(encoding="utf-8")) for each in (path, english_of(path))
        )
        assert ours == theirs
        assert path.name in links(GUIDES / f"how-it-works{path.suffixes[0]}.md")


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: path.name)
def test_translated_guides_lead_to_translated_guides(path: Path) -> None:
    language = path.suffixes[0]
    text = path.read_text(encoding="utf-8")
    for link, english in re.findall(r"\]\(([\w./-]+\.md)(?:#[^)]*)?\)(\s*(?:（英文）|\(на английском\)))?", text):
        translated = path.parent / re.sub(r"(?<=\w)(?:\.\w\w)?\.md$", f"{language}.md", link)
        if translated.is_file() and translated != path:
            assert link.endswith(f"{language}.md"), link
            assert not english, link


@pytest.mark.parametrize("path", sorted(GUIDES.glob("*.md")), ids=lambda path: path.name)
def test_guides_name_buttons_as_page_does(path: Path) -> None:
    """Labels of buttons and tabs are in *italics*."""
    language = path.suffixes[0].strip(".") if path.suffixes[:-1] else "en"
    files = [*STATIC.glob(f"base/words/{language}.json"), *STATIC.glob(f"panels/*/words/{language}.json")]
    texts = [json.loads(file.read_text(encoding="utf-8")).values() for file in files]
    said = json.dumps([*map(list, texts)], ensure_ascii=False).casefold()
    assert [name for name in labels(path) if name.strip(". ").casefold() not in said] == []


def test_frame_of_guides_has_same_messages_in_every_language() -> None:
    said = [json.loads(file.read_text(encoding="utf-8")) for file in sorted((GUIDES / "words").glob("*.json"))]
    assert len(said) == len(languages())
    assert len({frozenset(each) for each in said}) == 1


def test_untranslated_guide_keeps_language_of_frame(dist: Path) -> None:
    english = {each.name: each for each in documents() if each.language == "en"}
    titles = json.loads((GUIDES / "words" / "en.json").read_text(encoding="utf-8"))
    for name, each in english.items():
        assert titles.get(f"guides.title.{name}", each.title) == each.title
        for language in languages():
            assert (dist / "guide" / page_of(name, language)).is_file()
    text = (dist / "guide" / "security.ru.html").read_text(encoding="utf-8")
    assert "Безопасность (на английском)" in text
    assert '<main lang="en">' in text
    page = Page(text)
    assert "write-a-bot.ru.html" in page.leads
    # The API is in English only, too, and its pages lead back to the guides in this language.
    assert "API на Python (на английском)" in text
    assert "../api/index.html?guides=ru" in page.leads
    # The page links to the same guide in the other languages.
    assert {"security.html", "security.zh.html"} <= page.leads


def test_every_guide_is_listed() -> None:
    names = {path.name.split(".")[0] for path in GUIDES.glob("*.md")} - {"README"}
    for language in ("", ".zh", ".ru"):
        listed = links(GUIDES / f"README{language}.md")
        for name in names:
            wanted = f"{name}{language}.md" if (GUIDES / f"{name}{language}.md").is_file() else f"{name}.md"
            assert wanted in listed, language


def test_readme_is_short_and_has_small_animation() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 160
    (picture,) = GUIDES.glob("*.gif")
    assert picture.relative_to(ROOT).as_posix() in links(README)
    assert picture.stat().st_size < MOST_PICTURE


def test_every_folder_of_code_is_described() -> None:
    text = (GUIDES / "how-it-works.md").read_text(encoding="utf-8")
    folders = {room for room in rooms.PACKAGE if (ROOT / "py" / "sandlot" / room).is_dir() and "/" not in room}
    tops = {room.split("/")[0] for room in rooms.PAGE} - {"guide"}
    for place in (*(f"{room}/" for room in folders), *(f"static/{top}/" for top in tops)):
        assert place in text, place


class Page(HTMLParser):
    """The ids of a page, and the targets of its links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.leads: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.add(value or "")
            elif name in ("href", "src"):
                self.leads.add(value or "")


def test_links_of_guide_and_api_pages_have_targets(dist: Path) -> None:
    pages = {
        path: Page(path.read_text(encoding="utf-8"))
        for part in ("guide", "api")
        for path in (dist / part).rglob("*.html")
    }
    assert len(pages) > 20
    for path, page in pages.items():
        for lead in page.leads:
            if re.match("https?:", lead):
                continue
            name, _, anchor = urllib.parse.unquote(html.unescape(lead)).partition("#")
            name = name.partition("?")[0]
            target = (path.parent / name).resolve() if name else path
            target = target / "index.html" if target.is_dir() else target
            assert target.is_file(), (path.name, lead)
            if anchor and target in pages:
                assert anchor in pages[target].ids, (path.name, lead)


def test_site_has_page_for_every_document_and_game_module(dist: Path) -> None:
    for each in documents():
        text = (dist / "guide" / each.page).read_text(encoding="utf-8")
        assert f"<title>{html.escape(each.title)} - Sandlot</title>" in text
        # The languages are in the head of the page, and only there.
        assert not re.search("English(</a>)? · ", text)
    for name in GAMES:
        assert "mask has a 1" in (dist / "api" / "sandlot" / "rl" / f"{name}.html").read_text(encoding="utf-8")
        assert "What a bot sees" in (dist / "api" / "sandlot" / "games" / f"{name}.html").read_text(encoding="utf-8")


def test_help_runs_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "path", sys.path)
    for each in ("build", "serve", "check", "test", "clean"):
        with pytest.raises(SystemExit) as ended:
            tool().parse([each, "--help"])
        assert ended.value.code == 0
        assert f"build.py {each}" in capsys.readouterr().out
