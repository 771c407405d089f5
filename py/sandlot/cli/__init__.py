"""The command line: `main` connects its modules, and `words/` holds the sentences that only it uses."""

from __future__ import annotations

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
