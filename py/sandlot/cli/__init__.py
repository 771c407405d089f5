"""The command line: `main` connects its modules, and `words/` holds the sentences that only it uses."""

from __future__ import annotations

from importlib.resources import files

from sandlot.messages import include

include(files(__name__) / "words")
