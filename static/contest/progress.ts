// How far contests are that some tab plays: this one, or another that tells.

import type { Message } from '../match/types.ts';
import type { ContestStore } from './contest-store.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Scheduler } from './scheduler.ts';
import type { Tabs } from './tabs.ts';
import { throttle } from './throttle.ts';
import type { Progress } from './types.ts';

/** Milliseconds: how often other tabs are told. */
const TELL_EVERY_MS = 500;
/** Milliseconds after which what another tab has told is old. */
const STALE = 30_000;
/** What a tab says only of a contest that it plays. It is over once nobody plays. */
const PASSING = new Set(['contest.hidden', 'contest.yields']);

export function createProgress({
  scheduler,
  contestStore,
  tabs,
  heartbeat,
  isHidden,
}: {
  scheduler: Scheduler;
  contestStore: ContestStore;
  tabs: Tabs;
  heartbeat: Pick<Heartbeat, 'isSilent'>;
  isHidden: () => boolean;
}) {
  /** Why contests do not go on. */
  const troubles = new Map<number, Message>();
  /** What the tab that plays has told. */
  const told = new Map<number, { progress: Progress; time: number }>();

  const here = (id: number) =>
    scheduler.progress(id, troubles.get(id) ?? (isHidden() ? ['contest.hidden', {}] : null));

  return {
    trouble(id: number, why: Message | null) {
      if (why) troubles.set(id, why);
      else troubles.delete(id);
      const row = contestStore.row(id);
      if (why && row) tabs.tell({ what: 'progress', id, progress: stopped(row, why) });
    },
    tell: throttle(TELL_EVERY_MS, () => {
      for (const { id } of contestStore.all()) {
        const progress = here(id);
        if (progress) tabs.tell({ what: 'progress', id, progress });
      }
    }),
    /** @param news of another tab */
    hear({ id, progress }: { id: number; progress: Progress }) {
      told.set(id, { progress: { ...progress, here: false }, time: Date.now() });
    },
    of(id: number): Progress | null {
      const row = contestStore.row(id);
      const trouble = troubles.get(id);
      const there = told.get(id);
      if (!row) return null;
      if (trouble && row.state !== 'running') return stopped(row, trouble);
      if (row.state === 'running' && row.own && heartbeat.isSilent()) return unheard(row);
      return here(id) ?? (there && isOfNow(there, row.state) ? there.progress : null);
    },
  };
}

/** @param state of the contest */
function isOfNow({ progress: { trouble }, time }: { progress: Progress; time: number }, state: string) {
  if (state === 'running') return trouble !== null || Date.now() - time < STALE;
  return state === 'paused' && trouble !== null && !PASSING.has(trouble[0]);
}

const unheard = (row: { games: number; known: number }): Progress => ({
  ...stopped(row, ['contest.silent', {}]),
  here: false,
});

const stopped = ({ games, known }: { games: number; known: number }, trouble: Message): Progress => ({
  ...{ games, known, rate: null, left: null, speed: null },
  here: true,
  trouble,
});
