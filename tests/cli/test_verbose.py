"""The log of --verbose on standard error: the choice of sandbox, and the start and end of every process."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from test_cli import PYTHON, environment

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

LINE = re.compile(r"\d\d:\d\d:\d\d\.\d{3} sandlot\.(sandbox|processes|cluster)\[(\d+)\] (.*)")
SERIES = ("series", "snake", "cautious", "hugger", "--games", "2", "--seed", "7", "--workers", "1", "--quiet")


def typed(*arguments: str) -> tuple[str, list[tuple[str, ...]]]:
    """Run a command; return its standard output, and the fields of each line of its log."""
    done = subprocess.run([*PYTHON, *arguments], env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [LINE.fullmatch(line) for line in done.stderr.splitlines()]
    return done.stdout, [each.groups() for each in lines if each]


def test_match_logs_processes() -> None:
    match = ("play", "snake", "cautious", "hugger", "--seed", "7", "--quiet", "--json")
    out, log = typed(*match, "--verbose")
    said = [text for room, _, text in log if room == "processes"]
    started = [re.search(r"process (\d+), forked|server (\d+) started", text) for text in said]
    pids = [next(filter(None, each.groups())) for each in started if each]
    assert len(pids) == 3
    assert all(any(re.search(rf" {pid} ended: ", text) for text in said) for pid in pids)
    plain_out, nothing = typed(*match)
    assert nothing == []
    first, second = (json.loads(each) for each in (plain_out, out))
    assert (first["scores"], first["turns"]) == (second["scores"], second["turns"])


def test_contest_logs_sandbox_and_workers(tmp_path: Path) -> None:
    _, log = typed(*SERIES, "--out", str(tmp_path / "x.contest"), "--verbose")
    assert ("sandbox", "bots play without a sandbox: all are house bots") in [(room, text) for room, _, text in log]
    [own] = {pid for room, pid, _ in log if room == "cluster"}
    worker = next(text.split()[1] for _, _, text in log if re.fullmatch(r"worker \d+ started", text))
    assert any(room == "processes" and pid == worker != own for room, pid, _ in log), "the worker logs, too"
    assert any(text == f"worker {worker} ended: exit status 0" for _, _, text in log)
