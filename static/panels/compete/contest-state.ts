// What the page of a contest shows: how far it has come, which changes often, and what came of it so far, which is worked
// out now and then. No DOM.

import { batch, signal } from '@preact/signals';
import { callsOf } from '../../base/values/calls.ts';
import { say } from '../../base/words/index.ts';
import type { Plan } from '../../contest/plan-of.ts';
import { planOf } from '../../contest/plan-of.ts';
import type { BlockResult, ContestRow, Contests, Progress, Summary } from '../../contest/types.ts';
import type { Export } from './exporting.tsx';
import type { LastLooks } from './last-look.ts';
import { createRefreshPacing } from './refresh-pacing.ts';

/** All that the parts of the page show. */
export interface Shown {
  row: ContestRow;
  summary: Summary;
  /** those that count: what was played beyond the end of a series does not */
  results: BlockResult[];
  /** with those that do not count */
  all: BlockResult[];
  /** of the entrants, as people see them */
  names: string[];
  /** what people see instead of a name that Python knows */
  calls: (name: string) => string;
  plan: Plan;
}

export type State = ReturnType<typeof createState>;

/** Milliseconds: only words change between two changes of the contest. */
const TICK_MS = 500;

/** Whether no more games follow. */
export const isAtEnd = ({ state }: Pick<ContestRow, 'state'>) => state === 'over' || state === 'stopped';

/** What is saved of what is shown. */
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
 * @param save a file of what is shown
 * @param last what was said of contests before
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
  /** Why nothing can be shown; '': it can. */
  const trouble = signal('');
  const isReading = signal(true);
  /** Whether Python has not yet said anything of it. */
  const isStarting = signal(true);
  /** Whether it is not kept any more: what is shown of it is in this tab alone. */
  const isGone = signal(false);
  /** Whether its number is that of another contest by now. */
  const isReplaced = signal(false);
  const pacing = createRefreshPacing();
  /** Files that wait until something is shown, and until all games of a contest that has ended are in them. */
  const waiting: Export[] = [];
  let timer = 0;
  let isOpen = true;
  let isBusy = false;
  /** Whether something has changed since the look that is under way began. */
  let isStale = false;
  /** What was said last, unless it is kept already. */
  let unkept: Summary | null = null;

  function readNow(row: ContestRow) {
    return { row: { ...row }, progress: contests.progress(id) };
  }

  /** Once all was deleted, another contest may have its number. */
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

  /** What was seen last time stands there until Python has started. */
  async function showLast() {
    const summary = last.of(id);
    if (!summary) return;
    const lacks = summary.blocks + summary.beyond < first.blocks;
    // What was said while a contest ran contradicts its end: who is still in, has not played yet, and can be withdrawn.
    // And while it runs, the head counts games of which that knows nothing.
    if (lacks && (isAtEnd(first) || first.state === 'running')) return;
    const all = await contests.results(id);
    if (!isOpen || shown.value || trouble.value) return;
    batch(() => {
      // It may end before Python has started.
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

  /** While a contest runs, its summary changes all the time, and is kept when nobody looks any more. */
  function keep() {
    if (unkept) last.keep(id, unkept);
    unkept = null;
  }

  function ask(kind: Export) {
    const what = shown.value;
    // Of one that is gone there is nothing to wait for.
    const waits = !isGone.value && (!what || (TABLES.includes(kind) && isBehind()));
    if (waits) waiting.push(kind);
    else save(kind, what?.row ?? now.peek().row, what);
  }

  /** Another tab may have worked out already what came of a contest that is no longer played. */
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
