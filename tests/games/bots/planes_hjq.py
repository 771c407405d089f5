"""The player hjq of the original platform, translated line by line into Python, with its entry points."""

# ruff: noqa: F821

PLANE_SHAPE = [
    [0, 0, 2, 0, 0],
    [1, 1, 1, 1, 1],
    [0, 0, 1, 0, 0],
    [0, 1, 1, 1, 0],
    [0, 0, 0, 0, 0],
]
actual_board = [[0] * 10 for _ in range(10)]
methods = [None]
vector_store = [None]
rest = 3
placed = [None] * 4


def plane(d, x, y):
    if d == 0:
        return PLANE_SHAPE[x][y]
    if d == 1:
        return PLANE_SHAPE[y][x]
    if d == 2:
        return PLANE_SHAPE[3 - x][y] if 3 - x >= 0 else 0
    return PLANE_SHAPE[3 - y][x] if 3 - y >= 0 else 0


def check_set_plane(x, y, d):
    for i in range(5):
        for j in range(5):
            if plane(d, i, j) > 0:
                if not (1 <= x + i <= 9 and 1 <= y + j <= 9):
                    return False
                if actual_board[x + i][y + j] != 0:
                    return False
    return True


def set_plane(x, y, d, there):
    for i in range(5):
        for j in range(5):
            if plane(d, i, j) > 0:
                actual_board[x + i][y + j] = plane(d, i, j) if there else 0


def dfs(x, y):
    global rest
    if rest == 0:
        methods.append([row[:] for row in actual_board])
        vector_store.append(placed[1:])
        return
    if x == 10:
        return
    for d in range(4):
        if check_set_plane(x, y, d):
            set_plane(x, y, d, True)
            placed[rest] = (x, y, d)
            rest -= 1
            dfs(x + 1, 1) if y == 9 else dfs(x, y + 1)
            rest += 1
            set_plane(x, y, d, False)
    dfs(x + 1, 1) if y == 9 else dfs(x, y + 1)


def init():
    dfs(1, 1)


def begin(playernum):
    global my_number, last, unavailable
    my_number, last = playernum, (0, 0)
    unavailable = [False] * 8745
    return vector_store[rnd(1, 8744)]


def play():
    global last
    now_available = last_method = 0
    if last != (0, 0):
        seen = check(3 - my_number, *last)
        for i in range(1, 8745):
            if methods[i][last[0]][last[1]] != seen:
                unavailable[i] = True
            if not unavailable[i]:
                now_available += 1
                last_method = i
    else:
        now_available = 8744
    last = halve(now_available) if now_available != 1 else next_head(last_method)
    return last


def halve(now_available):
    appear = [[0] * 10 for _ in range(10)]
    for i in range(1, 8745):
        if not unavailable[i]:
            for x in range(1, 10):
                for y in range(1, 10):
                    appear[x][y] += methods[i][x][y] != 0
    rate_now, cell = 0.0, (0, 0)
    for x in range(1, 10):
        for y in range(1, 10):
            if check(3 - my_number, x, y) == -1:
                rate = appear[x][y] / now_available
                if abs(rate - 0.5) < abs(rate_now - 0.5):
                    rate_now, cell = rate, (x, y)
    return cell


def next_head(method):
    for x in range(1, 10):
        for y in range(1, 10):
            if check(3 - my_number, x, y) == -1 and methods[method][x][y] == 2:
                return x, y
    return 0, 0
