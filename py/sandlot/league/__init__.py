"""Leagues: a folder, or a repository, in which people's bots play each other over a season.

Everything that a league knows is in its folder: `league.toml` says what is played (see `settings`), `bots/LOGIN/NAME/`
holds the bots (`entries`), and `results/SEASON/` what they have played (`seasons`). Every step reads that folder and
nothing else, so each can run anywhere: on one machine, or each in a job of a host's workflow.
"""

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
