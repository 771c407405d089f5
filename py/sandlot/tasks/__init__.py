"""What a program is asked to do, and whether it has done it: by the rules, from the games that it has played.

The command line and the page play these games, each in its own way, and both ask here what came of them.
"""

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
