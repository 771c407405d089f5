"""Standings of contests: layout with long names on a phone, before Python has started, and during live updates."""

from __future__ import annotations

import re
from typing import Any

from conftest import wait_until
from contest_rows import keep, records
from database import within
from pages import AXE, DRAWN, findings
from playwright.sync_api import Page, expect

NAMES = [
    *("hunter", "my_bot v12", "x", "会思考的坦克三号改进版", "Боец, который никогда не сдаётся"),
    "a_very_long_bot_name_that_somebody_gave_in_a_hurry_2026_fina",
]
#: Return the right edges of the main columns, of the table's visible part and of the whole page, in pixels.
EDGES = """(table) => {
  const parts = table.querySelectorAll(':is(.of-place, .of-name, .of-points, .of-games, .whiskers)');
  const ends = [...parts].map((each) => each.getBoundingClientRect().right);
  const { left, width } = table.parentElement.getBoundingClientRect();
  return [Math.max(...ends), left + width, document.documentElement.scrollWidth];
}"""
#: Records the text drawn at the left edge of a picture, and all other text.
WRITES = """() => {
  window.written = [];
  window.inside = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    (x === 0 ? window.written : window.inside).push(text);
    fillText.call(this, text, x, y);
  };
}"""
#: Change a stored contest, as if its last games had been played in another tab, and it has ended with them.
ENDED = """async (db, { id, blocks, games, state = 'over' }) => {
  const rows = db.transaction('contests', 'readwrite').objectStore('contests');
  const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
  await done(rows.put({ ...(await done(rows.get(id))), state, blocks, games }));
}"""
IN_ORDER = ["Place", "Bot", "Points", "Games", "Rating", "Rank", "Won / drawn / lost", "Faults"]


def test_phone_shows_main_columns_without_scrolling(page: Page, site: Any) -> None:
    id, series = keep(page, site, records("round-robin", NAMES, blocks=2), records("series", NAMES[::-1][:2], blocks=9))
    page.set_viewport_size({"width": 390, "height": 844})
    for lang in ("zh", "ru", "en"):
        page.goto("about:blank")
        page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang={lang}")
        table = page.locator("table.standings")
        expect(table.locator("tbody tr")).to_have_count(len(NAMES))
        page.evaluate(DRAWN)
        part, scroller, whole = table.evaluate(EDGES)
        assert part <= scroller <= whole == 390, lang
        # The interval is written out beside its picture, where one scrolls, and long names are not cut.
        assert all(each.is_visible() for each in table.locator(".rating-range").all())
        long = table.get_by_text(NAMES[-1])
        assert long.evaluate("(name) => name.scrollHeight <= name.clientHeight")
    # For screen readers this is still a table, and names each interval once.
    assert page.get_by_role("table", name="Standings").get_by_role("columnheader").all_inner_texts() == IN_ORDER
    row = page.get_by_role("row", name="会思考的坦克三号改进版")
    expect(row.get_by_role("img", name="with 95 % confidence")).to_have_count(1)
    # The rating is beside it, and headings name the tables below them.
    assert "Rating" not in row.get_by_role("img").get_attribute("aria-label")
    for title in ("Standings", "Points against each other", "Points on each map"):
        expect(page.get_by_role("table", name=title, exact=True)).to_have_count(1)
        expect(page.locator(".compete").get_by_text(title, exact=True)).to_have_count(1)
    page.evaluate(AXE)
    assert findings(page) == []
    page.get_by_role("link", name="All contests").click()
    page.locator(f".compete-open[href*='contest={series}']").click()
    expect(page.locator(".compete-bars caption").first).to_contain_text(NAMES[-1])
    page.evaluate(DRAWN)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_bots_without_games_have_no_numbers_and_nobody_leads(page: Page, site: Any) -> None:
    part = records("round-robin", NAMES[:4])
    # Only the first two bots have played.
    part["blocks"] = [each for each in part["blocks"] if sorted(each["players"]) == [0, 1]]
    part["row"] |= {"state": "paused", "blocks": 1, "games": 2}
    [id] = keep(page, site, part)
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=en")
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(4)
    for k, has_played in enumerate((True, True, False, False)):
        texts = rows.nth(k).locator(".number:not(.of-games)").all_inner_texts()
        assert any(texts) == has_played, texts
        # Two games are too few for a rating.
        expect(rows.nth(k).locator(".of-rating")).to_have_text("–" if has_played else "not played yet")
        expect(rows.nth(k).locator(".whiskers")).to_have_count(0)
    expect(page.locator(".compete-answer")).not_to_contain_text("lead")
    # One headline says the main thing, and a line below it the rest.
    expect(page.locator(".compete-answer")).to_have_text("Nobody is clearly first yet")
    expect(page.locator(".compete-beside")).to_have_text("2 bots have not played yet. Round 1 of 3.")


def test_running_elimination_shows_matches_but_no_first_place(page: Page, site: Any) -> None:
    part = records("single-elimination", NAMES)
    part["blocks"] = part["blocks"][:1]
    part["row"] |= {"state": "paused", "blocks": 1, "games": 2, "known": 10}
    [id] = keep(page, site, part)
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=en")
    expect(page.locator(".compete-answer")).to_have_text("Quarter-finals: 1 of 2 matches decided, 5 still in")
    expect(page.locator(".bracket-rounds span")).to_have_text(["Quarter-finals", "Semi-finals", "Final"])
    expect(page.locator(".compete-progress")).to_have_text("2 of at least 10 games")
    # A picture would be taken for the result, so it contains no undecided places.
    page.evaluate(WRITES)
    page.get_by_role("button", name="Export").click()
    with page.expect_download():
        page.get_by_role("button", name="Standings as a picture").click()
    # Below the title are the first sentence of the page, the date and the name of the column, and below the places the
    # bracket.
    written = page.evaluate("written")
    assert written[1] == "Quarter-finals: 1 of 2 matches decided, 5 still in."
    assert sorted(written[4:10]) == ["5–6", *["in"] * 5]
    assert written[10] == "Quarter-finals"
    assert "The small number before a name is its place in the seeding: 1 is the best seeded." in written
    # Wide enough for all three rounds beside each other, each as on the page.
    inside = page.evaluate("inside")
    assert {"Semi-finals", "Final", "winner of match 2", "winner of match 3"} <= set(inside)
    assert "Points" not in inside
    # Who is out has reached its place, and has nothing to withdraw from.
    places = page.locator("table.standings tbody .of-place")
    expect(places).to_have_text([*["in"] * 5, "5–6"])
    expect(page.get_by_role("button", name="Withdraw ")).to_have_count(5)
    expect(page.locator("table.standings tbody tr").last.get_by_role("button")).to_have_count(0)
    # The subject of the contest comes first.
    expect(page.locator(".compete-tournament h3").first).to_have_text("Bracket")
    page.goto(f"{site.url}#game=snake&tab=compete&lang=en")
    expect(page.locator(".compete-word")).to_have_text("5 entrants are still in")
    # One's own contests come before the ladder.
    expect(page.locator(".compete-list, .ladder").first).to_have_class("compete-list")


def test_table_explains_places_and_omits_uninformative_columns(page: Page, site: Any) -> None:
    ties = records("round-robin", [f"bot {number}" for number in range(8)])
    elimination = records("single-elimination", NAMES)
    first, second = keep(page, site, ties, elimination)
    page.goto(f"{site.url}#game=snake&tab=compete&contest={first}&lang=en")
    heads = page.locator("table.standings thead th")
    # So few games separate nobody, and a column with the same group for all would say nothing.
    expect(heads).to_have_text(IN_ORDER)
    expect(page.locator(".tie-break").first).to_have_text("(2)")
    # Of 56 games every bot has played 14.
    expect(page.locator(".standings-title .hint")).to_have_text(
        "56 games are counted here; “Games” has each bot’s own."
    )
    expect(page.get_by_text("In brackets: the points against those with equal points")).to_have_count(1)
    expect(page.get_by_text("These games do not tell apart any two bots")).to_have_count(1)
    expect(page.locator(".compete-beside")).to_have_text(
        "Others may be stronger: 56 games do not decide it (95 % confidence)."
    )
    # An end of an interval that is cut off is marked, and the picture says so.
    cut = page.locator(".standings .whiskers").filter(has=page.locator(".cut"))
    expect(cut.first.locator("title")).to_contain_text("an arrow: it goes on beyond the picture")
    page.goto(f"{site.url}#game=snake&tab=compete&contest={second}&lang=en")
    expect(page.locator(".compete-answer")).to_have_text("Won by hunter")
    expect(page.locator(".compete-beside")).to_contain_text("Others may be stronger: ")
    # The columns stand in the order of other kinds, without points and ranks: how far a bot came is its place, which
    # they would contradict.
    assert heads.all_inner_texts()[:5] == [head for head in IN_ORDER if head not in ("Points", "Rank")][:5]
    expect(page.locator("table.standings tbody .of-place")).to_have_text(["1", "2", *["3–4"] * 2, *["5–6"] * 2])
    expect(page.get_by_text("In an elimination the place counts")).to_have_count(1)


def test_groups_have_a_column_once_there_are_two(page: Page, site: Any) -> None:
    part = records("round-robin", NAMES[:3], blocks=9)
    # The last bot loses every game.
    for block in part["blocks"]:
        if 2 in block["players"]:
            at = block["players"].index(2)
            for order, game in zip(block["orders"], block["games"], strict=True):
                game |= {"places": [1 + (seat == at) for seat in order], "faults": [None, None]}
                game |= {"scores": [float(seat != at) for seat in order]}
    [id] = keep(page, site, part)
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=en")
    heads = page.locator("table.standings thead th")
    expect(heads).to_have_text([*IN_ORDER[:6], "Group", *IN_ORDER[6:]])
    cells = page.locator("table.standings tbody .of-group")
    expect(cells).to_have_text(["A", "A", "B"])
    # Each group has a frame.
    ends = [[each.get_attribute(f"data-{end}") for end in ("begins", "ends")] for each in cells.all()]
    assert ends == [["true", "false"], ["false", "true"], ["true", "true"]]
    expect(page.get_by_text("Neighbours of one group cannot be told apart")).to_have_count(1)
    expect(page.get_by_text("These games do not tell apart any two bots")).to_have_count(0)


def test_reopened_contest_shows_last_standings_before_python(page: Page, site: Any) -> None:
    unplayed = records("round-robin", NAMES[:3])
    unplayed |= {"blocks": [], "row": unplayed["row"] | {"state": "stopped", "blocks": 0, "games": 0}}
    id, *_ = keep(
        page, site, records("round-robin", NAMES[:4], blocks=2), records("single-elimination", NAMES), unplayed
    )
    # In the list, too, also of what nobody has opened.
    words = page.locator(".compete-word")
    page.goto(f"{site.url}#game=snake&tab=compete&lang=en")
    expect(words).to_have_count(3)
    expect(words.nth(0)).to_be_hidden()
    expect(words.nth(1)).to_have_text("Won by hunter")
    expect(words.nth(2)).not_to_have_text(re.compile("^$|^Reading"))
    told = words.all_inner_texts()
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=en")
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(4)
    before = rows.all_inner_texts()
    held: list[Any] = []
    page.context.route("**/*.wasm*", lambda route: held.append(route))
    page.reload()
    expect(rows).to_have_count(4)
    assert rows.all_inner_texts() == before
    expect(page.locator(".compete-answer")).not_to_be_empty()
    page.get_by_role("link", name="All contests").click()
    expect(words).to_have_text(told)
    for route in held:
        route.continue_()


def test_stale_summary_of_ended_contest_is_not_shown(page: Page, site: Any) -> None:
    part = records("round-robin", NAMES[:3])
    blocks, games = len(part["blocks"]), part["row"]["games"]
    part["blocks"] = part["blocks"][:1]
    part["row"] |= {"state": "paused", "blocks": 1, "games": 2}
    [id] = keep(page, site, part)
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=en")
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(3)
    page.goto(f"{site.url}#game=snake&tab=compete&lang=en")
    expect(page.locator(".compete-open")).to_have_count(1)
    page.context.route("**/*.wasm*", lambda route: None)
    # As long as it goes on, what the table lacks is said, and why.
    page.evaluate(within(ENDED), {"id": id, "blocks": 2, "games": 4, "state": "paused"})
    page.goto("about:blank")
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=en")
    expect(page.locator(".standings-title .hint")).to_have_text(
        "2 games are counted here; “Games” has each bot’s own. "
        "2 more are over, and are counted as soon as Python has started."
    )
    page.evaluate(within(ENDED), {"id": id, "blocks": blocks, "games": games})
    page.goto("about:blank")
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=en")
    expect(page.locator(".compete-reading")).to_be_visible()
    expect(page.locator(".compete-meta")).to_contain_text("finished")
    # It would show that two games were played, and that bots can be withdrawn.
    expect(rows).to_have_count(0)
    expect(page.locator(".compete-answer")).to_have_count(0)


def test_running_swiss_round_has_no_places_yet(page: Page, site: Any) -> None:
    going, stopped = (records("swiss", NAMES[:4], blocks=2) for _ in range(2))
    for part, state in ((going, "paused"), (stopped, "stopped")):
        # Only half of the blocks of one pairing of the first round were played.
        part["blocks"] = part["blocks"][:1]
        part["row"] |= {"state": state, "blocks": 1, "games": 2}
    ids = keep(page, site, going, stopped)
    said, beside = page.locator(".compete-answer"), page.locator(".compete-beside")
    rows = page.locator("table.standings tbody tr")
    page.goto(f"{site.url}#game=snake&tab=compete&contest={ids[0]}&lang=en")
    expect(rows.locator(".of-place")).to_have_text(["–", "–", "", ""])
    expect(page.get_by_text("Round 1 of 3 is being played: places come when it ends.")).to_be_visible()
    # The round is told once.
    expect(beside).to_have_text("2 bots have not played yet.")
    page.goto(f"{site.url}#game=snake&tab=compete&contest={ids[1]}&lang=en")
    # The contest is over, so nothing is undecided "yet".
    expect(said).to_have_text("Stopped before anybody was clearly first")
    expect(beside).to_have_text("2 bots did not play.")
    expect(page.get_by_text("Stopped in round 1 of 3, so there are no places.")).to_be_visible()
    expect(rows.locator(".of-rating .whiskers")).to_have_count(2)
    expect(rows.nth(3).locator(".of-rating")).to_have_text("did not play")
    # The same bots can play again.
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".compete-meta")).to_contain_text("Swiss system")
    expect(page).to_have_url(re.compile(f"contest={ids[1] + 1}"))


def test_withdrawal_is_shown_before_it_is_worked_out(page: Page, site: Any) -> None:
    part = records("round-robin", NAMES[:4], blocks=16)
    part["blocks"] = part["blocks"][:45]
    part["row"] |= {"state": "paused", "blocks": 45, "games": 90, "leaving": [1]}
    # The last one loses every game, so it alone is told apart.
    for block in part["blocks"]:
        for game, order in zip(block["games"], block["orders"], strict=True):
            seats = [block["players"][each] for each in order]
            game["places"] = [2 if each == 3 else 1 for each in seats]
    (id,) = keep(page, site, part)
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=en")
    # Where nobody is clearly first nobody leads, and a table by unequal numbers of games says so.
    expect(page.locator(".compete-answer")).to_have_text("Nobody is clearly first yet")
    beside = page.locator(".compete-beside")
    expect(beside).to_contain_text("Top of the table: ")
    expect(beside).to_contain_text("Not all have played equally often.")
    expect(beside).not_to_contain_text("leads")
    row = page.locator("table.standings tbody tr", has_text=NAMES[1])
    expect(row).to_contain_text("withdrawn from round 24 on")
    expect(row.get_by_role("button")).to_have_count(0)
    page.get_by_role("button", name=f"Withdraw {NAMES[0]}").click()
    expect(page.get_by_text("It plays no more from round 24 on.")).to_be_visible()


def test_question_about_a_withdrawal_holds_long_names_and_ends_with_the_contest(page: Page, site: Any) -> None:
    long = "Сборная_школьного_кружка_имени_Ады_Лавлейс_1"
    part = records("round-robin", [long, *NAMES[:3]], blocks=8)
    blocks, games = len(part["blocks"]), part["row"]["games"]
    part["blocks"] = part["blocks"][:24]
    part["row"] |= {"state": "paused", "blocks": 24, "games": 48}
    page.set_viewport_size({"width": 1280, "height": 720})
    [id] = keep(page, site, part)
    for lang, words in (("ru", "Снять"), ("zh", "让它退出"), ("en", "Withdraw")):
        page.goto("about:blank")
        page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang={lang}")
        page.locator("table.standings tbody tr", has_text=long).get_by_role("button").click()
        box = page.get_by_role("alertdialog")
        expect(box).to_contain_text(long)
        # Its buttons are in sight: it is placed by the height that its words take.
        assert box.evaluate("(box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight"), lang
        expect(box.get_by_role("button")).to_have_text([re.compile("."), words])
    page.evaluate(within(ENDED), {"id": id, "blocks": blocks, "games": games})
    page.evaluate("(id) => new BroadcastChannel('sandlot.contests').postMessage({ what: 'changed', id })", id)
    expect(box).to_have_count(0)
    expect(page.locator(".notice")).to_have_text(f"{long} was not withdrawn: the contest is over.")


def test_double_elimination_shows_all_its_parts_from_the_beginning(page: Page, site: Any) -> None:
    part = records("double-elimination", NAMES[:4])
    part["blocks"] = part["blocks"][:1]
    part["row"] |= {"state": "paused", "blocks": 1, "games": 2}
    (id,) = keep(page, site, part)
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=en")
    bracket = page.locator(".compete-bracket")
    expect(bracket.locator("h4")).to_have_text(["Winners’ bracket", "Losers’ bracket", "Final"])
    matches = bracket.locator(".match-sides")
    # The first match is decided, so who plays in the next ones is known in part.
    expect(matches).to_have_text(
        [
            f"1{NAMES[0]}2✓4{NAMES[3]}0{NAMES[0]} won",
            f"2{NAMES[1]}3{NAMES[2]}not decided yet",
            f"1{NAMES[0]}winner of match 2",
            f"4{NAMES[3]}loser of match 2",
            "loser of match 3winner of match 4",
            "winner of match 3winner of match 5",
            "winner of match 3winner of match 5",
        ]
    )
    expect(bracket.locator(".match [data-open]")).to_have_count(5)
    expect(bracket).to_contain_text("The second final is played only if it is needed.")
    expect(bracket.locator(".bracket-rounds").first.locator("span")).to_have_text(
        ["Winners’ semi-finals", "Winners’ final"]
    )


def test_bracket_of_32_fits_on_a_laptop(page: Page, site: Any) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    (id,) = keep(page, site, records("double-elimination", [f"student_bot_{number}" for number in range(10, 42)]))
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=en")
    parts = page.locator(".compete-bracket .compete-scroll")
    expect(parts).to_have_count(3)
    # Rounds that have no room beside the first ones stand below them.
    expect(parts.nth(0).locator(".bracket-band")).to_have_count(1)
    expect(parts.nth(1).locator(".bracket-band")).to_have_count(2)
    expect(parts.nth(1).locator(".bracket-rounds").nth(1).locator("span").last).to_have_text("Losers’ final")
    cut = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
    assert parts.evaluate_all(cut) == []
    assert page.locator(".compete-bracket .opponent-head").evaluate_all(cut) == []
    # The last ones stand together, and none lies over another.
    tops = [each.bounding_box()["y"] for each in parts.nth(1).locator(".bracket-band").nth(1).locator("li").all()[:2]]  # type: ignore[index]
    assert tops[1] - tops[0] == 64
    # On a phone one round of each part is shown.
    page.set_viewport_size({"width": 390, "height": 844})
    expect(parts.nth(1).locator("li:visible")).to_have_count(1)


def test_losers_bracket_counts_its_own_rounds(page: Page, site: Any) -> None:
    """Its first round is played beside the second one of the winners."""
    part = records("double-elimination", NAMES)
    part["row"] |= {"withdrawn": [[0, 4]]}
    (id,) = keep(page, site, part)
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=en")
    rounds = page.locator(".bracket-rounds")
    expect(rounds.nth(1).locator("span")).to_have_text(
        ["Losers’ round 1", "Losers’ round 2", "Losers’ round 3", "Losers’ final"]
    )
    # So somebody who has withdrawn is not said to play a round that stands nowhere.
    expect(page.locator("table.standings")).to_contain_text("withdrawn before: Losers’ final")


def test_finalist_withdrawn_during_the_final_is_not_marked(page: Page, site: Any) -> None:
    """Earlier versions of the page kept such a withdrawal, from a round after the last one."""
    part = records("single-elimination", NAMES)
    last = max(part["blocks"], key=lambda each: each["round"])
    won, lost = last["players"]
    part["row"] |= {"withdrawn": [[won, last["round"] + 1], [lost, last["round"]]]}
    (id,) = keep(page, site, part)
    page.goto(f"{site.url}#game=snake&tab=compete&contest={id}&lang=en")
    table = page.locator("table.standings")
    expect(table.locator("tr", has_text=NAMES[lost])).to_contain_text("withdrawn before: Final")
    expect(table.get_by_text("withdrawn")).to_have_count(1)


def test_live_updates_keep_the_focus_and_the_elements(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=snake&tab=compete&contest=tournament&lang=en")
    page.get_by_role("spinbutton", name="Seeds for each pairing").fill("200")
    page.get_by_role("button", name="Begin").click()
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(5)
    expect(page.locator(".cross .cell")).not_to_have_count(0)
    for control in (rows.last.get_by_role("button"), page.locator(".cross .cell").first):
        control.focus()
        page.evaluate("() => { globalThis.held = document.activeElement; }")
        games = rows.locator(".of-games").all_inner_texts()
        wait_until(lambda games=games: rows.locator(".of-games").all_inner_texts() != games)
        assert page.evaluate("held === document.activeElement")
    page.get_by_role("button", name="Stop for good").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Stop for good").click()
