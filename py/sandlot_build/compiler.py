"""Runs Python programs in Pyodide under Node, where the build compiles what the page loads."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import IO

from sandlot_build.basis import ROOT, Problem
from sandlot_build.needs import node

# Without PYTHONNODEBUGRANGES bytecode would say in which columns an error was; Python shows that only beside a source.
HOST = """
import { createInterface } from 'node:readline';
import { loadPyodide } from 'pyodide';
const env = { PYTHONHASHSEED: '0', PYTHONNODEBUGRANGES: '1' };
const python = await loadPyodide({ env, stdout: (text) => console.error(text) });
for await (const line of createInterface({ input: process.stdin })) {
  const { program, folders } = JSON.parse(line);
  for (const [place, root] of Object.entries(folders)) {
    python.FS.mkdirTree(place);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
  }
  python.runPython(program, { globals: python.toPy({ __name__: 'program' }) });
  for (const place of Object.keys(folders)) python.FS.unmount(place);
  console.log('done');
}
"""


class Compiler:
    """Pyodide in a process of its own, which runs one program after the other. It begins with the first program, since
    often there is none, and lives until this context ends: to start it takes longer than most programs.
    """

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.alone = threading.Lock()

    def __enter__(self) -> Compiler:
        self.said: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process:
            self.process.kill()
            self.process.communicate()
        self.said.close()

    def run(self, program: str, folders: Mapping[str, str]) -> None:
        """Run a program to its end, with names of its own, while it has these folders: {where in Pyodide: path}. Steps
        that ask at the same time wait for each other. Raises `Problem` with what Pyodide said.
        """
        with self.alone:
            self.process = process = self.process or self._started()
            assert process.stdin and process.stdout
            try:
                process.stdin.write(json.dumps({"program": program, "folders": folders}) + "\n")
                process.stdin.flush()
            except BrokenPipeError:
                pass
            if process.stdout.readline() != "done\n":
                process.wait()
                self.said.seek(0)
                raise Problem("A program in Pyodide failed; its own words are above.", self.said.read())

    def _started(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [node(), "--input-type=module", "--eval", HOST],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.said,
            text=True,
            encoding="utf-8",
        )
