"""Answers to the steps of the path of Snake, as changes of the solutions: wrong ones, each with the misconception
behind it, and other correct ones.
"""

WRONG: dict[str, list[tuple[str, str]]] = {
    "predict": [
        ("{4: 0, 14: 1}", "{4: 1, 14: 1}"),  # it always goes right
        ("{4: 2, 14: 3}", "{4: 2, 14: 2}"),  # it goes on as before
        ("    {4: 0, 14: 1},\n    {4: 2, 14: 3},", "    {4: 2, 14: 3},\n    {4: 0, 14: 1},"),  # the wrong snake
    ],
    "number": [("LIMIT = 20", "LIMIT = 0"), ("LIMIT = 20", "LIMIT = 2"), ("LIMIT = 20", "LIMIT = 5")],
    "gap": [
        ("if inside and [r, c] not in taken", "if inside and [r, c] in taken"),
        ("if inside and [r, c] not in taken", "if [r, c] in taken or not inside"),
        ("ways += 1", "ways -= 1"),
        ("ways += 1", "ways += 1\n            return ways"),  # it returns at the first free neighbour
        ("[r, c] not in taken", "(r, c) not in taken"),  # a tuple never equals a list
        ("[r, c] not in taken", '[r, c] not in view["obstacles"]'),
        ("if inside and [r, c]", "if [r, c]"),
    ],
    "crash": [
        ('    if view["safe"]:\n        return view["safe"][0]\n    return 0', '    return view["safe"][0]'),
        ("    return 0\n", ""),
        ('    if view["moves"] is not None:\n        last', '    if view["step"] > 0:\n        last'),
    ],
    "slow": [
        ("    taken.add(cell)\n", ""),
        ("    taken.add(cell)\n", "    taken = taken | {cell}\n"),  # each way has its own set: nothing is remembered
        (
            "    taken.add(cell)\n    if depth == 0:\n        return 1\n",
            "    if depth == 0:\n        return 1\n    taken = set(taken)\n    taken.add(cell)\n",
        ),
        # It is in time, because it looks fewer steps ahead.
        ("    taken.add(cell)\n    if depth == 0:", "    if depth == 14:"),
        ("    taken.add(cell)\n    if depth == 0:", "    if depth == 11:"),
        ("set(taken), 18", "taken, 18"),  # cells visited for the first direction count for the others
    ],
    "illegal": [
        ("(self.direction + 1) % 4", "(self.direction + 1) % 5"),
        # It returns only directions, and never goes left.
        ("(self.direction + 1) % 4", "(self.direction + 1) % 3"),
        ("(self.direction + 1) % 4", "self.direction - 1"),
        ("return self.direction\n", "return str(self.direction)\n"),
    ],
    "list": [
        ('snake["body"] if view["growing"] else snake["body"][:-1]', 'snake["body"]'),
        ('snake["body"] if view["growing"] else snake["body"][:-1]', 'snake["body"][:-1]'),
        ('view["snakes"][player]["body"]', 'view["snakes"][1 - player]["body"]'),
    ],
    "greedy": [
        ("best, most = 0, -1", "best, most = 0, 1000"),
        ("for row, column in reached:", "for row, column in [start]:"),
        ("if room > most", "if room < most or most < 0"),
    ],
    "ahead": [
        ("snake.safe_moves(state, other) or [0]", "[0]"),
        ("results.append(worth(after, me, other))", "results.append(-worth(after, me, other))"),
        ('["space"][me]', '["space"][other]'),
    ],
    "opponent": [
        ('view["snakes"][other]["body"][0]', 'view["snakes"][1 - other]["body"][0]'),
        ("enumerate(STEPS)", "reversed(list(enumerate(STEPS)))"),
        ("if inside and cell not in taken", "if inside"),
    ],
    "time": [
        ("limits.left() < 450", "limits.left() <= 0"),
        ("if limits.left() < 450:\n            break", "pass"),
        ("range(1, 30)", "range(16, 30)"),
        ("range(1, 30)", "[5]"),  # always the same depth
        ("range(1, 30)", "[8]"),
    ],
    "loss": [
        ('view["columns"]', 'view["rows"]'),
        ('view["columns"]', 'view["rows"] + 6'),
        ('view["columns"]', 'view["columns"] - 6'),
        ('view["columns"]', 'view["rows"] - 5'),
        ('view["columns"]', 'view["columns"] // 2'),
        ('0 <= cell[0] < view["rows"]', '0 <= cell[0] < view["rows"] // 2'),
    ],
    "better": [
        ('WORTH = "first"', 'WORTH = "space"'),
        ('WORTH = "first"', 'WORTH = "length"'),
        ('series["first"][me] - series["first"][other]', 'series["first"][other] - series["first"][me]'),
    ],
    "rungs": [
        ("first[me] - first[other]", "first[other] - first[me]"),
        ("first[me] - first[other]", "0"),
        ('["series"]["first"]', '["series"]["length"]'),
    ],
}

_RECURSIVE = """    taken.add(cell)
    if depth == 0:
        return 1
    return 1 + sum(walk(view, step_from(cell, direction), taken, depth - 1) for direction in range(4))
"""
_STEP_BY_STEP = """    seen = {cell}
    todo = [(cell, 0)]
    for here, far in todo:
        for there in [step_from(here, direction) for direction in range(4)]:
            if far < depth and is_free(view, there, taken) and there not in seen:
                seen.add(there)
                todo.append((there, far + 1))
    return len(seen)
"""
_TO_THE_END = """    seen = {cell}
    todo = [cell]
    while todo:
        here = todo.pop()
        for there in [step_from(here, direction) for direction in range(4)]:
            if is_free(view, there, taken) and there not in seen:
                seen.add(there)
                todo.append(there)
    return len(seen)
"""

RIGHT: dict[str, list[tuple[str, str]]] = {
    "slow": [(_RECURSIVE, _STEP_BY_STEP), (_RECURSIVE, _TO_THE_END)],
}
"""Other answers that solve the step."""
