"""Stored values are checked before use: invalid ones neither stop the page from starting nor get lost."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, in_node, wait_until
from database import KEPT, kept_rows, put_rows, within
from pages import TABS, drop, paste, press_run, state
from playwright.sync_api import Page, expect
from sandlot.games import GAMES
from sandlot_build.rooms import scripts_of_the_page

STATIC = ROOT / "static"
SAMPLES, RAW = KEPT["json"], KEPT["raw"]
"""A value of every key: of those that hold JSON, and of those that hold plain text."""
SESSION = (
    *("unfinished", "challenge", "walk", "watched", "carried", "shownPart", "entering", "hints"),
    *("seriesDraft.tank", "tournamentDraft.tank", "pastedLinks.tank"),
)
FIRST_BOT = 203971209
"""The id of the first bot for `tank`."""
DEEP = "[" * 5000 + "]" * 5000


def test_only_storage_modules_touch_browser_storage() -> None:
    """New keys, databases and caches belong to modules whose lists this file checks."""
    touches = {
        # The guide's pages only read the chosen theme.
        r"\b(local|session)Storage\b": {"base/storage/settings.ts", "guide/theme.ts"},
        r"\b(local|session)Storage\.(set|remove|clear)": set(),
        r"\bopenDB\(|\bindexedDB\b": {"base/storage/database.ts"},
        r"\bcaches\.[a-z]": {"base/site/download.ts", "engine/python/snapshots.ts", "base/site/sw.ts"},
        r"\bopenCache\(": {"base/site/download.ts", "engine/packages/cache.ts", "base/site/manifest.ts"},
        r"document\.cookie|cookieStore|navigator\.storage": set(),
    }
    code = {path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8") for path in scripts_of_the_page()}
    for pattern, modules in touches.items():
        # The sealed workers only name these APIs to delete them.
        found = {name for name, text in code.items() if re.search(pattern, text)} - {
            "engine/seat/seal.ts",
            "engine/seat/worker.ts",
        }
        assert found == modules, pattern


# In the page


ROWS = [
    {},
    {"result": 5},
    {"players": []},
    {"game": "__proto__"},
    {"game": 5},
    {"players": [5]},
    {"players": {"length": -1}},
    {"result": {"places": 5, "reason": 5}},
    {"result": {"places": [1, 2], "reason": ["verdict.draw", 5]}},
    {"turns": "x"},
    {"time": 1e300},
    {"time": "now"},
    {"seed": {}},
    {"name": []},
    {"mark": None},
    {"own": 1},
]
"""Changes that make an entry of the library invalid; the first stands for an empty entry."""
ENTRY = {
    "name": None,
    "game": "tank",
    "players": [{"name": "a", "kind": "house"}, {"name": "b", "kind": "code"}],
    "others": 0,
    "seed": "7",
    "result": {"places": [1, 2], "reason": ["verdict.draw", {"why": ["tank.turns", {"turns": 3}]}]},
    "turns": 3,
    "time": 1_700_000_000_000,
    "own": False,
    "mark": "1-2-3",
    "star": False,
    "picture": "",
}

PUT_KEYS = """({ keys, session }) => {
  localStorage.clear();
  for (const [key, text] of Object.entries(keys)) localStorage.setItem(`sandlot.${key}`, text);
  for (const [key, text] of Object.entries(session)) sessionStorage.setItem(`sandlot.${key}`, text);
}"""
PUT = """async (db, { rows, versions, huge }) => {
  const put = (store, values) => new Promise((resolve, reject) => {
    const change = db.transaction(store, 'readwrite');
    for (const [value, key] of values) change.objectStore(store).put(value, key);
    change.oncomplete = resolve;
    change.onerror = () => reject(change.error);
  });
  const big = 'x'.repeat(huge);
  const strange = [new Date(0), 'x', [1], -1, 0.5].map((id) => ({ id }));
  const all = [...rows, ...strange, { ...rows[0], id: 77, name: big }];
  await put('replays', all.map((row) => [row]));
  await put('replayTexts', [[5, 1], ['x', 2], [new Blob(['x']), 3], [new Blob([big]), 4]]);
  for (const [game, kept] of Object.entries(versions)) {
    const found = [...kept, { number: 40, name: 'a', source: 7, time: 0, big }];
    await put('versions', found.map((row) => [{ ...row, game }]));
  }
  await put('files', [[5, 'x'], [big, '0'.repeat(64)], [new Blob([big]), '1'.repeat(64)]]);
  await put('carried', [[[['tank', 5]], 'a'], [big, 'b']]);
  for (const cache of ['sandlot-snapshots', 'sandlot-packages'])
    await (await caches.open(cache)).put(new URL('./x', location.href), new Response(big));
}"""
VERSIONS = [
    {"number": 3, "name": "old.py", "source": "# it is not known of which bot", "time": 5},
    {"number": 4, "name": "old.py", "source": "# of another bot", "time": 5, "bot": 7},
    {"number": 5, "name": 7, "source": "# a name that is none", "time": "x"},
    {"number": 6},
    {"number": 7.5, "name": "a", "source": "b", "time": 0},
    {"number": 1e300, "name": "a", "source": "b", "time": 0},
    {"number": "x", "name": "a", "source": "b", "time": 0},
]


def put_keys(page: Page, site: Any, keys: dict[str, str]) -> None:
    """Fill local and session storage with these texts, by key."""
    page.goto(f"{site.url}licences.txt")
    local = {key: text for key, text in keys.items() if key not in SESSION}
    session = {key: text for key, text in keys.items() if key in SESSION}
    page.evaluate(PUT_KEYS, {"keys": local, "session": session})


def put(page: Page, site: Any, keys: dict[str, str], huge: int = 10) -> None:
    """Fill all storage with invalid values; `huge` is the number of characters of the long ones."""
    put_keys(page, site, keys)
    rows = [{**ENTRY, "id": 99}, *({**(ENTRY if each else {}), **each, "id": k} for k, each in enumerate(ROWS, 1))]
    versions = {"tank": VERSIONS, "snake": VERSIONS[:3]}
    page.evaluate(within(PUT), {"rows": rows, "versions": versions, "huge": huge})


def look_around(page: Page, site: Any, games: Iterable[str] = GAMES) -> None:
    """Open the page, and check that it has started and shows every tab of these games."""
    page.goto(f"{site.url}#tab=code")
    expect(page.locator(".views a")).to_have_count(len(TABS))
    expect(page.locator("main")).not_to_have_attribute("inert", "")
    for game in games:
        for tab in ("play", "code", "replays"):
            page.evaluate("address => { location.hash = address; }", f"game={game}&tab={tab}")
            expect(page.locator("html")).to_have_attribute("data-view", tab)
            if tab != "replays":
                expect(page.locator("#seat-0")).to_be_visible()
            else:
                expect(page.locator(".replays header")).to_be_visible()


IN_THE_PAGE = ['[null,1,"x"]', "null", "-1.5", '"__proto__"', "{}", '{"__proto__":{"seats":[]}}', DEEP, "no JSON"]


def test_page_starts_with_invalid_stored_keys_and_reports_once(early: Page, site: Any) -> None:
    """Only the first text is read twice, to see that it is reported once. tests/js does that for every key and text."""
    with_keys = [game for game in GAMES if any(game in key.split(".") for key in SAMPLES)]
    assert len(with_keys) > 2
    put(early, site, {})
    for number, text in enumerate(IN_THE_PAGE):
        put_keys(early, site, dict.fromkeys([*SAMPLES, *RAW], text))
        look_around(early, site, with_keys if number else GAMES)
        expect(early.locator(".notice", has_text="was set aside").first, text[:20]).to_be_visible()
        if number == 0:
            wait_until(lambda: any(row["from"] == "replays" for row in kept_rows(early, "aside")))
            early.reload()
            look_around(early, site)
            # Wait while the page would collect what it reports.
            early.wait_for_timeout(1500)
            assert early.locator(".notice").all_inner_texts() == []


GIVEN = """import { readFileSync } from 'node:fs';
import { changes, given } from 'STATIC/../tests/js/changes.ts';

const [samples, wrong] = JSON.parse(readFileSync(0, 'utf8'));
const all = Object.entries(samples).map(([key, sample]) => {
  const texts = wrong.flatMap((put) => changes(sample, put)).map((value) => JSON.stringify(value));
  const byWhatIsGiven = new Map(texts.map((text) => [JSON.stringify(given(key, text)), text]));
  byWhatIsGiven.delete(undefined);
  byWhatIsGiven.delete(JSON.stringify(given(key, JSON.stringify(sample))));
  return [key, [...byWhatIsGiven.values()]];
});
console.log(JSON.stringify(Object.fromEntries(all)));
"""
"""A script that prints, for every key, texts with one invalid place: one text for each distinct value a page reads."""
GENERALS = "game=generals&tab=play"
SET = "text => localStorage.setItem('sandlot.settings.generals', text)"
PLACES = {
    "code.tank": "game=tank&tab=code",
    "code.snake": "game=snake&tab=code",
    "setup.play.snake": "game=snake&tab=play",
}
"""Where values of one game are used; all others are used everywhere."""


def test_page_starts_with_invalid_fields_in_stored_values(early: Page, site: Any) -> None:
    texts = json.loads(in_node(GIVEN, json.dumps([SAMPLES, [-1e300, None, {"length": 1}, "__proto__"]])))
    # To save visits, try two texts per visit for the keys with the most texts: settings are read again on each game.
    settings = texts.pop("settings.generals")
    texts["bots.8"] = [texts["bots.7"].pop().replace('"id":7', '"id":8') for _ in range(len(texts["bots.7"]) // 2)]
    assert all(len(texts[key]) > 1 for key in PLACES)
    put(early, site, {})

    def look(address: str) -> None:
        early.evaluate("address => { location.hash = address; }", address)
        expect(early.locator("html")).to_have_attribute("data-view", address.rpartition("=")[2])
        expect(early.locator("#seat-0")).to_be_visible()
        expect(early.locator(".views a")).to_have_count(len(TABS))

    for k in range(max(map(len, texts.values()))):
        put_keys(early, site, {key: each[k] for key, each in texts.items() if k < len(each)})
        if settings:
            early.evaluate(SET, settings.pop())
        early.goto(f"{site.url}#")
        look(GENERALS)
        for address in (place for key, place in PLACES.items() if k < len(texts[key])):
            look(address)
        if settings:
            early.evaluate(SET, settings.pop())
            look(GENERALS)
    assert settings == []


def test_page_starts_with_huge_stored_values(early: Page, site: Any) -> None:
    # A bot's text may have 2**26 characters, all others fewer.
    keys = {"code.tank": json.dumps([["x"]] * 500_000), "carried": json.dumps({"key": "b"})}
    put(early, site, keys, huge=2**26 + 1)
    look_around(early, site, ("tank", "snake"))


FILL = """() => {
  for (let size = 2 ** 20, k = 0; size > 0; size = Math.floor(size / 2))
    try {
      for (;;) localStorage.setItem(`other${k++}`, 'x'.repeat(size));
    } catch {}
}"""
"""Fills the small storage of the site, as any page of the same host can."""


def test_bot_is_there_after_reload_with_full_small_storage(early: Page, site: Any) -> None:
    early.goto(f"{site.url}#game=snake&tab=code&lang=en")
    expect(early.locator(".cm-content")).to_be_visible()
    early.evaluate(FILL)
    paste(early, "# mine\n")
    expect(early.locator(".notice")).to_contain_text("Your bots, replays and contests are kept")
    wait_until(lambda: any("# mine" in row["source"] for row in kept_rows(early, "bots")))
    early.reload()
    expect(early.locator(".cm-content")).to_contain_text("# mine")
    # The text of the starter bot does not stand in for it, and is not written over it.
    assert [row["source"] for row in kept_rows(early, "bots")] == ["# mine\n"]


@pytest.mark.parametrize("version", [1, 7])
def test_page_works_without_database_of_unknown_shape(early: Page, site: Any, version: int) -> None:
    early.goto(f"{site.url}licences.txt")
    early.evaluate(
        """(version) => new Promise((done) => {
      const request = indexedDB.open('sandlot', version);
      request.onupgradeneeded = () => void request.result.createObjectStore('other');
      request.onsuccess = () => done(request.result.close());
    })""",
        version,
    )
    early.evaluate("sessionStorage.setItem('sandlot.carried', JSON.stringify({ key: 'a', length: 1, hash: '' }))")
    look_around(early, site)


def saved(page: Page, name: str) -> dict[str, Any]:
    """Return the file that the notice with this name saves."""
    with page.expect_download() as download:
        page.locator(".notice", has_text=name).get_by_role("button", name="Save it").click()
    found: dict[str, Any] = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    return found


def test_partly_valid_replay_is_shown_and_other_file_can_be_saved(early: Page, site: Any) -> None:
    put(early, site, {}, huge=100)
    early.goto(f"{site.url}#tab=replays")
    rows = early.locator(".library-row")
    unknown = rows.filter(has_text="This entry cannot be shown")
    # Shown are the valid row, rows with invalid optional fields, and one row of an unknown game.
    expect(rows.filter(has_text="Draw")).to_have_count(8)
    expect(rows.filter(has_text="Stopped before the end")).to_have_count(3)
    expect(unknown).to_have_count(1)
    aside = [each["row"] for each in saved(early, "replays")["rows"] if each["from"] == "replays"]
    assert len(aside) == len(ROWS) - 1 + 6
    # The stored text is set aside with its row, although it was not a replay here.
    assert [row["text"] for row in aside if row["id"] == 3] == ["eA=="]
    unknown.get_by_role("button", name=re.compile("Remove Entry")).click()
    expect(unknown).to_have_count(0)
    early.get_by_role("button", name="Undo").click()
    expect(unknown).to_have_count(1)
    early.reload()
    expect(rows).to_have_count(12)
    early.wait_for_timeout(1500)
    expect(early.locator(".notice", has_text="was set aside")).to_have_count(0)


def test_valid_versions_are_kept_among_invalid_ones(early: Page, site: Any) -> None:
    put(early, site, {})
    early.goto(f"{site.url}#game=tank&tab=code")
    # The one of a bot that is not there is kept, and is not offered.
    expect(early.locator("#seat-0 option[value^=v]")).to_have_count(2)
    expect(early.locator("#seat-0 option[value^=v]").first).to_have_attribute("value", "v5")
    rows = [each["row"] for each in saved(early, "versions.tank")["rows"] if each["from"] == "versions.tank"]
    assert {str(row["number"]) for row in rows} == {"3", "5", "6", "7.5", "40", "1e+300", "x"}


WRONG: list[Any] = [None, {"length": 1}, "x" * 2000]


def wrong_rows(sample: dict[str, Any], key: str | None, first: int) -> list[dict[str, Any]]:
    """Return the row and copies with one invalid field each. `key` is the field that numbers them, from `first` on."""
    rows = [sample, *({**sample, name: put} for name in sample if name != key for put in WRONG)]
    numbered = [{**row, key: first + k} if key else row for k, row in enumerate(rows)]
    # A key may be anything, too.
    return [*numbered, {**sample, key: "x" * 300}] if key == "id" else numbered


def test_bad_stored_row_is_reported_and_others_are_kept(early: Page, site: Any) -> None:
    kept = KEPT["rows"]
    bots = wrong_rows(kept["bots"], "id", 7)
    versions = wrong_rows(kept["versions.tank"], "number", 3)
    entries = wrong_rows(kept["replays"], "id", 1)
    contests = wrong_rows(kept["contests.contests"], "id", 1)
    setups = wrong_rows(kept["contests.setups"], None, 0)
    for text in ("{}", "null", "[]", '{"plan": 5}', "no JSON"):
        setups.append({**kept["contests.setups"], "text": text})
    whole = kept["contests.setups"]
    more = [{**kept["contests.contests"], "id": 1000 + k} for k in range(len(setups))]
    stores = {
        "bots": bots,
        # The game is part of the key, so it must be valid.
        "versions": [row for row in versions if row["game"] == "tank"],
        "replays": entries,
        "contests": [*contests, *more],
        "setups": [[whole, row["id"]] for row in contests] + [[each, 1000 + k] for k, each in enumerate(setups)],
    }
    early.goto(f"{site.url}licences.txt")
    early.evaluate("localStorage.clear()")
    put_rows(early, stores)
    early.goto(f"{site.url}#game=tank&tab=code")
    expect(early.locator("#seat-0 option[value^=v]").first).to_be_attached()
    early.evaluate("location.hash = 'tab=replays'")
    expect(early.locator(".library-row").filter(has_text="the final").first).to_be_visible()
    early.evaluate("location.hash = 'tab=compete'")
    expect(early.locator(".compete-list li").filter(has_text="a and b").first).to_be_visible()
    notices = early.locator(".notice", has_text="was set aside")
    for name in ("bots", "versions.tank", "replays", "contests.contests"):
        expect(notices.filter(has_text=name).first).to_be_visible()
    found = saved(early, "contests.contests")["rows"]
    count = {name: sum(each["from"] == name for each in found) for name in ("bots", "replays", "contests.contests")}
    # Some of the changed rows stay valid: some fields may be missing, and a title or a name may be any text.
    assert all(times > 20 for times in count.values()), count
    plans = [each["row"]["setup"]["text"] for each in found if each["from"] == "contests.contests"]
    assert {"{}", "null", "[]", '{"plan": 5}', "no JSON"} <= {plan for plan in plans if isinstance(plan, str)}
    # The next visit shows the same rows without a notice.
    listed = early.locator(".compete-list li").count()
    early.reload()
    expect(early.locator(".compete-list li")).to_have_count(listed)
    early.wait_for_timeout(1500)
    expect(notices).to_have_count(0)
    expect(early.locator(".notice", has_text="no room")).to_have_count(0)


def test_rows_with_huge_keys_do_not_exhaust_key_generator(page: Page, site: Any) -> None:
    """After a key of 2**53 IndexedDB generates no further keys, even when that row has been removed."""
    kept = KEPT["rows"]
    page.goto(f"{site.url}licences.txt")
    page.evaluate("localStorage.clear()")
    version = {**kept["versions.tank"], "number": 10**9, "bot": FIRST_BOT}
    put_rows(
        page,
        {
            "replays": [{"id": 2**53}, {**kept["replays"], "id": 2**53 - 1}],
            "contests": [{"id": 2**53}],
            "aside": [[{"from": "x", "key": 1, "row": 1, "time": 1}, 2**53]],
            "versions": [version],
        },
    )
    page.goto(f"{site.url}#game=tank&tab=code")
    expect(page.locator("#seat-0 option[value^=v]").first).to_be_attached()
    for _ in range(2):
        page.evaluate("location.hash = 'game=tank&tab=code'")
        press_run(page)
        page.evaluate("location.hash = 'tab=replays'")
        expect(page.locator(".library-row").first).to_be_visible()
    page.reload()
    expect(page.locator(".library-row")).to_have_count(2)
    page.evaluate("location.hash = 'game=tank&tab=code'")
    expect(page.locator("#seat-0 option[value=v1]")).to_be_attached()


def test_invalid_stored_bot_is_set_aside_and_can_be_saved(early: Page, site: Any) -> None:
    put(early, site, {"code.tank": json.dumps({"source": ["# a bot in lines"]}), "theme": '"__proto__"'})
    early.goto(f"{site.url}#game=tank&tab=code")
    notice = early.locator(".notice", has_text="theme")
    with early.expect_download() as download:
        notice.get_by_role("button", name="Save it").click()
    found = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert "# a bot in lines" in found["sandlot.aside.code.tank"]


# In the page, once Python has started


FILE = """(db, change) => new Promise((resolve) => {
  const work = db.transaction('files', 'readwrite');
  const files = work.objectStore('files');
  const keys = files.getAllKeys();
  keys.onsuccess = () => { for (const key of keys.result) files.put(change, key); };
  work.oncomplete = () => resolve(keys.result.length);
})"""


def test_bot_of_several_files_survives_reload(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=tank&tab=code")
    state(page, "ready")
    main = "from idea import move"
    files = {
        "__main__.py": f"{main}\n",
        "idea.py": "def move(view):\n    return [-1, -1]\n",
        "data/book.bin": "\0" * 50,
    }

    def bring() -> None:
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as packed:
            for path, text in files.items():
                packed.writestr(path, text)
        drop(page, "several.zip", data.getvalue())
        page.locator(".notice", has_text="several.zip was opened").get_by_role("button", name="Close").click()

    def saved() -> dict[str, bytes]:
        with page.expect_download() as download:
            page.get_by_role("button", name="Download all files as a zip").click()
        with zipfile.ZipFile(download.value.path()) as packed:
            return {name: packed.read(name) for name in packed.namelist()}

    bring()
    page.reload()
    state(page, "ready")
    choice = page.locator(".code-file")
    expect(choice.locator("option")).to_have_text(["__main__.py", "idea.py", "data/book.bin"])
    expect(page.locator(".cm-content")).to_contain_text(main)
    expected = {path: text.encode() for path, text in files.items()}
    assert saved() == expected
    # A stored file with another content counts as missing, and opening the bot again restores it.
    for change in ("x", None, {"size": 50}):
        assert page.evaluate(within(FILE), change) == 1
        page.get_by_role("button", name="Download all files as a zip").click()
        gone = page.locator(".notice", has_text="data/book.bin")
        expect(gone).to_be_visible()
        gone.get_by_role("button", name="Close").click()
        bring()
        assert saved() == expected
    # A version contains the files, too.
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".version.quiet")).to_contain_text("1")
    state(page, "ready")
    page.get_by_role("button", name="Reset to the starter bot").click()
    expect(choice).to_be_hidden()
    page.reload()
    state(page, "ready")
    page.locator(".version.quiet").click()
    page.locator("#versions").get_by_role("button", name="Restore").click()
    expect(choice.locator("option")).to_have_text(["__main__.py", "idea.py", "data/book.bin"])
    assert saved() == expected
