// The state of a contest's page: its progress, which changes often, and its results so far, which Python computes now and then.
// No DOM.

import { batch, signal } from '@preact/signals';
import { callsOf } from '../../base/values/calls.ts';
import { say } from '../../base/words/index.ts';
import type { Plan } from '../../contest/plan-of.ts';
import { planOf } from '../../contest/plan-of.ts';
import type { BlockResult, ContestRow, Contests, Progress, Summary } from '../../contest/types.ts';
import type { Export } from './exporting.tsx';
import type { LastLooks } from './last-look.ts';
import { createRefreshPacing } from './refresh-pacing.ts';

/** Everything that the parts of the page show. */
export interface Shown {
  row: ContestRow;
  summary: Summary;
  /** the results that count: blocks played beyond the end of a series do not */
  results: BlockResult[];
  /** all results, including those that do not count */
  all: BlockResult[];
  /** the names of the entrants, as people see them */
  names: string[];
  /** returns the name that people see for a name in Python's data */
  calls: (name: string) => string;
  plan: Plan;
}

export type State = ReturnType<typeof createState>;

/** Milliseconds between two updates of words, such as times, when the contest does not change. */
const TICK_MS = 500;

/** Whether no more games follow. */
export const isAtEnd = ({ state }: Pick<ContestRow, 'state'>) => state === 'over' || state === 'stopped';

/** The exports that are made from what is shown. */
const TABLES: Export[] = ['json', 'csv', 'games', 'png'];

export function shownOf(
  row: ContestRow,
  summary: Summary,
  all: BlockResult[],
  calls = callsOf(row.entrants),
): Shown {
  const names = row.entrants.map(({ name }) => calls(name));
  const results = all.slice(0, Math.max(0, all.length - summary.beyond));
  return { row: { ...row }, summary, results, all, names, calls, plan: planOf(row) };
}

/**
 * @param first the contest as it is now
 * @param save saves a file of what is shown
 * @param last Python's latest summaries of contests
 */
export function createState(
  first: ContestRow,
  contests: Contests,
  save: (kind: Export, row: ContestRow, what: Shown | null) => void,
  last: LastLooks,
) {
  const { id } = first;
  const calls = callsOf(first.entrants);
  const now = signal<{ row: ContestRow; progress: Progress | null }>(readNow(first));
  const shown = signal<Shown | null>(null);
  /** Why nothing can be shown; '' if it can. */
  const trouble = signal('');
  const isReading = signal(true);
  /** Whether Python has not yet returned a summary. */
  const isStarting = signal(true);
  /** Whether the contest is not stored any more, so that what is shown is only in this tab. */
  const isGone = signal(false);
  /** Whether another contest has its number by now. */
  const isReplaced = signal(false);
  const pacing = createRefreshPacing();
  /** Exports that wait until something is shown, and until that has all games of a finished contest. */
  const waiting: Export[] = [];
  let timer = 0;
  let isOpen = true;
  let isBusy = false;
  /** Whether something has changed since the current update began. */
  let isStale = false;
  /** The last summary, if it is not stored yet. */
  let unkept: Summary | null = null;

  function readNow(row: ContestRow) {
    return { row: { ...row }, progress: contests.progress(id) };
  }

  /** The contest now. After all data was deleted, another contest may have its number. */
  const rowNow = () => contests.list().find((each) => each.id === id && each.created === first.created);
  const isBehind = () => {
    const row = rowNow();
    return row !== undefined && pacing.isBehind(row);
  };

  function refresh() {
    const row = rowNow();
    if (!isOpen) return;
    isGone.value = !row;
    isReplaced.value = !row && contests.list().some((each) => each.id === id);
    if (!row)
      return void batch(() => {
        isReading.value = false;
        now.value = { row: now.peek().row, progress: null };
      });
    batch(() => {
      now.value = readNow(row);
      if (shown.value) isReading.value = isBehind();
    });
    clearTimeout(timer);
    timer = window.setTimeout(look, pacing.wait(row));
  }

  function show(row: ContestRow, summary: Summary, all: BlockResult[]) {
    shown.value = shownOf(row, summary, all, calls);
  }

  /** Shows the stored summary until Python has started. */
  async function showLast() {
    const summary = last.of(id);
    if (!summary) return;
    const lacks = summary.blocks + summary.beyond < first.blocks;
    // A summary from while the contest ran would be wrong at its end: it says who is still in, or has not played yet. And
    // while the contest runs, the head would count games that the summary lacks.
    if (lacks && (isAtEnd(first) || first.state === 'running')) return;
    const all = await contests.results(id);
    if (!isOpen || shown.value || trouble.value) return;
    batch(() => {
      // The contest may end before Python has started.
      pacing.restore({ ...first, games: lacks ? 0 : first.games });
      isReading.value = isBehind();
      show(first, summary, all);
    });
  }

  async function look() {
    const before = rowNow();
    if (!isOpen || !before) return;
    isStale = isBusy;
    if (isBusy) return;
    isBusy = true;
    pacing.begin(before);
    let isShown = false;
    try {
      const [summary, all] = await Promise.all([contests.summary(id), contests.results(id)]);
      const row = rowNow();
      if (!row || !isOpen) return;
      batch(() => {
        isReading.value = false;
        isStarting.value = false;
        trouble.value = 'problem' in summary ? say(summary.problem) : '';
        if ('problem' in summary) return;
        show(row, summary, all);
        unkept = summary;
        if (row.state !== 'running') keep();
        isShown = true;
      });
    } finally {
      isBusy = false;
      pacing.end(isShown);
      if (isStale) refresh();
      if (shown.value) isReading.value = isBehind();
      if (!isBehind()) for (const kind of waiting.splice(0)) ask(kind);
    }
  }

  /** Stores the last summary. While a contest runs it changes all the time, so it is stored when the page is left. */
  function keep() {
    if (unkept) last.keep(id, unkept);
    unkept = null;
  }

  function ask(kind: Export) {
    const what = shown.value;
    // If the contest is gone there is nothing to wait for.
    const waits = !isGone.value && (!what || (TABLES.includes(kind) && isBehind()));
    if (waits) waiting.push(kind);
    else save(kind, what?.row ?? now.peek().row, what);
  }

  /** Shows the summary of another tab, if that has one for all games of a contest that is no longer played. */
  async function adopt(row: ContestRow) {
    const summary = isBehind() ? last.of(id) : null;
    if (!summary || summary.blocks + summary.beyond < row.blocks) return;
    const all = await contests.results(id);
    if (!isOpen || !isBehind() || all.length > row.blocks) return;
    batch(() => {
      pacing.restore({ ...row });
      isReading.value = false;
      show(row, summary, all);
    });
  }

  const forget = contests.onChange(refresh);
  const ticking = setInterval(() => {
    const row = rowNow();
    if (row?.state === 'running') now.value = readNow(row);
    else if (row) adopt(row).catch(() => {});
  }, TICK_MS);
  refresh();
  showLast().catch(() => {});

  return {
    ...{ now, shown, trouble, isReading, isStarting, isGone, isReplaced },
    save: ask,
    keep,
    end() {
      isOpen = false;
      keep();
      forget();
      clearTimeout(timer);
      clearInterval(ticking);
    },
  };
}
