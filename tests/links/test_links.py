"""Links to matches: writing and reading, their length, and texts that are not links."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sandlot import page
from sandlot.cli.main import command
from sandlot.clock import Clock
from sandlot.games import GAMES, rules
from sandlot.jobs import Job, Refused
from sandlot.links import LONGEST_ADDRESS, LONGEST_SOURCE, BadLink, link, unlink
from sandlot.links.matches import BadColumn, Reader, varint, write_column
from sandlot.links.packing import deflated, fragment_of, inflated
from sandlot.match.parts import Finish, Match, Player, Response, Setup
from sandlot.match.referee import play
from sandlot.match.replay import Replay, result_json, verify
from sandlot.match.replay_file import dumps, loads
from sandlot.messages import message, render
from sandlot.page.address import address as address_of
from sandlot_build.in_place import play_in_place

KEPT = json.loads((Path(__file__).parent / "links.json").read_text(encoding="utf-8"))
"""Links of every version, with the hash of the replay in each. They must stay readable."""


def played(game: str, bots: tuple[str, str], seed: int, options: dict[str, Any] | None = None) -> Replay:
    """Play a match of house bots; the replay contains no times."""
    players = tuple(Player(name, "house") for name in bots)
    replay = Replay(Setup(GAMES[game], players, seed, options or {}))
    finish = play_in_place(replay.setup, lambda batch, answers: replay.add(batch, answers))
    replay.result = json.loads(json.dumps({**finish.outcome.json(), "turns": finish.turns}))
    return replay


MATCHES: dict[str, Callable[[], Replay]] = {
    "tank": lambda: played("tank", ("hunter", "random"), 4),
    "snake": lambda: played("snake", ("surveyor", "cautious"), 4),
    "planes": lambda: played("planes", ("entropy", "entropy"), 4),
    "generals": lambda: played("generals", ("greedy", "random"), 4, {"max_rounds": 60}),
}


@pytest.mark.parametrize("game", MATCHES)
def test_match_link_round_trip(game: str) -> None:
    replay = MATCHES[game]()
    found = unlink("https://example.org/sandlot/" + link(replay, 3, 1))
    assert (found.same_rules, found.turn, found.eyes) == (True, 3, 1)
    assert verify(found.replay) is None
    assert found.replay.result == replay.result
    assert found.replay.setup == loads(dumps(replay)).setup
    assert _replies(found.replay) == _replies(replay)
    assert link(found.replay) == link(replay)


def _replies(replay: Replay) -> list[dict[int, str]]:
    return [{player: answer.reply for player, answer in turn.items()} for turn in replay.turns]


def test_link_lengths() -> None:
    """The lengths that static/guide/links.md promises. Random moves give the longest links."""
    rng = Random(1)
    tank = played("tank", ("hunter", "hunter"), 1)
    tank.turns = tank.turns[:1] + [
        {player: Response(f"[{rng.randint(-1, 7)}, {rng.randint(-1, 7)}]") for player in (0, 1)} for _ in range(100)
    ]
    assert len(link(tank)) <= 1500
    duel = played("generals", ("random", "random"), 2, {"max_rounds": 1000})
    assert len(duel.turns) > 1900
    assert len(link(duel)) <= 12_000
    # Compare with gzip -9 of the same replays, which have no times. The benchmark compares replays with times.
    for match in MATCHES.values():
        replay = match()
        assert len(link(replay)) <= 0.6 * len(gzip.compress(dumps(replay).encode(), 9))


#: Unusual replies, which a link must keep exactly.
ODD = [
    "", "0", "-0", "007", "-12", "1e5", "1.50", "12345678901234567890", "[1, -2, 3]", "[1,-2,3]", '{"a": [1, 2]}',
    "щ中\u2028\x00 5", "9" * 500, "[" + ", ".join(map(str, range(60))) + "]", " 5", "5 ", "--5", "5-5",
]  # fmt: skip


def test_any_reply_round_trip() -> None:
    replay = played("snake", ("cautious", "cautious"), 1)
    replay.turns += [{0: Response(one), 1: Response(other)} for one in ODD for other in ODD]
    replay.turns += [{0: Response(f"form {'x' * number} {number}")} for number in range(300)]
    assert _replies(unlink(link(replay)).replay) == _replies(replay)


def matches() -> st.SearchStrategy[Replay]:
    """Invented matches, with any seed and names, whose players answer anything in any order."""
    numbers = st.integers(-(10**12), 10**12)
    text = st.text(st.characters(codec="utf-8"), max_size=20)
    reply = st.one_of(
        text, numbers.map(str), st.tuples(numbers, numbers).map(lambda two: f"[{two[0]}, {two[1]}]"), st.just("")
    )
    fault = st.sampled_from(["timeout", "crash"])
    answer = st.one_of(reply.map(Response), fault.map(lambda each: Response(fault=each, milliseconds=5)))
    turns = st.lists(st.dictionaries(st.integers(0, 1), answer, min_size=1), max_size=12)
    name = text.filter(str.strip)

    def made(game: str, seed: int, names: list[str], turns: list[dict[int, Response]]) -> Replay:
        replay = Replay(Setup(GAMES[game], tuple(Player(each, "code") for each in names), seed))
        replay.turns += turns
        return replay

    names = st.lists(name, min_size=2, max_size=2)
    return st.builds(made, st.sampled_from(list(MATCHES)), st.integers(0, 2**64 - 1), names, turns)


MADE: dict[str, str] = {}
"""The replay files and links of some invented matches."""


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(matches())
def test_any_match_round_trip(replay: Replay) -> None:
    made = link(replay)
    found = unlink(made).replay
    assert found.setup == loads(dumps(replay)).setup
    assert _replies(found) == _replies(replay)
    assert [[answer.fault for answer in turn.values()] for turn in found.turns] == [
        [answer.fault for answer in turn.values()] for turn in replay.turns
    ]
    assert link(found) == made
    MADE[dumps(replay)] = made


@pytest.mark.slow
def test_pyodide_makes_same_link() -> None:
    if not MADE:
        test_any_match_round_trip()
    for game in ("tank", "generals"):
        replay = MATCHES[game]()
        MADE[dumps(replay)] = link(replay)
    script = Path(__file__).with_name("in_pyodide.ts")
    command = ["node", "--import", "tsx", script]
    done = subprocess.run(command, input=json.dumps(list(MADE)), text=True, capture_output=True, check=True)
    assert json.loads(done.stdout) == list(MADE.values())


def test_link_keeps_faults_and_errors_but_no_output_tracebacks_or_steps() -> None:
    replay = played("snake", ("cautious", "cautious"), 1)
    trace = {"error": "NameError: x", "line": 3, "traceback": "secret"}
    replay.turns[-1][0] = Response("5", 1234.5, "timeout", output=(("out", "secret"),), trace=trace, steps=7)
    replay.turns[-2][1] = Response("1", 12.5, output=(("out", "secret"),), steps=5)
    found = unlink(link(replay)).replay
    assert found.turns[-1][0] == Response("5", 1234.5, "timeout", trace={"error": "NameError: x"}, steps=7)
    assert found.turns[-2][1] == Response("1", 0)


TRACE = {"error": "IndexError: list index out of range", "line": 3, "traceback": "secret"}
CLOCKS = {
    "times": Clock(),
    "bank": Clock(first=100, move=100, bank=3000, increment=5),
    "steps": Clock(steps=10_000),
}
#: What becomes of an answer: by the answer, the limit of its time in milliseconds, and its limit of steps.
FAULTS: dict[str, Callable[[Response, float, int], Response]] = {
    "none": lambda answer, budget, steps: answer,
    "crash": lambda answer, budget, steps: replace(answer, fault="crash", trace=TRACE),
    "crash with reason": lambda answer, budget, steps: replace(answer, fault="crash", why=message("fault.memory")),
    "no answer": lambda answer, budget, steps: replace(answer, fault="timeout", milliseconds=budget + 5),
    "interrupted": lambda answer, budget, steps: replace(answer, fault="timeout", trace=TRACE),
    "late": lambda answer, budget, steps: replace(answer, milliseconds=budget + 5),
    "too many steps": lambda answer, budget, steps: replace(answer, steps=steps + 5),
    "ended for its steps": lambda answer, budget, steps: replace(answer, fault="timeout", why=message("fault.steps")),
    "unreadable": lambda answer, budget, steps: replace(answer, reply="[[["),
    "refused": lambda answer, budget, steps: replace(answer, fault="invalid", trace=TRACE),
}


@pytest.mark.parametrize("game", MATCHES)
@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("fault", FAULTS)
def test_match_ends_alike_when_its_link_is_played_again(game: str, clock: str, fault: str) -> None:
    """Whatever a bot does, a link must not be called false: the fault, its sentence, and what the clock has left."""
    random = Random(f"{game} {clock} {fault}")
    for _ in range(3):
        replay = faulty(game, CLOCKS[clock], FAULTS[fault], random)
        found = unlink(link(replay)).replay
        assert (verify(replay), verify(found)) == (None, None)
        assert found.result == replay.result
        assert link(found) == link(replay)


def test_times_without_a_fault_take_no_room() -> None:
    replay = faulty("generals", GAMES["generals"].clock, FAULTS["none"], Random(1))
    short = link(replay)
    assert any(answer.milliseconds for turn in replay.turns for answer in turn.values())
    replay.turns = [{k: replace(answer, milliseconds=0) for k, answer in turn.items()} for turn in replay.turns]
    assert link(replay) == short


def faulty(game: str, clock: Clock, fault: Callable[[Response, float, int], Response], random: Random) -> Replay:
    """Return a match in which every answer of one bot goes wrong from some turn on."""
    recorded = MATCHES[game]()
    players = tuple(Player(each.name, "code") for each in recorded.setup.players)
    replay = Replay(replace(recorded.setup, players=players, clock=clock))
    match, first, player = Match(play(replay.setup)), random.randrange(8), random.randrange(2)
    overtime = 1.2 * clock.move if clock.bank else 7
    for number, turn in enumerate(recorded.turns):
        before, answers = match.batch, []
        for request in before.requests:
            steps = random.randrange(1, clock.steps) if clock.steps and request.stage == "move" else None
            answer = replace(turn[request.player], milliseconds=random.choice([3, overtime]), steps=steps)
            goes_wrong = number >= first and request.player == player
            answers.append(fault(answer, request.budget or 0, clock.steps) if goes_wrong else answer)
        now = match.answer(answers)
        replay.add(before, now.answers)
        if isinstance(now, Finish):
            replay.result = result_json(now)
            return replay
    raise AssertionError("the recorded match has more turns")


SOURCES = {1: "def move(view):\n    return 1  # щ中\n", 0: ""}


def own(game: str) -> Replay:
    """Return a match of two bots that are not house bots."""
    replay = MATCHES[game]()
    players = tuple(Player(f"bot {number}.py", "code") for number in range(len(replay.setup.players)))
    replay.setup = replace(replay.setup, players=players)
    return replay


def test_link_may_contain_programs() -> None:
    replay = own("snake")
    with_them = link(replay, sources=SOURCES)
    assert unlink(with_them).sources == SOURCES
    assert dumps(unlink(with_them).replay) == dumps(unlink(link(replay)).replay)
    assert unlink(link(replay)).sources == {}


@pytest.mark.parametrize("number", range(len(KEPT)))
def test_links_without_programs_keep_their_bytes(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    address, _ = KEPT[number]
    found = unlink(address)
    # Use the link's own rules hash, because the rules may have changed. Compare unpacked data, because other versions
    # of zlib pack differently.
    monkeypatch.setattr("sandlot.links.matches.rules", lambda name: found.rules)
    assert _inside(link(found.replay)) == _inside(address)


@pytest.mark.parametrize("sources", [{}, SOURCES])
def test_page_and_command_line_make_same_link(sources: dict[int, str]) -> None:
    replay = own("tank")
    wanted = {"turn": 7, "eyes": 1, "sources": sources}
    made = json.loads(_done(address_of(dumps(replay), json.dumps(wanted))))
    assert made["link"] + made["turn"] + made["eyes"] == link(replay, 7, 1, sources)
    assert made["link"] == link(replay, sources=sources)
    nothing = json.loads(_done(address_of(dumps(replay), json.dumps({"turn": None, "eyes": None, "sources": {}}))))
    assert nothing["turn"] + nothing["eyes"] == ""
    opened = json.loads(page.open_replay(link(replay, 7, 1, sources)))
    assert (opened["turn"], opened["eyes"]) == (7, 1)
    assert opened["sources"] == {str(player): source for player, source in sources.items()}


def _done(job: Job[str]) -> str:
    while not job.over:
        job.step()
    return job.take() or ""


@pytest.mark.parametrize("text", ["", "{}", "x" * 100])
def test_non_replay_has_no_link(text: str) -> None:
    wanted = json.dumps({"turn": None, "eyes": None, "sources": {}})
    assert _problem(address_of(text, wanted))[0].startswith("replay.")
    bad = json.dumps({"turn": None, "eyes": None, "sources": {"5": "x"}})
    assert _problem(address_of(dumps(own("tank")), bad))[0] == "link.bad_source"


def _problem(job: Job[str]) -> list[Any]:
    name, params = json.loads(_done(job))["problem"]
    return [name, params]


@pytest.mark.parametrize("sources", [{2: "x"}, {-1: "x"}, {0: "x" * (LONGEST_SOURCE + 1)}, {0: "\ud800"}])
def test_programs_are_not_linked_by_default(sources: dict[int, str]) -> None:
    with pytest.raises(BadLink):
        link(own("snake"), sources=sources)


def test_link_with_program_of_house_bot_is_refused() -> None:
    with pytest.raises(BadLink):
        link(MATCHES["snake"](), sources={0: "x"})


def test_other_rules_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = MATCHES["snake"]()
    address = link(replay)
    assert rules("snake").encode() in _inside(address)
    monkeypatch.setattr("sandlot.links.matches.rules", lambda name: "0" * 16)
    assert not unlink(address).same_rules


def _inside(address: str) -> bytes:
    return inflated(fragment_of(address))


def _address(unpacked: bytes) -> str:
    return deflated("v", unpacked)


@pytest.mark.parametrize("number", range(len(KEPT)))
def test_links_of_every_version_stay_readable(number: int) -> None:
    address, expected = KEPT[number]
    assert _replies(unlink(address).replay) == [{int(k): reply for k, reply in turn.items()} for turn in expected]


def _changed(**changes: Any) -> str:
    unpacked = _inside(link(MATCHES["tank"]()))
    reader = Reader(unpacked)
    shape = json.loads(reader.take(reader.varint()))
    rest = unpacked[len(unpacked) - len(_columns(unpacked)) :]
    text = json.dumps({**shape, **changes}).encode()
    return _address(varint(len(text)) + text + rest)


def _with(sources: Any) -> str:
    """Return a link to a match of two bots that are not house bots, with `sources` in place of their programs."""
    unpacked = _inside(link(own("tank")))
    reader = Reader(unpacked)
    text = json.dumps({**json.loads(reader.take(reader.varint())), "sources": sources}).encode()
    return _address(varint(len(text)) + text + _columns(unpacked))


def _zeros(count: int) -> bytes:
    """Return a column of zeros as `write_column` writes it, which would take a second for the longest one here."""
    return bytes(1 + count)


def _columns(unpacked: bytes) -> bytes:
    reader = Reader(unpacked)
    text = reader.take(reader.varint())
    return unpacked[unpacked.index(text) + len(text) :]


GOOD = link(played("tank", ("hunter", "random"), 4))
BAD = {
    "nothing": "",
    "another address": "https://example.org/sandlot/#game=tank",
    "another alphabet": "#v2.AAAA+/==",
    "a new version": "#v3." + GOOD[4:],
    "version 0": "#v0." + GOOD[4:],
    "no version": "#v." + GOOD[4:],
    "cut short": GOOD[:-9],
    "cut in its head": GOOD[:40],
    "something after it": GOOD + "AAAA",
    "no deflate": "#v2." + "A" * 50,
    "too long": "#v2." + "A" * LONGEST_ADDRESS,
    "an empty body": _address(b""),
    "a head that ends early": _address(varint(100) + b"{}"),
    "a head that is no object": _address(varint(2) + b"[]"),
    "no JSON": _address(varint(2) + b"{]"),
    "deep JSON": _address(varint(400) + b"[" * 200 + b"]" * 200),
    "bytes after the columns": _address(_inside(GOOD) + b"x"),
    "no tables": _changed(tables=None),
    "tables of another shape": _changed(tables=[[["x"]], [["a"]], [{}]]),
    "a form without pieces": _changed(tables=[[[0, 1]], [[]], [{}]]),
    "an answer that names its player": _changed(tables=[[[0, 1]], [["a"]], [{"player": 1}]]),
    "too few forms": _changed(tables=[[[0, 1]], [["a"]], [{}]]),
    "a player twice": _changed(tables=[[[0, 0]], [["module"], ["[", ", ", "]"]], [{}]]),
    "a game that is none": _changed(head={"format": "sandlot-replay", "version": 1, "game": "chess"}),
    "a head that is no replay's": _changed(head={}),
    "programs of a house bot": _changed(sources={"0": "x"}),
    "programs that are a list": _with(["x"]),
    "a program that is no text": _with({"0": 5}),
    "a program of nobody": _with({"7": "x"}),
    "a program of a player that is no number": _with({"x": "x"}),
    "a program with half a character": _with({"0": "\ud800"}),
    "a program that is too long": _with({"0": "x" * (LONGEST_SOURCE + 1)}),
    "a bomb of zeros": _address(b"\0" * 2**26),
    "a bomb of one long form": _address(
        (lambda text: varint(len(text)) + text)(
            json.dumps({"head": {}, "tables": [[[0]], [["x" * 10**6]], [{}]]}).encode()
        )
        + varint(10**5) + 3 * _zeros(10**5)
    ),
    "a bomb of one long table entry": _address(
        (lambda text: varint(len(text)) + text)(
            json.dumps({"head": {}, "tables": [[[0]], [["x"]], [{"why": "x" * 10**4}]]}).encode()
        )
        + varint(10**6) + 3 * _zeros(10**6)
    ),
    "a bomb of turns without answers": _address(
        (lambda text: varint(len(text)) + text)(json.dumps({"head": {}, "tables": [[[]], [], []]}).encode())
        + varint(10**7) + _zeros(10**7)
    ),
    "a bomb of numbers": _address(
        (lambda text: varint(len(text)) + text)(
            json.dumps({"head": {}, "tables": [[[0]], [[""] * 41], [{}]]}).encode()
        )
        + varint(2 * 10**5) + 3 * _zeros(2 * 10**5) + 40 * _zeros(2 * 10**5)
    ),
    "a bomb of players": _address(
        (lambda text: varint(len(text)) + text)(
            json.dumps({"head": {}, "tables": [[list(range(64))], [["x"]], [{}]]}).encode()
        )
        + varint(10**6) + _zeros(10**6)
    ),
}  # fmt: skip


def test_zero_column_round_trip() -> None:
    assert _zeros(1000) == write_column([0] * 1000)


def test_small_link_expands_to_bounded_memory() -> None:
    address = BAD["a bomb of one long table entry"]
    assert len(address) < 20_000
    tracemalloc.start()
    with pytest.raises(Refused):
        unlink(address)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 150 * 2**20


@pytest.mark.parametrize(
    "turns",
    [
        lambda: [{0: Response(json.dumps({"response": 1, "data": ["x" * 100_000, number]}))} for number in range(180)],
        lambda: [{0: Response("".join(Random(number).choices("abcdefghij", k=200_000)))} for number in range(20)],
    ],
    ids=["much when unpacked", "a long address"],
)
def test_oversized_link_is_refused_when_made(turns: Callable[[], list[dict[int, Response]]]) -> None:
    replay = played("snake", ("cautious", "cautious"), 1)
    replay.turns += turns()
    with pytest.raises(BadLink) as refused:
        link(replay)
    assert refused.value.text.id == "link.match_too_much"


def test_match_of_many_players_has_link() -> None:
    players = tuple(Player(str(number)) for number in range(66))
    replay = Replay(Setup(GAMES["generals"], players, 1))
    replay.turns = [dict.fromkeys(range(66), Response("module"))]
    assert unlink(link(replay)).replay.turns == replay.turns


@pytest.mark.parametrize("name", BAD)
def test_invalid_link_gives_message(name: str) -> None:
    with pytest.raises(Refused) as refused:
        unlink(BAD[name])
    assert render(refused.value.text, language="en")


def test_damaged_link_gives_message() -> None:
    """3,000 mutations: moved characters, changed bytes in the packed data, and truncated links."""
    dice, data = Random(7), _inside(GOOD)
    for _ in range(1000):
        text, inside = list(GOOD), bytearray(data)
        for _ in range(dice.choice((1, 1, 3))):
            text[dice.randrange(len(text))] = dice.choice("AZaz09-_.#&=")
            inside[dice.randrange(len(inside))] = dice.choice((*b'09",:{}[]x', dice.randrange(256)))
        for address in ("".join(text), _address(bytes(inside)), GOOD[: dice.randrange(len(GOOD))]):
            try:
                unlink(address)
            except Refused as refused:
                assert render(refused.text, language="en")


@pytest.mark.parametrize(
    "numbers",
    [[], [0], [5, -5, 5, -5], list(range(1000)), [2**31, -(2**31)], [999_999_999, -999_999_999, 0]],
    ids=["none", "zero", "signs", "many", "large", "nine digits"],
)
def test_column_round_trip(numbers: list[int]) -> None:
    near = [each + 3 for each in numbers]
    for other in (None, near):
        reader = Reader(write_column(numbers, other))
        assert reader.column(len(numbers), other) == numbers
        assert reader.is_over()


@pytest.mark.parametrize("data", [b"", b"\x02\x00", b"\x09\x00", b"\x00\xff\xff\xff\xff\xff\xff", b"\x00"])
def test_invalid_column_is_refused(data: bytes) -> None:
    with pytest.raises(BadColumn):
        Reader(data).column(1)


# The command line


def test_link_and_unlink_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = MATCHES["snake"]()
    file = tmp_path / "match.json"
    file.write_text(dumps(replay), encoding="utf-8")
    assert command(["link", str(file), "--page", "https://example.org/#old", "--turn", "5", "--eyes", "2"]) == 0
    address = capsys.readouterr().out.strip()
    assert address == f"https://example.org/{link(replay)}&t=5&p=1"
    assert command(["unlink", address]) == 0
    text = capsys.readouterr().out
    assert loads(text) == unlink(address).replay
    (tmp_path / "again.json").write_text(text, encoding="utf-8")
    assert command(["verify", str(tmp_path / "again.json")]) == 0
    piped = subprocess.run(
        [sys.executable, "-m", "sandlot", "unlink", "-"],
        input=address, text=True, capture_output=True, cwd=Path(__file__).parents[2] / "py", check=True,
    )  # fmt: skip
    assert piped.stdout == text


def test_link_command_keeps_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, program = tmp_path / "match.json", tmp_path / "mine.py"
    replay = own("snake")
    players = (Player("../щ 中/evil.py", "code"), Player("...", "code"))
    replay.setup = replace(replay.setup, players=players)
    file.write_text(dumps(replay), encoding="utf-8")
    program.write_text(SOURCES[1], encoding="utf-8")
    assert command(["link", str(file), "--source", f"1={program}", "--source", f"2={program}"]) == 0
    address = capsys.readouterr().out.strip()
    assert command(["unlink", address]) == 0
    assert "2 programs" in capsys.readouterr().err
    assert command(["unlink", address, "--sources", str(tmp_path / "new" / "folder")]) == 0
    found = sorted((tmp_path / "new" / "folder").iterdir())
    assert [each.name for each in found] == ["1-_щ_中_evil.py", "2-bot.py"]
    assert {each.read_text(encoding="utf-8") for each in found} == {SOURCES[1]}


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["link", "MATCH", "--source", "1=nowhere.py"], 2),
        (["link", "MATCH", "--source", "1=MATCH"], 2),
        (["link", "MATCH", "--source", "3=x"], 2),
        (["link", "MATCH", "--source", "x"], 2),
        (["unlink", GOOD[:-9]], 1),
        (["unlink", "nonsense"], 1),
        (["link", "MATCH", "--eyes", "3"], 2),
        (["link", "MATCH", "--eyes", "0"], 2),
        (["link", "MATCH", "--turn", "x"], 2),
        (["link", "nowhere.json"], 2),
    ],
)
def test_bad_input_gives_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], status: int
) -> None:
    file = tmp_path / "match.json"
    file.write_text(dumps(MATCHES["tank"]()), encoding="utf-8")
    assert command([each.replace("MATCH", str(file)) for each in arguments]) == status
    told = capsys.readouterr()
    assert told.err.startswith("sandlot: ")
    assert "Traceback" not in told.err + told.out
