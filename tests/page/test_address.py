"""The address of the page: whatever a link says is read in little time, and answered by one notice."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from conftest import in_node
from playwright.sync_api import Page, expect
from sandlot.games import GAMES

READ = """
import { readAddress } from 'STATIC/shell/router.js';
import { readFileSync } from 'node:fs';
const { addresses, games } = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(addresses.map((each) => readAddress(each, { games, languages: ['en', 'zh', 'ru'] }))));
"""
KNOWN = {name: {"house": list(game.house), "players": game.players} for name, game in GAMES.items()}
MANY = "&".join(f"name{number}=1" for number in range(20_000))


def read(*addresses: str) -> list[dict[str, Any]]:
    return json.loads(in_node(READ, json.dumps({"addresses": addresses, "games": KNOWN})))  # type: ignore[no-any-return]


def anything(rng: Random) -> str:
    """An address made of parts that mean something, in any order, and of parts that mean nothing."""
    words = ["game", "tab", "seats", "seed", "lang", "__proto__", "constructor", "", "x", "%", "%zz", "\ud800", "ż"]
    values = [*GAMES, "play", "code", "me", "me,code", "v1,v99999999999999999999", "7", "-1", "1e5", "zh", "," * 50]
    text = "&".join(
        rng.choice(words) + rng.choice(["=", "", "=="]) + rng.choice([*values, *words]) * rng.choice([1, 1, 1, 30])
        for _ in range(rng.choice([1, 3, 10, 200]))
    )
    return rng.choice(["#", ""]) + text + rng.choice(["", "&", "\x00"])


def test_any_address_leads_somewhere_with_few_words() -> None:
    addresses = [anything(Random(number)) for number in range(3000)]
    for address, found in zip(addresses, read(*addresses), strict=True):
        place, problems = found["place"], found["problems"]
        assert place["tab"] in ("front", "play", "code", "replays"), address
        assert place["game"] in (None, *GAMES), address
        assert len(place["seats"] or []) <= 8, address
        assert all(len(seat) <= 40 for seat in place["seats"] or []), address
        assert len(problems) <= 5, address
        assert len(json.dumps(problems, ensure_ascii=False)) < 3000, address


def test_an_address_that_is_too_long_says_nothing() -> None:
    long, fits = read(f"game=snake&{MANY}", f"game=snake&{'x' * 8000}=1")
    assert (long["place"]["tab"], long["place"]["game"]) == ("front", None)
    assert [id for id, _ in long["problems"]] == ["address.long"]
    assert fits["place"]["game"] == "snake"
    assert len(fits["problems"][0][1]["name"]) < 100


@pytest.mark.parametrize("address", [MANY, f"game=tank&tab=play&{MANY[:7000]}", "&" * 1_000_000])
def test_one_notice_answers_an_address_with_many_names(early: Page, site: Any, address: str) -> None:
    early.goto(f"{site.url}#{address}")
    expect(early.locator("html")).to_have_attribute("data-view", "play" if "tank" in address else "front")
    expect(early.locator(".views a")).to_have_count(3)
    expect(early.locator(".notice")).to_have_count(1)
    # Another one while the page is open.
    early.evaluate("address => { location.hash = address; }", f"game=planes&{address[:9000]}{quote('é' * 3000)}")
    expect(early.locator(".notice")).to_have_count(2)
