"""Requirements of every game, whatever its rules. No game is named here: the tests take the games from the registry.

What they need from a game's own test file is in `hooks`. They also need a recorded game in its folder:

    py/sandlot/games/<game>/golden.json    # PYTHONPATH=py:tests python tests/games/test_conformance.py GAME
"""

from __future__ import annotations

import copy
import functools
import hashlib
import itertools
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from hooks import hook, sayer, short, words_of
from hypothesis import given, settings
from hypothesis import strategies as st
from sandlot import page
from sandlot.clock import Clock
from sandlot.game import MARKS, BadOption, Fault, Game, IllegalMove, Option, Outcome, read_options
from sandlot.games import GAMES
from sandlot.links import link, unlink
from sandlot.match.parts import Batch, Finish, Player, Request, Response, Setup
from sandlot.match.referee import play
from sandlot.match.replay import Replay, result_json, verify
from sandlot.match.replay_file import dumps, loads
from sandlot.match.validation import BadReplay
from sandlot.messages import Message, message, player, render
from sandlot.wire import Unreadable
from sandlot_build import catalog

GAMES_FOLDER = Path(__file__).parents[2] / "py" / "sandlot" / "games"
SMALL = 12
"""Integer options of a game are set to at most this, if their limits allow it."""
LARGE = 100
LONG = 400
"""A match with the `SHORT` options of its game may not have more turns than this."""
LONGEST_GAME = 50_000
LONGEST_SENTENCE = 400
KINDS = ("invalid", "timeout", "crash")

games = pytest.mark.parametrize("name", list(GAMES))


@pytest.fixture(autouse=True, scope="module")
def _their_own_tests_are_known() -> None:
    """Import the games' own test files first: Hypothesis forbids defining a test while another one runs."""
    for name in GAMES:
        sayer(name)


# Sets of options


def small(game: Game[Any]) -> dict[str, Any]:
    return {
        name: min(option.default, max(option.low, SMALL))
        for name, option in game.options.items()
        if option.kind == "int"
    }


def variants(option: Option) -> list[Any]:
    match option.kind:
        case "int":
            return sorted({option.low, min(option.high, option.low + 3), min(option.high, 2 * option.default, LARGE)})
        case "bool":
            return [not option.default]
        case "choice":
            return [choice for choice in option.choices if choice != option.default]
        case "ints":
            rng = Random(5)
            return [[option.low] * option.length, [rng.randint(option.low, option.high) for _ in range(option.length)]]
        case "text":
            return ["", "0" * option.length, "no such text"]


def option_sets() -> Iterator[Any]:
    for name, game in GAMES.items():
        fewest, most = game.players
        yield pytest.param(name, fewest, {}, id=f"{name}-as-it-is")
        for count in sorted({fewest, min(fewest + 1, most), min(4, most)}):
            yield pytest.param(name, count, small(game), id=f"{name}-small-{count}")
        for key, option in game.options.items():
            for value in variants(option):
                changed = small(game) | {key: value}
                if playable(game, changed):
                    yield pytest.param(name, max(2, fewest), changed, id=f"{name}-{key}-{str(value)[:20]}")


def playable(game: Game[Any], options: Mapping[str, Any]) -> bool:
    """Tell whether these options are compatible; if not, the game must refuse them with a message."""
    try:
        game.start(max(2, game.players[0]), 7, read_options(game, options))
    except BadOption as bad:
        assert_sentence(str(bad))
        return False
    return True


def begin(name: str, count: int, options: Mapping[str, Any], seed: int = 7) -> Any:
    return GAMES[name].start(count, seed, read_options(GAMES[name], options))


def walk(game: Game[Any], state: Any, rng: Random, limit: int = LONGEST_GAME) -> Iterator[tuple[Any, dict[int, Any]]]:
    """Play at random; yield every position with the moves made in it, and the last one with no moves."""
    for _ in range(limit):
        moves = {who: game.sample(state, who, rng) for who in game.to_move(state)}
        yield state, moves
        if not moves:
            return
        state = game.step(state, moves)


def views(game: Game[Any], state: Any, count: int) -> list[dict[str, Any]]:
    return [game.view(state, who) for who in (None, *range(count))]


def assert_sentence(text: str) -> None:
    assert text.strip()
    assert len(text.splitlines()) == 1
    assert len(text) <= LONGEST_SENTENCE
    text.encode()


def assert_outcome(outcome: Outcome | None, count: int) -> None:
    assert outcome is not None
    assert [len(each) for each in (outcome.scores, outcome.places, outcome.reasons, outcome.losses)] == [count] * 4
    assert min(outcome.places) == 1
    for (score, place), (other, behind) in itertools.combinations(zip(outcome.scores, outcome.places, strict=True), 2):
        assert (score > other) <= (place < behind)
        assert (score < other) <= (place > behind)
    assert [reason is None for reason in outcome.reasons] == [loss is None for loss in outcome.losses]
    json.dumps(outcome.json(), allow_nan=False)
    for text in (outcome.text, *outcome.losses):
        if text is not None:
            assert_sentence(render(text, [f"Player {number}" for number in range(count)]))


sets = pytest.mark.parametrize(("name", "count", "options"), list(option_sets()))


# The rules


@sets
def test_same_seed_and_moves_give_same_game(name: str, count: int, options: dict[str, Any]) -> None:
    game = GAMES[name]
    start = begin(name, count, options)
    games = [walk(game, state, Random(1), limit=150) for state in (start, begin(name, count, options))]
    for (one, moves), (two, same) in zip(*games, strict=True):
        assert moves == same
        assert views(game, one, count) == views(game, two, count)


@sets
def test_states_are_immutable_values(name: str, count: int, options: dict[str, Any]) -> None:
    """`step` does not change its argument, so a state can be stepped again, even after other steps."""
    game, rng = GAMES[name], Random(1)
    for index, (state, moves) in enumerate(walk(game, begin(name, count, options), rng, limit=150)):
        if index % 5 or not moves:
            continue
        kept, given = copy.deepcopy(state), json.dumps(list(moves.items()))
        before = json.dumps(views(game, state, count))
        other = {who: game.sample(state, who, Random(index)) for who in moves}
        after = [views(game, game.step(state, each), count) for each in (moves, other, moves)]
        after.append(views(game, game.step(kept, moves), count))
        assert after[0] == after[2] == after[3]
        assert json.dumps(views(game, state, count)) == before == json.dumps(views(game, kept, count))
        assert state == kept
        assert json.dumps(list(moves.items())) == given
        assert set(moves) <= set(range(count))


@sets
def test_views_are_json(name: str, count: int, options: dict[str, Any]) -> None:
    game = GAMES[name]
    for state, _ in walk(game, begin(name, count, options), Random(2), limit=60):
        for view in views(game, state, count):
            text = json.dumps(view, allow_nan=False)
            assert json.loads(text) == view
            assert json.dumps(json.loads(text)) == text
            text.encode()


@sets
def test_stats_have_same_series_in_every_position(name: str, count: int, options: dict[str, Any]) -> None:
    game, before = GAMES[name], None
    start = begin(name, count, options)
    named = list(game.stats(start, None)["series"])
    assert named
    for state, _ in walk(game, start, Random(4), limit=150):
        stats = json.loads(json.dumps(game.stats(state, before), allow_nan=False))
        assert list(stats["series"]) == named
        for numbers in stats["series"].values():
            assert len(numbers) in (1, count)
            assert all(type(number) in (int, float) for number in numbers)
        assert all(kind in MARKS and 0 <= who < count for kind, who in stats["marks"])
        assert before is not None or stats["marks"] == []
        before = state


@sets
def test_random_play_is_legal_and_ends(name: str, count: int, options: dict[str, Any]) -> None:
    game = GAMES[name]
    asked: Counter[int] = Counter()
    for state, moves in walk(game, begin(name, count, options), Random(3)):
        asked.update(list(moves))
        assert (game.outcome(state) is None) == bool(moves)
        assert list(moves) == sorted(set(moves))
        for who, move in moves.items():
            game.check(state, who, move)
            game.check(state, who, json.loads(json.dumps(move, allow_nan=False)))
    assert not moves, f"not over after {LONGEST_GAME} steps"
    assert max(asked.values(), default=0) <= game.most_moves(read_options(game, options))
    assert_outcome(game.outcome(state), count)


@games
def test_messages_of_matches_exist(name: str) -> None:
    """The page builds these ids from the names of the game's series, marks and reasons."""
    game, wanted = GAMES[name], set[str]()
    count = max(2, game.players[0])
    for seed in range(3):
        before = None
        for state, _ in walk(game, begin(name, count, small(game), seed), Random(seed)):
            stats = game.stats(state, before)
            wanted |= {f"{name}.series.{series}" for series in stats["series"]}
            wanted |= {f"{name}.mark.{kind}" for kind, _ in stats["marks"]}
            before = state
        outcome = game.outcome(before)
        assert outcome is not None
        wanted |= {f"reason.{name}.{reason}" for reason in outcome.reasons if reason}
    missing = sorted(wanted - words_of("en"))
    assert not missing, f"the words of {name} lack {', '.join(missing)}"


@games
def test_match_is_short_or_has_short_options(name: str) -> None:
    """Many tests play a match of every game to its end, some of them in the page."""
    game = GAMES[name]
    rounds = len(list(walk(game, begin(name, max(2, game.players[0]), short(name)), Random(1))))
    assert rounds <= LONG, f"a match of {name} has {rounds} turns: give tests/games/test_{name}.py a SHORT, see hooks"


@games
def test_zero_and_large_seeds_are_valid(name: str) -> None:
    game = GAMES[name]
    for seed in (0, 1, 2**64, 10**30):
        state = game.start(max(2, game.players[0]), seed, read_options(game, {}))
        assert game.view(state, None) == game.view(begin(name, max(2, game.players[0]), {}, seed), None)


ODD = [2**63, -(10**400), 10**4299, float("nan"), float("inf"), -0.0, 1.0, "", "1", "٣", "\ud800", "\u2028\n"]
KEYS = ["from", "to", "half", "x", "y"]
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.sampled_from(
        [2**63, -(10**400), 10**4299, float("nan"), float("inf"), -0.0, 1.0, "", "1", "٣", "\ud800", "\u2028\n"]
    )
    | st.floats()
    | st.text()
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.sampled_from(["from", "to", "half"]), inner)
    ),
    max_leaves=10,
)


def spoiled(move: Any, value: Any, rng: Random) -> Any:
    """Return a copy of a move with a value put at a random place in it."""
    if rng.random() < 0.3 or not isinstance(move, list | dict) or not move:
        return value
    copied = copy.copy(move)
    key = rng.choice(list(range(len(move)) if isinstance(move, list) else move))
    copied[key] = spoiled(move[key], value, rng)
    return copied


POSITIONS = {
    name: [each for each in walk(game, game.start(2, 5, read_options(game, small(game))), Random(5)) if each[1]]
    for name, game in GAMES.items()
}


@games
@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_any_answer_is_legal_or_refused_with_message(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    state, moves = data.draw(st.sampled_from(POSITIONS[name]))
    value, seed = data.draw(values), data.draw(st.integers(0, 99))
    for who, move in moves.items():
        for answer in (value, spoiled(move, value, Random(seed))):
            try:
                game.check(state, who, answer)
            except IllegalMove as illegal:
                assert_sentence(str(illegal))
                json.dumps(illegal.text)
            else:
                after = game.step(state, {**moves, who: answer})
                json.dumps(views(game, after, 2), allow_nan=False)


@games
def test_deep_and_long_answers_are_refused_with_message(name: str) -> None:
    game = GAMES[name]
    state, moves = POSITIONS[name][0]
    for depth in (10, 500, 900, 940, 960, 980):
        for text in ("[" * depth + "]" * depth, '{"from":' * depth + "0" + "}" * depth, f"[{'0,' * depth}0]"):
            with pytest.raises((IllegalMove, RecursionError)) as caught:
                game.check(state, min(moves), json.loads(text))
            assert caught.type is IllegalMove or depth > 800
    with pytest.raises(IllegalMove) as caught:
        game.check(state, min(moves), "x" * 10**6)
    assert_sentence(str(caught.value))


# Views


@games
def test_views_hide_hidden_information(name: str) -> None:
    """Two positions that differ only in what a player cannot see give the same view, hand and protocol texts."""
    game, redeal = GAMES[name], hook(name, "redeal")
    assert game.imperfect_information == (redeal is not None), (
        f"test_{name}.py has a redeal if, and only if, the game hides something"
    )
    differ = 0
    for seed, count in itertools.product(range(3), sorted({max(2, game.players[0]), min(3, game.players[1])})):
        rng = Random(seed)
        sessions = {
            (wire, who): [game.wires[wire].open() for _ in range(2)] for wire in game.wires for who in range(count)
        }
        start = game.start(count, seed, read_options(game, small(game)))
        for state, moves in walk(game, start, rng):
            for who in range(count):
                seen = game.view(state, who)
                if redeal is None:
                    everything = game.view(state, None)
                    hidden = [key for key in everything if key not in seen or seen[key] != everything[key]]
                    assert not hidden, f"{name} says that it hides nothing, but player {who} does not see {hidden}"
                    if who in moves:
                        json.dumps(game.choices(state, who), allow_nan=False)
                    continue
                other = redeal(state, who, rng)
                differ += game.view(state, None) != game.view(other, None)
                assert json.dumps(game.view(other, who)) == json.dumps(seen)
                assert list(game.to_move(other)) == list(game.to_move(state)) or who not in game.to_move(state)
                if who in moves:
                    assert json.dumps(game.choices(other, who)) == json.dumps(game.choices(state, who))
                    for (_, number), pair in sessions.items():
                        if number == who:
                            texts = [
                                one.ask(game.view(each, who)) for one, each in zip(pair, (state, other), strict=True)
                            ]
                            assert texts[0] == texts[1]
    assert redeal is None or differ > 10, "redeal changes nothing"


@games
def test_sessions_get_only_views(name: str) -> None:
    """A view that was converted to JSON and back gives the same text as the original view."""
    game = GAMES[name]
    for wire in game.wires.values():
        sessions = {who: [wire.open(), wire.open()] for who in (0, 1)}
        for state, moves in POSITIONS[name]:
            for who in moves:
                view = game.view(state, who)
                one, two = sessions[who]
                assert one.ask(view) == two.ask(json.loads(json.dumps(view)))
                assert one.farewell(view) == two.farewell(json.loads(json.dumps(view)))


# Matches


Responder: TypeAlias = Callable[[int, Batch, Request], Response]


def run(setup: Setup, respond: Responder) -> tuple[Finish, Replay, list[Batch]]:
    """Play a match with the answers of `respond`; turn 0 is the start of the bots."""
    match, replay, batches = play(setup), Replay(setup), []
    batch = next(match)
    for turn in range(LONGEST_GAME):
        batches.append(batch)
        answers = [respond(turn, batch, request) for request in batch.requests]
        replay.add(batch, answers)
        try:
            batch = match.send(answers)
        except StopIteration as end:
            replay.result = result_json(end.value)
            return end.value, replay, batches
    raise AssertionError("the match does not end")


def setting(name: str, count: int = 2, seed: int = 7, **more: Any) -> Setup:
    players = tuple(Player(f"Player {number}") for number in range(count))
    return Setup(GAMES[name], players, seed, more.pop("options", small(GAMES[name])), **more)


def random_player(name: str, form: str, seed: int = 1) -> Responder:
    """Return a responder that answers for every seat with random legal moves, in the form of modules or programs."""
    game, rng, say = GAMES[name], Random(seed), sayer(name)

    def respond(turn: int, batch: Batch, request: Request) -> Response:
        if request.stage == "start":
            return Response(form)
        move = game.sample(batch.state, request.player, rng)
        return Response(json.dumps(move) if form == "module" else say(move), 1.5)

    return respond


@games
def test_module_and_program_with_same_moves_play_same_match(name: str) -> None:
    game = GAMES[name]
    for seed, count in itertools.product(range(4), sorted({max(2, game.players[0]), min(4, game.players[1])})):
        ends = [run(setting(name, count, seed), random_player(name, form, seed)) for form in ("module", "program")]
        (one, _, first), (two, _, second) = ends
        assert result_json(one) == result_json(two)
        assert one.turns == two.turns
        for left, right in zip(first, second, strict=True):
            assert game.view(left.state, None) == game.view(right.state, None)
            assert [entry.move for entry in left.record or ()] == [entry.move for entry in right.record or ()]
            assert not any(entry.fault for entry in (*(left.record or ()), *(right.record or ())))


@games
def test_setup_does_not_leak(name: str) -> None:
    """Requests contain neither the seed, nor the options, nor anything about the other players."""
    fewest, most = GAMES[name].players
    count = min(max(3, fewest), most)
    changed = small(GAMES[name]) | {
        key: value for key, option in GAMES[name].options.items() if option.kind == "bool" for value in variants(option)
    }
    texts = []
    for seed, options, secret in ((918273645546372819, small(GAMES[name]), "hush"), (7, changed, "other")):
        players = tuple(Player(f"{secret} {number}", secret) for number in range(count))
        memories = tuple(json.dumps(f"{secret} memory {number}") for number in range(count))
        setup = Setup(GAMES[name], players, seed, options, memories=memories)
        for form in ("module", "program"):
            _, _, batches = run(setup, random_player(name, form))
            texts.append([request.text for request in batches[0].requests])
            for batch in batches:
                for request in batch.requests:
                    told = request.text.replace(f"{secret} memory {request.player}", "")
                    assert secret not in told
                    assert len(str(seed)) < 2 or str(seed) not in told
    assert texts[0] == texts[1] == texts[2] == texts[3]


@games
@pytest.mark.parametrize("form", ["module", "program"])
@pytest.mark.parametrize("kind", [*KINDS, "garbage", "null", "late"])
def test_any_fault_on_any_turn_is_handled(name: str, form: str, kind: str) -> None:
    game = GAMES[name]
    count = min(max(3, game.players[0]), game.players[1])
    options = {key: min(value, max(game.options[key].low, 6)) for key, value in small(game).items()}
    setup = setting(name, count, options=options)
    _, _, batches = run(setup, random_player(name, form))
    for when in [*range(min(6, len(batches))), *range(6, len(batches), 9)]:
        # Try every player on the first three turns. Later, one player per turn is enough.
        for who in range(count) if when < 3 else [when % count]:
            usual, hit = random_player(name, form), []

            def respond(turn: int, batch: Batch, request: Request, **now: Any) -> Response:
                answer = now["usual"](turn, batch, request)
                if request.player != now["who"] or turn < now["when"] or now["hit"]:
                    return answer
                now["hit"].append(request)
                return faulty(answer, kind, request)

            now = {"usual": usual, "hit": hit, "who": who, "when": when}
            finish, replay, _ = run(setup, functools.partial(respond, **now))
            assert_outcome(finish.outcome, count)
            assert verify(loads(dumps(replay))) is None


def faulty(answer: Response, kind: str, request: Request) -> Response:
    match kind:
        case "garbage":
            return Response("\x00\u2028garbage" * 1000 if request.stage == "move" else "program")
        case "null":
            return Response("null")
        case "late":
            return Response(answer.reply, request.budget + 1)
    return Response(fault=kind)  # type: ignore[arg-type]


@games
@pytest.mark.parametrize("kind", KINDS)
def test_simultaneous_faults_are_handled(name: str, kind: Any) -> None:
    """From some turn on nobody answers, or no bot can be started."""
    count = min(max(4, GAMES[name].players[0]), GAMES[name].players[1])
    for after in (0, 1, 2, 3, 5, 8):
        usual = random_player(name, "module")

        def respond(
            turn: int, batch: Batch, request: Request, usual: Responder = usual, after: int = after
        ) -> Response:
            return Response(fault=kind) if turn >= after else usual(turn, batch, request)

        finish, replay, _ = run(setting(name, count), respond)
        assert_outcome(finish.outcome, count)
        assert verify(loads(dumps(replay))) is None


@games
@pytest.mark.parametrize("kind", KINDS)
def test_step_accepts_faults_of_all_movers(name: str, kind: Any) -> None:
    game = GAMES[name]
    for state, moves in POSITIONS[name]:
        for faulting in ([who] for who in moves), [list(moves)]:
            for each in faulting:
                fault = {who: Fault(kind, message("fault.no_answer", who=player(who), turn=1)) for who in each}
                after = game.step(state, {**moves, **fault})
                json.dumps(views(game, after, 2), allow_nan=False)
                if not game.to_move(after):
                    assert_outcome(game.outcome(after), 2)


# Messages of faults

UNREADABLE = (
    *("", " ", "\n", "x", "no\nsuch\r\nmove", "9" * 10_000, "[" * 10_000),
    *("\x00" * 500, "\u2028\x85\x1b[31m\ud800", "٣ ٣", "NaN"),
)


@games
@pytest.mark.parametrize("form", ["module", "program"])
def test_unreadable_answer_is_shown_on_one_line(name: str, form: str) -> None:
    for reply in UNREADABLE:
        assert_shown_on_one_line(name, form, reply)


def assert_shown_on_one_line(name: str, form: str, reply: str) -> None:
    def respond(turn: int, batch: Batch, request: Request) -> Response:
        return Response(form if request.stage == "start" else reply)

    finish, _, _ = run(setting(name), respond)
    faults = [entry.fault for entry in finish.record if entry.fault]
    assert faults
    for fault in faults:
        assert fault.kind == "invalid"
        assert fault.text.id == "fault.unreadable"
        text = render(fault.text, ["Ann", "Bob"])
        assert_sentence(text)
        assert text.startswith(("Ann answered “", "Bob answered “"))
        assert f"expected: {render(fault.text.params['expected'])}" in text
        shown = reply.strip()[:5]
        assert shown in text or not shown.isprintable()


@games
@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_any_reply_is_read_or_refused(name: str, data: st.DataObject) -> None:
    """Includes replies that are nearly valid: cut, doubled, with other digits, or with an insertion."""
    game, say = GAMES[name], sayer(name)
    state, moves = data.draw(st.sampled_from(POSITIONS[name]))
    who = data.draw(st.sampled_from(sorted(moves)))
    for wire in game.wires.values():
        session = wire.open()
        session.ask(game.view(state, who))
        reply = data.draw(st.text() | damaged(say(moves[who])))
        try:
            move = session.read(reply, data.draw(st.booleans())).move
        except Unreadable as bad:
            assert_sentence(render(message("fault.unreadable", who="X", got=bad.got, expected=bad.expected, turn=1)))
            continue
        json.dumps(move, allow_nan=False)
        try:
            game.check(state, who, move)
        except IllegalMove as illegal:
            assert_sentence(str(illegal))


@games
def test_non_ascii_digits_are_refused(name: str) -> None:
    game, say = GAMES[name], sayer(name)
    others = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
    for state, moves in POSITIONS[name][:20]:
        for who, move in moves.items():
            reply = say(move)
            for text in (reply.translate(others), f"{reply} {reply}", reply.replace("1", "1.5").replace("2", "0x2")):
                if text == reply:
                    continue
                session = next(iter(game.wires.values())).open()
                session.ask(game.view(state, who))
                with pytest.raises((Unreadable, IllegalMove)):
                    game.check(state, who, session.read(text, False).move)
            for text in (f"{reply}\r\n", f"  {reply}\n\n"):
                session = next(iter(game.wires.values())).open()
                session.ask(game.view(state, who))
                assert session.read(text, False).move == move


PUT = ["-", "\r\n", "\ufeff", "\x00", "٣", "９", "99999999999", " ", "\t", ".5", "e9", "e999", "\\", '"', "]", "\ud800"]


def damaged(text: str) -> st.SearchStrategy[str]:
    where = st.integers(0, len(text))
    put = st.sampled_from(PUT)
    return (
        where.map(lambda at: text[:at])
        | where.map(lambda at: text[at:])
        | st.builds(lambda at, new: text[:at] + new + text[at:], where, put)
        | st.builds(lambda at, new: text[:at] + new + text[at + 1 :], where, put)
        | st.sampled_from([text * 2, text * 1000, f"\ufeff{text}", text.replace("\n", "\r\n"), text.upper()])
    )


# Replays


@sets
def test_replays_verify(name: str, count: int, options: dict[str, Any]) -> None:
    setup = setting(name, count, options=small(GAMES[name]) | options)
    finish, replay, _ = run(setup, random_player(name, "module"))
    text = dumps(replay)
    again = loads(text)
    assert again.turns == replay.turns
    assert again.result == replay.result == result_json(finish)
    assert dumps(again) == text
    assert verify(again) is None
    found = unlink(link(replay))
    assert found.same_rules
    assert found.replay.result == replay.result
    assert verify(found.replay) is None
    opened = json.loads(page.open_replay(text))
    assert opened["problem"] is None
    assert len(opened["deltas"]) == finish.turns + 1


@games
def test_replay_keeps_any_output(name: str) -> None:
    """Includes lone surrogates, which UTF-8 cannot encode."""
    usual = random_player(name, "module")

    def respond(turn: int, batch: Batch, request: Request) -> Response:
        answer = usual(turn, batch, request)
        trace = {"line": 1, "error": "E: \ud800", "traceback": None}
        return Response(answer.reply, 1, output=(("out", "\ud800\u2028ж\x00\n"),), trace=trace)

    _, replay, _ = run(setting(name), respond)
    text = dumps(replay)
    assert loads(text.encode().decode()).turns == replay.turns
    assert dumps(loads(text)) == text


@pytest.fixture(scope="module")
def random_replays() -> dict[str, str]:
    """A match of every game, between players who move at random."""
    return {name: dumps(run(setting(name), random_player(name, "module"))[1]) for name in GAMES}


@games
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_mutated_replays_are_refused_or_equivalent(
    random_replays: dict[str, str], name: str, data: st.DataObject
) -> None:
    text = data.draw(damaged(random_replays[name]))
    opened = json.loads(page.open_replay(text))
    if opened["problem"]:
        assert_sentence(render(opened["problem"]))
    else:
        assert verify(loads(text)) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "\ud800\u2028\n" * 99},
        {"options": {"\n\ud800": 1}},
        {"options": {"x" * 10**5: 1}},
        {"clock": {"\n\ud800" * 10**4: 1}},
        {"clock": {"move": 10**4000}},
        {"clock": {"move": "x" * 10**5}},
        {"seed": -(10**4000)},
        {"players": []},
    ],
    ids=lambda changes: "-".join(changes),
)
def test_invalid_replay_header_is_refused_with_one_line(
    random_replays: dict[str, str], changes: dict[str, Any]
) -> None:
    for text in random_replays.values():
        with pytest.raises(BadReplay) as caught:
            loads(json.dumps({**json.loads(text), **changes}))
        assert_sentence(render(caught.value.text))


@pytest.mark.parametrize("value", [["nowhere", {}], {"player": "x"}, [["fault.crash", {}]], 1.5])
def test_replay_text_is_never_a_message(random_replays: dict[str, str], value: Any) -> None:
    whole = json.loads(next(iter(random_replays.values())))
    whole["turns"][1][0] = {"player": 0, "ms": 1, "fault": "crash", "trace": {"error": value}}
    with pytest.raises(BadReplay):
        loads(json.dumps(whole))


# Golden games


def frame_sums(game: Game[Any], states: Sequence[Any]) -> list[str]:
    texts = (json.dumps(game.view(state, None), sort_keys=True) for state in states)
    return [hashlib.sha256(text.encode()).hexdigest()[:8] for text in texts]


@games
def test_golden_game_is_reproduced(name: str) -> None:
    """Playing a recorded game again gives the recorded positions and result."""
    file = GAMES_FOLDER / name / "golden.json"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    writes = f"PYTHONPATH=py:tests python {__file__} {name} writes it"
    assert '"frames"' in text, f"there is no golden game of {name} in {file}: {writes}"
    golden = json.loads(text)
    game = GAMES[name]
    states = [game.start(golden["players"], golden["seed"], read_options(game, golden["options"]))]
    for turn in golden["turns"]:
        movers = game.to_move(states[-1])
        for who, move in zip(movers, turn, strict=True):
            game.check(states[-1], who, move)
        states.append(game.step(states[-1], dict(zip(movers, turn, strict=True))))
    found = frame_sums(game, states)
    assert len(found) > 4, f"the golden game of {name} ends too early to tell much: record another one"
    assert len(found) == len(golden["frames"])
    wrong = [number for number, pair in enumerate(zip(found, golden["frames"], strict=True)) if pair[0] != pair[1]]
    assert not wrong, f"position {wrong[0]} is another one now"
    outcome = game.outcome(states[-1])
    assert outcome is not None
    assert json.loads(json.dumps(outcome.json())) == golden["outcome"]
    assert json.loads(json.dumps(game.view(states[-1], None))) == golden["last"]


def recorded(name: str, seed: int = 4) -> dict[str, Any]:
    """Play a game at random, and return it as a golden game."""
    game = GAMES[name]
    count = max(2, game.players[0])
    options = short(name)
    played = list(walk(game, game.start(count, seed, read_options(game, options)), Random(seed)))
    states, moves = zip(*played, strict=True)
    outcome = game.outcome(states[-1])
    assert outcome is not None
    return {
        "players": count,
        "seed": seed,
        "options": options,
        "turns": [list(each.values()) for each in moves[:-1]],
        "frames": frame_sums(game, states),
        "last": game.view(states[-1], None),
        "outcome": outcome.json(),
    }


# Options and clocks

WRONG = [
    *("", "x", "٣", -1, 10**30, 1.5, float("nan"), [], [1], {}),
    *(["x"] * 4, True, None, b"", "x" * 10**6, [[]], [None] * 3),
]


@games
def test_wrong_options_are_refused_with_message(name: str) -> None:
    game = GAMES[name]
    for key, option in game.options.items():
        assert option.takes(option.default)
        assert read_options(game, {})[key] == option.default
        assert_sentence(render(option.expects()))
        json.dumps(option.json(), allow_nan=False)
        refused = [value for value in WRONG if not option.takes(value)]
        if option.kind == "int":
            refused += [option.low - 1, option.high + 1, str(option.default), float(option.default)]
        assert len(refused) > 5
        for value in refused:
            with pytest.raises(BadOption) as caught:
                read_options(game, {key: value})
            assert_sentence(str(caught.value))
            assert key in str(caught.value)
    with pytest.raises(BadOption) as caught:
        read_options(game, {"no_such": 1})
    assert_sentence(str(caught.value))
    assert all(key in str(caught.value) for key in game.options)


@games
@settings(deadline=None, max_examples=100)
@given(data=st.data())
def test_any_option_text_is_accepted_or_refused_with_message(name: str, data: st.DataObject) -> None:
    """For example maps: every text of an option starts a game or is refused with a message."""
    game = GAMES[name]
    texts = {key: option for key, option in game.options.items() if option.kind in ("text", "ints")}
    for key, option in texts.items():
        numbers = st.lists(st.integers(option.low, option.high), min_size=option.length, max_size=option.length)
        alike = st.text("0123456789 \n\r\ufeff٣-", max_size=min(option.length, 200))
        value = data.draw(numbers if option.kind == "ints" else alike | st.text(max_size=min(option.length, 50)))
        try:
            state = game.start(2, 1, read_options(game, small(game) | {key: value}))
        except BadOption as bad:
            assert_sentence(str(bad))
        else:
            json.dumps(views(game, state, 2), allow_nan=False)


@games
def test_named_clocks_are_valid(name: str) -> None:
    game = GAMES[name]
    told = json.loads(catalog.games())[name]
    assert told["clocks"] == {key: clock.json() for key, clock in game.clocks.items()}
    assert told["clock"] == game.clock.json()
    for key, clock in game.clocks.items():
        assert isinstance(clock, Clock)
        assert key.isidentifier()
        assert clock.first + clock.bank > 0
        finish, replay, batches = run(setting(name, clock=clock), random_player(name, "module"))
        assert batches[1].requests[0].budget == clock.first + clock.bank
        assert loads(dumps(replay)).setup.clock == clock
        assert_outcome(finish.outcome, 2)


@games
def test_invalid_answer_without_reason_has_message(name: str) -> None:
    def respond(turn: int, batch: Batch, request: Request) -> Response:
        return Response("module") if request.stage == "start" else Response(fault="invalid")

    finish, _, _ = run(setting(name), respond)
    found = [entry.fault for entry in finish.record if entry.fault]
    assert found
    assert isinstance(found[0].text, Message)
    assert render(found[0].text, ["Ann", "Ann"]) == f"Ann gave no valid answer on turn {finish.turns}"


if __name__ == "__main__":
    for each in sys.argv[1:]:
        (GAMES_FOLDER / each / "golden.json").write_text(json.dumps(recorded(each)) + "\n", encoding="utf-8")
