"""The rooms of the command line; `sandlot.__main__` puts them together. What it alone says stands in `words/`."""

from __future__ import annotations

from importlib.resources import files

from sandlot.messages import include

include(files(__name__) / "words")
