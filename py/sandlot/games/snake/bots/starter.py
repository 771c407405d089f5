"""Your first snake bot. Press Run, watch it play, then
make it better.

move(view) is called for every turn and returns a
direction: 0 up, 1 right, 2 down, 3 left. Cells are
[row, column], from 0.
"""

STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def move(view):
    me, safe = view["snakes"][view["player"]], view["safe"]
    row, column = me["body"][0]  # the head comes first
    print(f"my head is at {row}, {column}; safe: {safe}")

    best, most_room = 0, -1
    # Safe: where nothing is in the way, except perhaps the
    # other's new head.
    for direction in safe:
        down, right = STEPS[direction]
        room = count_room(view, row + down, column + right)
        if room > most_room:
            best, most_room = direction, room
    return best


def count_room(view, row, column):
    """How many of the cells around this one are free."""
    taken = list(view["obstacles"])
    for snake in view["snakes"]:
        taken += snake["body"]
    room = 0
    for down, right in STEPS:
        cell = [row + down, column + right]
        if is_inside(view, cell) and cell not in taken:
            room += 1
    return room


def is_inside(view, cell):
    rows, columns = view["rows"], view["columns"]
    return 0 <= cell[0] < rows and 0 <= cell[1] < columns
