"""Files in TOML that people write, such as a teacher's tasks or a league: every invalid value becomes a sentence with
its line.
"""

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
