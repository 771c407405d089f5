"""The answer of a series as a sentence."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from contests import chance, level, play, stronger
from sandlot.jobs import done
from sandlot.messages import LANGUAGES, message, render
from sandlot.stats.blocks import Entrant
from sandlot.tournaments import verdict
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.standings import Standings, standings
from sandlot.tournaments.verdict import answer, cell, in_a_word, in_elo


def summed(entrants: int, rules: Any, most: int | None = None, **plan: Any) -> Standings:
    """Return the standings after a contest, or after `most` blocks of it."""
    known = plan_from({"kind": "series", "seeds": {"first": 1, "given": []}, **plan}, entrants)
    results = {} if most == 0 else play(known, rules, most=most)
    named = tuple(Entrant(f"bot {number}", str(number)) for number in range(entrants))
    return done(standings(named, results, known.schedule(results, {}), {}, seed=1, resamples=200))


def told(entrants: int, rules: Any, blocks: int = 30, **more: Any) -> Any:
    kind = "series" if entrants == 2 else "round-robin"
    return answer(summed(entrants, rules, kind=kind, blocks=blocks, **more))


def numbers(text: str) -> list[float]:
    """Return the share and both ends of its interval, in percent."""
    found = re.search(r"([\d.]+) % .*, ([\d.]+) to ([\d.]+) %$", text)
    assert found, text
    return [float(each) for each in found.groups()]


def test_better_bot_is_named_with_numbers() -> None:
    found = told(2, stronger)
    assert found is not None
    text = render(found)
    assert text.startswith("bot 0 is better than bot 1: 100 % of the points in 60 games, 9")
    share, low, high = numbers(text)
    assert 50 < low < share == high == 100
    for language in LANGUAGES:
        assert "bot 1" in render(found, language=language)
        assert re.search("100 ?%", render(found, language=language))


@pytest.mark.parametrize("rules", [level, chance()])
def test_without_evidence_answer_is_undecided(rules: Any) -> None:
    text = render(told(2, rules, blocks=4))
    assert text.startswith("undecided after 8 games: bot ")
    share, low, high = numbers(text)
    assert low < 50 < high
    assert low <= share <= high


def losing(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
    """Let entrant 1 win all games."""
    return tuple(2 - entrant for entrant in seats)


def test_percentage_is_that_of_the_first_entrant_unless_the_other_is_better() -> None:
    """Also where the other one has more points, or all."""
    found = told(2, losing, blocks=1)
    text = render(found)
    assert text.startswith("undecided after 2 games: bot 0 has 0 % of the points against bot 1, 0 to ")
    assert numbers(text)[2] > 50
    said = in_elo(found)
    assert said
    assert render(said) == "bot 1 won every game: too few games to tell the difference in Elo"
    word = in_a_word(summed(2, losing, blocks=1), found, "series")
    assert word
    assert (word["word"], word["names"], word["percent"]) == ("unclear", ["bot 0"], 0)
    assert render(told(2, losing)).startswith("bot 1 is better than bot 0: 100 %")
    ahead = answer(summed(2, losing, most=1))
    assert ahead
    assert render(ahead).startswith("bot 1 is ahead so far: 100 %")


def test_draws_count_half() -> None:
    found = told(2, level, blocks=4)
    assert re.fullmatch(r"undecided after 8 games: bot [01] has 50 % of the points against bot [01], .*", render(found))
    elo = in_elo(found)
    assert elo and render(elo).startswith("a draw counts half; in Elo the difference is 0, -")
    # Draws make the share more certain, but not completely.
    widths = [high - low for _, low, high in (numbers(render(told(2, level, blocks=each))) for each in (4, 40))]
    assert 0 < widths[1] < widths[0] < 100


def test_halves_are_rounded_up_as_in_page() -> None:
    """58.5 % must not be 58 % in one place and 59 % in another."""

    left = iter(range(17))

    def wins_17(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        return stronger(seats, seed, game) if next(left, None) is not None else level(seats, seed, game)

    assert numbers(render(told(2, wins_17, blocks=50)))[0] == 59


def test_interval_agrees_with_verdict() -> None:
    verdicts = set()
    for luck in (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5):
        found = told(2, chance(luck))
        verdicts.add(found.id)
        assert (found.id == "series.better") == (numbers(render(found))[1] > 50)
    assert verdicts == {"series.better", "series.unclear"}


def test_end_of_interval_near_one_half_is_not_rounded_to_it() -> None:
    """If the answer is "better", the rounded interval lies above one half as well."""
    assert verdict._percentages(0.6, 0.5002, 0.7)[1:] == (50.1, 70)
    assert verdict._percentages(0.4, 0.3, 0.49999)[1:] == (30, 49.9)
    assert verdict._percentages(0.6, 0.5, 0.7)[1:] == (50, 70)
    now = summed(2, stronger, kind="series", blocks=30)
    assert now.two and now.two.better is not None
    at_half = {"low": 0.5} if now.two.better == 0 else {"high": 0.5}
    decided = replace(now.schedule, verdict="better")
    found = answer(replace(now, schedule=decided, two=replace(now.two, **at_half)))
    assert found and (found.params["least"], found.params["low"]) == (50.1, "+1")
    assert [verdict._end(each) for each in (0.2, -0.2, 0.0, 0.7, -12.3)] == ["+1", "-1", "0", "+1", "-12"]


def test_answer_in_elo() -> None:
    def mostly(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        places = stronger(seats, seed, game)
        return places if seed % 4 else places[::-1]

    found = told(2, mostly)
    elo = in_elo(found)
    assert elo is not None
    assert re.fullmatch(
        r"in Elo the difference is \+\d+, \+\d+ to \+\d+; both intervals hold with 95 % confidence", render(elo)
    )
    assert in_elo(message("series.gauntlet")) is None


def test_unbounded_elo_difference_is_not_a_number() -> None:
    """If one bot has all points, or the interval reaches 0 or 100 %, the difference in Elo has no bound. Of few games,
    nothing is said in Elo.
    """
    elo = in_elo(told(2, stronger))
    assert elo is not None
    assert re.fullmatch(
        r"in Elo the difference is \+\d+ or more: as bot 0 won every game, it has no upper end; both .* 95 % .*",
        render(elo),
    )
    numbers = {"elo": "+338", "low": "-4000", "high": "+800", "draws": 0, "watched": False, "level": "95"}
    wide = in_elo(message("series.unclear", **numbers))
    assert wide and "difference is +338, less than -4000 to +800; " in render(wide)
    assert in_elo(message("series.unclear", **{**numbers, "high": "+4000"})) is None
    few = in_elo(told(2, stronger, blocks=1))
    assert few and render(few) == "bot 0 won every game: too few games to tell the difference in Elo"
    for language in LANGUAGES:
        for each in (elo, wide, few):
            assert not re.search(r"[{}]", render(each, language=language))
    assert [cell(each) for each in (-3474.4, 12.3, 3474.4)] == ["<-3474", "+12", ">+3474"]


@pytest.mark.parametrize(("won", "lost"), [(5, 1), (14, 6), (0, 0), (30, 10), (50, 50)])
def test_elo_and_share_give_same_interval_with_draws(won: int, lost: int) -> None:
    """Elo is computed from the share of points in a hundred games, not only from the few decisive games."""
    games = iter(["won"] * won + ["lost"] * lost + ["drawn"] * (100 - won - lost))

    def rules(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        match next(games):
            case "drawn":
                return (1, 1)
            case "won":
                return stronger(seats, seed, game)
        return stronger(seats, seed, game)[::-1]

    params = told(2, rules, blocks=50).params
    for percent, elo in (("least", "low"), ("most", "high"), ("percent", "elo")):
        # Percentages are rounded, and the prior moves the middle a little.
        assert 100 / (1 + 10 ** (-float(params[elo]) / 400)) == pytest.approx(params[percent], abs=0.8)


def test_answer_is_verdict_of_sequential_test() -> None:
    def worse(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        return stronger(seats, seed, game)[::-1]

    stop = {"elo": 100}
    assert render(told(2, stronger, stop=stop)).startswith("bot 0 is better than bot 1: ")
    assert render(told(2, worse, stop=stop)).startswith("bot 1 is better than bot 0: ")
    same = told(2, level, stop=stop)
    assert re.match(
        r"between bot [01] and bot [01] there is no difference of 100 Elo \(14.0 percentage points\) or more: "
        r"bot [01] has 50 % of the points in \d+ games, 36 to 64 %",
        render(same),
    )
    assert in_elo(same) is not None
    undecided = told(2, chance(0.7), blocks=12, stop={"elo": 20})
    assert render(undecided).startswith("undecided after 24 games: ")
    assert undecided.params["least"] < 50


def test_contests_of_more_than_two_have_no_answer() -> None:
    assert told(3, stronger, blocks=1) is None


@pytest.mark.parametrize("stop", [None, {"elo": 5}])
def test_running_series_says_ahead_not_better(stop: Any) -> None:
    """Whoever looks again and again would sooner or later see a clear result of two equal bots."""
    found = summed(2, stronger, kind="series", blocks=200, stop=stop, most=9)
    ahead = answer(found, "series")
    assert ahead
    assert render(ahead).startswith("bot 0 is ahead so far: 100 % of the points in 18 games against bot 1, ")
    elo = in_elo(ahead)
    # The test of a small difference keeps the interval so wide that it says nothing of Elo yet.
    says = "too few games to tell the difference in Elo" if stop else "95 % confidence, however often you look"
    assert elo and render(elo).endswith(says)
    short = in_a_word(found, ahead, "series")
    assert short and short["word"] == "ahead"
    drawn = answer(summed(2, level, kind="series", blocks=200, stop=stop, most=9), "series")
    assert drawn and render(drawn).startswith("so far bot 0 and bot 1 are level: 50 % of the points in 18 games, ")


def test_table_agrees_with_answer() -> None:
    said = set()
    for luck in (0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
        found = summed(2, chance(luck), kind="series", blocks=20)
        text = answer(found, "series")
        assert text and text.id in ("series.better", "series.unclear")
        lines = sorted(found.json()["standings"], key=lambda line: -line["share"])
        apart = [line["rank_interval"] for line in lines] == [[1, 1], [2, 2]]
        assert apart == (text.id == "series.better") == (lines[0]["group"] != lines[1]["group"])
        assert apart == (lines[0]["interval"][0] > 0)
        said.add(text.id)
    assert said == {"series.better", "series.unclear"}


@pytest.mark.parametrize(("kind", "word"), [("series", "better"), ("gauntlet", "gauntlet"), ("round-robin", "won")])
def test_answer_in_one_word(kind: str, word: str) -> None:
    """The short answer has the same name and numbers as the sentence, if there is one."""
    found = summed(3 if kind == "gauntlet" else 2, stronger, kind=kind)
    said = answer(found, kind)
    short = in_a_word(found, said, kind)
    assert said and short
    assert (short["word"], short["names"]) == (word, ["bot 0"])
    expected = (None, None) if kind == "round-robin" else (float(said.params["percent"]), said.params["games"])
    assert (short["percent"], short["games"]) == expected


def test_shared_first_place_leads_together() -> None:
    found = summed(3, level, kind="round-robin", blocks=2, most=3)
    assert in_a_word(found, None, "round-robin") == {
        "word": "leads",
        "names": ["bot 0", "bot 1", "bot 2"],
        "percent": None,
        "games": None,
    }
    assert in_a_word(summed(2, level, most=0), None, "series") is None


def test_nobody_leads_without_games_or_before_final() -> None:
    """Neither before everybody has played, nor in a running elimination, which everybody who is not out may win."""
    assert in_a_word(summed(4, stronger, kind="round-robin", most=1), None, "round-robin") is None
    kind = "single-elimination"
    for most, left in ((1, 5), (2, 4), (3, 3)):
        found = in_a_word(summed(6, stronger, kind=kind, most=most), None, kind)
        assert found and (found["word"], len(found["names"])) == ("in", left)
    assert in_a_word(summed(6, stronger, kind=kind, most=0), None, kind) is None
    won = in_a_word(summed(6, stronger, kind=kind), None, kind)
    assert won and (won["word"], won["names"]) == ("won", ["bot 0"])


@pytest.mark.parametrize(("blocks", "percent"), [(66, 99.6), (1500, 99.9)])
def test_only_all_wins_give_100_percent(blocks: int, percent: float) -> None:
    left = iter(range(1))

    def one_draw(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        return level(seats, seed, game) if next(left, None) is not None else stronger(seats, seed, game)

    found = told(2, one_draw, blocks=blocks)
    assert (found.params["percent"], found.params["games"]) == (percent, 2 * blocks)


def test_gauntlet_is_judged_by_fresh_seeds() -> None:
    """The best of twenty equal candidates on the fixed seeds looks better than it is."""

    def lucky(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        return stronger(seats, seed, game) if seed in fixed else level(seats, seed, game)

    plan = plan_from({"kind": "gauntlet", "smoke": 1, "fixed": 6, "fresh": 6, "seeds": {"first": 5, "given": []}}, 4)
    fixed = {block.seed for block in plan.schedule({}, {}).blocks}
    fixed |= {result.block.seed for result in play(plan, level).values() if result.block.round == 1}
    results = play(plan, lucky)
    named = tuple(Entrant(f"bot {number}", str(number)) for number in range(4))
    found = done(standings(named, results, plan.schedule(results, {}), {}, seed=1, resamples=200))
    text = render(answer(found, "gauntlet") or message("series.sure", level=0))
    assert text.startswith("bot 0: 50.0 % of the points against the pool on fresh seeds, games: 36; ")
    assert "its place among all 4 is from 1 to 4" in text
    assert "on the fixed seeds it had 100.0 %, which says less" in text
    early = dict(list(results.items())[:5])
    so_far = done(standings(named, early, plan.schedule(early, {}), {}, seed=1, resamples=200))
    told = answer(so_far, "gauntlet")
    assert told and "100.0 % of the points against the pool so far, games: 10" in render(told)
    short = in_a_word(found, answer(found, "gauntlet"), "gauntlet")
    assert short and (short["word"], short["percent"]) == ("gauntlet", 50.0)


def test_answer_mentions_chosen_seeds() -> None:
    """On seeds that were lost before, even the same bot scores better."""
    seeds = {"first": 1, "given": [3, 4, 5]}
    for rules, blocks in ((stronger, 30), (level, 3)):
        for language, words in (
            ("en", "on these chosen seeds"),
            ("zh", "选定的种子"),
            ("ru", "на этих выбранных сидах"),
        ):
            assert words in render(told(2, rules, blocks=blocks, seeds=seeds), language=language)
            assert words not in render(told(2, rules, blocks=blocks), language=language)
