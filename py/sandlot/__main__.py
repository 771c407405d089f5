"""Runs the command line: `python -m sandlot`."""

import sys

from sandlot.game import MissingPiece

try:
    from sandlot.cli.main import main
except MissingPiece as missing:
    sys.exit(f"sandlot: {missing}")

sys.exit(main())
