// Plays the contests that are to be played, in the tab that does so: the newest one first, and others when it has
// nothing to play just then.

import { playBlock } from './block.js';
import { openRunning } from './running.js';
import { seatsOf } from './seats.js';
import { sentenceOf } from './sentence.js';

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../base/kept/contest-rows.js').Row} Row */
/** @typedef {import('./running.js').Running} Running */
/** @typedef {import('./running.js').Played} Played */
/** @typedef {import('./arena.js').Block} Block */

/** Milliseconds after which it is looked again whether a person's match is over. */
const GLANCE = 1000;

/**
 * @param {Omit<import('./running.js').Outside, 'ready'> & {
 *   lanes: import('./lanes.js').Lanes,
 *   equip: import('./arena.js').Equip,
 *   isBusy: () => boolean,
 * }} outside isBusy: whether a person's match is under way, for which the machine is to be free
 */
export function createConductor(outside) {
  const { office, lanes, equip, isBusy } = outside;
  /** What is being prepared or played. @type {Map<number, {running: Running | null, end: AbortController}>} */
  const contests = new Map();
  /** Blocks that there was no room for. @type {Map<number, Played[]>} */
  const unkept = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let waits = false;

  /** @param {Row} row */
  async function begin(row) {
    const mine = { running: /** @type {Running | null} */ (null), end: new AbortController() };
    contests.set(row.id, mine);
    try {
      const found = await prepare(row, mine.end.signal);
      if (mine.end.signal.aborted) return;
      if ('problem' in found) return await outside.halt(row.id, found.problem);
      mine.running = found;
      await found.look();
    } catch (error) {
      if (!mine.end.signal.aborted) await outside.halt(row.id, sentenceOf(error));
    }
  }

  /** @param {Row} row @param {AbortSignal} signal */
  async function prepare(row, signal) {
    const sat = await office.about(row, [], async (_, found) => found);
    const problem = sat.problem ?? ('playable' in sat ? sat.playable : null);
    if (problem) return { problem };
    const seats = await seatsOf(row.entrants, equip, signal);
    if ('problem' in seats) return seats;
    const most = 'movers' in sat ? await lanes.most(sat.movers) : 1;
    const left = unkept.get(row.id) ?? [];
    unkept.set(row.id, left);
    return openRunning(row, seats, most, left, { ...outside, ready: pump });
  }

  /** Newest first. @returns {Running[]} */
  function inTurn() {
    const all = [...contests.values()].flatMap(({ running }) => running ?? []);
    return all.sort((a, b) => b.id - a.id);
  }

  /** Gives blocks to all arenas that are free. */
  function pump() {
    clearTimeout(timer);
    waits = false;
    for (const running of inTurn())
      while (lanes.busy() < running.most) {
        if (isBusy() && lanes.busy() >= running.most - 1) return wait();
        const block = running.take();
        if (!block) break;
        play(running, block);
      }
  }

  /** A person's match is under way, and one more game would slow it down. */
  function wait() {
    waits = lanes.busy() === 0;
    timer = setTimeout(pump, GLANCE);
  }

  /** @param {Running} running @param {Block} block */
  async function play(running, block) {
    const lane = lanes.take();
    const { done, stop } = playBlock(lane.arena, running.match(), block, running.seatOf);
    const signal = contests.get(running.id)?.end.signal;
    signal?.addEventListener('abort', stop);
    const outcome = await done;
    signal?.removeEventListener('abort', stop);
    lanes.give(lane);
    // The next block does not wait until this one is kept.
    if (!signal?.aborted || 'result' in outcome) running.ended(block, outcome);
    pump();
  }

  return {
    /** Contests that are to be played. @param {readonly Row[]} rows */
    play(rows) {
      const wanted = new Set(rows.map(({ id }) => id));
      for (const id of contests.keys()) if (!wanted.has(id)) this.drop(id);
      for (const row of rows) {
        const known = contests.get(row.id);
        if (known) known.running?.look();
        else begin(row);
      }
    },
    /** Ends the games of a contest that are under way. @param {number} id */
    drop(id) {
      const known = contests.get(id);
      contests.delete(id);
      known?.end.abort();
      known?.running?.close();
    },
    /** @param {number} id @param {Message | null} trouble @returns {import('./types.js').Progress | null} */
    progress(id, trouble) {
      const running = contests.get(id)?.running;
      return running?.progress(trouble ?? (waits ? ['contest.yields', {}] : null)) ?? null;
    },
  };
}

/** @typedef {ReturnType<typeof createConductor>} Conductor */
