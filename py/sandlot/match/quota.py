"""What a replay keeps of what one player sends, counted in bytes as the replay writes them.

A replay that is longer than `bounds.LONGEST_REPLAY` can be written and never read again. So every player has an equal
share of what a match keeps. Whatever it sends beyond that share is left out, with a note. So nobody's prints reduce
the room for anybody else's.

Only what decides nothing can be left out: prints, marks on the board, tracebacks, data that a bot keeps for itself. An
answer beyond the share is kept in its shortest form, see `wire.Session.short`. If even that has no room, the player has
sent too much, and that is its own fault.

The referee applies this before it judges an answer, so all drivers and all replays go by it, and a driver records what
`parts.Batch.answers` gives back. Applied again to a replay, it leaves nothing more out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from json.encoder import encode_basestring

from sandlot.draw import Mark
from sandlot.formats.compact import compact
from sandlot.game import Json
from sandlot.match.parts import Response
from sandlot.messages import Message, message

MATCH = 32 * 2**20
"""Bytes that all players of a match share. The keys and brackets around each answer are not counted."""
FEWEST_SHARES = 2
"""With fewer players the bytes are divided as among so many: a single player gets half."""
PRINTS, REPLIES, ALL = 6, 7, 8
"""How full a share may become, in eighths: by prints and marks, by replies, and by traces."""
ALWAYS_KEPT = 64
"""Bytes of a short answer that is always kept: no honest move is longer, however much its bot has printed."""
MARK, PIECE = 80, 40
"""What a mark, or a piece of output, is charged besides its text: its brackets, and its values, see
`bounded.Bounds.values`.
"""
SHORT_ERROR = 200
"""Characters to which an error is cut if its whole trace does not fit."""
LEFT_OUT = "quota"
"""The stream of a piece of output that says how many characters and how many marks were left out, as "17 3"."""
LEFT_OUT_TEXT = re.compile("([0-9]{1,15}) ([0-9]{1,15})")
NOTES = ("cut", LEFT_OUT)
"""Streams that say how much is missing. They are kept without a charge."""
LONGEST_NOTE = 31


def written(text: str) -> int:
    """Return the bytes that a text takes in a replay, which leaves an empty one out."""
    return _bytes(encode_basestring(text)) if text else 0


def _bytes(text: str) -> int:
    # A replay writes a lone surrogate as JSON does: as six characters.
    return len(text.encode(errors="backslashreplace"))


def left_out(answer: Response) -> list[Message]:
    """Return the sentences that say how much of an answer is not kept: one, or none."""
    counts = [LEFT_OUT_TEXT.fullmatch(text) for stream, text in answer.output if stream == LEFT_OUT]
    return [message("quota.left_out", characters=int(each[1]), marks=int(each[2])) for each in counts if each]


@dataclass
class Quota:
    """One player's share of what a match keeps, and how much of it is used."""

    share: int
    used: int = 0
    characters: int = 0
    """Characters of the present answer that were left out."""
    marks: int = 0

    @classmethod
    def of(cls, players: int) -> Quota:
        """Return the share of each player in a match of `players`."""
        return cls(MATCH // max(players, FEWEST_SHARES))

    def charge(self, text: str | None) -> None:
        """Charge what the head of the replay holds of the player: its memory of earlier matches."""
        self.used += 0 if text is None else written(text)

    def trace(self, answer: Response) -> Response:
        """Return an answer with as much of its trace as there is room for."""
        trace = answer.trace
        if not trace or self._takes(_size(dict(trace)), ALL):
            return answer
        error, traceback = (trace.get(name) for name in ("error", "traceback"))
        short = {
            **trace,
            **({"error": error[:SHORT_ERROR]} if isinstance(error, str) else {}),
            **({"traceback": None} if "traceback" in trace else {}),
        }
        self.characters += len(traceback) if isinstance(traceback, str) else 0
        self._takes(_size(short), ALL)
        return replace(answer, trace=short)

    def reply(self, text: str, short: Callable[[], str | None]) -> str | None:
        """Return a reply as it is kept: itself if it fits, else the result of `short`; None if there is no room."""
        if self._takes(written(text), REPLIES):
            return text
        brief = short()
        if brief is None:
            return None
        size = written(brief)
        # When the replay is played again, the short form is charged, and must fit as well.
        if not self._takes(size, REPLIES) and size > ALWAYS_KEPT and not self._takes(size, ALL):
            return None
        self.characters += len(text) - len(brief)
        return brief

    def count_dropped_note(self, text: str) -> None:
        """Count the characters of a note as left out: an answer in its short form is kept without notes."""
        self.characters += len(text)

    def output(self, answer: Response) -> Response:
        """Return an answer with as much of its prints and marks as there is room for, and with what was left out."""
        output = tuple(part for part in answer.output if self._takes_print(*part))
        drawings = tuple(mark for mark in answer.drawings if self._takes_mark(mark))
        if self.characters or self.marks:
            output = (*output, (LEFT_OUT, f"{self.characters} {self.marks}"))
            self.characters = self.marks = 0
        elif len(output) == len(answer.output) and len(drawings) == len(answer.drawings):
            return answer
        return replace(answer, output=output, drawings=drawings)

    def past(self, answer: Response) -> Response:
        """Return what is kept of an answer about a turn that was played before. It is shown to nobody, and its fault
        only counts if the bot has ended.
        """
        if answer.fault not in ("timeout", "crash"):
            answer = replace(answer, trace=None, why=None)
        answer = replace(self.trace(answer), output=(), drawings=())
        self.characters = 0
        return answer if self._takes(written(answer.reply), REPLIES) else replace(answer, reply="")

    def _takes(self, size: int, eighths: int) -> bool:
        """Tell whether there is room for so many bytes, and charge them if there is."""
        if 8 * (self.used + size) > eighths * self.share:
            return False
        self.used += size
        return True

    def _takes_print(self, stream: str, text: str) -> bool:
        if stream in NOTES and len(text) <= LONGEST_NOTE:
            return True
        # The cheap test first: encoding a flood of output takes long, and its number of characters may be too large
        # already.
        kept = self._has_room(len(text) + PIECE) and self._takes(written(text) + PIECE, PRINTS)
        self.characters += 0 if kept else len(text)
        return kept

    def _takes_mark(self, mark: Mark) -> bool:
        kept = self._has_room(MARK) and self._takes(_size(mark) + MARK, PRINTS)
        self.marks += 0 if kept else 1
        return kept

    def _has_room(self, size: int) -> bool:
        return 8 * (self.used + size) <= PRINTS * self.share


def _size(value: Json) -> int:
    return _bytes(compact(value))
