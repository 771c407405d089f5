"""The sample of the original page: takes the first of up, right, down and left where nothing is in the way."""

STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def move(view):
    blocked = {(row, column) for row, column in view["obstacles"]}
    for snake in view["snakes"]:
        blocked.update((row, column) for row, column in snake["body"])
    row, column = view["snakes"][view["player"]]["body"][0]
    for direction, (down, right) in enumerate(STEPS):
        cell = row + down, column + right
        inside = 0 <= cell[0] < view["rows"] and 0 <= cell[1] < view["columns"]
        if inside and cell not in blocked:
            return direction
    return 0
