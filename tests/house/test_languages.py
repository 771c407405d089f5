"""Three languages: every message exists in each, and the page and its verdicts use the chosen one."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import asked, paste, press, replay_of, state
from playwright.sync_api import Page, expect
from sandlot.games import GAMES
from sandlot.messages import LANGUAGES, PLURALS, message, player, plural, render, speak
from sandlot_build.games import quoted
from sandlot_build.rooms import scripts_of_the_page

ROOT = Path(__file__).resolve().parents[2]

#: The folders of messages by part; each game has its own.
ENGINE = [
    ROOT / "py" / "sandlot" / "messages",
    ROOT / "py" / "sandlot" / "links" / "words",
    ROOT / "py" / "sandlot" / "tournaments" / "words",
    *sorted(ROOT.glob("py/sandlot/games/*/words")),
]
PAGE = [ROOT / "static" / "base" / "words", *sorted(ROOT.glob("static/games/*/words"))]
PANELS = sorted(path for path in ROOT.glob("static/panels/*/words") if path.parent.name not in ("rules", "learn"))
EMBED = ROOT / "static" / "panels" / "embed"
RULES = [ROOT / "static" / "panels" / "rules" / "words", *sorted(ROOT.glob("static/games/*/rules"))]
CLI = [ROOT / "py" / "sandlot" / "cli" / "words"]
API, RL, GRADE, SETTINGS, LEAGUE, TASKS, PUZZLES = (
    [ROOT / "py" / "sandlot" / room / "words"]
    for room in ("api", "rl", "grade", "settings", "league", "tasks", "puzzles")
)
FOLDERS = {
    "engine": ENGINE,
    "api": API,
    "rl": RL,
    "page": [*PAGE, *PANELS],
    "cli": CLI,
    "grade": GRADE,
    "settings": SETTINGS,
    "league": LEAGUE,
    "tasks": TASKS,
    "puzzles": PUZZLES,
    "learn": [ROOT / "static" / "panels" / "learn" / "words"],
    "explained": [ROOT / "static" / "explained" / "words"],
}
OTHERS = [language for language in LANGUAGES if language != "en"]
PLACEHOLDER = re.compile(r"\{\{|\}\}|\{(\w+)\}")
CHINESE, CYRILLIC, LATIN = (re.compile(f"[{letters}]") for letters in ("\u4e00-\u9fff", "\u0400-\u04ff", "A-Za-z"))
PLAIN_PUNCTUATION = re.compile("[\u4e00-\u9fff][,:;?!(]|[,:;?!)][\u4e00-\u9fff]")

Entry = str | dict[str, str]
Catalog = dict[str, Entry]


def unlike(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build a dict from pairs, and refuse duplicate keys."""
    keys = [key for key, _ in pairs]
    twice = {key for key in keys if keys.count(key) > 1}
    assert not twice, f"more than once: {sorted(twice)}"
    return dict(pairs)


def catalog(folders: list[Path], language: str) -> Catalog:
    files = [(folder / f"{language}.json").read_text(encoding="utf-8") for folder in folders]
    return unlike([pair for file in files for pair in json.loads(file, object_pairs_hook=unlike).items()])


def texts(entry: Entry) -> list[str]:
    """Return the texts of an entry, one for every plural form."""
    return [entry] if isinstance(entry, str) else [text for form, text in entry.items() if form != "by"]


def parameters(entry: Entry) -> set[str]:
    named = {name for text in texts(entry) for name in PLACEHOLDER.findall(text) if name}
    return named | ({entry["by"]} if isinstance(entry, dict) else set())


ALL = [pytest.param(name, language, id=f"{name}-{language}") for name in FOLDERS for language in LANGUAGES]


def all_words(language: str = "en") -> Catalog:
    return catalog([folder for folders in FOLDERS.values() for folder in folders], language)


def test_every_language_has_every_catalog() -> None:
    for folder in (folder for folders in (*FOLDERS.values(), RULES) for folder in folders):
        assert {path.stem for path in folder.glob("*.json")} == set(LANGUAGES), folder
    assert len(PAGE) == len(RULES) == 1 + len(GAMES)
    assert all_words()


@pytest.mark.parametrize(("name", "language"), ALL)
def test_every_language_has_same_messages(name: str, language: str) -> None:
    english, other = catalog(FOLDERS[name], "en"), catalog(FOLDERS[name], language)
    assert set(other) == set(english)
    wrong = {id for id in english if parameters(english[id]) != parameters(other[id])}
    assert not wrong, f"with other parameters than in English: {sorted(wrong)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_task_and_its_result_have_no_colon_of_their_own(language: str) -> None:
    """They stand behind "Required:" and "Result:"."""
    for id, entry in catalog(TASKS, language).items():
        if re.match(r"grade\.(task_|no_faults|(not_)?(won|done|surely|started))", id):
            for text in texts(entry):
                first = re.split(r"\. |。", text)[0]
                assert not re.search("[:：]", first), f"{id}: {text}"


@pytest.mark.parametrize(("name", "language"), ALL)
def test_every_plural_form_exists(name: str, language: str) -> None:
    for id, entry in catalog(FOLDERS[name], language).items():
        if isinstance(entry, dict):
            # A moment of a match is a turn in some games and a round in others: see static/games/moment.ts.
            forms = {"turn", "round"} if entry["by"] == "unit" else PLURALS[language]
            assert set(entry) == {"by", *forms}, id


@pytest.mark.parametrize(("name", "language"), ALL)
def test_message_is_not_a_fragment(name: str, language: str) -> None:
    """Messages are not fragments for concatenation: none begins or ends with a space or with joining punctuation."""
    for id, entry in catalog(FOLDERS[name], language).items():
        for text in texts(entry):
            assert text == text.strip(), id
            assert "  " not in text, id
            assert not re.match(r"[,;:.)，；：。）]", text), id
            assert not re.search(r"[,;:(（，；：、]$", text), id


#: Names from code, which may begin an English sentence in lower case.
CODE = re.compile(r"\w+(?:\.\w+)*[(\[]|(?:append|break|elif|else|move|new|next|print|step|view)\b")


@pytest.mark.parametrize(("language", "small"), [("en", "[a-z]"), ("ru", "[а-яё]")])
@pytest.mark.parametrize("name", ["page", "learn", "explained"])
def test_sentence_begins_with_capital_letter(name: str, language: str, small: str) -> None:
    """A text that ends like a sentence begins with a capital letter, unless it begins with a name from code. So
    does each further sentence in it.
    """
    count = 0
    for id, entry in catalog(FOLDERS[name], language).items():
        for text in texts(entry):
            if not re.search(r"[.!?]$", text):
                continue
            count += 1
            begins = re.findall(rf"(?:^|[a-zа-яё)»”][.!?] )({small}.*)", text)
            assert all(CODE.match(each) for each in begins), f"{id}: {text}"
    assert count > 5


@pytest.mark.parametrize("language", OTHERS)
def test_translation_is_in_its_language(language: str) -> None:
    own = {"zh": CHINESE, "ru": CYRILLIC}[language]
    names = {"game.generals", "title.page", "versions.title"}  # names that are the same in every language
    for folder in FOLDERS.values():
        for id, entry in catalog(folder, language).items():
            for text in texts(entry):
                words = PLACEHOLDER.sub("", text)
                if id not in names and LATIN.search(words) and len(LATIN.findall(words)) > 1:
                    assert own.search(words), f"{id} is not translated: {text}"


@pytest.mark.parametrize(("language", "word"), [("zh", "录像"), ("ru", "повтор")])
def test_replay_has_one_translation(language: str, word: str) -> None:
    """Two words for the same thing, as the command line once had in Chinese, would seem to mean two things."""
    words = all_words(language)
    for id, entry in all_words().items():
        if any(re.search(r"\breplays?\b", text, re.IGNORECASE) for text in texts(entry)):
            assert all(word in text.lower() for text in texts(words[id])), id


def test_bot_has_one_translation_in_chinese() -> None:
    words = all_words("zh")
    assert [id for id, entry in words.items() if any("机器人" in text for text in texts(entry))] == []


def test_chinese_punctuation_is_chinese() -> None:
    for folder in FOLDERS.values():
        for id, entry in catalog(folder, "zh").items():
            for text in texts(entry):
                assert not PLAIN_PUNCTUATION.search(text), f"{id}: {text}"


# Plural forms


NOUNS = (
    "bots|bricks|cells|characters|cities|columns|files|heads|lines|marks|moves|numbers|obstacles|packages|placings|"
    "planes|players|rows|runs|seats|seconds|shots|steps|turns|units|versions"
)
COUNTED = re.compile(rf"\{{(\w+)\}} (?:[\w-]+ )?(?:{NOUNS})\b")
#: Messages whose count comes from the sources and is never one.
NEVER_ONE = {"draw.full", "fault.too_long", "front.players", "option.ints", "option.text", "packages.too_many"}
NEVER_ONE |= {"settings.text", "packages.unpacks", "grade.turns_form", "step.list", "step.program"}


@pytest.mark.parametrize(
    ("entry", "alone"),
    [
        ("{count} of 3 heads, {left} placings left", {"left"}),
        ({"by": "count", "one": "{count} turn", "other": "{count} turns"}, set()),
        ({"by": "shots", "one": "{shots} shot, {left} placings", "other": "{shots} shots, {left} placings"}, {"left"}),
        ("{count} more characters", {"count"}),
        ("turn {turn} of {last}", set()),
    ],
)
def test_missing_plural_forms_are_found(entry: Entry, alone: set[str]) -> None:
    assert uncounted(entry) == alone


def uncounted(entry: Entry) -> set[str]:
    """Return the parameters of an English message that count something without having plural forms."""
    by = entry["by"] if isinstance(entry, dict) else None
    return {name for text in texts(entry) for name in COUNTED.findall(text)} - {by}


def test_counts_have_plural_forms() -> None:
    """Checked in English, where a plural noun after a parameter shows that the parameter is a count."""
    found = {id: uncounted(entry) for folder in FOLDERS.values() for id, entry in catalog(folder, "en").items()}
    assert {id: names for id, names in found.items() if names and id not in NEVER_ONE} == {}


NUMBERS = [*range(130), 1000, 1001, 1002, 1005, 1011, 1111, 1121, -1, -2, -5, -11, 0.5, 1.5, 1.0, 21.0]
SELECT = """
const [languages, numbers] = JSON.parse(process.argv[1]);
const categories = {}, forms = {};
for (const language of languages) {
  const rules = new Intl.PluralRules(language);
  categories[language] = rules.resolvedOptions().pluralCategories;
  forms[language] = numbers.map((number) => rules.select(number));
}
console.log(JSON.stringify({ categories, forms }));
"""


def test_plural_forms_are_equal_in_python_and_page() -> None:
    node = shutil.which("node")
    assert node is not None
    command = [node, "--eval", SELECT, json.dumps([LANGUAGES, NUMBERS])]
    intl = json.loads(subprocess.check_output(command, encoding="utf-8"))
    for language in LANGUAGES:
        assert set(intl["categories"][language]) == set(PLURALS[language])
        assert [plural(number, language) for number in NUMBERS] == intl["forms"][language]


def test_plural_form_of_non_numbers() -> None:
    for language in LANGUAGES:
        for value in ("1", None, float("inf"), float("nan"), [1]):
            assert plural(value, language) == "other"


@pytest.mark.parametrize(
    ("turns", "said"),
    [(1, "нет победителя за 1 ход"), (3, "нет победителя за 3 хода"), (100, "нет победителя за 100 ходов")],
)
def test_russian_plural_forms(turns: int, said: str) -> None:
    assert render(message("tank.turn_limit", turns=turns), language="ru") == said


@pytest.mark.parametrize(
    ("name", "language", "said"),
    [
        ("甲（红方）", "zh", "甲（红方）获胜："),
        ("hunter", "zh", "hunter 获胜："),
        ("四 海", "zh", "四 海获胜："),
        ("甲（红方）", "en", "甲（红方） wins: "),
    ],
)
def test_no_space_beside_chinese_names(name: str, language: str, said: str) -> None:
    text = message("verdict.win", winner=player(0), why=message("tank.base_destroyed", who=player(1), turn=3))
    assert render(text, [name], language=language).startswith(said)


def test_speak_sets_language_within_context() -> None:
    text = message("verdict.win", winner={"player": 0}, why=message("tank.base_destroyed", who={"player": 1}, turn=3))
    english = render(text)
    with speak("zh"):
        assert render(text, ["hunter"]) == "hunter 获胜：玩家 2 的基地在第 3 回合被摧毁"
        assert render(text, language="ru") == "Побеждает игрок 1: игрок 2 теряет базу на 3-м ходу"
        with speak("ru"):
            assert render(text).startswith("Побеждает")
        assert CHINESE.search(render(text))
    assert render(text) == english == "player 1 wins: player 2 lost the base on turn 3"


# The page


TAGS = {"en": "en", "zh": "zh-Hans", "ru": "ru"}
SETTINGS = {"en": "Match settings", "zh": "对局设置", "ru": "Настройки матча"}
WINS = {"zh": " 获胜：", "ru": "Побеждает "}
LOSES = """
def move(view):
    if view["turn"] == {turn}:
        raise RuntimeError("enough")
    return [-1, -1]
"""


def speaks(page: Page, language: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", TAGS[language])
    expect(page.locator("#settings h2")).to_have_text(SETTINGS[language])


def switch(page: Page, language: str) -> None:
    page.locator("#language").click()
    page.locator(f"#languages [href$='lang={language}']").click()


def play_in(page: Page, language: str) -> None:
    """Play a match of two house bots, and check that its verdict is in this language."""
    page.locator("#seat-0").select_option("random")
    page.locator("#seat-1").select_option("hunter")
    state(page, "ready")
    page.locator("#run").click()
    state(page, "ready")
    press(page, "End")
    expect(page.get_by_test_id("verdict")).to_contain_text(WINS[language])
    expect(page.get_by_test_id("verdict")).not_to_contain_text("my_bot")


@pytest.mark.parametrize(
    ("locale", "link", "language"),
    [
        ("de-DE", "", "en"),
        ("en-GB", "", "en"),
        ("zh-CN", "", "zh"),
        ("ru-RU", "", "ru"),
        ("ru-RU", "#game=tank&tab=code&lang=zh", "zh"),
        ("zh-CN", "#lang=en&tab=code&game=tank", "en"),
        ("zh-CN", "#game=tank&tab=code&lang=xx", "zh"),
        ("zh-CN", "#game=tank&tab=code&lang=constructor", "zh"),
    ],
)
def test_language_comes_from_browser_or_link(
    early_page: Callable[..., Page], site: Any, locale: str, link: str, language: str
) -> None:
    page = early_page(locale=locale)
    page.goto(site.url + link)
    speaks(page, language)


def test_failed_language_load_falls_back_to_english(
    early_page: Callable[..., Page], site: Any, manifest: dict[str, Any], problems: Any
) -> None:
    problems.expect("503")
    file = manifest["messages"]["ru"].removeprefix("./")
    site.broken.add(file)
    try:
        page = early_page(locale="ru")
        page.goto(site.url)
        speaks(page, "en")
        expect(page.locator(".notice")).to_contain_text("language could not be loaded")
    finally:
        site.broken.discard(file)


def test_switching_language_keeps_view(page: Page, site: Any, tmp_path: Path) -> None:
    page.goto(f"{site.url}#game=tank&tab=code")
    speaks(page, "en")
    paste(page, LOSES.format(turn=12))
    page.locator("#seed").fill("7")
    page.locator("#seat-1").select_option("random")
    page.locator("#run").click()
    state(page, "ready")
    before = replay_of(page, tmp_path)
    press(page, "Home", "ArrowRight", "ArrowRight", "ArrowRight")

    switch(page, "zh")
    speaks(page, "zh")
    assert "lang=zh" in page.url
    expect(page.get_by_test_id("turn")).to_have_text(re.compile("^3/"))
    expect(page.locator("#seed")).to_have_value("7")
    expect(page.locator("#seat-1")).to_have_value("random")
    expect(page.locator(".cm-content")).to_contain_text("enough")
    expect(page.get_by_test_id("verdict")).to_contain_text("my_bot 在第 12 回合运行出错：RuntimeError: enough")
    assert replay_of(page, tmp_path) == before

    # The match is carried over only once, and the choice also holds for addresses without a language.
    page.goto("about:blank")
    page.goto(f"{site.url}#game=tank&tab=code")
    speaks(page, "zh")
    expect(page.get_by_test_id("turn")).not_to_have_text(re.compile("^3/"))
    # A match has its verdict in the language in which it was played.
    play_in(page, "zh")


def test_language_switches_after_running_match(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=tank&tab=code")
    paste(page, LOSES.format(turn=2))
    page.locator("#seed").fill("7")
    page.locator("#seat-1").select_option("me")
    page.locator("#run").click()
    asked(page, 0)
    stay = ("1", ".", "2", ".")
    press(page, *stay)
    asked(page, 1)
    switch(page, "ru")
    expect(page.locator(".notice")).to_contain_text("Русский")
    state(page, "running")
    speaks(page, "en")
    press(page, *stay)
    expect(page.locator("html[lang=ru]")).to_be_attached()
    expect(page.get_by_test_id("verdict")).to_contain_text("my_bot падает на 2‑м ходу: RuntimeError: enough")
    play_in(page, "ru")


def test_link_in_page_switches_language(early: Page, site: Any) -> None:
    early.goto(f"{site.url}#game=snake&tab=code")
    speaks(early, "en")
    early.evaluate("() => { location.hash = '#game=snake&tab=code&lang=ru'; }")
    speaks(early, "ru")
    early.evaluate("() => { location.hash = '#game=snake&tab=code&lang=xx'; }")
    expect(early.locator("html")).to_have_attribute("lang", "ru")


#: The last part of the id of a reason's sentence, where it is not the reason.
SENTENCES = {
    ("generals", "army"): "less_army",
    ("generals", "cities"): "less_cities",
    ("generals", "cells"): "less_cells",
    ("planes", "planes_found"): "found",
}
FAULTS = ("illegal", "timeout", "crash", "resigned")


@pytest.mark.parametrize("game", GAMES)
def test_page_has_words_for_every_reason_of_losing(game: str) -> None:
    """The page makes their ids of the reason, so no source names them."""
    engine = catalog([ROOT / "py" / "sandlot" / "games" / game / "words"], "en")
    words = catalog([ROOT / "static" / "games" / game / "words"], "en")
    reasons = [id.rsplit(".", 1)[1] for id in engine if id.startswith(f"reason.{game}.")]
    assert reasons
    sentences = [f"{game}.{SENTENCES.get((game, each), each)}" for each in reasons]
    needed = [f"ending.you.{each}" for each in sentences]
    # A game that tells of losses turn by turn tells of all of them.
    if f"`{game}.event.${{" in (ROOT / "static" / "games" / game / "index.ts").read_text(encoding="utf-8"):
        needed += [f"{game}.event.{each}" for each in (*reasons, *FAULTS)]
    assert [id for id in sentences if id not in engine] == [], "these sentences are missing in the rules' words"
    assert [id for id in needed if id not in words] == [], "these are missing in the words of the page's game"


# The sources: every id exists, every message is used, and no message is concatenated


SCRIPTS = [path for path in scripts_of_the_page() if path.name not in ("rules.ts", "text.tsx")]
RULE_SCRIPTS = [*sorted((ROOT / "static").glob("games/*/rules.ts")), ROOT / "static" / "panels" / "rules" / "text.tsx"]
QUOTED = re.compile(r"'((?:[^'\\\n]|\\.)*)'")
TEMPLATE = re.compile(r"`((?:[^`\\]|\\.)*)`")
HOLE = re.compile(r"\$\{[^{}]*\}")
ID = re.compile(r"[a-z]+(?:\.[\w-]+)+")
SAYS = re.compile(r"(?<![\w.])(?:t|say|words|said|fixed|moment)\(")
#: Strings that look like message ids but are not: names of files and modules, and storage keys.
NO_IDS = re.compile(r"sandlot\..*|.*\.(?:js|ts|tsx|json|css|py|svg|html|wasm|zip|txt|gz)")
KEPT = {"code.x", "settings.x", "setup.x", "setup.x.x", "chart.x"}


def ids_in_scripts(paths: list[Path]) -> tuple[set[str], list[str]]:
    """Return the strings that look like ids, and regular expressions for ids that are built with a value."""
    exact, patterns = set(), []
    for path in paths:
        text = re.sub(r"^\s*(?:\*|//|/\*).*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        exact |= {found for found in QUOTED.findall(text) if ID.fullmatch(found) and not NO_IDS.fullmatch(found)}
        for found in TEMPLATE.findall(text):
            shape = HOLE.sub("x", found)
            if shape != found and ID.fullmatch(shape) and shape not in KEPT:
                patterns.append("[\\w-]+".join(re.escape(part) for part in HOLE.split(found)))
    return exact, patterns


def ids_in_python() -> tuple[set[str], list[str]]:
    exact, patterns = set(), []
    for path in (ROOT / "py" / "sandlot").rglob("*.py"):
        if "bots" in path.parts:
            continue
        exact |= {text for text in quoted(path) if ID.fullmatch(text)}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                plain = "".join("x" if part is None else str(part) for part in parts)
                if ID.fullmatch(plain):
                    patterns.append("".join("[\\w-]+" if part is None else re.escape(str(part)) for part in parts))
    return exact, patterns


def asked_for() -> set[str]:
    """Return the ids in places of the sources where only an id is possible."""
    markup = (ROOT / "index.html").read_text(encoding="utf-8")
    ids = set(re.findall(r'data-t(?:-\w+)?="([^"]+)"', markup))
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        ids |= set(re.findall(r"(?<![\w.])t\(\s*'([^']+)'", text))
        ids |= set(re.findall(r"(?<![\w.])say\(\s*\[\s*'([^']+)'", text))
        ids |= set(re.findall(r"(?:says|label|title): '([a-z]+\.[\w.-]+)'", text))
    for path in (ROOT / "py" / "sandlot").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            first = node.args[0]
            says = name in ("message", "Message", "IllegalMove", "BadOption", "BadReplay", "BadText")
            if says and isinstance(first, ast.Constant) and isinstance(first.value, str):
                ids.add(first.value)
    return ids


def test_every_id_in_sources_exists() -> None:
    known = set(all_words())
    asked = asked_for()
    assert len(asked) > 200
    assert sorted(asked - known) == []
    groups = {id.split(".")[0] for id in known}
    in_scripts, in_python = ids_in_scripts(SCRIPTS), ids_in_python()
    # Names that end in .toml are file names.
    all_ids = {id for id in in_scripts[0] | in_python[0] if not id.endswith(".toml")}
    typed = {id for id in all_ids if id.split(".")[0] in groups}
    assert sorted(typed - known) == []
    put_together = [pattern for pattern in in_scripts[1] + in_python[1] if pattern.split("\\.")[0] in groups]
    assert len(put_together) > 20
    assert [pattern for pattern in put_together if not any(re.fullmatch(pattern, id) for id in known)] == []


def test_no_unused_messages() -> None:
    pages = [ROOT / "index.html", *EMBED.glob("*.html")]
    markup = "".join(page.read_text(encoding="utf-8") for page in pages)
    in_scripts, in_python = ids_in_scripts(SCRIPTS), ids_in_python()
    used = in_scripts[0] | in_python[0] | set(re.findall(r'data-t(?:-\w+)?="([^"]+)"', markup))
    patterns = re.compile("|".join(f"(?:{each})" for each in in_scripts[1] + in_python[1]))
    unused = {id for id in set(all_words()) - used if not patterns.fullmatch(id)}
    assert sorted(unused) == []


def end_of(text: str, start: int) -> int:
    """Return the position of the bracket that closes the one opened before `start`."""
    depth, quote, at = 1, "", start
    while depth:
        char = text[at]
        if quote:
            at += char == "\\"
            quote = "" if text[at] == quote else quote
        elif char in "'`\"":
            quote = char
        else:
            depth += (char in "([{") - (char in ")]}")
        at += 1
    return at


def glued(text: str) -> list[str]:
    """Return the places of a script where a message is concatenated with other text."""
    found = []
    for call in SAYS.finditer(text):
        end = end_of(text, call.end())
        before, after = text[: call.start()].rstrip(), text[end:].lstrip()
        if (before.endswith("+") and not before.endswith("++")) or (after.startswith("+") and after[:2] != "++"):
            found.append(text[call.start() : end])
    for template in TEMPLATE.finditer(text):
        for hole in HOLE.finditer(template[1]):
            around = (template[1][: hole.start()] + template[1][hole.end() :]).replace("\\n", "")
            if (SAYS.search(hole[0]) and re.search(r"\w|\S\s|\s\S", HOLE.sub("", around))) or (
                SAYS.search(hole[0]) and len(HOLE.findall(template[1])) > 1 and "\\n" not in template[1]
            ):
                found.append(template[0])
    return found


@pytest.mark.parametrize(
    ("script", "places"),
    [
        ("x = t('a.b') + name;", 1),
        ("x = name + t('a.b', { who: f(1) });", 1),
        ("x = `${t('a.b')}: ${t('c.d')}`;", 2),
        ("x = `by ${say(message)}`;", 1),
        ("x = t('a.b', { n: k + 1 });", 0),
        ("count(t('a.b')); k++; n = at(1) + 1;", 0),
        ("x = `${first}\\n${t('a.b')}`;", 0),
    ],
)
def test_concatenation_is_found(script: str, places: int) -> None:
    assert len(glued(script)) == places


def test_messages_are_not_concatenated() -> None:
    places = {
        path.relative_to(ROOT).as_posix(): glued(path.read_text(encoding="utf-8")) for path in (*SCRIPTS, *RULE_SCRIPTS)
    }
    assert {name: found for name, found in places.items() if found} == {}


# The rules


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_have_same_messages_in_every_language(language: str) -> None:
    english, other = catalog(RULES, "en"), catalog(RULES, language)
    assert set(other) == set(english)
    for id, entry in other.items():
        (text,), (original,) = texts(entry), texts(english[id])
        assert parameters(entry) == parameters(english[id]), id
        assert text == text.strip(), id
        assert text.count("`") == original.count("`"), id
        assert text.count("`") % 2 == 0, id
        if language == "zh":
            assert not PLAIN_PUNCTUATION.search(text), f"{id}: {text}"
        if language != "en" and len(LATIN.findall(re.sub(r"`[^`]*`", "", PLACEHOLDER.sub("", text)))) > 2:
            assert {"zh": CHINESE, "ru": CYRILLIC}[language].search(text), f"{id} is not translated: {text}"


def test_rules_use_all_their_messages() -> None:
    exact, patterns = ids_in_scripts(RULE_SCRIPTS)
    known = set(catalog(RULES, "en"))
    groups = {id.split(".")[0] for id in known}
    assert sorted(id for id in exact if id.split(".")[0] in groups and id not in known) == []
    said = re.compile("|".join(patterns))
    assert sorted(id for id in known - exact if not said.fullmatch(id)) == []


def test_rules_open_by_click_and_key(early: Page, site: Any) -> None:
    """Their language is tested below."""
    words = catalog(RULES, "en")
    early.goto(site.url)
    for game in GAMES:
        early.locator(f"#rules-{game}").click()
        dialog = early.locator("#rules")
        expect(dialog).to_contain_text(str(words[f"{game}.goal"]).partition("{")[0])
        early.keyboard.press("Escape")
        expect(dialog).not_to_be_visible()
    for game in GAMES:
        early.goto(f"{site.url}#game={game}&tab=play")
        early.locator("#show-rules").click()
        assert_rules(early, game, "en")
        early.keyboard.press("Escape")
        early.keyboard.press("i")
        expect(early.locator("#rules h3").first).to_have_text(str(words["rules.goal"]))
        expect(early.locator("#rules .rules-text")).to_be_focused()
        early.keyboard.press("Escape")
    early.keyboard.press("?")
    early.locator("#keys button", has_text=str(catalog(PAGE, "en")["rules.show"])).click()
    expect(early.locator("#rules h3").first).to_be_visible()


def assert_rules(page: Page, game: str, language: str) -> None:
    """Check that the rules of a game are open, in this language and with their pictures."""
    words = catalog(RULES, language)
    expect(page.locator("#rules [aria-pressed=true]")).to_have_text(str(catalog(ENGINE, language)[f"game.{game}"]))
    expect(page.locator("#rules h3").first).to_have_text(str(words["rules.goal"]))
    expect(page.locator("#rules")).to_contain_text(str(words[f"{game}.goal"]).partition("{")[0])
    pictures = page.locator("#rules svg[role=img]")
    assert pictures.count() >= 2, f"the rules of {game} need two pictures"
    expect(pictures.first).to_have_attribute("aria-label", re.compile("."))


def test_failed_load_of_rules_is_reported(
    early_page: Callable[..., Page], site: Any, manifest: dict[str, Any], problems: Any
) -> None:
    problems.expect("503")
    early = early_page(locale="en")  # use a new profile, because a shared one may have cached the rules
    file = manifest["rules"]["en"].removeprefix("./")
    site.broken.add(file)
    try:
        early.goto(f"{site.url}#game=tank")
        early.locator("#show-rules").click()
        expect(early.locator(".notice")).to_contain_text("This part of the page could not be loaded")
    finally:
        site.broken.discard(file)
    early.locator("#show-rules").click()
    expect(early.locator("#rules h2")).to_have_text("Tank: the rules")


# Text on the page


#: All text of the page: content, descriptions of elements, and labels on boards, without code and names.
SAID = """() => {
  const said = [...(window.written ?? [])];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (element.closest('script, noscript, code, pre, kbd, .editor, #languages')) continue;
    if (node.nodeType === Node.TEXT_NODE) said.push(node.data.trim());
    else for (const name of ['title', 'aria-label', 'placeholder', 'label', 'aria-valuetext']) {
      if (node.hasAttribute(name)) said.push(node.getAttribute(name).trim());
    }
  }
  return [document.title, ...new Set(said.filter(Boolean))];
}"""
WRITTEN = """() => {
  window.written = new Set();
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    window.written.add(text);
    return fillText.call(this, text, ...place);
  };
}"""
GAP = re.compile(r"[,;:] ?[,;:.]|[，；：][，；：。]|[(（][)）]")
TWO_WORDS = re.compile(r"\b[A-Za-z][a-z]+ [a-z]{2,}\b")


def visit_everything(page: Page, url: str, language: str) -> set[str]:
    """Open every view and every dialog and menu there; return all text that appeared."""
    said: set[str] = set()

    def look() -> None:
        said.update(page.evaluate(SAID))

    page.goto(f"{url}#lang={language}")
    expect(page.locator(".card").first).to_be_visible()
    look()
    for game in GAMES:
        for tab in ("play", "code"):
            page.goto(f"{url}#game={game}&tab={tab}&lang={language}")
            expect(page.get_by_test_id("board")).to_have_attribute("aria-label", re.compile("."))
            expect(page.get_by_test_id("verdict")).not_to_be_empty()
            look()
            page.locator("#settings-button").click()
            look()
            page.keyboard.press("Escape")
            press(page, "End")
            look()
            press(page, "ArrowLeft")
            look()
            press(page, "?")
            look()
            page.keyboard.press("Escape")
            press(page, "t")
            look()
            press(page, "t")
        press(page, "i")
        expect(page.locator("#rules h3").first).to_be_visible()
        assert_rules(page, game, language)
        look()
        page.keyboard.press("Escape")
    press(page, "?")
    page.locator("#keys button", has_text=str(catalog(PAGE, language)["rules.show"])).click()
    expect(page.locator("#rules h3").first).to_be_visible()
    page.keyboard.press("Escape")
    page.goto(f"{url}#tab=replays&lang={language}")
    look()
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_shows_no_ids_and_only_its_language(early: Page, site: Any, language: str) -> None:
    early.add_init_script(f"({WRITTEN})()")
    said = visit_everything(early, site.url, language)
    english = {**catalog(ENGINE, "en"), **catalog(PAGE, "en"), **catalog(RULES, "en")}
    assert len(said) > 300
    assert sorted(said & set(english)) == [], "an id instead of its sentence"
    assert sorted(text for text in said if re.search(r"\{\w+\}|\bundefined\b|\bNaN\b|\[object", text)) == []
    assert sorted(text for text in said if GAP.search(text)) == [], "something is put beside nothing"
    if language == "en":
        return
    other = {**catalog(ENGINE, language), **catalog(PAGE, language), **catalog(RULES, language)}
    own = {text for entry in other.values() for text in texts(entry)}
    plain = {text for entry in english.values() for text in texts(entry)} - own
    assert sorted(said & plain) == [], "in English"
    letters = {"zh": CHINESE, "ru": CYRILLIC}[language]
    assert sorted(text for text in said if TWO_WORDS.search(text) and not letters.search(text)) == []
