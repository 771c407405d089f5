import { newBotId } from '../values/bot-ids.js';
import { isSame } from '../values/bundle-shape.js';
import { readBot } from './bot-rows.js';
import { LISTED_BOT } from './keys.js';

/**
 * Where each bot is kept: in the database; or in the small storage, if the database does not take it; or as long as the
 * page, if neither does.
 *
 * @typedef {import('./bot-rows.js').Bot} Bot
 * @typedef {import('./settings.js').Store} Store
 *
 * @typedef {object} Outside
 * @property {import('./bot-rows.js').BotRows} rows
 * @property {Store} store
 * @property {() => void} lost called once, when a bot could not be kept beyond this visit
 */

/** Milliseconds for which a deleted bot can be restored. */
const RESTORABLE = 30 * 24 * 60 * 60 * 1000;
const SPARE = 'bots.';
/** The most bots that are read from the small storage. */
const MOST_SPARE = 1000;

/** @param {Outside} outside */
export function createPlaces({ rows, store, lost }) {
  /** All bots as this tab knows them. @type {Map<number, Bot>} */
  const bots = new Map();
  /** Ids of bots that are in the small storage. @type {Set<number>} */
  const spare = new Set();
  /** Ids of bots that are kept nowhere. @type {Set<number>} */
  const loose = new Set();
  let complained = false;

  /** Whether the database does not have its newest state. @param {number} id */
  const isElsewhere = (id) => spare.has(id) || loose.has(id);

  async function loadRows() {
    for (const bot of await rows.all()) bots.set(bot.id, bot);
  }

  /** Moves a bot from the small storage into the database. @param {Bot} bot */
  async function takeIn(bot) {
    const stands = bots.get(bot.id);
    const isNewer = !stands || stands.rev < bot.rev;
    if (!isNewer && isSame(stands, bot)) return store.drop(SPARE + bot.id);
    // Another tab has gone on with it: then there are two of them.
    const next = isNewer ? bot : { ...bot, id: newBotId() };
    if (isNewer) spare.add(bot.id);
    await place(next.id, () => next);
    if (!isNewer && !loose.has(next.id)) store.drop(SPARE + bot.id);
  }

  /** @param {number} id */
  function dropSpare(id) {
    if (spare.delete(id)) store.drop(SPARE + id);
  }

  /** @param {number} id */
  async function forget(id) {
    bots.delete(id);
    dropSpare(id);
    await rows.remove(id).catch(() => {});
  }

  /** @param {Bot} bot */
  function keepSpare(bot) {
    const isKept = store.set(SPARE + bot.id, bot);
    (isKept ? spare : loose).add(bot.id);
    if (isKept) loose.delete(bot.id);
    else if (!complained) {
      complained = true;
      lost();
    }
  }

  /**
   * @param {number} id
   * @param {(stands: Bot | null) => Bot | null} decide what stands there from now on; null: what stands there now
   * @returns {Promise<Bot | null>}
   */
  async function place(id, decide) {
    /** @type {Bot | null} */
    let made = null;
    try {
      await rows.change(id, (stands) => {
        made = decide((isElsewhere(id) ? null : stands) ?? bots.get(id) ?? null);
        return made && LISTED_BOT(made);
      });
      if (made) {
        loose.delete(id);
        dropSpare(id);
      }
    } catch {
      made = decide(bots.get(id) ?? null);
      if (made) keepSpare(made);
    }
    if (made) bots.set(id, made);
    return made;
  }

  return {
    bots,
    place,
    /** Whether it outlasts the page. @param {number} id */
    isStored: (id) => !loose.has(id),

    /** Reads all of them; those that were deleted long ago are removed. */
    async load() {
      // Without a database the small storage is all there is.
      await loadRows().catch(() => {});
      for (const bot of spares(store)) await takeIn(bot);
      for (const { id, deleted } of bots.values())
        if (deleted !== null && deleted + RESTORABLE < Date.now()) await forget(id);
    },

    /** Reads a bot again, because another tab may have changed it. @param {number} id @returns {Promise<Bot | null>} */
    async refresh(id) {
      const bot = isElsewhere(id) ? null : await rows.one(id).catch(() => null);
      if (bot) bots.set(id, bot);
      return bots.get(id) ?? null;
    },
  };
}

/** The bots in the small storage. @param {Store} store @returns {Bot[]} */
function spares(store) {
  const prefix = `sandlot.${SPARE}`;
  try {
    const keys = store.everything().map(([key]) => key);
    const ours = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice('sandlot.'.length));
    return ours
      .slice(0, MOST_SPARE)
      .map((key) => readBot(store.get(key, /** @type {unknown} */ (null))))
      .filter((bot) => bot !== null);
  } catch {
    return [];
  }
}
