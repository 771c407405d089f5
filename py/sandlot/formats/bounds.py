"""Every limit of the files that are written and read: replays, contests, bundles, links. Each is defined only here.

Readers check untrusted files by these limits, and writers check what a bot has sent. They are far above what any match
of honest bots needs.
"""

from __future__ import annotations

from sandlot.bounded import Bounds
from sandlot.wire import REPLY_LIMIT

FAR = 2**53
"""The largest whole number that is exact in JavaScript."""
LARGEST_SEED = 2**64 - 1
"""The largest seed of a match and of a plan. With imperfect information, seeds are drawn from the whole range."""
DRAWN_SEEDS = 2**32
"""For all other games, seeds are drawn below this: short enough for people to read and type."""
LARGEST_TYPED_SEED = 2**256
"""The largest seed in a replay. Earlier versions took seeds above `LARGEST_SEED`, and such replays are still read."""

# Whole texts and files

LONGEST_REPLAY = 64 * 2**20
"""The maximum length of a replay in characters, and of its file in bytes; nothing larger is written."""
REPLAY_BOUNDS = Bounds(characters=LONGEST_REPLAY, values=5_000_000)
LONGEST_ROW = 4 * LONGEST_REPLAY
"""The maximum size, in bytes, of a row of a results file. SQLite is told to read and write no larger one."""
LONGEST_FIELD = 2**24
"""The maximum size, in bytes, of a text in a row of a results file: players, orders, the result of a game, reports of
faults.
"""
FIELD_BOUNDS = Bounds(characters=LONGEST_FIELD, values=100_000, depth=12)
MOST_ROWS = 2_000_000
"""The maximum number of rows of a table of a results file: twice the games of the largest contest."""
CONTEST_BOUNDS = Bounds(characters=8 * 2**20, values=2_000_000, depth=10)
"""The description of a contest. Chosen seeds are the largest part of it."""
BLOCKS_BOUNDS = Bounds(characters=2**27, values=6_000_000, depth=12)
"""All blocks of a contest with their results."""
STANDINGS_BOUNDS = Bounds(characters=2**24, values=1_000_000, depth=12)
REPORTS_BOUNDS = Bounds(characters=2**24, values=100_000, depth=12)
"""The reports of the faults of one game."""
MOST_BUNDLED_GAMES = 100_000
MOST_VOIDS = 100_000
"""The maximum number of void attempts in one contest."""

# Names and words

LONGEST_PLAYER = 1000
"""The maximum length, in characters, of a player's name in a replay, of a package's name, and of a version."""
MOST_PACKAGES = 1000
MOST_PLAYERS = 2500
"""The maximum number of players of a match: those of the largest game."""
LONGEST_HASH = 128
LONGEST_SECRET = 64
LONGEST_REASON = 200
"""The maximum length, in characters, of the word for why a player has lost, in the result of a game."""

# Sentences

LONGEST_WORDS = 10_000
"""The maximum length, in characters, of a text that is a parameter of a sentence."""
MOST_PARAMS = 20
DEEPEST_SENTENCE = 4
"""The deepest nesting of sentences in sentences."""

# Answers in a replay

LONGEST_TEXT = 2 * REPLY_LIMIT
"""The maximum length, in characters, of each text of an answer: twice today's limit, because older pages counted UTF-16
code units.
"""
MOST_PRINTS = 4000
"""The maximum number of pieces of output in one answer."""
LONGEST_MEMORY = 2**20
"""The maximum length, in characters, of a bot's memory between matches, as JSON: see `wire.DATA_LIMIT`."""
MOST_MS = 10**9
MOST_COUNTED_STEPS = 10**12

# Reports of faults

LONGEST_ERRORS = 4000
"""How many characters, the last ones, are kept of what a bot printed on standard error before its fault."""
LONGEST_TRACE = 8000
"""How many characters are kept of a traceback: the last ones, which name the place and the error."""

# Contests

MOST_ENTRANTS = 1000
MOST_ORDERS = 8
"""The maximum number of games of one block."""
LARGEST_DIGEST = 2**48 - 1
"""The largest digest of a game's moves. It is exact in JavaScript, and large enough that different games of a contest
will hardly have the same digest.
"""
MOST_GIVEN_SEEDS = 100_000
"""The maximum number of seeds in a file."""
