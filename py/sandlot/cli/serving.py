"""`mcp`: serves assistants over standard input and output."""

from __future__ import annotations

import argparse

from sandlot.api.named import check_system
from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.cli.parsing import number
from sandlot.messages import message


def serve_assistants(args: argparse.Namespace) -> int:
    """Serve requests until the input ends; return the exit status."""
    check_system()
    try:
        from sandlot.mcp import server
    except ModuleNotFoundError as missing:
        raise Problem(message("mcp.missing", install='pip install "sandlot[mcp]"'), REFUSED) from missing
    memory = None if args.memory is None else number(args.memory, "--memory", low=1)
    server(trust=args.trust, memory=memory).run("stdio")
    return DONE
