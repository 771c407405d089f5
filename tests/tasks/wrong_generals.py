"""Wrong answers to the steps of the path of Generals: changes of the solutions, each with the misconception
behind it.
"""

from __future__ import annotations

WRONG: dict[str, list[tuple[str, str]]] = {
    "predict": [
        ("5: generals.go((0, 0), (1, 0))", "5: generals.go((0, 0), (0, 1))"),  # it takes the same cell again
        ("5: generals.go((7, 7), (7, 6))", "5: None"),
        ("7: None", "7: generals.go((0, 0), (0, 1))"),  # it moves within its own land
    ],
    "number": [("LEAST = 2", "LEAST = 20"), ("LEAST = 2", "LEAST = 100"), ("LEAST = 2", "LEAST = '2'")],
    "gap": [
        ('owner(view, target) != view["player"]', 'owner(view, target) == view["player"]'),
        ("army(view, target) < army(view, source) - 1", "army(view, target) > army(view, source)"),
        ("army(view, target) < army(view, source) - 1", "army(view, source) < 0"),
        ('owner(view, target) != view["player"] and ', ""),  # it walks about in its own land
        ('owner(view, target) != view["player"]', "owner(view, target) == -1"),  # it takes nothing from a rival
        ("army(view, source) - 1\n", "army(view, source)\n"),  # nobody is left behind, so the units are too few
        ("army(view, target) < army(view, source) - 1", "army(view, source) > 2"),
    ],
    "crash": [
        ("    if not targets:\n        return None\n", ""),
        ("targets[view", "targets[1 + view"),
        ("    if captures:\n", "    if captures is not None:\n"),
        ("    return walk(view)\n", "    return None\n"),  # it stays where it should walk
        ("    if captures:\n", "    if captures and False:\n"),  # it only walks, or stays
        ("    if captures:\n", '    if captures and view["round"] % 2 == 1:\n'),  # every second capture is missed
    ],
    "slow": [
        ("generals.distances(view, border)", "generals.distances(view, targets)"),  # those come later
        ("    steps = generals.distances(view, border)\n", ""),
        ("steps[cell[0]][cell[1]]", "steps[cell]"),
        ("    return walk(view)\n", "    return None\n"),
        ("min(targets, key", "max(targets, key"),
        ("generals.distances(view, border)", "generals.distances(view, [source])"),
    ],
    "illegal": [
        ("if target not in generals.neighbours(view, source):", 'if target[0] == view["rows"]:'),
        ("if target not in generals.neighbours(view, source):", "if target in generals.neighbours(view, source):"),
        ("if target not in generals.neighbours(view, source):", "if target in generals.mine(view):"),
        ("        return generals.go(source, target)\n", "        return None\n"),  # it makes no move at all
    ],
    "list": [
        ("if inside and view", "if inside or view"),
        ('if inside and view["kind"][x][y] not in ["mountain", "obstacle"]', "if inside"),
        ('view["army"][i][j] > 1', 'view["army"][i][j] > 0'),
        ('0 <= y < view["cols"]', '0 <= y < view["rows"]'),  # the map is no square
        ('if inside and view["kind"]', 'if view["owner"][x % 8][y % 9] != view["player"] and inside and view["kind"]'),
    ],
    "greedy": [
        ("        return army(view, source) if nearer else 0\n", "        return 0\n"),  # idle armies stay
        ("        return army(view, source) if nearer else 0\n", "        return 5000\n"),
        ("return 1000 + {", "return -1000 + {"),
    ],
    "ahead": [
        ("100 * len(own)", "-100 * len(own)"),
        ("        value = worth(after, me)\n", "        value = worth(state, me)\n"),
        ("if value > most", "if value < most"),
    ],
    "opponent": [
        ('view["rows"] - 1 - i, view["cols"] - 1 - j', "i, j"),
        ('view["rows"] - 1 - i, view["cols"] - 1 - j', 'i, view["cols"] - 1 - j'),
        ('return view["rows"] - 1 - i, view["cols"] - 1 - j', "return 0, 0"),  # it is somewhere else on each map
        ('view["rows"] - 1 - i, view["cols"] - 1 - j', 'view["rows"] // 2, view["cols"] // 2'),  # to the middle
        ('view["rows"] - 1 - i, view["cols"] - 1 - j', 'view["rows"] - i, view["cols"] - j'),
        ('view["rows"] - 1 - i, view["cols"] - 1 - j', 'view["rows"] - 1 - i, j'),
        ('view["rows"] - 1 - i, view["cols"] - 1 - j', "j, i"),
        ('view["rows"] - 1 - i, view["cols"] - 1 - j', 'view["rows"] - 1, view["cols"] - 1'),
    ],
    "time": [
        ("limits.left() < 500", "limits.left() > 1000"),
        ("range(20000)", "range(1)"),  # it hardly tries anything
        ("return orders[totals.index(max(totals))]", "return rng.choice(orders)"),
        ("            if limits.left() < 500:\n                return orders[totals.index(max(totals))]\n", ""),
        (  # it asks only once
            "    for _ in range(20000):\n        for number, order in enumerate(orders):\n"
            "            if limits.left() < 500:\n                return orders[totals.index(max(totals))]\n",
            "    if limits.left() < 500:\n        return None\n"
            "    for _ in range(20000):\n        for number, order in enumerate(orders):\n",
        ),
    ],
    "loss": [
        ('view["army"][cell[0]][cell[1]]', 'view["army"][cell[0]][cell[0]]'),
        ('view["army"][cell[0]][cell[1]]', 'view["army"][cell[1]][cell[1]]'),
        ("army(view, source) - 1\n", "army(view, target) - 1\n"),
    ],
    "better": [
        ('IDLE = "border"', 'IDLE = "home"'),
        ('IDLE = "border"', 'IDLE = "stay"'),
        ("border if IDLE", "own if IDLE"),
    ],
    "rungs": [
        ("        return army(view, source) if nearer else 0\n", "        return 0\n"),
        ("return 1000 + {", "return -1000 + {"),
        ("if value > most", "if value > 2000"),
    ],
}
