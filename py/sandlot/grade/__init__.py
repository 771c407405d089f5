"""Grades: a teacher's tasks for programs, what a submission has reached of them, and the files that courses take.

The measure is always a house bot on fixed seeds, never another student: a grade does not depend on who else hands in.
"""

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
