"""Links to bots, challenges, contests and matches, and how two people challenge and answer each other with them."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sandlot
from conftest import Site
from contest_rows import keep, records
from contests import chance, play, stronger
from database import kept_rows, put_rows
from pages import AXE, LINKS, asked, findings, paste, resign, state
from playwright.sync_api import Locator, Page, expect
from sandlot.archive.sources import code_of
from sandlot.bots import house
from sandlot.cli.main import command
from sandlot.files.bot import Bot
from sandlot.games import GAMES, rules, snake
from sandlot.jobs import done
from sandlot.links.bots import BotLink, link_bot, read_bot
from sandlot.links.challenges import Challenge, Score, link_challenge, read_challenge
from sandlot.links.matches import link as link_match
from sandlot.links.matches import unlink
from sandlot.links.plans import PlanLink, link_plan, read_plan
from sandlot.match.replay_file import loads
from sandlot.messages import render
from sandlot.stats.blocks import Entrant
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.standings import standings
from sandlot.tournaments.verdict import answer

MINE = "def move(view):\n    return 1  # 手\n"
THEIRS = "def move(view):\n    return 0\n"
IS_STORED = """new Promise((done) => {
    const look = () => (sessionStorage.getItem('sandlot.unfinished') ? done() : setTimeout(look, 50));
    look();
})"""
"""Resolves once the match played by hand is stored."""
IS_OVER = IS_STORED.replace("? done()", "=== null ? done()")
"""Resolves once it is stored that there is nothing to go on with."""
LINK_STAYS = """new Promise((done) => {
    const look = () => (history.state?.at ? done() : setTimeout(look, 50));
    look();
})"""
"""Resolves once the address no longer changes."""
UNBROKEN = """(list) => [...list.querySelectorAll('dd')].every(({ firstChild: text }) =>
  [...text.data.matchAll(/\\p{L}+/gu)].every(({ 0: word, index }) => {
    const range = new Range();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length === 1;
  }))"""
"""Whether each word of the values in a list stands in one line."""


def dialog(page: Page) -> Locator:
    return page.locator("dialog[open]")


def shared(page: Page, kind: str) -> str:
    """Return the link in the dialog, once it is of this kind ("b", "c" or "p")."""
    field = dialog(page).get_by_role("textbox", name="Link")
    expect(field).to_have_value(re.compile(f"#{kind}1"))
    return field.input_value()


def press(page: Page, name: str | re.Pattern[str]) -> None:
    dialog(page).get_by_role("button", name=name).click()


def by_hand(game: str) -> str:
    """Return the link of a challenge by Eva, who has won by hand as a house bot plays."""
    names, seed = {"snake": (["surveyor", "hugger"], 6), "planes": (["foresight", "hider"], 4)}[game]
    played = sandlot.play(game, names, seed=seed).replay
    with tempfile.TemporaryDirectory() as folder:
        played.save(Path(folder, "match.json"))
        held = json.loads(Path(folder, "match.json").read_text(encoding="utf-8"))
    held["players"][0] = {"name": "human", "kind": "human"}
    # A person needs no time to start.
    held["turns"][0] = held["turns"][0][1:]
    held["turns"] = [[{key: each[key] for key in ("player", "ms", "reply")} for each in turn] for turn in held["turns"]]
    return f"{link_match(loads(json.dumps(held)))}&dare=RXZh"


def accessible(page: Page) -> None:
    page.evaluate(AXE)
    assert findings(page) == []


def test_two_people_exchange_challenge_answer_and_plan_links(
    arena: Page, page: Page, site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The first person makes a challenge from the bot in the editor. The command line makes the same link.
    arena.goto(f"{site.url}#game=snake&tab=code")
    paste(arena, MINE)
    arena.get_by_role("button", name="Share this bot").click()
    dialog(arena).get_by_label("A challenge: beat it").check()
    seeds = dialog(arena).get_by_label("Maps (seeds)")
    seeds.fill("3 x")
    expect(dialog(arena)).to_contain_text("a challenge has from 1 to 100 seeds")
    seeds.fill("3, 4")
    challenge = shared(arena, "c")
    accessible(arena)
    file = tmp_path / "my_bot.py"
    file.write_text(MINE, encoding="utf-8")
    arguments = ["link", str(file), "--game", "snake", "--seed", "3", "--seed", "4", "--page", site.url]
    assert command(arguments) == 0
    assert capsys.readouterr().out.strip() == challenge
    arena.keyboard.press("Escape")

    # The second person reads the code before anything runs, then plays the challenge and answers it.
    other = page
    other.goto(challenge)
    expect(dialog(other)).to_contain_text("A challenge: beat my_bot")
    maps = dialog(other).get_by_label("Map", exact=True)
    expect(maps.locator("option")).to_have_text(["1 of 2 · seed 3", "2 of 2 · seed 4"])
    dialog(other).get_by_text("Read the code").click()
    expect(dialog(other).get_by_role("region", name="Code in the link")).to_have_text(MINE)
    expect(other.locator("html")).not_to_have_attribute("data-arena", "running")
    accessible(other)
    maps.select_option("2 of 2 · seed 4")
    # Only bots play a series, and by default the second person plays by hand.
    expect(dialog(other).get_by_role("button", name="Series on 2 maps")).to_be_hidden()
    dialog(other).get_by_label("With", exact=True).select_option(index=1)
    press(other, "Accept")
    ending = other.get_by_test_id("ending")
    expect(ending).to_contain_text("1 of 2 maps played")
    expect(other.locator(".player").nth(1)).to_contain_text("my_bot")
    # "Next map" leads to the map not yet played, and then disappears.
    ending.get_by_role("button", name="Next map").click()
    expect(ending).to_contain_text(re.compile("did better|A tie"))
    expect(ending.get_by_role("button", name="Next map")).to_have_count(0)
    points = re.search(r"You\s+([\d.]+) points?", ending.inner_text())
    assert points
    ending.get_by_role("button", name="Answer with a link").click()
    expect(dialog(other)).to_contain_text("Answer to my_bot")
    expect(dialog(other).get_by_label("Maps (seeds)")).to_have_value("3 4")
    # Where both are called alike, it says whose is whose; and it can have another name.
    expect(dialog(other)).to_contain_text("against my_bot (challenger)")
    unnamed = shared(other, "c")
    dialog(other).get_by_label("Name it is sent under").fill("boris")
    expect(dialog(other).get_by_role("textbox", name="Link")).not_to_have_value(unnamed)
    assert read_challenge(shared(other, "c")).bot.name == "boris"
    dialog(other).get_by_label("Name it is sent under").fill("my_bot")
    expect(dialog(other).get_by_role("textbox", name="Link")).to_have_value(unnamed)
    link = unnamed
    found, sent = read_challenge(link), read_challenge(challenge)
    assert (found.seeds, found.options, found.clock) == (sent.seeds, sent.options, sent.clock)
    assert found.bot.source != MINE
    assert found.answers == Score("my_bot", float(points[1]), 2)
    # The answer contains a match that was played for it.
    assert found.match
    assert [player.name for player in unlink(found.match).replay.setup.players][1] == "my_bot.py"
    other.keyboard.press("Escape")

    # The first person plays a series against the answer, on the same maps.
    arena.goto("about:blank")
    arena.goto(link)
    expect(dialog(arena)).to_contain_text("my_bot answers the challenge by my_bot (challenger)")
    press(arena, "Watch the match")
    expect(arena.get_by_test_id("verdict")).to_contain_text("Answer to the challenge by my_bot")
    arena.goto("about:blank")
    arena.goto(link)
    expect(dialog(arena)).to_contain_text(
        re.compile(r"(my_bot( \(challenger\))? has won [\d.]+|a tie, [\d.]+) : [\d.]+, on 2 of 2 maps, says its sender")
    )
    dialog(arena).get_by_label("With", exact=True).select_option(index=1)
    press(arena, "Series on 2 maps")
    expect(arena.locator(".compete-progress")).to_contain_text("4")
    expect(arena.locator(".compete-meta")).to_contain_text("answer to a challenge")
    says = "Answer to the challenge by my_bot."
    # Its page has the way to answer, and keeps it; so no notice says the same.
    expect(arena.locator(".compete")).to_contain_text(says)
    expect(arena.locator(".notice", has_text="in the challenge of my_bot")).to_have_count(0)
    arena.reload()
    expect(arena.locator(".compete")).to_contain_text(says)
    # Both bots have one name: that of the sender is told from one's own.
    expect(arena.locator(".compete")).to_contain_text("my_bot (challenger)")
    arena.locator(".compete").get_by_role("button", name="Answer with a link").click()
    expect(dialog(arena)).to_contain_text("Answer to my_bot")
    assert read_challenge(shared(arena, "c")).seeds == sent.seeds
    arena.keyboard.press("Escape")

    # The first person sends the outcome as a plan with results, which nobody can verify without moves.
    arena.get_by_role("button", name="Export").click()
    arena.get_by_role("button", name="Results as a link").click()
    expect(dialog(arena).get_by_label("With the results")).to_be_checked()
    dialog(arena).get_by_label("With the code of the bots").check()
    plan = shared(arena, "p")
    accessible(arena)
    arena.keyboard.press("Escape")
    other.goto("about:blank")
    other.goto(f"{plan}&lang=en")
    expect(dialog(other)).to_contain_text("Not verified: a link has no moves")
    expect(dialog(other).get_by_role("row")).to_have_count(1 + 2)
    dialog(other).get_by_text("Who plays: 2 entrants").click()
    expect(dialog(other).get_by_role("row")).to_have_count(1 + 2 + 2)
    accessible(other)
    assert len(read_plan(plan).results) == 2
    # A series has two entrants, so nobody else can take part.
    expect(dialog(other).get_by_role("button", name="Play it here with")).to_have_count(0)
    press(other, "Play this series here")
    expect(other).to_have_url(re.compile(r"tab=compete&contest=\d+"))


def test_won_match_leads_to_challenge_on_its_map(arena: Page, site: Site) -> None:
    arena.goto(f"{site.url}#game=snake&tab=code&seats=code,racer&seed=5")
    paste(arena, (Path(snake.__file__).parent / "bots" / "surveyor.py").read_text(encoding="utf-8"))
    arena.get_by_role("button", name="Run", exact=True).click()
    ending = arena.get_by_test_id("ending")
    expect(ending).to_contain_text("my_bot wins")
    ending.get_by_role("button", name="What else can be done").click()
    ending.get_by_role("button", name="Challenge a friend").click()
    expect(dialog(arena).get_by_label("A challenge: beat it")).to_be_checked()
    made = read_challenge(shared(arena, "c"))
    assert (made.seeds[0], len(made.seeds), made.bot.name) == (5, 5, "my_bot")
    arena.keyboard.press("Escape")
    # The dialog for sharing the match offers this as well.
    arena.locator("#export").click()
    dialog(arena).get_by_role("button", name="Challenge others with my_bot").click()
    assert read_challenge(shared(arena, "c")).seeds[0] == 5
    arena.keyboard.press("Escape")


@pytest.mark.parametrize("width", [1440, 390])
def test_challenge_is_shown_before_python(early_page: Callable[..., Page], site: Site, width: int) -> None:
    page = early_page(width=width, height=844)
    seeds = (3, 2**63 - 1)
    made = Challenge(GAMES["generals"], Bot("my_bot", "code", MINE, "my_bot.py"), seeds, answers=Score("rival", 1.5, 2))
    page.goto(site.url + link_challenge(made))
    expect(dialog(page).get_by_role("heading")).to_have_text("my_bot answers the challenge by rival")
    expect(dialog(page)).to_contain_text("Generals")
    expect(dialog(page)).to_contain_text("my_bot has won 1.5 : 0.5, on 2 of 2 maps, says its sender")
    options = dialog(page).get_by_label("Map", exact=True).locator("option")
    expect(options).to_have_text([f"{k} of 2 · seed {seed}" for k, seed in enumerate(seeds, 1)])
    accessible(page)
    # Buttons that run its code wait for Python, and say so.
    expect(dialog(page).get_by_role("button", name="Take it into My bots")).to_be_disabled()
    press(page, "Accept")
    expect(dialog(page).get_by_role("button", name="Starts in a moment")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog(page)).to_have_count(0)
    expect(page).not_to_have_url(re.compile("#c1"))


def test_challenge_accepted_before_python_is_played(page: Page, site: Site) -> None:
    made = Challenge(GAMES["snake"], Bot("my_bot", "code", MINE, "my_bot.py"), (3, 4))
    page.goto(site.url + link_challenge(made))
    press(page, re.compile("Accept"))
    expect(page.locator(".watched-players")).to_contain_text("my_bot")
    state(page, "running")
    page.locator("#stop").click()


def test_plan_link_offers_taking_part_or_sending_a_bot(arena: Page, site: Site) -> None:
    hashed = rules("snake")
    entrants = tuple(Entrant(each, code_of(house("snake", each), hashed), "house") for each in ("hugger", "cautious"))
    kind = plan_from({"kind": "round-robin", "blocks": 1}, len(entrants))
    contest = Contest(GAMES["snake"], hashed, entrants, kind.json(), secret="5" * 32)
    plan = link_plan(PlanLink(contest, title="Friday cup"))
    arena.goto("about:blank")
    arena.goto(f"{site.url}{plan}")
    expect(dialog(arena)).to_contain_text("Contest “Friday cup”")
    arena.keyboard.press("Escape")
    arena.goto(f"{site.url}#game=snake&tab=code")
    paste(arena, MINE)
    arena.goto("about:blank")
    arena.goto(f"{site.url}{plan}")
    press(arena, "Send my_bot to the organiser")
    expect(dialog(arena)).to_contain_text("this bot is for “Friday cup”")
    unnamed = shared(arena, "b")
    dialog(arena).get_by_role("textbox", name="Name it is sent under").fill("anna")
    expect(dialog(arena).get_by_role("textbox", name="Link")).not_to_have_value(unnamed)
    entry = shared(arena, "b")
    bot = read_bot(entry).bot
    assert read_bot(entry) == BotLink(GAMES["snake"], bot, "Friday cup", contest.fingerprint())
    assert bot.name == "anna"
    arena.keyboard.press("Escape")
    # The organiser is told the new name of a bot whose name is taken, and gets both bots in a new tournament.
    arena.goto("about:blank")
    arena.goto(unnamed)
    expect(dialog(arena)).to_contain_text("An entry for “Friday cup”: my_bot")
    press(arena, "Take it into My bots")
    expect(arena.get_by_text("in My bots as my_bot_2, because there is a my_bot already")).to_be_visible()
    # The same entry again is told, and not taken in a second time.
    arena.goto("about:blank")
    arena.goto(unnamed)
    press(arena, "Take it into My bots")
    expect(arena.get_by_text("entered for “Friday cup” already, as my_bot_2")).to_be_visible()
    # The same holds in another language, and for an older entry whose contest is named only in its note.
    early = {"id": 7, "game": "snake", "name": "early.py", "source": MINE, "note": "Для «Friday cup»", "deleted": None}
    put_rows(arena, {"bots": [early | {"created": 1, "changed": 1, "rev": 1}]})
    arena.goto("about:blank")
    arena.goto(f"{entry}&lang=ru")
    press(arena, "Новый турнир с ним")
    expect(arena.get_by_role("textbox", name="Название")).to_have_value("Friday cup")
    entered = arena.locator(".compete-entrants .name")
    names = ["early", "my_bot_2", "anna"]
    expect(entered.filter(has_text=re.compile("|".join(names)))).to_have_text(names)
    arena.goto("about:blank")
    arena.goto(f"{site.url}{plan}&lang=en")
    press(arena, "Play this contest here")
    expect(arena).to_have_url(re.compile(r"tab=compete&contest=\d+"))
    arena.goto("about:blank")
    arena.goto(f"{site.url}{plan}")
    expect(dialog(arena)).to_contain_text("The organiser hears nothing of it")
    press(arena, "Play it here with my_bot")
    expect(arena).to_have_url(re.compile(r"tab=compete&contest=\d+"))
    # The sender's results are others.
    expect(arena.get_by_role("heading", name="Friday cup")).to_be_visible()
    expect(arena.locator(".compete")).to_contain_text("played again from a link")
    # The third entrant adds two pairings, each played from both sides.
    expect(arena.locator(".compete-progress")).to_contain_text("6")
    expect(arena.locator("table.standings")).to_contain_text("my_bot")
    # There are two contests of that name here by now. An entry is added to the entrants of the one that it is for, and
    # one that names no contest but by its title to those of the newest.
    for link, others in ((entry, []), (link_bot(BotLink(GAMES["snake"], bot, "Friday cup")), ["my_bot"])):
        arena.goto("about:blank")
        arena.goto(f"{site.url}{link[link.index('#') :]}")
        press(arena, "New tournament with it")
        expect(arena.get_by_role("textbox", name="Title")).to_have_value("Friday cup")
        shown = entered.filter(has_text=re.compile(r"hugger|cautious|my_bot\s*$|anna"))
        expect(shown).to_have_text(["hugger", "cautious", *others, "anna"])


def test_many_entry_links_are_pasted_at_once(page: Page, site: Site) -> None:
    def entry(name: str, contest: str = "Friday cup", game: str = "snake") -> str:
        return link_bot(BotLink(GAMES[game], Bot(name, "code", MINE, "x.py"), contest))

    page.goto(f"{site.url}#game=snake&tab=compete&contest=tournament")
    form = page.locator(".compete")
    opener, begin = form.get_by_text("Paste entry links"), form.get_by_role("button", name="Begin")
    # At the lower edge, where the button that begins lies over it, it opens in sight above that.
    opener.evaluate("(each) => each.scrollIntoView({ block: 'end' })")
    opener.press("Enter")
    links = form.get_by_role("textbox", name="Links of entries, one a line")
    enter = form.get_by_role("button", name="Enter these bots")
    for each in (opener, links, enter, begin):
        expect(each).to_be_in_viewport(ratio=1)
    tops = [
        each.evaluate("(each) => each.getBoundingClientRect().top") for each in (enter, page.locator(".compete-begin"))
    ]
    assert tops[0] + 24 < tops[1]
    links.fill("x\n" * 65)
    expect(form).to_contain_text("These are 65 links. At most 64 can be entered at once.")
    expect(enter).to_be_disabled()
    anna = entry("anna")
    sent = [
        f"From Anna: {anna}",
        "",
        entry("ben"),
        entry("carl", "Monday cup"),
        entry("dora", game="tank"),
        "Hello",
        anna,
    ]
    links.fill("\n".join([*sent, anna[:-30]]))
    enter.click()
    told = form.locator(".entrants-refused li")
    expect(told).to_have_count(5)
    expect(told.nth(0)).to_have_text("Line 4: This entry is for “Monday cup”.")
    expect(told.nth(1)).to_have_text("Line 5: This bot is for Tank.")
    expect(told.nth(2)).to_have_text("Line 6: There is no link in this line.")
    expect(told.nth(3)).to_have_text("Line 7: This is the same bot as in line 1.")
    expect(told.nth(4)).to_contain_text("Line 8: This link cannot be opened")
    expect(form).to_contain_text("2 bots were added, and are in your library: anna and ben")
    entered = form.locator(".compete-entrants .name", has_text=re.compile("anna|ben|carl|dora"))
    expect(entered).to_have_text(["anna", "ben"])
    expect(form.get_by_role("textbox", name="Title")).to_have_value("Friday cup")
    # Who takes part is not entered again, and the title says which contest it is.
    links.fill("\n".join([anna, entry("carl", "Monday cup"), entry("emil", "")]))
    enter.click()
    expect(told).to_have_text(
        ["Line 1: This bot takes part already.", "Line 2: This entry is for “Monday cup”."], use_inner_text=True
    )
    expect(entered.or_(form.locator(".compete-entrants .name", has_text="emil"))).to_have_text(["anna", "ben", "emil"])
    page.evaluate(AXE)
    assert findings(page) == []


def club_cup(page: Page, site: Site) -> tuple[Contest, Callable[[str], str]]:
    """Begin a contest from its plan. Return it and what makes the link of an entry for it."""
    contest = plan_of("swiss", (HUGGER, CAUTIOUS), {"rounds": 1, "blocks": 1, "seeds": {"first": 2**60 + 1}})

    def entry(name: str) -> str:
        bot = Bot(name, "code", f"{MINE}# {name}", "x.py")
        return link_bot(BotLink(GAMES["snake"], bot, "Club cup", contest.fingerprint()))

    page.goto(f"{site.url}{link_plan(PlanLink(contest, title='Club cup'))}")
    press(page, "Play this contest here")
    expect(page.locator(".compete-meta")).to_contain_text("finished")
    return contest, entry


def test_form_says_what_it_takes_over_with_pasted_entries(page: Page, site: Site) -> None:
    _, entry = club_cup(page, site)
    page.goto(f"{site.url}#game=snake&tab=compete&contest=tournament")
    form = page.locator(".compete-form")
    kind, names = form.get_by_label("Kind", exact=True), form.locator(".compete-entrants .name")
    form.get_by_text("Paste entry links").click()
    expect(form).to_contain_text("the first entry decides which contest they are for")

    def enter(name: str) -> None:
        form.get_by_role("textbox", name="Links of entries").fill(entry(name))
        form.get_by_role("button", name="Enter these bots").click()

    enter("anna")
    expect(form).to_contain_text("Its kind, rounds, entrants, seeds and time limits were set as in “Club cup”.")
    expect(form).to_contain_text("A bot for another contest than “Club cup”")
    expect(kind).to_have_value("swiss")
    expect(names).to_have_text(["hugger", "cautious", "anna"])
    # Whoever has sent an entry knows the maps of the plan.
    expect(form.get_by_role("radio", name="Seeds of the plan")).to_be_checked()
    form.get_by_role("button", name="Undo, and keep these bots").click()
    expect(kind).to_have_value("round-robin")
    expect(form.get_by_role("radio", name="New seeds")).to_be_checked()
    expect(names.last).to_have_text("anna")
    expect(form).not_to_contain_text("were set as in")
    # What was chosen by hand stays, and it is said.
    form.get_by_role("button", name="Clear the form").click()
    kind.select_option("gauntlet")
    enter("ben")
    expect(form).to_contain_text("What you have chosen in this form stays: it was not set as in “Club cup”.")
    expect(kind).to_have_value("gauntlet")
    expect(names.last).to_have_text("ben")


def test_form_says_what_it_takes_over_with_an_opened_entry(page: Page, site: Site) -> None:
    contest, entry = club_cup(page, site)
    page.goto(f"{site.url}#game=snake&tab=compete&contest=tournament")
    form = page.locator(".compete-form")
    kind = form.get_by_label("Kind", exact=True)
    kind.select_option("gauntlet")
    page.goto(f"{site.url}{entry('carl')}")
    press(page, "New tournament with it")
    said = page.locator(".notice", has_text="The form is cleared. Its kind, rounds")
    expect(kind).to_have_value("swiss")
    said.get_by_role("button", name="Undo").click()
    expect(kind).to_have_value("gauntlet")
    form.get_by_role("button", name="Clear the form").click()
    page.goto(f"{site.url}{entry('dora')}")
    press(page, "New tournament with it")
    expect(kind).to_have_value("swiss")
    form.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Club cup")).to_be_visible()
    texts = [json.loads(each["text"]) for each in kept_rows(page, "setups")]
    assert [each["plan"] for each in texts] == [contest.json()["plan"]] * 2


def test_taking_part_on_a_phone_shows_the_code(page: Page, site: Site) -> None:
    hashed = rules("snake")
    entrants = tuple(Entrant(each, code_of(house("snake", each), hashed), "house") for each in ("hugger", "cautious"))
    kind = plan_from({"kind": "round-robin", "blocks": 1}, len(entrants))
    contest = Contest(GAMES["snake"], hashed, entrants, kind.json())
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url}{link_plan(PlanLink(contest))}")
    press(page, "Take part with my bot")
    expect(page.get_by_role("tab", name="Code")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".code .cm-content")).to_be_in_viewport(ratio=0.2)
    # The tabs and Run are in sight below the notice.
    for each in (page.get_by_role("tab", name="Code"), page.get_by_role("button", name="Run", exact=True)):
        each.click(trial=True, timeout=5000)
    # The caret can be put there at once: neither a notice nor anything else lies on it.
    lines = page.locator(".code .cm-line")
    expect(lines.first).to_be_in_viewport()
    lines.first.click(timeout=5000)
    # It is about the code, and takes no room elsewhere.
    notice = page.locator(".notice", has_text="change the bot here")
    expect(notice).to_be_visible()
    page.goto(f"{site.url}#game=snake&tab=play")
    expect(notice).to_be_hidden()
    page.goto(f"{site.url}#game=snake&tab=code")
    expect(notice).to_be_visible()


def test_a_plan_is_shared_before_its_contest_begins(page: Page, site: Site) -> None:
    """The link has the plan of the form, and the contest that begins afterwards is on the same maps."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url}#game=snake&tab=compete&contest=tournament")
    form = page.locator(".compete-form")
    form.get_by_label("Title").fill("Friday cup")
    form.get_by_role("button", name="Share this plan").click()
    expect(page.get_by_role("dialog", name="Share “Friday cup”")).to_be_visible()
    link = shared(page, "p")
    page.keyboard.press("Escape")
    form.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".compete-contest")).to_be_visible(timeout=60_000)
    [begun] = [json.loads(each["text"]) for each in kept_rows(page, "setups")]
    assert read_plan(link).contest.json()["plan"] == begun["plan"]


def test_unchanged_starter_is_not_entered(page: Page, site: Site) -> None:
    hashed = rules("snake")
    entrants = tuple(Entrant(each, code_of(house("snake", each), hashed), "house") for each in ("hugger", "cautious"))
    kind = plan_from({"kind": "round-robin", "blocks": 1}, len(entrants))
    contest = Contest(GAMES["snake"], hashed, entrants, kind.json())
    page.goto(f"{site.url}{link_plan(PlanLink(contest))}")
    expect(dialog(page)).to_contain_text("round robin")
    expect(dialog(page).locator(".dialog-buttons button")).to_have_text(
        ["Take part with my bot", "Play this contest here"]
    )
    # Whoever has no bot is told how to come to one, and can send it from there.
    press(page, "Take part with my bot")
    expect(page).to_have_url(re.compile("game=snake&tab=code"))
    page.locator(".notice", has_text="change the bot here").get_by_role("button", name="Send my bot").click()
    expect(page.locator(".notice", has_text="There is no bot of yours for Snake yet")).to_have_count(1)
    paste(page, MINE)
    send = page.get_by_role("button", name="Send my bot")
    send.click()
    expect(dialog(page)).to_contain_text("this bot is for “Snake")
    expect(page.get_by_role("dialog", name="Send my_bot to “Snake: round robin”")).to_be_visible()
    # It may fail at its start, which nobody sees before it was run.
    expect(dialog(page)).to_contain_text("has not made a move here yet")
    page.keyboard.press("Escape")
    # Whoever runs it first comes back to it, even after a reload, until it is sent.
    expect(send).to_be_visible()
    page.reload()
    expect(send).to_be_visible()
    page.get_by_role("button", name="Share this bot").click()
    entry = page.get_by_role("radio", name="An entry for “Snake: round robin”")
    expect(entry).to_be_checked()
    assert read_bot(shared(page, "b")).plan == contest.fingerprint()
    page.get_by_role("radio", name="The bot", exact=True).check()
    expect(dialog(page)).not_to_contain_text("this bot is for")
    assert not read_bot(shared(page, "b")).plan
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copy = dialog(page).get_by_role("button", name="Copy link")
    copy.click()
    expect(dialog(page)).to_contain_text("The link is in the clipboard.")
    # The bot alone is no entry.
    expect(dialog(page)).not_to_contain_text("Now give the link to the organiser")
    entry.check()
    copy.click()
    expect(dialog(page)).to_contain_text("Now give the link to the organiser of “Snake: round robin”")
    accessible(page)
    page.keyboard.press("Escape")
    expect(send).to_have_count(0)
    page.reload()
    expect(page.locator(".code-room")).to_be_visible()
    expect(send).to_have_count(0)


def test_games_of_plan_are_watched_once_it_was_played(page: Page, site: Site) -> None:
    hashed = rules("snake")
    entrants = tuple(Entrant(each, code_of(house("snake", each), hashed), "house") for each in ("hugger", "cautious"))
    plan = plan_from({"kind": "round-robin", "blocks": 1}, len(entrants))
    link = link_plan(PlanLink(Contest(GAMES["snake"], hashed, entrants, plan.json())))
    page.goto(f"{site.url}{link}")
    expect(dialog(page)).to_contain_text("once the contest has been played here, its games can be watched")
    press(page, "Play this contest here")
    expect(page.locator(".compete-meta")).to_contain_text("finished")
    page.goto("about:blank")
    page.goto(f"{site.url}{link}")
    press(page, "Watch the games")
    expect(page.get_by_role("region", name="Theatre")).to_contain_text("Game 1 of 2")


def test_shared_climb_is_a_climb(page: Page, site: Site) -> None:
    part = records("series", ["my_bot", "hunter"])
    part["setup"] |= {"origin": "climb"}
    [id] = keep(page, site, part)
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}")
    page.get_by_role("button", name="Share or export").click()
    page.get_by_role("button", name="Results as a link").click()
    link = shared(page, "p")
    page.goto("about:blank")
    page.goto(link)
    expect(dialog(page).locator(".linked-facts")).to_contain_text("climb")


def test_finished_contest_without_code_names_winner(page: Page, site: Site) -> None:
    hashed = rules("snake")
    names = ["champ", "syntax", "crash", "loop", "loud", "_b_x_", "late"]
    codes = [code_of(Bot(each, "code", f"{THEIRS}# {each}", "x.py"), hashed) for each in names]
    entrants = tuple(Entrant(name, code, "code") for name, code in zip(names, codes, strict=True))
    kind = plan_from({"kind": "round-robin", "blocks": 1}, len(entrants))
    contest = Contest(GAMES["snake"], hashed, entrants, kind.json())
    page.goto(f"{site.url}#game=snake&tab=code")
    paste(page, MINE)
    page.goto("about:blank")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url}{link_plan(PlanLink(contest, {}, play(kind, stronger)))}")
    expect(dialog(page).get_by_role("status")).to_contain_text("Won by champ")
    expect(dialog(page).get_by_role("row", name="7 late")).to_be_in_viewport()
    expect(dialog(page)).to_contain_text("without the code of champ, syntax, crash, loop, loud, and 2 more")
    expect(dialog(page)).not_to_contain_text("Play the contest here")
    # It is over, so entering a bot is not offered.
    buttons = dialog(page).locator(".dialog-buttons button")
    expect(buttons).to_have_text(["New tournament like this"])
    expect(buttons).to_be_enabled()
    accessible(page)


def weaker(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
    """The first entrant loses a little more often than it wins."""
    wins = seed % 20 < 9
    return tuple(1 + ((entrant == 0) != wins) for entrant in seats)


def test_results_in_a_link_are_as_certain_as_on_their_page(page: Page, site: Site) -> None:
    """Whoever has more points is no winner where the page says undecided; its percentage is the first entrant's."""
    kind = plan_from({"kind": "series", "blocks": 50}, 2)
    contest = plan_of("series", (ANN, HUGGER), {"blocks": 50})
    results = play(kind, weaker)
    page.goto(f"{site.url}{link_plan(PlanLink(contest, {}, results, versions={0: 2}))}")
    outcome = dialog(page).get_by_role("status")
    found = answer(done(standings(contest.entrants, results, kind.schedule(results, {}), {})), "series")
    assert found
    said = render(found).replace("ann", "ann v2")
    assert said.startswith("undecided after 100 games: ann v2 has 4")
    expect(outcome).to_contain_text(said[0].upper() + said[1:])
    expect(dialog(page)).to_contain_text("“ann v2 against hugger”")
    expect(dialog(page)).not_to_contain_text("Won by")
    accessible(page)
    page.goto("about:blank")
    kind = plan_from({"kind": "round-robin", "blocks": 1}, 3)
    contest = plan_of("round-robin", (ANN, HUGGER, CAUTIOUS), {"blocks": 1})
    page.goto(f"{site.url}{link_plan(PlanLink(contest, {}, play(kind, chance())))}")
    expect(outcome).to_contain_text("Others may be stronger: 6 games do not decide it (95 % confidence)")


def plan_of(kind: str, entrants: tuple[Entrant, ...], settings: dict[str, Any], **more: Any) -> Contest:
    plan = plan_from({"kind": kind, **settings}, len(entrants))
    return Contest(GAMES["snake"], rules("snake"), entrants, plan.json(), **more)


HUGGER, CAUTIOUS = (
    Entrant(each, code_of(house("snake", each), rules("snake")), "house") for each in ("hugger", "cautious")
)
ANN, BEN = (
    Entrant(each, code_of(Bot(each, "code", f"{THEIRS}# {each}", "x.py"), rules("snake"))) for each in ("ann", "ben")
)


def test_series_plan_is_set_up_with_all_that_it_says(page: Page, site: Site) -> None:
    settings = {
        "blocks": 900,
        "stop": {"elo": 30, "alpha": 0.02, "beta": 0.1, "bets": True},
        "seeds": {"first": 2**60 + 1},
    }
    contest = plan_of("series", (HUGGER, ANN), settings, options={"rows": 12}, package="0.0.1")
    page.goto(f"{site.url}{link_plan(PlanLink(contest, title='Friday'))}")
    facts = dialog(page).locator(".linked-facts")
    for said in ("1,800 games at most", "30 Elo", "alpha 0.02, beta 0.1", "Version of Sandlot0.0.1", ": 12"):
        expect(facts).to_contain_text(said)
    expect(dialog(page)).to_contain_text("planned in another version of Sandlot")
    expect(dialog(page).locator(".dialog-buttons button")).to_have_text(["New series like this"])
    accessible(page)
    press(page, "New series like this")
    form = page.locator(".compete-form")
    expect(form).to_contain_text("Not here yet: ann.")
    for name, value in (("Games", "1800"), ("Difference that matters", "30"), ("Alpha", "0.02"), ("Beta", "0.1")):
        expect(form.get_by_role("spinbutton", name=name)).to_have_value(value)
    expect(form.get_by_label("Seeds of the plan")).to_be_checked()
    expect(form.get_by_label("First bot").or_(form.locator("select").first)).to_have_value("house:hugger")
    # It is kept in this tab, as all that stands in a form.
    page.reload()
    expect(form).to_contain_text("Not here yet: ann.")
    form.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Friday")).to_be_visible()
    [setup] = kept_rows(page, "setups")
    begun = json.loads(setup["text"])
    assert begun["plan"] == contest.json()["plan"]
    assert begun["options"]["rows"] == 12


def test_tournament_plan_is_set_up_with_all_that_it_says(page: Page, site: Site) -> None:
    settings = {"rounds": 2, "blocks": 3, "seeds": {"given": [5, 7]}}
    contest = plan_of("swiss", (HUGGER, ANN, BEN), settings, options={"rows": 12})
    ann = Bot("ann", "code", f"{THEIRS}# ann", "x.py")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url}{link_plan(PlanLink(contest, {1: ann}, title='Friday'))}")
    facts = dialog(page).locator(".linked-facts")
    for said in ("Rounds2", "Seeds for each pairing3", "5, 7"):
        expect(facts).to_contain_text(said)
    accessible(page)
    press(page, "New tournament like this")
    form = page.locator(".compete-form")
    expect(form.get_by_role("textbox", name="Title")).to_have_value("Friday")
    expect(form.get_by_label("Kind", exact=True)).to_have_value("swiss")
    for name, value in (("Rounds", "2"), ("Seeds for each pairing", "3")):
        expect(form.get_by_role("spinbutton", name=name)).to_have_value(value)
    expect(form.get_by_label("The seeds")).to_have_value("5, 7")
    names = form.locator(".compete-entrants .name")
    expect(names).to_have_text(["hugger", "ann"])
    expect(form).to_contain_text("Not here yet: ben.")
    # The field for entry links is open, and what comes there is missing no more.
    ben = BotLink(GAMES["snake"], Bot("ben", "code", MINE, "x.py"), "Пятница", contest.fingerprint())
    form.get_by_role("textbox", name="Links of entries").fill(f"<{site.url}{link_bot(ben)}>")
    form.get_by_role("button", name="Enter these bots").click()
    expect(names).to_have_text(["hugger", "ann", "ben"])
    expect(form).not_to_contain_text("Not here yet")
    expect(form).to_contain_text("Game settings and time limits come along")
    form.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Friday")).to_be_visible()
    begun = json.loads(kept_rows(page, "setups")[0]["text"])
    assert begun["plan"] == contest.json()["plan"]
    assert begun["options"]["rows"] == 12


def test_plan_in_link_is_named_before_python(early_page: Callable[..., Page], site: Site) -> None:
    early = early_page(390, 844)
    contest = plan_of("swiss", (HUGGER, ANN, BEN), {})
    early.goto(f"{site.url}{link_plan(PlanLink(contest, title='Friday'))}")
    expect(dialog(early)).to_contain_text("Contest “Friday”")
    expect(dialog(early).locator(".linked-facts")).to_contain_text("hugger, ann, and ben")
    expect(dialog(early).get_by_role("progressbar")).to_be_visible()
    accessible(early)


def test_generated_title_is_told_in_the_language_of_whoever_opens_it(page: Page, site: Site) -> None:
    many = ["my_bot", "hunter", "gunner"]
    kept = [("round-robin", many, False), ("round-robin", many, True), ("series", many[:2], None)]
    rows = []
    for kind, names, titled in kept:
        rows.append(records(kind, names))
        rows[-1]["row"] |= {"title": "Snake: round robin" if len(names) > 2 else "my_bot against hunter"}
        if titled is not None:
            rows[-1]["row"] |= {"titled": titled}
    titles = []
    for id in keep(page, site, *rows):
        page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=ru")
        page.get_by_role("button", name="Поделиться, экспорт").click()
        heading = page.get_by_role("heading", name=re.compile("^(Snake|Змейка): "))
        if len(titles) < 2:
            expect(heading).to_have_text(re.compile("^Snake" if titles else "^Змейка"))
        page.get_by_role("button", name="План как ссылка").click()
        field = dialog(page).get_by_role("textbox", name="Ссылка")
        expect(field).to_have_value(re.compile("#p1"))
        titles.append(read_plan(field.input_value()).title)
        link = field.input_value()
        page.keyboard.press("Escape")
    # Of rows of earlier versions it is not known who has named them; two names are the same in every language.
    assert titles == ["", "Snake: round robin", ""]
    page.goto("about:blank")
    page.goto(f"{link}&lang=zh")
    expect(dialog(page).locator(".linked-facts")).to_contain_text("系列赛")


def test_results_of_elimination_show_their_bracket(page: Page, site: Site) -> None:
    """Names that are too long for a phone are cut in their middle, and leave room for the numbers beside them."""
    hashed = rules("snake")
    names = [f"会思考的坦克三号改进版会思考的坦克三号改进版会思考的坦克{end}" for end in "一二三四"]
    entrants = tuple(Entrant(name, f"{at:064x}", "code") for at, name in enumerate(names))
    kind = plan_from({"kind": "double-elimination", "blocks": 1}, len(entrants))
    contest = Contest(GAMES["snake"], hashed, entrants, kind.json())
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url}{link_plan(PlanLink(contest, {}, play(kind, stronger)))}")
    bracket = dialog(page).locator(".compete-bracket")
    expect(bracket.locator("h4")).to_have_text(["Winners’ bracket", "Losers’ bracket", "Final"])
    expect(bracket).to_contain_text("A second final was not needed.")
    # The games are not here, so there is nothing to open; a phone has room for one round, beginning with the newest.
    expect(bracket.locator(".match").get_by_role("button")).to_have_count(0)
    winners = bracket.locator("section section").first
    expect(winners.locator(".match:visible .match-number")).to_have_text(["Match 33"])
    assert winners.evaluate("(part) => part.scrollWidth <= part.clientWidth")
    winners.get_by_role("button", name="Winners’ semi-finals").click()
    expect(winners.locator(".match:visible .match-number")).to_have_text(["Match 11", "Match 22"])
    expect(winners.locator(".opponent-seed:visible")).to_have_text(["1", "4", "2", "3"])
    expect(bracket.locator(".opponent-tail").first).to_have_text("坦克一")
    # How far somebody came is its place; points would contradict it.
    heads = dialog(page).get_by_role("table").first.get_by_role("columnheader")
    expect(heads).to_have_text(["Place", "Name", "Games", "Won / drawn / lost"])
    row = dialog(page).get_by_role("table").first.locator("tbody tr").first
    box = row.bounding_box()
    assert box
    assert box["height"] < 120
    accessible(page)
    # All rounds of four have room beside each other in a wide dialog, so nothing is chosen.
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(winners.get_by_role("button")).to_have_count(0)
    for part in bracket.locator("section section").all():
        assert part.evaluate("(part) => part.scrollWidth <= part.clientWidth")
    # A long name of a setting leaves its value room on a phone: no word of the values is broken.
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("about:blank")
    page.goto(f"{site.url}{link_plan(PlanLink(contest, {}, {}))}&lang=ru")
    facts = dialog(page).locator(".linked-facts")
    expect(facts).to_contain_text("Добавочных сидов при ничьей")
    assert facts.evaluate("(list) => list.scrollWidth <= list.clientWidth")
    assert facts.evaluate(UNBROKEN)


def test_bot_from_link_overwrites_no_other_bot(page: Page, site: Site) -> None:
    """Markup in a name is shown as text, and a linked bot called like the user's own bot gets another file name."""
    page.goto(f"{site.url}#game=snake&tab=code")
    paste(page, MINE)
    name = "<img src=x onerror=alert(1)>"
    header = '# /// script\n# dependencies = ["attrs"]\n# ///\n'
    for bot in (Bot(name, "code", header + THEIRS, "x.py"), Bot("my_bot", "code", THEIRS, "x.py")):
        page.goto("about:blank")
        page.goto(site.url + link_bot(BotLink(GAMES["snake"], bot)))
        expect(dialog(page)).to_contain_text(f"A bot: {bot.name}")
        if bot.name == name:
            expect(dialog(page)).to_contain_text("It needs attrs")
        expect(dialog(page).get_by_role("region", name="Code in the link")).to_have_text(bot.source)
        press(page, "Take it into My bots")
        expect(page.locator(".notice", has_text="is in My bots")).to_be_visible()
        assert page.locator("img").count() == 0
    page.locator(".notice", has_text="my_bot is in My bots").get_by_role("button", name="Open").click()
    expect(page.locator(".file-name")).to_have_value("my_bot_2.py")
    expect(page.locator(".editor")).to_contain_text("return 0")
    page.get_by_role("button", name="Choose a bot").click()
    expect(page.locator("#my-bots li")).to_have_count(3)


def test_link_shows_its_game_and_players_before_python(early: Page, site: Site) -> None:
    """The link's game is marked as current, its players are named, and the board shows turn 0. Showing the demo of
    another game meanwhile would look like a wrong link.
    """
    here = early.locator(".games [aria-current]")
    challenge = Challenge(GAMES["planes"], Bot("my_bot", "code", MINE, "my_bot.py"), (3,))
    for link, game, name in (
        (LINKS["snake"], "Snake", "surveyor"),
        (LINKS["generals"], "Generals", "greedy"),
        (link_challenge(challenge), "Planes", "my_bot"),
    ):
        early.goto("about:blank")
        early.goto(site.url + link)
        expect(here).to_have_text(game)
        expect(early.locator(".players")).to_contain_text(name)
        expect(early.get_by_test_id("turn")).to_have_text("0/0")
        assert early.url.endswith(link), "it stays in the address until it is shown"


@pytest.mark.parametrize("width", [1440, 390])
def test_link_being_opened_offers_only_its_map(early_page: Callable[..., Page], site: Site, width: int) -> None:
    page = early_page(width=width, height=900)
    page.goto(site.url + LINKS["snake"])
    players, main = page.locator(".watched-players"), page.locator("#run")
    expect(players).to_contain_text("surveyor")
    expect(main).to_have_text("Play this map")
    expect(page.locator(".players h2")).to_have_text("The match of the link")
    for of_another in ("#seat-0", "#seed", ".play-tools", ".hand"):
        expect(page.locator(of_another).first).to_be_hidden()
    expect(page.get_by_role("button", name="Set up a match")).to_have_count(0)
    # It is played as soon as the link is open. Another game does not have to wait.
    main.click()
    expect(main).to_have_text("Starts in a moment")
    page.get_by_role("link", name="Tank").click()
    expect(main).to_contain_text("Play against")
    expect(page.locator("#seat-0")).to_be_visible()


def test_linked_match_offers_playing_its_map_and_writing_a_bot(arena: Page, site: Site) -> None:
    """A user can play the map of a linked match by hand, or write a bot against its winner, on the same seed."""
    replay = unlink(LINKS["snake"]).replay
    snake, places = replay.setup, (replay.result or {})["places"]
    names = [player.name for player in snake.players]
    assert places == [1, 2], "the bot is written against the better one"
    arena.goto(f"{site.url}#game=snake&tab=play")
    expect(arena.locator("html")).to_have_attribute("data-view", "play")
    arena.goto(site.url + LINKS["snake"])
    expect(arena.locator(".players")).to_contain_text(names[1])
    arena.get_by_role("button", name=f"Write a bot against {names[0]}").click()
    expect(arena).to_have_url(re.compile(f"tab=code&seats={names[0]},code&seed={snake.seed}(&|$)"))
    arena.go_back()
    # This button is the main one until another match is set up.
    main = arena.locator("#run")
    expect(main).to_have_text("Play this map")
    arena.get_by_role("button", name="Set up a match").click()
    expect(main).to_contain_text("Play against")
    arena.get_by_role("button", name="Play this map").click()
    expect(arena.locator(".player").nth(0)).to_contain_text("human")
    expect(arena.locator(".player").nth(1)).to_contain_text(names[1])
    expect(arena.get_by_role("button", name="Play this map")).to_have_count(0)
    arena.locator("#stop").click()


def test_challenge_by_hand_continues_after_reload(arena: Page, site: Site) -> None:
    """It continues against the code of the link, and offers the answer at its end."""
    goes_down = "def move(view):\n    return 2\n"
    link = link_challenge(Challenge(GAMES["snake"], Bot("boris", "code", goes_down, "boris.py"), (3, 4)))
    arena.goto("about:blank")
    arena.goto(site.url + link)
    press(arena, "Accept")
    hand = arena.get_by_test_id("hand")
    expect(hand).to_have_attribute("data-state", "asked")
    arena.evaluate("sessionStorage.removeItem('sandlot.unfinished')")
    arena.keyboard.press("ArrowUp")
    arena.evaluate(IS_STORED)
    arena.reload()
    state(arena, "running")
    expect(hand).to_have_attribute("data-state", "asked")
    expect(arena.locator(".watched-players")).to_contain_text("boris")
    arena.locator("[data-tool=resign]").click()
    arena.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    notice = arena.locator(".notice", has_text="the challenge of boris")
    # It is said once, at the end of the match.
    expect(notice).to_have_count(0)
    ending = arena.get_by_test_id("ending")
    expect(ending).to_contain_text("1 of 2 maps played")
    expect(ending.get_by_role("button", name="Answer with a link")).to_be_visible()
    # What goes on with the challenge is the one filled button, and plays for it again only by a press of another one.
    expect(arena.locator("button.accent:visible")).to_have_text(["Next map"])
    expect(arena.get_by_test_id("ending").get_by_role("button", name="Rematch")).to_be_visible()
    expect(arena.get_by_role("button", name="Rematch")).to_have_count(1)
    # Another reload after its end loses neither the next map nor the answer.
    arena.reload()
    expect(notice).to_contain_text("1 of 2 maps: lost so far")
    notice.get_by_role("button", name="Answer with a link").click()
    expect(dialog(arena).get_by_role("textbox", name="Link")).to_have_value(re.compile("&score=0-1"))
    arena.keyboard.press("Escape")
    # The link is a step back, and goes on with the map that was not played.
    arena.go_back()
    expect(dialog(arena)).to_contain_text("1 of 2 maps: lost")
    expect(dialog(arena).get_by_label("Map", exact=True)).to_have_value("1")
    assert arena.url.endswith(link)
    arena.keyboard.press("Escape")


def test_match_won_by_hand_challenges_a_friend_who_answers(arena: Page, site: Site) -> None:
    """Both results stand side by side, and the map is the same: what bots draw comes along."""
    # Without a secret the opponent moves here as on the command line.
    arena.evaluate("localStorage['sandlot.secret'] = JSON.stringify('')")
    won = sandlot.play("snake", ["surveyor", "hugger"], seed=6)
    arena.goto("about:blank")
    arena.goto(f"{site.url}#game=snake&tab=play&seats=human,hugger&seed=6")
    arena.locator("#run").click()
    hand, ending = arena.get_by_test_id("hand"), arena.get_by_test_id("ending")
    for number, moves in enumerate(won.replay.moves()):
        expect(arena.get_by_test_id("turn")).to_have_text(f"{number}/{number}")
        expect(hand).to_have_attribute("data-state", "asked")
        arena.keyboard.press(["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"][int(str(moves[0]))])
    ending.get_by_role("button", name="Challenge a friend").click()
    expect(dialog(arena)).to_contain_text("Challenge a friend")
    expect(dialog(arena)).to_contain_text("challenged to do better than you: won in 24 turns")
    # Whoever opens it begins at the first turn.
    expect(dialog(arena).get_by_label(re.compile("Opens at"))).to_have_count(0)
    dialog(arena).get_by_label("Your name").fill("Аня")
    field = dialog(arena).get_by_role("textbox", name="Link")
    expect(field).to_have_value(re.compile("#v2.*&dare="))
    challenge = field.input_value()
    accessible(arena)
    arena.keyboard.press("Escape")

    # Whoever has made it may watch it.
    sent = arena.get_by_test_id("sent")
    arena.goto("about:blank")
    arena.goto(f"{challenge}&lang=en")
    expect(sent).to_contain_text("Challenge by Аня")
    # Another browser has another secret, and has not made it.
    arena.evaluate("localStorage['sandlot.secret'] = JSON.stringify('ab'.repeat(16))")
    arena.evaluate("localStorage.removeItem('sandlot.dares')")
    arena.goto("about:blank")
    arena.goto(f"{challenge}&lang=en")
    expect(sent).to_contain_text("Аня challenges you")
    expect(sent.get_by_role("row")).to_have_text(["Аняwon in 24 turns", "Youyour turn"])
    expect(sent).to_contain_text("Of two wins the shorter is better")
    arena.locator("#run", has_text="Accept the challenge").click()
    state(arena, "running")
    expect(arena.locator(".player").nth(1)).to_contain_text("hugger")
    expect(hand).to_have_attribute("data-state", "asked")
    resign(arena)
    expect(ending).to_contain_text("Аня did better")
    expect(ending.get_by_role("row")).to_have_text(["Youlost after 1 turn", "Аняwon in 24 turns"])
    expect(ending.get_by_role("button", name="Watch the challenger’s match")).to_be_visible()
    # Loaded again it is still compared, and can be answered.
    arena.reload()
    expect(sent.get_by_role("row")).to_have_text(["Youlost after 1 turn", "Аняwon in 24 turns"])
    sent.get_by_role("button", name="Answer with a link").click()
    # An answer is a match to be watched.
    expect(dialog(arena).get_by_label("Opens at turn 1")).to_be_visible()
    dialog(arena).get_by_label("Your name").fill("Bob")
    expect(field).to_have_value(re.compile("&had=won-24"))
    answer = field.input_value()
    secrets = [unlink(link).replay.setup.secret for link in (challenge, answer)]
    assert secrets == ["", ""]
    arena.keyboard.press("Escape")

    arena.goto("about:blank")
    arena.goto(f"{answer}&lang=en")
    expect(sent).to_contain_text("Аня did better")
    expect(sent).to_contain_text("An answer to the challenge by Аня.")
    expect(sent.get_by_role("row")).to_have_text(["Boblost after 1 turn", "Аняwon in 24 turns"])
    # It was played here, so its moves are no secret any more.
    arena.goto("about:blank")
    arena.goto(f"{challenge}&lang=en")
    expect(sent).to_contain_text("Challenge by Аня.")
    expect(arena.locator("#run")).to_have_text("Play this map")
    expect(arena.get_by_test_id("turn")).to_have_text(re.compile("/24$"))


def test_challenge_by_hand_hides_its_match_until_it_is_given_up(arena: Page, site: Site) -> None:
    """Whoever watches it before they play could copy it."""
    arena.goto("about:blank")
    arena.goto(f"{site.url}{by_hand('planes')}&t=9&p=1&lang=en")
    sent, turn = arena.get_by_test_id("sent"), arena.get_by_test_id("turn")
    expect(sent).to_contain_text("Eva challenges you")
    for hidden in ("#export", "#ask-again", "#where-lost", "[data-testid=turn]", "[data-testid=verdict]"):
        expect(arena.locator(hidden)).to_be_hidden()
    expect(arena.get_by_role("button", name="Fork here")).to_have_count(0)
    expect(arena.get_by_role("button", name=re.compile("See what"))).to_have_count(0)
    # Keys go to no turn, and it is kept nowhere.
    arena.get_by_test_id("board").press("End")
    expect(turn).to_have_text("0/0")
    arena.get_by_role("link", name="Replays", exact=True).click()
    expect(arena.locator(".replays")).to_be_visible()
    expect(arena.locator(".replays")).not_to_contain_text("hider")
    arena.go_back()
    sent.get_by_role("button", name="Give up and watch").click()
    expect(turn).to_have_text(re.compile("/22$"))
    expect(sent).to_contain_text("Challenge by Eva")
    assert "&dare=" in arena.url
    # It is known from now on.
    arena.reload()
    expect(turn).to_have_text(re.compile("/22$"))


def test_challenge_by_hand_is_compared_after_reload_in_another_tab(arena: Page, site: Site) -> None:
    arena.goto("about:blank")
    arena.goto(f"{site.url}{by_hand('snake')}&lang=en")
    arena.locator("#run", has_text="Accept the challenge").click()
    hand = arena.get_by_test_id("hand")
    expect(hand).to_have_attribute("data-state", "asked")
    arena.evaluate("sessionStorage.removeItem('sandlot.unfinished')")
    arena.keyboard.press("ArrowRight")
    arena.evaluate(IS_STORED)
    # The address no longer names the challenge, so the match goes on.
    expect(arena).not_to_have_url(re.compile("dare="))
    arena.reload()
    expect(hand).to_have_attribute("data-state", "asked")
    resign(arena)
    rows = ["Youlost after 2 turns", "Evawon in 24 turns"]
    ending, sent = arena.get_by_test_id("ending"), arena.get_by_test_id("sent")
    expect(ending.get_by_role("row")).to_have_text(rows)
    # What the invitation has promised is there, however often the page is loaded.
    watch = "Watch the challenger’s match"
    expect(ending.get_by_role("button", name=watch)).to_be_visible()
    arena.evaluate(IS_OVER)
    arena.reload()
    expect(sent.get_by_role("row")).to_have_text(rows)
    sent.get_by_role("button", name=watch).click()
    expect(arena.get_by_test_id("turn")).to_have_text(re.compile("/24$"))
    expect(sent).to_contain_text("Challenge by Eva")
    # Back leads to one's own match again.
    arena.go_back()
    expect(sent.get_by_role("button", name="Answer with a link")).to_be_visible()
    other = arena.context.new_page()
    other.goto(f"{site.url}{by_hand('snake')}&lang=zh")
    sent = other.get_by_test_id("sent")
    expect(sent).to_contain_text("Eva 的成绩更好")
    expect(sent.get_by_role("row")).to_have_text(["你2 回合后落败", "Eva24 回合获胜"])
    other.close()


@pytest.mark.parametrize(
    ("language", "invited", "rows", "says"),
    [
        ("zh", "有人向你发起挑战", ["回应者24 回合获胜", "挑战者30 回合获胜"], "这是对一个挑战的回应。"),
        ("ru", "Вас вызывают", ["Автор ответапобеда за 24 хода", "Автор вызовапобеда за 30 ходов"], "ответ на вызов."),
        # The tests that follow read English.
        ("en", "You are challenged", ["The answerwon in 24 turns", "The challengerwon in 30 turns"], "a challenge."),
    ],
)
def test_challenge_and_answer_without_names(
    arena: Page, site: Site, language: str, invited: str, rows: list[str], says: str
) -> None:
    """Who challenges and who answers is told apart, though neither has said a name."""
    link = by_hand("snake").removesuffix("RXZh")
    sent = arena.get_by_test_id("sent")
    # Here a challenge that was answered, or watched, is known.
    arena.evaluate("localStorage.removeItem('sandlot.dares')")
    arena.goto("about:blank")
    arena.goto(f"{site.url}{link}&lang={language}")
    expect(sent).to_contain_text(invited)
    arena.goto("about:blank")
    arena.goto(f"{site.url}{link}&to=&had=won-30&lang={language}")
    expect(sent.get_by_role("row")).to_have_text(rows)
    expect(sent).to_contain_text(says)


def test_match_for_a_challenge_names_what_is_to_be_beaten(arena: Page, site: Site) -> None:
    """It is seen all the while, on a phone as well, and where the match is offered after a reload."""
    arena.evaluate("localStorage.removeItem('sandlot.dares')")
    arena.goto("about:blank")
    arena.goto(f"{site.url}{by_hand('snake')}")
    expect(arena.locator("#run")).to_have_text("Accept the challenge")
    arena.locator("#run").click()
    asked(arena, 0)
    says = re.compile(r"To beat: Eva, won in \d+ turns")
    expect(arena.locator(".players")).to_contain_text(says)
    arena.keyboard.press("ArrowRight")
    asked(arena, 1)
    window = arena.viewport_size
    arena.set_viewport_size({"width": 390, "height": 844})
    line = arena.get_by_test_id("hand").get_by_text(says)
    expect(line).to_be_in_viewport(ratio=1)
    assert window
    arena.set_viewport_size(window)
    arena.evaluate(IS_STORED)
    arena.reload()
    asked(arena, 1)
    expect(arena.locator(".players")).to_contain_text(says)
    resign(arena)


def test_address_keeps_link_of_shown_match(arena: Page, site: Site) -> None:
    def expect_link() -> None:
        expect(arena.locator(".players")).to_contain_text("surveyor")
        arena.evaluate(LINK_STAYS)
        assert arena.url == site.url + LINKS["snake"]

    arena.goto("about:blank")
    arena.goto(site.url + LINKS["snake"])
    expect_link()
    arena.locator("#turn").fill("2")
    arena.reload()
    expect_link()
    turn = arena.get_by_test_id("turn")
    expect(turn).to_have_text(re.compile("^2/"))
    arena.get_by_role("link", name="Learn", exact=True).click()
    expect(arena).to_have_url(re.compile("tab=learn"))
    arena.go_back()
    expect_link()
    expect(turn).to_have_text(re.compile("^2/"))
    # Another match of the same game removes the link from the address.
    arena.get_by_role("button", name="Set up a match").click()
    arena.locator("#run").click()
    expect(arena).to_have_url(re.compile("#game=snake&tab=play"))
    arena.locator("#stop").click()


def test_result_of_linked_match_is_hidden_until_watched(arena: Page, site: Site) -> None:
    arena.goto("about:blank")
    arena.goto(site.url + LINKS["snake"])
    verdict = arena.get_by_test_id("verdict")
    verdict.get_by_role("button", name="Show the result").click()
    expect(verdict).to_contain_text("wins: ")
    # A link to a turn shows the result, because its user was told to look at that turn.
    arena.goto("about:blank")
    arena.goto(f"{site.url}{LINKS['snake']}&t=3")
    expect(verdict).to_contain_text("wins: ")


def test_map_of_link_requested_early_is_played(page: Page, site: Site) -> None:
    page.goto(site.url + LINKS["snake"])
    page.get_by_role("button", name="Play this map").click()
    expect(page.locator(".player").nth(0)).to_contain_text("human")
    state(page, "running")
    page.locator("#stop").click()


def test_challenge_played_by_hand_names_players(arena: Page, site: Site) -> None:
    arena.goto(f"{site.url}#game=snake&tab=play&seats=human,hugger&seed=1")
    link = link_challenge(Challenge(GAMES["snake"], Bot("my_bot", "code", MINE, "my_bot.py"), (3,)))
    arena.evaluate("(link) => { location.hash = link; }", link)
    press(arena, "Accept")
    expect(arena.locator(".watched-players")).to_contain_text("my_bot")
    expect(arena.get_by_label("Seat 2")).to_be_hidden()
    arena.get_by_role("button", name="Resign").click()
    arena.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    # The end card names the challenge, and so does the match for whoever opens the answer.
    rows = arena.get_by_test_id("ending").get_by_role("row")
    expect(rows).to_have_text(["You0.5 points", "my_bot0.5 points"])
    # Its players and its seed stand there as long as it is on the board, and the address names no others.
    expect(arena.locator(".watched-players")).to_contain_text("Seed 3")
    expect(arena).to_have_url(re.compile(r"#game=snake&tab=play(&match=[\d-]+(&turn=\d+)?)?$"))
    assert "seats=me,hugger&seed=" in arena.evaluate("history.state.at"), "a reload sets them up again"
    arena.get_by_test_id("ending").get_by_role("button", name="Answer with a link").click()
    field = dialog(arena).get_by_role("textbox", name="Link")
    expect(field).to_have_value(re.compile(r"#v2[^&]+&to=[\w-]+&score=0.5-0.5$"))
    dialog(arena).get_by_label("Your name, for whoever opens it").fill("anna")
    expect(field).to_have_value(re.compile(r"&score=0.5-0.5&by=YW5uYQ$"))
    answer = field.input_value()
    arena.keyboard.press("Escape")
    arena.get_by_role("button", name="Set up a match").click()
    expect(arena.get_by_label("Seat 2")).to_have_value("hugger")
    expect(arena).to_have_url(re.compile("&seats=me,hugger&seed="))
    arena.goto("about:blank")
    arena.goto(answer)
    sent = arena.get_by_test_id("sent")
    expect(sent).to_contain_text("Answer to the challenge by my_bot, on 1 map.")
    expect(sent.get_by_role("row")).to_have_text(["anna0.5 points", "my_bot0.5 points"])
    expect(sent.get_by_role("button", name="Challenge again")).to_be_visible()
    # Whoever closes it reads the same beside the result.
    sent.get_by_role("button", name="Close").click()
    arena.get_by_test_id("board").press("End")
    expect(arena.get_by_test_id("verdict")).to_contain_text("Challenge by my_bot: anna 0.5, my_bot 0.5")


def test_notice_of_invalid_link_does_not_move_the_board(arena: Page, site: Site) -> None:
    arena.set_viewport_size({"width": 1440, "height": 900})
    arena.goto("about:blank")
    arena.goto(f"{site.url}#game=snake&tab=play")
    state(arena, "ready")
    expect(arena.locator(".player")).to_have_count(2)
    board = arena.get_by_test_id("board").bounding_box()
    arena.evaluate("(link) => { location.hash = link; }", LINKS["snake"][:-9])
    notice = arena.locator(".notice", has_text="cut off")
    expect(notice).to_be_visible()
    assert arena.get_by_test_id("board").bounding_box() == board
    # The next test waits for a notice of its own with these words.
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)


def test_invalid_match_link_returns_to_shown_match(arena: Page, site: Site) -> None:
    """This holds for a link whose head names a game (Snake) and for one without a readable head."""
    arena.goto(site.url + LINKS["tank"])
    here = arena.locator(".games [aria-current]")
    expect(here).to_have_text("Tank")
    expect(arena.locator(".players")).to_contain_text("hunter")
    for link, says in ((LINKS["snake"][:-9], "cut off"), ("#v9.AAAA", "format version 9")):
        arena.evaluate("(link) => { location.hash = link; }", link)
        notice = arena.locator(".notice", has_text=says)
        expect(notice).to_be_visible()
        expect(here).to_have_text("Tank")
        assert arena.url.endswith(link), "whoever loads the page again gets the link"
        notice.get_by_role("button", name="Close").click()
        expect(arena).to_have_url(re.compile("#game=tank&tab=play"))
        expect(here).to_have_text("Tank")
        expect(arena.locator(".players")).to_contain_text("hunter")
        expect(arena.get_by_test_id("turn")).not_to_have_text("0/0")


def test_invalid_link_right_after_match_link_returns_to_its_match(arena: Page, site: Site) -> None:
    """The second link comes before anything of the first is shown. Another valid link takes the message away."""
    arena.goto(site.url)
    broken = LINKS["snake"][:-9]
    both = [LINKS["tank"], broken]
    arena.evaluate(
        """([first, second]) => {
            addEventListener('hashchange', () => { location.hash = second; }, { once: true });
            location.hash = first;
        }""",
        both,
    )
    notice = arena.locator(".notice", has_text="cut off")
    expect(notice).to_be_visible()
    expect(arena.locator(".players")).to_contain_text("hunter")
    expect(arena.get_by_test_id("turn")).not_to_have_text(re.compile("/0$"))
    assert arena.url.endswith(broken), "whoever loads the page again gets the link"
    arena.evaluate("(link) => { location.hash = link; }", LINKS["planes"])
    expect(arena.locator(".games [aria-current]")).to_have_text("Planes")
    expect(notice).to_have_count(0)


def test_invalid_link_gives_message_and_shows_no_other_match(arena: Page, site: Site) -> None:
    """The address keeps the link while the message stands, so that it can be loaded again. The game is lit if the rest
    of the link tells it, and no match plays as if it were the one of the link.
    """
    here = arena.locator(".games [aria-current]")
    challenge = link_challenge(Challenge(GAMES["snake"], Bot("my_bot", "code", MINE * 40, "my_bot.py"), (3,)))
    for link, says, game in (
        (challenge[: len(challenge) * 2 // 3], "it may have been cut off", "Snake"),
        (LINKS["planes"].replace("#v2", "#v9"), "format version 9", "Planes"),
        ("#b1.AAAA", "it may have been cut off", None),
        ("#c7.AAAA", "format version 7", None),
        ("#p1.", "it may have been cut off", None),
        ("#q1.abcdef", "a kind of link that this Sandlot does not know", None),
        ("#b0.AAAA", "this is no link of Sandlot", None),
    ):
        arena.goto("about:blank")
        arena.goto(site.url + link)
        notice = arena.locator(".notice", has_text=says)
        expect(notice).to_have_count(1)
        expect(dialog(arena)).to_have_count(0)
        assert arena.url == site.url + link
        if game:
            expect(here).to_have_text(game)
            expect(arena.get_by_test_id("turn")).to_have_text(re.compile("^0/"))
        else:
            expect(here).to_have_count(0)
            expect(arena.locator("html")).to_have_attribute("data-view", "front")
        notice.get_by_role("button", name="Close").click()
        expect(notice).to_have_count(0)
        expect(arena).not_to_have_url(re.compile(re.escape(link)))


def test_link_opens_in_its_language(revisit: Callable[..., Page], site: Site) -> None:
    page = revisit(width=390, height=844)
    page.goto(site.url + link_bot(BotLink(GAMES["snake"], Bot("x", "code", THEIRS, "x.py"))) + "&lang=ru")
    expect(dialog(page)).to_contain_text("Бот: x")
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("lang=ru"))
    again = link_bot(BotLink(GAMES["snake"], Bot("y", "code", THEIRS, "y.py")))
    page.evaluate("(link) => { location.hash = link }", again)
    press(page, "Сыграть против него")
    state(page, "running")
    expect(page.locator("html")).to_have_attribute("data-view", "play")
