"""One word for one thing in each language: `static/base/words/glossary.toml` against every sentence people read."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GLOSSARY = tomllib.loads((ROOT / "static/base/words/glossary.toml").read_text(encoding="utf-8"))
LANGUAGES = ("en", "zh", "ru")


def sentences(language: str) -> dict[str, str]:
    """Return all messages of a language, unformatted, by folder and id."""
    files = [path for top in ("py", "static") for path in (ROOT / top).rglob(f"{language}.json")]
    return {
        f"{path.parent.relative_to(ROOT)}: {id}": json.dumps(entry, ensure_ascii=False)
        for path in files
        for id, entry in json.loads(path.read_text(encoding="utf-8")).items()
    }


def guides(language: str) -> dict[str, str]:
    """Return all lines of the guides and templates in a language, by file and number."""
    files = [path for top in ("py", "static") for path in (ROOT / top).rglob(f"*.{language}.md")]
    return {
        f"{path.relative_to(ROOT)}:{number}": line
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_glossary_terms_are_used(language: str) -> None:
    texts = sentences(language) | guides(language)
    assert len(texts) > 1000
    rejected = [word for entry in GLOSSARY.values() for word in entry.get("not", {}).get(language, [])]
    wrong = [f"{where}: {word}" for where, text in texts.items() for word in rejected if re.search(word, text)]
    assert not wrong, wrong


def mixed(language: str) -> list[str]:
    """Return the sentences with a word that translates another term than the English one uses."""
    english, texts = sentences("en"), sentences(language)
    found = []
    for apart in (entry["apart"] for entry in GLOSSARY.values() if language in entry.get("apart", {})):
        for where in english.keys() & texts.keys():
            is_this = re.search(apart["en"], english[where], re.IGNORECASE)
            if not is_this or re.search(apart["unless"], english[where], re.IGNORECASE):
                continue
            found += [f"{where}: {word}" for word in apart[language] if re.search(word, texts[where])]
    return found


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_terms_are_not_mixed(language: str) -> None:
    assert mixed(language) == []


def test_every_term_is_translated() -> None:
    for term, entry in GLOSSARY.items():
        assert set(entry) - {"not", "apart"} == set(LANGUAGES), term
        assert set(entry.get("not", {})) <= set(LANGUAGES), term
