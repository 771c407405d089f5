"""Access to the page's database for tests, as any other page of the same origin has it."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from typing import Any

from conftest import ROOT, in_node
from playwright.sync_api import Page

KEPT: dict[str, dict[str, Any]] = json.loads((ROOT / "tests" / "kept.json").read_text(encoding="utf-8"))
"""A value of every key of local and session storage, and a row of every store; tests/js changes them in many ways."""

_DECLARED = """import { NAME, STORES, VERSION } from 'STATIC/base/storage/database.ts';
console.log(JSON.stringify([NAME, VERSION, STORES]));
"""


@functools.cache
def opening() -> str:
    """Return a JavaScript function that opens the database as the page does, and creates it if necessary."""
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
    """Return JavaScript for `page.evaluate` that opens the database, calls `script` and closes the database.

    `script` is a JavaScript function of the database and of the argument of `page.evaluate`.
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
    """Return all values in a store."""
    script = """(db, store) => new Promise((resolve) => {
      const all = db.transaction(store).objectStore(store).getAll();
      all.onsuccess = () => resolve(all.result);
    })"""
    found: list[Any] = page.evaluate(within(script), store)
    return found


def put_rows(page: Page, stores: dict[str, Sequence[Any]]) -> None:
    """Put rows into stores. A row is a value, or [value, key] if the store has no key path."""
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
    """Return the id of a game's first bot, computed as in static/base/values/bot-ids.ts: FNV-1a of 32 bits."""
    found = 0x811C9DC5
    for letter in game:
        found = (found ^ ord(letter)) * 0x01000193 % 2**32
    return found
