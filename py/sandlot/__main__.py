"""Runs the command line: `python -m sandlot`."""

import sys

from sandlot.cli.main import main

sys.exit(main())
