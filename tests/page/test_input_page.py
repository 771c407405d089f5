"""In the page: programs for forks of King of Bots find their question at any path; a module's move finds no input."""

from __future__ import annotations

import pytest
from tables import Table, code, house
from test_bot import FORKS
from test_lacks import fault

# Answers 0 if it got a whole question, else 9, which is no direction.
SOURCE = """
import io, os, sys
from pathlib import Path
from sys import argv

def next_move(input):
    parts = input.strip().split("#")
    return 0 if len(parts) == 7 and len(parts[0]) == 182 else 9

"""


@pytest.mark.parametrize("guard", ["", "if __name__ == '__main__': "], ids=["", "guarded"])
def test_a_program_finds_its_question_by_any_path(table: Table, guard: str) -> None:
    for read in FORKS:
        table.play(
            "snake",
            code(f"{SOURCE}{guard}print(next_move({read}))\n"),
            house("cautious"),
            options={"max_steps": 2, "obstacles": 0},
        )
        table.wait("end")
        answers = [entry for frame in table.heard("position") for entry in (frame[3] or {"answers": []})["answers"]]
        mine = [entry for entry in answers if entry["player"] == 0]
        assert [entry["fault"] for entry in mine] == [None, None, None], read


def test_a_move_that_reads_input_is_told_that_there_is_none(table: Table) -> None:
    found = fault(table, "def move(view):\n    return int(input())\n")
    assert found is not None
    assert found["message"][0] == "fault.move_reads"
    assert found["line"] == 2
