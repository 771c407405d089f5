"""The same bot as tank.cpp: it shoots every other turn and stays otherwise. `MODE` is keep, restart or eof."""

import json
import sys

MODE = sys.argv[1] if len(sys.argv) > 1 else "keep"
text = sys.stdin.read() if MODE == "eof" else sys.stdin.readline()
turn = len(json.loads(text)["responses"])
print("turn", turn, file=sys.stderr)
while True:
    print(json.dumps({"response": [-1, -1] if turn % 2 else [4, 4]}))
    if MODE != "keep":
        sys.exit(0)
    print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
    text = sys.stdin.readline()
    if not text:
        break
    turn += 1
