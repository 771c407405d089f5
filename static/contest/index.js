// The contests of this browser: begins them, has them played, and tells what is known of them. One tab plays; all tabs
// see the same rows, which are in the database.

import { openContests, unpacked } from '../base/kept/contests.js';
import { beginning } from '../base/text/legible.js';
import { beginContest } from './begin.js';
import { createConductor } from './conductor.js';
import { createLanes } from './lanes.js';
import { createOffice } from './office.js';
import { openContest } from './opening.js';
import { packContest } from './packing.js';
import { createProgress } from './progress.js';
import { sentenceOf, unkeptBecause } from './sentence.js';
import { createShelf } from './shelf.js';
import { createSilence } from './silence.js';
import { createSummaries } from './summaries.js';
import { createTabs } from './tabs.js';
import { createVerifier } from './verifier.js';

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../base/kept/contest-rows.js').Row} Row */
/** @typedef {import('./types.js').Contests} Contests */

/** Milliseconds after which a removed contest is really deleted. */
const UNDONE = 10 * 60_000;
const LONGEST_TITLE = 200;

/**
 * @typedef {object} Outside
 * @property {() => import('./arena.js').Arena} makeArena
 * @property {import('./arena.js').Equip} equip
 * @property {import('./begin.js').LayOut} layOut
 * @property {import('./opening.js').TakeFiles} takeFiles
 * @property {() => string} secret of this browser
 * @property {() => boolean} isBusy whether a person's match is under way
 * @property {() => boolean} isHidden
 * @property {{isOn: () => boolean, onWake: (work: () => void) => void}} sleep of the page, while the browser has frozen it
 * @property {(isRunning: boolean) => void} note whether some contest is to go on at the next visit
 * @property {() => void} lost what is played cannot be kept beyond this visit
 * @property {(isBlocked: boolean) => void} blocked a tab with an older version of this page is in the way, or no more
 * @property {() => void} newer another tab has a newer version of this page: this one can keep nothing any more
 * @property {{cores: number, memory: number | undefined}} machine
 */

/**
 * @param {Outside} outside
 * @param {import('../base/kept/contests.js').KeptContests | null} [given] null: in the database
 * @returns {Contests}
 */
export function createContests(outside, given = null) {
  const kept = given ?? openContests({ ...outside, newer: retire });
  const office = createOffice(outside.makeArena);
  // Chromium lets a frozen page hear of others, but nothing that it begins then comes to an end.
  const tabs = createTabs((news) => outside.sleep.isOn() || hear(news));
  const shelf = createShelf(kept, (id) => {
    tabs.tell({ what: 'changed', id });
    direct();
  });
  let leads = false;
  const conductor = createConductor({
    ...{ kept, office, lanes: createLanes(outside.makeArena, outside.machine) },
    ...{ equip: outside.equip, isBusy: outside.isBusy, change: shelf.change, row: shelf.row },
    ...createOutcomes(shelf, { drop: (id) => conductor.drop(id), progress: () => progress }),
  });
  const verifier = createVerifier({
    ...{ kept, office, set: shelf.set },
    // Another tab may have taken over.
    row: (id) => (leads ? shelf.row(id) : null),
    rows: () => (leads ? shelf.all() : []),
    trouble: (id, why) => progress.trouble(id, why),
  });
  const silence = createSilence(() => tabs.tell({ what: 'asks' }), shelf.tell);
  const progress = createProgress({ conductor, shelf, tabs, silence, isHidden: outside.isHidden });

  const hear = createHearing({ shelf, silence, progress, answer, direct });

  /** Says that it is this tab that plays, and how far it is. */
  function answer() {
    if (!leads) return;
    tabs.tell({ what: 'plays' });
    progress.tell();
  }

  /** Lets everything be played that is to be. */
  function direct() {
    const running = shelf.all().filter((row) => isThere(row) && row.own && row.state === 'running');
    outside.note(running.length > 0);
    silence.watch(tabs.hears && !leads && running.length > 0);
    if (!leads) return;
    conductor.play(running);
    verifier.look();
  }

  /** Lets a newer version of this page play, in another tab. */
  function retire() {
    leads = false;
    conductor.play([]);
    tabs.leave();
    outside.newer();
  }

  /** From now on it is this tab that plays. */
  function lead() {
    leads = true;
    answer();
    reading.again().catch(() => {});
  }

  /** Another tab has taken over while this one was asleep: what was being played here is played there. */
  function follow() {
    leads = false;
    conductor.play([]);
    reading.again().catch(() => {});
  }

  const reading = createReading(async () => {
    await shelf.readAll();
    const gone = shelf.all().filter(({ removed }) => removed !== null && Date.now() - removed > UNDONE);
    if (leads) for (const { id } of gone) await kept.remove(id).catch(() => {});
    direct();
  });
  outside.sleep.onWake(() => void reading.again().catch(() => {}));
  const summaryOf = createSummaries(kept, office, shelf.row);
  reading
    .done()
    .catch(() => {})
    .then(() => tabs.lead(lead, follow));

  return {
    get loaded() {
      return reading.done().catch(() => {});
    },
    list() {
      reading.done().catch(() => {});
      const there = shelf.all().filter(isThere);
      return there.sort((a, b) => b.id - a.id);
    },
    onChange: shelf.subscribe,
    ...createCommands({ shelf, progress }),
    begin: createBegin({ kept, shelf }, (spec) =>
      told(reading.done().then(() => beginContest(spec, { ...outside, office }))),
    ),
    progress: progress.of,
    takeOver: () => void tabs.lead(lead, follow, { steal: true }),
    results: kept.results,
    summary: (id) => told(summaryOf(id)),
    async game(id, block, game) {
      const found = await kept.game(id, block, game);
      return found && { replay: await unpacked(found.replay), reports: found.reports };
    },
    async bundle(id, how) {
      const row = shelf.row(id);
      if (!row) return { problem: ['contest.none', {}] };
      return told(packContest(row, how, { ...outside, kept, office }));
    },
    async open(file, name, signal) {
      const found = await openContest(file, name, { ...outside, kept, office }, signal);
      if ('id' in found) await shelf.set(found.id, (row) => ({ ...row, removed: null }));
      return found;
    },
  };
}

/** An error becomes a sentence. @template T @param {Promise<T>} work @returns {Promise<T | {problem: Message}>} */
const told = (work) => work.catch((error) => ({ problem: sentenceOf(error) }));

/**
 * @param {{kept: import('../base/kept/contests.js').KeptContests, shelf: import('./shelf.js').Shelf}} parts
 * @param {(spec: import('./types.js').ContestSpec) => Promise<Omit<Row, 'id'> | {problem: Message}>} make
 * @returns {Contests['begin']}
 */
const createBegin =
  ({ kept, shelf }, make) =>
  async (spec) => {
    const begun = await make(spec);
    if ('problem' in begun) return begun;
    try {
      const id = await kept.create(begun);
      await shelf.set(id, () => null);
      return { id };
    } catch (error) {
      return { problem: unkeptBecause(error) };
    }
  };

/**
 * What comes of what another tab says.
 *
 * @param {object} parts
 * @param {import('./shelf.js').Shelf} parts.shelf
 * @param {import('./silence.js').Silence} parts.silence
 * @param {ReturnType<typeof createProgress>} parts.progress
 * @param {() => void} parts.answer
 * @param {() => void} parts.direct
 * @returns {Parameters<typeof createTabs>[0]}
 */
const createHearing =
  ({ shelf, silence, progress, answer, direct }) =>
  async (news) => {
    if (news.what === 'asks') return answer();
    if (news.what !== 'changed') silence.heard();
    if (news.what === 'plays') return;
    if (news.what === 'progress') progress.hear(news);
    await shelf.read(news.id);
    if (news.what === 'changed') direct();
  };

/**
 * What becomes of a contest that is played.
 * @param {import('./shelf.js').Shelf} shelf
 * @param {{drop: (id: number) => void, progress: () => ReturnType<typeof createProgress>}} parts drop: plays it no more
 * @returns {Pick<import('./running.js').Outside, 'halt' | 'over' | 'progressed'>}
 */
const createOutcomes = (shelf, { drop, progress }) => ({
  async halt(id, why) {
    drop(id);
    progress().trouble(id, why);
    await shelf.set(id, (row) => (row.state === 'running' ? { ...row, state: 'paused' } : null));
  },
  async over(id) {
    drop(id);
    await shelf.set(id, (row) =>
      row.state === 'running' ? { ...row, state: 'over', known: row.games } : null,
    );
  },
  async progressed(id) {
    await shelf.read(id);
    progress().tell();
  },
});

/**
 * Reads all contests, once. Where that fails, it is tried again when somebody asks the next time.
 * @param {() => Promise<void>} read
 */
function createReading(read) {
  /** @type {Promise<void> | null} */
  let reading = null;

  function again() {
    const mine = read().catch((error) => {
      if (reading === mine) reading = null;
      throw error;
    });
    reading = mine;
    return mine;
  }

  return { again, done: () => reading ?? again() };
}

/** @param {Row} row */
const isThere = ({ removed }) => removed === null;

/**
 * What a user does with a contest.
 * @param {{shelf: import('./shelf.js').Shelf, progress: ReturnType<typeof createProgress>}} parts
 * @returns {Pick<Contests, 'pause' | 'resume' | 'stop' | 'withdraw' | 'rename' | 'remove'>}
 */
function createCommands({ shelf, progress }) {
  return {
    pause: (id) =>
      void shelf.set(id, (row) => (row.state === 'running' ? { ...row, state: 'paused' } : null)),
    resume(id) {
      progress.trouble(id, null);
      shelf.set(id, (row) => (row.state === 'paused' ? { ...row, state: 'running' } : null));
    },
    stop: (id) => void shelf.set(id, (row) => (row.state === 'over' ? null : { ...row, state: 'stopped' })),
    withdraw: (id, entrant) =>
      void shelf.set(id, (row) => ({ ...row, leaving: [...new Set([...row.leaving, entrant])] })),
    rename(id, title) {
      const given = beginning(title.trim(), LONGEST_TITLE);
      if (given) shelf.set(id, (row) => ({ ...row, title: given }));
    },
    async remove(id) {
      const state = shelf.row(id)?.state ?? 'paused';
      const rest = state === 'running' ? 'paused' : state;
      await shelf.set(id, (row) => ({ ...row, state: rest, removed: Date.now() }));
      return () => shelf.set(id, (row) => ({ ...row, state, removed: null }));
    },
  };
}
