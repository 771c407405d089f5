"""The pages of the site: their policies, their first scripts, and what the build puts into them."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping
from pathlib import Path

from sandlot_build.basis import ROOT, STATIC, Problem
from sandlot_build.bundles import Bundles, hashed

# The page's own policy. The sealed frame inherits it, so it contains the hash of the frame's only script, and also the
# hash of the script inside the page.
PAGE_POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval' {frame} {alone}",
    "worker-src": "'self' blob:",
    "connect-src": "'self'",
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
}


FRAME_POLICY = {"default-src": "'none'", "script-src": "{frame} 'wasm-unsafe-eval'", "worker-src": "blob:"}


def policy(rules: dict[str, str], **hashes: str) -> str:
    text = "; ".join(f"{name} {sources}" for name, sources in rules.items())
    return f'<meta http-equiv="Content-Security-Policy" content="{text.format(**hashes)}">'


def inline_script(bundles: Bundles, path: str, *options: str) -> tuple[str, str]:
    """Return a script to put inside a page, and the hash by which a policy allows it."""
    script = bundles.text(path, "--format=iife", *options)
    if "</script" in script.lower() or "<!--" in script:
        raise Problem(f"{path} holds a text that would end its script element early.")
    return script, hash_of(script)


def hash_of(text: str) -> str:
    """Return the hash by which a policy allows an element with that text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def guards_words() -> dict[str, dict[str, str]]:
    """Return the few sentences of the first script in the page, in every language."""
    said = {}
    for path in sorted((STATIC / "base" / "words").glob("*.json")):
        sentences = json.loads(path.read_text(encoding="utf-8"))
        said[path.stem] = {id: text for id, text in sentences.items() if id.startswith("framed.")}
    return said


def make_guard(bundles: Bundles) -> tuple[str, str]:
    """Return the first script in the page, and its hash."""
    # ASCII only, because the script is hashed as it stands in the page.
    said = f"--define:SANDLOT_FRAMED={json.dumps(guards_words())}"
    return inline_script(bundles, "static/shell/alone.ts", said, "--charset=ascii")


def link_assets(name: str, bundles: Bundles, folder: Path) -> str:
    """Return a page of ours with every static/... in its attributes replaced by its address in dist/."""

    def replace(match: re.Match[str]) -> str:
        path = match[2]
        if path not in bundles.urls:
            source = ROOT / path
            if not source.is_file():
                raise Problem(f"{name} names {path}, and there is no such file.")
            bundles.urls[path] = hashed(folder, source.name, source.read_bytes())
        return f'{match[1]}="{bundles.urls[path]}"'

    page = (ROOT / name).read_text(encoding="utf-8")
    return re.sub(r'\b(href|src)="(?:\./)?(static/[^"]+)"', replace, page)


def filled(page: str, head: list[str], preload: list[str], manifest: Mapping[str, object]) -> str:
    """Put policy and first script, preloads and manifest into the placeholders of a page; that of the manifest is a
    script element that holds an empty object.
    """
    head = [*head, *(f'<link rel="modulepreload" href="{html.escape(url)}">' for url in preload)]
    page, policies = re.subn(r"(<meta charset=[^>]+>)", lambda m: m[1] + "".join(head), page, count=1)
    if policies != 1:
        raise Problem("A page needs one <meta charset=...>.")
    # "<" is escaped so that no text in it can end the script element.
    text = json.dumps(manifest, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    place = '<script type="application/json" id="assets">{}</script>'
    if page.count(place) != 1:
        raise Problem(f"A page needs one {place}.")
    return page.replace(place, place.replace("{}", text))
