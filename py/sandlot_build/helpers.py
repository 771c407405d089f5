"""Processes that the build keeps while it needs them, because to start one takes longer than most of what it does."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from sandlot_build.basis import ROOT, Problem


class Helper:
    """A process that reads questions and writes answers, one line of JSON each. It begins with the first question,
    since often there is none, and lives until this context ends. Steps that ask at the same time wait for each other.
    """

    def __init__(
        self, command: list[str | Path], what: str, *, cwd: Path = ROOT, env: Mapping[str, str] | None = None
    ) -> None:
        self.command = [str(part) for part in command]
        self.what = what
        self.cwd = cwd
        self.env = {**os.environ, **(env or {})}
        self.process: subprocess.Popen[str] | None = None
        self.alone = threading.Lock()

    def __enter__(self) -> Helper:
        self.said: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        if self.process:
            self.process.kill()
            self.process.communicate()
        self.said.close()

    def ask(self, question: object) -> Any:
        """Return the answer; raise `Problem`, with what the process said, if it ends without one."""
        with self.alone:
            self.process = process = self.process or self._started()
            assert process.stdin and process.stdout
            try:
                process.stdin.write(json.dumps(question) + "\n")
                process.stdin.flush()
            except BrokenPipeError:
                pass
            answer = process.stdout.readline()
            if not answer.endswith("\n"):
                process.wait()
                self.said.seek(0)
                raise Problem(f"{self.what} failed; its own words are above.", self.said.read().strip())
            return json.loads(answer)

    def _started(self) -> subprocess.Popen[str]:
        try:
            return subprocess.Popen(
                self.command,
                cwd=self.cwd,
                env=self.env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.said,
                text=True,
                encoding="utf-8",
            )
        except OSError as error:
            raise Problem(f"{self.what} could not start: {error}.") from error
