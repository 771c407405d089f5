"""Seats in processes of their own: `main` is the program of such a process, and `fork_server` forks them."""

import sys

LOADED_FIRST = frozenset(sys.modules) - {"__future__", "sandlot", __name__}
"""What `python3 bot.zip` has loaded before it runs the zip. Python has loaded the same before it runs a module of ours.
"""
