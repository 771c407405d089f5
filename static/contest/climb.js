// Lets a bot climb the ladder of a game: it plays a series against each house bot, from the weakest on, until one of them
// is not beaten.

import { beatenIn, noteBeaten } from '../base/kept/beaten.js';

/** @typedef {import('./types.js').Contests} Contests */
/** @typedef {import('./types.js').ContestRow} ContestRow */
/** @typedef {import('./types.js').Entrant} Entrant */
/** @typedef {import('./types.js').Message} Message */
/** @typedef {{name: string, rating: number, low: number, high: number, strength: string}} Rung */
/**
 * @typedef {object} Climb
 * @property {number[]} ids of the series so far
 * @property {boolean} on whether it goes on to the next rung
 * @property {{rung: string, after: number} | undefined} [begins] the series that is being begun: against whom, and the
 *   highest number of a contest before
 */
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
  /** @type {Set<() => void>} */
  const listeners = new Set();
  const hasWon = createVerdicts(contests);
  const kept = createKept(store);
  const climbOf = kept.of;
  const step = inOrder(inTurn);

  /** @param {string} game @param {Climb} climb */
  function keep(game, climb) {
    kept.keep(game, climb);
    for (const hear of listeners) hear();
  }

  /** @param {number} id */
  const rowOf = (id) => contests.list().find((row) => row.id === id) ?? null;

  /** The climb, with the series that a tab had begun when it was closed. @param {string} game @returns {Climb} */
  function found(game) {
    const { ids, on, begins } = climbOf(game);
    const row = begins && contests.list().findLast((each) => isBegun(each, game, begins));
    return row ? { ids: [...ids, row.id], on } : { ids, on };
  }

  /** @param {string} game @param {Entrant} entrant @param {Rung} rung @param {number[]} ids */
  async function begin(game, entrant, rung, ids) {
    const after = Math.max(0, ...contests.list().map(({ id }) => id));
    keep(game, { ids, on: true, begins: { rung: rung.name, after } });
    const begun = await contests.begin(seriesOf(game, title(entrant.name, rung.name), entrant, rung.name));
    if ('problem' in begun) {
      keep(game, { ids, on: false });
      return failed(begun.problem);
    }
    // Its user may have stopped it meanwhile.
    const { on } = climbOf(game);
    keep(game, { ids: [...ids, begun.id], on });
    if (!on) contests.stop(begun.id);
  }

  /** Goes on to the next rung if the last series was won, and ends the climb if it was not. @param {string} game */
  async function goOn(game) {
    const { ids, on } = found(game);
    const row = rowOf(ids.at(-1) ?? -1);
    if (!on) return;
    if (climbOf(game).begins) keep(game, { ids, on });
    if (!row || row.state === 'stopped') return keep(game, { ids, on: false });
    const won = await hasWon(row);
    if (won === null) return;
    const [mine, rival] = row.entrants;
    if (won && rival) kept.noteBeaten(game, rival.house ?? rival.name);
    const ladder = rungs(game);
    // Another version of the page may have other rungs than the one that the climb began in.
    const at = ladder.findIndex(({ name }) => name === (rival?.house ?? rival?.name));
    const next = won && at >= 0 ? ladder[at + 1] : undefined;
    if (next && mine) await begin(game, mine, next, ids);
    else keep(game, { ids, on: false });
  }

  /** @param {string} game */
  const look = (game) => step(() => goOn(game)).catch(() => {});

  function lookAtAll() {
    const games = new Set(contests.list().map(({ game }) => game));
    for (const game of games) if (climbOf(game).on) look(game);
  }

  contests.onChange(lookAtAll);
  lookAtAll();

  /** Ends the climb with the series that is being played. @param {string} game */
  function stop(game) {
    const { ids } = found(game);
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
    beaten: kept.beaten,

    /** Begins at the lowest rung, in place of a climb that is still on. @param {string} game @param {Entrant} entrant */
    start: (game, entrant) =>
      step(async () => {
        if (climbOf(game).on) stop(game);
        const [lowest] = rungs(game);
        if (lowest) await begin(game, entrant, lowest, []);
      }),

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

/** Works one after the other, also where the browser has no locks. @param {(work: () => Promise<void>) => Promise<void>} inTurn */
function inOrder(inTurn) {
  let last = Promise.resolve();
  return (/** @type {() => Promise<void>} */ work) => {
    const done = last.then(() => inTurn(work));
    last = done.catch(() => {});
    return done;
  };
}

/** @param {Contests} contests */
function createVerdicts(contests) {
  /** The series that this visit knows to be won or not. @type {Map<number, boolean>} */
  const decided = new Map();

  /** Whether the bot has won a series that is over; null: that is not known. @param {ContestRow} row */
  return async (row) => {
    if (row.state !== 'over') return null;
    const known = decided.get(row.id);
    if (known !== undefined) return known;
    const summary = await contests.summary(row.id);
    if ('problem' in summary) return null;
    decided.set(row.id, summary.verdict === 'better');
    return summary.verdict === 'better';
  };
}

/** What is kept of climbs; what cannot be kept lasts as long as the page. @param {import('../base/kept/settings.js').Store} store */
function createKept(store) {
  /** @type {Map<string, Climb>} */
  const climbs = new Map();
  /** By game. @type {Map<string, Set<string>>} */
  const beaten = new Map();

  return {
    /** @param {string} game @returns {Climb} */
    of: (game) => climbs.get(game) ?? store.get(`climb.${game}`, NONE),
    /** @param {string} game @param {Climb} climb */
    keep(game, climb) {
      if (store.set(`climb.${game}`, climb)) climbs.delete(game);
      else climbs.set(game, climb);
    },
    /** @param {string} game @returns {readonly string[]} */
    beaten: (game) => [...new Set([...beatenIn(store, game), ...(beaten.get(game) ?? [])])],
    /** @param {string} game @param {string} rung */
    noteBeaten(game, rung) {
      beaten.set(game, new Set(beaten.get(game)).add(rung));
      noteBeaten(store, game, rung);
    },
  };
}

/** @param {string} game @param {string} title @param {Entrant} entrant @param {string} house @returns {import('./types.js').ContestSpec} */
const seriesOf = (game, title, entrant, house) => ({
  game,
  title,
  entrants: [entrant, { name: house, kind: 'house', code: null, house }],
  plan: { kind: 'series', blocks: BLOCKS, stop: { elo: ELO }, seeds: { given: [] } },
  options: {},
  clock: {},
});

/** @param {ContestRow} row @param {string} game @param {NonNullable<Climb['begins']>} begins */
const isBegun = (row, game, { rung, after }) =>
  row.id > after && row.game === game && row.entrants.length === 2 && row.entrants[1]?.house === rung;
