"""Prints the reader's data about every game, for the build."""

import json

from sandlot_editor.views import describe

print(json.dumps(describe(), separators=(",", ":")))
