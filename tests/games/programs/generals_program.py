"""The same bot as generals.cpp."""

import sys
from pathlib import Path

n, m, k, me = map(int, input().split())
turn = 0
while True:
    turn += 1
    if int(input()) == 0:
        if len(sys.argv) > 1:
            Path(sys.argv[1]).write_text(f"told 0 after {turn - 1}\n")
        sys.exit(0)
    for _ in range(k):
        input()
    cells = []
    for _ in range(n * m):
        cell = list(map(int, input().split()))
        cells.append((cell[1], *cell[2:]) if len(cell) == 4 else (cell[1], 0, 0))
    move = "-1"
    for at, (kind, owner, army) in enumerate(cells):
        if owner != me or army < 2 or move != "-1":
            continue
        for di, dj in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            i, j = at // m + di, at % m + dj
            if 0 <= i < n and 0 <= j < m:
                kind, there, units = cells[i * m + j]
                if kind != 4 and there != me and units < army - 1:
                    move = f"{1 + turn % 2} {at // m + 1} {at % m + 1} {i + 1} {j + 1}"
                    break
    print(move, flush=True)
