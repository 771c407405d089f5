"""`sandlot export --html`: a replay becomes a page that contains its positions."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from conftest import in_node
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from matches import played as at_random
from sandlot.api import html
from sandlot.cli.main import command
from sandlot.draw import Mark
from sandlot.games import GAMES
from sandlot.match.delta_log import views
from sandlot.match.parts import Player, Response, Setup
from sandlot.match.replay import verify
from sandlot.match.replay_file import dumps, loads
from sandlot.match.seat_replies import Printed
from sandlot.messages import message
from sandlot_build import embeds

PAGE = f"<!doctype html><title>$& \\1</title>{html.PLACE}"


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "match-page.html"
    path.write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(html, "PLAYER", path)
    return path


def played(folder: Path, *bots: str, game: str = "tank") -> Path:
    path = folder / "match.json"
    assert command(["play", game, *bots, "--seed", "18446744073709551615", "--replay", str(path), "--quiet"]) == 0
    return path


def held(page: str) -> dict[str, Any]:
    (text,) = re.findall(r'<script type="application/json" id="match">(.*?)</script>', page)
    return json.loads(text)


def test_page_contains_all_positions_and_no_secret(
    tmp_path: Path, player: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replay = played(tmp_path, "random", "random", game="planes")
    whole = json.loads(replay.read_text(encoding="utf-8"))
    # A name that would close the script element, and a lone surrogate.
    whole["players"][0]["name"] = "</script><!--\ud83d"
    replay.write_text(json.dumps(whole), encoding="utf-8")
    out = tmp_path / "match.html"
    assert command(["export", str(replay), "--html", str(out)]) == 0
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html><title>$& \\1</title>")
    match = held(page)
    assert match["header"]["seed"] == "18446744073709551615"
    assert match["header"]["players"][0] == {"name": "</script><!--\ud83d", "kind": "house"}
    assert set(match) == {"header", "deltas", "result", "stats"}
    assert set(match["header"]) == {"game", "options", "seed", "players"}
    assert match["result"] == whole["result"]
    found = list(views(match["deltas"]))
    assert len(found) == whole["result"]["turns"] + 1
    game = GAMES["planes"]
    first = game.view(game.start(2, 2**64 - 1, loads(json.dumps(whole)).setup.options), None)
    assert found[0] == json.loads(json.dumps(first))
    assert verify(loads(json.dumps(whole))) is None
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_impossible_export_gives_message(
    tmp_path: Path, player: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    replay = played(tmp_path, "random", "random")
    whole = json.loads(replay.read_text(encoding="utf-8"))
    out = tmp_path / "match.html"
    whole["result"]["scores"] = [7, 7]
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(whole), encoding="utf-8")
    none = tmp_path / "none.json"
    none.write_text("{}", encoding="utf-8")
    for path in (wrong, none, tmp_path / "missing.json"):
        capsys.readouterr()
        assert command(["--lang", language, "export", str(path), "--html", str(out)]) != 0
        error = capsys.readouterr().err
        assert path.name in error
        assert "Traceback" not in error
    for content in (b"def move(view):\n    return [0, 0]\n", b"<!doctype html>\n<title>mine</title>\n"):
        (tmp_path / "bot.py").write_bytes(content)
        assert command(["--lang", language, "export", str(replay), "--html", str(tmp_path / "bot.py")]) == 1
        assert "bot.py" in capsys.readouterr().err
        assert (tmp_path / "bot.py").read_bytes() == content
    player.unlink()
    assert command(["--lang", language, "export", str(replay), "--html", str(out)]) == 1
    assert "python3 build.py build" in capsys.readouterr().err
    assert not out.exists()


def test_page_and_command_line_embed_the_match_alike() -> None:
    source = (embeds.ROOT / "static" / "panels" / "watch" / "html-file.ts").read_text(encoding="utf-8")
    template = (embeds.ROOT / embeds.EMBED_FOLDER / "file.html").read_text(encoding="utf-8")
    assert f"const PLACE = '{html.PLACE}';" in source
    assert template.count(html.PLACE) == 1


ODD = st.text(st.sampled_from('\0\x01\n\r"\\&<>/!-\u2028\ud800\udfff\U0001f600я$'), max_size=20) | st.sampled_from(
    ["</script>", "<!--<script>", "]]>", "$&", "__proto__", "\ufeff"]
)
OPENING = """
import { readFileSync } from 'node:fs';
import { createDeltaLog } from 'STATIC/match/delta-log.ts';
const ends = readFileSync(0, 'utf8').split('\\n').map((line) => {
  const { header, deltas, result } = JSON.parse(line);
  const delta_log = createDeltaLog(deltas);
  // The last one first: it is found from the whole view before it.
  const last = delta_log.view(delta_log.length - 1);
  return [header.players.map((each) => each.name), delta_log.view(0), last, result.turns, delta_log.length];
});
process.stdout.write(JSON.stringify(ends));
"""


class Script(HTMLParser):
    """Return the text of the element that contains the match, as an HTML parser finds it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text, self.inside, self.elements = "", False, 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements += 1
        self.inside = dict(attrs).get("id") == "match"

    def handle_endtag(self, tag: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        self.text += data if self.inside else ""


def test_html_export_of_any_bot_output_opens_again(tmp_path: Path, player: Path) -> None:
    """Checked in Python with an HTML parser, and in Node with the page's own reader of positions."""
    lines, expected = [], []

    @settings(max_examples=24, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.sampled_from(sorted(GAMES)), st.lists(ODD, min_size=8, max_size=8), st.integers(0, 2**64), st.randoms())
    def each(name: str, texts: list[str], seed: int, random: Random) -> None:
        game = GAMES[name]
        seats = tuple(Player(texts[seat]) for seat in range(max(2, game.players[0])))

        def answering(turn: int, player: int, reply: str) -> Response:
            said = random.choice(texts)
            prints = Printed([("out", said), ("err", random.choice(texts))]).shown(answered=True)
            marks = cast("tuple[Mark, ...]", (["note", said], ["text", [1, 2], said, "ink"]))
            if turn and random.random() < 0.02:
                trace = {"file": said, "line": 1, "error": said, "traceback": said}
                return Response(fault="crash", why=message("fault.crash", error=said), output=prints, trace=trace)
            return Response(said if turn and random.random() < 0.02 else reply, 1, output=prints, drawings=marks)

        replay = at_random(Setup(game, seats, seed), answering)
        with TemporaryDirectory(dir=tmp_path) as folder:
            path, page = Path(folder, "match.json"), Path(folder, "match.html")
            path.write_text(dumps(replay), encoding="utf-8")
            assert command(["export", str(path), "--html", str(page)]) == 0
            reader = Script()
            reader.feed(page.read_text(encoding="utf-8"))
        reader.close()
        assert reader.elements == 2  # the title and the match
        match = json.loads(reader.text)
        positions = list(views(match["deltas"]))
        assert len(positions) == len(replay.turns)
        assert match["result"] == json.loads(json.dumps(replay.result))
        lines.append(reader.text)
        ends = [positions[0], positions[-1], match["result"]["turns"], len(positions)]
        expected.append([[each.name for each in seats], *ends])

    each()
    # In JavaScript two adjacent surrogates are one character.
    assert json.loads(in_node(OPENING, "\n".join(lines))) == json.loads(json.dumps(expected))
