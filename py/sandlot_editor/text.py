"""Places in a text: the page counts in UTF-16 units, Python in characters."""

from __future__ import annotations


def units(text: str) -> int:
    """Return the length of a text in UTF-16 units, by which the page counts."""
    return len(text) + sum(character > "\uffff" for character in text)


def points(text: str, column: int) -> int:
    """Return the index of the character at a column in UTF-16 units."""
    at = 0
    for index, character in enumerate(text):
        if at >= column:
            return index
        at += 2 if character > "\uffff" else 1
    return len(text)
