// Keeps Python's latest summaries of contests that were shown: a contest that is opened again shows its summary at once, before
// Python has started. No DOM.

import type { Store } from '../../base/storage/settings.ts';
import type { Shape } from '../../base/values/shapes.ts';
import {
  flag,
  list,
  message,
  number,
  object,
  oneOf,
  optional,
  orNull,
  record,
  text,
  whole,
} from '../../base/values/shapes.ts';
import type { Summary } from '../../contest/types.ts';

const KEY = 'looks';
/** What lists say of contests: of more than are kept whole. */
const WORDS = 'lastWords';
const MOST_WORDS = 50;
const LONGEST_WORD = 2000;
/** The number of contests whose summaries are kept. */
const MOST_CONTESTS = 4;
/** The most characters of a summary. */
const LONGEST_LOOK = 100_000;
/** The tables that are left out of a larger one, in this order. The standings matter most, and Python brings the rest. */
const TABLES = ['seeds', 'cross', 'seats', 'reasons', 'pairings'] as const;
const MOST_ROWS = 2000;

const any = number(-1e15, 1e15);
const count = { points: any, games: whole(0), wins: whole(0), draws: whole(0), losses: whole(0) };
const name = text(1000);
const pair =
  <T>(of: Shape<T>): Shape<[T, T]> =>
  (value) =>
    list(of, 2, 2)(value) as [T, T];

const WORD = orNull(
  object({
    ...{ word: text(100), names: list(name, MOST_ROWS), percent: orNull(any), games: orNull(whole(0)) },
    margin: optional(text(100)),
  }),
);

/** The shape of a summary from Python. It is checked, because another version of the page may have stored it. */
const SUMMARY = object({
  ...{ over: flag, in_round: flag, rounds: pair(whole(0)), verdict: orNull(text(100)), why: orNull(message) },
  ...{ blocks: whole(0), games: whole(0), beyond: whole(0), level: number(0, 1) },
  standings: list(
    object({
      ...{ place: whole(0), name, code: text(200), ...count, score: any, share: any },
      ...{
        faults: record(whole(0), 20),
        byes: whole(0),
        buchholz: orNull(any),
        final: orNull(any),
        division: optional(whole(1)),
        among: optional(any),
        reached: optional(pair(whole(1))),
      },
      ...{ withdrawn: orNull(whole(0)), rating: any, interval: pair(any), rank: any },
      ...{ rank_interval: pair(any), group: whole(0), p_next: orNull(any) },
    }),
    MOST_ROWS,
  ),
  cross: list(object({ ...count, names: pair(name) }), MOST_ROWS),
  seats: list(object({ ...count, name: orNull(name), seat: whole(0) }), MOST_ROWS),
  seeds: list(object({ ...count, name, seed: text(100) }), MOST_ROWS),
  reasons: list(
    object({ name, what: oneOf(['loss', 'fault'] as const), reason: text(100), times: whole(0) }),
    MOST_ROWS,
  ),
  pairings: list(
    object({
      ...{ round: whole(0), players: list(whole(0), 100), points: list(any, 100) },
      ...{ winner: orNull(whole(0)), how: text(100) },
      ...{ seeds: optional(list(whole(1), 100)), replays: optional(whole(0)) },
    }),
    MOST_ROWS,
  ),
  ...{ answer: orNull(message), elo: orNull(message), repeats: orNull(message) },
  word: WORD,
  beats: orNull(flag),
  test: orNull(
    object({
      ...{ lower: any, upper: any, elo: any },
      ...{ ratios: list(any, 20_000), against: list(any, 20_000) },
    }),
  ),
});

/** What a list says of a contest, and after how many blocks; `created` tells it from another one of the same number. */
const TOLD = object({ created: whole(0), blocks: whole(0), beyond: whole(0), word: WORD });

/** text: a summary, or a part of one, as JSON. */
type Kept = { id: number; text: string };

/** Of a contest. */
type Row = { id: number; created: number };

/** @returns a summary as JSON, without tables if need be; null if even its standings are too long */
function shortened(summary: Summary): string | null {
  let left = summary;
  for (const table of [null, ...TABLES]) {
    if (table) left = { ...left, [table]: [] };
    const said = JSON.stringify(left);
    if (said.length <= LONGEST_LOOK) return said;
  }
  return null;
}

/** @param store keeps a list of texts, each bounded; see base/storage/keys.ts */
export function createLastLooks(store: Pick<Store, 'get' | 'set'>) {
  const all = () => store.get<Kept[]>(KEY, []);
  return {
    /** @returns null if none is kept */
    of(id: number): Summary | null {
      const kept = all().find((each) => each.id === id);
      try {
        return kept ? SUMMARY(JSON.parse(kept.text)) : null;
      } catch {
        return null;
      }
    },
    /** The last short result of a contest in a list. @returns null if none is kept */
    wordOf({ id, created }: Row) {
      const kept = store.get<Kept[]>(WORDS, []).find((each) => each.id === id);
      try {
        const told = kept ? TOLD(JSON.parse(kept.text)) : null;
        return told?.created === created ? told : null;
      } catch {
        return null;
      }
    },
    keepWord({ id, created }: Row, { blocks, beyond, word }: Pick<Summary, 'blocks' | 'beyond' | 'word'>) {
      const others = store.get<Kept[]>(WORDS, []).filter((each) => each.id !== id);
      const said = JSON.stringify({ created, blocks, beyond, word });
      const kept = said.length <= LONGEST_WORD ? [{ id, text: said }] : [];
      store.set(WORDS, [...kept, ...others].slice(0, MOST_WORDS));
    },
    keep(id: number, summary: Summary) {
      const others = all().filter((each) => each.id !== id);
      const said = shortened(summary);
      store.set(KEY, [...(said ? [{ id, text: said }] : []), ...others].slice(0, MOST_CONTESTS));
    },
  };
}

export type LastLooks = ReturnType<typeof createLastLooks>;
