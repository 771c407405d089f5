// A browser's small storage, as large as a test wants it.

/** @param room characters of all keys and values */
export function storageOf(entries: Iterable<[string, string]> = [], room = 1e9) {
  const kept = new Map<string, string>(entries);
  return {
    kept,
    room,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem(key: string, value: string) {
      const others = [...kept].filter(([other]) => other !== key);
      const size = [...others, [key, value]].reduce(
        (sum, [name, text]) => sum + name.length + text.length,
        0,
      );
      if (size > this.room) throw new Error('full');
      kept.set(key, String(value));
    },
    key: (k: number) => [...kept.keys()][k] ?? null,
    clear: () => kept.clear(),
    get length() {
      return kept.size;
    },
  };
}
