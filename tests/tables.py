"""Plays a match in the page as the page's own script does, with humans, house bots and code in the seats."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import JSHandle, Page
from waiting import patience

# Finds the arena among what the page's own scripts share, and notes down what a match says.
PLAYER = """async () => {
  const scripts = [...document.querySelectorAll('link[rel=modulepreload], script[type=module]')];
  const modules = await Promise.all(scripts.map((each) => import(each.href || each.src)));
  const arena = modules.flatMap(Object.values).find((each) => typeof each?.play === 'function' && each.onProgress);
  return {
    arena,
    heard: [],
    play(spec) {
      this.heard = [];
      const note = (type) => (...content) => this.heard.push([type, ...content]);
      const types = ['start', 'seat', 'turn', 'thinking', 'reruns', 'position', 'end', 'stop', 'error'];
      this.handle = arena.play(spec, Object.fromEntries(types.map((type) => [type, note(type)])));
    },
  };
}"""


class Table:
    """A match in the page, as `arena.play` gives it: what it says is read one by one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.player: JSHandle = page.evaluate_handle(PLAYER)
        self.read = 0
        self.seen: list[list[Any]] = []

    def play(self, game: str, *seats: dict[str, str], **more: Any) -> None:
        """Begin a match."""
        spec = {"game": game, "seats": seats, "seed": 1, "options": {}, "clock": {}} | more
        self.read, self.seen = 0, []
        self.player.evaluate("(player, spec) => player.play(spec)", spec)

    def wait(self, *types: str) -> list[Any]:
        """Return the next thing of one of these types that the match says, whatever comes before it."""
        until = time.monotonic() + patience()
        while True:
            new = self.player.evaluate("({ heard }, from) => heard.slice(from)", len(self.seen))
            self.seen += new
            while self.read < len(self.seen):
                self.read += 1
                said = self.seen[self.read - 1]
                if said[0] in types:
                    return said
                assert said[0] not in ("error", "stop"), said
            assert time.monotonic() < until, f"waiting for {types}, heard {[each[0] for each in self.seen][-20:]}"
            self.page.wait_for_timeout(20)

    def move(self, player: int, move: Any) -> Any:
        """Make a move; return what is said against it, or None."""
        return self.player.evaluate("({ handle }, [player, move]) => handle.move(player, move)", [player, move])

    def call(self, name: str, *arguments: Any) -> None:
        """Call `stop` or `resign`."""
        self.player.evaluate("({ handle }, [name, given]) => void handle[name](...given)", [name, list(arguments)])

    def heard(self, kind: str) -> list[list[Any]]:
        """Return everything of a type that was heard so far."""
        return [said for said in self.seen if said[0] == kind]


def me(name: str = "Ann") -> dict[str, str]:
    return {"kind": "human", "name": name}


def house(name: str) -> dict[str, str]:
    return {"kind": "house", "name": name}


def code(source: str, name: str = "my_bot.py") -> dict[str, str]:
    return {"kind": "code", "name": name, "source": source}
