// Asks Python about contests. It has an arena of its own, without bots, which is made when it is needed and let go when
// nothing was asked for a while. Python is given results once; an engine that was started anew is given all of them.

import type { Next, Sat } from '../engine/contests.ts';
import type { Message } from '../match/types.ts';
import type { ContestQuestions as Questions } from './arena.ts';
import type { BlockResult, Summary } from './types.ts';
import { createWatch } from './watch.ts';

type Contest = { id: number; text: string; withdrawn: [number, number][] };

/** Milliseconds without a question after which the arena is let go. */
const IDLE = 120_000;

export function createEngineClient(makeArena: () => { contests: Questions; close: () => void }) {
  let arena: ReturnType<typeof makeArena> | null = null;
  /** What Python knows of each contest. */
  let known = new Map<number, { numbers: Set<number>; gone: string; sat: Promise<Sat> }>();
  let open = 0;
  /** The contests that questions under way are about. */
  const asked: number[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The questions that were under way when an engine was lost, one after the other. */
  let suspects: Promise<unknown> | null = null;
  const watch = createWatch(() => arena?.contests);

  function letGo() {
    arena?.close();
    arena = null;
    known = new Map();
  }

  async function attempt<T>(put: (questions: Questions) => Promise<T>): Promise<T> {
    arena ??= makeArena();
    const mine = known;
    try {
      return await put(arena.contests);
    } catch (error) {
      // The first one that hears of it: the others may have told the next engine something by then.
      if (isLost(error) && known === mine) known = new Map();
      throw error;
    }
  }

  /** Puts a question once more, while nothing else is asked: if the engine is lost again, it is lost by this one. */
  function alone<T>(put: (questions: Questions) => Promise<T>): Promise<T> {
    const done = (suspects ?? Promise.resolve()).then(() => attempt(put));
    const mine = done
      .catch(() => {})
      .then(() => {
        if (suspects === mine) suspects = null;
      });
    suspects = mine;
    return done;
  }

  /** @param signal its user does not want it any more */
  async function ask<T>(put: (questions: Questions) => Promise<T>, signal?: AbortSignal): Promise<T> {
    clearTimeout(timer);
    open += 1;
    watch.begin();
    try {
      if (suspects) await suspects;
      const mine = known;
      try {
        return await attempt(put);
      } catch (error) {
        // Another question may have met the loss first.
        if (signal?.aborted || !(isLost(error) || known !== mine)) throw error;
      }
      return await alone(put);
    } finally {
      open -= 1;
      if (open === 0) {
        watch.end();
        timer = setTimeout(letGo, IDLE);
      }
    }
  }

  /** Gives Python what it does not know yet. */
  async function inform(
    questions: Questions,
    { id, text, withdrawn }: Contest,
    results: readonly BlockResult[],
  ) {
    const here = known.get(id) ?? { numbers: new Set(), gone: '[]', sat: questions.sit(id, text) };
    known.set(id, here);
    // A failure is not known for good.
    here.sat.catch(() => known.get(id) === here && known.delete(id));
    const sat = await here.sat;
    if (sat.problem) return { ...sat, problem: sat.problem };
    const more = results.filter(({ number }) => !here.numbers.has(number));
    const gone = JSON.stringify(withdrawn);
    if (more.length === 0 && gone === here.gone) return sat;
    const { problem = null } = await questions.add(id, more, withdrawn);
    for (const { number } of more) here.numbers.add(number);
    here.gone = gone;
    return { ...sat, problem };
  }

  /** Puts a question about a contest and its results. */
  const about = <T>(
    contest: Contest,
    results: readonly BlockResult[],
    put: (questions: Questions, sat: Sat) => Promise<T>,
  ): Promise<T | { problem: Message }> =>
    ask(async (questions) => {
      asked.push(contest.id);
      try {
        const sat = await inform(questions, contest, results);
        return sat.problem ? { problem: sat.problem } : await put(questions, sat);
      } finally {
        asked.splice(asked.indexOf(contest.id), 1);
      }
    });

  return {
    ask,
    about,
    next: (contest: Contest, results: readonly BlockResult[]): Promise<Next & { problem?: Message }> =>
      about(contest, results, (questions) => questions.next(contest.id)) as Promise<any>,
    summary: (contest: Contest, results: readonly BlockResult[]): Promise<Summary | { problem: Message }> =>
      about(contest, results, (questions) => questions.summary(contest.id)),
    /** Forgets a contest, unless somebody asks about it just now, as a view does when it ends. */
    leave(id: number) {
      if (!asked.includes(id) && known.delete(id)) arena?.contests.leave(id).catch(() => {});
    },
  };
}

export type EngineClient = ReturnType<typeof createEngineClient>;

/** Whether the engine was started anew meanwhile. */
const isLost = (error: any) => Array.isArray(error?.text) && error.text[0] === 'arena.gone';
