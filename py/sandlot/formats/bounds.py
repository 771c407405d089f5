"""Every limit of what is written and read: replays, contests, bundles, links. Each stands here once.

Readers check with them what a stranger may have written, and writers what a bot may have said. They are far above what
any match of honest bots comes to.
"""

from __future__ import annotations

from sandlot.bounded import Bounds
from sandlot.wire import REPLY_LIMIT

FAR = 2**53
"""The largest whole number that is exact in JavaScript."""
LARGEST_SEED = 2**64 - 1
"""The largest seed, of a match and of a plan. Seeds that hide something are drawn from all of these."""
DRAWN_SEEDS = 2**32
"""Seeds that hide nothing are drawn below this: a person can still read and type them."""
LARGEST_TYPED_SEED = 2**256
"""The largest seed of a replay. People could type larger ones than `LARGEST_SEED`, and their matches are still read."""

# Texts and files, whole

LONGEST_REPLAY = 64 * 2**20
"""Most characters of a replay, and most bytes of its file: what is larger is not written."""
REPLAY_BOUNDS = Bounds(characters=LONGEST_REPLAY, values=5_000_000)
LONGEST_ROW = 4 * LONGEST_REPLAY
"""Most bytes of a row of a results file: SQLite reads no larger one, and writes none."""
LONGEST_FIELD = 2**24
"""Most bytes of a text in a row of a results file: players, orders, how a game ended, the reports of faults."""
FIELD_BOUNDS = Bounds(characters=LONGEST_FIELD, values=100_000, depth=12)
MOST_ROWS = 2_000_000
"""Most rows of a table of a results file: twice the games of the largest contest."""
CONTEST_BOUNDS = Bounds(characters=8 * 2**20, values=2_000_000, depth=10)
"""The description of a contest: a file of chosen seeds is the largest part of it."""
BLOCKS_BOUNDS = Bounds(characters=2**27, values=6_000_000, depth=12)
"""All blocks of a contest with their results."""
STANDINGS_BOUNDS = Bounds(characters=2**24, values=1_000_000, depth=12)
REPORTS_BOUNDS = Bounds(characters=2**24, values=100_000, depth=12)
"""The reports of the faults of one game."""
MOST_BUNDLED_GAMES = 100_000
MOST_VOIDS = 100_000
"""Most void attempts in one contest."""

# Names and words

LONGEST_PLAYER = 1000
"""Most characters of the name of a player in a replay, of a package and of a version."""
MOST_PACKAGES = 1000
MOST_PLAYERS = 2500
"""Most players of a match: those of the largest game."""
LONGEST_HASH = 128
LONGEST_SECRET = 64
LONGEST_REASON = 200
"""Most characters of the word that says why a player has lost, in the row of a game."""

# Sentences

LONGEST_WORDS = 10_000
"""Most characters of a parameter of a sentence."""
MOST_PARAMS = 20
DEEPEST_SENTENCE = 4
"""Deepest nesting of sentences in sentences."""

# What is kept of an answer

LONGEST_TEXT = 2 * REPLY_LIMIT
"""Most characters of each text of an answer: twice today's limit, because older pages counted UTF-16 code units."""
MOST_PRINTS = 4000
"""Most pieces of output in one answer."""
LONGEST_MEMORY = 2**20
"""Most characters of a bot's memory between matches, as JSON: see `wire.DATA_LIMIT`."""
MOST_MS = 10**9
MOST_COUNTED_STEPS = 10**12

# Reports of faults

LONGEST_ERRORS = 4000
"""Most characters kept of what a bot printed on standard error before its fault: the last ones."""
LONGEST_TRACE = 8000
"""Most characters kept of a traceback: the last ones, which name the place and the error."""

# Contests

MOST_ENTRANTS = 1000
MOST_ORDERS = 8
"""Most games of one block."""
LARGEST_DIGEST = 2**48 - 1
"""The largest digest of a game's moves: it is exact in JavaScript, and two of a contest's games hardly share one."""
MOST_GIVEN_SEEDS = 100_000
"""Most seeds in a file."""
