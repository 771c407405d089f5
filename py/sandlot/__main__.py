"""`python -m sandlot` is the command line."""

import sys

from sandlot.cli.main import main

sys.exit(main())
