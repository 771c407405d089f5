"""The library: what `import sandlot` offers to programs. The command line is its first user."""

from __future__ import annotations

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
