"""Another person's contest on the page: users read it and open its games while these are being verified; its faults."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from database import kept_rows
from kept import bundled, tournament
from pages import AXE, close_notices, drop, findings, paste, state
from playwright.sync_api import Page, expect

# Hold back all requests to verify a game but the first two, until `release()` is called.
HELD = """() => {
  const { postMessage } = Worker.prototype;
  const held = [];
  let asked = 0;
  Worker.prototype.postMessage = function (message, ...more) {
    const send = () => postMessage.call(this, message, ...more);
    if (message?.type === 'contest/verify' && (asked += 1) > 2) held.push(send);
    else send();
  };
  globalThis.release = () => {
    Worker.prototype.postMessage = postMessage;
    for (const each of held.splice(0)) each();
  };
}"""
# Return, per row, the left end of the interval, the rating's dot and the right end, in the picture's coordinates.
WHISKERS = """(rows) => rows.map((row) => {
  const lines = [...row.querySelectorAll('line')];
  const [x1, x2] = ['x1', 'x2'].map((name) => lines.map((line) => parseFloat(line.getAttribute(name))));
  return [Math.min(...x1), parseFloat(row.querySelector('circle').getAttribute('cx')), Math.max(...x2)];
})"""


def test_foreign_contest_is_usable_while_being_verified(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=snake&tab=compete")
    state(page, "ready")
    page.evaluate(HELD)
    drop(page, "theirs.zip", bundled(tournament(), sources=True))
    checked = page.locator(".compete-checked")
    expect(checked).to_contain_text("Being verified")
    table = page.get_by_role("table", name="Standings")
    rows = table.locator("tbody tr")
    expect(rows).to_have_count(3)
    # Each row has a rating with its interval and a range of ranks. The first one has the 0 of the line, too.
    # Six games are too few for more than one group.
    texts = rows.locator(".of-rating").all_inner_texts()
    assert all(re.search(r"^[+−]?\d+\s+(0\s+)?[+−]?[\d,]+ to [+−]?[\d,]+$", text.strip()) for text in texts), texts
    assert all(low < dot < high for low, dot, high in rows.locator(".of-rating").evaluate_all(WHISKERS))
    assert rows.locator(".of-rank").all_inner_texts() == ["1–3"] * 3
    expect(rows.locator(".of-group")).to_have_count(0)

    faults = page.locator(".compete-faults")
    faults.get_by_text("crashes: crashed, in 4 games").click()
    expect(faults).to_contain_text("RuntimeError: no idea")
    expect(faults.get_by_role("region", name="Traceback")).to_contain_text('File "crashes.py", line 5, in move')
    expect(faults).to_contain_text("on its last legs")
    page.evaluate(AXE)
    assert findings(page) == []
    faults.get_by_role("button", name=re.compile("^Open game ")).click()
    expect(page.locator("html")).to_have_attribute("data-view", re.compile("code|play"))
    expect(page.get_by_text(re.compile("crashes.* crashed")).first).to_be_visible()
    # Going back leads to the row that was opened.
    page.get_by_role("link", name=re.compile("^Back to ")).click()
    expect(faults.locator("summary:focus")).to_be_in_viewport()

    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".cross .cell").first.click()
    expect(page.get_by_role("heading", name=re.compile("^Games of "))).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(checked).to_contain_text("Being verified")
    page.evaluate("release()")
    expect(checked).to_contain_text("Verified: all 6 games were played again")
    page.get_by_role("link", name="All contests").click()
    expect(page.locator(".compete-state").first).to_contain_text("Verified: all 6")
    exports_are_told_from_contests(page)


def exports_are_told_from_contests(page: Page) -> None:
    """Check that the two zips of a contest have different names, and that the page tells its own reports from
    damaged contests.
    """
    page.locator(".compete-open").first.click()
    saved = {}
    for kind in ("bundle", "sources", "json", "games"):
        page.get_by_role("button", name="Export").click()
        with page.expect_download() as download:
            page.locator(f"[data-key=export-{kind}]").click()
        saved[kind] = download.value.suggested_filename, download.value.path().read_bytes()
    assert saved["sources"][0] == saved["bundle"][0].replace(".zip", "-with-code.zip")
    report = (
        "is a report of a contest: only its zip (“Whole contest” in the menu “Share or export”) can be opened again."
    )
    notice = page.locator(".notice")
    for kind in ("json", "games"):
        drop(page, *saved[kind])
        expect(notice).to_contain_text(f"{saved[kind][0]} {report}")
        close_notices(page)
    page.get_by_role("link", name="All contests").click()
    for (name, data), said in (
        (saved["json"], report),
        (("noise.bin", bytes(range(200, 256)) * 9), "noise.bin is no contest file."),
        (("a.pdf", b"%PDF-1.7\n"), "a.pdf is no contest file."),
        (("cup.zip", b""), "cup.zip is empty."),
        (("cup.zip", saved["bundle"][1][:999]), "this contest is damaged, or was cut short"),
    ):
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Open a contest file").click()
        chooser.value.set_files({"name": name, "mimeType": "", "buffer": data})
        expect(notice).to_contain_text(said)
        close_notices(page)


CLEAR = """() => new Promise((done) => { indexedDB.deleteDatabase('sandlot').onsuccess = done; })"""
UNCUT = "[...document.querySelectorAll('.notices')].every((each) => each.scrollHeight <= each.clientHeight)"
BEGIN_AGAIN = """() => [...document.querySelectorAll('.notice button')]
  .find(({ textContent }) => textContent === 'Begin again')?.click()"""
EMPTIED = "What this browser kept for this page was deleted"


def test_what_was_deleted_while_the_page_is_open_can_be_saved_and_begins_again_once(page: Page, site: Any) -> None:
    """The notice names the contest that is shown; bots and contest are saved from memory; two tabs begin it once."""
    page.goto(f"{site.url}#game=snake&tab=code")
    paste(page, "def move(view):\n    return 0  # mine")
    expect(page.locator("html")).to_have_attribute("data-arena", "ready", timeout=60_000)
    page.goto(f"{site.url}#game=snake&tab=compete&contest=series")
    page.locator(".compete-form").get_by_label("Games", exact=True).fill("2000")
    page.get_by_role("button", name="Begin", exact=True).click()
    contest = page.locator(".compete-contest")
    expect(contest.get_by_role("button", name="Pause")).to_be_visible(timeout=60_000)
    shown = page.url
    other = page.context.new_page()
    other.goto(shown)
    expect(other.locator(".compete-contest")).to_be_visible()
    other.evaluate(CLEAR)
    for each in (page, other):
        notice = each.locator(".notice", has_text=EMPTIED)
        expect(notice).to_contain_text("against hugger”")
        expect(each.locator(".compete-head")).to_contain_text("deleted")
        expect(each.locator(".compete-head").get_by_role("button", name="Pause")).to_have_count(0)
        assert each.evaluate(UNCUT), "all of it is seen without scrolling"
    notice = page.locator(".notice", has_text=EMPTIED)
    with page.expect_download() as saved:
        notice.get_by_role("button", name="Save all my bots").click()
    assert "# mine" in Path(saved.value.path()).read_text()
    with page.expect_download() as saved:
        notice.get_by_role("button", name="Save the contest").click()
    whole = Path(saved.value.path()).read_bytes()
    # Both are pressed before either tab has heard of the other.
    for each in (page, other):
        each.evaluate(BEGIN_AGAIN)
    for each in (page, other):
        expect(each.locator(".notice", has_text=EMPTIED).get_by_role("button", name="Begin again")).to_have_count(0)
        expect(each.locator(".compete-head").get_by_role("button", name="Pause")).to_be_visible(timeout=30_000)
        # Its number is another one: what is still known of the deleted contest is not taken for its own.
        assert each.url != shown
    assert page.url == other.url
    assert len(kept_rows(page, "contests")) == 1
    # The bots are kept again as well, without another edit.
    assert ["# mine" in each["source"] for each in kept_rows(page, "bots")] == [True]
    expect(page.locator(".notice", has_text=EMPTIED)).to_have_count(0)
    page.locator(".compete-head").get_by_role("button", name="Pause").click()
    other.close()
    drop(page, "saved.zip", whole)
    expect(page.locator(".compete-head")).to_contain_text("0 games", timeout=30_000)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
