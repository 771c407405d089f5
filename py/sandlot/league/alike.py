"""Measures how similar two programs are by the shapes of their statements, so that renaming variables has no effect."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence

from sandlot.files.bot import Bot
from sandlot.syntax import parse

LONGEST_SOURCE = 2**19
"""The maximum length, in characters, of a module; longer ones are ignored."""
MOST_STATEMENTS = 20_000
FEWEST_STATEMENTS = 5
"""Programs with fewer statements are not compared, because they are alike by chance."""
ALIKE = 0.9
"""Two programs with at least this likeness are nearly the same."""


def fingerprint(bot: Bot) -> Counter[int]:
    """Return how often each shape of a statement occurs in all modules of a bot. Names, numbers, texts, comments and
    docstrings are not part of a shape. Modules that cannot be parsed are ignored.
    """
    sources = [data.decode(errors="replace") for name, data in bot.files.items() if name.endswith(".py")]
    found: Counter[int] = Counter()
    for source in sources or [bot.source]:
        if len(source) > LONGEST_SOURCE:
            continue
        try:
            tree = parse(source)
            for number, statement in enumerate(_statements(tree)):
                if number == MOST_STATEMENTS:
                    break
                found[hash(_shape(statement))] += 1
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return found


def likeness(one: Counter[int], other: Counter[int]) -> float:
    """Return the share of all statements that both programs have, from 0 to 1."""
    return sum((one & other).values()) / max(sum((one | other).values()), 1)


def nearly_same(prints: Sequence[Counter[int]]) -> list[tuple[int, int]]:
    """Return the pairs of programs, by their numbers, that are nearly the same."""
    known = [number for number, each in enumerate(prints) if sum(each.values()) >= FEWEST_STATEMENTS]
    return [(a, b) for at, a in enumerate(known) for b in known[at + 1 :] if likeness(prints[a], prints[b]) >= ALIKE]


def _statements(tree: ast.AST) -> Iterator[ast.stmt]:
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.stmt) and not is_text:
            yield node


def _shape(node: ast.AST) -> tuple[object, ...]:
    """Return the kinds of the nodes of a statement, without those of nested statements, which have their own shapes."""
    parts = (_shape(each) for each in ast.iter_child_nodes(node) if not isinstance(each, ast.stmt))
    return type(node).__name__, *parts
