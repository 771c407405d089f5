/**
 * The views of a match, kept as the engine's deltas: `py/sandlot/match/delta_log.py` says what they are. A view is made on
 * demand. Neighbouring views share their equal parts, and recent views are cached.
 */

/** The number of cached views. A view costs little memory beside its neighbour; the cache saves the time to make it. */
const MOST_CACHED = 256;

/** @param deltas grows when deltas are added */
export function createDeltaLog(deltas: string[] = []) {
  /** The least recently used first. */
  const kept = new Map<number, any>();

  function keep(k: number, view: any) {
    kept.delete(k);
    kept.set(k, view);
    if (kept.size > MOST_CACHED) kept.delete(kept.keys().next().value ?? 0);
    return view;
  }

  /** Whether a delta is a whole view: that is an array around the view, and no other delta is an array. */
  const isWhole = (k: number) => deltas[k]?.startsWith('[') ?? true;

  return {
    /** The deltas as the engine made them. */
    deltas,

    get length() {
      return deltas.length;
    },

    add(delta: string) {
      deltas.push(delta);
    },

    /** Puts in the delta of a position, before or after those that are there. */
    put(k: number, delta: string) {
      deltas[k] = delta;
    },

    has: (k: number) => deltas[k] !== undefined,

    /** @returns the view of that number; it is shared, so callers must not change it */
    view(k: number): any {
      if (deltas[k] === undefined) return null;
      let from = k;
      while (!kept.has(from) && !isWhole(from)) from -= 1;
      let view = keep(from, kept.get(from) ?? JSON.parse(deltas[from] ?? '')[0]);
      for (let next = from + 1; next <= k; next += 1) {
        view = keep(next, changed(view, JSON.parse(deltas[next] ?? '')));
      }
      return view;
    },
  };
}

export type DeltaLog = ReturnType<typeof createDeltaLog>;

function changed(view: any, change: any): any {
  if (Array.isArray(change)) return change[0];
  const keys = Object.keys(change);
  if (keys.length === 0) return view;
  const copy = Array.isArray(view) ? view.slice() : { ...view };
  for (const key of keys) copy[key] = changed(copy[key], change[key]);
  return copy;
}
