"""Your first snake bot. Press Run, watch it play, then make it better.

move(view) is called for every turn and returns a direction: 0 up, 1 right, 2 down, 3 left. Cells are [row,
column], from 0.
"""

STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def move(view):
    me = view["snakes"][view["player"]]
    row, column = me["body"][0]  # the head; the tail is me["body"][-1]
    print(f"turn {view['step']}: my head is at ({row}, {column}), safe are {view['safe']}")

    best, most_room = 0, -1
    for direction in view["safe"]:  # where nothing is in the way, except perhaps the other's new head
        down, right = STEPS[direction]
        room = count_room(view, row + down, column + right)
        if room > most_room:
            best, most_room = direction, room
    return best


def count_room(view, row, column):
    """How many of the cells around this one are free."""
    taken = view["obstacles"] + view["snakes"][0]["body"] + view["snakes"][1]["body"]
    room = 0
    for down, right in STEPS:
        cell = [row + down, column + right]
        if 0 <= cell[0] < view["rows"] and 0 <= cell[1] < view["columns"] and cell not in taken:
            room += 1
    return room
