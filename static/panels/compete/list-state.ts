// The state of the list of contests. No DOM.

import { computed, signal } from '@preact/signals';
import { PAGE } from '../../base/ui/list.tsx';
import { callsOf } from '../../base/values/calls.ts';
import { say, t } from '../../base/words/index.ts';
import { inAWord } from '../../contest/sentences/headline.ts';
import type { ContestRow, Contests } from '../../contest/types.ts';
import { isAtEnd } from './contest-state.ts';
import { beyondOf } from './labels.ts';
import type { LastLooks } from './last-look.ts';
import { createLatestWords, keyOf } from './latest-words.ts';
import { playedWords, stateWords, verifiedWords } from './status.ts';

/** Milliseconds between two updates of words, such as times, when the rows do not change. */
const TICK_MS = 1000;

export type State = ReturnType<typeof createState>;

/** @param game null for the contests of all games @param last Python's latest summaries of contests */
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
    /** The short result of a contest; '' if it is not known yet. */
    word: words.of,
    /** To be called when a row is visible, so that its result is computed. */
    seen: words.want,
    /** The state of a contest, and its progress. */
    stateOf(row: ContestRow): string {
      // Reading the signal updates the words with each tick.
      void ticks.value;
      const now = contests.progress(row.id);
      // Not in percent, which would look like the score beside it.
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

/** The short results of contests. */
function createWords(contests: Contests, last: LastLooks) {
  /** the earlier results, by contest and number of games, because reading them takes long */
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

  /** The kept short result of a contest. At its end only one of all games is used; before, an older one names its games. */
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
      // The row has its later height, and tells why there is no result yet.
      return known || (row.games > 0 && !found.of(row) ? t('compete.reading') : '');
    },
    /** The number of games that do not count; 0 if it is not known yet. */
    beyond: (row: ContestRow): number => found.of(row)?.beyond ?? 0,
    want: found.want,
    end: found.end,
  };
}
