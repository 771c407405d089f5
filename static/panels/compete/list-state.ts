// What the list of contests shows. No DOM.

import { computed, signal } from '@preact/signals';
import { PAGE } from '../../base/ui/list.tsx';
import { callsOf } from '../../base/values/calls.ts';
import { say, t } from '../../base/words/index.ts';
import { inAWord } from '../../contest/headline.ts';
import type { ContestRow, Contests } from '../../contest/types.ts';
import { isAtEnd } from './contest-state.ts';
import { beyondOf } from './labels.ts';
import type { LastLooks } from './last-look.ts';
import { createLatestWords, keyOf } from './latest-words.ts';
import { playedWords, stateWords, verifiedWords } from './status.ts';

/** Milliseconds: only words change between two changes of the rows. */
const TICK_MS = 1000;

export type State = ReturnType<typeof createState>;

/** @param game null: of every game @param last what was said of contests before */
export function createState(contests: Contests, game: string | null, last: LastLooks) {
  const all = signal<readonly ContestRow[]>([]);
  const rows = computed(() => all.value.filter((row) => game === null || row.game === game));
  const most = signal(PAGE);
  const ticks = signal(0);
  const read = () => {
    all.value = [...contests.list()];
  };
  read();
  const forget = contests.onChange(read);
  const ticking = setInterval(() => {
    if (all.value.some(({ state }) => state === 'running')) ticks.value += 1;
  }, TICK_MS);
  const words = createWords(contests, last);

  return {
    ...{ all, rows, most },
    more() {
      most.value += PAGE;
    },
    /** What came of a contest, in a word; '': that is not known yet. */
    word: words.of,
    /** It is seen: what came of it is wanted. */
    seen: words.want,
    /** What it does now, and how far it has come. */
    stateOf(row: ContestRow): string {
      // Read, so that it is said anew with each tick.
      void ticks.value;
      const now = contests.progress(row.id);
      // A percentage would look like the score that stands beside it.
      const played = playedWords(row, now, words.beyond(row));
      return [verifiedWords(row) ?? stateWords(row, now), played].join(' · ');
    },
    end() {
      forget();
      clearInterval(ticking);
      words.end();
    },
  };
}

/** What came of each contest. */
function createWords(contests: Contests, last: LastLooks) {
  /** what was said before, by contest and games played: it is long to read */
  const kept = new Map<string, string>();
  /** what the list of another visit said: it is looked up once */
  const told = new Map<number, ReturnType<LastLooks['wordOf']>>();
  const found = createLatestWords(async (row: ContestRow) => {
    const summary = await contests.summary(row.id).catch(() => null);
    if (!summary) return null;
    if ('problem' in summary) return { text: say(summary.problem), beyond: 0 };
    last.keepWord(row, summary);
    return { text: inAWord(summary, callsOf(row.entrants)), beyond: beyondOf(summary) };
  });

  /** What was said at another visit, here or on the page of a contest: Python may still have to start. */
  function before(row: ContestRow): string {
    const key = keyOf(row);
    const text = kept.get(key) ?? wordOf(row);
    kept.set(key, text);
    return text;
  }

  /** Of the end of a contest nothing older is said; while it goes on, an older word says of how many games it is. */
  function wordOf(row: ContestRow): string {
    if (!told.has(row.id)) told.set(row.id, last.wordOf(row));
    const isWhole = (known: { blocks: number; beyond: number }) => known.blocks + known.beyond >= row.blocks;
    const word = told.get(row.id);
    if (word && (!isAtEnd(row) || isWhole(word))) return inAWord(word, callsOf(row.entrants));
    const summary = isAtEnd(row) ? last.of(row.id) : null;
    return summary && isWhole(summary) ? inAWord(summary, callsOf(row.entrants)) : '';
  }

  return {
    of(row: ContestRow): string {
      const known = found.of(row)?.text ?? before(row);
      // The row is as high as it will be, and says why nothing stands there yet.
      return known || (row.games > 0 && !found.of(row) ? t('compete.reading') : '');
    },
    /** Games that do not count; 0: that is not known yet. */
    beyond: (row: ContestRow): number => found.of(row)?.beyond ?? 0,
    want: found.want,
    end: found.end,
  };
}
