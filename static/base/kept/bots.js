import { beginning } from '../text/legible.js';
import { firstBot } from '../values/bot-ids.js';
import { isSame } from '../values/bundle-shape.js';
import { createQueue } from '../values/in-turn.js';
import { createPlaces } from './bot-places.js';
import { LONGEST_NOTE } from './keys.js';
import { channelOf } from './tabs.js';

/**
 * The library of the user's bots: every bot with its working copy, in this browser's database. What the database does not
 * take is kept in the small storage, and what that does not take either lasts as long as the page.
 *
 * Every working copy has a revision that grows with each change. Who writes says which revision the text came from, so a
 * text that another tab wrote meanwhile is never overwritten unseen.
 *
 * @typedef {import('../../match/types.js').Code} Code
 * @typedef {import('./bot-rows.js').Bot} Bot
 * @typedef {import('./settings.js').Store} Store
 */

export const MOST_BOTS = 1000;

/**
 * @param {import('./bot-places.js').Outside & {tabs: {tell: (id: number) => void, hear: (changed: (id: number) => void) => void}}} outside tabs: the other
 *   tabs of this page
 */
export function createBots({ tabs, ...outside }) {
  const places = createPlaces(outside);
  const { bots } = places;
  /** @type {Set<() => void>} */
  const listeners = new Set();
  /** One after the other, so that no two write at once. */
  const inTurn = createQueue();
  const loaded = inTurn(() => places.load()).then(changed);

  function changed() {
    for (const hear of listeners) hear();
  }

  /** @param {number} id @param {(stands: Bot | null) => Bot | null} decide */
  async function place(id, decide) {
    const made = await places.place(id, decide);
    if (made) {
      tabs.tell(id);
      changed();
    }
    return made;
  }

  tabs.hear((id) => {
    inTurn(() => places.refresh(id)).then(changed, () => {});
  });

  return {
    /** Settles when the library was read. */
    loaded: loaded.catch(() => {}),

    /** @param {string | null} game null: of every game @returns {Bot[]} the one that was changed last comes first */
    list: (game) =>
      [...bots.values()]
        .filter((bot) => bot.deleted === null && (game === null || bot.game === game))
        .sort((a, b) => b.changed - a.changed),

    /** Those that were deleted and can be restored. @returns {Bot[]} */
    deleted: () =>
      [...bots.values()]
        .filter(({ deleted }) => deleted !== null)
        .sort((a, b) => (b.deleted ?? 0) - (a.deleted ?? 0)),

    /** @param {number} id @returns {Bot | null} as this tab knows it */
    get: (id) => bots.get(id) ?? null,

    /** @param {number} id */
    refresh: (id) => inTurn(() => places.refresh(id)),

    /** @param {() => void} hear called when any bot has changed, in this tab or in another */
    onChange(hear) {
      listeners.add(hear);
    },

    /**
     * Writes the working copy of a bot, which may be a new one. A deleted one is restored by that.
     *
     * @param {number} id
     * @param {string} game
     * @param {Code} code
     * @param {number | null} rev the revision that this text came from; null: none
     * @returns {Promise<{rev: number, stored: boolean} | {theirs: Bot}>} rev: it was written; stored: it outlasts the page;
     *   theirs: another text stands there
     */
    write: (id, game, code, rev) =>
      inTurn(async () => {
        let stands = /** @type {Bot | null} */ (null);
        const made = await place(id, (found) => {
          stands = found;
          const isOthers = found && found.rev !== rev && !isSame(found, code);
          return isOthers || isUnchanged(found, code) ? null : next(found, { id, game }, code);
        });
        if (made) return { rev: made.rev, stored: places.isStored(id) };
        const there = /** @type {Bot} */ (stands);
        bots.set(id, there);
        return isUnchanged(there, code) ? { rev: there.rev, stored: places.isStored(id) } : { theirs: there };
      }),

    /**
     * Changes what is known of a bot besides its text.
     *
     * @param {number} id
     * @param {Partial<Pick<Bot, 'note' | 'created' | 'deleted'>>} news
     */
    change: (id, news) =>
      inTurn(async () => {
        if (news.note !== undefined) news.note = beginning(news.note, LONGEST_NOTE);
        await place(id, (stands) => stands && { ...stands, ...news });
      }),

    /** Whether no more bots can be made. */
    isFull: () => bots.size >= MOST_BOTS,
  };
}

/** @typedef {ReturnType<typeof createBots>} Bots */

/** @param {Bot | null} stands @param {Code} code */
const isUnchanged = (stands, code) =>
  stands !== null && stands.deleted === null && stands.name === code.name && isSame(stands, code);

/** @param {Bot | null} stands @param {{id: number, game: string}} which @param {Code} code @returns {Bot} */
function next(stands, which, { name, source, main, files }) {
  const now = Date.now();
  const before = stands ?? { note: '', created: now, rev: 0 };
  const { note, created, rev } = before;
  return {
    ...{ ...which, note, created, changed: now, rev: rev + 1, deleted: null, name, source },
    ...{ main: files && main, files },
  };
}

/** The other tabs of this page, where the browser lets them be told. */
export function otherTabs() {
  const channel = channelOf('sandlot.bots');
  return {
    /** @param {number} id */
    tell: (id) => channel?.postMessage(id),
    /** @param {(id: number) => void} changed */
    hear(changed) {
      channel?.addEventListener('message', ({ data }) => typeof data === 'number' && changed(data));
    },
  };
}

/**
 * The code of a bot, as it is played and shown.
 *
 * @param {Code} bot
 * @returns {Code}
 */
export const codeOf = ({ name, source, main, files }) => ({
  name,
  source,
  ...(files ? { main, files } : {}),
});

/**
 * The bot of a game that is in the editor, or was last.
 *
 * @param {Store} store
 * @param {string} game
 * @returns {number}
 */
export function currentBot(store, game) {
  return (
    store.get(`code.${game}`, /** @type {any} */ (null))?.bot ?? store.get(`current.${game}`, firstBot(game))
  );
}
