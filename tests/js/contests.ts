// Contests as the page has them, but for Python and the browser: a plan of so many blocks, games whose end follows from
// their seed, and a machine that plays them in a random order.

import './timers.ts';
import assert from 'node:assert/strict';
import type { Name } from '../../static/base/storage/contest-stores.ts';
import { keeping } from '../../static/base/storage/contests.ts';
import { createMemory } from '../../static/base/storage/contests-in-memory.ts';
import type { Arena, ContestQuestions } from '../../static/contest/arena.ts';
import { createContests } from '../../static/contest/index.ts';
import type { BlockResult, ContestRow, ContestSpec, Entrant } from '../../static/contest/types.ts';
import type { Code, MatchHandle, MatchListener, MatchSpec, Seat } from '../../static/match/types.ts';
import { asideOf } from './aside.ts';
import { part } from './part.ts';

globalThis.navigator ??= part<Navigator>({});
// Node's own would keep the process alive.
globalThis.BroadcastChannel = undefined as unknown as typeof BroadcastChannel;

const ORDERS = [
  [0, 1],
  [1, 0],
];

export function outcomeOf(number: number, order: number[]) {
  const first = (number * 7 + order[0] * 3) % 5 > 2;
  return {
    places: first ? [1, 2] : [2, 1],
    scores: first ? [1, 0] : [0, 1],
    faults: [null, null],
    reasons: [null, null],
    turns: number + 1,
  };
}

/** Python's part: a series of `blocks` blocks, which is asked again after every `look` results. */
function questionsOf(blocks: number, look: number) {
  const known = new Map<number, Map<number, BlockResult>>();
  const resultsOf = (key: number) => {
    const results = known.get(key);
    assert.ok(results);
    return results;
  };
  const round = (key: number) => Math.max(-1, ...[...resultsOf(key).values()].map((each) => each.round)) + 1;
  return {
    begin: async ({ entrants }: { entrants: readonly { name: string }[] }) => ({
      text: '{"plan":{"kind":"series","seeds":null}}',
      names: entrants.map(({ name }) => name),
      games: 2 * blocks,
      open: true,
    }),
    async sit(key: number) {
      known.set(key, new Map());
      return { problem: null, playable: null, movers: 1 };
    },
    async add(key: number, results: BlockResult[]) {
      for (const each of results) resultsOf(key).set(each.number, each);
      return {};
    },
    async next(key: number) {
      const left = Array.from({ length: blocks }, (_, number) => number).filter(
        (each) => !resultsOf(key).has(each),
      );
      const offered = left.map((number) => ({
        ...{ number, round: number, players: [0, 1], seed: String(number), orders: ORDERS, secret: '' },
      }));
      const over = left.length === 0;
      return {
        blocks: offered,
        over,
        look: over ? 0 : Math.min(look, left.length),
        ...{ known: 2 * blocks, open: !over },
        options: {},
        clock: {},
      };
    },
    // The last block is the last round.
    leaving: async (key: number, entrants: number[]) =>
      round(key) < blocks ? entrants.map((each) => [each, round(key)]) : [],
    alive: async () => null,
    summary: async (key: number) => ({ blocks: resultsOf(key).size }),
    async leave(key: number) {
      known.delete(key);
      return null;
    },
  };
}

/**
 * A machine of one visit. `isDead` is set when the page is killed: nothing of it happens any more.
 * `fails` says whether a game is void, and by whose seat, if that is known.
 */
export function machineOf({
  blocks,
  look,
  fails = () => false,
  random = Math.random,
}: {
  blocks: number;
  look: number;
  fails?: (seed: string, seats: Seat[]) => boolean | number;
  random?: () => number;
}) {
  const machine = { isDead: false, played: 0, busy: 0, most: 0 };
  const questions = questionsOf(blocks, look);
  const alive = <T>(value: T): Promise<T> =>
    machine.isDead ? new Promise(() => {}) : Promise.resolve(value);
  const contests = Object.fromEntries(
    Object.entries(questions).map(([name, ask]) => [
      name,
      async (...given: unknown[]) => alive(await (ask as (...given: unknown[]) => unknown)(...given)),
    ]),
  ) as unknown as ContestQuestions;
  const arena = (): Arena => ({
    ready: Promise.resolve(),
    sideBySide: async () => true,
    warm() {},
    close() {},
    contests,
    play({ seed, seats }: MatchSpec, on: Partial<MatchListener>) {
      machine.busy += 1;
      machine.most = Math.max(machine.most, machine.busy);
      let isStopped = false;
      const end = (tell: () => void) => {
        if (machine.isDead || isStopped) return;
        isStopped = true;
        machine.busy -= 1;
        tell();
      };
      const order = seats[0].name === 'a' ? ORDERS[0] : ORDERS[1];
      setTimeout(() => {
        end(() => {
          const by = fails(seed, seats);
          if (by !== false) return on.error?.(['arena.lost', {}], null, by === true ? null : by);
          machine.played += 1;
          on.played?.({ played: outcomeOf(Number(seed), order), reports: [], replay: new Uint8Array([1]) });
        });
      }, random() * 3);
      return part<MatchHandle>({ stop: () => end(() => on.stop?.({ replay: null })) });
    },
  });
  return { machine, arena };
}

/** A disk that outlasts visits; `isFull` refuses every further block. */
export function diskOf() {
  const base = createMemory();
  const disk = { isFull: false };
  const { write } = base;
  base.write = async (work) => {
    // As a database does, it takes everything or nothing, and later.
    await new Promise((resolve) => setTimeout(resolve));
    return write((inside) => {
      const put = async (store: Name, ...given: [unknown, (number | number[])?]) => {
        if (disk.isFull && store === 'games') throw new DOMException('full', 'QuotaExceededError');
        return inside.put(store, ...given);
      };
      return work({ ...inside, put });
    });
  };
  return Object.assign(disk, { base, storage: () => keeping(Promise.resolve(base), asideOf().misfits) });
}

/** A visit: the contests of a page, on a disk. */
export function visitOf(
  disk: ReturnType<typeof diskOf>,
  how: Parameters<typeof machineOf>[0],
  more: Partial<Parameters<typeof createContests>[0]> = {},
) {
  const { machine, arena } = machineOf(how);
  const outside = {
    ...{
      makeArena: arena,
      equip: async (codes: Code[]) => codes.map(() => ({})),
      layOut: async () => ({ files: [] }),
    },
    ...{ takeFiles: async () => [], secret: () => '', isBusy: () => false, isHidden: () => false },
    sleep: { isOn: () => false, onWake() {} },
    ...{ note() {}, lost() {}, vanished() {}, machine: { cores: 4, memory: 8 }, ...more },
    usualTitle: ({ title }: ContestRow) => title,
  };
  return { machine, contests: createContests(outside, disk.storage()) };
}

const bot = (name: string): Entrant => ({ name, kind: 'code', code: { name: `${name}.py`, source: '' } });
export const SPEC: ContestSpec = {
  ...{
    game: 'snake',
    title: 't',
    entrants: [bot('a'), bot('b')],
    plan: { kind: 'series' },
    options: {},
    clock: {},
  },
};

/**
 * Waits until something holds.
 * @param is may be a promise
 */
export async function until(is: () => unknown) {
  for (let k = 0; k < 30_000; k += 1) {
    if (await is()) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error('it never came to that');
}

type Request = (name: string, options: LockOptions, work: () => unknown) => Promise<unknown>;
type Hear = (event: { data: unknown }) => void;

/**
 * Locks and channels between visits, as a browser has them between tabs. A tab that is asleep gets no messages until it
 * wakes up.
 */
export function browserOf(): Record<'close' | 'use' | 'sleep' | 'wake', (tab: number) => void> {
  const waiting: { tab: number; work: () => void; lose: () => void }[] = [];
  /** What sleeping tabs would have done. */
  const asleep = new Map<number, (() => void)[]>();
  const happens = (tab: number, what: () => void) => {
    const later = asleep.get(tab);
    if (later) later.push(what);
    else what();
  };
  const channels: Channel[] = [];
  let current = 0;
  const goOn = () => waiting[0]?.work();
  const request: Request = (_, options, work) => {
    const tab = current;
    return new Promise((resolve, reject) => {
      const lose = () => happens(tab, () => reject(new DOMException('stolen', 'AbortError')));
      const end = () => {
        waiting.splice(waiting.indexOf(mine), 1);
        resolve(undefined);
        goOn();
      };
      // Who has lost the lock meanwhile is no longer among them.
      const mine = {
        tab,
        lose,
        work: () => Promise.resolve(work()).then(() => waiting.includes(mine) && end()),
      };
      if (options.steal) {
        waiting.shift()?.lose();
        waiting.unshift(mine);
      } else waiting.push(mine);
      if (waiting[0] === mine) goOn();
    });
  };
  globalThis.navigator = { locks: { request } } as unknown as Navigator;
  class Channel {
    tab = current;
    hear: Hear = () => {};
    constructor() {
      channels.push(this);
    }
    addEventListener(_: string, hear: Hear) {
      this.hear = hear;
    }
    close() {
      channels.splice(channels.indexOf(this), 1);
    }
    postMessage(data: unknown) {
      for (const other of channels)
        if (other.tab !== this.tab) setTimeout(() => happens(other.tab, () => other.hear({ data })));
    }
  }
  globalThis.BroadcastChannel = Channel as unknown as typeof BroadcastChannel;
  return {
    /** What is created from now on belongs to this tab. */
    use(tab) {
      current = tab;
    },
    /** Its messages wait. */
    sleep(tab) {
      asleep.set(tab, []);
    },
    wake(tab) {
      const later = asleep.get(tab) ?? [];
      asleep.delete(tab);
      for (const what of later) what();
    },
    close(tab) {
      const first = waiting[0]?.tab === tab;
      for (const [k, each] of [...waiting.entries()].reverse()) if (each.tab === tab) waiting.splice(k, 1);
      for (const [k, each] of [...channels.entries()].reverse()) if (each.tab === tab) channels.splice(k, 1);
      if (first) goOn();
    },
  };
}
