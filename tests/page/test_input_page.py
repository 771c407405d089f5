"""Input of bots on the page: programs for forks of King of Bots get each request at any path they read; a module's
`move` function gets no input.
"""

from __future__ import annotations

from tables import Table, code
from test_bot import FORKS
from test_lacks import fault

# Return 0 (up, legal for the first player) if the request is complete, else 9, which is not a direction.
SOURCE = """
import io, os, sys
from pathlib import Path
from sys import argv

def next_move(input):
    parts = input.strip().split("#")
    return 0 if len(parts) == 7 and len(parts[0]) == 182 else 9

"""


def test_program_reads_request_from_file_descriptor_or_argument(table: Table) -> None:
    """Two programs play each match. test_bot.py covers all paths with the same workers."""
    reads = ("open('input.txt').read()", "os.read(0, 999).decode()", "argv[1]")
    assert set(reads) < set(FORKS)
    file, descriptor, argument = (f"{SOURCE}print(next_move({read}))\n" for read in reads)
    guarded = file.replace("print(", "if __name__ == '__main__': print(")
    for pair in ((file, descriptor), (argument, guarded)):
        first, second = pair[0], pair[1].replace("return 0", "return 2")  # the second player can move down
        table.play("snake", code(first), code(second), options={"max_steps": 2, "obstacles": 0})
        table.wait("end")
        answers = [entry for frame in table.heard("position") for entry in (frame[3] or {"answers": []})["answers"]]
        assert [entry["fault"] for entry in answers] == [None] * 6, pair


def test_move_function_that_reads_input_gets_an_explanation(table: Table) -> None:
    found = fault(table, "def move(view):\n    return int(input())\n")
    assert found is not None
    assert found["message"][0] == "fault.move_reads"
    assert found["line"] == 2
