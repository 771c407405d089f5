"""The same bot as snake.cpp, as the function that the original platform calls."""

ROWS, COLUMNS = 13, 14
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def next_move(text):
    board, *parts = text.strip().split("#")
    taken = {divmod(at, COLUMNS) for at, mark in enumerate(board) if mark == "1"}
    heads = []
    for k in (0, 1):
        i, j = int(parts[3 * k]), int(parts[3 * k + 1])
        taken.add((i, j))
        for step in parts[3 * k + 2].strip("()"):
            i, j = i + STEPS[int(step)][0], j + STEPS[int(step)][1]
            taken.add((i, j))
        heads.append((i, j))
    for d, (di, dj) in enumerate(STEPS):
        i, j = heads[0][0] + di, heads[0][1] + dj
        if 0 <= i < ROWS and 0 <= j < COLUMNS and (i, j) not in taken:
            return d
    return 0
