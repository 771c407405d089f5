"""Wrong answers to the steps of the path of Planes: changes of the solutions, each with the misconception behind it."""

from __future__ import annotations

HIDES = "min(known.placings, key=lambda placing: likely(known, placing))"

WRONG: dict[str, list[tuple[str, str]]] = {
    "predict": [
        ("3: [2, 2], 12", "3: [1, 3], 12"),  # it continues in its row even after a hit
        ("3: [1, 3], 12", "3: [2, 2], 12"),  # it goes down after a miss as well
        ("3: [2, 2], 12: [1, 7]", "3: [2, 2], 12: [7, 1]"),  # it swaps column and row
    ],
    # The numbers that come to mind first are too small, as none at all is.
    "number": [("MEMORY = 81", f"MEMORY = {few}") for few in (0, 2, 3)],
    "gap": [
        ('found.get(cell, "body") == "body"', 'found.get(cell, "body") != "body"'),
        ('found.get(cell, "body") == "body"', 'found.get(cell) == "body"'),  # an unknown cell is no body
        ('found.get(cell, "body") == "body"', 'found.get(cell, "body") in "body head empty"'),
    ],
    "crash": [
        ('    if view["phase"] == "place":\n        return MINE\n', ""),
        ('    if view["shots"]:\n', '    if view["phase"] == "shoot":\n'),
        ('view["shots"][-1]', 'view["shots"][len(view["shots"])]'),
    ],
    "slow": [
        (  # each placing is compared with the shots for each cell
            '    heads = {(x, y): 0 for x, y in view["legal"]}\n',
            '    for cell in view["legal"]:\n'
            '        all_of_them = planes.placements(view["size"]).placings\n'
            '        possible = [placing for placing in all_of_them if agrees(placing, view["shots"])]\n'
            '    heads = {(x, y): 0 for x, y in view["legal"]}\n',
        ),
        ("heads = {(x, y): 0 for", "heads = {[x, y]: 0 for"),
        ("            if cell in heads:\n                heads", "            if True:\n                heads"),
    ],
    "illegal": [
        ("if cell in legal", "if cell not in legal"),
        ("if cell in legal", "if min(cell) > 0"),
        ("if cell in legal", "if max(cell) <= 9"),
    ],
    "list": [
        ("row <= size and column <= size", "row < size and column < size"),
        ("cells = [planes.head_cell(plane), *planes.body_cells(plane)]", "cells = [planes.head_cell(plane)]"),
        ("for d in range(4)", "for d in range(1, 5)"),
    ],
    "greedy": [
        ("            value += 4**hits\n", "            value -= 4**hits\n"),
        ("            value += 4**hits\n", "            value += 1\n"),  # placings that explain hits weigh no more
        (
            "            value += 4**hits\n",
            "            value += 4 * hits\n",
        ),  # placings that explain no hit are ignored
        ("planes.head_cell(plane) == cell and fits", "planes.head_cell(plane) != cell and not fits"),
        ("if value > most", "if value < most or most < 0"),
    ],
    "ahead": [
        ("if left < least", "if left > least or best is None"),
        ("known.having((x, y), found)", "known.having((y, x), found)"),
        ("        left -= (possible & known.head[x, y]).bit_count()\n", ""),  # it never shoots at a certain cell
        ("bit_count() ** 2", "bit_count()"),  # the sum is the same for every cell
    ],
    "opponent": [
        (HIDES, HIDES.replace("min", "max")),
        (HIDES, "known.placings[0]"),
        (HIDES, "[[1, 1, 0], [1, 5, 2], [6, 1, 0]]"),  # far apart, and in the corners
    ],
    "time": [
        ("limits.left() < 500", "limits.left() > 1000"),
        ("        if limits.left() < 500:\n            break\n", ""),
        (
            "        if limits.left() < 500:\n            break\n",
            "        if limits.left() is None:\n            break\n",
        ),
    ],
    "loss": [
        ('!= "empty"', '!= "Empty"'),
        ('!= "empty"', '== "empty"'),
        ('!= "empty"', '!= "body"'),
    ],
    "better": [
        ('HOW = "likely"', 'HOW = "order"'),
        ('HOW = "likely"', 'HOW = "spread"'),
        ("return max(view", "return min(view"),
    ],
    "rungs": [
        ("if left < least", "if left > least or best is None"),
        ("known.having((x, y), found)", "known.everything"),
        ("        left -= (possible & known.head[x, y]).bit_count()\n", ""),
    ],
}
