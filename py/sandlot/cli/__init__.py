"""The command line; `main` puts its rooms together. What it alone says stands in `words/`."""

from __future__ import annotations

from importlib.resources import files

from sandlot.messages import include

include(files(__name__) / "words")
