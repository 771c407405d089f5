"""Runs Python programs in Pyodide under Node, where the build compiles what the page loads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sandlot_build.helpers import Helper
from sandlot_build.needs import node

# PYTHONNODEBUGRANGES leaves the columns of errors out of bytecode. Python shows them only where it has the source.
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
  console.log('null');
}
"""


class Compiler:
    """Pyodide in a process of its own, which runs one program after the other."""

    def __init__(self, helper: Helper) -> None:
        self.helper = helper

    def run(self, program: str, folders: Mapping[str, str]) -> None:
        """Run a program to its end, in a namespace of its own, with these folders mounted: {path in Pyodide: path}.
        Raises `Problem` with what Pyodide said.
        """
        self.helper.ask({"program": program, "folders": folders})


@contextmanager
def compiling() -> Iterator[Compiler]:
    """Give a compiler, whose process ends with this context."""
    with Helper([node(), "--input-type=module", "--eval", HOST], "A program in Pyodide") as helper:
        yield Compiler(helper)
