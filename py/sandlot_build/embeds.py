"""Builds what shows matches in other places: the embed, its element, an example of it, and the page for a match in a
file.
"""

from __future__ import annotations

import gzip
import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandlot_build.basis import ROOT, WORK, Problem, compact
from sandlot_build.bundles import WORDS_MODULE, Bundles, hashed
from sandlot_build.compress import gzipped
from sandlot_build.pages import filled, hash_of, link_assets, policy
from sandlot_build.words import PAGE_WORDS, languages, words

EMBED_FOLDER = "static/panels/embed"
#: Where the library finds the page for a match in a file. The build writes it, and the wheel takes it along.
PLAYER = ROOT / "py" / "sandlot" / "api" / "match-page.html"

#: Groups of the page's sentences that an embed needs, besides all of a game's.
ROOMS_WORDS = (
    "arena",
    "board",
    "chart",
    "hand",
    "lazy",
    "loading",
    "orders",
    "player",
    "replay",
    "time",
    "timeline",
    "verdict",
)
EXAMPLES_WORDS = "embeds"
"""The group of the sentences of the example page, which brings them itself."""
#: Folders of the sentences that an embed loads only for a puzzle.
PUZZLES_WORDS = ("static/panels/puzzles/words", "py/sandlot/puzzles/words")
ENGINES_WORDS = ("py/sandlot/tournaments/words", "static/panels/compete/words")
OFFERED = ("options", "hides", "starts")
"""What an embed needs to know of each game: see `catalog.games`."""

EMBED_POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self' blob:",
    "connect-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "base-uri": "'none'",
    "form-action": "'none'",
}
EXAMPLE_POLICY = {
    "default-src": "'none'",
    "script-src": "'self' {alone}",
    "style-src": "'self'",
    "img-src": "'self'",
    "frame-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
FILE_POLICY = {
    "default-src": "'none'",
    "script-src": "{script}",
    "style-src": "{style}",
    "img-src": "data:",
    "base-uri": "'none'",
    "form-action": "'none'",
}


@dataclass(frozen=True)
class Shown:
    """What the embed needs of the rest of the site. `some`: a first position of each game; `starts`: the address of
    those of its first seeds; `links`: a match of each; `engine`: the addresses of the files with Python, by their names
    in the page's manifest; `sizes`: bytes of files, by address.
    """

    games: Mapping[str, Any]
    some: Mapping[str, Any]
    starts: Mapping[str, str]
    links: Mapping[str, str]
    engine: Mapping[str, str]
    sizes: Mapping[str, int]


def said(language: str) -> bytes:
    """Return the sentences of an embed in a language."""
    base = json.loads((ROOT / "static" / "base" / "words" / f"{language}.json").read_text(encoding="utf-8"))
    places = [each for each in PAGE_WORDS if each not in ENGINES_WORDS]
    every = json.loads(words(language, *places, f"{EMBED_FOLDER}/words"))
    kept = {
        id: text
        for id, text in every.items()
        if id.partition(".")[0] != EXAMPLES_WORDS and (id not in base or id.partition(".")[0] in ROOMS_WORDS)
    }
    return compact(kept)


def english_words() -> Path:
    """Return the file of the sentences that the scripts of an embed and of a file import."""
    path = WORK / "words-embed-en.json"
    path.write_bytes(said("en"))
    return path


def page_of(name: str, bundles: Bundles, folder: Path) -> str:
    """Return a page of this room; its timeline and what it says without scripts are those of index.html."""
    page = link_assets(f"{EMBED_FOLDER}/{name}", bundles, folder)
    main = (ROOT / "index.html").read_text(encoding="utf-8")
    for part, pattern in (("timeline", r'<div class="timeline" .*?</div>'), ("noscript", r"<noscript>.*?</noscript>")):
        found = re.findall(pattern, main, re.DOTALL)
        if len(found) != 1:
            raise Problem(f"index.html needs one {part}, which {name} takes from it.")
        page = page.replace(f"<!-- {part} of index.html -->", found[0])
    return page


def bundle_embed(bundles: Bundles, *, readable: bool) -> None:
    """Bundle the scripts of the embed."""
    bundles.split(
        [f"{EMBED_FOLDER}/embed.ts"], english_words(), {"SANDLOT_INDEX": ""}, prefix="embed-", readable=readable
    )


def bundle_example(bundles: Bundles) -> None:
    """Bundle the script of the page that shows embeds, and the styles of both."""
    bundles.add([f"{EMBED_FOLDER}/embeds.ts"], "--format=esm", "--loader:.svg=text")
    bundles.add([f"{EMBED_FOLDER}/embed.css", f"{EMBED_FOLDER}/embeds.css"], "--loader:.svg=dataurl")


def bundle_element(bundles: Bundles) -> None:
    """Write the element that pages elsewhere load, under a name that stays."""
    text = bundles.text(f"{EMBED_FOLDER}/element.ts", "--format=iife")
    (bundles.folder / "sandlot-match.js").write_text(f"{text}\n", encoding="utf-8", newline="\n")


def bundle_player(bundles: Bundles) -> dict[str, str]:
    """Return {script, style} of the page for a match in a file."""
    options = [
        "--format=esm",
        "--loader:.svg=text",
        f"--alias:{WORDS_MODULE}={english_words()}",
        '--define:SANDLOT_INDEX=""',
    ]
    style = bundles.text(f"{EMBED_FOLDER}/file.css", "--loader:.svg=dataurl")
    return {"script": bundles.text(f"{EMBED_FOLDER}/file.ts", *options), "style": style}


def make_embeds(
    shown: Shown, bundled: Mapping[str, Any], player: Mapping[str, str], guard: tuple[str, str], folder: Path
) -> str:
    """Write embed.html, the example and the page for a match in a file; return the address of that. `bundled` is what
    was bundled for them, see `Bundles.json`; `player`, see `bundle_player`; `guard`, see `make_guard`.
    """
    bundles = Bundles(folder)
    bundles.join(bundled)
    make_embed(folder, bundles, shown)
    make_example(folder, bundles, shown.links, guard)
    # Not as HTML, which would be taken for a host's error page.
    return hashed(folder, "player.page.gz", gzipped(make_player(bundles, folder, **player).encode()))


def make_embed(folder: Path, bundles: Bundles, shown: Shown) -> None:
    messages = {each: hashed(folder, f"embed-{each}.json", said(each)) for each in languages() if each != "en"}
    puzzles = {each: hashed(folder, f"embed-puzzle-{each}.json", words(each, *PUZZLES_WORDS)) for each in languages()}
    loads = hashed(folder, "embed-engine.json", json.dumps(shown.engine, ensure_ascii=False).encode())
    python = (shown.engine[name] for name in ("core", "wasm", "stdlib", "wheel", "later"))
    parts = [*messages.values(), *puzzles.values(), loads, *python]
    manifest = {
        "messages": messages,
        "pathWords": puzzles,
        "loads": loads,
        "sizes": {url: shown.sizes[url] if url in shown.sizes else (folder / url).stat().st_size for url in parts},
        "games": {name: {key: game[key] for key in OFFERED} for name, game in shown.games.items()},
        "some": shown.some,
        "starts": shown.starts,
    }
    preload = bundles.at_once[f"{EMBED_FOLDER}/embed.ts"]
    page = filled(page_of("embed.html", bundles, folder), [policy(EMBED_POLICY)], preload, manifest)
    (folder / "embed.html").write_text(page, encoding="utf-8", newline="\n")


def make_example(folder: Path, bundles: Bundles, links: Mapping[str, str], guard: tuple[str, str]) -> None:
    script, guard_hash = guard
    page = link_assets(f"{EMBED_FOLDER}/embeds.html", bundles, folder)
    page = re.sub(r"\{(\w+)\}", lambda match: html.escape(links[match[1]]), page)
    head = policy(EXAMPLE_POLICY, alone=guard_hash) + f"<script>{script}</script>"
    page = re.sub(r"(<meta charset=[^>]+>)", lambda match: match[1] + head, page, count=1)
    (folder / "embeds.html").write_text(page, encoding="utf-8", newline="\n")


def make_player(bundles: Bundles, folder: Path, script: str, style: str) -> str:
    """Return the page for a match in a file. All of it is inside: it is to open without a network."""
    # In a script element "<!--" has a special meaning. Our scripts have it only in strings, in which the escape is the
    # same.
    script = script.replace("<!--", "\\x3C!--")
    if "</script" in script.lower() or "</style" in style.lower():
        raise Problem("The page for a match in a file holds a text that would end its script or its style early.")
    others = {each: json.loads(said(each)) for each in languages() if each != "en"}
    page = page_of("file.html", bundles, folder)
    page = page.replace("<!-- style -->", f"<style>{style}</style>")
    head = policy(FILE_POLICY, script=hash_of(script), style=hash_of(style))
    page = filled(page, [head], [], {"messages": {}, "sizes": {}, "words": others})
    return page.replace("<!-- script -->", f'<script type="module">{script}</script>')


def keep_player(dist: Path) -> None:
    """Copy the page for a match in a file to `PLAYER`, where the library finds it."""
    for file in dist.glob("assets/player-*.page.gz"):
        data = gzip.decompress(file.read_bytes())
        if not PLAYER.is_file() or PLAYER.read_bytes() != data:
            PLAYER.write_bytes(data)
