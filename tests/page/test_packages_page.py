"""Packages of bots on the page: the user is asked once, and files from an index reach only that bot's worker."""

from __future__ import annotations

import json
import re
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Profile
from package_index import Index, make_wheel
from pages import AXE, findings, paste, press, replay_of, state
from playwright.sync_api import Locator, Page, expect
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads
from sandlot_build.packages import usual_index

NORTH = 'def stay():\n    import south\n    return [south.STAY] * 2\n\nTOLD = "north is here"\n'
# A package that looks for JavaScript and the network while it is imported.
LOOKS = """
FOUND = []
for name in ("js", "pyodide_js", "pyodide", "pyodide.http", "_pyodide_core", "micropip"):
    try:
        __import__(name)
        FOUND.append(name)
    except ImportError as error:
        FOUND.append(type(error).__name__)
try:
    import socket
    socket.create_connection(("127.0.0.1", 9), 1)
    FOUND.append("network")
except OSError as error:
    FOUND.append("OSError")
"""
MODULE = """
import north

def move(view):
    print(north.TOLD)
    return north.stay()
"""
PROGRAM = """
import json, north, sys

input()
while True:
    print(north.TOLD, file=sys.stderr)
    print(json.dumps({"response": north.stay()}))
    print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
    input()
"""


USE_INDEX = """(index) => {
  const { sets } = JSON.parse(localStorage.getItem('sandlot.packages') ?? '{"sets":[]}');
  localStorage.setItem('sandlot.packages', JSON.stringify({ index, sets }));
}"""


def declare(code: str, *requirements: str) -> str:
    return f"# /// script\n# dependencies = {json.dumps(requirements)}\n# ///\n{code}"


@pytest.fixture(scope="module")
def packages() -> Iterator[Index]:
    index = Index()
    index.wheel("north", "1.2", {"north/__init__.py": NORTH}, requires=["south>=1"])
    index.wheel("south", "1.0", {"south.py": "STAY = -1\n"})
    index.wheel("looks", "3", {"looks.py": LOOKS, "colorsys.py": "raise RuntimeError('not Python's')\n"})
    index.add("other-1.0-py3-none-any.whl", make_wheel("other", "1.0", {}), {"sha256": "0" * 64})
    yield index
    index.close()


@pytest.fixture
def index(packages: Index, arena: Page) -> Index:
    """Return the index, set as the one that the page has used before."""
    packages.answering = True
    use_index(arena, packages.url)
    notices = arena.locator(".notice")
    while notices.count():
        notices.first.get_by_role("button", name="Close").click()
    packages.asked.clear()
    return packages


@pytest.fixture(scope="module")
def north(packages: Index, shared: Page) -> str:
    """Return a requirement for which the user has agreed and the page has stored the files."""
    use_index(shared, packages.url)
    begin(shared, declare(MODULE, "north"))
    agree(shared)
    state(shared, "ready")
    return "north"


def use_index(page: Page, url: str) -> None:
    page.evaluate(USE_INDEX, url)


def dialog_of(page: Page) -> Locator:
    return page.get_by_role("dialog", name=re.compile("needs? packages"))


def begin(page: Page, code: str, against: str = "random") -> None:
    paste(page, code)
    page.get_by_label("Seat 1").select_option("code")
    page.get_by_label("Seat 2").select_option(against)
    # On this seed, a bot that stays still loses to random in four turns.
    page.get_by_label("Seed", exact=True).fill("2")
    page.get_by_role("button", name="Run", exact=True).click()


def agree(page: Page) -> None:
    dialog_of(page).get_by_role("button", name="Fetch them").click()
    expect(dialog_of(page)).to_be_hidden()


def console(page: Page, *keys: str) -> str:
    """Wait for the end of the match, go to turn 0, press these keys, and return the text of the console."""
    state(page, "ready")
    press(page, "Home", *keys)
    return page.get_by_test_id("console").inner_text()


def refusal(page: Page) -> str:
    notice = page.locator(".notice")
    expect(notice).to_be_visible()
    state(page, "ready")
    return notice.inner_text()


def test_user_is_asked_once_for_consent(arena: Page, index: Index, tmp_path: Path) -> None:
    use_index(arena, "")
    code = declare(MODULE, "north>=1")
    begin(arena, code)
    dialog = dialog_of(arena)
    usual = urllib.parse.urlsplit(usual_index()).netloc
    expect(dialog).to_contain_text("my_bot.py")
    expect(dialog).to_contain_text("north>=1")
    expect(dialog).to_contain_text(f"from {usual} and from where")
    dialog.get_by_text("Another index").click()
    address = dialog.get_by_label("Address of the index")
    for wrong in ("no address", "ftp://127.0.0.1/simple", index.url + "?x"):
        address.fill(wrong)
        dialog.get_by_role("button", name="Fetch them").click()
        assert address.evaluate("(field) => field.validity.valid") is False
    address.fill(index.url + "/")
    expect(dialog).to_contain_text(f"from {index.host} and from where")
    arena.evaluate(AXE)
    assert findings(arena) == []
    assert index.asked == [], "nothing is asked before the user agrees"
    agree(arena)
    assert "north is here" in console(arena, "ArrowRight")
    assert sorted(index.asked) == [
        "/files/north/north-1.2-py3-none-any.whl",
        "/files/south/south-1.0-py3-none-any.whl",
        "/simple/north/",
        "/simple/south/",
    ]
    replay = json.loads(replay_of(arena, tmp_path))
    assert replay["players"][0]["packages"] == ["north==1.2", "south==1.0"]
    assert "packages" not in replay["players"][1]
    assert verify(loads(json.dumps(replay))) is None

    index.answering = False
    index.asked.clear()
    arena.reload()
    state(arena, "ready")
    begin(arena, code)
    assert "north is here" in console(arena, "ArrowRight")
    assert index.asked == [], "a later visit needs no network"


def test_page_policy_allows_no_other_host(arena: Page) -> None:
    policy = arena.locator("meta[http-equiv]").get_attribute("content") or ""
    assert "connect-src 'self';" in policy
    assert not re.search(r"https?:|\*|//", policy)


def test_bot_without_consent_to_fetch_does_not_start(arena: Page, index: Index) -> None:
    shown = arena.locator("#turn").get_attribute("max")
    begin(arena, declare(MODULE, "north<9"))
    dialog_of(arena).get_by_role("button", name="Not now").click()
    assert refusal(arena) == (
        "my_bot.py was not started, because the packages were not fetched: north<9. Start again to be asked again, or "
        "take them out of the header “# /// script”."
    )
    assert arena.locator("#turn").get_attribute("max") == shown
    assert index.asked == []
    # The user is asked again, and Escape also means no. Close the first notice to tell it from the second.
    arena.locator(".notice").get_by_role("button", name="Close").click()
    expect(arena.locator(".notice")).to_have_count(0)
    arena.get_by_role("button", name="Run", exact=True).click()
    expect(dialog_of(arena)).to_be_visible()
    arena.keyboard.press("Escape")
    expect(arena.locator(".notice")).to_have_count(1)
    state(arena, "ready")
    assert index.asked == []


def test_program_uses_packages_its_opponent_cannot_import(arena: Page, index: Index, north: str) -> None:
    other = "try:\n    import north\nexcept ImportError as error:\n    print(error)\n"
    begin(arena, other + "def move(view):\n    return [-1, -1]\n")
    version = arena.locator(".version")
    expect(version).to_have_text(re.compile(r"^v\d+$"))
    state(arena, "ready")
    begin(arena, declare(PROGRAM, north), against=version.inner_text())
    assert "No module named 'north'" in console(arena)
    assert "north is here" in console(arena, "ArrowRight")


def test_package_runs_in_the_sandbox(arena: Page, index: Index) -> None:
    code = "import colorsys, looks\nprint(looks.FOUND)\n\ndef move(view):\n    return [-1, -1]\n"
    begin(arena, declare(code, "looks"))
    agree(arena)
    expected = [*["ImportError"] * 5, "ModuleNotFoundError", "OSError"]
    assert str(expected) in console(arena)


def test_forks_and_ask_again_have_the_packages(arena: Page, index: Index, north: str) -> None:
    begin(arena, declare(MODULE, north))
    state(arena, "ready")
    arena.locator("#turn").fill("1")
    press(arena, "a")
    expect(arena.get_by_test_id("again")).to_contain_text("north is here")
    arena.get_by_role("button", name="Fork here").click()
    arena.locator("#fork-dialog").get_by_role("button", name="Play on").click()
    state(arena, "ready")
    expect(arena.get_by_test_id("origin")).to_contain_text("Until turn 1")
    assert "north is here" in console(arena, "ArrowRight", "ArrowRight")


def test_package_consent_can_be_revoked(arena: Page, index: Index, north: str) -> None:
    code = declare(MODULE, north)
    arena.locator("#settings-button").click()
    settings = arena.locator("#settings")
    expect(settings).to_contain_text(re.compile(r"Packages are kept here for \d+ bots?, as you agreed\."))
    forget = settings.get_by_role("button", name="Forget packages")
    forget.click()
    expect(forget).to_be_hidden()
    expect(arena.locator(".notice")).to_contain_text("Packages are forgotten.")
    assert arena.evaluate("async () => (await (await caches.open('sandlot-packages')).keys()).length") == 0
    arena.keyboard.press("Escape")
    begin(arena, code)
    expect(dialog_of(arena)).to_contain_text(f"from {index.host} and from where")
    agree(arena)
    assert "north is here" in console(arena, "ArrowRight")


def test_cached_packages_are_verified_again(arena: Page, index: Index, north: str) -> None:
    code = declare(MODULE, north)
    change = """async () => {
      const cache = await caches.open('sandlot-packages');
      for (const request of await cache.keys()) await cache.put(request, new Response('something else'));
      return (await cache.keys()).length;
    }"""
    assert arena.evaluate(change) >= 2
    index.asked.clear()
    begin(arena, code)
    # The package is fetched again without a question, because the user agreed before.
    assert "north is here" in console(arena, "ArrowRight")
    assert len(index.asked) == 4


def test_failed_fetch_gives_message(arena: Page, index: Index, player: Profile) -> None:
    begin(arena, declare(MODULE, "other"))
    agree(arena)
    assert refusal(arena) == (
        "my_bot.py was not started: other-1.0-py3-none-any.whl is not what the index says: its sha256 is another."
    )
    assert "other" not in arena.evaluate("() => localStorage.getItem('sandlot.packages')")
    arena.locator(".notice").get_by_role("button", name="Close").click()
    index.answering = False
    player.problems.expect("ERR_EMPTY_RESPONSE")
    begin(arena, declare(MODULE, "other"))
    agree(arena)
    assert f"my_bot.py was not started: {index.host} does not answer" in refusal(arena)


def test_broken_header_gives_message(arena: Page, index: Index) -> None:
    begin(arena, "# /// script\n# dependencies = [\n# ///\n" + MODULE)
    assert "my_bot.py was not started: the header “# /// script” is not TOML" in refusal(arena)
    assert index.asked == []


def test_compiled_package_is_refused_without_asking_the_user(arena: Page, index: Index) -> None:
    begin(arena, declare(MODULE, "attrs>=20", "NumPy>=1"))
    assert "my_bot.py was not started: NumPy is compiled code, and a bot in the page runs only" in refusal(arena)
    assert dialog_of(arena).count() == 0 or dialog_of(arena).is_hidden()
    assert index.asked == []


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("numpy", "numpy is compiled code, and a bot in the page runs only what is written in Python"),
        ("sortedcontainers", '“# dependencies = ["sortedcontainers"]”'),
        ("my_helpers", "there is no module my_helpers here"),
        ("tkinter", "tkinter belongs to Python, but not to the Python of the page"),
    ],
)
def test_missing_module_is_explained(arena: Page, index: Index, module: str, sentence: str) -> None:
    begin(arena, f"import random\nimport {module}\n\n\ndef move(view):\n    return [-1, -1]\n")
    state(arena, "ready")
    verdict = arena.get_by_test_id("verdict").inner_text()
    assert "my_bot could not be started: " in verdict
    assert sentence in verdict
    problem = arena.locator(".problems li")
    expect(problem).to_have_count(1)
    expect(problem).to_contain_text("Line 2")
    expect(problem).to_contain_text(sentence)
    expect(arena.get_by_test_id("console")).to_contain_text(f"No module named '{module}'")


def test_huge_header_does_not_break_the_engine(arena: Page, index: Index) -> None:
    for content in (".".join("a" * 5000) + " = 1", "a = " + "[" * 5000, f"requires-python = '>={'9' * 5000}'"):
        begin(arena, f"# /// script\n# {content}\n# ///\n{MODULE}")
        assert "my_bot.py was not started: " in refusal(arena)
        arena.locator(".notice").get_by_role("button", name="Close").click()
    begin(arena, "# /// script\n" * 12_000 + "def move(view):\n    return [-1, -1]\n")
    state(arena, "ready")
    assert (
        "wins" in arena.get_by_test_id("verdict").inner_text() or "Draw" in arena.get_by_test_id("verdict").inner_text()
    )
