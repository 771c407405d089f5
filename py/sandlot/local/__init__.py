"""Matches on this machine, with a process for every bot. For POSIX systems."""

from sandlot.bots import house
from sandlot.files.bot import Bot
from sandlot.local.abort import MatchAborted, on_interrupt
from sandlot.local.arena import NoSteps, built_page, check_steps
from sandlot.local.bot import program, python_bundle, python_file
from sandlot.local.command import INPUT
from sandlot.local.machine import processors, waiting
from sandlot.local.stage import Stage, play
from sandlot.local.wall_choice import NoWall, contest_wall, isolating_wall, wall_here
from sandlot.processes.process import leaving_nothing
from sandlot.sandbox.paths import linked_folder
from sandlot.sandbox.walls import NO_WALL, Wall
from sandlot.timing.cpu_affinity import has_affinity, on_own_processor

__all__ = [
    "INPUT",
    "NO_WALL",
    "Bot",
    "MatchAborted",
    "NoSteps",
    "NoWall",
    "Stage",
    "Wall",
    "built_page",
    "check_steps",
    "contest_wall",
    "has_affinity",
    "house",
    "isolating_wall",
    "leaving_nothing",
    "linked_folder",
    "on_interrupt",
    "on_own_processor",
    "play",
    "processors",
    "program",
    "python_bundle",
    "python_file",
    "waiting",
    "wall_here",
]
