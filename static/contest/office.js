// Asks Python about contests. It has an arena of its own, without bots, which is made when it is needed and let go when
// nothing was asked for a while. Python is given results once; an engine that was started anew is given all of them.

import { createWatch } from './watch.js';

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('./types.js').BlockResult} BlockResult */
/** @typedef {import('./types.js').Summary} Summary */
/** @typedef {{id: number, text: string, withdrawn: [number, number][]}} Contest */
/** @typedef {import('./arena.js').ContestQuestions} Questions */
/** @typedef {import('./arena.js').Next} Next */

/** Milliseconds without a question after which the arena is let go. */
const IDLE = 120_000;

/** @param {() => {contests: Questions, close: () => void}} makeArena */
export function createOffice(makeArena) {
  /** @type {ReturnType<typeof makeArena> | null} */
  let arena = null;
  /** What Python knows of each contest. @type {Map<number, {numbers: Set<number>, gone: string, sat: Promise<import('./arena.js').Sat>}>} */
  let known = new Map();
  let open = 0;
  /** The contests that questions under way are about. @type {number[]} */
  const asked = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** The questions that were under way when an engine was lost, one after the other. @type {Promise<unknown> | null} */
  let suspects = null;
  const watch = createWatch(() => arena?.contests);

  function letGo() {
    arena?.close();
    arena = null;
    known = new Map();
  }

  /** @template T @param {(questions: Questions) => Promise<T>} put @returns {Promise<T>} */
  async function attempt(put) {
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

  /**
   * Puts a question once more, while nothing else is asked: if the engine is lost again, it is lost by this one.
   * @template T
   * @param {(questions: Questions) => Promise<T>} put
   * @returns {Promise<T>}
   */
  function alone(put) {
    const done = (suspects ?? Promise.resolve()).then(() => attempt(put));
    const mine = done
      .catch(() => {})
      .then(() => {
        if (suspects === mine) suspects = null;
      });
    suspects = mine;
    return done;
  }

  /**
   * @template T
   * @param {(questions: Questions) => Promise<T>} put
   * @param {AbortSignal} [signal] its user does not want it any more
   * @returns {Promise<T>}
   */
  async function ask(put, signal) {
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

  /** Gives Python what it does not know yet. @param {Questions} questions @param {Contest} contest @param {readonly BlockResult[]} results */
  async function inform(questions, { id, text, withdrawn }, results) {
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

  /**
   * Puts a question about a contest and its results.
   * @template T
   * @param {Contest} contest
   * @param {readonly BlockResult[]} results
   * @param {(questions: Questions, sat: import('./arena.js').Sat) => Promise<T>} put
   * @returns {Promise<T | {problem: Message}>}
   */
  const about = (contest, results, put) =>
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
    /** @param {Contest} contest @param {readonly BlockResult[]} results @returns {Promise<Next & {problem?: Message}>} */
    next: (contest, results) =>
      /** @type {Promise<any>} */ (about(contest, results, (questions) => questions.next(contest.id))),
    /** @param {Contest} contest @param {readonly BlockResult[]} results @returns {Promise<Summary | {problem: Message}>} */
    summary: (contest, results) => about(contest, results, (questions) => questions.summary(contest.id)),
    /** Forgets a contest, unless somebody asks about it just now, as a view does when it ends. @param {number} id */
    leave(id) {
      if (!asked.includes(id) && known.delete(id)) arena?.contests.leave(id).catch(() => {});
    },
  };
}

/** @typedef {ReturnType<typeof createOffice>} Office */

/** Whether the engine was started anew meanwhile. @param {any} error */
const isLost = (error) => Array.isArray(error?.text) && error.text[0] === 'arena.gone';
