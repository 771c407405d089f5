"""Contests with bots of huge output: their files can be read again and verified, and other bots lose no output."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from sandlot.contest.store import Store
from sandlot.formats.bounds import LONGEST_REPLAY
from sandlot.games import GAMES
from sandlot.local import Bot, Stage, house
from sandlot.match import quota
from sandlot.match.parts import Player, Response, Setup
from sandlot.match.quota import left_out
from sandlot.match.replay import verify
from sandlot.match.replay_file import dumps, loads, packed
from sandlot.match.validation import BadReplay

SOURCES = str(Path(__file__).parents[2] / "py")
LOUD = {
    "control": "def move(view):\n    print('\\x01' * 65000)\n",
    "marks": ("from sandlot import draw\n\ndef move(view):\n    for k in range(500): draw.note('\\U0001f600' * 200)\n"),
    "newlines": "def move(view):\n    print('\\n' * 65000)\n",
    "errors": "import sys\n\ndef move(view):\n    sys.stderr.write('\\x02' * 60000)\n",
    "both": (
        "import sys\n\ndef move(view):\n    for k in range(900):\n"
        "        print('\\x03' * 70, flush=True)\n        print('x', file=sys.stderr, flush=True)\n"
    ),
    "quiet": "def move(view):\n    return None\n",
    "raises": "def move(view):\n    raise ValueError('\\x04' * 10**6)\n",
}


def sandlot(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "sandlot", *arguments]
    environment = os.environ | {"PYTHONPATH": SOURCES}
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False, env=environment)


def test_contest_with_loud_bot_can_be_shown_bundled_and_verified(tmp_path: Path) -> None:
    """Earlier versions could not read the files that they had written of such a contest."""
    (tmp_path / "loud.py").write_text(LOUD["control"])
    options = [f"--option={each}" for each in ("max_rounds=180", "rows=6", "cols=6")]
    played = sandlot(tmp_path, "series", "generals", "loud.py", "rest", "--games=2", "--out=a.contest", *options)
    assert played.returncode == 0, played.stderr
    assert sandlot(tmp_path, "show", "a.contest").returncode == 0
    assert sandlot(tmp_path, "bundle", "a.contest", "a.zip").returncode == 0
    verified = sandlot(tmp_path, "verify", "a.zip")
    assert verified.returncode == 0, verified.stderr + verified.stdout
    store = Store.open(tmp_path / "a.contest", writable=False)
    for number, result in store.results().items():
        for game, end in enumerate(result.games):
            assert end.faults == (None, None)
            assert len(store.replay(number, game) or "") < LONGEST_REPLAY / 2
    store.close()


@pytest.mark.parametrize("name", LOUD)
def test_replays_of_loud_bots_are_read_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "MATCH", 2**20)
    game = GAMES["generals"]
    seats = (Player("loud"), Player("rest", "house"))
    setup = Setup(game, seats, 3, {"max_rounds": 12, "rows": 6, "cols": 6})
    with Stage() as stage:
        replay, finish = stage.play(setup, [Bot("loud", "code", LOUD[name], "loud.py"), house("generals", "rest")])
    text = dumps(replay)
    assert len(text.encode()) < 2**20
    back = loads(text)
    assert back.turns == replay.turns
    assert verify(back) is None
    assert any(left_out(turn[0]) for turn in replay.turns if 0 in turn) == (name not in ("quiet", "raises"))
    assert not any(left_out(turn[1]) for turn in replay.turns if 1 in turn)
    assert (finish.outcome.losses[0] is not None) == (name == "raises" or finish.outcome.places[0] == 2)


def test_unreadable_result_is_not_packed() -> None:
    setup = Setup(GAMES["snake"], (Player("a", "house"), Player("b", "house")), 1)
    with Stage() as stage:
        replay, _ = stage.play(setup, [house("snake", "roomy"), house("snake", "roomy")])
    assert zlib.decompress(packed(replay)).decode() == dumps(replay)
    loud = Response("module", output=(("out", "x" * 2**19),))
    replay.turns.extend([{0: loud}] * (LONGEST_REPLAY // 2**19))
    with pytest.raises(BadReplay) as caught:
        packed(replay)
    assert "not_kept" in caught.value.text.id
