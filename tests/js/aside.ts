// What is set aside, in memory, and what is said of it.

import type { Misfit } from '../../static/base/storage/misfits.ts';
import { createMisfits } from '../../static/base/storage/misfits.ts';
import type { Troubles } from '../../static/base/storage/troubles.ts';

export function asideOf({ isFull = false }: { isFull?: boolean } = {}) {
  const kept: Misfit[] = [];
  const said: string[] = [];
  const place = {
    isFull,
    async add(wrong: Misfit[]) {
      if (place.isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.push(...wrong);
    },
    all: async () => kept,
  };
  const troubles = {
    aside: (from: string) => void said.push(from),
    stays: (from: string) => void said.push(`${from} stays`),
  };
  return { kept, said, place, misfits: createMisfits(place, troubles) };
}

export const NONE: Troubles = {
  lost: () => assertNone('lost'),
  aside: () => assertNone('aside'),
  stays: () => assertNone('stays'),
  refused: () => assertNone('refused'),
};

function assertNone(name: string) {
  throw new Error(`it was told: ${name}`);
}
