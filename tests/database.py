"""The page's database, for tests that read it or write into it as another page of its place could."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from typing import Any

from conftest import ROOT, in_node
from playwright.sync_api import Page

KEPT: dict[str, dict[str, Any]] = json.loads((ROOT / "tests" / "kept.json").read_text(encoding="utf-8"))
"""A value of every key of the small storage, and a row of every store. tests/js tries all kinds of values with them."""

_DECLARED = """import { NAME, STORES, VERSION } from 'STATIC/base/kept/database.ts';
console.log(JSON.stringify([NAME, VERSION, STORES]));
"""


@functools.cache
def opening() -> str:
    """A JavaScript function that opens the database as the page does, and makes its stores if it is not there yet."""
    return f"""(() => new Promise((resolve, reject) => {{
  const [name, version, stores] = {in_node(_DECLARED).strip()};
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {{
    for (const [store, how] of Object.entries(stores)) request.result.createObjectStore(store, how);
  }};
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
}}))"""


def within(script: str) -> str:
    """
    A function of a page that runs an async one on the open database and closes it.

    `script` is JavaScript: a function of the database and of what the page is given.
    """
    return f"""async (given) => {{
  const db = await {opening()}();
  try {{
    return await ({script})(db, given);
  }} finally {{
    db.close();
  }}
}}"""


def kept_rows(page: Page, store: str) -> list[Any]:
    """What stands in a store."""
    script = """(db, store) => new Promise((resolve) => {
      const all = db.transaction(store).objectStore(store).getAll();
      all.onsuccess = () => resolve(all.result);
    })"""
    found: list[Any] = page.evaluate(within(script), store)
    return found


def put_rows(page: Page, stores: dict[str, Sequence[Any]]) -> None:
    """Put rows into stores, each of which is a value, or a value and its key where the store keeps keys apart."""
    script = """(db, stores) => new Promise((resolve, reject) => {
      const change = db.transaction(Object.keys(stores), 'readwrite');
      for (const [name, rows] of Object.entries(stores)) {
        const store = change.objectStore(name);
        for (const row of rows) store.keyPath === null ? store.put(...row) : store.put(row);
      }
      change.oncomplete = resolve;
      change.onerror = () => reject(change.error);
    })"""
    page.evaluate(within(script), json.loads(json.dumps(stores)))


def first_bot(game: str) -> int:
    """The id of a game's first bot, as static/base/values/bot-ids.ts has it: FNV-1a of 32 bits."""
    found = 0x811C9DC5
    for letter in game:
        found = (found ^ ord(letter)) * 0x01000193 % 2**32
    return found
