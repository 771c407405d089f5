"""`python3 build.py bench --soak`: a thousand matches in one tab, of all games and with every fault, then fifty kills.

Prints the memory of the browser's processes after the matches and after the kills, relative to that after the first
fifty matches. Fails at once if a match gets stuck.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import json
import random
import sys
from pathlib import Path
from typing import Any

from conftest import BROWSER_ARGUMENTS, Site
from hooks import short
from playwright.sync_api import CDPSession, Error, Page, sync_playwright
from sandlot_build import basis, needs
from tables import PLAYER

STUCK = 180_000
SETTLED = 50
KILLS = 50
LIMIT = 1.1
TIDY = "HeapProfiler.collectGarbage"
CLOCK = {"first": 400, "move": 300}

FAULTS = {
    "endless": "def move(view):\n    while True: pass\n",
    "crash": "def move(view):\n    raise ValueError('no')\n",
    "no JSON": "def move(view):\n    return object()\n",
    "syntax": "def move(view:\n",
    "loud": "def move(view):\n    print('x' * 1_000_000)\n    return None\n",
    "greedy": "def move(view):\n    return len(bytearray(10**9))\n",
    "gone": "import sys\ndef move(view):\n    sys.exit(0)\n",
    "stays": "def move(view):\n    return [-1, -1]\n",
}
RUN = """(player, [spec, patience]) => new Promise((resolve) => {
  const handle = player.arena.play(spec, {
    end: ({ result }) => resolve(result.reason[0]),
    stop: () => resolve('stopped'),
    error: (message) => resolve(`error: ${JSON.stringify(message)}`),
  });
  setTimeout(() => { handle.stop(); resolve('stuck'); }, patience);
})"""


def memory(tag: str) -> int:
    """Return the bytes used by the processes of the browser with this mark on its command line, counting shared pages
    once. The browser's executable does not count, because its pages are shared with other running browsers. Nor does
    the process in which Chromium, three minutes after its start, tests whether the machine can run its models.
    """
    parents: dict[int, int] = {}
    roots: set[int] = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_text()
            if "on_device_model" not in command:
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if tag in command:
                roots.add(int(folder.name))
        except OSError:
            continue
    family = set(roots)
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    total = 0
    for pid in family:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith(("Pss_Anon:", "Pss_Shmem:")))
    return total * 1024


def settled_memory(page: Page, tag: str) -> int:
    """Return the least of a few measurements, after the browser had a reason and the time for garbage collection."""
    # Workers and sealed frames, which have processes of their own, collect no garbage between two matches by
    # themselves.
    sessions = [page.context.new_cdp_session(place) for place in (page, *page.frames[1:])]
    workers: list[tuple[CDPSession, str]] = []
    for session in sessions:
        remember = functools.partial(lambda session, event: workers.append((session, event["sessionId"])), session)
        session.on("Target.attachedToTarget", remember)
        session.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})
    looks = []
    for _ in range(5):
        for session in sessions:
            session.send(TIDY)
        for session, worker in workers:
            message = json.dumps({"id": 1, "method": TIDY, "params": {}})
            with contextlib.suppress(Error):  # the process has ended
                session.send("Target.sendMessageToTarget", {"sessionId": worker, "message": message})
        page.wait_for_timeout(1000)
        looks.append(memory(tag))
    for session in sessions:
        session.detach()
    print(f"  {min(looks) / 2**20:.0f} MiB when all is tidy", file=sys.stderr, flush=True)
    return min(looks)


def specs(games: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Yield random matches, the same every time; three in four have a faulty bot."""
    rng = random.Random(1)
    found = []
    for number in range(count):
        game = rng.choice(sorted(games))
        house = [{"kind": "house", "name": rng.choice(games[game]["house"])} for _ in range(2)]
        if number % 4:
            fault = rng.choice(sorted(FAULTS))
            house[rng.randrange(2)] = {"kind": "code", "name": f"{fault}.py", "source": FAULTS[fault]}
        found.append({"game": game, "seats": house, "seed": number, "options": short(game), "clock": CLOCK})
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="build.py bench --soak")
    parser.add_argument("--soak", action="store_true")
    parser.add_argument("--matches", type=int, default=1000)
    args = parser.parse_args()
    site = Site(basis.DIST)
    tag = f"--sandlot-soak={random.SystemRandom().getrandbits(64)}"
    with sync_playwright() as playwright:
        program = needs.browser_on_this_machine()
        browser = playwright.chromium.launch(executable_path=program, args=[*BROWSER_ARGUMENTS, tag])
        page = browser.new_page(reduced_motion="reduce")
        page.goto(f"{site.url}#game=tank&tab=code")
        page.wait_for_selector("html[data-arena=ready]", timeout=STUCK)
        games = json.loads(page.locator("#assets").text_content() or "")["games"]
        player = page.evaluate_handle(PLAYER)
        endless = {"kind": "code", "name": "endless.py", "source": FAULTS["endless"]}
        kill = {"game": "tank", "seats": [endless, endless], "seed": 1, "options": {}, "clock": CLOCK}
        early = late = 0
        bad = []
        matches = specs(games, args.matches)
        for number, spec in enumerate([*matches, *[kill] * KILLS], 1):
            ended = player.evaluate(RUN, [spec, STUCK])
            if ended == "stuck" or ended.startswith("error"):
                bad.append((number, spec["game"], [seat["name"] for seat in spec["seats"]], ended))
                print(f"  match {number}: {bad[-1]}", file=sys.stderr, flush=True)
            if number == min(SETTLED, args.matches):
                early = settled_memory(page, tag)
            if number == args.matches:
                late = settled_memory(page, tag)
            if number % 50 == 0:
                now = memory(tag)
                print(f"  {number} matches, {now / 2**20:.0f} MiB", file=sys.stderr, flush=True)
        last = settled_memory(page, tag)
        browser.close()
    site.close()
    ratio = late / early
    print(f"memory after {args.matches} matches / after {SETTLED}: {ratio:.3f} (limit {LIMIT})")
    print(f"memory after {KILLS} kills in a row as well / after {SETTLED}: {last / early:.3f}")
    sizes = ", then ".join(f"{size / 2**20:.0f} MiB" for size in (early, late, last))
    print(f"{sizes}; stuck or failed matches: {len(bad)}")
    return 0 if ratio <= LIMIT and not bad else 1


if __name__ == "__main__":
    sys.exit(main())
