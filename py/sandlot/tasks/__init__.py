"""Tasks for a program, and whether it has done them, judged by the rules from the games that it has played.

The command line and the page play these games, each in its own way, and both judge them here.
"""

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
