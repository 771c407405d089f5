// The arenas that play contests: each plays one block at a time, and all of them together no more than the machine runs
// side by side. They are made when there is something to play, and let go when there has been nothing for a while.

import type { Arena } from './arena.ts';

/** Most arenas, whatever the machine: each has an engine and seats of its own, which take some 300 MB. */
const MOST_ARENAS = 4;
/** Milliseconds that a measurement holds: other programs may have been busy. */
const HOLDS = 5 * 60_000;
/** Milliseconds without a game after which the arenas are let go. */
const IDLE = 60_000;

type Lane = { arena: Arena; isFree: boolean };

export function createLanes(
  makeArena: () => Arena,
  { cores, memory }: { cores: number; memory: number | undefined },
) {
  let lanes: Lane[] = [];
  /** How many may play at once, by the number of bots that think at once. */
  const measured = new Map<number, { found: Promise<number>; until: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Measurements under way: they need an arena, and no game waits for them. */
  let measuring = 0;

  function letGo() {
    if (measuring > 0 || lanes.some(({ isFree }) => !isFree)) return;
    for (const { arena } of lanes) arena.close();
    lanes = [];
  }

  /** Nothing is played, for now. */
  function rest() {
    clearTimeout(timer);
    timer = setTimeout(letGo, IDLE);
  }

  function add() {
    const lane = { arena: makeArena(), isFree: true };
    lanes.push(lane);
    return lane;
  }

  async function measure(movers: number): Promise<number> {
    const byMemory = memory === undefined ? 2 : memory >= 8 ? MOST_ARENAS : memory >= 4 ? 2 : 1;
    let most = Math.max(1, Math.min(MOST_ARENAS, byMemory, Math.floor(cores / movers)));
    if (most === 1) return 1;
    // A page often gets fewer cores than the browser says.
    const { arena } = lanes[0] ?? add();
    measuring += 1;
    try {
      while (most > 1 && !(await arena.sideBySide(most * movers))) most -= 1;
    } finally {
      measuring -= 1;
      rest();
    }
    return most;
  }

  return {
    /**
     * @param movers bots that think at once in a game
     * @returns how many games may go on at once
     */
    most(movers: number): Promise<number> {
      const before = measured.get(movers);
      if (before && performance.now() < before.until) return before.found;
      const found = measure(movers).catch(() => 1);
      measured.set(movers, { found, until: performance.now() + HOLDS });
      return found;
    },
    busy: () => lanes.filter(({ isFree }) => !isFree).length,
    take(): Lane {
      clearTimeout(timer);
      const lane = lanes.find(({ isFree }) => isFree) ?? add();
      lane.isFree = false;
      return lane;
    },
    give(lane: Lane) {
      lane.isFree = true;
      rest();
    },
  };
}

export type Lanes = ReturnType<typeof createLanes>;
