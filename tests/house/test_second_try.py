"""Failed tests are run a second time, without others in parallel."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from sandlot_build import checks


@pytest.mark.parametrize(
    ("codes", "failed", "ran", "code"),
    [
        ([0], [], 1, 0),
        ([1, 0], ["a", "b"], 2, 0),
        ([1, 1], ["a"], 2, 1),
        ([1], ["a"] * (checks.MOST_AGAIN + 1), 1, 1),
        ([1], None, 1, 1),
        ([2], ["a"], 1, 2),
    ],
    ids=["none fails", "alone they pass", "alone one fails", "many fail", "nobody knows which", "it was interrupted"],
)
def test_few_failures_are_retried_serially(
    codes: list[int], failed: list[str] | None, ran: int, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[Any]] = []

    def show(command: list[Any], **_: Any) -> int:
        commands.append(command)
        if failed is not None:
            kept = tmp_path / "pytest" / "v" / "cache" / "lastfailed"
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps({f"{name}{number}": True for number, name in enumerate(failed)}))
        return codes[len(commands) - 1]

    monkeypatch.setattr(checks, "show", show)
    monkeypatch.setattr(checks, "WORK", tmp_path)
    assert checks.pytest(Path(sys.executable), "chromium", ["-k", "some"]) == code
    assert len(commands) == ran
    if ran == 2:
        assert "-n" not in commands[1]
        assert commands[1][-3:] == ["--last-failed", "-k", "some"]
