"""Bots of several files in the page: a zip is dropped, edited, run, kept and saved."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from pages import press, replay_of, state
from playwright.sync_api import Locator, Page, expect
from sandlot.replay import loads, verify

DROP = """([name, base64]) => {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name));
  for (const type of ['dragenter', 'dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""
KEPT = """async () => {
  const open = indexedDB.open('sandlot.files');
  const db = await new Promise((resolve) => { open.onsuccess = () => resolve(open.result); });
  if (!db.objectStoreNames.length) return 0;
  const count = db.transaction('files').objectStore('files').count();
  await new Promise((resolve) => { count.onsuccess = resolve; });
  db.close();
  return count.result;
}"""
"""How many files the browser keeps."""

# A program as people upload it: the protocol in one file, thinking in another, numbers in a third.
MAIN = """import json
from brain import Brain
from tools.words import shout

brain = Brain("data/weights.bin")
while True:
    message = json.loads(input())
    print(json.dumps({"response": brain.think(message), "debug": shout("thought")}))
    print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
"""
BRAIN = """class Brain:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.weights = list(file.read())

    def think(self, requests):
        return [weight - 1 for weight in self.weights[:2]]
"""
FILES_OF_A_BOT: dict[str, str | bytes] = {
    "__main__.py": MAIN,
    "brain.py": BRAIN,
    "tools/__init__.py": "",
    "tools/words.py": "def shout(text):\n    return text.upper()\n",
    "data/weights.bin": b"\0\0\xff",
}


def packed(files: Mapping[str, str | bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def drop(page: Page, name: str, data: bytes) -> None:
    page.evaluate(DROP, [name, base64.b64encode(data).decode()])


def close_notices(page: Page) -> None:
    while page.locator(".notice").count():
        page.locator(".notice").first.get_by_role("button", name="Close").click()


def said(page: Page, text: str) -> Locator:
    notice = page.locator(".notice", has_text=text)
    expect(notice).to_have_count(1)
    return notice


def files_of(page: Page) -> Locator:
    return page.get_by_label("Files of this bot")


def use(page: Page, files: Mapping[str, str | bytes], name: str = "mine") -> None:
    """Drop such a bot, and put it into the first seat."""
    close_notices(page)
    drop(page, f"{name}.zip", packed(files))
    said(page, f"{name}.zip was opened")
    close_notices(page)
    page.get_by_label("Seat 1").select_option("code")
    page.get_by_label("Seat 2").select_option("random")


def run(page: Page) -> str:
    page.get_by_role("button", name="Run", exact=True).click()
    state(page, "ready")
    press(page, "End")
    expect(page.get_by_test_id("verdict")).not_to_be_empty()
    return page.get_by_test_id("verdict").inner_text()


def text_of(page: Page) -> str:
    script = "(content) => [...content.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')"
    return str(page.locator(".cm-content").evaluate(script))


def type_in(page: Page, text: str) -> None:
    """Put a text in the place of that of the file that is shown."""
    page.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


def saved(page: Page) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename.endswith(".zip")
    return Path(download.value.path()).read_bytes()


def replies(page: Page, folder: Path) -> list[str]:
    turns = json.loads(replay_of(page, folder))["turns"]
    return [answer["reply"] for turn in turns[1:] for answer in turn if answer["player"] == 0]


def printed(page: Page, folder: Path) -> list[str]:
    """What the first bot printed in every turn."""
    turns = loads(replay_of(page, folder)).turns
    return ["".join(text for _, text in turn[0].output) for turn in turns[1:]]


# Playing


def test_a_zip_is_dropped_and_plays(arena: Page, tmp_path: Path) -> None:
    use(arena, FILES_OF_A_BOT)
    assert text_of(arena) == MAIN
    expect(arena.get_by_label("File name of your bot")).to_have_value("mine.zip")
    expect(arena.locator("#seat-0 option:checked")).to_have_text("mine.zip")
    options = files_of(arena).locator("option")
    assert options.all_inner_texts() == [
        "__main__.py",
        "brain.py",
        "tools/__init__.py",
        "tools/words.py",
        "data/weights.bin",
    ]
    expect(options.nth(4)).to_be_disabled()
    verdict = run(arena)
    assert "mine" in verdict or "random" in verdict or "Draw" in verdict
    expect(arena.locator(".problems li button[data-kind=fault]")).to_have_count(0)
    assert {json.dumps(json.loads(reply)["response"]) for reply in replies(arena, tmp_path)} == {"[-1, -1]"}
    replay = replay_of(arena, tmp_path)
    assert "class Brain" not in replay
    assert verify(loads(replay)) is None
