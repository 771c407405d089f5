"""Trains a small Snake bot and writes it as one file that plays anywhere, also in the page.

    pip install "sandlot[rl]"
    python train_snake.py --out trained.py
    sandlot series snake trained.py cautious --games 200

What it learns is a table of 96 numbers: how good it is to enter a cell, by how much room there is behind it, how many
ways lead on, and how far the other's head is. It plays against `cautious` and against a random player, and moves each
number towards what the games were worth in which it was used (every-visit Monte Carlo). The file it writes has the
table and this same look at the board inside, and needs nothing but Python.
"""

from __future__ import annotations

import argparse
import inspect
import random
import time
from pathlib import Path
from typing import Any

import numpy as np

import sandlot
from sandlot import rl

DISCOUNT = 0.97
"""What is worth 1 at the end of a game is worth this much a step earlier."""


# These two functions go into the bot.


def features(blocked, head, other, directions):
    """Return for each of these directions the number of the cell's row in the table."""
    found = {}
    for direction in directions:
        down, right = ((-1, 0), (0, 1), (1, 0), (0, -1))[direction]
        cell = head[0] + down, head[1] + right
        ways, room = look(blocked, cell)
        rooms = sum(room > limit for limit in (2, 6, 14, 30, 60))
        away = abs(cell[0] - other[0]) + abs(cell[1] - other[1])
        found[direction] = (rooms * 4 + ways) * 4 + sum(away > limit for limit in (1, 2, 4))
    return found


def look(blocked, cell):
    """Return how many ways lead on from a cell, at most 3, and how many cells can be reached from it, at most 61."""
    rows, columns = len(blocked), len(blocked[0])
    seen, edge, ways = {cell}, [cell], 0
    for place in edge:
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            near = place[0] + down, place[1] + right
            free = 0 <= near[0] < rows and 0 <= near[1] < columns and not blocked[near[0]][near[1]]
            if free and near not in seen:
                seen.add(near)
                edge.append(near)
                ways += place == cell
        if len(seen) > 60:
            break
    return min(ways, 3), min(len(seen), 61)


BOT = '''"""Plays Snake by a table that was learned: see train_snake.py."""

TABLE = {table}


{functions}

def move(view):
    blocked = [[False] * view["columns"] for _ in range(view["rows"])]
    for row, column in view["obstacles"] + view["snakes"][0]["body"] + view["snakes"][1]["body"]:
        blocked[row][column] = True
    me, other = view["snakes"][view["player"]], view["snakes"][1 - view["player"]]
    found = features(blocked, me["body"][0], other["body"][0], view["safe"] or range(4))
    return max(found, key=lambda direction: TABLE[found[direction]])
'''


def at_random(view: dict[str, Any]) -> int:
    """Play a move that does not lose at once."""
    return random.choice(view["safe"] or [0])


def rows_of(observation: rl.Observation) -> dict[int, int]:
    """Return the rows of the table for the directions that an observation allows."""
    planes = observation["observation"]
    blocked = (planes[0] | planes[1] | planes[3]).tolist()
    heads = [divmod(int(planes[plane].argmax()), planes.shape[2]) for plane in (2, 4)]
    return features(blocked, *heads, np.flatnonzero(observation["action_mask"]).tolist())


def train(games: int, seconds: float, seed: int = 1) -> list[float]:
    """Return the table after so many games, or so many seconds."""
    rng = random.Random(seed)
    random.seed(seed)
    table, times = np.zeros(96), np.zeros(96)
    envs = [rl.make("snake", opponent="cautious"), rl.make("snake", opponent=at_random)]
    until = time.monotonic() + seconds
    for game in range(games):
        if time.monotonic() > until:
            break
        env = envs[game % len(envs)]
        explore = max(0.05, 0.5 - game / games)
        observation, _ = env.reset(seed=rng.randrange(2**32))
        used, reward, over = [], 0.0, False
        while not over:
            rows = rows_of(observation)
            best = max(rows, key=lambda direction: table[rows[direction]])
            action = rng.choice([*rows]) if rng.random() < explore else best
            used.append(rows[action])
            observation, reward, over, _, _ = env.step(action)
        for age, row in enumerate(reversed(used)):
            times[row] += 1
            table[row] += (reward * DISCOUNT**age - table[row]) / min(times[row], 500)
    return [round(float(value), 3) for value in table]


def bot(table: list[float]) -> str:
    """Return the source of a bot that plays by a table."""
    functions = "\n\n".join(inspect.getsource(each) for each in (features, look))
    return BOT.format(table=table, functions=functions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", default="trained.py")
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seconds", type=float, default=45)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    Path(args.out).write_text(bot(train(args.games, args.seconds, args.seed)), encoding="utf-8")
    print(sandlot.series("snake", args.out, at_random, games=40, seed=1, trust=True).text)
    print(sandlot.series("snake", args.out, "cautious", games=40, seed=1, trust=True).text)


if __name__ == "__main__":
    main()
