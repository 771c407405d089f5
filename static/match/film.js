/**
 * The views of a match, kept as the engine's deltas: `py/sandlot/match/film.py` says what they are. A view is made when somebody
 * wants to see it; neighbours share what is the same in both, and those that were just looked at are kept.
 */

/** Views that are kept. A view costs little beside its neighbour, so this is for the time it takes to make one. */
const KEPT = 256;

/** @param {string[]} [deltas] grows when deltas are added */
export function createFilm(deltas = []) {
  /** @type {Map<number, any>} the one that was wanted longest ago first */
  const kept = new Map();

  /** @param {number} k @param {any} view */
  function keep(k, view) {
    kept.delete(k);
    kept.set(k, view);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? 0);
    return view;
  }

  /** A whole view is an array around it, and no change is one. @param {number} k */
  const isWhole = (k) => deltas[k]?.startsWith('[') ?? true;

  return {
    /** As the engine made them. */
    deltas,

    get length() {
      return deltas.length;
    },

    /** @param {string} delta */
    add(delta) {
      deltas.push(delta);
    },

    /** @param {number} k @returns {any} the view of that number; it is shared, so nobody may change it */
    view(k) {
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

/** @typedef {ReturnType<typeof createFilm>} Film */

/**
 * @param {any} view
 * @param {any} change
 * @returns {any}
 */
function changed(view, change) {
  if (Array.isArray(change)) return change[0];
  const keys = Object.keys(change);
  if (keys.length === 0) return view;
  const copy = Array.isArray(view) ? view.slice() : { ...view };
  for (const key of keys) copy[key] = changed(copy[key], change[key]);
  return copy;
}
