"""Your first snake bot. Press Run, watch
it play, then make it better.

move(view) is called for every step. It
returns a direction: 0 up, 1 right, 2 down,
3 left. A cell is [row, column], from 0.
"""

STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def move(view):
    me = view["snakes"][view["player"]]
    row, column = me["body"][0]  # the head
    safe = view["safe"]  # free to go
    print(f"{row}, {column}: safe {safe}")

    best, most = 0, -1
    for direction in safe:
        down, right = STEPS[direction]
        cell = [row + down, column + right]
        room = count_room(view, *cell)
        if room > most:
            best, most = direction, room
    return best


def count_room(view, row, column):
    """Count the free cells around it."""
    taken = list(view["obstacles"])
    for snake in view["snakes"]:
        taken += snake["body"]
    room = 0
    for down, right in STEPS:
        i, j = row + down, column + right
        inside = 0 <= i < view["rows"]
        inside &= 0 <= j < view["columns"]
        if inside and [i, j] not in taken:
            room += 1
    return room
