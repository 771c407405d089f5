"""Contests in the page's engine, without a browser: playing, summing up, writing and opening files."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fcntl", reason="the contest is played between processes")

from archives import packed
from contest_rows import records
from contests import result, stronger
from kept import BOTS, Kept, bundled, tournament
from sandlot.archive.sources import code_of, codes_in, pack
from sandlot.contest.entrants import entrants_of
from sandlot.files.bot import Bot
from sandlot.games import rules
from sandlot.jobs import Job
from sandlot.local import python_bundle
from sandlot.match.replay_file import loads
from sandlot.page.contest_files import Opened, Packing, open_bundle, pack_contest
from sandlot.page.contest_game import ContestGame, open_game
from sandlot.page.contests import Sitting, begin_contest, sit, to_page

ENTRANTS = [{"name": bot.name, "kind": bot.kind, "source": bot.source, "path": bot.path} for bot in BOTS]
PLAN = {"kind": "round-robin", "blocks": 1, "seeds": {"first": "5"}}


class Bytes(bytes):
    """Bytes as Pyodide passes them from JavaScript."""

    def to_bytes(self) -> bytes:
        return bytes(self)


def begin(**changes: Any) -> dict[str, Any]:
    spec = {"game": "snake", "entrants": ENTRANTS, "plan": PLAN, "options": {}, "clock": {}, "profile": "ab"}
    return json.loads(begin_contest(json.dumps({**spec, **changes}), []))  # type: ignore[no-any-return]


def done(job: Job[Any]) -> Any:
    while not job.over:
        job.step()
    return job.take()


def seated(kept: Kept) -> Sitting:
    """Return the contest with all its results, given in the page's form."""
    sitting = sit(json.dumps(kept.contest.json()))
    assert isinstance(sitting, Sitting)
    results = [to_page(each) for each in kept.results().values()]
    assert sitting.add(json.dumps(results), "[]") == "{}"
    return sitting


def test_withdrawal_while_the_last_round_is_under_way_changes_nothing() -> None:
    """The question may be open when the final begins. Earlier versions of the page kept such a withdrawal."""
    part = records("single-elimination", ["a", "b", "c", "d"])
    sitting = sit(part["setup"]["text"])
    assert isinstance(sitting, Sitting)
    blocks = sorted(part["blocks"], key=lambda each: each["round"])
    assert [each["round"] for each in blocks] == [0, 0, 1]
    sitting.add(json.dumps(blocks[:2]), "[]")
    finalists = blocks[2]["players"]
    # Who is out has nothing to withdraw from.
    assert json.loads(sitting.leaving("[0, 1, 2, 3]")) == [[each, 1] for each in finalists]
    sitting.add(json.dumps(blocks[2:]), "[]")
    assert sitting.leaving(json.dumps(finalists)) == "[]"
    sitting.add("[]", json.dumps([[finalists[0], 2], [finalists[1], 1]]))
    lines = json.loads(done(sitting.summary()))["standings"]
    withdrawn = {line["name"]: line["withdrawn"] for line in lines}
    assert [withdrawn["abcd"[each]] for each in finalists] == [None, 1]


def test_options_impossible_for_a_seed_are_refused() -> None:
    crowded = {"rows": 10, "columns": 10, "obstacles": 58}
    begun = begin(options=crowded, plan={"kind": "round-robin", "blocks": 2, "seeds": {"first": "5", "given": [0, 26]}})
    assert begun["problem"][0] == "contest.bad_seed"
    assert begun["problem"][1]["seed"] == "26"
    match = {"game": "snake", "players": ENTRANTS[:2], "seed": "26", "secret": "", "options": crowded, "clock": {}}
    found = open_game(json.dumps(match))
    assert isinstance(found, str)
    assert json.loads(found) == begun["problem"]


def test_contest_has_same_hashes_as_on_command_line() -> None:
    begun = begin()
    contest = json.loads(begun["text"])
    ours = entrants_of(BOTS, rules("snake"))
    assert [(each["name"], each["code"]) for each in contest["entrants"]] == [(each.name, each.code) for each in ours]
    assert begun["names"] == [each.name for each in ours]
    assert (begun["games"], begun["open"]) == (6, False)
    assert len(contest["secret"]) == 32


def test_page_is_told_whether_ties_may_add_games() -> None:
    for plan, is_open in (
        ({"kind": "single-elimination"}, True),
        ({"kind": "single-elimination", "replays": 0}, False),
        ({"kind": "double-elimination", "replays": 0}, True),
    ):
        begun = begin(plan=plan)
        sitting = sit(begun["text"])
        assert isinstance(sitting, Sitting)
        following = json.loads(sitting.next())
        assert (begun["open"], following["open"]) == (is_open, is_open)
        following_rounds = sitting.plan.schedule({}, {}).later
        assert begun["games"] == following["known"] == 2 * (len(following["blocks"]) + sum(following_rounds))


def test_page_knows_whether_contest_may_end_early() -> None:
    for plan, may_stop in (
        (PLAN, False),
        ({"kind": "series", "blocks": 5}, False),
        ({"kind": "series", "blocks": 50, "stop": {"elo": 100}}, True),
    ):
        begun = begin(plan=plan, entrants=ENTRANTS[:2])
        sitting = sit(begun["text"])
        assert isinstance(sitting, Sitting)
        assert begun["may_stop"] == json.loads(sitting.next())["may_stop"] == may_stop


def test_running_swiss_round_is_sorted_by_points_and_share() -> None:
    for plan, has_rounds in (("swiss", True), ("finals", True), ("single-elimination", False), ("round-robin", False)):
        sitting = sit(begin(plan={"kind": plan}, entrants=[*ENTRANTS, ENTRANTS[0]])["text"])
        assert isinstance(sitting, Sitting)

        def played(sitting: Sitting, at: slice) -> tuple[bool, list[tuple[float, int]]]:
            blocks = sitting.plan.schedule(sitting.results, {}).blocks[at]
            assert sitting.add(json.dumps([to_page(result(each, stronger)) for each in blocks]), "[]") == "{}"
            summary = json.loads(done(sitting.summary()))
            return summary["in_round"], [(each["points"], each["games"]) for each in summary["standings"]]

        assert not played(sitting, slice(0))[0]
        in_round, lines = played(sitting, slice(1, 2))
        assert in_round == has_rounds
        # Who has played and lost comes before those who have not played.
        assert not has_rounds or lines == [(1, 2), (0, 2), (0, 0), (0, 0)]
        assert not played(sitting, slice(1))[0], "between two rounds the places hold"


def test_entrants_of_one_name_are_numbered() -> None:
    assert begin(entrants=[*ENTRANTS[:2], ENTRANTS[0]])["names"] == ["goes 1", "四海", "goes 2"]
    house = [{"name": "cautious", "kind": "house", "source": "", "path": ""}] * 2
    assert begin(entrants=house)["names"] == ["cautious 1", "cautious 2"]


def test_bundle_hash_depends_on_all_files() -> None:
    spec = {"game": "snake", "entrants": ENTRANTS, "plan": PLAN, "options": {}, "clock": {}, "profile": ""}

    def code(content: bytes) -> str:
        files = [(1, "__main__.py", Bytes(b"x")), (1, "data.txt", Bytes(content))]
        begun = json.loads(begin_contest(json.dumps(spec), files))
        return str(json.loads(begun["text"])["entrants"][1]["code"])

    assert code(b"1") == code(b"1") != code(b"2")


def code_of_files(files: dict[str, bytes], main: str) -> str:
    """Return the hash that the page computes for a bot of these files."""
    entrants = [{**each, "path": main} for each in ENTRANTS]
    spec = {"game": "snake", "entrants": entrants, "plan": PLAN, "options": {}, "clock": {}, "profile": ""}
    given = [(1, path, Bytes(content)) for path, content in files.items()]
    return str(json.loads(json.loads(begin_contest(json.dumps(spec), given))["text"])["entrants"][1]["code"])


TWO = {"a.py": b"import b\n", "b.py": b"import a\n"}


def test_bundle_hash_depends_on_the_main_file() -> None:
    assert code_of_files(TWO, "a.py") != code_of_files(TWO, "b.py")
    usual = {**TWO, "__main__.py": b""}
    assert code_of_files(usual, "a.py") != code_of_files(usual, "__main__.py")


@pytest.mark.parametrize("files", [{**TWO, "__main__.py": b""}, {"bot.py": b"", "data/b.py": b"", "c.txt": b""}])
def test_bundle_hash_is_equal_for_zip_folder_and_page(files: dict[str, bytes], tmp_path: Path) -> None:
    for path, content in files.items():
        (tmp_path / "bot" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "bot" / path).write_bytes(content)
    (tmp_path / "bot.zip").write_bytes(packed(files))
    bots = [python_bundle(tmp_path / name) for name in ("bot", "bot.zip")]
    hashes = {each.code for each in entrants_of(bots, rules("snake"))}
    assert hashes == {code_of_files(files, bots[0].path)}
    # The hash has not changed since before the main file was part of it: older games still belong to this bot.
    digest = hashlib.sha256(f"{rules('snake')}\ncode\n".encode())
    for path, content in sorted(files.items()):
        digest.update(f"{len(path)} {len(content)} {path}\n".encode() + content)
    assert hashes == {digest.hexdigest()[:32]}


def test_source_also_matches_the_older_hash_without_main_file() -> None:
    bot = Bot("a", "code", "import b\n", "a.py", (), TWO)
    now, before = codes_in(pack(bot), "rules")
    assert now == code_of(bot, "rules") != before
    assert codes_in(pack(replace(bot, path="b.py")), "rules")[1] == before
    assert codes_in(pack(replace(bot, command=("a",))), "rules") == ()
    assert codes_in(b"no bot", "rules") == ("",)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"plan": {"kind": "swiss", "rounds": 9}}, "series.too_many_rounds"),
        ({"plan": {"kind": "no such"}}, "series.unknown_kind"),
        ({"plan": {"kind": "series"}}, "series.too_many"),
        ({"plan": {**PLAN, "seeds": {"first": "99999999999999999999"}}}, "series.seeds"),
        ({"plan": {**PLAN, "seeds": {"first": "x"}}}, "series.seeds"),
        ({"plan": {"kind": "free-for-all", "players": 3, "rounds": 1}}, "contest.players"),
        ({"options": {"rows": 0}}, None),
        ({"options": {"map": "010"}}, "snake.option.map_length"),
        ({"options": {"rows": 4, "columns": 4, "obstacles": 300}}, "snake.option.obstacles"),
        ({"clock": {"move": -1}}, "contest.bad_field"),
        ({"entrants": [*ENTRANTS, {"name": "p", "kind": "program", "source": "", "path": ""}]}, "contest.no_programs"),
        ({"entrants": [*ENTRANTS, {"name": "nobody", "kind": "house", "source": "", "path": ""}]}, "contest.bad_field"),
    ],
)
def test_invalid_contest_is_refused_with_message(changes: dict[str, Any], problem: str | None) -> None:
    found = begin(**changes)["problem"][0]
    assert problem is None or found == problem


def test_seeds_are_strings_which_javascript_does_not_round() -> None:
    begun = begin(plan={**PLAN, "seeds": {"first": 1, "given": ["9007199254740991"]}})
    sitting = sit(begun["text"])
    assert isinstance(sitting, Sitting)
    block = json.loads(sitting.next())["blocks"][0]
    assert block["seed"] == "9007199254740991"
    assert len(block["secret"]) == 32


def answered(game: ContestGame, replay: Any) -> dict[str, Any]:
    """Give the game the recorded answers of a replay; return its end."""
    game.requests()
    game.think(False)
    for turn in replay["turns"]:
        by_player = {each["player"]: each for each in turn}
        for request in game.match.batch.requests:
            recorded = by_player[request.player]
            names = ("reply", "running", "fault", "why", "trace")
            said = json.dumps({name: recorded[name] for name in names if name in recorded})
            more = {name: recorded[name] for name in ("ms", "output") if name in recorded}
            game.take(request.player, json.dumps({"said": said, **more}))
        end = json.loads(game.answer())
    return end  # type: ignore[no-any-return]


def test_a_game_ends_as_it_does_on_the_command_line() -> None:
    kept = tournament()
    sitting = seated(kept)
    plan = json.loads(sit(json.dumps(kept.contest.json())).next())  # type: ignore[union-attr]
    for block in plan["blocks"]:
        for number, order in enumerate(block["orders"]):
            seats = [kept.contest.entrants[block["players"][place]] for place in order]
            players = [{"name": each.name, "kind": each.kind} for each in seats]
            config = {"game": "snake", "players": players, "options": plan["options"], "clock": plan["clock"]}
            game = open_game(json.dumps({**config, "seed": block["seed"], "secret": block["secret"]}))
            assert isinstance(game, ContestGame)
            text = kept.replay(block["number"], number)
            assert text is not None
            end = answered(game, json.loads(text))
            result = to_page(sitting.results[block["number"]])
            assert end["played"] == json.loads(json.dumps(result))["games"][number]
            theirs = [each.json() for each in kept.games[block["number"]][1][number].reports]
            assert end["reports"] == json.loads(json.dumps(theirs))
            played = zlib.decompress(game.packed()).decode()
            assert loads(played).result == loads(text).result
            why = done(sitting.verify(block["number"], number, played, json.dumps(end["reports"])))
            assert why == "null"


def test_the_summary_has_what_the_page_shows() -> None:
    summary = json.loads(done(seated(tournament()).summary()))
    assert summary["over"]
    assert summary["games"] == 6
    assert len(summary["standings"]) == 3
    assert len(summary["cross"]) == 3
    assert all(isinstance(each["seed"], str) for each in summary["seeds"])
    assert {each["what"] for each in summary["reasons"]} == {"loss", "fault"}
    assert (summary["answer"], summary["elo"], summary["test"], summary["beats"]) == (None, None, None, None)
    assert summary["word"]["word"] == "won"
    assert summary["word"]["names"] == [each["name"] for each in summary["standings"] if each["place"] == 1]


def test_series_summary_has_likelihood_ratios_after_each_block() -> None:
    plan = {"kind": "series", "blocks": 100, "stop": {"elo": 100}, "seeds": {"first": 1}}
    sitting = sit(begin(entrants=ENTRANTS[:2], plan=plan)["text"])
    assert isinstance(sitting, Sitting)
    played = {"places": [1, 2], "scores": [1, 0], "faults": [None, None], "reasons": [None, None], "turns": 3}
    other = {**played, "places": [2, 1], "scores": [0, 1]}
    blocks = json.loads(sitting.next())["blocks"][:2]
    results = [{name: each[name] for name in each if name != "secret"} | {"games": [played, other]} for each in blocks]
    assert sitting.add(json.dumps(results), "[]") == "{}"
    summary = json.loads(done(sitting.summary()))
    test = summary["test"]
    assert len(test["ratios"]) == len(test["against"]) == 2
    assert test["lower"] < test["against"][1] < 0 < test["ratios"][0] < test["ratios"][1] < test["upper"]
    assert summary["answer"][0] == "series.ahead", "nobody is better before the end"
    assert summary["elo"] == ["series.all_won", {"name": "goes"}], "four games are too few for a difference in Elo"
    assert summary["word"] == {"word": "ahead", "names": ["goes"], "percent": 100, "games": 4, "margin": "100"}
    assert summary["beats"] is None, "it is too short for the ladder"


@pytest.mark.parametrize("results", ["[1]", "[{}]", "{", '[{"number": 0}]', "[null]"])
def test_malformed_results_are_refused(results: str) -> None:
    sitting = sit(begin()["text"])
    assert isinstance(sitting, Sitting)
    assert "problem" in json.loads(sitting.add(results, "[]"))
    assert not sitting.results


# The contest file


def packing(kept: Kept, *, sources: bool) -> bytes:
    reports = [[block, game, reports] for block, game, reports in kept.fault_reports()]
    config = {"entrants": ENTRANTS, "voids": [], "reports": reports, "sources": sources}
    found = done(pack_contest(seated(kept), json.dumps(config), []))
    assert isinstance(found, Packing)
    while wanted := json.loads(found.wanted()):
        replays = [Bytes(zlib.compress((kept.replay(*place) or "").encode())) for place in wanted]
        assert found.add(replays) == "null"
    return found.take()


@pytest.mark.parametrize("sources", [False, True])
def test_the_page_writes_the_file_that_the_command_line_writes(sources: bool) -> None:
    assert packing(tournament(), sources=sources) == bundled(tournament(), sources=sources)


def test_damaged_replay_ends_packing_with_message() -> None:
    config = {"entrants": ENTRANTS, "voids": [], "reports": [], "sources": False}
    found = done(pack_contest(seated(tournament()), json.dumps(config), []))
    assert isinstance(found, Packing)
    broken = [Bytes(b"x")] * len(json.loads(found.wanted()))
    assert json.loads(found.add(broken))[0] == "contest.damaged"
    found.close()


def opened(data: bytes, tmp_path: Path) -> Any:
    path = tmp_path / "contest.zip"
    path.write_bytes(data)
    return done(open_bundle(str(path)))


def test_file_of_the_command_line_opens_and_its_games_verify(tmp_path: Path) -> None:
    kept = tournament()
    found = opened(bundled(kept, sources=True), tmp_path)
    assert isinstance(found, Opened)
    head = json.loads(found.head())
    assert (head["games"], head["blocks"], head["over"], head["sources"]) == (6, 3, True, True)
    assert (head["problems"], head["notes"], head["differs"]) == ([], [["contest.claimed_names", {}]], None)
    assert json.loads(found.bot(0))["source"] == BOTS[0].source
    sitting = sit(head["text"])
    assert isinstance(sitting, Sitting)
    blocks = json.loads(found.blocks(0, 2))["blocks"] + json.loads(found.blocks(2, 2))["blocks"]
    sitting.add(json.dumps([each["result"] for each in blocks]), "[]")
    for each in blocks:
        for number, game in enumerate(each["games"]):
            work = sitting.verify(each["result"]["number"], number, game["replay"], json.dumps(game["reports"]))
            assert done(work) == "null"
    found.close()


def test_file_of_a_stopped_contest_knows_how_many_games_it_lacks(tmp_path: Path) -> None:
    kept = tournament()
    part = replace(kept, games={0: kept.games[0], 1: kept.games[1]})
    found = opened(bundled(part, finished=False), tmp_path)
    head = json.loads(found.head())
    assert (head["games"], head["known"], head["over"], head["open"]) == (4, 6, False, False)
    assert head["notes"][0] == ["contest.unfinished", {"count": 2}]
    found.close()


def test_large_blocks_come_in_smaller_portions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = opened(bundled(tournament()), tmp_path)
    whole = json.loads(found.blocks(0, 3))["blocks"]
    assert len(whole) == 3
    monkeypatch.setattr("sandlot.page.contest_files.ENOUGH", len(json.dumps(whole[0])) + 1)
    assert json.loads(found.blocks(0, 3))["blocks"] == whole[:2]
    monkeypatch.setattr("sandlot.page.contest_files.ENOUGH", 0)
    assert json.loads(found.blocks(0, 3))["blocks"] == whole[:1]
    found.close()


def lying(change: Any) -> bytes:
    """Return the contest file with its blocks changed by `change`."""
    with zipfile.ZipFile(io.BytesIO(bundled(tournament()))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    whole = json.loads(files["blocks.json"])
    change(whole)
    files["blocks.json"] = json.dumps(whole).encode()
    return packed(files)


def test_false_result_in_a_file_is_reported(tmp_path: Path) -> None:
    def other(whole: Any) -> None:
        game = whole["blocks"][0]["games"][0]
        game["places"] = game["places"][::-1]

    found = opened(lying(other), tmp_path)
    head = json.loads(found.head())
    assert head["problems"] == []
    assert head["differs"][0] == "contest.other_standings"
    block = json.loads(found.blocks(0, 1))["blocks"][0]
    sitting = sit(head["text"])
    assert isinstance(sitting, Sitting)
    sitting.add(json.dumps([block["result"]]), "[]")
    game = block["games"][0]
    why = done(sitting.verify(0, 0, game["replay"], json.dumps(game["reports"])))
    assert json.loads(why)[0] == "contest.other_result"
    found.close()


@pytest.mark.parametrize(
    "other",
    [5, {"files": None}, {"path": {}}, {"files": {"helper.py": ""}, "path": "main.py"}, {"source": "'\ud800'"}],
    ids=["no object", "no files", "no path", "a path without a file", "half a character"],
)
def test_malformed_source_is_reported_and_withheld_from_the_page(other: Any, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(bundled(tournament(), sources=True))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    bot = json.loads(files["bots/001.json"])
    files["bots/001.json"] = json.dumps({**bot, **other} if isinstance(other, dict) else other).encode()
    found = opened(packed(files), tmp_path)
    assert isinstance(found, Opened)
    assert [each[0] for each in json.loads(found.head())["problems"]] == ["contest.other_source"]
    assert json.loads(found.bot(0))["name"] == BOTS[0].name
    assert found.bot(1) == "null"
    found.close()


def test_shown_main_file_is_the_one_that_was_hashed(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(bundled(tournament(), sources=True))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    bot = json.loads(files["bots/001.json"])
    bot |= {"path": "__main__.py", "files": {"__main__.py": base64.b64encode(b"played = 1\n").decode()}}
    files["bots/001.json"] = json.dumps({**bot, "source": "shown = 1\n"}).encode()
    found = opened(packed(files), tmp_path)
    assert json.loads(found.bot(1))["source"] == "played = 1\n"
    found.close()


def test_sources_over_the_limit_are_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(io.BytesIO(bundled(tournament(), sources=True))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    most = sum(len(data) for name, data in files.items() if name.startswith("bots/"))
    monkeypatch.setattr("sandlot.page.contest_files.MOST_SOURCES", most)
    found = opened(packed(files), tmp_path)
    assert json.loads(found.head())["sources"]
    found.close()
    # One byte more than the limit: the invalid JSON is not even parsed.
    files["bots/001.json"] = b"[" * (len(files["bots/001.json"]) + 1)
    found = opened(packed(files), tmp_path)
    head = json.loads(found.head())
    found.close()
    assert (head["sources"], head["problems"]) == (False, [])
    assert [each[0] for each in head["notes"]] == ["contest.claimed", "contest.sources_size"]
    assert head["games"] == 6


def test_name_with_a_lone_surrogate_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(bundled(tournament()))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files["contest.json"] = files["contest.json"].replace(b'"goes"', b'"g\\ud83d"')
    assert json.loads(opened(packed(files), tmp_path))[0] == "contest.bad_field"


@pytest.mark.parametrize("options", [{"obstacles": 21}, {"map": "x"}])
def test_contest_whose_games_cannot_begin_is_refused(options: dict[str, Any], tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(bundled(tournament()))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    contest = json.loads(files["contest.json"])
    contest["options"] |= options
    text = json.dumps(contest)
    found = json.loads(opened(packed({**files, "contest.json": text.encode()}), tmp_path))
    assert (found[0], json.loads(sit(text))[0]) == ("contest.bad_seed", "contest.bad_seed")  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [b"", b"PK", bundled(tournament())[:-40], packed({"a": b"b"})])
def test_file_that_is_no_contest_is_refused_with_message(data: bytes, tmp_path: Path) -> None:
    assert json.loads(opened(data, tmp_path))[0].startswith("contest.")
