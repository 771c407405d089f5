"""The answer of a series in one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from contests import chance, end, level, stronger
from sandlot.jobs import done
from sandlot.messages import LANGUAGES, render
from sandlot.series.answer import answer
from sandlot.series.blocks import Entrant
from sandlot.series.plans import plan_from
from sandlot.series.standings import standings


def told(entrants: int, rules: Any, blocks: int = 30) -> Any:
    kind = "series" if entrants == 2 else "round-robin"
    plan = plan_from({"kind": kind, "blocks": blocks, "seeds": {"first": 1, "given": []}}, entrants)
    schedule, results = end(plan, rules)
    named = tuple(Entrant(f"bot {number}", str(number)) for number in range(entrants))
    return answer(done(standings(named, results, schedule, {}, seed=1, resamples=200)))


def test_the_better_one_is_named_with_numbers() -> None:
    found = told(2, stronger)
    assert found is not None
    text = render(found)
    assert text.startswith("bot 0 is better than bot 1: 100.0 % of the points, games: 60; Elo difference +")
    low, high = text.partition("confidence ")[2].split(" to ")
    assert 0 < int(low) < int(high)
    for language in LANGUAGES:
        assert "bot 1" in render(found, language=language)


@pytest.mark.parametrize("rules", [level, chance()])
def test_without_evidence_nobody_is_better(rules: Any) -> None:
    text = render(told(2, rules, blocks=4))
    assert text.startswith("neither is shown to be better: bot ")
    low, high = text.partition("confidence ")[2].split(" to ")
    assert int(low) < 0 < int(high)


def test_contests_of_more_have_no_such_answer() -> None:
    assert told(3, stronger, blocks=1) is None
