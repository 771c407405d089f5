// Which house bots the user's bots have beaten, in a climb or in any series that is as good as one of a climb.

import { beatenIn, noteBeaten } from '../base/kept/beaten.js';

/** @typedef {import('./types.js').Contests} Contests */
/** @typedef {import('./types.js').ContestRow} ContestRow */
/** @typedef {import('./types.js').Entrant} Entrant */

/**
 * @param {object} outside
 * @param {Pick<Contests, 'list' | 'summary'>} outside.contests
 * @param {import('../base/kept/settings.js').Store} outside.store
 * @param {() => void} outside.tell another one was beaten
 */
export function createBeaten({ contests, store, tell }) {
  const beatsIn = createVerdicts(contests);
  /** What cannot be kept lasts as long as the page. @type {Map<string, Set<string>>} */
  const unkept = new Map();
  /** Series that were looked at in this visit. @type {Set<number>} */
  const looked = new Set();
  let looking = Promise.resolve();

  /** @param {string} game @returns {string[]} */
  const of = (game) => [...new Set([...beatenIn(store, game), ...(unkept.get(game) ?? [])])];

  /** @param {string} game @param {string} rung */
  function note(game, rung) {
    unkept.set(game, new Set(unkept.get(game)).add(rung));
    noteBeaten(store, game, rung);
  }

  /** Series whose outcome is known from an earlier visit. @param {string} game @returns {number[]} */
  const judged = (game) => store.get(`judged.${game}`, /** @type {number[]} */ ([]));

  /** Whether a series beats a rung. @param {ContestRow} row */
  async function judge({ id, game, entrants }) {
    const rung = entrants[1]?.house ?? '';
    const isNew = !of(game).includes(rung);
    const found = isNew ? await beatsIn(id) : null;
    if (found === 'unknown') return;
    const there = new Set(contests.list().map((row) => row.id));
    store.set(`judged.${game}`, [...judged(game).filter((each) => there.has(each)), id]);
    if (!found) return;
    note(game, rung);
    tell();
  }

  return {
    of,
    note,

    /** Whether the bot has won a series of a climb; null: that is not known yet. @param {ContestRow} row */
    async isWon({ id, state }) {
      const found = state === 'over' ? await beatsIn(id) : 'unknown';
      return found === 'unknown' ? null : found === true;
    },

    /** Counts what has been won since. One series after the other, because Python also plays with what is running. */
    look() {
      for (const row of contests.list()) {
        if (!isOfOwnBot(row) || looked.has(row.id)) continue;
        looked.add(row.id);
        if (judged(row.game).includes(row.id)) continue;
        looking = looking.then(() => judge(row)).catch(() => {});
      }
    },

    /**
     * All series of the bot and version that has played the latest one that counts.
     *
     * @param {string} game
     * @param {ContestRow[]} climbed the series of the latest climb
     * @returns {Promise<ContestRow[]>} the oldest first
     */
    async ofOneBot(game, climbed) {
      const ids = new Set(climbed.map(({ id }) => id));
      const others = contests
        .list()
        .filter((row) => row.game === game && !ids.has(row.id) && isOfOwnBot(row));
      /** @type {ContestRow[]} */
      const found = [];
      for (const row of [...climbed, ...others].sort((a, b) => b.id - a.id)) {
        const [latest] = found;
        if (latest && !isSameBot(latest, row)) continue;
        if (ids.has(row.id) || typeof (await beatsIn(row.id)) === 'boolean') found.push(row);
      }
      return found.reverse();
    },
  };
}

/** @param {Pick<Contests, 'summary'>} contests */
function createVerdicts(contests) {
  /** What this visit knows. @type {Map<number, boolean | null>} */
  const known = new Map();

  /** @param {number} id of a series that is over @returns {Promise<boolean | null | 'unknown'>} null: it does not count */
  return async (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const summary = await contests.summary(id);
    if ('problem' in summary) return 'unknown';
    known.set(id, summary.beats);
    return summary.beats;
  };
}

/** Whether one of the user's bots has played a whole series against a house bot, here. @param {ContestRow} row */
function isOfOwnBot({ own, state, entrants }) {
  const [mine, rival] = entrants;
  return own && state === 'over' && entrants.length === 2 && isNumber(mine?.bot) && isText(rival?.house);
}

const isNumber = (/** @type {unknown} */ value) => typeof value === 'number';
const isText = (/** @type {unknown} */ value) => typeof value === 'string';

/** @param {ContestRow} one @param {ContestRow} other */
function isSameBot({ entrants: [one] }, { entrants: [other] }) {
  return one?.bot === other?.bot && one?.version === other?.version;
}
