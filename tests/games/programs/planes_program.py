"""The same bot as planes.cpp."""

import sys

size, shot = 9, 0
for line in sys.stdin:
    what, *numbers = line.split()
    if what == "place":
        size = int(numbers[0])
        print("1 1 0 4 4 1 1 5 2", flush=True)
    else:
        print(shot // size + 1, shot % size + 1, flush=True)
        shot += 1
