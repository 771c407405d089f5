"""Reads matches of Tank in the forms that Botzone stores.

A match's log is a list in which the judge's outputs and the sides' answers alternate::

    [{"output": {"command": "request", "content": {"0": {"field": [...], "mySide": 0}, "1": {...}}, ...}, ...},
     {"0": {"response": [-1, 4], "verdict": "OK", "time": 9, "memory": 2}, "1": {...}},
     {"output": {"command": "request", "content": {"0": [...], "1": [...]}}}, ...,
     {"output": {"command": "finish", "content": {"0": 2, "1": 0}}}]

The list may stand alone, or under "log" or "logs" in an object beside "players", "scores" and "initdata". "initdata"
are the settings of the match, as an object or its JSON text: {"field": [...], "maxTurn": 100, "seed": ...}; the first
output of the judge has them, too. An answer may have other keys; a human's orders may be in "content".

One side's part of a match is what a program is sent when it is restarted: ``{"requests": [...], "responses": [...]}``,
where every request but the first holds the orders of the other side. A list of two such objects is a whole match.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sandlot.bounded import Bounds, read_json
from sandlot.game import BadRecording, FaultKind, Json, Recorded, Recording, short
from sandlot.messages import message

BOUNDS = Bounds(characters=64 * 2**20, values=2_000_000)
"""Bounds for a log; Botzone's longest logs have about ten thousand values."""
SIDES = ("0", "1")
LONGEST_NAME = 60
MOST_SCORE = 10**9
"""Larger scores, which no valid log has, are cut to this."""
TURNS, MOST_TURNS = 100, 1000
"""The default turn limit, and the largest that the rules allow."""
VERDICTS: Mapping[str, FaultKind] = {"TLE": "timeout", "NJ": "invalid", "INVALID": "invalid"}
"""Botzone's verdicts for a side that gives no answer; any other verdict but OK is a crash."""

Turn: TypeAlias = Mapping[int, Recorded]


def recording_of(text: str) -> Recording | None:
    """Return the match in a log; None if the text is no such log; raise `BadRecording` if the log is broken."""
    if not text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return None
    try:
        whole = read_json(text.removeprefix("\ufeff"), BOUNDS)
    except ValueError:
        return None
    match whole:
        case {"requests": _, "responses": _}:
            return _of_one_side(whole)
        case [{"requests": _, "responses": _} as first, {"requests": _, "responses": _} as second]:
            return _of_both_sides([first, second])
        case {"log": list(items)} | {"logs": list(items)}:
            return _of_judge(items, whole)
        case [{"output": _}, *_]:
            return _of_judge(whole, {})
    return None


# The judge's log


def _of_judge(items: Sequence[Json], whole: Mapping[str, Json]) -> Recording:
    turns: list[Turn] = []
    field: list[int] | None = None
    scores: tuple[float, ...] | None = None
    settings = _settings(whole.get("initdata"))
    for number, item in enumerate(items):
        if not isinstance(item, dict):
            raise _bad("item", number=number + 1, got=short(item, 40))
        output: Json = _loaded(item.get("output"))
        match output:
            case {"initdata": initdata} if not settings:
                settings = _settings(initdata)
        match output:
            case {"command": "finish", "content": content}:
                scores = _scores(content)
            case {"command": "request", "content": content}:
                field = field or _field_in(content)
            case None if any(side in item for side in SIDES):
                turns.append(_answers(item, len(turns) + 1))
            case _ if not (number == 0 and isinstance(output, dict)):
                raise _bad("item", number=number + 1, got=short(item, 40))
    field = field or _field_in({"0": settings})
    if field is None:
        raise _bad("field")
    scores = scores or _scores(whole.get("scores"))
    options = {"field": field, "max_turns": _turn_limit(settings.get("maxTurn"), len(turns), scores)}
    return Recording(_names(whole.get("players")), options, tuple(turns), scores)


def _settings(initdata: Json) -> Mapping[str, Json]:
    """Return the settings of a match, which are given as an object or its JSON text; empty if there are none."""
    found = _loaded(initdata)
    return found if isinstance(found, dict) else {}


def _turn_limit(given: Json, turns: int, scores: Sequence[float] | None = None) -> int:
    """Return the turn after which a match is a draw: by its settings, or else inferred from its turns and scores."""
    if _is_int(given):
        limit = int(given)
    elif scores is not None and list(scores) == [1, 1] and turns < TURNS:
        limit = turns
    else:
        limit = max(TURNS, turns)
    return min(max(limit, 1), MOST_TURNS)


def _answers(item: Mapping[str, Json], turn: int) -> Turn:
    missing = next((side for side in SIDES if not isinstance(item.get(side), dict)), None)
    if missing is not None:
        raise _bad("side", side=int(missing), turn=turn)
    return {side: _answer(item[name]) for side, name in enumerate(SIDES)}


def _answer(given: Mapping[str, Json]) -> Recorded:
    verdict, time = given.get("verdict", "OK"), given.get("time", 0)
    milliseconds = float(time) if type(time) in (int, float) and 0 <= time < 10**6 else 0.0
    if verdict != "OK" and given.get("response") is None and given.get("content") is None:
        return Recorded(milliseconds=milliseconds, fault=VERDICTS.get(str(verdict), "crash"))
    response = given.get("response")
    debug = given.get("debug")
    output = (("debug", debug if isinstance(debug, str) else _dump(debug)),) if debug not in (None, "") else ()
    # A human's answer is in "content", where the judge looks for it.
    return Recorded(_reply(given.get("content") if response is None else response), milliseconds, output=output)


def _scores(content: Json) -> tuple[float, ...] | None:
    given = [content.get(side) for side in SIDES] if isinstance(content, dict) else content
    if isinstance(given, list) and len(given) == 2 and all(type(each) in (int, float) for each in given):
        # Cut, because a whole number may be too large for a float.
        return tuple(float(min(max(each, -MOST_SCORE), MOST_SCORE)) for each in given)
    return None


def _names(players: Json) -> tuple[str, str]:
    """Return the names of the sides, as far as the log has them."""
    given = players if isinstance(players, list) and len(players) == 2 else [None, None]
    first, second = (_name(player) or f"player{number + 1}" for number, player in enumerate(given))
    return first, second


def _name(player: Json) -> str | None:
    match player:
        case str(name) if name.strip():
            return " ".join(name.split())[:LONGEST_NAME]
        case {"name": str(inner)} | {"bot": inner} | {"user": inner}:
            return _name(inner)
    return None


# What one side was sent


def _of_one_side(given: Mapping[str, Json]) -> Recording:
    """Return the match with all turns in which the other side's orders are known: the next request has them."""
    side, field, others, own = _side(given)
    turns = [{side: Recorded(own[k]), 1 - side: Recorded(others[k])} for k in range(len(others))]
    options = {"field": field, "max_turns": _turn_limit(None, len(turns))}
    return Recording(_names(None), options, tuple(dict(sorted(turn.items())) for turn in turns))


def _of_both_sides(given: Sequence[Mapping[str, Json]]) -> Recording:
    (side, field, others, own), (other, same, own_again, theirs) = map(_side, given)
    if side == other or field != same:
        raise _bad("sides")
    turns = min(len(own), len(theirs))
    for k in range(turns):
        if any(_contradict(told[k : k + 1], said[k]) for told, said in ((others, theirs), (own_again, own))):
            raise _bad("contradiction", turn=k + 1)
    pairs = [(own[k], theirs[k]) if side == 0 else (theirs[k], own[k]) for k in range(turns)]
    both = tuple({0: Recorded(blue), 1: Recorded(red)} for blue, red in pairs)
    return Recording(_names(None), {"field": field, "max_turns": _turn_limit(None, turns)}, both)


def _contradict(told: Sequence[str], said: str) -> bool:
    """Tell whether the other side's orders, as `told` to one side, differ from what that side `said`. For a dead tank
    the judge tells -1.
    """
    if not told or told[0] == said:
        return False
    first, second = (json.loads(each)["response"] for each in (told[0], said))
    if not isinstance(first, list) or not isinstance(second, list) or len(first) != len(second):
        return True
    return any(a not in (b, -1) for a, b in zip(first, second, strict=True))


def _side(given: Mapping[str, Json]) -> tuple[int, list[int], list[str], list[str]]:
    """Return a side's number, the field, and the replies of the other side and its own, turn by turn."""
    requests, responses = given["requests"], given["responses"]
    if not isinstance(requests, list) or not isinstance(responses, list) or not requests:
        raise _bad("lists")
    first = requests[0]
    side = first.get("mySide") if isinstance(first, dict) else None
    field = _field_in({"0": first})
    if side not in (0, 1) or isinstance(side, bool) or field is None:
        raise _bad("field")
    if len(responses) < len(requests) - 1:
        raise _bad("responses", requests=len(requests), responses=len(responses))
    own = [each["response"] if isinstance(each, dict) and "response" in each else each for each in responses]
    return side, field, [_reply(each) for each in requests[1:]], [_reply(each) for each in own]


# Parts of a log


def _field_in(content: Json) -> list[int] | None:
    """Return the bricks in the first request of either side."""
    for side in SIDES if isinstance(content, dict) else ():
        given = content[side] if isinstance(content.get(side), dict) else {}
        if "brickfield" in given:
            raise _bad("tank2")
        field = given.get("field")
        # The judge uses only the lower 27 bits of three numbers.
        numbers = [_as_int(each) for each in field[:3]] if isinstance(field, list) else []
        if len(numbers) == 3 and None not in numbers:
            return [each % 2**27 for each in numbers if each is not None]
    return None


def _as_int(value: Json) -> int | None:
    """Convert a value to an integer as Botzone's JSON library does: a real loses its fraction, and null is 0. Return
    None for a value that is an error there.
    """
    if value is None:
        return 0
    is_number = isinstance(value, int | float) and -(2**31) - 1 < value < 2**31
    return int(value) if is_number else None


def _is_int(value: Json) -> bool:
    """Tell whether the judge takes a value for a 32-bit integer; it takes 2.0 for one."""
    is_whole = type(value) is int or (type(value) is float and value.is_integer())
    return is_whole and -(2**31) <= value < 2**31


def _reply(response: Json) -> str:
    """Return a response as the text that a program prints."""
    return _dump({"response": response})


def _dump(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _loaded(text: Json) -> Json:
    if not isinstance(text, str):
        return text
    try:
        return read_json(text, BOUNDS)
    except ValueError:
        return None


def _bad(id: str, **params: Json) -> BadRecording:
    return BadRecording(message(f"tank.log.{id}", **params))
