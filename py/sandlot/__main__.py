"""`python -m sandlot` is the command line."""

import sys

from sandlot.game import MissingPiece

try:
    from sandlot.cli.main import main
except MissingPiece as missing:
    sys.exit(f"sandlot: {missing}")

sys.exit(main())
