"""Links to bots, challenges, contests and tasks: writing and reading, old versions, and invalid links."""

from __future__ import annotations

import base64
import json
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sandlot
from contests import play, stronger
from hypothesis import given, settings
from hypothesis import strategies as st
from kept import BOTS as PLAYED
from kept import bundled, tournament
from sandlot import bots
from sandlot.archive.sources import code_of
from sandlot.cli.main import command
from sandlot.files.bot import Bot
from sandlot.game import BadOption
from sandlot.games import GAMES, rules
from sandlot.jobs import Job, Refused
from sandlot.links.bots import LONGEST_CODE, BotLink, link_bot, read_bot
from sandlot.links.challenges import MOST_SEEDS, Challenge, Score, link_challenge, read_challenge
from sandlot.links.opening import opened
from sandlot.links.packing import BadLink, fragment_of, packed, unpacked
from sandlot.links.plans import PlanLink, link_plan, read_plan
from sandlot.links.tasks import LONGEST_TEXT, TasksLink, link_tasks, read_tasks
from sandlot.messages import render
from sandlot.names import is_name
from sandlot.page import linking
from sandlot.stats.blocks import Entrant, Played, Result
from sandlot.stats.repeats import drop_unique_digests
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from

KEPT = json.loads((Path(__file__).parent / "link_kinds.json").read_text(encoding="utf-8"))
AS_SENT: dict[str, str] = json.loads((Path(__file__).parent / "as_sent.json").read_text(encoding="utf-8"))
"""Texts with a link in them, and the link as it was sent."""
"""Links of every version, with their contents. They must stay readable."""
SNAKE = GAMES["snake"]
SOURCE = "def move(view):\n    return 1  # щ中\n"
ONE = Bot("mine", "code", SOURCE, "mine.py")
SEVERAL = Bot(
    "several", "code", "import brain\n", "__main__.py",
    files={"__main__.py": b"import brain\n", "brain.py": SOURCE.encode(), "data/w.bin": b"\0\xff\1"},
)  # fmt: skip
BOTS = [ONE, SEVERAL]


def house(name: str) -> Entrant:
    return Entrant(name, "c" * 32, "house")


def contest(count: int = 2) -> Contest:
    hashed = rules("snake")
    entrants = [Entrant(bot.name, code_of(bot, hashed)) for bot in BOTS] + [house("surveyor"), house("greedy")]
    plan = plan_from({"kind": "round-robin", "blocks": 2, "seeds": {"first": 5, "given": [7, 2**53 - 1]}}, count)
    return Contest(SNAKE, hashed, tuple(entrants[:count]), plan.json(), {}, None, "ab" * 16)


def played(of: Contest) -> dict[int, Result]:
    """Return results of every block, each game won by the first seat."""
    blocks = plan_from(of.plan, len(of.entrants)).schedule({}, {}).blocks
    won = Played((1, 2), (1.0, 0.0), (None, "timeout"), (None, "outside"), 9)
    return {block.number: Result(block, (won,) * len(block.orders)) for block in blocks}


CHALLENGE = Challenge(SNAKE, ONE, (7, 2**64 - 1), {"walls": "border"}, SNAKE.clock, "surveyor")
TASKS = TasksLink("""game = "snake"
[[task]]
id = "plays"
kind = "no-faults"
against = "cautious"
seeds = 3
points = 2
""")
PLAN = PlanLink(contest(), {0: ONE, 1: SEVERAL}, played(contest()), {1: 1})
LINKS = {
    "bot": link_bot(BotLink(SNAKE, ONE)),
    "bot of several files": link_bot(BotLink(SNAKE, SEVERAL)),
    "challenge": link_challenge(CHALLENGE),
    "plan": link_plan(PlanLink(contest())),
    "results": link_plan(PLAN),
    "tasks": link_tasks(TASKS),
}


def test_bot_link_round_trip() -> None:
    assert read_bot("https://example.org/#x" + LINKS["bot"] + "&lang=ru") == BotLink(SNAKE, ONE)
    assert read_bot(LINKS["bot of several files"]) == BotLink(SNAKE, SEVERAL)
    entry = BotLink(SNAKE, ONE, "Friday cup", contest().fingerprint())
    assert read_bot(link_bot(entry)) == entry


def test_challenge_link_round_trip() -> None:
    found = read_challenge(LINKS["challenge"])
    assert (found.game, found.bot, found.seeds, found.rung) == (SNAKE, ONE, CHALLENGE.seeds, "surveyor")
    assert found.options["walls"] == "border"
    assert found.options.keys() == SNAKE.options.keys()
    assert found.clock == SNAKE.clock
    assert found.same_rules
    assert read_challenge(link_challenge(found)) == found


def test_challenge_answer_holds_score() -> None:
    answer = replace(read_challenge(LINKS["challenge"]), answers=Score("rival", 1.5, 2))
    found = read_challenge(link_challenge(answer))
    assert found.answers == Score("rival", 1.5, 2)
    # An older version of the page can open it, because it ignores the key.
    assert {key: value for key, value in unpacked(link_challenge(answer), "c").items() if key != "answers"} == unpacked(
        LINKS["challenge"], "c"
    )
    assert read(link_challenge(answer))["answers"] == {"to": "rival", "points": 1.5, "games": 2}
    assert read(LINKS["challenge"])["answers"] is None
    for wrong in ({"to": "rival", "points": 3, "games": 2}, {"to": "", "points": 1, "games": 2}, [1], {"to": "rival"}):
        with pytest.raises(BadLink):
            read_challenge(changed(LINKS["challenge"], answers=wrong))


def test_plan_link_round_trip_drops_secret() -> None:
    found = read_plan(LINKS["results"])
    assert found.contest.secret == ""
    assert found.contest.entrants == contest().entrants
    assert found.contest.plan == contest().plan
    assert (found.bots, found.results, found.withdrawn) == (PLAN.bots, PLAN.results, PLAN.withdrawn)
    assert link_plan(found) == LINKS["results"]
    assert "ab" * 16 not in json.dumps(unpacked(LINKS["results"], "p"))


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=300)
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200)
paths = st.lists(st.text(st.sampled_from("abЖ中 _-"), min_size=1, max_size=8), min_size=1, max_size=3).map("/".join)


@settings(max_examples=150, deadline=None)
@given(names, texts, st.dictionaries(paths, st.binary(max_size=60), max_size=4))
def test_any_bot_link_round_trip(name: str, source: str, others: dict[str, bytes]) -> None:
    main = source.encode()
    made = [Bot(name, "code", source, "x.py")]
    beside = {path: data for path, data in others.items() if not any(other.startswith(f"{path}/") for other in others)}
    if beside:
        made.append(Bot(name, "code", source, "m.py", files={**beside, "m.py": main}))
    for each in made:
        try:
            found = read_bot(link_bot(BotLink(SNAKE, each))).bot
        except BadLink as bad:
            # The source declares an encoding in which it cannot be decoded.
            assert each.files and not bad.text.id.startswith("link.")
            continue
        assert found.files == each.files
        assert found.source == source or (each.files and found.source.split() == source.split())
        assert 0 < len(found.name) <= 200
        assert is_name(found.name)
        assert link_bot(BotLink(SNAKE, found)) == link_bot(BotLink(SNAKE, each))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=MOST_SEEDS), st.integers(0, 3_600_000))
def test_any_challenge_link_round_trip(seeds: list[int], limit: int) -> None:
    given = Challenge(SNAKE, ONE, tuple(seeds), {}, SNAKE.clock.with_changes({"move": limit}))
    found = read_challenge(link_challenge(given))
    assert (found.seeds, found.clock, found.rung) == (given.seeds, given.clock, None)


# Links of earlier versions


@pytest.mark.parametrize("number", range(len(KEPT)))
def test_links_of_every_version_stay_readable(number: int) -> None:
    address, held = KEPT[number]
    assert unpacked(address, address[1]) == held
    assert opened(address)


# Invalid and malicious links


def changed(address: str, **changes: Any) -> str:
    """Return a link with other values; `...` removes a key."""
    held = {**unpacked(address, address[1]), **changes}
    return raw(address[1], json.dumps({key: value for key, value in held.items() if value is not ...}).encode())


def raw(kind: str, data: bytes) -> str:
    packer = zlib.compressobj(9, wbits=-15)
    return f"#{kind}1." + base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")


def bot(**changes: Any) -> str:
    return changed(LINKS["bot"], bot={"name": "x", "source": "x", **changes})


def test_lone_surrogates_round_trip() -> None:
    value = {"map": "\ud800", "name": "蛇"}
    assert unpacked(packed("p", value), "p") == value


def several(files: Any, data: Any = None, main: Any = "m.py") -> str:
    made = {"name": "x", "main": main, "files": files, "data": {} if data is None else data}
    return changed(LINKS["bot"], bot=made)


def described(**changes: Any) -> str:
    return changed(LINKS["plan"], contest={**contest().json(), **changes})


def result(**changes: Any) -> str:
    held = unpacked(LINKS["results"], "p")["results"]
    return changed(LINKS["results"], results=[{**held[0], **changes}, *held[1:]])


BAD = {
    "nothing": "",
    "an address of the page": "https://example.org/#game=snake",
    "a kind of link that is none": "#z1.AAAA",
    "a newer version": "#b2." + LINKS["bot"][4:],
    "cut short": LINKS["challenge"][:-9],
    "no JSON": raw("b", b"{]"),
    "no UTF-8": raw("b", b"\xff\xfe"),
    "a list": raw("b", b"[]"),
    "deep": raw("b", b'{"game":' + b"[" * 500 + b"]" * 500 + b"}"),
    "a bomb of zeros": raw("b", b"\0" * 2**26),
    "a bomb of brackets": raw("c", b"[" * 2**24),
    "a bomb of values": raw("p", b"[" + b"1," * 2**22 + b"1]"),
    "a number that is endless": raw("c", b'{"seeds":[' + b"9" * 10_000 + b"]}"),
    "another kind under this letter": "#c" + LINKS["bot"][2:],
    "no game": changed(LINKS["bot"], game=...),
    "a game that is none": changed(LINKS["bot"], game="chess\x1b[31m"),
    "a game that is a list": changed(LINKS["bot"], game=["snake"]),
    "no bot": changed(LINKS["bot"], bot=...),
    "a title that is written backwards": changed(LINKS["bot"], contest="a\u202eb"),
    "a fingerprint that is none": changed(LINKS["bot"], plan="0123456789ABCDEF"),
    "a title that is too long": changed(LINKS["plan"], title="x" * 201),
    "a bot that is a text": changed(LINKS["bot"], bot="x"),
    "a bot without a name": bot(name=" "),
    "a name that is too long": bot(name="x" * 201),
    "a name with commands for a terminal": bot(name="\x1b[31mx"),
    "a name that is written backwards": bot(name="a\u202eb"),
    "no source": bot(source=""),
    "a source with half a character": bot(source="\ud800"),
    "a source of 3 MB": bot(source="x" * 3 * 2**20),
    "a source that is a list": bot(source=["x"]),
    "files that lead out": several({"m.py": "x", "../../evil.py": "x"}),
    "files from the root": several({"m.py": "x", "/etc/x.py": "x"}),
    "files of another system": several({"m.py": "x", "C:\\x.py": "x"}),
    "a file below a file": several({"m.py": "x", "m.py/x": "x"}),
    "no main file": several({"a.py": "x"}),
    "a main file that is no Python": several({"m": "x"}, main="m"),
    "a main file that is a number": several({"m.py": "x"}, main=5),
    "too many files": several({f"{each}.py": "x" for each in range(301)}, main="1.py"),
    "no base64": several({"m.py": "x"}, {"w": "*"}),
    "a file twice": several({"m.py": "x"}, {"m.py": "AAAA"}),
    "files that are too much": several({"m.py": "x" * 2**19, "n.py": "x" * (2**19 + 1)}),
    "10,000 seeds": changed(LINKS["challenge"], seeds=list(range(10_000))),
    "no seeds": changed(LINKS["challenge"], seeds=[]),
    "seeds that are no numbers": changed(LINKS["challenge"], seeds=["7"]),
    "seeds that are fractions": changed(LINKS["challenge"], seeds=[7.5]),
    "a seed that is true": changed(LINKS["challenge"], seeds=[True]),
    "a negative seed": changed(LINKS["challenge"], seeds=[-1]),
    "a seed that is too large": changed(LINKS["challenge"], seeds=[2**64]),
    "seeds that are an object": changed(LINKS["challenge"], seeds={}),
    "an option that is none": changed(LINKS["challenge"], options={"no": 1}),
    "an option out of range": changed(LINKS["challenge"], options={"rows": 10**6}),
    "an option of another kind": changed(LINKS["challenge"], options={"rows": "13"}),
    "options that are a list": changed(LINKS["challenge"], options=[]),
    "a clock that is none": changed(LINKS["challenge"], clock={"move": -1}),
    "a clock of another kind": changed(LINKS["challenge"], clock=5),
    "a limit that is none": changed(LINKS["challenge"], clock={"eternity": 1}),
    "rules that are a number": changed(LINKS["challenge"], rules=7),
    "no contest": changed(LINKS["plan"], contest=...),
    "a contest of a newer version": described(version=2),
    "a contest of nobody": described(entrants=[]),
    "entrants of one name": described(entrants=[{"name": "x", "code": "x", "kind": "code"}] * 2),
    "a plan that is none": described(plan={"kind": "knock-out"}),
    "a plan that is endless": described(plan={"kind": "series", "blocks": 10**9}),
    "seeds of a plan that are none": described(plan={"kind": "series", "seeds": {"given": ["x"]}}),
    "a source of nobody": changed(LINKS["plan"], bots={"7": {"name": "x", "source": "x"}}),
    "a source under no number": changed(LINKS["plan"], bots={"00": {"name": "x", "source": "x"}}),
    "another source than what has played": changed(LINKS["plan"], bots={"0": {"name": "mine", "source": "x"}}),
    "sources that are a list": changed(LINKS["plan"], bots=[]),
    "results that are an object": changed(LINKS["results"], results={}),
    "a result of nobody": result(players=[0, 7]),
    "a result of one": result(players=[0]),
    "a place that is none": result(games=[{"places": [9, 9], "scores": [1, 0], "faults": [None] * 2, "turns": 1}]),
    "a result twice": result(number=1),
    "withdrawals of nobody": changed(LINKS["results"], withdrawn=[[9, 1]]),
    "no text": changed(LINKS["tasks"], text=...),
    "an empty text": changed(LINKS["tasks"], text=""),
    "a text that is a list": changed(LINKS["tasks"], text=["x"]),
    "a text that is too long": changed(LINKS["tasks"], text="x" * (LONGEST_TEXT + 1)),
    "a text with half a character": changed(LINKS["tasks"], text="\ud800"),
    "withdrawals twice": changed(LINKS["results"], withdrawn=[[0, 1], [0, 2]]),
}


@pytest.mark.parametrize("name", BAD)
def test_invalid_link_gives_message(name: str) -> None:
    with pytest.raises(Refused) as refused:
        opened(BAD[name])
    for language in ("en", "zh", "ru"):
        assert render(refused.value.text, language=language)
    assert read(BAD[name])["problem"][0] == refused.value.text.id, "the page says the same"


@pytest.mark.parametrize("name", LINKS)
def test_link_is_found_in_what_programs_make_of_it(name: str) -> None:
    """The page is tested with the same texts: see tests/js/base_values_address.test.ts."""
    whole = LINKS[name]
    data = {key: value for key, value in fragment_of(whole)._asdict().items() if key != "params"}
    capital = whole[0] + whole[1].upper() + whole[2:]
    encoded = "".join(f"%{ord(each):02X}" if not each.isalnum() else each for each in whole)
    for around, found in AS_SENT.items():
        for each in (whole, capital, encoded, encoded.replace("%", "%25")):
            address = around.replace("{}", f"https://example.org/sandlot/{each}")
            assert opened(address) == opened(whole)
            assert "problem" not in read(around.replace("{}", each))
            assert fragment_of(address)._asdict() == data | {"params": fragment_of(found.replace("{}", whole)).params}


@pytest.mark.parametrize("change", [str.upper, str.lower])
def test_link_in_one_case_cannot_be_restored(change: Callable[[str], str]) -> None:
    with pytest.raises(BadLink) as refused:
        opened(change(LINKS["bot"]))
    assert refused.value.text.id == "link.one_case"


@pytest.mark.parametrize("name", LINKS)
def test_damaged_link_gives_message(name: str) -> None:
    """Links with changed characters, or changed bytes in the packed data, are read or refused with a message."""
    rng, whole = Random(7), LINKS[name]
    data = zlib.decompress(base64.urlsafe_b64decode(whole[4:] + "=" * (-len(whole[4:]) % 4)), -15)
    for _ in range(1000):
        text, inside = list(whole), bytearray(data)
        for _ in range(rng.choice((1, 1, 3))):
            text[rng.randrange(len(text))] = rng.choice("AZaz09-_.#&=")
            inside[rng.randrange(len(inside))] = rng.choice(b'0919",:{}[]x\\\x00\xff')
        for address in ("".join(text), raw(whole[1], bytes(inside)), whole[: rng.randrange(len(whole))]):
            try:
                opened(address)
            except Refused as refused:
                assert render(refused.text, language="en")


def test_too_long_code_is_reported() -> None:
    for name in ("a source of 3 MB", "files that are too much"):
        with pytest.raises(BadLink) as refused:
            opened(BAD[name])
        assert refused.value.text.id == "link.long_code"


def test_unknown_keys_are_ignored() -> None:
    for name, address in LINKS.items():
        assert opened(changed(address, later={"x": 1})) == opened(address), name
    assert read_challenge(changed(LINKS["challenge"], rung="a house bot of next year")).rung is None


def test_oversized_link_gives_message() -> None:
    for wrong in (Bot("x", "program", command=("x",)), Bot("x", "code"), Bot("x", "code", "x" * (LONGEST_CODE + 1))):
        with pytest.raises(BadLink):
            link_bot(BotLink(SNAKE, wrong))
    for seeds in ((), tuple(range(MOST_SEEDS + 1)), (-1,), (2**64,)):
        with pytest.raises(BadLink):
            link_challenge(Challenge(SNAKE, ONE, seeds))
    with pytest.raises(BadOption):
        link_challenge(Challenge(SNAKE, ONE, (1,), {"rows": 0}))
    noise = base64.b64encode(Random(1).randbytes(2**20)).decode()
    with pytest.raises(BadLink):
        packed("b", [noise, noise])


# The page


@dataclass
class Bytes:
    """Bytes as Pyodide passes them from JavaScript."""

    data: bytes

    def to_bytes(self) -> bytes:
        return self.data


def of_page(given: Bot) -> dict[str, str]:
    return {"name": given.name, "kind": "code", "source": given.source, "path": given.path}


def files_of(given: Bot, entrant: int = 0) -> Iterator[tuple[int, str, Bytes]]:
    return ((entrant, path, Bytes(data)) for path, data in given.files.items())


def test_page_makes_same_links() -> None:
    def made(wanted: Any, files: Any = ()) -> Any:
        return json.loads(linking.making(json.dumps(wanted), files))

    for name, each in (("bot", ONE), ("bot of several files", SEVERAL)):
        wanted = {"kind": "bot", "game": "snake", "bot": of_page(each)}
        assert made(wanted, files_of(each)) == {"link": LINKS[name]}
    asked = {
        "kind": "challenge",
        "game": "snake",
        "bot": of_page(ONE),
        "rung": "surveyor",
        "seeds": ["7", str(2**64 - 1)],
        "options": {"walls": "border"},
        "clock": SNAKE.clock.json(),
    }
    assert made(asked) == {"link": LINKS["challenge"]}
    assert made({"kind": "tasks", "text": TASKS.text}) == {"link": LINKS["tasks"]}
    for text in ("", "\ud800", "x" * (LONGEST_TEXT + 1)):
        assert made({"kind": "tasks", "text": text})["problem"][0] == "link.too_much"
    assert made({**asked, "seeds": ["x"]})["problem"][0] == "link.bad_seeds"
    assert made({**asked, "options": {"rows": 0}})["problem"][0] == "option.value"
    assert made({**asked, "clock": {"move": -1}})["problem"][0] == "link.bad_clock"
    plan = {
        "kind": "plan", "text": json.dumps(contest().json()), "withdrawn": [[1, 1]],
        "entrants": [of_page(ONE), of_page(SEVERAL)],
        "blocks": [
            {**each, "seed": str(each["seed"])} for each in unpacked(LINKS["results"], "p")["results"]
        ],
    }  # fmt: skip
    assert made(plan, files_of(SEVERAL, 1)) == {"link": LINKS["results"]}
    assert made({**plan, "entrants": [None, None], "blocks": [], "withdrawn": []}) == {"link": LINKS["plan"]}


def read(address: str) -> Any:
    job: Job[str] = linking.opening(address)
    while not job.over:
        job.step()
    return json.loads(job.take() or "")


def test_page_reads_bot_link_and_its_packages() -> None:
    header = '# /// script\n# dependencies = ["attrs"]\n# ///\n'
    found = read(link_bot(BotLink(SNAKE, Bot("x", "code", header, "x.py"))))
    assert (found["kind"], found["game"]) == ("bot", "snake")
    assert found["bot"]["needs"] == {"requirements": ["attrs"]}
    assert read(LINKS["bot of several files"])["bot"]["files"].keys() == SEVERAL.files.keys()


def test_tasks_link_round_trip() -> None:
    assert opened(LINKS["tasks"]) == read_tasks(LINKS["tasks"]) == TASKS
    assert read(LINKS["tasks"]) == {"kind": "tasks", "text": TASKS.text}


def test_page_reads_challenge_link() -> None:
    found = read(LINKS["challenge"])
    assert found["seeds"] == ["7", str(2**64 - 1)]
    assert (found["rung"], found["same_rules"], found["bot"]["source"]) == ("surveyor", True, SOURCE)


def test_page_reads_plan_link_and_results() -> None:
    found = read(LINKS["plan"])
    assert (found["standings"], found["games"], found["expected"], found["same_rules"]) == (None, 0, 4, True)
    assert [each["bot"] for each in found["entrants"]] == [None, None]
    assert (found["package"], found["same_package"]) == (sandlot.__version__, True)
    earlier = read(link_plan(PlanLink(replace(contest(), package="0.0.1"))))
    assert (earlier["package"], earlier["same_package"]) == ("0.0.1", False)
    found = read(link_plan(PlanLink(contest(), PLAN.bots, played(contest()))))
    assert [line["name"] for line in found["standings"]] == ["mine", "several"]
    # Ratings are left out: those of a thousand entrants take minutes.
    first = found["standings"][0]
    assert first["games"] == first["wins"] + first["draws"] + first["losses"] == 4
    assert "faults" in first and "rating" not in first
    assert [each["bot"]["name"] for each in found["entrants"]] == ["mine", "several"]
    assert (found["games"], found["over"]) == (4, True)
    # Blocks of who has withdrawn are not played any more; a contest that was stopped has an end.
    of_four, first = contest(4), dict(list(played(contest(4)).items())[:4])
    found = read(link_plan(PlanLink(of_four, {}, first, {0: 1}, stopped=True)))
    assert (found["games"], found["expected"], found["over"], found["stopped"]) == (8, 16, False, True)
    assert {line["withdrawn"] for line in found["standings"]} == {1, None}
    # Somebody who withdrew while the last round was under way has played to the end.
    found = read(link_plan(PlanLink(contest(), {}, played(contest()), {0: 2})))
    assert (found["over"], {line["withdrawn"] for line in found["standings"]}) == (True, {None})
    found = read(link_plan(PlanLink(of_four, {}, first)))
    assert (found["games"], found["expected"], found["stopped"], found["origin"]) == (8, 24, False, "")
    assert read(link_plan(PlanLink(of_four, origin="climb")))["origin"] == "climb"
    of_house = replace_house()
    assert [each["house"] for each in read(link_plan(PlanLink(of_house)))["entrants"]] == ["surveyor", None]


def test_page_reads_bracket_of_elimination_link() -> None:
    plan = plan_from({"kind": "double-elimination", "blocks": 1, "seeds": {"first": 1}}, 4)
    of_four = replace(contest(4), plan=plan.json())
    results = play(plan, stronger)
    found = read(link_plan(PlanLink(of_four, {}, results)))
    assert [each["players"] for each in found["pairings"]] == [
        list(each.players) for each in plan.pairings(results, {})
    ]
    # While it goes on, whoever has not lost comes first, and places say nothing of those who are still in it.
    first = dict(list(results.items())[:3])
    found = read(link_plan(PlanLink(of_four, {}, first)))
    names = [each.name for each in of_four.entrants]
    assert [names.index(line["name"]) for line in found["standings"]][:2] == [0, 1]
    assert {line["reached"] for line in found["standings"]} == {None}
    assert read(link_plan(PlanLink(contest(), {}, played(contest()))))["pairings"] == []


def replace_house() -> Contest:
    """Return a contest with a house bot under another name, and one that does not exist here."""
    code = code_of(Bot("surveyor", "house", bots.source("snake", "surveyor"), "surveyor.py"), rules("snake"))
    return replace(contest(), entrants=(Entrant("surveyor 2", code, "house"), house("greedy")))


def test_results_of_another_plan_are_reported() -> None:
    held = unpacked(LINKS["results"], "p")["results"]
    assert read(changed(LINKS["results"], results=[{**held[0], "seed": 1}]))["problem"][0] == "contest.other_block"


# The command line


def test_command_line_links_bots_and_challenges(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine, folder = tmp_path / "mine.py", tmp_path / "several"
    mine.write_text(SOURCE, encoding="utf-8")
    (folder / "data").mkdir(parents=True)
    for path, data in SEVERAL.files.items():
        (folder / path).write_bytes(data)
    for file, name in ((mine, "bot"), (folder, "bot of several files")):
        assert command(["link", str(file), "--game", "snake", "--page", "https://example.org/"]) == 0
        address = capsys.readouterr().out.strip()
        assert address == f"https://example.org/{LINKS[name]}"
        assert command(["unlink", address, "--sources", str(tmp_path / "out")]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["kind"], told["game"], told["bot"]["name"]) == ("bot", "snake", file.stem)
    assert (tmp_path / "out" / "mine.py").read_text(encoding="utf-8") == SOURCE
    assert {path: (tmp_path / "out" / "several" / path).read_bytes() for path in SEVERAL.files} == SEVERAL.files
    seeds = ["--seed", "7", "--seed", str(2**64 - 1)]
    assert (
        command(["link", str(mine), "--game", "snake", *seeds, "--option", "walls=border", "--rung", "surveyor"]) == 0
    )
    address = capsys.readouterr().out.strip()
    assert address == LINKS["challenge"]
    assert command(["unlink", address]) == 0
    assert json.loads(capsys.readouterr().out)["seeds"] == [7, 2**64 - 1]


def test_command_line_links_tasks_without_kept_seeds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "grade.toml"
    file.write_text(TASKS.text)
    assert command(["link", str(file)]) == 0
    address = capsys.readouterr().out.strip()
    assert address == LINKS["tasks"]
    assert command(["unlink", address]) == 0
    assert json.loads(capsys.readouterr().out) == {"kind": "tasks", "text": TASKS.text}
    kept = TASKS.text.replace("seeds = 3", 'seeds = "kept"')
    file.write_text(kept)
    assert command(["link", str(file)]) == 0
    for text, word in ((kept + "[kept]\nplays = [77]\n", "[kept]"), (TASKS.text.replace("3", "0"), "line 6")):
        file.write_text(text)
        capsys.readouterr()
        assert command(["link", str(file)]) == 1
        told = capsys.readouterr()
        assert word in told.err
        assert "77" not in told.out
    assert command(["link", str(file), "--game", "snake"]) == 2


def test_command_line_links_contests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, without = tmp_path / "club.zip", tmp_path / "without.zip"
    file.write_bytes(bundled(tournament(), sources=True))
    without.write_bytes(bundled(tournament()))
    assert command(["link", str(file), "--results", "--sources"]) == 0
    found = read_plan(capsys.readouterr().out.strip())
    assert found.results == drop_unique_digests(tournament().results())
    assert {number: bot.source for number, bot in found.bots.items()} == dict(enumerate(bot.source for bot in PLAYED))
    assert found.contest.secret == ""
    assert command(["unlink", link_plan(found), "--sources", str(tmp_path / "out")]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["kind"] == "contest"
    assert "nobody can verify them" in told.err
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["1-goes.py", "2-四海.py", "3-crashes.py"]
    assert command(["link", str(without)]) == 0
    plan = read_plan(capsys.readouterr().out.strip())
    assert (plan.results, plan.bots) == ({}, {})
    assert command(["link", str(without), "--sources"]) == 1
    assert command(["link", str(without), "--game", "snake"]) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["link", "BOT"],
        ["link", "BOT", "--game", "chess"],
        ["link", "BOT", "--game", "snake", "--turn", "3"],
        ["link", "BOT", "--game", "snake", "--results"],
        ["link", "BOT", "--game", "snake", "--option", "walls=open"],
        ["link", "BOT", "--game", "snake", "--seed", "x"],
        ["link", "BOT", "--game", "snake", "--seed", str(2**64)],
        ["link", "BOT", "--game", "snake", "--seed", "1", "--rung", "nobody"],
        ["link", "BOT", "--game", "snake", "--seed", "1", "--option", "rows=0"],
        ["link", "nowhere.json", "--game", "snake"],
        ["unlink", "#b1.AAAA"],
    ],
)
def test_bad_input_gives_message(tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SOURCE, encoding="utf-8")
    assert command([each.replace("BOT", str(file)) for each in arguments]) in (1, 2)
    told = capsys.readouterr()
    assert told.err.startswith("sandlot: ")
    assert "Traceback" not in told.err + told.out


def test_largest_plan_links_open_in_small_steps() -> None:
    """A link of 56 kB once kept the engine busy for 78 seconds in one step. The number of calls is the same on
    every machine.
    """
    plan = plan_from({"kind": "round-robin", "blocks": 1, "seeds": {"first": 5}}, 1000)
    entrants = tuple(Entrant(f"e{number}", f"{number % 3:032}") for number in range(1000))
    contest = Contest(GAMES["snake"], rules("snake"), entrants, plan.json())
    ends = [Played((1, 2), (1.0, 0.0), (None, None), (None, None), 9, digest) for digest in (1, 2)]
    results = {block.number: Result(block, tuple(ends)) for block in plan.schedule({}, {}).blocks[:4096]}
    job, calls, most = linking.opening(link_plan(PlanLink(contest, {}, results))), 0, 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        while not job.over:
            before = calls
            job.step()
            most = max(most, calls - before)
    finally:
        sys.setprofile(None)
    assert len(json.loads(job.take())["standings"]) == 1000
    assert most < 500_000
    assert calls < 1_000_000
