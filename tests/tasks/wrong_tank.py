"""Wrong answers to the steps of the path of Tank: changes of the solutions, each with the misconception behind it."""

#: The lookups of a path in the solution of "slow".
BY_BOTH = """    if (cell, left) in known:
        return known[cell, left]
    base = view["bases"][1 - view["player"]]
    if cell == (base["x"], base["y"]):
        return 0
    inside = 0 <= cell[0] < view["width"] and 0 <= cell[1] < view["height"]
    if left == 0 or not inside or list(cell) in view["steel"]:
        return 99
    cost = 2 if list(cell) in view["bricks"] else 1
    known[cell, left] = cost + min(way(view, step_from(cell, direction), left - 1, known) for direction in range(4))
    return known[cell, left]
"""

WRONG: dict[str, list[tuple[str, str]]] = {
    "predict": [
        ("2: [2, 6], 12: [-1, -1]", "2: [2, 2], 12: [-1, -1]"),  # bricks do not stop it
        ("2: [2, 6], 12: [-1, -1]", "2: [2, 6], 12: [6, 6]"),  # it shoots on every turn
        ("2: [0, 4]", "2: [2, 6]"),  # both sides drive down
    ],
    "number": [("SIGHT = 8", "SIGHT = 0"), ("SIGHT = 8", "SIGHT = -8"), ("SIGHT = 8", "SIGHT = '8'")],
    "gap": [
        ("if [x, y] in things", "if [x, y] not in things"),
        ("            return [x, y]\n", "            return None\n"),
        ('things = view["bricks"] + view["steel"]', 'things = view["steel"]'),  # bricks stop nothing
        ("            return [x, y]\n", "            return [x - right, y - down]\n"),  # the cell before it
    ],
    "crash": [
        ("    if not wanted:\n        return -1\n", ""),
        ('wanted[view["turn"] % len(wanted)]', "wanted[len(wanted)]"),
        ('    if view["orders"] is not None:\n', '    if view["turn"] > 0:\n'),
    ],
    "slow": [
        ("    known[cell, left] = cost", "    known[cell] = cost"),
        ("    known = {}\n", ""),
        (BY_BOTH, BY_BOTH.replace("(cell, left)", "cell").replace("[cell, left]", "[cell]")),  # a shorter look is kept
        ("    if (cell, left) in known:\n        return known[cell, left]\n", ""),  # it writes, and never reads
    ],
    "illegal": [
        ('if not tank["can_shoot"]:\n        return -1', 'if not tank["can_shoot"]:\n        return direction'),
        ('if not tank["can_shoot"]', 'if not tank["alive"]'),
        ('if not tank["can_shoot"]', 'if tank["can_shoot"] is None'),
        ("    return direction + 4\n", "    return -1\n"),  # it never shoots
    ],
    "list": [
        ('            if tank["can_shoot"]:\n                moves', "            if True:\n                moves"),
        ("inside and [x, y] not in taken", "inside"),
        ("        moves.append([number, -1])\n", ""),
        ('        if not tank["alive"]:\n            continue\n', ""),  # a destroyed tank drives on
    ],
    "greedy": [
        ('if what == "enemy base"', 'if what == "own base"'),
        ("return 19 - nearer", "return 0"),  # bricks are worth nothing
        ("return 19 - nearer", "return 30"),  # and here more than to drive
        ("        return 50\n", "        return 0\n"),  # it never shoots at a tank
        ("        return 100\n", "        return 0\n"),
        ('20 - abs(base["x"] - x) - abs', '20 + abs(base["x"] - x) + abs'),  # the farther, the better
        ("if value > most", "if value < most"),
    ],
    "ahead": [
        ("{me: pair, other: [-1, -1]}", "{me: [-1, -1], other: pair}"),
        ("way[other] - way[me]", "way[me] - way[other]"),
        ("if value > most", "if value >= most and value < 0"),
    ],
    "opponent": [
        ('if order < 4 or tank["can_shoot"] else -1', ""),
        ("or cell in mine", ""),
        ("turns_to_base(view, 1 - other)", "turns_to_base(view, other)"),
    ],
    "time": [
        (  # it asks only once
            "    for pair in mine:\n        value = 1000\n        for answer in theirs:\n"
            "            if limits.left() < 500:\n                return list(best)\n",
            "    if limits.left() < 500:\n        return list(best)\n"
            "    for pair in mine:\n        value = 1000\n        for answer in theirs:\n",
        ),
        ("limits.left() < 500", "limits.left() > 1000"),
        ("            if limits.left() < 500:\n                return list(best)\n", ""),
    ],
    "loss": [
        ("range(4)", "range(1, 5)"),
        ("range(4)", "range(2, 4)"),
        ("range(4)", "range(3)"),  # another direction is forgotten
        ("forward = 2 if me == 0 else 0", "forward = 0 if me == 0 else 2"),
    ],
    "better": [
        ('HOW = "average"', 'HOW = "worst"'),
        ('HOW = "average"', 'HOW = "best"'),
        ("way[other] - way[me] + 12", "way[me] - way[other] + 12"),
    ],
    "rungs": [
        ("way[other] - way[me] + 12", "12"),
        ("way[other] - way[me] + 12", "way[me] - way[other] + 12"),
        ("outcome.scores[me] - outcome.scores[other]", "outcome.scores[other] - outcome.scores[me]"),
    ],
}
