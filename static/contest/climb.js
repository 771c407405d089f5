// Lets a bot climb the ladder of a game: it plays a series against each house bot, from the weakest on, until one of them
// is not beaten. Any other series of the user's that is as long counts as well.

import { createQueue } from '../base/values/in-turn.js';
import { createBeaten } from './beaten.js';

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
/**
 * @typedef {{rung: string, row: ContestRow, beaten: boolean | null, isClimb: boolean}} Step beaten null: that is not known yet;
 *   isClimb: the series is part of the latest climb
 */

/** @type {Climb} */
const NONE = { ids: [], on: false };

/**
 * @param {object} outside
 * @param {Contests} outside.contests
 * @param {import('../base/kept/settings.js').Store} outside.store
 * @param {(game: string) => Rung[]} outside.rungs the weakest first
 * @param {import('./types.js').Plans['climb']} outside.plan of a series
 * @param {(mine: string, rung: string) => string} outside.title of a series
 * @param {(work: () => Promise<void>) => Promise<void>} outside.inTurn does such works one after another, also those of
 *   other tabs, so that no rung is begun twice
 * @param {(problem: Message) => void} outside.failed
 */
export function createClimb({ contests, store, rungs, plan, title, inTurn, failed }) {
  /** @type {Set<() => void>} */
  const listeners = new Set();
  const tell = () => void [...listeners].map((hear) => hear());
  const beaten = createBeaten({ contests, store, tell });
  const kept = createKept(store);
  const climbOf = kept.of;
  const step = inOrder(inTurn);

  /** @param {string} game @param {Climb} climb */
  function keep(game, climb) {
    kept.keep(game, climb);
    tell();
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
    const begun = await contests.begin({
      ...{ game, title: title(entrant.name, rung.name), options: {}, clock: {} },
      entrants: [entrant, { name: rung.name, kind: 'house', code: null, house: rung.name }],
      plan: { ...plan, seeds: { given: [] } },
    });
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
    const won = await beaten.isWon(row);
    if (won === null) return;
    const [mine, rival] = row.entrants;
    if (won && rival) beaten.note(game, rival.house ?? rival.name);
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
    beaten.look();
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
    beaten: beaten.of,

    /** Begins at the lowest rung, in place of a climb that is still on. @param {string} game @param {Entrant} entrant */
    start: (game, entrant) =>
      step(async () => {
        if (climbOf(game).on) stop(game);
        const [lowest] = rungs(game);
        if (lowest) await begin(game, entrant, lowest, []);
      }),

    /** Of the climb that is on, else all series of the bot that has played last. @param {string} game @returns {Promise<Step[]>} */
    async steps(game) {
      const { ids, on } = climbOf(game);
      const climbed = ids.flatMap((id) => rowOf(id) ?? []);
      const rows = on ? climbed : await beaten.ofOneBot(game, climbed);
      const steps = await Promise.all(rows.map((row) => stepOf(row, ids.includes(row.id), beaten.isWon)));
      return on ? steps : byRungs(steps, rungs(game));
    },
  };
}

/** @typedef {ReturnType<typeof createClimb>} ClimbOfGames */

/** @param {ContestRow} row @param {boolean} isClimb @param {(row: ContestRow) => Promise<boolean | null>} isWon @returns {Promise<Step>} */
const stepOf = async (row, isClimb, isWon) => ({
  ...{ rung: row.entrants[1]?.house ?? '', row, isClimb },
  beaten: await isWon(row),
});

/** @param {Step[]} steps @param {Rung[]} rungs */
function byRungs(steps, rungs) {
  const names = rungs.map(({ name }) => name);
  return steps.sort((a, b) => names.indexOf(a.rung) - names.indexOf(b.rung));
}

/** Works one after the other, also where the browser has no locks. @param {(work: () => Promise<void>) => Promise<void>} inTurn */
function inOrder(inTurn) {
  const queue = createQueue();
  return (/** @type {() => Promise<void>} */ work) => queue(() => inTurn(work));
}

/** What is kept of climbs; what cannot be kept lasts as long as the page. @param {import('../base/kept/settings.js').Store} store */
function createKept(store) {
  /** @type {Map<string, Climb>} */
  const climbs = new Map();

  return {
    /** @param {string} game @returns {Climb} */
    of: (game) => climbs.get(game) ?? store.get(`climb.${game}`, NONE),
    /** @param {string} game @param {Climb} climb */
    keep(game, climb) {
      if (store.set(`climb.${game}`, climb)) climbs.delete(game);
      else climbs.set(game, climb);
    },
  };
}

/** @param {ContestRow} row @param {string} game @param {NonNullable<Climb['begins']>} begins */
const isBegun = (row, game, { rung, after }) =>
  row.id > after && row.game === game && row.entrants.length === 2 && row.entrants[1]?.house === rung;
