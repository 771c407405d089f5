// The user's bots as the rest of the page knows them: the library, with the text in the editor for the bot that is there.

import { codeOf, currentBot, MOST_BOTS } from '../../base/kept/bots.js';
import { NEW_BOT } from '../../base/kept/keys.js';
import { newBotId } from '../../base/values/bot-ids.js';
import { bareName, isBundle, isSame } from '../../base/values/bundle-shape.js';
import { t } from '../../base/words/index.js';
import { tidyName } from './own-bot.js';

/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {import('../../base/kept/versions.js').Version} Version */
/**
 * @typedef {object} Listed what a list shows of a bot
 * @property {number} id
 * @property {string} game
 * @property {string} name without an ending
 * @property {string} note
 * @property {number} created milliseconds since 1970; 0: it is the starter bot, which is not kept
 * @property {number} changed
 * @property {number} size bytes of its files, with a byte for each character of those that can be edited
 * @property {number} files how many
 * @property {boolean} isCurrent whether it is the one in the editor of its game
 */

/**
 * @typedef {object} Outside
 * @property {import('../../base/kept/bots.js').Bots} bots
 * @property {ReturnType<typeof import('./code.js').createCode>} code
 * @property {(game: string) => import('../../base/kept/versions.js').Versions} versionsOf
 * @property {Record<string, import('./code.js').Offer>} games
 * @property {{readonly game: string}} visit
 * @property {import('../../base/kept/settings.js').Store} store
 * @property {(game: string) => void} goTo shows the code of a game
 */

/** @param {Outside} outside */
export function createMyBots(outside) {
  const { bots, code, versionsOf, goTo } = outside;
  const listing = createListing(outside);
  const { current, gameOf, list, listed, freeName } = listing;
  const codeById = listing.code;

  /** Puts a bot into the editor. @param {number} id @returns {Promise<boolean>} false: it is not there */
  async function open(id) {
    await bots.loaded;
    const game = gameOf(id);
    if (game === null) return false;
    goTo(game);
    return code.open(id);
  }

  /** Keeps a bot that is not in the editor. @param {string} game @param {Code} made @param {{note: string, created?: number}} facts @returns {Promise<number>} its id */
  async function add(game, made, { note, created }) {
    await bots.loaded;
    const id = newBotId();
    await bots.write(id, game, { ...made, name: freeName(game, made) }, null);
    await bots.change(id, { note, ...(created ? { created } : {}) });
    return id;
  }

  return {
    loaded: bots.loaded,
    most: MOST_BOTS,
    isFull: bots.isFull,
    list,
    current,
    code: codeById,
    gameOf,
    /** Called when any bot has changed, in this tab or in another. @type {(hear: () => void) => void} */
    onChange: bots.onChange,

    /** @param {number} id @returns {Promise<Version[]>} the oldest first */
    async versions(id) {
      const game = gameOf(id);
      if (game === null) return [];
      await versionsOf(game).loaded;
      return versionsOf(game)
        .list()
        .filter((version) => version.bot === id);
    },

    /** @param {number} id @returns {number | null} the number of its newest version, as far as that was read */
    newest(id) {
      const game = gameOf(id);
      return game === null ? null : (versionsOf(game).newest(id)?.number ?? null);
    },

    open,
    add,

    /** @param {number} id @returns {{note: string, created: number}} */
    facts: (id) => ({ note: bots.get(id)?.note ?? '', created: bots.get(id)?.created ?? 0 }),

    ...createDeeds(outside, { ...listing, open, add }),

    /** How many are of games that this page does not know: another version of it has written them. */
    unknown: () => bots.list(null).filter((bot) => !Object.hasOwn(outside.games, bot.game)).length,

    /** Those that were deleted and can be restored. @returns {Listed[]} */
    deleted: () => bots.deleted().map(listed),
    /** @param {number} id */
    restore: (id) => bots.change(id, { deleted: null }),
  };
}

/**
 * What can be done with a bot.
 *
 * @param {Outside} outside
 * @param {ReturnType<typeof createListing> & {open: (id: number) => Promise<boolean>, add: (game: string, made: Code, facts: {note: string}) =>
 *   Promise<number>}} inside
 */
function createDeeds({ bots, code, versionsOf, visit, goTo }, inside) {
  const { gameOf, freeName, starter, open, add } = inside;

  return {
    /**
     * Takes in a bot that came as a file: it goes on under the same name, with the text before as a version, or is a new
     * one.
     *
     * @param {string} game
     * @param {Code} given
     * @returns {Promise<boolean>} false: there is no room
     */
    async take(game, given) {
      await bots.loaded;
      const made = { ...given, name: tidyName(given.name, isBundle(given)) };
      if (game === visit.game) await code.settled();
      const same = bots.list(game).find(({ name }) => name === made.name);
      if (same?.id === code.id())
        return code.receive(made, t('code.wasOpened', { name: made.name })).then(() => true);
      if (!same && bots.isFull()) return false;
      if (!same) await add(game, made, { note: '' });
      else if (!isSame(same, made)) {
        await versionsOf(game).keep(codeOf(same), same.id);
        await bots.write(same.id, game, made, same.rev);
      }
      return true;
    },

    /** A new bot, from the starter, comes into the editor. @param {string} game */
    create(game) {
      goTo(game);
      const made = starter(game);
      return code.begin({ ...made, name: freeName(game, made) });
    },

    /** A copy of a bot comes into the editor. @param {number} id @returns {Promise<number | null>} */
    async duplicate(id) {
      const game = gameOf(id);
      if (id === code.id()) await code.settled();
      else await bots.refresh(id);
      const original = inside.code(id);
      if (!game || !original) return null;
      const { note = '' } = bots.get(id) ?? {};
      const copy = await add(game, original, { note });
      await open(copy);
      return copy;
    },

    /** @param {number} id @param {string} name */
    async rename(id, name) {
      if (id === code.id()) return code.rename(name);
      const bot = await bots.refresh(id);
      const named = bot && { ...codeOf(bot), name: tidyName(name, isBundle(bot)) };
      if (named) await bots.write(id, bot.game, named, bot.rev);
    },

    /** @param {number} id @param {string} note */
    async note(id, note) {
      const game = gameOf(id);
      const of = inside.code(id);
      if (!bots.get(id) && game && of) await bots.write(id, game, of, null);
      await bots.change(id, { note });
    },

    /** @param {number} id @returns {Promise<() => Promise<unknown>>} brings it back */
    async remove(id) {
      const wasOpen = id === code.id();
      if (wasOpen) await code.settled();
      await bots.change(id, { deleted: Date.now() });
      return async () => {
        await bots.change(id, { deleted: null });
        if (wasOpen) await open(id);
      };
    },
  };
}

/**
 * What there is.
 *
 * @param {Pick<Outside, 'bots' | 'code' | 'games' | 'visit' | 'store'>} outside
 */
function createListing({ bots, code, games, visit, store }) {
  /** @param {string} game @returns {number} the id of the bot that is in the editor of that game, or was last */
  const current = (game) => (game === visit.game ? code.id() : currentBot(store, game));

  /** @param {string} game @returns {Code} */
  const starter = (game) => ({ ...NEW_BOT, source: games[game]?.starter ?? '' });

  /** @param {number} id @returns {Code | null} null: there is no such bot */
  function codeById(id) {
    if (id === code.id()) return code.current();
    const bot = bots.get(id);
    if (bot) return codeOf(bot);
    const game = Object.keys(games).find((name) => current(name) === id);
    return game ? starter(game) : null;
  }

  /** @param {{id: number, game: string, note: string, created: number, changed: number}} bot @returns {Listed} */
  function listed({ id, game, note, created, changed }) {
    const { source, files = [], name } = codeById(id) ?? starter(game);
    const sizes = files.map((file) => ('text' in file ? file.text.length : file.size));
    const size = sizes.reduce((sum, each) => sum + each, source.length);
    const isCurrent = current(game) === id;
    const facts = { id, game, note, created, changed };
    return { ...facts, name: bareName({ name }), size, files: 1 + files.length, isCurrent };
  }

  /** @param {string | null} game null: of every game @returns {Listed[]} the one that was changed last comes first */
  function list(game) {
    if (game === null)
      return Object.keys(games)
        .flatMap(list)
        .sort((a, b) => b.changed - a.changed);
    const kept = bots.list(game);
    const id = current(game);
    // The starter bot is not kept before it is changed, so that a newer page brings its newer one.
    const untouched = { id, game, note: '', created: 0, changed: 0 };
    const isMissing = kept.length === 0 || (game === visit.game && !bots.get(id));
    return [...(isMissing ? [untouched] : []), ...kept].map(listed);
  }

  /** A name that no bot of the game has. @param {string} game @param {Code} bot */
  function freeName(game, bot) {
    const names = new Set(list(game).map(({ name }) => name));
    const base = bareName(bot);
    let name = base;
    for (let k = 2; names.has(name); k += 1) name = `${base}_${k}`;
    return tidyName(name, isBundle(bot));
  }

  /** @param {number} id @returns {string | null} */
  const gameOf = (id) =>
    id === code.id()
      ? visit.game
      : (bots.get(id)?.game ?? Object.keys(games).find((name) => current(name) === id) ?? null);

  return { current, starter, code: codeById, gameOf, list, listed, freeName };
}

/** @typedef {ReturnType<typeof createMyBots>} MyBots */
