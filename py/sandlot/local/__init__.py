"""Matches on this machine, with a process for every bot. For POSIX systems."""

from sandlot.local.bot import Bot, house, program, python_bundle, python_file
from sandlot.local.command import INPUT
from sandlot.local.process import leaving_nothing
from sandlot.local.stage import Stage, play
from sandlot.local.table import Void

__all__ = [
    "INPUT",
    "Bot",
    "Stage",
    "Void",
    "house",
    "leaving_nothing",
    "play",
    "program",
    "python_bundle",
    "python_file",
]
