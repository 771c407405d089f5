"""The League tab, with leagues made by the command line and served by a plain host."""

from __future__ import annotations

import json
import re
import shutil
import urllib.parse
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from conftest import Problems, Site
from contests import play, stronger
from leagues import BOTS, LAST, NOW, SAFE, made, put, settings, stamp, write_league
from pages import AXE, findings, paste, state
from playwright.sync_api import Browser, Page, expect
from sandlot.cli.main import command
from sandlot.jobs import done
from sandlot.league.data import described, games_text, ratings_text, standings_text
from sandlot.league.scaffold import update_league
from sandlot.league.seasons import History
from sandlot.league.settings import read_league
from sandlot.stats.blocks import Entrant, Schedule
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.standings import standings

BIG = 200
LONG = "d" * 39
"""A login of the maximum length."""
BLOCKS = 25_000
PAGE_ROWS = 100


@pytest.fixture(scope="module")
def club(dist: Path, host: Callable[[Path], Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return a plain host of leagues: one of three people in its second season with its arena, a large one, one with
    divisions, a broken one, and in other/ an arena that belongs to no league.
    """
    root, out = tmp_path_factory.mktemp("club"), tmp_path_factory.mktemp("out") / "site"
    made(root, BOTS | {"dan/gone": LAST}, code='"always"')
    run = ["league", "run", str(root), "--out", str(out), "--workers", "2"]
    assert command(run) == 0
    # The first season is over, and the next one has begun.
    first = settings(code='"always"', begins=stamp(-9), deadline=stamp(-5), repository='"https://github.com/o/r"')
    second = settings().partition("[[season]]")[2].replace('name = "', 'name = "next-')
    (root / "league.toml").write_text(f"{first}\n[[season]]{second}")
    shutil.rmtree(root / "bots" / "dan")
    put(root, {"ben/dog": LAST + "\n\nOTHER = 1\n"})
    update_league(root, read_league((root / "league.toml").read_text()), dist)
    assert command(run) == 0
    # An arena that belongs to no league.
    shutil.copytree(out / "arena", out / "other")
    shutil.copyfile(dist / "index.html", out / "other" / "index.html")
    broken = out / "broken"
    broken.mkdir()
    (broken / "index.json").write_text('{"format": "sandlot-league", "version": 2, "title": 5}')
    big = out / "big"
    big.mkdir()
    write_league(big, BIG, BLOCKS)
    divided = out / "divided"
    divided.mkdir()
    _write_divisions(divided)
    return host(out)


def _write_divisions(folder: Path) -> None:
    """Write the files of a league with two divisions and two seasons: the first is over, the second is running."""
    league = read_league(settings(divisions="2"))
    (now,) = league.seasons
    before = replace(now, name="before", begins=NOW - timedelta(days=9), deadline=NOW - timedelta(days=5))
    entrants = tuple(Entrant(f"{name}/bot", f"{number:032x}") for number, name in enumerate(("ann", "bob", "cy", LONG)))
    plan = plan_from({"kind": "finals", "top": 2, "divisions": 2, "rounds": 1}, len(entrants))
    results = play(plan, stronger)
    final = done(standings(entrants, results, plan.schedule(results, {}), resamples=10))
    weaker = play(
        plan_from({"kind": "round-robin"}, len(entrants)),
        lambda seats, *at: stronger(tuple(-each for each in seats), *at),
    )
    ladder = done(standings(entrants, weaker, Schedule(compare="share"), resamples=10))
    (folder / "index.json").write_text(described(league, [before, now], [], NOW, "", has_arena=False))
    for season, over in ((before, final), (now, None)):
        (folder / season.name).mkdir()
        (folder / season.name / "standings.json").write_text(standings_text(league, season, ladder, over, [], [], {}))
        (folder / season.name / "games.json").write_text(games_text(History(), []))
        (folder / season.name / "ratings.json").write_text(ratings_text(History(), entrants, []))


@pytest.fixture
def page(browser: Browser, club: Site, problems: Problems) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce", locale="en")
    problems.watch(context)
    yield context.new_page()
    context.close()
    assert problems.unexpected() == []


def opened(page: Page, club: Site) -> None:
    page.goto(f"{club.url}arena/#tab=league")
    expect(page.locator(".league-list li").first).to_be_visible()


def by_address(page: Page, club: Site, address: str) -> None:
    page.goto(f"{club.url}other/#tab=league")
    expect(page.locator(".league > header")).to_be_visible()
    if (others := page.get_by_role("button", name="Other leagues")).is_visible():
        others.click()
    page.get_by_label("Address of the league").fill(address)
    page.get_by_role("button", name="Open", exact=True).click()


def test_league_opens_in_its_own_arena(page: Page, club: Site) -> None:
    opened(page, club)
    expect(page.get_by_role("heading", name="Snake league", exact=True)).to_be_visible()
    rows = page.locator(".league-wide .league-table tbody tr")
    expect(rows).to_have_count(len(BOTS) + 1)
    # Changes since the last season.
    expect(rows.filter(has_text="ben/dog").locator(".league-moved")).to_have_text("new")
    expect(page.get_by_text("Here last season and no longer: dan/gone.")).to_be_visible()
    expect(page.locator(".league-cross tbody tr")).to_have_count(len(BOTS) + 1)
    games = page.locator(".league-list li")
    everything = games.count()
    page.evaluate(AXE)
    assert findings(page) == []
    page.get_by_role("button", name="ben/dog").first.click()
    sheet = page.get_by_role("dialog", name="ben/dog")
    expect(sheet.locator("tbody tr")).to_have_count(len(BOTS))
    # After a single run the history of ratings is not drawn.
    expect(sheet).to_contain_text("Its rating so far")
    assert findings(page) == []
    sheet.get_by_role("button", name="Its games").click()
    expect(sheet).to_be_hidden()
    expect(games.first).to_be_visible()
    assert 0 < games.count() < everything
    for text in games.all_inner_texts():
        assert "ben/dog" in text
    # A cell of the grid leads to the games of both.
    page.locator(".league-cross td button").first.click()
    expect(page.locator(".league-filter label", has_text="against").locator("select")).not_to_have_value("")
    assert len({tuple(sorted(each.split("\n")[::2])) for each in page.locator(".league-names").all_inner_texts()}) == 1
    # The previous season.
    page.get_by_label("Season").select_option(index=1)
    expect(rows.filter(has_text="dan/gone")).to_have_count(1)


def test_league_game_is_watched_and_its_bot_challenged(page: Page, club: Site) -> None:
    opened(page, club)
    page.get_by_role("button", name=re.compile("^Watch .* against ")).first.click()
    expect(page.locator("html")).to_have_attribute("data-view", re.compile("play|code"))
    expect(page.get_by_text("A replay, verified by the rules")).to_be_visible()
    expect(page.get_by_role("button", name="Fork here")).to_be_visible()
    expect(page.get_by_role("button", name="Ask again")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="cleo/owl").first.click()
    page.get_by_role("button", name="Beat this one").click()
    dialog = page.get_by_role("dialog", name="A challenge: beat cleo/owl")
    expect(dialog).to_contain_text("random.choice")
    dialog.get_by_role("button", name="Series on 10 maps").click()
    expect(page.locator("html")).to_have_attribute("data-view", "compete")
    expect(page.locator(".compete h2", has_text="cleo/owl")).to_be_visible()


def test_bot_is_checked_and_proposed_to_league(page: Page, club: Site, tmp_path: Path) -> None:
    page.goto(f"{club.url}arena/#game=snake&tab=code")
    state(page, "ready")
    paste(page, SAFE)
    page.goto(f"{club.url}arena/#tab=league")
    page.get_by_role("button", name="Enter", exact=True).click()
    dialog = page.get_by_role("dialog", name="Enter a bot")
    expect(dialog).to_contain_text("login")
    before = dialog.bounding_box()
    login, name = (
        dialog.get_by_label("My login at github.com"),
        dialog.get_by_label("The bot's name in the league"),
    )
    login.fill("zoe")
    login.press("Enter")
    expect(dialog).to_contain_text("The league's check finds nothing wrong with it.")
    assert dialog.bounding_box() == before, "what the check brings has its room before"
    # This code equals another entrant's. The page cannot know that, so the league reports it later.
    link = dialog.get_by_role("link", name="Propose it at github.com")
    asked = urllib.parse.urlsplit(link.get_attribute("href") or "")
    assert asked.path == "/o/r/new/main"
    form = urllib.parse.parse_qs(asked.query)
    assert form == {"filename": ["bots/zoe/my_bot/__main__.py"], "value": [SAFE]}
    page.evaluate(AXE)
    assert findings(page) == []
    # Problems that the league's check finds.
    name.fill("My Bot!")
    name.press("Enter")
    expect(dialog.get_by_role("listitem")).to_contain_text("a name has at most 40 small letters")
    name.fill("third")
    login.fill("ben")
    login.press("Enter")
    expect(dialog.get_by_role("listitem")).to_contain_text("one person may have 2 bots")
    login.fill("../ben")
    login.press("Enter")
    expect(dialog.get_by_role("listitem").first).to_contain_text("login")
    dialog.get_by_role("button", name="Close").click()
    # A bot too long for an address is saved as a file, and the dialog says where to put it.
    page.goto(f"{club.url}arena/#game=snake&tab=code")
    state(page, "ready")
    paste(page, f"{SAFE}#{'x' * 9000}\n")
    page.goto(f"{club.url}arena/#tab=league")
    page.get_by_role("button", name="Enter", exact=True).click()
    login.fill("zoe")
    login.press("Enter")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save it as a file").click()
    assert download.value.suggested_filename == "__main__.py"
    expect(dialog).to_contain_text("bots/zoe/my_bot/")


def test_league_is_opened_by_address_and_followed(page: Page, club: Site, problems: Problems) -> None:
    problems.expect("404")
    by_address(page, club, "not an address")
    expect(page.get_by_role("alert")).to_contain_text("This is not the address")
    by_address(page, club, "https://ben.example.org/fox")
    link = page.get_by_role("link", name="Open it there")
    expect(link).to_have_attribute("href", "https://ben.example.org/fox/arena/index.html#tab=league")
    # A message is shown until the address changes, and only one at a time.
    field = page.get_by_label("Address of the league")
    field.fill("")
    expect(link).to_have_count(0)
    field.fill("https://ben.example.org/fox")
    field.press("Enter")
    expect(link).to_be_visible()
    field.fill("javascript:alert(1)")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("This is not the address")
    expect(link).to_have_count(0)
    by_address(page, club, f"{club.url}nowhere")
    expect(page.get_by_role("alert")).to_contain_text(
        "There is no league at this address: its file index.json was not found (status 404)"
    )
    by_address(page, club, f"{club.url}broken/")
    expect(page.get_by_role("alert")).to_contain_text("index.json is no file of a league")
    by_address(page, club, f"{club.url}index.html")
    expect(page.locator(".league-list li").first).to_be_visible()
    # The league and the season have an address: for a reload, for Back and for others.
    page.get_by_label("Season").select_option(index=1)
    expect(page).to_have_url(re.compile(r"league=http[^&]*&season="))
    expect(page.locator(".league-table")).to_contain_text("dan/gone")
    page.reload()
    expect(page.locator(".league-table").first).to_contain_text("dan/gone")
    page.go_back()
    expect(page.locator(".league-table").first).not_to_contain_text("dan/gone")
    expect(page.get_by_label("Season")).to_have_value(re.compile("."))
    page.get_by_role("button", name="Follow", exact=True).click()
    page.get_by_role("button", name="Other leagues").click()
    followed = page.locator(".league-followed li")
    expect(followed).to_contain_text("Snake league")
    page.evaluate(AXE)
    assert findings(page) == []
    # Another tab follows the same leagues, and sees at once what is changed here.
    other = page.context.new_page()
    other.goto(f"{club.url}other/#tab=league")
    expect(other.locator(".league-followed li")).to_contain_text("Snake league")
    followed.get_by_role("button", name="Stop following Snake league").click()
    expect(followed).to_have_count(0)
    expect(other.locator(".league-followed li")).to_have_count(0)
    other.close()


def test_league_opens_from_folder(page: Page, club: Site, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    shutil.copytree(club.folder, folder, ignore=shutil.ignore_patterns("arena", "other", "big", "broken"))
    page.goto(f"{club.url}other/#tab=league")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a folder").click()
    chooser.value.set_files(folder)
    expect(page.locator(".league-list li").first).to_be_visible()
    page.get_by_role("button", name="Other leagues").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a folder").click()
    chooser.value.set_files(next(folder.glob("*/games")))
    expect(page.get_by_role("alert")).to_contain_text("There is no league in this folder: index.json")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_large_league_shows_rows_by_page(page: Page, club: Site, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    by_address(page, club, f"{club.url}big/")
    expect(page.locator(".league-count")).to_have_text("50,000 games")
    rows = page.locator(".league-wide .league-table tbody tr")
    games, cells = page.locator(".league-list li"), page.locator(".league-cross td")
    expect(rows).to_have_count(PAGE_ROWS)
    expect(games).to_have_count(PAGE_ROWS)
    assert cells.count() == 20 * 20
    page.get_by_role("button", name="Show more").last.click()
    expect(games).to_have_count(2 * PAGE_ROWS)
    expect(rows).to_have_count(PAGE_ROWS)
    # Only elements that scroll themselves may be wider than the window.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(AXE)
    assert findings(page) == []
    # A bot's sheet lists one page of its opponents.
    rows.first.get_by_role("button").click()
    assert page.locator("#league-look tbody tr").count() <= PAGE_ROWS


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_divisions_are_ranked_separately(page: Page, club: Site, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    by_address(page, club, f"{club.url}divided/")
    rows = page.locator(".league-wide .league-table tbody tr")
    expect(rows).to_have_count(4 + 2)
    expect(rows.nth(0)).to_have_text("Division 1, as it stands")
    expect(rows.nth(3)).to_have_text("Division 2, as it stands")
    # A long name takes several lines.
    over = page.locator("html, .league-wide:has(.league-table)").evaluate_all(
        "(each) => each.filter((one) => one.scrollWidth > one.clientWidth).length"
    )
    assert over == 0
    page.evaluate(AXE)
    assert findings(page) == []
    page.get_by_label("Season").select_option("before")
    expect(rows.nth(0)).to_have_text("Division 1")
    for row, name in ((1, "ann/bot"), (2, "bob/bot"), (4, "cy/bot"), (5, f"{LONG}/bot")):
        expect(rows.nth(row).locator("th")).to_have_text(name)
    page.get_by_role("button", name="Ladder").click()
    expect(rows.nth(1).locator("th")).to_have_text(f"{LONG}/bot")


def test_published_files_of_large_league_are_small(club: Site) -> None:
    sizes = {path.name: path.stat().st_size for path in (club.folder / "big").glob("*/*.json")}
    assert sizes["games.json"] < 500_000
    assert sizes["standings.json"] < 500_000
    whole = json.loads(next((club.folder / "big").glob("*/games.json")).read_text())
    assert sum(len(each["ends"]) for each in whole["files"]) == 2 * BLOCKS


def test_league_tab_without_league_offers_tournament(page: Page, club: Site) -> None:
    page.goto(f"{club.url}other/#game=snake&tab=league")
    expect(page.get_by_role("heading", name="If you know of no league")).to_be_visible()
    page.get_by_role("link", name="Play a tournament of your bots here").click()
    expect(page.get_by_role("heading", name="New tournament: Snake")).to_be_visible()
