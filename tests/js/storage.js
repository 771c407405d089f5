// A browser's small storage, as large as a test wants it.

/** @param {Iterable<[string, string]>} [entries] @param {number} [room] characters of all keys and values */
export function storageOf(entries = [], room = 1e9) {
  /** @type {Map<string, string>} */
  const kept = new Map(entries);
  return {
    kept,
    room,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem(key, value) {
      const others = [...kept].filter(([other]) => other !== key);
      const size = [...others, [key, value]].reduce(
        (sum, [name, text]) => sum + name.length + text.length,
        0,
      );
      if (size > this.room) throw new Error('full');
      kept.set(key, String(value));
    },
    key: (k) => [...kept.keys()][k] ?? null,
    get length() {
      return kept.size;
    },
  };
}
