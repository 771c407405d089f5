"""The JSON Schemas, checked against the engine's writers and readers: real files are valid, and files that a reader
refuses are invalid, as far as a schema can express it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hooks import short
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from matches import played
from sandlot.cli.main import command
from sandlot.formats.bounds import MOST_PLAYERS
from sandlot.game import Fault, read_options
from sandlot.games import GAMES, rules
from sandlot.jobs import Refused
from sandlot.links import link, unlink
from sandlot.links.matches import Reader
from sandlot.links.packing import fragment_of, inflated
from sandlot.match.parts import Player, Response, Setup
from sandlot.match.referee import play
from sandlot.match.replay import Replay, fork
from sandlot.match.replay_file import dumps, loads
from sandlot.messages import message
from sandlot.schemas.every import SCHEMAS, file_of
from sandlot.schemas.samples import player_counts, usual_players
from sandlot.schemas.view import schema_of
from sandlot.stats.blocks import Entrant
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import ALL_KINDS, KINDS, PRESETS, plan_from
from sandlot_build.in_place import play_in_place
from test_replay import GOOD, broken, nested, turns

TESTS = Path(__file__).parents[1]
every_game = pytest.mark.parametrize("name", list(GAMES))


@cache
def schema(name: str) -> Any:
    return SCHEMAS[name]()


@cache
def validator(name: str, part: str = "") -> Draft202012Validator:
    """Return a validator of values for a schema, or for one of its parts."""
    whole = schema(name)
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": whole["$defs"]} if part else whole)


def problem(name: str, value: Any, part: str = "") -> str:
    """Return what is wrong with a value, or ""."""
    found = next(validator(name, part).iter_errors(value), None)
    return f"{found.json_path}: {found.message}"[:500] if found else ""


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_valid_and_have_descriptions(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["title"]
    assert schema(name)["description"]
    refs = {each.removeprefix("#/$defs/") for each in references(schema(name))}
    assert refs <= schema(name).get("$defs", {}).keys()


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        value = list(value.values())
    for each in value if isinstance(value, list) else ():
        yield from references(each)


# Replays


def failing(rng: Random) -> Callable[[int, int, str], Response]:
    """Return answers of bots that print, draw, and sometimes fail."""
    trace = {"file": "bot.py", "line": 3, "error": "KeyError: 'щ'", "traceback": "Traceback"}
    why = message("fault.not_json", got="x")
    drawn = (
        ["cell", 1, 2, "bad", "12"],
        ["line", [0, 0], [2.5, 4], "p8"],
        ["text", [1, 1], "there", "ink"],
        ["note", "n"],
    )
    printed = (("out", "щ\n"), ("err", "!"), ("cut", "17"))

    def answering(turn: int, player: int, reply: str) -> Response:
        if turn and rng.random() < 0.02:
            return Response("", 12.5, rng.choice(["crash", "timeout", "invalid"]), why, output=printed, trace=trace)
        return Response(reply, round(rng.random(), 3), output=printed, drawings=drawn, running=turn > 3, steps=turn)

    return answering


def matches(name: str) -> Iterator[Replay]:
    """Yield matches with every number of players, and with everything that a replay can contain."""
    game = GAMES[name]
    for players in player_counts(game):
        seats = tuple(
            Player(f"bot {each}", ("code", "house", "program", "human")[each % 4], ("sortedcontainers==2.4.0",) * each)
            for each in range(players)
        )
        memories = tuple(["[1]", None][each % 2] for each in range(players))
        setup = Setup(game, seats, 2**63 + players, short(name), memories=memories, secret="0a" * 16, in_turn=True)
        yield played(setup, failing(Random(players)))
        yield played(replace(setup, human_clock=True, clock=replace(game.clock, steps=5)))


def house_match(name: str, seed: int = 4) -> Replay:
    game = GAMES[name]
    weakest = [game.house[-1 - k % len(game.house)] for k in range(usual_players(game))]
    seats = tuple(Player(each, "house") for each in weakest)
    replay = Replay(Setup(game, seats, seed, short(name)))
    replay.result = json.loads(json.dumps(summary(play_in_place(replay.setup, replay.add))))
    return replay


def summary(finish: Any) -> dict[str, Any]:
    return {**finish.outcome.json(), "turns": finish.turns}


@every_game
def test_written_replays_are_valid(name: str) -> None:
    for match in [*matches(name), house_match(name)]:
        assert problem("replay", json.loads(dumps(match))) == ""
        match.turns, match.result = match.turns[:2], None
        assert problem("replay", json.loads(dumps(match))) == ""


@every_game
def test_replay_of_fork_is_valid(name: str) -> None:
    source = house_match(name)
    setup = fork(source, 1, replace(source.setup, forks=()))
    assert problem("replay", json.loads(dumps(Replay(setup, turns=source.turns)))) == ""


@every_game
def test_replay_of_golden_game_is_valid(name: str) -> None:
    """Uses the moves of the golden game as answers."""
    golden = json.loads((TESTS.parent / f"py/sandlot/games/{name}/golden.json").read_text(encoding="utf-8"))
    seats = tuple(Player(str(each)) for each in range(golden["players"]))
    replay = Replay(Setup(GAMES[name], seats, golden["seed"], golden["options"]))
    match = play(replay.setup)
    batch = next(match)
    given = [["module"] * golden["players"], *([json.dumps(move) for move in turn] for turn in golden["turns"])]
    for replies in given:
        answers = [Response(reply) for reply in replies]
        replay.add(batch, answers)
        try:
            batch = match.send(answers)
        except StopIteration as end:
            replay.result = json.loads(json.dumps(summary(end.value)))
    assert replay.result
    assert problem("replay", json.loads(dumps(replay))) == ""


#: Defects that a reader finds only by playing the match, or by counting what a schema cannot count.
BY_PLAYING = {"replay.other_players", "replay.goes_on", "replay.no_end", "replay.other_result", "replay."}
UNSAYABLE = [
    {"turns": turns(lambda t: t[0][0].update(player=1))},
    {"turns": turns(lambda t: t[1][0].update(why=nested(30)))},
    {"result": json.loads(GOOD)["result"] | {"reason": ["verdict.draw", {"why": nested(30)}]}},
]


def test_schema_refuses_what_reader_refuses() -> None:
    whole, refused = json.loads(GOOD), 0
    assert problem("replay", whole) == ""
    unsayable = [{**whole, **each} for each in UNSAYABLE]
    for text, id in broken():
        if id in BY_PLAYING or id in ("replay.not_json", "replay.depth"):
            continue
        value = json.loads(text)
        assert bool(problem("replay", value)) == (value not in unsayable), (id, text[:300])
        refused += 1
    assert refused > 50


ODD = st.sampled_from([None, True, -1, 2**60, 0.5, "", "x" * 70, "cell", [], [1], {}, {"player": 0}, ["no.such", {}]])


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every place in a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in items:
        yield (*path, key)
        yield from places(each, (*path, key))


def put(value: Any, path: tuple[Any, ...], instead: Any) -> Any:
    """Return a copy of a value with another value in one place."""
    copy = json.loads(json.dumps(value))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = instead
    return copy


@pytest.fixture(scope="module")
def samples() -> dict[str, Any]:
    """Return the first turns of a match of each game. A fixture plays them, because Hypothesis forbids defining
    a test within a running one.
    """
    found = {}
    for name in GAMES:
        match = next(matches(name))
        match.turns = match.turns[:6]
        found[name] = json.loads(dumps(match))
    return found


def answers_twice(turns: Any) -> bool:
    """Tell whether a player has two answers in one turn, which a schema cannot express."""
    named = [[repr(each["player"]) for each in turn if isinstance(each, dict) and "player" in each] for turn in turns]
    return any(len(players) > len(set(players)) for players in named)


MAP = ("options", "map")
"""The place of a map as text, whose format only its reader checks."""


@given(st.sampled_from(list(GAMES)), st.data())
def test_schema_accepts_no_more_than_reader(samples: dict[str, Any], name: str, data: st.DataObject) -> None:
    whole = samples[name]
    path = data.draw(st.sampled_from(list(places(whole))))
    value = put(whole, path, data.draw(ODD))
    try:
        loads(json.dumps(value))
    except Refused as bad:
        found = problem("replay", value)
        is_map = path == MAP and isinstance(value["options"]["map"], str)
        assert found or is_map or answers_twice(value["turns"]), (path, bad.text)


# Views and moves


def positions(name: str) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yield views and moves of matches with other seeds and options than those that the schema was inferred from."""
    game, rng = GAMES[name], Random(name)
    for number in range(4):
        players = rng.choice(player_counts(game))
        options = {} if number < 2 else short(name)
        state = game.start(players, 1000 + number, read_options(game, options))
        while movers := game.to_move(state):
            moves: dict[int, Any] = {each: game.sample(state, each, rng) for each in movers}
            yield [dict(game.view(state, each)) for each in range(players)], list(moves.values())
            if rng.random() < 0.01:
                moves[movers[0]] = Fault("crash", message("player.unnamed", number=1))
            state = game.step(state, moves)
        yield [dict(game.view(state, each)) for each in range(players)], []


@every_game
def test_views_and_moves_are_valid(name: str) -> None:
    count = 0
    for number, (views, moves) in enumerate(positions(name)):
        if number > 60 and moves and number % 7:
            continue  # a large board takes long to look at
        count += 1
        for view in views:
            assert problem(name, json.loads(json.dumps(view))) == ""
        for move in moves:
            assert problem(name, json.loads(json.dumps(move)), "move") == ""
    assert count > 30


@every_game
def test_invalid_view_is_refused(name: str) -> None:
    views, moves = next(positions(name))
    view = json.loads(json.dumps(views[0]))
    for key in view:
        assert problem(name, {each: value for each, value in view.items() if each != key}), key
        assert problem(name, {**view, key: {"no": "such"}}), key
    assert problem(name, {**view, "secret": 1})
    assert problem(name, {"no": moves[0]}, "move")
    described = schema(name)["properties"]
    assert [key for key in view if not described[key].get("description")] == [], "keys without a meaning"


@every_game
def test_start_message_matches_schema(name: str) -> None:
    game = GAMES[name]
    seats = tuple(Player(str(each)) for each in range(player_counts(game)[-1]))
    for request in next(play(Setup(game, seats, 7, short(name)))).requests:
        told = json.loads(request.text)
        assert problem(name, told, "setup") == ""
        assert problem(name, {**told, "seed": 7}, "setup")


def test_view_schema_is_inferred_from_values() -> None:
    values = [{"a": [1, 2], "b": None}, {"a": [3, 4], "b": "x", "c": 0.5}, {"a": [5, 6], "b": "y", "c": 1}]
    found = schema_of(values * 20)
    assert found["required"] == ["a", "b"]
    assert found["additionalProperties"] is False
    assert found["properties"]["a"] == {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    assert found["properties"]["b"] == {"type": ["null", "string"], "examples": ["x", "y"]}
    assert found["properties"]["c"] == {"type": "number"}
    assert "minItems" not in schema_of(values)["properties"]["a"]


# Links

LINK_KINDS = json.loads((TESTS / "links" / "link_kinds.json").read_text(encoding="utf-8"))


def payload(address: str) -> Any:
    """Return the JSON in a link."""
    reader = Reader(inflated(fragment_of(address)))
    return json.loads(reader.take(reader.varint()))


def test_links_of_every_version_are_valid() -> None:
    kept = json.loads((TESTS / "links" / "links.json").read_text(encoding="utf-8"))
    assert kept
    for address, _ in kept:
        assert problem("link", payload(address)) == ""


@every_game
def test_written_links_are_valid(name: str) -> None:
    for match in [next(matches(name)), house_match(name)]:
        assert problem("link", payload(link(match))) == ""
        assert unlink(link(match))


@pytest.mark.parametrize(
    "change",
    [
        {"tables": None},
        {"tables": [[["x"]], [["a"]], [{}]]},
        {"tables": [[[0, 1]], [[]], [{}]]},
        {"tables": [[[0, 1]], [["a"]], [{"player": 1}]]},
        {"tables": [[[0, 1]], [["a"]], [{"reply": "1"}]]},
        {"tables": [[[0, 1]], [["a"]], [{"fault": "bribe"}]]},
        {"tables": [[[0, 1]], [["a"]]]},
        {"tables": [[[0] * 2501], [["a"]], [{}]]},
        {"head": {}},
        {"head": []},
        {"head": {"format": "sandlot-replay", "version": 1, "game": "chess"}},
        {"result": 3},
    ],
    ids=str,
)
def test_invalid_link_is_refused(change: dict[str, Any]) -> None:
    whole = payload(link(house_match(next(iter(GAMES)))))
    assert problem("link", whole) == ""
    assert problem("link", {**whole, **change})


@pytest.mark.parametrize("number", range(len(LINK_KINDS)))
def test_links_of_other_kinds_are_valid(number: int) -> None:
    address, held = LINK_KINDS[number]
    name = {"b": "bot-link", "c": "challenge-link", "p": "plan-link", "t": "tasks-link", "z": "puzzle-link"}[address[1]]
    assert problem(name, held) == ""
    assert problem(name, {**held, "later": 1}) == ""
    for key in held.keys() & {"game", "bot", "seeds", "contest", "options", "results", "bots"}:
        assert problem(name, {**held, key: 5}), key
    for bot in [held["bot"]] if "bot" in held else []:
        for wrong in ({**bot, "name": ""}, {"name": "x"}, {**bot, "source": 3, "files": {"x.py": "x"}, "main": 3}):
            assert problem(name, {**held, "bot": wrong}), wrong


# Bundles

if os.name == "posix":
    from kept import BOTS, bundled, tournament
    from kept import whole as whole_bundle
    from sandlot.archive.record import Voided
    from test_contest_bundle import LIES, changed, files_of

    #: Forgeries that can be found only by playing, by counting, or by comparing two places.
    DEEPER = (
        *(
            *("do not reach", "goes on", "result", "differs", "the reports"),
            *("the hash", "block ", "lacks the file", "the standings"),
        ),
        *("knows no", "is missing"),
    )

    def read(data: bytes) -> dict[str, Any]:
        return {name: json.loads(text) for name, text in files_of(data).items()}

    def test_written_bundle_is_valid() -> None:
        kept = tournament()
        gone = replace(kept, gone={2: 7}, voided=[Voided(1, message("void.lost", why="Lost"))])
        for data in (bundled(gone), bundled(kept, sources=True), bundled(replace(kept, games={}), finished=False)):
            assert problem("bundle", read(data)) == ""
        assert len(read(bundled(kept, sources=True))) == 3 + 6 + 4 + len(BOTS)

    def test_invalid_bundle_is_refused() -> None:
        whole = read(bundled(tournament(), sources=True))
        for name in ("contest.json", "blocks.json", "standings.json"):
            assert problem("bundle", {each: value for each, value in whole.items() if each != name})
        assert problem("bundle", {**whole, "__main__.py": ""})
        assert problem("bundle", {**whole, "games/9-9.json": whole["games/000000-0.json"]})

    @pytest.mark.parametrize(
        ("name", "change", "says"),
        [lie for lie in LIES if not lie[2].startswith(DEEPER) and not any(each in lie[2] for each in DEEPER)],
        ids=lambda each: each[:40] if isinstance(each, str) else "",
    )
    def test_invalid_field_is_refused(name: str, change: Callable[[Any], Any], says: str) -> None:
        value = read(changed(whole_bundle(), name, change))
        if not problem("bundle", value):
            assert unsayable(value)

    def unsayable(value: dict[str, Any]) -> bool:
        """Tell whether the only defect of a bundle is a contradiction between two places."""
        blocks, entrants = value["blocks.json"]["blocks"], len(value["contest.json"]["entrants"])
        numbers = [each["number"] for each in blocks]
        gone = [entrant for entrant, _ in value["blocks.json"]["withdrawn"]]
        return (
            numbers != sorted(set(numbers))
            or any(entrant >= entrants for each in blocks for entrant in each["players"])
            or any(entrant >= entrants for entrant in gone)
            or len(set(gone)) < len(gone)
            or any(len(game["places"]) != len(each["players"]) for each in blocks for game in each["games"])
            or value["blocks.json"]["sources"]
        )


@pytest.mark.parametrize("kind", [*ALL_KINDS, *PRESETS])
def test_plan_of_every_kind_is_valid_in_every_game(kind: str) -> None:
    entrants = tuple(Entrant(str(each), "x") for each in range(2 if KINDS.get(kind) is KINDS["series"] else 8))
    preset = PRESETS.get(kind, {})
    count = 2 if preset.get("kind", kind) == "series" else len(entrants)
    plan = plan_from({"kind": kind, "seeds": {"first": 5, "given": [7, 2**53 - 1]}}, count)
    for name, game in GAMES.items():
        contest = Contest(game, rules(name), entrants[:count], plan.json(), short(name), secret="ab")
        described = json.loads(json.dumps(contest.json()))
        assert problem("bundle", described, "contest") == ""
        named = {**described, "plan": {"kind": kind}}
        assert problem("bundle", named, "contest") == ""
        for wrong in (
            {"kind": kind, "no_such": 1},
            {**described["plan"], "kind": "knock-out"},
            {},
            {"kind": kind, "seeds": 3},
        ):
            assert problem("bundle", {**described, "plan": wrong}, "contest"), wrong
        for key, value in (
            ("clock", {"moves": 1}),
            ("options", {"no": 1}),
            ("secret", "x"),
            ("entrants", []),
            ("game", 1),
        ):
            assert problem("bundle", {**described, key: value}, "contest"), key


# Access to the schemas


def test_command_line_and_site_have_same_schemas(dist: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert {path.name for path in (dist / "schemas").iterdir()} == {file_of(name) for name in SCHEMAS}
    for name in SCHEMAS:
        published = json.loads((dist / "schemas" / file_of(name)).read_text(encoding="utf-8"))
        assert published == json.loads(json.dumps(schema(name)))
    for name, *more in (("replay",), ("link", "--json"), (next(iter(GAMES)), "--json")):
        assert command(["schema", name, *more]) == 0
        assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(schema(name)))


def test_player_limits_of_games_fit_file_format() -> None:
    assert max(max(game.players) for game in GAMES.values()) == MOST_PLAYERS
