"""Matches on this machine: a table of seats, and a process for every bot. For POSIX systems."""

from sandlot.local.table import INPUT, Bot, Void, house, leaving_nothing, play, program, python_bundle, python_file

__all__ = ["INPUT", "Bot", "Void", "house", "leaving_nothing", "play", "program", "python_bundle", "python_file"]
