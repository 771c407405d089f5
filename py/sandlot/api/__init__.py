"""The Python API: what `import sandlot` offers to programs. The command line is built on it, too.

>>> import sandlot
>>> sandlot.play("tank", ["random", "hunter"], seed=7)
Result(tank, seed 7, 16 turns: hunter wins: random lost the base on turn 16)
"""

from __future__ import annotations

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
