"""Makes the tables of the house bot `foresight` of Planes, and tells exactly how good shooters and placings are.

`PYTHONPATH=py python tests/bench/planes_tables.py COMMAND`, with one of these commands:

- `means`: how many shots each shooter needs, over all placings, with every answer to every shot followed.
- `opening`: computes `OPENING` (minutes). Each of the few best cells is followed by the bot's own shooter to all ends.
- `hard [ROUNDS [POPULAR]]`: computes `HARD` (minutes) by iterated best response: a shooter that knows how likely
  each placing is against a placer that makes those more likely that the shooter needs long for. `POPULAR` of the
  placer's interest is in how long the bot entropy needs, because most shooters are like it: with 0.5 a shooter that
  knows the table still needs about as long as for random placings. Prints the value between the two; with 0 it is
  that of the pair.
- `value`: what the best response to the shipped `HARD` needs, what `foresight` needs against it, and entropy.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from math import exp, log2, sqrt
from typing import Any

from sandlot import bots
from sandlot.games import planes

BONUS = 1.6
CANDIDATES, FOLLOWED = 20, 6
POPULAR = 0.5
EVERYTHING = planes.placements(9)
CONTENTS = [
    ([planes.head_cell(plane) for plane in each], [cell for plane in each for cell in planes.body_cells(plane)])
    for each in EVERYTHING.placings
]


def bot(name: str) -> dict[str, Any]:
    """Execute the file of a house bot and return its globals."""
    names: dict[str, Any] = {}
    exec(bots.source("planes", name), names)
    return names


def needed(names: dict[str, Any], possible: int = EVERYTHING.everything) -> list[int]:
    """Return the number of shots that a bot needs for each placing, following every answer to every shot."""
    shots = [0] * len(EVERYTHING.placings)
    todo = [(possible, list(EVERYTHING.cells), 1, planes.COUNT)]
    while todo:
        possible, cells, shot, heads = todo.pop()
        more = (heads,) if "Ending" in names else ()
        chosen = tuple(names["choose"](EVERYTHING, possible, cells, *more))
        rest = [cell for cell in cells if cell != chosen]
        for found in range(3):
            left = possible & EVERYTHING.having(chosen, found)
            if left and heads == 1 and found == planes.HEAD:
                for number in members(left):
                    shots[number] = shot
            elif left:
                todo.append((left, rest, shot + 1, heads - (found == planes.HEAD)))
    return shots


def members(possible: int) -> list[int]:
    return [number for number, digit in enumerate(reversed(f"{possible:b}")) if digit == "1"]


def mean(shots: list[int], weights: list[float]) -> float:
    return sum(map(float.__mul__, map(float, shots), weights)) / sum(weights)


# The opening


def opening(names: dict[str, Any]) -> str:
    """Choose the first shots: the best of a few by the shots that the bot then needs for all placings."""
    written = []

    def choose(possible: int, cells: list[Any], heads: int) -> Any:
        ranked = names["rank"](possible, [(c, EVERYTHING.head[c], EVERYTHING.body[c]) for c in cells])
        quick = names["Ending"](EVERYTHING, EVERYTHING.members(possible))
        known = [(cell, quick.head[cell], quick.body[cell]) for _, (cell, *_) in ranked]
        few = sorted(known[:CANDIDATES], key=lambda cell: quick.shots_after(quick.everything, cell, known, heads))
        return min(few[:FOLLOWED], key=lambda cell: following(possible, cell[0], cells, heads))[0]

    def following(possible: int, chosen: Any, cells: list[Any], heads: int) -> int:
        """Return the shots that the bot needs if it shoots there, while its opening is still empty."""
        rest, total = [cell for cell in cells if cell != chosen], possible.bit_count()
        for found in range(3):
            left, still = possible & EVERYTHING.having(chosen, found), heads - (found == planes.HEAD)
            if left and still:
                if left.bit_count() == 1:
                    total += still
                else:
                    total += following(left, played(left, rest, still), rest, still)
        return total

    def played(possible: int, cells: list[Any], heads: int) -> Any:
        if possible.bit_count() <= names["MANY"]:
            return names["choose"](EVERYTHING, possible, cells, heads)
        return names["Ending"](EVERYTHING, EVERYTHING.members(possible)).best(cells, heads)

    def write(possible: int, cells: list[Any], heads: int) -> None:
        if possible.bit_count() > names["MANY"]:
            x, y = chosen = choose(possible, cells, heads)
            written.append(f"{x}{y}")
            print(f"{len(written)} {possible.bit_count()} {x}{y}", file=sys.stderr, flush=True)
            rest = [cell for cell in cells if cell != chosen]
            for found in range(3):
                write(possible & EVERYTHING.having(chosen, found), rest, heads - (found == planes.HEAD))

    write(EVERYTHING.everything, list(EVERYTHING.cells), planes.COUNT)
    return "".join(written)


# The placing


def best_response(weights: list[float]) -> list[int]:
    """Return the number of shots that a shooter needs for each placing if it knows the probability of each. It is the
    quick shooter, which maximises bits plus a bonus for heads, with weights in place of counts.
    """
    shots = [0] * len(weights)
    todo: list[tuple[list[int], frozenset[Any], int, int]] = [
        (list(range(len(weights))), frozenset(), 1, planes.COUNT),
    ]
    while todo:
        possible, seen, shot, heads = todo.pop()
        if len(possible) == 1:
            shots[possible[0]] = shot - 1 + heads
            continue
        chosen = best_cell(possible, weights, seen)
        parts: dict[int, list[int]] = defaultdict(list)
        for number in possible:
            of_heads, bodies = CONTENTS[number]
            parts[2 if chosen in of_heads else 1 if chosen in bodies else 0].append(number)
        for found, part in parts.items():
            if found == planes.HEAD and heads == 1:
                for number in part:
                    shots[number] = shot
            else:
                todo.append((part, seen | {chosen}, shot + 1, heads - (found == planes.HEAD)))
    return shots


def best_cell(possible: list[int], weights: list[float], seen: frozenset[Any]) -> Any:
    head: dict[Any, float] = defaultdict(float)
    body: dict[Any, float] = defaultdict(float)
    total = 0.0
    for number in possible:
        weight, (of_heads, bodies) = weights[number], CONTENTS[number]
        total += weight
        for cell in of_heads:
            head[cell] += weight
        for cell in bodies:
            body[cell] += weight

    def needs(cell: Any) -> float:
        parts = (head[cell], body[cell], total - head[cell] - body[cell])
        return sum(part * log2(part / total) for part in parts if part > 1e-12 * total) - BONUS * head[cell]

    return min((cell for cell in {**head, **body} if cell not in seen), key=needs)


def hard(rounds: int, popular: float, orbit: list[int], entropy: list[int]) -> str:
    """Return a digit for each orbit: the relative probability of its placings in the long run."""
    size = Counter(orbit)
    liking = by_orbit(entropy, orbit)
    interest, chosen, suffered = dict.fromkeys(size, 0.0), dict.fromkeys(size, 0.0), dict.fromkeys(size, 0.0)
    kept = 0
    for number in range(rounds):
        weights = normal([exp(interest[each]) for each in orbit])
        shots = best_response(weights)
        answer, by = mean(shots, weights), by_orbit(shots, orbit)
        print(f"round {number}: the best response needs {answer:.3f}", file=sys.stderr, flush=True)
        step = 0.3 / sqrt(1 + number / 20)
        for each in size:
            interest[each] += step * ((1 - popular) * (by[each] - answer) + popular * (liking[each] - answer))
        if number >= rounds // 3:  # the first rounds are far from the equilibrium
            kept += 1
            for each in size:
                suffered[each] += by[each]
            for each, weight in zip(orbit, weights, strict=True):
                chosen[each] += weight / size[each]
    average = normal([chosen[each] for each in orbit])
    print(f"at least (a best response to the average placing): {mean(best_response(average), average):.3f}")
    print(f"at most (the average shooter at its worst placing): {max(suffered.values()) / kept:.3f}")
    digits = dict(zip(orbit, (min(9, int(2 * len(orbit) * weight + 0.5)) for weight in average), strict=True))
    return "".join(str(digits[each]) for each in range(len(digits)))


def by_orbit(shots: list[int], orbit: list[int]) -> dict[int, float]:
    """Return the mean of each orbit, because a shooter may turn the board before it begins."""
    total, size = Counter[int](), Counter(orbit)
    for each, number in zip(orbit, shots, strict=True):
        total[each] += number
    return {each: total[each] / size[each] for each in size}


def normal(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [max(weight / total, 1e-9) for weight in weights]


def main(command: str, *more: str) -> None:
    top = bot("foresight")
    even = [1.0] * len(EVERYTHING.placings)
    if command == "means":
        for name in ("hjq", "entropy", "foresight"):
            shots = needed(bot(name))
            print(f"{name}: {mean(shots, even):.4f} shots, at most {max(shots)}")
    if command == "opening":
        print(opening(top))
    if command == "hard":
        rounds, popular = (*map(float, more), *(100, POPULAR)[len(more) :])
        print(hard(int(rounds), popular, top["orbits"](EVERYTHING), needed(bot("entropy"))))
    if command == "value":
        placed = normal(top["chances"](EVERYTHING))
        for name in ("entropy", "foresight"):
            print(f"{name} needs {mean(needed(bot(name)), placed):.3f} against the placing of foresight")
        print(f"the best response to it needs {mean(best_response(placed), placed):.3f}")
        print(f"bits of chance in it: {-sum(each * log2(each) for each in placed):.2f} of {log2(len(placed)):.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
