// One contest that this tab plays: its blocks come from the plan, and what was played goes to where it is kept.

import { createPace } from './pace.js';
import { createRunner } from './runner.js';
import { sentenceOf, unkeptBecause } from './sentence.js';

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../match/types.js').Seat} Seat */
/** @typedef {import('../base/kept/contest-rows.js').Row} Row */
/** @typedef {import('../base/kept/contest-rows.js').State} State */
/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./arena.js').Block} Block */
/** @typedef {import('./block.js').Outcome} Outcome */
/** @typedef {Extract<Outcome, {games: any}>} Played */

/**
 * @typedef {object} Outside
 * @property {Pick<import('../base/kept/contests.js').KeptContests, 'results' | 'add' | 'spoil' | 'voids'>} kept
 * @property {import('./office.js').Office} office
 * @property {(id: number, change: (row: State) => State | null) => Promise<void>} change a row
 * @property {(id: number) => Row | null} row as it is now
 * @property {(id: number, why: Message) => Promise<void>} halt the contest cannot go on, and waits for its user
 * @property {(id: number) => Promise<void>} over
 * @property {(id: number) => void} progressed
 * @property {() => void} ready there may be something to play
 */

/**
 * @param {Row} contest
 * @param {Seat[]} seats by entrant
 * @param {number} most games at once
 * @param {Played[]} unkept blocks that were played, and that there was no room for
 * @param {Outside} outside
 */
export async function openRunning(contest, seats, most, unkept, outside) {
  const { id, game } = contest;
  const { kept, office } = outside;
  const row = () => outside.row(id) ?? contest;
  const results = await kept.results(id);
  const voids = await kept.voids(id);
  for (const [, , by] of voids) note(by);
  const runner = createRunner(results, (known) => office.next(row(), known), voids);
  const pace = createPace();
  let isClosed = false;
  /** One look at the plan after the other. */
  let looks = Promise.resolve();

  /** An entrant because of which a game was void loses the next time. @param {number | null | undefined} by */
  function note(by) {
    const seat = seats[by ?? -1];
    if (seat) seat.hasEnded = true;
  }

  /** What is to be done now that something has changed. */
  async function look() {
    if (isClosed) return;
    if (row().leaving.length > 0 && !runner.isBusy()) await letLeave();
    await runner.refill();
    const problem = runner.problem();
    if (isClosed) return;
    if (problem) return outside.halt(id, problem);
    if (runner.isOver()) return outside.over(id);
    const stuck = runner.stuck();
    if (stuck) return outside.halt(id, ['contest.spoilt', { block: stuck[0] + 1, why: stuck[1] }]);
    const known = runner.plan()?.known ?? 0;
    if (known !== row().known) await outside.change(id, (now) => ({ ...now, known }));
    outside.ready();
  }

  /** Withdraws entrants from the first round of which nothing was played. */
  async function letLeave() {
    const from = await office.about(row(), runner.results, (questions) => questions.round(id));
    if (typeof from !== 'number') return outside.halt(id, from.problem);
    await outside.change(id, (now) => withdrawnFrom(now, from));
    await runner.anew();
  }

  /** @param {Played} played */
  async function keep({ result, games }) {
    try {
      const isNew = await kept.add(id, result, games);
      // What is kept counts, whoever has played it.
      const [there] = isNew
        ? [result]
        : (await kept.results(id)).filter(({ number }) => number === result.number);
      if (there) runner.keep(there);
      else if (!isNew) return outside.halt(id, ['contest.none', {}]);
    } catch (error) {
      unkept.push({ result, games });
      return outside.halt(id, unkeptBecause(error));
    }
    pace.note(games.length);
    outside.progressed(id);
  }

  /** @param {Block} block @param {{void: Message, by: number | null}} outcome */
  async function spoil(block, { void: why, by }) {
    runner.fail(block, why);
    note(by);
    // Where there is no room, only this visit knows of it.
    await kept.spoil(id, by === null ? [block.number, why] : [block.number, why, by]).catch(() => {});
  }

  const self = {
    id,
    most,
    look() {
      looks = looks.then(look).catch((error) => (isClosed ? undefined : outside.halt(id, sentenceOf(error))));
      return looks;
    },
    /** @returns {Block | null} null: nothing can be played now */
    take: () => (isClosed || row().leaving.length > 0 ? null : runner.take()),
    /** @param {number} entrant @returns {Seat} */
    seatOf: (entrant) => /** @type {Seat} */ (seats[entrant]),
    match() {
      const { options = {}, clock = {} } = runner.plan() ?? {};
      return { game, options, clock };
    },
    /** @param {Block} block @param {Outcome} outcome */
    async ended(block, outcome) {
      if ('result' in outcome) await keep(outcome);
      else if ('void' in outcome) await spoil(block, outcome);
      else runner.stop(block);
      await self.look();
    },
    /** @param {Message | null} trouble @returns {Progress} */
    progress(trouble) {
      const { games } = row();
      const known = Math.max(games, runner.plan()?.known ?? row().known);
      return { games, known, rate: pace.rate(), left: pace.left(known - games), here: true, trouble };
    },
    close() {
      isClosed = true;
      office.leave(id);
    },
  };
  for (const each of unkept.splice(0)) await keep(each);
  return self;
}

/** @typedef {Awaited<ReturnType<typeof openRunning>>} Running */

/** @param {State} row @param {number} from a round @returns {State} */
export function withdrawnFrom(row, from) {
  const gone = new Set(row.withdrawn.map(([entrant]) => entrant));
  /** @type {[number, number][]} */
  const more = row.leaving.filter((entrant) => !gone.has(entrant)).map((entrant) => [entrant, from]);
  return { ...row, withdrawn: [...row.withdrawn, ...more], leaving: [] };
}
