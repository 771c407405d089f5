"""Completions and explanations while a bot is written."""

from __future__ import annotations

import json
from random import Random

import pytest
from reading import ask, offered, reader
from sandlot.game import read_options
from sandlot.games import GAMES

TANK = ["x", "y", "alive", "facing", "can_shoot"]
MOVE = "def move(view):\n    "


@pytest.mark.parametrize("game", GAMES)
def test_offered_keys_exist_in_view(game: str) -> None:
    rules = GAMES[game]
    random = Random(99)
    state = rules.start(rules.players[0], 99, read_options(rules, {}))
    keys = offered(f'{MOVE}view["|"]', game)
    for _ in range(40):
        assert sorted(rules.view(state, 0)) == sorted(keys)
        movers = rules.to_move(state)
        if not movers:
            break
        state = rules.step(state, {player: rules.sample(state, player, random) for player in movers})


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('view["tanks"][0][1]["|"]', TANK),
        ('view["tanks"][0][1]["|', TANK),
        ('for number, tank in enumerate(view["tanks"][view["player"]]):\n        if tank["|', TANK),
        ('for tank, legal in zip(view["tanks"][0], view["legal"]):\n        tank["|"]', TANK),
        ('alive = [tank for tank in view["tanks"][0] if tank["|"]]', TANK),
        ('alive = [tank for tank in view["tanks"][0] if tank["alive"]]\n    alive[0]["|"]', TANK),
        ('nearest = min(view["tanks"][0], key=lambda tank: tank["|"])', TANK),
        ('base = view.get("bases")[0]\n    base["|"]', ["x", "y", "alive"]),
        (
            'return best(view, 3)\n\n\ndef best(seen, k):\n    base = seen["bases"][k]\n    print(f"{base[\'|\']}")',
            TANK[:3],
        ),
        ('one, other = view["bases"]\n    other["|"]', TANK[:3]),
        ('if (base := view["bases"][0])["|"]:\n        pass', TANK[:3]),
    ],
)
def test_keys_of_nested_parts_are_offered(text: str, keys: list[str]) -> None:
    assert offered(MOVE + text) == keys


@pytest.mark.parametrize(
    "text",
    [
        'class Bot:\n    def move(self, view):\n        view["|"]',
        "class Bot:\n    def move(self, view):\n        self.view = view\n        self.go()\n\n"
        '    def go(self):\n        self.view["|"]',
        'def move(view: dict) -> list:\n    view["|"]',
        'seen = None\n\n\ndef move(view):\n    global seen\n    seen = view\n\n\ndef go():\n    seen["|"]',
        "def move(view):\n    view[|]",
    ],
)
def test_view_is_known_in_every_form_of_bot(text: str) -> None:
    assert [label.strip('"') for label in offered(text)][:2] == ["turn", "over"]


def test_setup_is_known_in_start() -> None:
    assert offered('def start(setup):\n    setup["|"]') == ["game", "player", "players", "clock"]
    assert offered('def start(setup):\n    setup["clock"]["|"]')[:2] == ["start", "first"]


@pytest.mark.parametrize("text", ['x = {}\nx["|"]', 'def f(a):\n    a["|"]', 'def move(view):\n    view["tanks"]["|"]'])
def test_non_view_has_no_key_completions(text: str) -> None:
    assert offered(text) == []


def test_key_completion_shows_type_and_path() -> None:
    found = ask("complete", f'{MOVE}view["tanks"][0][0]["f|"]')
    assert found["of"] == "view"
    assert found["start"] == len('    view["tanks"][0][0]["')
    assert {"label": "facing", "detail": "int", "path": "tanks.facing"} in found["options"]


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [
        ("from sandlot import |", {"draw", "games", "limits"}, {"seat", "page", "match", "wire"}),
        ("from sandlot.games import |", {"tank", "generals", "snake", "planes"}, {"hashlib", "Path"}),
        ("from sandlot import draw\ndraw.|", {"cell", "line", "text", "note"}, {"json", "attach", "Any"}),
        ("from sandlot.games import generals\ngenerals.|", {"go", "mine", "neighbours", "distances"}, {"annotations"}),
        ("import sandlot.limits\nsandlot.limits.|", {"left", "took"}, {"perf_counter"}),
        ("import random\nrandom.ch|", {"choice", "choices"}, {"AbstractSet"}),
        ("import j|", {"json"}, {"jedi"}),
        ("def f(alpha):\n    alp|", {"alpha"}, set()),
        (
            "class A:\n    def one(self):\n        self.|\n    def two(self):\n        pass",
            {"one", "two"},
            {"__init__"},
        ),
        ("from sandlot import draw\ndraw.cell(1, 2, c|)", {"colour="}, set()),
        (f'{MOVE}view["legal"].|', {"append", "index"}, {"items"}),
        (f"{MOVE}view.|", {"get", "items"}, {"append"}),
    ],
)
def test_names_are_offered(text: str, wanted: set[str], unwanted: set[str]) -> None:
    found = set(offered(text))
    assert wanted <= found
    assert not unwanted & found


def test_names_are_offered_in_programs() -> None:
    program = "import json\nimport sys\n\nfor line in sys.stdin:\n    request = json.l|"
    assert {"load", "loads"} <= set(offered(program))


def test_names_of_other_files_are_offered() -> None:
    reader().lay_out(
        json.dumps({"brain.py": "def think(view):\n    '''Thinks.'''\n", "../out.py": "", "tools/a.py": "B = 1"})
    )
    try:
        assert offered("import brain\nbrain.|") == ["think"]
        assert offered("from tools import a\na.|") == ["B"]
        assert ask("hover", "import brain\nbrain.th|ink")["text"] == "Thinks."
    finally:
        reader().lay_out("{}")
    assert offered("import brain\nbrain.|") == []


@pytest.mark.parametrize(
    ("text", "title", "said"),
    [
        ("import random\nrandom.cho|ice", "choice(seq", "Choose a random element"),
        ("from sandlot import draw\ndraw.ce|ll", "cell(row: float, col: float", "Mark a cell"),
        ("from sandlot.games import generals\ngenerals.min|e", "mine(view", "cells"),
        ("import math\nmath.sq|rt", "sqrt(", "square root"),
        ("x = [1]\nx|", "x: list", "sequence"),
        ("def mine(a, b=2):\n    '''Does it.'''\nmi|ne", "mine(a, b=2)", "Does it."),
        (f"{MOVE}legal = view['legal']\n    le|gal", "legal: list[list[int]]", ""),
        (f"{MOVE}view['ta|nks']", "'tanks': list[list[dict]]", ""),
        ("def move(vi|ew):\n    pass", "view: dict", ""),
    ],
)
def test_hover_explains_name(text: str, title: str, said: str) -> None:
    about = ask("hover", text)
    assert about["title"].startswith(title)
    assert said in about["text"]


def test_columns_count_utf_16_units() -> None:
    found = ask("complete", 'def move(view):\n    a = "🎲中文"; view["tu|"]')
    assert found["start"] == len('    a = "🎲中文"; view["') + 1
    about = ask("hover", 'import math\na = "🎲"; math.sq|rt')
    assert (about["start"], about["end"]) == (15, 19)


def test_completion_is_explained_on_demand() -> None:
    found = ask("complete", "import random\nrandom.choi|")
    number = [each["label"] for each in found["options"]].index("choice")
    explain = {"kind": "explain", "number": number, "label": "choice"}
    assert "random element" in json.loads(reader().answer(json.dumps(explain)))["text"]
    # An explanation is refused once another list has been offered.
    assert json.loads(reader().answer(json.dumps({**explain, "label": "other"}))) is None
