"""Makes pages of the site from the guides, which are Markdown that GitHub shows as well, and from the docstrings of
the package's public modules.

The build calls `make_documents`, which runs `python -m sandlot_build.documents FOLDER HEAD`: that needs markdown-it-py
and pdoc, by the Python of .venv, and what the environments for learning are made with.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from sandlot_build.basis import ROOT, STATIC, Problem, run
from sandlot_build.bundles import Bundles, esbuild
from sandlot_build.needs import ensure_venv
from sandlot_build.pages import make_guard, policy
from sandlot_build.words import languages

GUIDES = STATIC / "guide"
TEMPLATES = Path(__file__).parent / "templates"
#: Documents outside static/guide, and the names of their pages on the site.
WRITTEN_ELSEWHERE = {
    "SECURITY.md": "security.html",
    "py/CHANGELOG.md": "changes.html",
    ".github/CONTRIBUTING.md": "contributing.html",
}
#: The order of the guides. Those that it does not name follow.
ORDER = (
    *("README", "write-a-bot", "play-and-debug", "contests", "league", "grade", "ladders-and-statistics", "links"),
    *("command-line", "library", "train", "host", "how-it-works", "add-a-game", "security", "contributing", "changes"),
)
TAGS = {"zh": "zh-Hans"}
#: The name of each language in itself, for the links to other languages.
OWN_NAMES = {"en": "English", "zh": "中文", "ru": "Русский"}
#: The modules of the API pages, besides those of the games: everything that a bot or another program may import.
PUBLIC = (
    "sandlot",
    "sandlot.errors",
    "sandlot.api.traces",
    "sandlot.rl",
    "sandlot.rl.snake",
    "sandlot.rl.tank",
    "sandlot.rl.planes",
    "sandlot.rl.generals",
    "sandlot.game",
    "sandlot.clock",
    "sandlot.wire",
    "sandlot.draw",
    "sandlot.limits",
    "sandlot.games",
)
POLICY = {
    "default-src": "'none'",
    "script-src": "'self' {alone}",
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self' data:",
    "base-uri": "'none'",
    "form-action": "'none'",
}


@dataclass(frozen=True)
class Document:
    """A Markdown file, and where its page stands below guide/."""

    source: Path
    page: str
    language: str = "en"

    @property
    def name(self) -> str:
        """Its name without a language: "README", "write-a-bot"."""
        return "README" if self.page.startswith("index.") else self.page.split(".")[0]

    @property
    def text(self) -> str:
        return self.source.read_text(encoding="utf-8")

    @property
    def title(self) -> str:
        found = re.match(r"# (.+)\n", self.text)
        if found is None:
            raise Problem(f"{self.source.relative_to(ROOT)} begins with no title (# ...).")
        return found[1]


def page_of(name: str, language: str) -> str:
    """Return the page of a document for readers of a language, whether it is translated or not."""
    return f"{'index' if name == 'README' else name}{'' if language == 'en' else f'.{language}'}.html"


def reader_of(language: str) -> str:
    """Return what the address of an API page ends with, so that its links lead back to the guides in that language: the
    API pages are in English only.
    """
    return "" if language == "en" else f"?guides={language}"


def documents() -> list[Document]:
    """Return everything that becomes a page, in the order in which it is listed."""
    found = []
    for path in GUIDES.glob("*.md"):
        name, _, language = path.stem.partition(".")
        found.append(Document(path, page_of(name, language or "en"), language or "en"))
    found += [Document(ROOT / path, page) for path, page in WRITTEN_ELSEWHERE.items()]
    places = {name: place for place, name in enumerate(ORDER)}
    return sorted(found, key=lambda each: (places.get(each.name, len(ORDER)), each.name, each.language))


def make_documents(folder: Path) -> None:
    """Write guide/ and api/. Of assets/ they use only the fonts of the page, so a visit of the page asks for
    nothing more.
    """
    named = ["--entry-names=guide/[name]", "--asset-names=assets/[name]-[hash]", f"--outdir={folder}"]
    esbuild("static/guide/guide.css", "--loader:.woff2=file", *named)
    esbuild("static/guide/theme.ts", "--format=iife", *named)
    guard, alone = make_guard(Bundles(folder))
    head = policy(POLICY, alone=alone) + f"<script>{guard}</script>"
    env = {"PYTHONPATH": str(ROOT / "py"), "PYTHONUTF8": "1", "PYTHONHASHSEED": "0"}
    command: list[str | Path] = [ensure_venv(for_tests=False), "-B", "-m", "sandlot_build.documents", folder, head]
    run(command, "Making pages of the guides", env=env)


def without_versions(text: str) -> str:
    """Return a document without the line below its title that leads to its translations: that is for readers at
    GitHub, and every page of the site has these links in its head.
    """
    return re.sub(r"\A(# .+\n\n)\[?English\b.* · .*\n\n", r"\1", text)


def slugs_of(text: str) -> list[str]:
    """Return the anchors that GitHub gives to the headings of a document."""
    outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    found: list[str] = []
    for title in re.findall(r"^#{1,6} (.+?)\s*$", outside, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        found.append(f"{slug}-{found.count(slug)}" if slug in found else slug)
    return found


def address_of(
    document: Document, href: str, listed: dict[Path, Document], modules: set[str], language: str
) -> str | None:
    """Return the address of a link as a document's page for readers of a language needs it; None if it leads to a
    file that is not on the site.
    """
    if re.match(r"[a-z]+:|#", href):
        return href
    path, _, anchor = href.partition("#")
    target = Path(os.path.normpath(document.source.parent / path))
    if not target.exists():
        raise Problem(f"{document.source.relative_to(ROOT)} leads to {href}, and there is no such file.")
    if target in listed:
        other = listed[target]
        if other.language != "en":
            return f"{other.page}{f'#{anchor}' if anchor else ''}"
        # A link to an English guide keeps the reader's language.
        ours = next((each for each in listed.values() if (each.name, each.language) == (other.name, language)), other)
        # A translation has the same headings, but with anchors of its own language.
        slugs = dict(zip(slugs_of(other.text), slugs_of(ours.text), strict=True)) if anchor else {}
        return f"{page_of(other.name, language)}{f'#{slugs.get(anchor, anchor)}' if anchor else ''}"
    if target == ROOT / "README.md":
        return "../"
    if target.parent == GUIDES:
        return target.name
    place = PurePosixPath(target.relative_to(ROOT))
    if place.suffix == ".py" and place.is_relative_to("py"):
        parts = place.relative_to("py").with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if module in modules:
            return f"../api/{module.replace('.', '/')}.html{reader_of(language)}"
    return None


def as_html(document: Document, listed: dict[Path, Document], modules: set[str], language: str) -> str:
    """Return the text of a document as HTML, for a page for readers of a language."""
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    def coloured(code: str, language: str, _: str) -> str:
        return highlighted(code, language) or ""

    parser = MarkdownIt("commonmark", {"html": False, "highlight": coloured}).enable("table")
    tokens = parser.parse(without_versions(document.text))
    slugs = iter(slugs_of(document.text))

    def linked(children: list[Token]) -> Iterator[Token]:
        dead = False
        for token in children:
            if token.type == "link_open":
                href = address_of(document, str(token.attrs["href"]), listed, modules, language)
                dead = href is None
                if href is not None:
                    token.attrs["href"] = href
            elif token.type == "image":
                token.attrs["src"] = address_of(document, str(token.attrs["src"]), listed, modules, language) or ""
            if not (dead and token.type in ("link_open", "link_close")):
                yield token

    for token in tokens:
        if token.type == "heading_open":
            token.attrs["id"] = next(slugs)
        if token.children:
            token.children = list(linked(token.children))
    made = str(parser.renderer.render(tokens, parser.options, {}))
    # A table that is too wide scrolls by itself, and not with the whole page.
    return made.replace("<table>", '<div class="table" tabindex="0"><table>').replace("</table>", "</table></div>")


def highlighted(code: str, language: str) -> str | None:
    """Return code with its parts marked by class; None: its language is not known."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name({"sh": "bash"}.get(language, language))
    except ClassNotFound:
        return None
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))


@cache
def said(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((GUIDES / "words" / f"{language}.json").read_text(encoding="utf-8"))
    return found


def title_of(document: Document, language: str) -> str:
    """Return the title of a document in the list for readers of a language. If it is in English only, the title says
    so.
    """
    if document.language == language:
        return document.title
    return said(language)["guides.english"].format(title=said(language)[f"guides.title.{document.name}"])


def write_guides(folder: Path, template: Callable[..., str], modules: set[str]) -> None:
    """Write each guide once for readers of each language. If it is in English only, links and menus keep their
    language.
    """
    every = documents()
    listed = {each.source: each for each in every}
    for language in languages():
        shown: dict[str, Document] = {}
        for each in every:
            if each.language in ("en", language):
                shown[each.name] = each if each.language == language else shown.get(each.name, each)
        for name, document in shown.items():
            page = template(
                lang=TAGS.get(language, language),
                root="../",
                title=document.title,
                # The language of the text, if the reader has another one.
                text_lang="" if document.language == language else document.language,
                versions=[
                    {
                        "href": page_of(name, each),
                        "lang": TAGS.get(each, each),
                        "name": OWN_NAMES[each],
                        "here": each == language,
                    }
                    for each in languages()
                ],
                index=page_of("README", language),
                reader=reader_of(language),
                contents=[
                    {"href": page_of(each.name, language), "title": title_of(each, language), "here": each == document}
                    for each in shown.values()
                ],
                text=as_html(document, listed, modules, language),
                say=said(language),
            )
            (folder / page_of(name, language)).write_text(page + "\n", encoding="utf-8", newline="\n")
    for picture in GUIDES.glob("*.svg"):
        shutil.copy(picture, folder / picture.name)
    shutil.copy(STATIC / "favicon.svg", folder / "favicon.svg")


def write_api(folder: Path) -> set[str]:
    """Write the pages of the public modules; return the modules' names."""
    import pdoc.doc
    import pdoc.render

    from sandlot.games import NAMES

    pdoc.render.configure(template_directory=TEMPLATES, search=False, show_source=False, docformat="markdown")
    names = [*PUBLIC, *(f"sandlot.games.{name}" for name in NAMES)]
    for name in names:
        # Load the names that a module only loads when they are used, so that pdoc finds them.
        loaded = importlib.import_module(name)
        vars(loaded).update({each: getattr(loaded, each) for each in getattr(loaded, "__all__", ())})
    modules = {name: pdoc.doc.Module.from_name(name) for name in names}
    for name, module in modules.items():
        place = folder / f"{name.replace('.', '/')}.html"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(pdoc.render.html_module(module, modules), encoding="utf-8", newline="\n")
    (folder / "index.html").write_text(pdoc.render.html_index(modules), encoding="utf-8", newline="\n")
    return set(modules)


def write(folder: Path, head: str) -> None:
    """Write all pages."""
    import pdoc.render

    env = pdoc.render.env
    frame = {"lang": "en", "say": said("en"), "index": "index.html", "reader": "", "versions": []}
    env.globals.update(head=head, languages=languages(), **frame)
    (folder / "api").mkdir(exist_ok=True)
    (folder / "guide").mkdir(exist_ok=True)
    modules = write_api(folder / "api")
    write_guides(folder / "guide", env.get_template("guide.html.jinja2").render, modules)


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2])
