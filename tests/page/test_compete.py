"""Compete: a series from the editor to its answer and a lost game, lost seeds, a tournament, and axe on each view."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from pages import AXE, DRAWN, drop, expect_view, findings, paste, state
from playwright.sync_api import Locator, Page, expect

LOSING = "def move(view):\n    return 0\n"
BETTER = """
def move(view):
    return view["safe"][0] if view["safe"] else 0
"""
SLOW = f"{LOSING}\nimport time\ntime.sleep(0.3)\n"
"""A bot that is slow enough for 100 games never to be over before the test presses Pause."""


def lost_games(page: Page) -> Locator:
    return page.get_by_role("gridcell").locator("[data-outcome=loss]")


def test_series_leads_from_the_editor_to_its_answer_and_a_lost_game(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=snake&tab=code")
    state(page, "ready")
    page.evaluate(AXE)
    paste(page, SLOW)
    page.get_by_role("button", name=re.compile("^Play 100 against ")).click()
    expect(page.locator(".quick-state")).to_contain_text(re.compile(r"[1-9]\d? of 100"))
    page.locator(".quick").get_by_role("button", name="Pause").click()
    page.get_by_role("link", name="See how it goes").click()
    expect_view(page, "compete")
    expect(page.get_by_role("heading", name=re.compile(r"^my_bot v1 against "))).to_be_visible()
    lost = lost_games(page).first
    expect(lost).to_be_visible()
    # The heading has the focus, and a button keeps the focus when it becomes another one.
    expect(page.get_by_role("heading", name=re.compile(r"^my_bot v1 against "))).to_be_focused()
    page.get_by_role("button", name="Go on").press("Enter")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    page.get_by_role("button", name="Rename").press("Enter")
    page.get_by_label("Title").fill("my_bot v1 against a hundred")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Rename")).to_be_focused()
    expect(page.get_by_role("heading", name="my_bot v1 against a hundred")).to_be_visible()
    assert findings(page) == []
    # The grid is one tab stop; arrow keys move between its cells.
    page.locator(".compete-grid button").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".compete-grid button").nth(1)).to_be_focused()
    lost.click()
    expect_view(page, "code")
    # The game opens on its decisive turn, which on some maps comes before the last one.
    expect(page.get_by_test_id("turn")).to_have_text(re.compile(r"^\s*[1-9]\d*\s*/"))
    expect(page.get_by_text(re.compile("wins: my_bot")).first).to_be_visible()
    turn, last = (int(number) for number in page.get_by_test_id("turn").inner_text().split("/"))
    assert turn <= last
    if turn == last:
        expect(page.get_by_test_id("orders")).to_contain_text("my_bot")
    # From the lost game to a line of code: one click asks the bot again, and the next one opens the line.
    page.get_by_role("button", name="Ask again").click()
    page.get_by_test_id("again").get_by_role("button", name="2", exact=True).click()
    expect(page.get_by_test_id("editor").locator(".cm-activeLine")).to_have_text("    return 0")
    expect(page.get_by_role("button", name="Fork here")).to_be_enabled()
    page.go_back()
    # Going back focuses the cell of the game that was opened.
    expect(lost_games(page).first).to_be_focused()
    page.get_by_role("button", name="Stop for good").click()
    # Stopping cannot be undone, so the page asks first.
    expect(page.locator(".compete-meta")).not_to_contain_text("stopped")
    page.get_by_role("alertdialog").get_by_role("button", name="Stop for good").click()
    expect(page.locator(".compete-meta")).to_contain_text("stopped")
    page.get_by_role("button", name="Remove this contest").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".compete-open")).to_have_count(1)
    assert findings(page) == []
    page.locator(".compete-tools").get_by_role("button", name="My bots").click()
    expect(page.get_by_role("dialog", name="My bots")).to_be_visible()


def test_contest_names_players_until_first_game_ends(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=snake&tab=code")
    state(page, "ready")
    # The bot thinks long enough for the test to stop the first games.
    paste(
        page, "import time\n\ndef move(view):\n    time.sleep(1)\n    return view['safe'][0] if view['safe'] else 0\n"
    )
    page.goto(f"{site.url}#game=snake&tab=compete&contest=series")
    page.get_by_role("button", name="Begin").click()
    said = page.locator(".compete-answer")
    expect(said).to_have_text(
        "my_bot v1 is playing against hugger: 0 of 100 games so far."
        "The answer comes here as soon as the first games are over."
    )
    # Screen readers announce it, but not every change of its numbers.
    expect(said).to_have_attribute("role", "status")
    for live in (said, page.locator(".compete-reading")):
        expect(live).to_have_attribute("aria-live", "off")
    page.get_by_role("button", name="Stop for good").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Stop for good").click()
    expect(said).to_have_text("No game was played.")
    expect(said).to_have_attribute("aria-live", "polite")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("def mvoe(view):\n    return 0\n", "There is no function move(view). Line 1 says mvoe"),
        ("x = 1\n", "has no move(view)"),
        ("def move(view)\n    return 0\n", "line 1, SyntaxError"),
    ],
    ids=["misspelt", "none", "syntax"],
)
def test_forms_say_that_the_bot_in_the_editor_will_not_play(page: Page, site: Any, source: str, why: str) -> None:
    page.goto(f"{site.url}#game=snake&tab=code")
    state(page, "ready")
    paste(page, source)
    doubt = page.locator(".entrant-doubt")
    for form, said in (("tournament", why), ("series", f"my_bot: {why}")):
        page.goto(f"{site.url}#game=snake&tab=compete&contest={form}")
        # Nobody has pressed anything yet.
        expect(doubt).to_have_count(1)
        expect(doubt).to_contain_text(said)
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_role("alertdialog")).to_contain_text(why)
        page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    # It is named once also where it plays against itself.
    page.get_by_label("Against", exact=True).select_option(value="code")
    expect(doubt).to_have_count(1)
    page.get_by_role("button", name="Begin").click()
    asked = page.get_by_role("alertdialog").locator("p")
    expect(asked).to_contain_text(why)
    assert asked.inner_text().count(why) == 1
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    # It is said of the two who are chosen.
    page.get_by_label("Against", exact=True).select_option(value="house:hugger")
    page.get_by_label("My bot").select_option(label="hugger")
    expect(doubt).to_have_count(0)
    # What is begun beside the editor asks as well.
    page.get_by_role("link", name="Code", exact=True).click()
    page.get_by_role("button", name=re.compile("^Play 100 against ")).click()
    expect(asked).to_contain_text(why)
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name=re.compile("^Play 100 against "))).to_be_focused()
    expect(page.locator(".quick-line")).to_be_hidden()


def fits(page: Page) -> bool:
    page.evaluate(DRAWN)
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_lost_seeds_are_played_again_and_compared(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=snake&tab=code")
    state(page, "ready")
    paste(page, LOSING)
    page.goto(f"{site.url}#game=snake&tab=compete&contest=series")
    page.evaluate(AXE)
    assert findings(page) == []
    # The preset that equals the current fields is marked.
    presets = page.get_by_role("group", name="What it is for").get_by_role("button")
    chosen = page.locator(".compete-presets [aria-pressed=true]")
    expect(chosen).to_have_text("100 games on new seeds")
    presets.last.click()
    expect(chosen).to_have_text("Until it is clear who is better")
    page.get_by_role("spinbutton", name="Games").fill("70")
    expect(chosen).to_have_count(0)
    presets.first.click()
    # The form says which difference this many games can show; for chosen seeds that is unknown.
    shows = page.get_by_text(
        re.compile(r"^100 games show who is better if one of them gets about \d\d\s% of the points")
    )
    expect(shows).to_be_visible()
    page.get_by_role("spinbutton", name="Games").fill("4")
    expect(page.get_by_text("4 games are too few to show who is better.")).to_be_visible()
    page.get_by_role("spinbutton", name="Games").fill("100")
    page.get_by_label("These seeds").check()
    page.get_by_label("The seeds").fill("3-12, x")
    begin = page.get_by_role("button", name="Begin")
    expect(begin).to_be_disabled()
    expect(begin).to_have_accessible_description(re.compile("^“x” is no seed"))
    begin.click(force=True)
    expect(page.get_by_label("The seeds")).to_be_focused()
    page.get_by_label("The seeds").fill("3-12")
    expect(begin).to_be_enabled()
    # Numbers that cannot be, too; a list says itself how many games there are.
    page.get_by_label("Stop early").check()
    page.get_by_role("spinbutton", name="Alpha").fill("7")
    expect(begin).to_be_disabled()
    expect(begin).to_have_accessible_description(re.compile("^Alpha: this must be "))
    page.get_by_label("Stop early").uncheck()
    expect(begin).to_be_enabled()
    expect(shows).to_be_hidden()
    page.get_by_role("button", name="Begin").click()
    # The Begin button is gone, so the heading of the new contest has the focus.
    expect(page.get_by_role("heading", name=re.compile(r"^my_bot v1 against "))).to_be_focused()
    expect(page.locator(".compete-meta")).to_contain_text("finished")
    expect(page.locator(".compete-lost")).to_contain_text("lost a game on 10 seeds")
    page.get_by_role("button", name="Play them again").click()
    expect(page.locator(".compete-series")).to_contain_text(
        re.compile(r"it had ([\d.]+) of 20 points before; now it has \1 of 20")
    )
    page.get_by_role("button", name="Keep these seeds").click()
    expect(page.locator(".notices")).to_contain_text("10 seeds are kept as “my_bot v1 against ")

    # After an edit, the same seeds are played with the new version, which gets more points.
    page.get_by_role("link", name="Code", exact=True).click()
    paste(page, BETTER)
    page.goto(f"{site.url}#game=snake&tab=compete&contest=series")
    page.get_by_label("My lost seeds").check()
    expect(page.get_by_text("20 games: 10 seeds, each from both sides.")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Games")).to_have_count(0)
    # So few games hardly ever decide the sequential test, so all of them are played.
    page.get_by_label("Stop early").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name=re.compile(r"^my_bot v2 against "))).to_be_visible()
    compared = page.get_by_text(re.compile(r"it had [\d.]+ of 20 points before; now it has [\d.]+ of 20"))
    expect(page.locator(".compete-meta")).to_contain_text("finished")
    had, has = re.findall(r"([\d.]+) of 20", compared.inner_text())
    assert float(had) < float(has)
    # The version of before has played them once more already; no luck is in these games, so it got what it had.
    beside = page.locator(".compete-earlier")
    expect(beside).to_have_text(f"my_bot v1, played again beside it, got {had} points of 20 games on these seeds.")
    # A bar for each seat and one for all games; two curves and two bounds of the sequential test.
    expect(page.get_by_role("table", name="my_bot v2, by seat").locator("tbody tr")).to_have_count(3)
    chart = page.get_by_role("img", name=re.compile("^After 10 seeds the logarithms of the likelihood ratios"))
    expect(chart.locator("line.bound")).to_have_count(2)
    expect(chart.locator("polyline")).to_have_count(2)
    assert findings(page) == []
    an_earlier_version_plays_beside_the_new_one(page)

    swiss_on_a_phone_in_chinese(page, site)


def an_earlier_version_plays_beside_the_new_one(page: Page) -> None:
    series = page.url
    page.get_by_role("link", name="Code", exact=True).click()
    paste(page, LOSING + "# once more\n")
    page.goto(series)
    page.get_by_role("button", name="Play them again").click()
    expect(page.get_by_role("heading", name=re.compile(r"^my_bot v3 against "))).to_be_visible()
    expect(page.locator(".compete-meta")).to_contain_text("finished")
    had, count = re.findall(r"it had ([\d.]+) of (\d+) points before", page.locator(".compete-more").inner_text())[0]
    page.get_by_role("button", name="Let my_bot v2 play these seeds once more, too").click()
    beside = page.locator(".compete-earlier")
    expect(beside).to_have_text(f"my_bot v2, played again beside it, got {had} points of {count} games on these seeds.")
    expect(beside.locator("p")).to_be_focused()
    page.reload()
    expect(beside).to_contain_text(f"got {had} points of {count} games")


def swiss_on_a_phone_in_chinese(page: Page, site: Any) -> None:
    """Play a tournament of two versions, an opened file and a house bot; check that nothing is wider than the page."""
    series = page.url
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("about:blank")
    for address in (f"{series}&lang=zh", f"{site.url}#game=snake&tab=compete&contest=series&lang=zh"):
        page.goto(address)
        page.reload()
        expect(page.locator(".compete-charts, .compete-form").first).to_be_visible()
        assert fits(page), address
    page.goto(f"{site.url}#game=snake&tab=compete&contest=tournament&lang=zh")
    page.get_by_label("种类", exact=True).select_option("swiss")
    expect(page.locator(".compete-form option[value=free-for-all]")).to_have_count(0)
    page.locator(".compete-sides select").last.select_option("v1")
    page.locator(".compete-sides .plain").first.click()
    with page.expect_file_chooser() as chooser:
        page.locator(".compete-sides .plain").last.click()
    chooser.value.set_files([{"name": "opened.py", "mimeType": "text/x-python", "buffer": LOSING.encode()}])
    names = page.locator(".compete-entrants .name")
    expect(names).to_have_count(7)
    for _ in range(3):
        page.locator(".compete-entrants li").nth(1).get_by_role("button").last.click()
    rival = names.nth(1).inner_text()
    expect(names).to_have_text(["my_bot v3", rival, "my_bot v1", "opened"])
    assert fits(page)
    page.locator(".compete-form [type=submit]").click()
    expect(page.locator(".compete-answer")).to_contain_text("冠军")
    rounds = page.locator(".compete-rounds details")
    expect(rounds).not_to_have_count(0)
    expect(rounds.first.locator("tbody tr")).to_have_count(2)
    told = rounds.first.locator("tbody th").all_inner_texts()
    assert sorted(name for each in told for name in each.split(" – ")) == sorted(
        ["my_bot v1", "my_bot v3", "opened", rival]
    )
    assert fits(page)


def test_a_series_against_the_last_version_keeps_the_text_it_began_with(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=snake&tab=code")
    state(page, "ready")
    paste(page, LOSING)
    page.get_by_role("button", name=re.compile("^Play 100 against ")).click()
    page.locator(".quick").get_by_role("button", name="Stop for good").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Stop for good").click()
    paste(page, SLOW)
    page.get_by_role("button", name="Against whom").click()
    page.get_by_role("button", name="my_bot v1", exact=True).click()
    begun = page.locator(".quick-state")
    expect(begun).to_contain_text(re.compile(r"[1-9]\d? of 100"))
    paste(page, "this is no Python")
    games = int(re.findall(r"(\d+) of 100", begun.inner_text())[0])
    later = "|".join(str(number) for number in range(games + 4, 101))
    expect(begun).to_contain_text(re.compile(f"({later}) of 100 games · [\\d.]+ a second · about \\d+ seconds? left"))
    page.locator(".quick").get_by_role("button", name="Pause").click()
    # The series is played with that version.
    expect(begun).to_contain_text("v2 · ")
    page.locator("#choose-bot").click()
    page.get_by_role("button", name="New bot").click()
    expect(page.locator(".quick-line")).to_be_hidden()
    expect(page.get_by_role("button", name=re.compile("^Play 100 against "))).to_be_visible()
    page.locator("#choose-bot").click()
    page.locator("#my-bots li").filter(has_not_text="my_bot_2").click()
    expect(begun).to_contain_text("v2 · ")
    page.get_by_role("link", name="See how it goes").click()
    expect(page.get_by_role("heading", name="my_bot v2 against my_bot v1")).to_be_visible()
    expect(page.get_by_role("button", name="With a fault 0")).to_be_visible()


#: The boxes of the visible parts of the bar below the editor, in pixels.
PARTS = """(line) => [...line.querySelectorAll('button, a, span')]
  .filter((each) => each.checkVisibility() && !each.closest('button *, .quick-meter, .quick-menu'))
  .map((each) => each.getBoundingClientRect())
  .map(({ left, right, top, bottom }) => ({ left, right, top, bottom }))"""


def apart(boxes: list[dict[str, float]]) -> bool:
    """Return whether no two boxes overlap."""
    return not any(
        one["left"] < other["right"] - 1
        and other["left"] < one["right"] - 1
        and one["top"] < other["bottom"] - 1
        and other["top"] < one["bottom"] - 1
        for k, one in enumerate(boxes)
        for other in boxes[k + 1 :]
    )


def test_bar_below_the_editor_stays_visible_on_a_phone(phone: Page, site: Any) -> None:
    phone.goto("about:blank")
    phone.goto(f"{site.url}#game=snake&tab=code")
    state(phone, "ready")
    phone.locator("#tab-code").tap()
    paste(phone, SLOW)
    line = phone.locator(".quick")
    for rival in (re.compile("^c"), "my_bot v1"):
        phone.get_by_role("button", name="Against whom").tap()
        phone.get_by_role("group", name="Against whom").get_by_role("button", name=rival).first.tap()
        # The button's successor takes the focus; otherwise the board would return and push the bar out of view.
        expect(line.get_by_role("button", name="Pause")).to_be_focused()
        expect(line.locator(".quick-state")).to_contain_text(re.compile(r"[1-9]\d? of 100"))
        expect(line.locator(".quick-state")).to_be_in_viewport(ratio=1)
        assert apart(line.evaluate(PARTS))
        line.get_by_role("button", name="Stop for good").tap()
        phone.get_by_role("alertdialog").get_by_role("button", name="Stop for good").tap()
        expect(line.locator(".quick-state")).to_contain_text(re.compile("stopped|games"))
        assert apart(line.evaluate(PARTS))
        assert fits(phone)
        paste(phone, f"{SLOW}#")


def test_entrants_are_seeded_by_rating_or_by_lot(revisit: Callable[..., Page], site: Any) -> None:
    page = revisit(width=1280, height=720)
    page.goto(f"{site.url}#game=snake&tab=compete&contest=tournament")
    names = page.locator(".compete-entrants .name")
    strongest = page.get_by_role("button", name="Strongest first")
    expect(names.first).to_contain_text("my_bot")
    # Where everybody meets everybody the order means nothing.
    expect(strongest).to_have_count(0)
    page.get_by_label("Kind", exact=True).select_option("single-elimination")
    page.get_by_role("button", name="Add all house bots").click()
    strongest.click()
    expect(names.nth(0)).to_have_text(re.compile("constrictor"))
    expect(names.nth(1)).to_have_text(re.compile("prowler"))
    # Bots that are not on the ladder follow.
    expect(page.locator(".compete-entrants")).to_contain_text("cautious")
    said = names.all_inner_texts()
    assert next(at for at, name in enumerate(said) if "my_bot" in name) > said.index("cautious")
    page.get_by_role("button", name="Draw lots").click()
    assert sorted(names.all_inner_texts()) == sorted(said)
    page.get_by_role("button", name="Undo").click()
    expect(names).to_have_text(said)


def test_what_stands_in_a_form_is_kept_until_it_is_begun(revisit: Callable[..., Page], site: Any) -> None:
    page = revisit(width=1280, height=720)
    form = f"{site.url}#game=generals&tab=compete&contest=tournament"
    page.goto(form)
    kind, title = page.get_by_label("Kind", exact=True), page.get_by_label("Title")
    names, begin = page.locator(".compete-entrants .name"), page.locator(".compete-begin")
    expect(page.get_by_text("is the seeding")).to_have_count(0)
    kind.select_option("swiss")
    expect(page.get_by_text("is the seeding")).to_be_visible()
    # It proposes fewer rounds than a round robin has.
    rounds = page.get_by_label("Rounds", exact=True)
    expect(page.get_by_text("3 rounds are enough to find a winner", exact=True)).to_be_visible()
    expect(rounds).to_have_value("4")
    rounds.fill("0")
    expect(page.get_by_text("0 means the usual number: 5 rounds. With so many everybody")).to_be_visible()
    title.fill("Friday")
    page.get_by_label("Seeds for each pairing").fill("3")
    page.get_by_role("button", name="Add all house bots").click()
    page.get_by_role("radio", name="These seeds").check()
    page.get_by_label("The seeds").fill("1-20")
    pasted = page.get_by_label("Links of entries, one a line")
    page.get_by_text("Paste entry links").click()
    pasted.fill("one link\nanother")
    drop(page, "bad.py", b"def move(view:\n")
    expect(page.locator(".entrant-doubt")).to_have_count(1)
    # Beside the list it is said once, and no notice lies over it.
    expect(page.locator(".notice")).to_have_count(0)
    expect(page.get_by_text("1 bot was added, and is in your library: bad")).to_be_visible()
    entered = names.all_inner_texts()
    page.get_by_role("link", name="Code", exact=True).click()
    expect_view(page, "code")
    page.go_back()
    for _ in range(2):
        expect(title).to_have_value("Friday")
        expect(kind).to_have_value("swiss")
        expect(page.get_by_label("Seeds for each pairing")).to_have_value("3")
        expect(page.get_by_label("The seeds")).to_have_value("1-20")
        # It is in sight, and nobody has to open anything.
        expect(pasted).to_be_visible()
        expect(pasted).to_have_value("one link\nanother")
        expect(names).to_have_text([each.replace("\n", " ") for each in entered])
        page.reload()
    # A bot that cannot play is not begun with unasked.
    expect(page.locator(".entrant-doubt")).to_have_count(1)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("bad: line 1")
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    expect(title).to_have_value("Friday")
    # The form can be cleared, and that can be undone.
    page.get_by_role("button", name="Clear the form").click()
    expect(title).to_have_value("")
    expect(pasted).to_have_value("")
    expect(names).to_have_count(5)
    page.locator(".notice").get_by_role("button", name="Undo").click()
    expect(title).to_have_value("Friday")
    expect(pasted).to_have_value("one link\nanother")
    page.get_by_role("button", name="Clear the form").click()
    page.get_by_role("button", name="Add all my bots").click()
    expect(names).to_have_count(6)
    # How many games there are is said with the reason.
    kind.select_option("free-for-all")
    page.get_by_label("Rounds").fill("1")
    expect(page.get_by_text("24 games: 6 tables of 4, with 4 games at each")).to_be_visible()
    # What cannot begin is said in words: a game has eight seats here, which stands there before that.
    players = page.get_by_label("Players in a game")
    expect(page.get_by_text("from 2 to 8 at a table")).to_be_visible()
    expect(page.get_by_text("everybody plays at 4 tables")).to_be_visible()
    players.fill("7")
    expect(begin).to_contain_text("Free-for-all: at least 7 entrants, so far 6.")
    expect(page.locator(".compete-settings")).not_to_contain_text("everybody plays at")
    for wrong in ("9", "1", "2.5"):
        players.fill(wrong)
        expect(begin).to_contain_text("Players in a game: this must be a whole number from 2 to 8.")
        expect(page.locator(".compete-settings")).to_contain_text("a whole number from 2 to 8")
    page.get_by_role("button", name="Begin").click(force=True)
    expect(players).to_be_focused()
    players.fill("4")
    # More rounds than opponents are none, and more finalists than entrants are all of them.
    kind.select_option("finals")
    expect(page.get_by_text("there are 6 entrants, so all of them")).to_be_visible()
    page.get_by_label("Rounds").fill("6")
    expect(begin).to_contain_text("Rounds: this must be a whole number from 0 to 5.")
    kind.select_option("single-elimination")
    expect(begin).to_contain_text("at least 10 games")
    page.get_by_role("button", name="Remove bad from the list").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".compete-answer")).to_be_visible()
    page.goto(form)
    expect(names.first).to_be_visible()
    expect(page.get_by_role("button", name="Clear the form")).to_have_count(0)


def test_tournament_tables_are_shown_and_exported(revisit: Callable[..., Page], site: Any) -> None:
    page = revisit(width=390, height=844)
    page.goto(f"{site.url}#game=snake&tab=compete&contest=tournament")
    expect(page.get_by_label("Kind", exact=True)).to_be_visible()
    page.evaluate(DRAWN)
    assert page.evaluate("document.activeElement === document.body"), "nothing takes the focus of who opens the page"
    page.evaluate(AXE)
    assert findings(page) == []
    kind, begin = page.get_by_label("Kind", exact=True), page.locator(".compete-begin")
    expect(begin).to_contain_text("20 games")
    # A setup that cannot be played is reported as long as that is the case.
    kind.select_option("series")
    expect(begin.get_by_role("alert")).to_have_text("Series: at most 2 entrants, and there are 5.")
    page.get_by_role("button", name="Keep the first 2 alone").click()
    expect(begin.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(begin.get_by_role("alert")).to_have_count(1)
    button = page.get_by_role("button", name="Begin")
    expect(button).to_be_disabled()
    expect(button).to_have_accessible_description("Series: at most 2 entrants, and there are 5.")
    button.click(force=True)
    expect(kind).to_be_visible()
    # Neither can one begin without anybody.
    kind.select_option("round-robin")
    expect(button).to_be_enabled()
    removing = page.get_by_role("button", name=re.compile("^Remove .* from the list$"))
    for _ in range(5):
        removing.last.click()
    expect(button).to_be_disabled()
    expect(button).to_have_accessible_description("Round robin: at least 2 entrants, so far 0.")
    page.get_by_role("button", name="Clear the form").click()
    expect(button).to_be_enabled()
    kind.select_option("gauntlet")
    expect(begin).to_contain_text("328 games")
    page.get_by_role("radio", name="These seeds").check()
    expect(page.get_by_text("These seeds take the places of the first ones")).to_be_visible()
    # No seeds are given yet, so the number of games is unknown.
    expect(begin).not_to_contain_text("games")
    page.get_by_role("radio", name="New seeds").check()
    kind.select_option("single-elimination")
    expect(begin.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Remove my_bot from the list").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".compete-answer")).to_contain_text("Won by")
    expect(page.get_by_role("table", name="Standings").get_by_role("row")).to_have_count(5)
    assert findings(page) == []
    # In every language the button that removes the contest fits beside the title, if not beside the other buttons.
    title = page.locator(".compete-title h2").bounding_box()
    removal = page.get_by_role("button", name="Remove this contest").bounding_box()
    assert title
    assert removal
    assert removal["y"] < title["y"] + title["height"]
    assert removal["x"] > title["x"] + title["width"]
    # On a phone a round is chosen first, and its matches are one tab stop.
    page.locator(".bracket-choice button").last.focus()
    page.keyboard.press("Tab")
    expect(page.locator(".match button").locator("visible=true").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("^Games of "))).to_be_focused()
    expect(page.locator(".compete-pair .cell")).not_to_have_count(0)
    page.locator(".cross .cell").first.click()
    assert findings(page) == []
    # Arrow keys only reach the formats for export.
    page.get_by_role("button", name="Export").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Plan as a link, without results")).to_be_focused()
    assert findings(page) == []
    with page.expect_download() as download:
        page.get_by_role("group", name="Export").get_by_role("button", name="Standings as CSV").press("Enter")
    # The file begins with a byte order mark, without which Excel garbles names in other scripts.
    assert download.value.path().read_text(encoding="utf-8").startswith("\ufeffplace,name,points,")
    for what, is_that in (
        ("Everything as JSON", lambda data: len(json.loads(data)["standings"]) == 4),
        ("Standings as a picture", lambda data: data.startswith(b"\x89PNG\r\n")),
    ):
        page.get_by_role("button", name="Export").press("Enter")
        with page.expect_download() as download:
            page.get_by_role("group", name="Export").get_by_role("button", name=what).press("Enter")
        assert is_that(download.value.path().read_bytes())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
