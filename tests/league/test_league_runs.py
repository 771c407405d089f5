"""Runs of a league: playing, judging and publishing; and shards with forged results, missing shards and
duplicate ones.
"""

from __future__ import annotations

import html
import json
import random
import re
import shutil
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile, is_zipfile

import pytest
from leagues import BOTS, LAST, NOW, SAFE, made, put, settings, stamp
from sandlot.cli.main import command
from sandlot.contest.store import locked
from sandlot.contest.worker_reply import PlayedGame
from sandlot.league.entries import read_entries
from sandlot.league.judging import Verdict, checked_run, judge
from sandlot.league.pairing import next_pairs
from sandlot.league.playing import Machine, PlayedBlock, played, shard_name, write_run, write_shard
from sandlot.league.seasons import BadResults, Run, next_run
from sandlot.league.settings import read_league
from sandlot.links.challenges import read_challenge
from sandlot.local import isolating_sandbox
from sandlot.match.replay_file import loads
from sandlot.messages import render
from sandlot.stats.blocks import Block, Played, Result, orders

MACHINE = Machine(2, isolating_sandbox())


def run_of(root: Path) -> Run:
    league = read_league((root / "league.toml").read_text())
    run = next_run(root, league, read_entries(root, league).entries, NOW)
    assert run
    return run


def playing(root: Path, of: int = 1) -> tuple[Run, list[list[PlayedBlock]]]:
    run = run_of(root)
    return run, [played(run, run.shard(number, of), MACHINE)[0] for number in range(1, of + 1)]


def judged(run: Run, folder: Path, of: int = 1) -> tuple[Verdict, str]:
    verdict = judge(run, folder, of, 100, MACHINE, random.Random(1))
    return verdict, "\n".join(map(render, verdict.said))


def numbers(verdict: Verdict) -> list[int]:
    return [each.result.block.number for each in verdict.blocks]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run, list[list[PlayedBlock]]]:
    """Return a run of three bots, and its two shards."""
    root = made(tmp_path_factory.mktemp("two") / "club", {**BOTS, "dora/elk": SAFE}, shards="2")
    return root, *playing(root, 2)


def test_honest_shards_count(two: tuple[Path, Run, list[list[PlayedBlock]]], tmp_path: Path) -> None:
    _, run, shards = two
    for number, blocks in enumerate(shards, 1):
        write_shard(run, blocks, tmp_path / f"job-{number}" / shard_name(number, 2))
    verdict, said = judged(run, tmp_path, 2)
    assert numbers(verdict) == [block.number for block in run.blocks]
    assert (verdict.dropped, said, verdict.again) == (0, "", len(run.blocks))


def test_missing_duplicate_and_misnamed_shards(two: tuple[Path, Run, list[list[PlayedBlock]]], tmp_path: Path) -> None:
    _, run, shards = two
    mine = [block.number for block in run.shard(1, 2)]
    write_shard(run, shards[0], tmp_path / "a" / shard_name(1, 2))
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    write_shard(run, [*shards[0], *shards[1]], tmp_path / "c" / shard_name(1, 1))
    write_shard(run, shards[1], tmp_path / "c" / shard_name(3, 2))
    verdict, said = judged(run, tmp_path, 2)
    assert numbers(verdict) == mine
    assert "twice" in said
    assert said.count("no file of a shard") == 2
    assert "shards 2" in said
    # A shard with the blocks of another one, or with only a part of its own.
    write_shard(run, shards[1], tmp_path / "d" / shard_name(2, 2))
    write_shard(run, shards[0], tmp_path / "d" / shard_name(2, 2))
    verdict, said = judged(run, tmp_path / "d", 2)
    assert numbers(verdict) == []
    write_shard(run, shards[1][:1], tmp_path / "d" / shard_name(2, 2))
    assert numbers(judged(run, tmp_path / "d", 2)[0]) == [shards[1][0].result.block.number]


def forged(game: PlayedGame, change: Callable[[str], str]) -> PlayedGame:
    return replace(game, replay=zlib.compress(change(zlib.decompress(game.replay).decode()).encode()))


def without_last_turn(text: str) -> str:
    whole = json.loads(text)
    whole["turns"].pop()
    return json.dumps(whole, separators=(",", ":")) + "\n"


def swapped(played: Played) -> Played:
    return replace(played, places=(1, 2) if played.places != (1, 2) else (2, 1))


FORGERIES: list[Callable[[PlayedGame], PlayedGame]] = [
    lambda game: replace(game, played=swapped(game.played)),
    lambda game: replace(game, played=replace(game.played, digest=7)),
    lambda game: replace(game, played=replace(game.played, digest=None)),
    lambda game: replace(game, played=replace(game.played, faults=("crash", None))),
    lambda game: forged(game, without_last_turn),
    lambda game: forged(game, lambda text: text.replace('"seed":', '"seed":1', 1)),
    lambda game: forged(game, lambda text: "{}"),
    lambda game: forged(game, lambda text: "[" * 10_000),
]


@pytest.mark.parametrize("number", range(len(FORGERIES)))
def test_forged_game_is_detected(number: int, two: tuple[Path, Run, list[list[PlayedBlock]]], tmp_path: Path) -> None:
    _, run, shards = two
    first, *rest = shards[0]
    bad = replace(first, games=(first.games[0], FORGERIES[number](first.games[1])))
    bad = replace(bad, result=replace(first.result, games=tuple(game.played for game in bad.games)))
    write_shard(run, [bad, *rest], tmp_path / shard_name(1, 2))
    verdict, said = judged(run, tmp_path, 2)
    assert numbers(verdict) == []
    assert "shard-1-of-2.zip does not count" in said


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"x" * 1000])
def test_invalid_bundle_is_reported(
    content: bytes, two: tuple[Path, Run, list[list[PlayedBlock]]], tmp_path: Path
) -> None:
    (tmp_path / shard_name(1, 2)).write_bytes(content)
    (tmp_path / shard_name(2, 2)).symlink_to("/dev/zero")
    verdict, said = judged(two[1], tmp_path, 2)
    assert numbers(verdict) == []
    assert "shard-1-of-2.zip" in said


def imposed(run: Run, sources: dict[str, str]) -> list[PlayedBlock]:
    """Return the blocks of a run played by other programs: the moves are legal, but forged."""
    entries = tuple(
        replace(each, bot=replace(each.bot, source=sources[each.name], files={}, path="x.py"))
        if each.name in sources
        else each
        for each in run.entries
    )
    return played(replace(run, entries=entries), run.blocks, MACHINE)[0]


def test_forged_moves_drop_bot_or_shard(tmp_path: Path) -> None:
    run = run_of(made(tmp_path / "club"))
    # If only one bot moves differently, it may itself detect the judge: only its blocks are dropped.
    write_shard(run, imposed(run, {"anna/hare": LAST}), tmp_path / "one" / shard_name(1, 1))
    verdict, said = judged(run, tmp_path / "one")
    assert "anna/hare answers otherwise" in said
    names = [each.name for each in run.entries]
    assert [[names[at] for at in each.result.block.players] for each in verdict.blocks] == [["ben/fox", "cleo/owl"]]
    # If several bots move differently, the whole shard is dropped.
    lie = {"anna/hare": LAST, "ben/fox": SAFE}
    write_shard(run, imposed(run, lie), tmp_path / "all" / shard_name(1, 1))
    verdict, said = judged(run, tmp_path / "all")
    assert numbers(verdict) == []
    assert "several bots" in said
    assert verdict.dropped == 3


def test_two_bots_of_one_person_do_not_invalidate_shard(tmp_path: Path) -> None:
    bots = {"anna/hare": SAFE, "anna/two": LAST, "ben/fox": SAFE + "X = 1\n", "cleo/owl": LAST + "X = 1\n"}
    run = run_of(made(tmp_path / "club", bots, placing="3"))
    assert len(run.blocks) == 6
    write_shard(run, imposed(run, {"anna/hare": LAST, "anna/two": SAFE}), tmp_path / "s" / shard_name(1, 1))
    verdict, said = judged(run, tmp_path / "s")
    assert said.count("answers otherwise") == 2
    names = [each.name for each in run.entries]
    assert [[names[at] for at in each.result.block.players] for each in verdict.blocks] == [["ben/fox", "cleo/owl"]]


KNOWS = """\
import time


def move(view):
    safe = view["safe"] or [0]
    return safe[{} if time.time() > {} else 0]
"""
UNSTEADY = """\
import time


def move(view):
    safe = view["safe"] or [0]
    return safe[time.time_ns() // 1000 % len(safe)]
"""


def test_bot_that_plays_differently_for_judge_is_named(tmp_path: Path) -> None:
    bots = {"anna/hare": KNOWS.format(-1, NOW.timestamp() + 10**9), "ben/fox": LAST, "cleo/owl": UNSTEADY}
    root = made(tmp_path / "club", bots)
    run, (blocks,) = playing(root)
    write_shard(run, blocks, tmp_path / "s" / shard_name(1, 1))
    # From now on it plays differently with the same code.
    later = {"anna/hare": KNOWS.format(-1, 0)}
    entries = tuple(
        replace(each, bot=replace(each.bot, source=later.get(each.name, each.bot.source), files={}, path="x.py"))
        for each in run.entries
    )
    verdict, said = judged(replace(run, entries=entries), tmp_path / "s")
    assert "anna/hare answers otherwise" in said
    assert "each time" in said
    assert "cleo/owl" in said
    names = [each.name for each in run.entries]
    kept = [[names[at] for at in each.result.block.players] for each in verdict.blocks]
    assert ["ben/fox", "cleo/owl"] in kept
    assert not any("anna/hare" in each and "ben/fox" in each for each in kept)


def league(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    capsys.readouterr()
    done = command(["league", *words])
    found = capsys.readouterr()
    assert done == status, found.err
    return found.out + found.err


def test_season_on_one_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root, site = made(tmp_path / "club"), tmp_path / "site"
    put(root, {"zoe/<b>": SAFE})
    said = league(capsys, "run", str(root), "--out", str(site), "--workers", "2")
    assert "3 blocks count" in said
    bundle = root / "results"
    (season,) = (path.name for path in bundle.iterdir())
    assert command(["verify", str(bundle / season / "ladder-0001.zip")]) == 0
    told = json.loads((site / season / "standings.json").read_text())
    assert {each["name"] for each in told["ladder"]["standings"]} == set(BOTS)
    assert len(told["ladder"]["pairs"]) == 4 * 3
    whole = json.loads((site / "index.json").read_text())
    assert [(each["name"], each["open"]) for each in whole["seasons"]] == [(season, True)]
    assert (site / whole["seasons"][0]["standings"]).is_file()
    for each in told["games"]:
        assert loads((site / season / each["file"]).read_text()).result
    page = (site / season / "index.html").read_text()
    assert "anna/<wbr>hare" in page
    assert "<script" not in page
    assert "rank interval holds a bot's rank with 95 % confidence" in html.unescape(page)
    front = (site / "index.html").read_text()
    assert "Snake league" in front
    # The front page has the standings as well. A line may break after the person's name.
    assert "anna/<wbr>hare" in front
    feed = ElementTree.parse(site / "feed.xml").getroot()
    assert len(feed.findall("{http://www.w3.org/2005/Atom}entry")) == 1
    # Another run plays nothing, because every pair has played its maximum of blocks.
    assert "nothing is to be played" in league(capsys, "run", str(root), "--out", str(site))
    assert len(list((root / "results" / season).glob("*.zip"))) == 1
    # A changed bot is placed anew with its new code; results of the others are kept.
    put(root, {"anna/hare": SAFE + "\n\nOTHER = 1\n"})
    assert "1 blocks count" in league(capsys, "run", str(root), "--out", str(site), "--workers", "2")
    # After the deadline the secret is drawn, then the final is played to its end, and then nothing more.
    (root / "league.toml").write_text(settings(deadline=stamp(-1)))
    said = league(capsys, "run", str(root), "--out", str(site), "--workers", "2")
    assert "secret" in said
    secret = (root / "results" / season / "final.json").read_text()
    while "nothing is to be played" not in said:
        said = league(capsys, "run", str(root), "--out", str(site), "--workers", "2")
    assert (root / "results" / season / "final.json").read_text() == secret
    assert json.loads((site / season / "standings.json").read_text())["final"]["over"] is True
    assert command(["verify", str(site / season / "final.zip")]) == 0
    # A bot that changes after the deadline is reported.
    put(root, {"ben/fox": SAFE})
    assert "ben/fox" in league(capsys, "play", str(root), "--out", str(tmp_path / "shards"), status=1)
    # A folder with other files is not overwritten.
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("mine")
    assert "left as it is" in league(capsys, "publish", str(root), "--out", str(other), status=1)
    assert (other / "thesis.txt").read_text() == "mine"


NEXT = f'\n[[season]]\nname = "next"\nbegins = {stamp(-0.5)}\ndeadline = {stamp(3)}\n'


def test_final_overtaken_by_next_season_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root, site = made(tmp_path / "club"), tmp_path / "site"
    assert "final of" not in league(capsys, "run", str(root), "--out", str(site), "--workers", "2")
    (root / "league.toml").write_text(settings(deadline=stamp(-1)) + NEXT)
    assert "before next began" in league(capsys, "run", str(root), "--out", str(site), "--workers", "2")
    # As the message says, a later beginning of the next season lets the final be played.
    (root / "league.toml").write_text(settings(deadline=stamp(-1)) + NEXT.replace(stamp(-0.5), stamp(1)))
    said = league(capsys, "run", str(root), "--out", str(site), "--workers", "2")
    assert "secret" in said
    while "nothing is to be played" not in said:
        said = league(capsys, "run", str(root), "--out", str(site), "--workers", "2")
    (root / "league.toml").write_text(settings(deadline=stamp(-1)) + NEXT)
    assert "before next began" not in league(capsys, "run", str(root), "--out", str(site), "--workers", "2")


def test_run_over_its_minutes_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = made(tmp_path / "club", pair="20", placing="20")
    ticks = iter(range(0, 10**9, 40))
    monkeypatch.setattr("sandlot.league.playing.monotonic", lambda: next(ticks))
    said = league(capsys, "run", str(root), "--out", str(tmp_path / "site"), "--workers", "1")
    assert "the same command plays the rest" in said


def test_season_with_divisions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four bots in two divisions: each division has a final, and the pages show the divisions."""
    root, site = made(tmp_path / "club", {**BOTS, "dan/cat": LAST}, divisions="2"), tmp_path / "site"
    said = league(capsys, "run", str(root), "--out", str(site))
    (season,) = (path.name for path in (root / "results").iterdir())
    told = json.loads((site / season / "standings.json").read_text())
    assert (told["top"], told["divisions"]) == (2, 2)
    assert "Division" not in (site / season / "index.html").read_text()
    (root / "league.toml").write_text(settings(deadline=stamp(-1), divisions="2"))
    while "nothing is to be played" not in said:
        said = league(capsys, "run", str(root), "--out", str(site))
    final = json.loads((site / season / "standings.json").read_text())["final"]
    assert final["over"]
    assert [line["division"] for line in final["standings"]] == [1, 1, 2, 2]
    assert "Division" in (site / season / "index.html").read_text()
    assert command(["verify", str(site / season / "final.zip")]) == 0
    capsys.readouterr()
    assert command(["show", str(site / season / "final.zip")]) == 0
    assert "division" in capsys.readouterr().out


MARK = "kept_to_myself"


def code_in(site: Path) -> set[str]:
    """Return the bots whose code is in any file of a league's site, including files in archives."""
    found = set()
    for path in (path for path in site.rglob("*") if path.is_file()):
        if is_zipfile(path):
            with ZipFile(path) as archive:
                texts = [archive.read(name) for name in archive.namelist()]
        else:
            texts = [path.read_bytes()]
        for text in texts:
            assert MARK.encode() not in text, path
            # Links of challenges contain compressed code.
            for link in re.findall(rb"#c1\.[\w-]+", text):
                found.add(read_challenge(link.decode()).bot.name.removesuffix(".py"))
    return found


def test_code_is_published_only_if_settings_allow_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = f"{SAFE}\n\n{MARK} = 1\n"
    people = {"anna/hare", "ben/fox"}
    root, site = made(tmp_path / "club", dict.fromkeys(people, mine), house='["hugger"]'), tmp_path / "site"

    def published(code: str, deadline: str) -> set[str]:
        (root / "league.toml").write_text(settings(house='["hugger"]', code=f'"{code}"', deadline=deadline))
        league(capsys, "publish", str(root), "--out", str(site))
        return code_in(site)

    league(capsys, "run", str(root), "--out", str(site), "--workers", "2")
    for deadline in (stamp(2), stamp(-1)):
        assert published("always", deadline) > people
        assert not published("never", deadline) & people
    # The folder contained the code before.
    assert not published("deadline", stamp(2)) & people
    assert published("deadline", stamp(-1)) > people


def test_publisher_checks_the_judge(two: tuple[Path, Run, list[list[PlayedBlock]]], tmp_path: Path) -> None:
    _, run, shards = two
    blocks = [*shards[0], *shards[1]]
    write_run(run, blocks, tmp_path / run.file)
    assert len(checked_run(run, tmp_path / run.file)) == len(blocks)
    bad = replace(blocks[0], games=tuple(map(FORGERIES[0], blocks[0].games)))
    bad = replace(bad, result=replace(bad.result, games=tuple(game.played for game in bad.games)))
    write_shard(run, [bad], tmp_path / run.file)
    with pytest.raises(BadResults):
        checked_run(run, tmp_path / run.file)
    # The existing files stay unchanged.
    later = replace(run, blocks=run.blocks[1:], before={blocks[0].result.block.number: blocks[0].result})
    write_shard(run, blocks[1:], tmp_path / run.file)
    with pytest.raises(BadResults, match="missing"):
        checked_run(later, tmp_path / run.file)


def test_league_in_use_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = made(tmp_path / "club")
    with locked(root / "league.toml") as free:
        assert free
        assert "another command" in league(capsys, "run", str(root), status=1)


def test_seeds_depend_on_all_entered_code(tmp_path: Path) -> None:
    one, again, other = (run_of(made(tmp_path / name)) for name in ("one", "again", "other"))
    assert one.contest.json() == again.contest.json()
    put(tmp_path / "other", {"anna/hare": LAST})
    other = run_of(tmp_path / "other")
    assert {each.seed for each in one.blocks}.isdisjoint(each.seed for each in other.blocks)
    assert one.contest.secret != other.contest.secret


def result_of(number: int, pair: tuple[int, int], wins: bool) -> Result:
    games = tuple(
        Played(
            (1, 2) if wins == (order[0] == 0) else (2, 1), (0.0, 0.0), (None, None), (None, None), 9, number * 2 + at
        )
        for at, order in enumerate(orders(2))
    )
    return Result(Block(number, pair, number, orders(2)), games)


def test_uncertain_pairs_play_most() -> None:
    # 0 beats everybody, 3 loses to everybody; 1 and 2 are even. 4 is new.
    pairs = [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3)] * 12
    results = {number: result_of(number, pair, True) for number, pair in enumerate(pairs)}
    for number in range(len(results), len(results) + 12):
        results[number] = result_of(number, (1, 2), number % 2 == 0)
    found = next_pairs(5, results, 12, placing=4, most=30)
    assert len(found) == 12
    assert sum(4 in pair for pair in found) >= 4
    # A new bot meets opponents from the whole ranking.
    assert len({pair for pair in found if 4 in pair}) == 4
    assert found.count((1, 2)) > found.count((0, 3))
    assert next_pairs(5, results, 12, placing=4, most=30) == found
    assert next_pairs(1, {}, 12, 4, 30) == []
    assert len(next_pairs(3, {}, 100, 4, 5)) == 15
    everybody = next_pairs(
        3,
        {number: result_of(number, pair, True) for number, pair in enumerate([(0, 1), (0, 2), (1, 2)] * 5)},
        100,
        4,
        5,
    )
    assert everybody == []


def test_invalid_final_start_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = made(tmp_path / "club", deadline=stamp(-1))
    season = read_league(settings()).seasons[0].name
    folder = root / "results" / season
    folder.mkdir(parents=True)
    for text in ("", "[]", '{"secret": "x", "entrants": []}', "[" * 9999):
        (folder / "final.json").write_text(text)
        assert "damaged" in league(capsys, "play", str(root), status=1)
    (folder / "final.json").unlink()
    (folder / "final.json").symlink_to("/etc/hostname")
    assert command(["league", "play", str(root)]) in (1, 2)
