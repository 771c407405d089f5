"""`sandlot mcp` with the official client, over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sandlot
from mcp import Client, StdioServerParameters
from sandlot.games import GAMES
from sandlot.local import NoSandbox, isolating_sandbox

PATH = str(Path(sandlot.__file__).parents[1])
HUGGING = """
def move(view):
    safe = view["safe"] or [0]
    print("safe", safe)
    return safe[0]
"""
SPY = """
import os
found = os.path.exists({path!r})
def move(view):
    print("found" if found else "nothing there")
    return 0
"""

Call = Callable[..., Awaitable[Any]]


def serve(talk: Callable[[Call, Client], Awaitable[None]], *arguments: str) -> None:
    """Start the server and run `talk` with a client that is connected to it."""

    async def run() -> None:
        env = {"PYTHONPATH": PATH, "PATH": os.environ["PATH"]}
        command = StdioServerParameters(command=sys.executable, args=["-m", "sandlot", "mcp", *arguments], env=env)
        async with Client(command) as client:

            async def call(name: str, **given: Any) -> Any:
                result = await client.call_tool(name, given)
                text = "".join(getattr(each, "text", "") for each in result.content)
                return text if result.is_error or name in ("rules", "starter") else json.loads(text)

            await talk(call, client)

    # Use another thread, because a browser test may have left an event loop running in this one.
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, run()).result()


@pytest.fixture
def sandboxed() -> None:
    try:
        isolating_sandbox()
    except NoSandbox as none:
        pytest.skip(str(none))


def test_assistant_can_write_check_and_play_a_bot(sandboxed: None) -> None:
    async def talk(call: Call, client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert {each.name for each in tools} == {
            *("games", "rules", "schema", "starter", "check", "play", "series", "view"),
        }
        assert all(each.description for each in tools)
        games = await call("games")
        assert set(games) == set(GAMES)
        assert "hugger" in games["snake"]["house_bots"]
        assert "def move" in await call("starter", game="snake")
        rules = await call("rules", game="snake")
        assert "What a bot sees" in rules
        assert "from sandlot.games import snake" in rules
        assert games["snake"]["options"]["rows"] == {"default": 13, "is": "a whole number from 4 to 40"}
        assert (await call("schema", game="snake"))["$defs"]["move"] == {"type": "integer"}

        broken = await call("check", game="snake", source="def move(view):\n    return view['nothing']\n")
        assert not broken["ok"]
        assert "KeyError" in broken["faults"][0]["traceback"]
        slip = await call("check", game="snake", source="def mvoe(view):\n    return 0\n")
        assert "Line 1 says mvoe: did you mean move?" in slip["faults"][0]["hint"]
        # No encoding can write half of a character.
        half = await call("check", game="snake", source="def move(view):\n    raise ValueError('\\ud800')\n")
        assert "ValueError" in half["faults"][0]["traceback"]
        good = await call("check", game="snake", source=HUGGING)
        assert (good["ok"], good["faults"]) == (True, [])

        match = await call("play", game="snake", players=[HUGGING, "hugger"], seed=7)
        assert match["players"] == ["bot", "hugger"]
        turn = await call("view", match=match["match"], turn=2, player=0)
        assert turn["view"]["step"] == 2
        assert turn["move"] == turn["view"]["safe"][0]
        assert turn["printed"].startswith("safe [")

        answer = await call("series", game="snake", first=HUGGING, second="cautious", games=4, seed=1)
        assert answer["games"] == 4
        assert answer["text"]

    serve(talk)


def test_assistant_code_runs_in_sandbox(sandboxed: None, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("")
    source = SPY.format(path=str(file))

    async def sealed(call: Call, client: Client) -> None:
        match = await call("play", game="snake", players=[source, "cautious"], seed=7)
        assert (await call("view", match=match["match"], turn=1))["printed"] == "nothing there\n"

    async def trusted(call: Call, client: Client) -> None:
        match = await call("play", game="snake", players=[source, "cautious"], seed=7)
        assert (await call("view", match=match["match"], turn=1))["printed"] == "found\n"

    serve(sealed)
    serve(trusted, "--trust")


def test_errors_are_reported_and_bounded() -> None:
    async def talk(call: Call, client: Client) -> None:
        for name, given, says in (
            ("rules", {"game": "chess"}, "tank"),
            ("play", {"game": "snake", "players": ["nobody", "hugger"]}, "house bots: constrictor"),
            ("play", {"game": "snake", "players": ["cmd:sh -c true", "hugger"]}, "no source of a bot"),
            ("play", {"game": "snake", "players": ["/etc/passwd.py", "hugger"]}, "no source of a bot"),
            ("play", {"game": "snake", "players": ["hugger"]}, "2 players"),
            ("play", {"game": "snake", "players": ["hugger"] * 17}, "16"),
            ("play", {"game": "snake", "players": ["x" * 200_001, "hugger"]}, "200000"),
            ("play", {"game": "snake", "players": ["hugger"] * 2, "options": {"size": 3}}, "size"),
            ("play", {"game": "snake", "players": ["hugger"] * 2, "seed": -1}, "greater"),
            ("series", {"game": "snake", "first": "hugger", "second": "roomy", "games": 10_000}, "1000"),
            ("view", {"match": 7, "turn": 1}, "match 7"),
        ):
            assert says in await call(name, **given), (name, given)
        played = await call("play", game="snake", players=["cautious", "hugger"], seed=7)
        assert "from 1 to" in await call("view", match=played["match"], turn=played["turns"] + 1)

    serve(talk)


def test_missing_mcp_package_gives_install_hint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from sandlot.cli.main import command

    monkeypatch.setitem(sys.modules, "mcp.server", None)
    monkeypatch.delitem(sys.modules, "sandlot.mcp", raising=False)
    assert command(["mcp"]) == 1
    assert 'pip install "sandlot[mcp]"' in capsys.readouterr().err
