"""Seeds and secrets: a bot's own seed reveals nothing about the match's, and the page draws too many seeds to guess."""

from __future__ import annotations

import itertools
import json
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import wait_for
from engine import finished, give, replied
from pages import DRAWN, open_file, replay_of, run, set_options, shown, state
from playwright.sync_api import Page, expect
from sandlot import page as pages_engine
from sandlot.game import derive
from sandlot.games import GAMES
from sandlot.match.parts import Player, Response, Setup, own_secret, seat_seed
from sandlot.match.referee import play
from sandlot.match.replay import Replay, fork, verify
from sandlot.match.replay_file import dumps, header, loads
from sandlot.match.validation import BadReplay
from test_jobs import SANDLOT, SOURCES

LARGEST = 2**64 - 1
SECRET = "0123456789abcdef" * 2
THIEF = """
import gc, random, sys
from sandlot.game import derive

FIRST = random.getstate()

def seeds():
    '''All whole numbers that can be reached from here, and the state of the dice.'''
    found, seen, todo = set(), set(), [sys.modules, globals(), gc.get_objects() if hasattr(gc, "get_objects") else []]
    frame = sys._getframe() if hasattr(sys, "_getframe") else None
    while frame:
        todo.append([frame.f_globals, dict(frame.f_locals)])
        frame = frame.f_back
    while todo and len(seen) < 400_000:
        one = todo.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, bool):
            continue
        if isinstance(one, int):
            found.add(one)
        elif isinstance(one, str):
            if one.isdecimal() and len(one) < 30:
                found.add(int(one))
        elif isinstance(one, dict):
            todo += [*one.values()]
        elif isinstance(one, list | tuple | set | frozenset):
            todo += [*one]
        elif hasattr(one, "__dict__"):
            todo.append(vars(one))
    return found

def stolen():
    '''The seed of the match, if one of the small ones leads to what this bot has.'''
    reached = seeds()
    for seed in range(2**16):
        own = derive(seed, "bot", PLAYER)
        if own in reached or random.Random(derive(own, 1)).getstate() == FIRST:
            return seed
    return None

def start(setup):
    global PLAYER
    PLAYER = setup["player"]
    print("stolen:", stolen())

def move(view):
    return [-1, -1]
"""
"""A bot that reads every object it can reach, and tries all small seeds of the match."""


def setup_of(secret: str = "", seed: int = 7) -> Setup:
    return Setup(GAMES["tank"], (Player("a"), Player("b")), seed, {"max_turns": 2}, secret=secret)


# The seeds of the seats


def test_seat_seeds_without_secret_depend_on_match_seed_alone() -> None:
    assert [seat_seed(setup_of(), k) for k in (0, 1)] == [derive(7, "bot", k) for k in (0, 1)]


def test_seat_seeds_depend_on_the_whole_secret() -> None:
    secrets = ["", "0", SECRET, SECRET[:-1] + "0", SECRET[::-1]]
    found = [seat_seed(setup_of(secret, seed), k) for secret in secrets for seed in (7, 8) for k in (0, 1)]
    assert len(set(found)) == len(found)


def test_match_secret_is_derived_from_profile_game_and_seed() -> None:
    asked = [(profile, game, seed) for profile in ("a", "b") for game in ("tank", "snake") for seed in (1, 2**63)]
    found = [own_secret(*each) for each in asked]
    assert len(set(found)) == len(found)
    assert found == [own_secret(*each) for each in asked]
    assert all(re.fullmatch("[0-9a-f]{32}", each) for each in found)


@pytest.mark.parametrize("secret", ["x", "ABC", "0" * 65, " ", "0x1", "é"])
def test_invalid_secret_is_refused(secret: str) -> None:
    with pytest.raises(ValueError, match="hexadecimal"):
        play(setup_of(secret))
    whole = json.loads(dumps(Replay(setup_of(SECRET))))
    with pytest.raises(BadReplay):
        loads(json.dumps(whole | {"secret": secret}))


def test_replay_stores_secret_and_old_replay_has_none() -> None:
    text = dumps(Replay(setup_of(SECRET)))
    assert json.loads(text)["secret"] == SECRET
    assert loads(text).setup.secret == SECRET
    assert dumps(loads(text)) == text
    old = dumps(Replay(setup_of()))
    assert "secret" not in json.loads(old)
    assert loads(old).setup.secret == ""
    for wrong in (None, 5, [], {}):
        with pytest.raises(BadReplay):
            loads(json.dumps(json.loads(text) | {"secret": wrong}))


def test_fork_and_ask_again_use_the_replays_secret() -> None:
    replay = Replay(setup_of(SECRET), turns=[{0: Response("module"), 1: Response("module")}])
    replay.turns += [{0: Response("[-1,-1]"), 1: Response("[-1,-1]")}]
    assert fork(replay, 1, setup_of("")).secret == SECRET
    config = json.dumps({"replay": dumps(replay), "turn": 1, "player": 1, "name": "now"})
    _, again = finished(pages_engine.again(config))
    assert json.loads(again.seat().ask())["seed"] == str(seat_seed(replay.setup, 1))


@pytest.mark.parametrize("name", list(GAMES))
def test_bots_never_see_seed_or_secret(name: str) -> None:
    seed, profile = 918273645546372819, "feedc0de" * 4
    players = [{"name": "a", "kind": "code"}, {"name": "b", "kind": "house"}]
    config = {"game": name, "players": players, "seed": str(seed), "profile": profile}
    driver = pages_engine.Driver(json.dumps(config))
    begun = json.loads(driver.begin())
    secret = own_secret(profile, name, seed)
    assert driver.replay.setup.secret == secret == json.loads(begun["head"] + begun["tail"])["secret"]
    # The page does not get the secret, and gets the seed as text, because JavaScript would round it.
    assert (begun["header"]["seed"], "secret" in begun["header"]) == (str(seed), False)
    game, rng = GAMES[name], random.Random(1)
    said = json.loads(driver.requests())
    for _ in range(4):
        told = json.dumps(said["requests"])
        assert str(seed) not in told
        assert secret not in told
        assert profile not in told
        state = driver.match.batch.state
        answers = [
            replied("module" if request["stage"] == "start" else json.dumps(game.sample(state, request["player"], rng)))
            for request in said["requests"]
        ]
        said = give(driver, *answers)
        if "requests" not in said:
            break


# Guessing the seed on the command line


@pytest.mark.slow
def test_bot_guesses_small_seed_only_without_secret(tmp_path: Path) -> None:
    (tmp_path / "thief.py").write_text(THIEF)
    found = []
    for more in ([], ["--secret", SECRET]):
        play = ["play", "tank", "thief.py", "random", "--seed", "54321", "--option", "max_turns=1", *more]
        patient = ["--clock", "start=600000", "--replay", "r.json"]
        done = subprocess.run([*SANDLOT, *play, *patient], cwd=tmp_path, capture_output=True, text=True, env=SOURCES)
        assert done.returncode == 0, done.stderr
        replay = json.loads((tmp_path / "r.json").read_text())
        assert verify(loads(json.dumps(replay))) is None
        found.append("".join(text for _, text in replay["turns"][0][0]["output"]))
    assert found == ["stolen: 54321\n", "stolen: None\n"]


@pytest.mark.slow
def test_match_with_drawn_seed_prints_a_secret_to_repeat_it(tmp_path: Path) -> None:
    def played(*more: str) -> dict[str, Any]:
        play = [*SANDLOT, "play", "tank", "random", "random", "--option", "max_turns=5", "--json", *more]
        return json.loads(subprocess.run(play, capture_output=True, text=True, env=SOURCES, check=True).stdout)  # type: ignore[no-any-return]

    drawn = played("--replay", str(tmp_path / "a.json"))
    assert re.fullmatch("[0-9a-f]{32}", drawn["secret"])
    assert "secret" not in played("--seed", str(drawn["seed"]))
    again = tmp_path / "b.json"
    played("--seed", str(drawn["seed"]), "--secret", drawn["secret"], "--replay", str(again))
    one, two = (json.loads((tmp_path / name).read_text()) for name in ("a.json", "b.json"))
    replies = [[[each["reply"] for each in turn] for turn in replay["turns"]] for replay in (one, two)]
    assert replies[0] == replies[1]
    for wrong in ("xyz", "0" * 65, "ABC"):
        play = [*SANDLOT, "play", "tank", "random", "random", "--secret", wrong]
        done = subprocess.run(play, capture_output=True, text=True, env=SOURCES)
        assert (done.returncode, "--secret is at most 64 digits" in done.stderr) == (2, True)


# In the page


def keep_secret(page: Page, secret: str | None) -> None:
    """Store this as the browser's secret; None: the browser has not drawn one yet."""
    page.evaluate("secret => { localStorage['sandlot.secret'] = JSON.stringify(secret); }", secret)
    if secret is None:
        page.evaluate("delete localStorage['sandlot.secret']")


def console_of_start(page: Page) -> str:
    page.locator("#first").click()
    return page.get_by_test_id("console").inner_text()


def test_bot_in_page_guesses_small_seed_only_without_secret(arena: Page, tmp_path: Path) -> None:
    # Try fewer seeds than on the command line, which is ten times as fast.
    thief = THIEF.replace("2**16", "2**10")
    assert thief != THIEF
    set_options(arena, {"Starting a bot, ms": "600000"})
    keep_secret(arena, "")
    run(arena, thief, seed=1021)
    assert "stolen: 1021" in console_of_start(arena)
    keep_secret(arena, SECRET)
    run(arena, thief, seed=1021)
    assert "stolen: None" in console_of_start(arena)
    replay = json.loads(replay_of(arena, tmp_path))
    assert replay["secret"] == own_secret(SECRET, "tank", 1021)
    keep_secret(arena, None)
    run(arena, "def move(view):\n    return [-1, -1]\n", seed=3)
    drawn = json.loads(arena.evaluate("localStorage['sandlot.secret']"))
    assert re.fullmatch("[0-9a-f]{32}", drawn)
    assert json.loads(replay_of(arena, tmp_path))["secret"] == own_secret(drawn, "tank", 3)
    keep_secret(arena, "")
    set_options(arena, {})


def test_largest_seed_survives_storage_files_forks_and_reloads(page: Page, site: Any, tmp_path: Path) -> None:
    address = f"{site.url}#game=tank&tab=code&seats=code,random&seed={LARGEST}"
    page.goto(address)
    state(page, "ready")
    expect(page.locator("#seed")).to_have_value(str(LARGEST))
    page.get_by_role("button", name="Run", exact=True).click()
    state(page, "ready")
    text = replay_of(page, tmp_path)
    assert header(loads(text))["seed"] == LARGEST
    assert verify(loads(text)) is None
    # The stored replay can be saved, watched and forked.
    page.locator(".views a", has_text="Replays").click()
    row = page.locator(".library-row")
    with page.expect_download() as download:
        row.get_by_role("button", name="Save").click()
    assert str(LARGEST) in download.value.suggested_filename
    row.get_by_role("button", name="Watch").click()
    page.locator("#back").click()
    page.get_by_role("button", name="Fork here").click()
    page.locator("#fork-dialog").get_by_role("button", name="Play on").click()
    state(page, "ready")
    assert json.loads(replay_of(page, tmp_path))["seed"] == LARGEST
    # Another language reloads the page, which carries over the shown match.
    page.goto(f"{site.url}#game=tank&tab=code&seats=code,random&seed={LARGEST}&lang=ru")
    page.wait_for_selector("html[lang=ru]")
    # The match is opened again once Python has started, and the setup stays.
    expect(page).to_have_url(re.compile("match="))
    expect(page.locator("#seed")).to_have_value(str(LARGEST))
    assert f"seed={LARGEST}" in page.url


def test_seed_field_accepts_64_bits(early: Page, site: Any) -> None:
    early.goto(f"{site.url}#game=tank&tab=code")
    for typed, good in (("18446744073709551616", False), ("18446744073709551615", True)):
        early.locator("#seed").fill(typed)
        expect(early.locator("#seed")).to_have_attribute("aria-invalid", str(not good).lower())
    wait_for(early, f"location.hash.includes('seed={typed}')")


def test_typed_seed_stays_on_every_tab(early: Page, site: Any) -> None:
    """It stays in Play and in Code when switching tabs, and so does a seed that was never typed."""
    seed = early.locator("#seed")

    def go(tab: str) -> str:
        early.locator(".views").get_by_role("link", name=tab, exact=True).click()
        expect(early.locator("html")).to_have_attribute("data-view", tab.lower())
        return seed.input_value() if tab in ("Play", "Code") else ""

    early.goto(f"{site.url}#game=snake&tab=play")
    expect(seed).not_to_have_value("")
    drawn = {tab: go(tab) for tab in ("Play", "Code")}
    assert {tab: go(tab) for tab in ("Replays", "Play", "Code")} == {"Replays": "", **drawn}
    seed.fill("4242")
    assert [go(tab) for tab in ("Play", "Compete", "Code", "Play")] == ["4242", "", "4242", "4242"]
    seed.fill("77")
    assert [go(tab) for tab in ("Code", "Play")] == ["77", "77"]
    early.locator(".games").get_by_role("link", name="Tank", exact=True).click()
    expect(seed).not_to_have_value("77")
    early.reload()
    early.goto(f"{site.url}#game=snake&tab=code")
    expect(seed).to_have_value("77")


def test_games_of_imperfect_information_draw_64_bit_seeds(early: Page, site: Any) -> None:
    for game, rules in GAMES.items():
        early.goto(f"{site.url}#game={game}&tab=code")
        shown(early, game)
        drawn = []
        for _ in range(4):
            early.locator("#new-seed").click()
            drawn.append(int(early.locator("#seed").input_value()))
        assert (max(drawn) >= 2**40) == rules.imperfect_information, game
        assert max(drawn) < 2 ** (64 if rules.imperfect_information else 32)


FITS = "seed => seed.scrollWidth <= seed.clientWidth && document.documentElement.scrollWidth <= innerWidth"
NARROWEST = "all => Math.min(...all.map((each) => each.offsetWidth))"
SIZES = [(1440, 900), (1280, 720), (1000, 700), (768, 900), (390, 844), (360, 700)]


def test_seed_of_twenty_digits_fits_its_field(early: Page, site: Any) -> None:
    for game, tab in itertools.product(("tank", "generals"), ("play", "code")):
        early.goto(f"{site.url}#game={game}&tab={tab}&seed={LARGEST}")
        shown(early, game)
        seed = early.locator("#seed")
        expect(seed).to_have_value(str(LARGEST))
        early.evaluate("document.fonts.ready")
        for width, height in SIZES:
            early.set_viewport_size({"width": width, "height": height})
            early.evaluate(DRAWN)
            assert seed.evaluate(FITS), (game, tab, width)
            assert early.locator(".seat select").evaluate_all(NARROWEST) > 80, (game, tab, width)


def test_replay_with_seed_beyond_64_bits_opens(arena: Page, tmp_path: Path) -> None:
    replay = Replay(setup_of(seed=10**30), turns=[{0: Response("module"), 1: Response("module")}])
    replay.turns += [{0: Response("[-1,-1]"), 1: Response("[-1,-1]")}]
    path = tmp_path / "long.json"
    path.write_text(dumps(replay))
    open_file(arena, path)
    expect(arena.locator("#turn")).to_have_attribute("max", "1")
    assert json.loads(replay_of(arena, tmp_path))["seed"] == 10**30
