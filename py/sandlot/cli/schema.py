"""`schema`: prints the JSON Schema of a file or of a game's view."""

from __future__ import annotations

import argparse
import json

from sandlot.api.problem import DONE, Problem
from sandlot.cli.terminal import as_json, say
from sandlot.messages import message
from sandlot.schemas.every import SCHEMAS, file_of


def show_schema(args: argparse.Namespace) -> int:
    """Print a schema, or the names of all; return the exit status."""
    if args.name is None:
        names = {name: file_of(name) for name in SCHEMAS}
        say(as_json({"schemas": names}) if args.json else "\n".join(names))
        return DONE
    if args.name not in SCHEMAS:
        raise Problem(message("cli.no_schema", got=args.name, known=", ".join(SCHEMAS)))
    schema = SCHEMAS[args.name]()
    say(as_json(schema) if args.json else json.dumps(schema, indent=2))
    return DONE
