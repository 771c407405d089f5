"""Bots for tests, in the forms and styles that users write."""

from __future__ import annotations

# A Tank program for Botzone. The first request has the history so far, later ones the enemy's orders. A tank must not
# shoot twice in a row.
BOTZONE = """
import json
import random
import sys

KEEP = True

class Game:
    def __init__(self):
        self.last = [-1, -1]
        self.side = None
        self.turns = 0

    def request(self, request):
        if isinstance(request, dict):
            self.side = request["mySide"]
            assert len(request["field"]) == 3
        else:
            assert len(request) == 2
        self.turns += 1

    def respond(self):
        orders = [-1 if last >= 4 else random.choice([4, 5, 6, 7]) for last in self.last]
        self.last = orders
        return orders

def main():
    game = Game()
    while True:
        line = input()
        message = json.loads(line)
        if "requests" in message:
            requests, responses = message["requests"], message["responses"]
            for number, request in enumerate(requests):
                game.request(request)
                if number < len(requests) - 1:
                    game.last = responses[number]
            # As the platform's own sample asks: there is no such key while nothing is kept.
            kept = message["data"] if "data" in message else None
            assert kept == (None if game.turns == 1 else f"turn {game.turns - 1}"), kept
            assert game.turns > 1 or "globaldata" not in message, message
        else:
            game.request(message)
        answer = {"response": game.respond(), "debug": f"side {game.side}", "data": f"turn {game.turns}"}
        print(json.dumps(answer))
        if not KEEP:
            sys.exit(0)
        print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<")
        sys.stdout.flush()

if __name__ == "__main__":
    main()
"""
BOTZONE_RESTART = BOTZONE.replace("KEEP = True", "KEEP = False")

MODULE = """
import random

def start(setup):
    print("playing", setup["game"], "as", setup["player"])

def move(view):
    print("turn", view["turn"])
    return [random.choice(orders) for orders in view["legal"]]
"""

# Module and program that print their time left. The program prints to stderr, because its stdout is the reply.
ASKS_LEFT = "from sandlot import limits\ndef move(view):\n    print(limits.left())\n    return [-1, -1]\n"
ASKS_LEFT_BOTZONE = BOTZONE.replace(
    "self.turns += 1",
    "self.turns += 1\n        from sandlot import limits\n        print(limits.left(), file=sys.stderr)",
)

# Module and program that print the time counted for their own last move and for that of player 1.
ASKS_TOOK = (
    "from sandlot import limits\ndef move(view):\n    print(limits.took(), limits.took(1))\n    return [-1, -1]\n"
)
ASKS_TOOK_BOTZONE = ASKS_LEFT_BOTZONE.replace("limits.left()", "limits.took(), limits.took(1)")

STAYS = "def move(view):\n    return [-1, -1]\n"
