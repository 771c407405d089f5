"""The same bot as planes.cpp, with the entry points of the original platform."""

shot = 0


def init():
    global size
    size = 9


def begin(player):
    assert check(player, 1, 1) == -1  # noqa: F821
    return [(1, 1, 0), (4, 4, 1), (1, 5, 2)]


def play():
    global shot
    shot += 1
    return (shot - 1) // size + 1, (shot - 1) % size + 1
