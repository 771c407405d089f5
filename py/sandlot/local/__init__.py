"""Matches on this machine, with a process for every bot. For POSIX systems."""

from sandlot.local.bot import Bot, house, program, python_bundle, python_file
from sandlot.local.choice import NoWall, contest_wall, isolating_wall, wall_here
from sandlot.local.claim import alone, can_claim
from sandlot.local.command import INPUT
from sandlot.local.interrupt import on_interrupt
from sandlot.local.machine import processors, waiting
from sandlot.local.process import leaving_nothing
from sandlot.local.reach import linked_folder
from sandlot.local.stage import Stage, play
from sandlot.local.void import Void
from sandlot.local.walls import NO_WALL, Wall

__all__ = [
    "INPUT",
    "NO_WALL",
    "Bot",
    "NoWall",
    "Stage",
    "Void",
    "Wall",
    "alone",
    "can_claim",
    "contest_wall",
    "house",
    "isolating_wall",
    "leaving_nothing",
    "linked_folder",
    "on_interrupt",
    "play",
    "processors",
    "program",
    "python_bundle",
    "python_file",
    "waiting",
    "wall_here",
]
