// What is set aside, in memory, and what is said of it.

import { createMisfits } from '../../static/base/kept/misfits.ts';

/** @param {{isFull?: boolean}} [how] */
export function asideOf({ isFull = false } = {}) {
  /** @type {import('../../static/base/kept/misfits.ts').Misfit[]} */
  const kept = [];
  /** @type {string[]} */
  const said = [];
  const place = {
    isFull,
    async add(wrong) {
      if (place.isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.push(...wrong);
    },
    all: async () => kept,
  };
  const troubles = { aside: (from) => void said.push(from), stays: (from) => void said.push(`${from} stays`) };
  return { kept, said, place, misfits: createMisfits(place, troubles) };
}

/** Troubles that nobody is to have. */
export const NONE = Object.fromEntries(
  ['lost', 'aside', 'stays', 'refused'].map((name) => [name, () => assertNone(name)]),
);

/** @param {string} name */
function assertNone(name) {
  throw new Error(`it was told: ${name}`);
}
