"""Plays matches in the page through the script that the page itself uses, with humans, house bots and code."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import JSHandle, Page
from waiting import patience

# Finds the arena among the exports of the page's scripts, and records the messages of a match.
PLAYER = """async () => {
  const scripts = [...document.querySelectorAll('link[rel=modulepreload], script[type=module]')];
  const modules = await Promise.all(scripts.map((each) => import(each.href || each.src)));
  const arena = modules.flatMap(Object.values).find((each) => typeof each?.play === 'function' && each.onProgress);
  return {
    arena,
    heard: [],
    ring: null,
    // Waits a second at most, so that a test can say what it has waited for.
    async since(from, waits) {
      if (waits && this.heard.length <= from) {
        await new Promise((done) => {
          this.ring = done;
          setTimeout(done, 1000);
        });
      }
      return this.heard.slice(from);
    },
    play(spec) {
      this.heard = [];
      const note = (type) => (...content) => {
        this.heard.push([type, ...content]);
        this.ring?.();
      };
      const types = ['start', 'seat', 'turn', 'thinking', 'reruns', 'position', 'end', 'stop', 'error'];
      this.handle = arena.play(spec, Object.fromEntries(types.map((type) => [type, note(type)])));
    },
  };
}"""


class Table:
    """A match in the page, started by `arena.play`, whose messages a test reads one by one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.player: JSHandle = page.evaluate_handle(PLAYER)
        self.read = 0
        self.seen: list[list[Any]] = []

    def play(self, game: str, *seats: dict[str, str], **more: Any) -> None:
        """Start a match."""
        spec = {"game": game, "seats": seats, "seed": 1, "options": {}, "clock": {}} | more
        self.read, self.seen = 0, []
        self.player.evaluate("(player, spec) => player.play(spec)", spec)

    def wait(self, *types: str) -> list[Any]:
        """Wait for the next message of one of these types, skipping others, and return it as [type, ...content]."""
        until = time.monotonic() + patience()
        while True:
            # The page answers once there is something new, because asking fifty times a second takes processor time.
            asked = [len(self.seen), self.read == len(self.seen)]
            new = self.player.evaluate("(player, asked) => player.since(...asked)", asked)
            self.seen += new
            while self.read < len(self.seen):
                self.read += 1
                said = self.seen[self.read - 1]
                if said[0] in types:
                    return said
                assert said[0] not in ("error", "stop"), said
            assert time.monotonic() < until, f"waiting for {types}, heard {[each[0] for each in self.seen][-20:]}"

    def move(self, player: int, move: Any) -> Any:
        """Make a move; return the message that refuses it, or None."""
        return self.player.evaluate("({ handle }, [player, move]) => handle.move(player, move)", [player, move])

    def call(self, name: str, *arguments: Any) -> None:
        """Call `stop` or `resign`."""
        self.player.evaluate("({ handle }, [name, given]) => void handle[name](...given)", [name, list(arguments)])

    def heard(self, kind: str) -> list[list[Any]]:
        """Return all messages of a type so far."""
        return [said for said in self.seen if said[0] == kind]


def me(name: str = "Ann") -> dict[str, str]:
    return {"kind": "human", "name": name}


def house(name: str) -> dict[str, str]:
    return {"kind": "house", "name": name}


def code(source: str, name: str = "my_bot.py") -> dict[str, str]:
    return {"kind": "code", "name": name, "source": source}
