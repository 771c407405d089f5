// How far contests are that some tab plays: this one, or another that tells.

import { createSoon } from './soon.js';

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('./types.js').Progress} Progress */

/** Milliseconds: how often other tabs are told. */
const EVERY = 500;
/** Milliseconds after which what another tab has told is old. */
const STALE = 30_000;
/** What a tab says only of a contest that it plays. It is over once nobody plays. */
const PASSING = new Set(['contest.hidden', 'contest.yields']);

/**
 * @param {object} outside
 * @param {import('./conductor.js').Conductor} outside.conductor
 * @param {import('./shelf.js').Shelf} outside.shelf
 * @param {import('./tabs.js').Tabs} outside.tabs
 * @param {Pick<import('./silence.js').Silence, 'isSilent'>} outside.silence of the tab that plays, if it is another one
 * @param {() => boolean} outside.isHidden
 */
export function createProgress({ conductor, shelf, tabs, silence, isHidden }) {
  /** Why contests do not go on. @type {Map<number, Message>} */
  const troubles = new Map();
  /** What the tab that plays has told. @type {Map<number, {progress: Progress, time: number}>} */
  const told = new Map();

  /** @param {number} id */
  const here = (id) =>
    conductor.progress(id, troubles.get(id) ?? (isHidden() ? ['contest.hidden', {}] : null));

  return {
    /** @param {number} id @param {Message | null} why */
    trouble(id, why) {
      if (why) troubles.set(id, why);
      else troubles.delete(id);
      const row = shelf.row(id);
      if (why && row) tabs.tell({ what: 'progress', id, progress: stopped(row, why) });
    },
    tell: createSoon(EVERY, () => {
      for (const { id } of shelf.all()) {
        const progress = here(id);
        if (progress) tabs.tell({ what: 'progress', id, progress });
      }
    }),
    /** @param {{id: number, progress: Progress}} news of another tab */
    hear({ id, progress }) {
      told.set(id, { progress: { ...progress, here: false }, time: Date.now() });
    },
    /** @param {number} id @returns {Progress | null} */
    of(id) {
      const row = shelf.row(id);
      const trouble = troubles.get(id);
      const there = told.get(id);
      if (!row) return null;
      if (trouble && row.state !== 'running') return stopped(row, trouble);
      if (row.state === 'running' && row.own && silence.isSilent()) return unheard(row);
      return here(id) ?? (there && isOfNow(there, row.state) ? there.progress : null);
    },
  };
}

/** @param {{progress: Progress, time: number}} told @param {string} state of the contest */
function isOfNow({ progress: { trouble }, time }, state) {
  if (state === 'running') return trouble !== null || Date.now() - time < STALE;
  return state === 'paused' && trouble !== null && !PASSING.has(trouble[0]);
}

/** @param {{games: number, known: number}} row @returns {Progress} */
const unheard = (row) => ({ ...stopped(row, ['contest.silent', {}]), here: false });

/** @param {{games: number, known: number}} row @param {Message} trouble @returns {Progress} */
const stopped = ({ games, known }, trouble) => ({
  ...{ games, known, rate: null, left: null },
  here: true,
  trouble,
});
