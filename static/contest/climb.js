// Lets a bot climb the ladder of a game: it plays a series against each house bot, from the weakest on, until one of them
// is not beaten.

import { beatenIn, noteBeaten } from '../base/kept/beaten.js';

/** @typedef {import('./types.js').Contests} Contests */
/** @typedef {import('./types.js').ContestRow} ContestRow */
/** @typedef {import('./types.js').Entrant} Entrant */
/** @typedef {import('./types.js').Message} Message */
/** @typedef {{name: string, rating: number, low: number, high: number, strength: string}} Rung */
/** @typedef {{ids: number[], on: boolean}} Climb ids: of the series so far; on: whether it goes on to the next rung */
/** @typedef {{rung: string, row: ContestRow, beaten: boolean | null}} Step beaten null: that is not known yet */

/** Most blocks against one rung, and the difference in Elo that counts as better. */
const BLOCKS = 50;
const ELO = 100;

/** @type {Climb} */
const NONE = { ids: [], on: false };

/**
 * @param {object} outside
 * @param {Contests} outside.contests
 * @param {import('../base/kept/settings.js').Store} outside.store
 * @param {(game: string) => Rung[]} outside.rungs the weakest first
 * @param {(mine: string, rung: string) => string} outside.title of a series
 * @param {(work: () => Promise<void>) => Promise<void>} outside.inTurn does such works one after another, also those of
 *   other tabs, so that no rung is begun twice
 * @param {(problem: Message) => void} outside.failed
 */
export function createClimb({ contests, store, rungs, title, inTurn, failed }) {
  /** The series that this visit knows to be won or not. @type {Map<number, boolean>} */
  const decided = new Map();
  /** @type {Set<() => void>} */
  const listeners = new Set();

  /** @param {string} game @returns {Climb} */
  const climbOf = (game) => store.get(`climb.${game}`, NONE);

  /** @param {string} game @param {Climb} climb */
  function keep(game, climb) {
    store.set(`climb.${game}`, climb);
    for (const hear of listeners) hear();
  }

  /** @param {number} id */
  const rowOf = (id) => contests.list().find((row) => row.id === id) ?? null;

  /** Whether the bot has won a series that is over; null: that is not known. @param {ContestRow} row */
  async function hasWon(row) {
    if (row.state !== 'over') return null;
    const known = decided.get(row.id);
    if (known !== undefined) return known;
    const summary = await contests.summary(row.id);
    if ('problem' in summary) return null;
    decided.set(row.id, summary.verdict === 'better');
    return summary.verdict === 'better';
  }

  /** @param {string} game @param {Entrant} entrant @param {Rung} rung @param {number[]} ids */
  async function begin(game, entrant, rung, ids) {
    const rival = { name: rung.name, kind: /** @type {const} */ ('house'), code: null, house: rung.name };
    const begun = await contests.begin({
      game,
      title: title(entrant.name, rung.name),
      entrants: [entrant, rival],
      plan: { kind: 'series', blocks: BLOCKS, stop: { elo: ELO }, seeds: { given: [] } },
      options: {},
      clock: {},
    });
    if ('id' in begun) return keep(game, { ids: [...ids, begun.id], on: true });
    keep(game, { ids, on: false });
    failed(begun.problem);
  }

  /** Goes on to the next rung if the last series was won, and ends the climb if it was not. @param {string} game */
  async function goOn(game) {
    const { ids, on } = climbOf(game);
    const row = rowOf(ids.at(-1) ?? -1);
    if (!on) return;
    if (!row || row.state === 'stopped') return keep(game, { ids, on: false });
    const won = await hasWon(row);
    if (won === null) return;
    const [mine, rival] = row.entrants;
    if (won && rival) noteBeaten(store, game, rival.house ?? rival.name);
    const ladder = rungs(game);
    // Another version of the page may have other rungs than the one that the climb began in.
    const at = ladder.findIndex(({ name }) => name === (rival?.house ?? rival?.name));
    const next = won && at >= 0 ? ladder[at + 1] : undefined;
    if (next && mine) await begin(game, mine, next, ids);
    else keep(game, { ids, on: false });
  }

  /** @param {string} game */
  const look = (game) => inTurn(() => goOn(game)).catch(() => {});

  contests.onChange(() => {
    const games = new Set(contests.list().map(({ game }) => game));
    for (const game of games) if (climbOf(game).on) look(game);
  });

  /** Ends the climb with the series that is being played. @param {string} game */
  function stop(game) {
    const { ids } = climbOf(game);
    const last = ids.at(-1);
    keep(game, { ids, on: false });
    if (last !== undefined) contests.stop(last);
  }

  return {
    stop,
    /** @param {() => void} hear @returns {() => void} the undo */
    onChange(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    /** @param {string} game */
    isOn: (game) => climbOf(game).on,
    /** @param {string} game @returns {readonly string[]} house bots that some bot of the user has beaten */
    beaten: (game) => beatenIn(store, game),

    /** Begins at the lowest rung, in place of a climb that is still on. @param {string} game @param {Entrant} entrant */
    async start(game, entrant) {
      if (climbOf(game).on) stop(game);
      const [lowest] = rungs(game);
      if (lowest) await begin(game, entrant, lowest, []);
    },

    /** The series of the latest climb. @param {string} game @returns {Promise<Step[]>} */
    async steps(game) {
      const rows = climbOf(game).ids.flatMap((id) => rowOf(id) ?? []);
      return Promise.all(
        rows.map(async (row) => ({
          rung: row.entrants[1]?.house ?? '',
          row,
          beaten: await hasWon(row),
        })),
      );
    },
  };
}

/** @typedef {ReturnType<typeof createClimb>} ClimbOfGames */
