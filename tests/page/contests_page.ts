// A page with contests and nothing else: what the tests drive is the product's own engine and database.

import { hearDatabase } from '../../static/base/storage/database.ts';
import { createContests } from '../../static/contest/index.ts';
import { createArena } from '../../static/engine/arena.ts';

const kept = { recall: () => [], remember: () => {}, secret: () => '' };
const arena = createArena(kept);
/** Those that contests play on. */
const arenas: ReturnType<typeof createArena>[] = [];

/** What was said of other versions of this page. */
const said: string[] = [];
hearDatabase({
  blocked: (isBlocked) => void said.push(isBlocked ? 'blocked' : 'free'),
  newer: () => void said.push('newer'),
});
const contests = createContests({
  makeArena: () => {
    const made = createArena(kept, arena);
    arenas.push(made);
    return made;
  },
  equip: async (codes) => codes.map(() => ({})),
  layOut: async () => ({ files: [] }),
  takeFiles: async () => [],
  secret: () => '',
  isBusy: () => false,
  isHidden: () => false,
  sleep: { isOn: () => false, onWake: () => {} },
  note: () => {},
  lost: () => console.warn('lost'),
  vanished: () => console.warn('vanished'),
  machine: { cores: 2, memory: 8 },
  usualTitle: ({ title }) => title,
});

/** When a contest has reached a state, or has so many blocks. */
const until = (id: number, is: (row: any) => boolean) =>
  new Promise((resolve) => {
    const look = () => {
      const row = contests.list().find((each) => each.id === id);
      if (!row || !is(row)) return;
      undo();
      resolve(row);
    };
    const undo = contests.onChange(look);
    look();
  });

Object.assign(globalThis, { arena, arenas, contests, said, until });
arena.ready.then(() => {
  document.documentElement.dataset.arena = 'ready';
});
