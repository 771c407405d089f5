"""The tables of `show` for contests with rounds and games of more than two players, from invented results."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from contests import Rules, chance, level, play, stronger
from sandlot.cli.report import Shown, as_csv, as_value, headlines, standings_table, tables
from sandlot.cli.tables import Table, columns, fitted, width
from sandlot.games import GAMES, rules
from sandlot.jobs import done
from sandlot.messages import LANGUAGES, speak
from sandlot.stats.blocks import Entrant, Result
from sandlot.stats.comparison import normalized_elo
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.standings import standings


@dataclass
class Made:
    """The part of a contest's record that `Shown` uses."""

    contest: Contest
    games: dict[int, Result]
    withdrawn: dict[int, int] = field(default_factory=dict)

    def results(self) -> dict[int, Result]:
        return self.games

    def voids(self) -> list[Any]:
        return []

    def fault_reports(self) -> list[Any]:
        return []


def shown(plan: dict[str, Any], count: int, outcome: Rules, most: int | None = None, **settings: Any) -> Shown:
    made = plan_from(plan, count)
    results = play(made, outcome, settings.get("withdrawn"), most=most)
    entrants = tuple(Entrant(f"bot{number}", "c" * 64) for number in range(count))
    contest = Contest(GAMES["snake"], rules("snake"), entrants, made.json(), secret="ab" * 16)
    gone = settings.get("withdrawn", {})
    schedule = made.schedule(results, gone)
    found = done(standings(entrants, results, schedule, gone, resamples=20))
    return Shown(Made(contest, results, gone), found)  # type: ignore[arg-type]


def rounds(of: Shown) -> list[list[str]]:
    return [list(row) for row in next(each for each in tables(of, {"games"}) if each.title == "Rounds").rows]


def test_single_elimination_shows_byes_and_winners() -> None:
    assert rounds(shown({"kind": "single-elimination"}, 3, stronger)) == [
        ["1", "semi-finals", "(1) bot0", "", "", "bye"],
        ["1", "semi-finals", "(2) bot1", "(3) bot2", "2:0", "bot1"],
        ["2", "final", "(1) bot0", "(2) bot1", "2:0", "bot0"],
    ]


def test_unbroken_tie_is_decided_by_seeding() -> None:
    plan = {"kind": "single-elimination", "replays": 2, "seeding": [1, 0]}
    said = "bot1, decided by seeding: tied to the end"
    assert rounds(shown(plan, 2, level)) == [["1", "final", "(1) bot1", "(2) bot0", "3:3", said]]


def test_replayed_match_says_how_often_it_was_tied() -> None:
    plan = {"kind": "single-elimination", "replays": 3, "seeds": {"first": 1}}
    first = plan_from(plan, 2).seeds.at(0)  # type: ignore[attr-defined]
    late = shown(plan, 2, lambda seats, seed, game: (level if seed == first else stronger)(seats, seed, game))
    assert rounds(late) == [["1", "final", "(1) bot0", "(2) bot1", "3:1", "bot0, after 1 rematch"]]
    assert [(row["seeds"], row["replays"]) for row in late.pairing_rows()] == [([1, 2], 1)]
    assert rounds(shown({"kind": "swiss", "rounds": 1}, 2, stronger))[0][1] == "bot0"


def test_walkovers_and_open_matches_are_shown() -> None:
    gone = shown({"kind": "single-elimination"}, 4, stronger, withdrawn={0: 1})
    assert rounds(gone)[-1] == ["2", "final", "(1) bot0", "(2) bot1", "0:0", "bot1, because the other has withdrawn"]
    assert rounds(shown({"kind": "double-elimination"}, 4, stronger, most=1))[1][5] == "not decided yet"


def test_elimination_shows_the_places_that_were_reached() -> None:
    """Everybody who is not out may still win, even without a game. Ranks by strength say nothing there."""
    part, whole = (shown({"kind": "single-elimination"}, 4, stronger, most=most) for most in (1, None))
    told = [[row[:2] for row in standings_table(each).rows] for each in (part, whole)]
    assert told[0] == [["in", "bot0"], ["in", "bot1"], ["in", "bot2"], ["3-4", "bot3"]]
    assert [place for place, _ in told[1]] == ["1", "2", "3-4", "3-4"]
    assert not {"rank", "group", "points"} & set(standings_table(whole).head)
    assert {"rank", "group", "points"} <= set(standings_table(shown({"kind": "round-robin"}, 4, stronger)).head)
    table = as_csv(whole, "standings")
    columns = [table.head.index(f"reached_{which}") for which in ("first", "last")]
    assert [[row[at] for at in columns] for row in table.rows] == [["1", "1"], ["2", "2"], ["3", "4"], ["3", "4"]]
    # As a number for programs, which somebody who is still in does not have yet.
    places = [[row[0] for row in as_csv(each, "standings").rows] for each in (part, whole)]
    assert as_csv(part, "standings").head[0] == "place"
    assert places == [["", "", "", "3"], ["1", "2", "3", "3"]]
    assert [line["reached"] for line in as_value(part)["standings"]] == [None, None, None, [3, 4]]


@pytest.mark.parametrize("count", [3, 6, 8])
def test_double_elimination_lists_all_matches(count: int) -> None:
    of = shown({"kind": "double-elimination"}, count, chance())
    met = [row for row in of.pairing_rows() if row["how"] != "bye"]
    assert len(met) in (2 * count - 2, 2 * count - 1)
    assert {row["how"] for row in met} <= {"points", "seeding"}
    assert met[-1]["winner"] == of.lines[0]["name"]
    assert as_value(of)["pairings"] == of.pairing_rows()


def test_double_elimination_names_bracket() -> None:
    of = shown({"kind": "double-elimination"}, 4, stronger)
    assert [(row[:2], row[2:4]) for row in rounds(of)] == [
        (["1", "winners’ semis"], ["(1) bot0", "(4) bot3"]),
        (["1", "winners’ semis"], ["(2) bot1", "(3) bot2"]),
        (["2", "winners’ final"], ["(1) bot0", "(2) bot1"]),
        (["2", "losers’ round 1"], ["(3) bot2", "(4) bot3"]),
        (["3", "losers’ final"], ["(2) bot1", "(3) bot2"]),
        (["4", "final"], ["(1) bot0", "(2) bot1"]),
    ]
    larger = shown({"kind": "double-elimination"}, 8, chance())
    numbers: dict[str, set[int]] = {}
    for row in larger.pairing_rows():
        numbers.setdefault(row["bracket"], set()).add(row["bracket_round"])
    assert numbers["winners"] == {1, 2, 3}
    assert numbers["losers"] == {1, 2, 3, 4}
    beaten: dict[str, int] = {}
    for row in larger.pairing_rows():
        lost = {beaten.get(name, 0) for name in row["names"]}
        # If the winner of the winners' bracket loses the first final, both have lost once.
        assert row["bracket"] == ("final" if row["round"] > 5 else {(0,): "winners", (1,): "losers"}[*lost])
        for name in {*row["names"]} - {row["winner"]}:
            beaten[name] = beaten.get(name, 0) + 1


def test_swiss_explains_points_of_pairings() -> None:
    of = shown({"kind": "swiss", "rounds": 3}, 5, chance())
    assert sum(row["how"] == "bye" for row in of.pairing_rows()) == 3
    for line in of.lines:
        mine = [row for row in of.pairing_rows() if line["name"] in row["names"]]
        assert line["points"] == sum(1 if row["winner"] == line["name"] else (row["how"] == "tie") / 2 for row in mine)
        assert len(mine) == 3
    notes = next(tables(of, set())).notes
    assert [note.split(":")[0] for note in notes] == ["points", "place", "group"]
    assert notes[0].startswith("points: 1 for a pairing wo")


def test_finals_show_rounds_and_points() -> None:
    of = shown({"kind": "finals", "rounds": 2, "top": 3, "final_blocks": 1}, 6, stronger)
    assert len(of.pairing_rows()) == 2 * 3 + 3
    assert {name for row in of.pairing_rows() if row["round"] > 2 for name in row["names"]} == {
        line["name"] for line in of.lines[:3]
    }
    assert len(next(tables(of, set())).notes) == 4


def test_free_for_all_shows_first_places_and_rounded_points() -> None:
    of = shown({"kind": "free-for-all", "players": 4, "rounds": 2}, 5, chance())
    table = next(tables(of, set()))
    assert table.head[4] == "first/shared first/others"
    assert table.notes[0].startswith("points: in each game the share of the others")
    assert all(len(row[2].partition(".")[2]) <= 2 for row in table.rows)
    assert any(len(str(line["points"])) > 6 for line in of.lines)
    assert "Rounds" not in [each.title for each in tables(of, set())]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plan", [{"kind": "swiss"}, {"kind": "double-elimination"}], ids=["swiss", "double"])
def test_rounds_fit_narrow_terminal(plan: dict[str, Any], language: str) -> None:
    of = shown({**plan, "seeds": {"first": 5, "given": []}}, 6, stronger)
    of.names = [f"a_long_name_with_a_number_at_its_end_{number}" for number in range(6)]
    with speak(language):
        found = next(each for each in tables(of, {"games"}) if len(each.names) == 2)
        narrow = fitted(found, 50)
    lines = columns(narrow.head, narrow.rows, narrow.words)
    assert max(map(width, lines)) <= 50
    assert len({row[-3] for row in narrow.rows}) > 1
    assert all(row[-3][-1].isdecimal() for row in narrow.rows)


def test_better_than_column_names_next_by_rating() -> None:
    seeds = {"first": 5, "given": []}
    by_rating = shown({"kind": "round-robin", "blocks": 1, "seeds": seeds}, 4, stronger)
    by_places = shown({"kind": "finals", "top": 4, "seeds": seeds}, 6, chance())
    assert by_rating.is_by_rating and not by_places.is_by_rating
    for of in (by_rating, by_places):
        rated = sorted(of.lines, key=lambda line: line["rank"])
        assert [line["next"] for line in rated] == [*(line["name"] for line in rated[1:]), None]
        table = next(tables(of, set()))
        at = [head.startswith("better than") for head in table.head].index(True)
        named = [row[at].split()[0] for row in table.rows if row[at]]
        for line, row in zip(of.lines, table.rows, strict=True):
            assert (line["next"] or "") in row[at] or of.is_by_rating
        assert len(named) == len(of.lines) - 1


def test_message_without_cross_table() -> None:
    plan = {"kind": "round-robin", "blocks": 1, "seeds": {"first": 5, "given": []}}
    for count in (12, 13):
        found = list(tables(shown(plan, count, stronger), set()))
        assert any(table.title == "Points against each other" for table in found) == (count == 12)
        assert any("sandlot show with --format json has it" in note for note in found[0].notes) == (count == 13)


def test_uncounted_games_are_not_in_header() -> None:
    of = shown({"kind": "series", "blocks": 30}, 2, stronger)
    some = replace(of.standings.schedule, counted=20)
    counted = done(standings(of.standings.entrants, of.results, some, resamples=20))
    lines = list(headlines(Shown(of.record, counted)))
    assert lines[0].endswith("40 games in 20 blocks")
    assert lines[1].startswith("10 more blocks were under way when it was decided")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_is_translated(language: str) -> None:
    with speak(language):
        for plan in ({"kind": "finals", "rounds": 2, "top": 2}, {"kind": "free-for-all", "players": 3, "rounds": 2}):
            found = list(tables(shown(plan, 4, chance()), {"games"}))
            assert all(isinstance(each, Table) and len(each.head) == len(each.rows[0]) for each in found)


def test_series_shows_pentanomial_counts_and_draws() -> None:
    """The five counts of blocks by their points, as engine testers use them, and the share of draws."""
    of = shown({"kind": "series", "blocks": 40}, 2, chance())
    table = next(each for each in tables(of, set()) if each.title == "Blocks by the points of bot0")
    assert list(table.head) == ["2", "1.5", "1", "0.5", "0", "games drawn", "normalized Elo"]
    counts = [int(each) for each in table.rows[0][:5]]
    points = sum(times * worth for times, worth in zip(counts, (2, 1.5, 1, 0.5, 0), strict=True))
    line = next(each for each in of.lines if each["name"] == "bot0")
    assert sum(counts) == 40 and points == line["points"]
    assert table.rows[0][5] == f"{100 * line['draws'] / 80:.0f} %"
    assert as_value(of)["scores"] == [
        {"points": worth, "blocks": times} for worth, times in zip((2, 1.5, 1, 0.5, 0), counts, strict=True)
    ]
    # Computed by hand: 1/12 of a point below a half per game, and a standard deviation of 0.441 per game.
    assert normalized_elo({2: 10, 1.5: 20, 1: 40, 0.5: 20, 0: 30}) == pytest.approx(-65.66, abs=0.01)
    assert table.rows[0][6] == f"{as_value(of)['normalized_elo']:+.0f}"
    assert (normalized_elo({}), normalized_elo({2: 9, 1: 0})) == (None, None)
    assert as_value(of)["test"] is None
    assert not [each for each in tables(shown({"kind": "round-robin"}, 3, chance()), set()) if "Blocks" in each.title]


def test_progress_of_sequential_test_is_shown() -> None:
    of = shown({"kind": "series", "blocks": 200, "stop": {"elo": 100}}, 2, stronger, most=5)
    found = as_value(of)["test"]
    assert found and found["lower"] < 0 < found["better"] < found["upper"] and found["worse"] < 0
    for speaking in LANGUAGES:
        with speak(speaking):
            assert any(f"{found['better']:g}" in each and "100" in each for each in headlines(of))
