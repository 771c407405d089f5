// Plays the games of opened contests again, one after the other, in the tab that plays contests. A contest is verified
// only after all of its games; after a reload this goes on where it was.

import { unpacked } from '../base/kept/contests.js';
import { sentenceOf } from './sentence.js';

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../base/kept/contest-rows.js').Row} Row */
/** @typedef {import('../base/kept/contest-rows.js').State} State */
/** @typedef {import('./types.js').BlockResult} BlockResult */
/** @typedef {NonNullable<Row['verified']>} Verified */

/** Problems that are named; one is enough to refuse a contest. */
const MOST_PROBLEMS = 20;
/** Milliseconds: how often it is written down how far it is. */
const EVERY = 1000;

/** @param {Row} row whether there is more to verify */
export const isOpen = ({ own, removed, verified }) =>
  !own &&
  removed === null &&
  verified !== null &&
  verified.games < verified.of &&
  verified.problems.length < MOST_PROBLEMS;

/**
 * @param {object} outside
 * @param {import('../base/kept/contests.js').KeptContests} outside.kept
 * @param {import('./office.js').Office} outside.office
 * @param {(id: number) => Row | null} outside.row
 * @param {() => readonly Row[]} outside.rows
 * @param {(id: number, why: Message) => void} outside.trouble
 * @param {(id: number, work: (row: State) => State | null) => Promise<void>} outside.set
 */
export function createVerifier({ kept, office, row, rows, set, trouble }) {
  /** @type {Promise<void> | null} */
  let working = null;
  /** Those that could not be verified in this visit, such as a file that the engine dies of: the others come first. @type {Set<number>} */
  const failed = new Set();
  const isFresh = (/** @type {Row} */ { id }) => !failed.has(id);

  /** @param {Row} contest */
  async function verify(contest) {
    const results = await kept.results(contest.id);
    const places = results.flatMap((result) => result.games.map((_, game) => ({ result, game })));
    let verified = /** @type {Verified} */ (contest.verified);
    let written = performance.now();
    /** @param {Partial<Verified>} news */
    const note = (news) => {
      verified = { ...verified, ...news };
      const now = verified;
      return set(contest.id, (each) => ({ ...each, verified: now }));
    };
    /** Too much is wrong. @param {number} seen games that were played again */
    const noteUnseen = async (seen) => {
      if (seen === places.length) return;
      const count = MOST_PROBLEMS;
      const unseen = /** @type {Message} */ (['contest.more_games', { count, next: seen + 1 }]);
      await note({ problems: [...verified.problems, unseen] });
    };
    for (const [k, { result, game }] of places.entries()) {
      if (k < verified.games) continue;
      const there = row(contest.id);
      if (!there || !isOpen(there)) return;
      const why = await wrongWith(contest, results, result.number, game);
      verified = { ...verified, games: k + 1 };
      if (why) {
        const problem = /** @type {Message} */ ([
          'contest.bad_game',
          { number: k + 1, block: result.number + 1, why },
        ]);
        await note({ problems: [...verified.problems, problem] });
        if (verified.problems.length >= MOST_PROBLEMS) return noteUnseen(k + 1);
      }
      if (performance.now() - written > EVERY) {
        written = performance.now();
        await note({});
      }
    }
    const missing = places.length < verified.of ? [/** @type {Message} */ (['contest.damaged', {}])] : [];
    const last = verified.problems.length === 0 && contest.claim ? [contest.claim] : missing;
    await note({ games: verified.of, problems: [...verified.problems, ...last] });
  }

  /** @param {Row} contest @param {BlockResult[]} results @param {number} block @param {number} game @returns {Promise<Message | null>} */
  async function wrongWith(contest, results, block, game) {
    const found = await kept.game(contest.id, block, game);
    if (!found) return ['contest.damaged', {}];
    const replay = await unpacked(found.replay);
    const one = { block, game, replay, reports: found.reports };
    const why = await office.about(contest, results, (questions) => questions.verify(contest.id, one));
    return why && 'problem' in why ? why.problem : why;
  }

  return {
    /** Begins, if there is something to verify and nothing is being verified. */
    look() {
      const open = rows().filter(isOpen);
      const next = open.find(isFresh) ?? open[0];
      if (!next || working) return;
      working = verify(next).catch((error) => {
        failed.add(next.id);
        trouble(next.id, sentenceOf(error));
      });
      working.then(() => {
        working = null;
        office.leave(next.id);
        if (rows().some((each) => isOpen(each) && isFresh(each))) this.look();
      });
    },
  };
}
