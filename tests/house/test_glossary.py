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
    """All texts of a language, as they stand in their files, by file and id."""
    files = [path for top in ("py", "static") for path in (ROOT / top).rglob(f"{language}.json")]
    return {
        f"{path.relative_to(ROOT)}: {id}": json.dumps(entry, ensure_ascii=False)
        for path in files
        for id, entry in json.loads(path.read_text(encoding="utf-8")).items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_glossary_terms_are_used(language: str) -> None:
    texts = sentences(language)
    assert len(texts) > 1000
    rejected = [word for entry in GLOSSARY.values() for word in entry.get("not", {}).get(language, [])]
    wrong = [f"{where}: {word}" for where, text in texts.items() for word in rejected if re.search(word, text)]
    assert not wrong, wrong


def test_every_term_has_a_word_in_every_language() -> None:
    for term, entry in GLOSSARY.items():
        assert set(entry) - {"not"} == set(LANGUAGES), term
        assert set(entry.get("not", {})) <= set(LANGUAGES), term
