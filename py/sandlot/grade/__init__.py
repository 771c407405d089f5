"""Grading: how many of a teacher's tasks a submitted program has passed, and the files of grades that courses use.

Programs always play against a house bot on fixed seeds, never against another student's program, so a grade does not
depend on the other submissions.
"""

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
