"""Leagues: a folder, or a repository, in which people's bots play each other over a season.

The folder holds the whole state of a league: `league.toml` says what is played (see `settings`), `bots/LOGIN/NAME/`
holds the bots (`entries`), and `results/SEASON/` the results (`seasons`). Every step reads only that folder, so each
step can run anywhere: on one machine, or as a job of a workflow at the host of the repository.
"""

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
