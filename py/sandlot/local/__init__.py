"""Matches on this machine, with a process for every bot. For POSIX systems."""

from sandlot.bots import house
from sandlot.files.bot import Bot
from sandlot.local.abort import MatchAborted, on_interrupt
from sandlot.local.arena import NoSteps, built_page, check_steps
from sandlot.local.bot import program, python_bundle, python_file
from sandlot.local.command import INPUT
from sandlot.local.machine import processors, waiting
from sandlot.local.sandbox_choice import NoSandbox, contest_sandbox, isolating_sandbox, sandbox_here
from sandlot.local.stage import Stage, play
from sandlot.processes.process import leaving_nothing
from sandlot.sandbox.kinds import NO_SANDBOX, Sandbox
from sandlot.sandbox.paths import linked_folder
from sandlot.timing.cpu_affinity import has_affinity, on_own_processor

__all__ = [
    "INPUT",
    "NO_SANDBOX",
    "Bot",
    "MatchAborted",
    "NoSandbox",
    "NoSteps",
    "Sandbox",
    "Stage",
    "built_page",
    "check_steps",
    "contest_sandbox",
    "has_affinity",
    "house",
    "isolating_sandbox",
    "leaving_nothing",
    "linked_folder",
    "on_interrupt",
    "on_own_processor",
    "play",
    "processors",
    "program",
    "python_bundle",
    "python_file",
    "sandbox_here",
    "waiting",
]
