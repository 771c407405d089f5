// The code room: the editor, the versions of its code, and the packages that the code declares.

import { NEW_BOT } from '../../base/kept/keys.js';
import { createVersions } from '../../base/kept/versions.js';
import { part } from '../../base/ui/dom.js';
import { isSame } from '../../base/values/bundle-shape.js';
import { createPorts } from '../../base/values/ports.js';
import { t } from '../../base/words/index.js';
import { createCode } from './code.js';
import { createVersionList } from './versions.js';

/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {import('../../match/types.js').MatchSpec} MatchSpec */
/** @typedef {import('./code.js').Offer} Offer */

/**
 * What this room needs from rooms that are built later.
 *
 * @typedef {object} Needs
 * @property {() => void} run begins a match
 * @property {() => Promise<void>} calm resolves when no match is about to begin
 * @property {() => void} renamed the bot in the editor has another name
 * @property {() => void} haveVersions all versions of the game are there
 * @property {(tidied: {count: number, examples: string[]}) => void} pasted what was changed of what was pasted
 * @property {(bot: Code) => Promise<Blob | null>} pack makes a zip of a bot of several files
 */

/**
 * @param {object} outside
 * @param {import('../../base/kept/settings.js').Store} outside.store
 * @param {import('../../base/ui/notices.js').Notices} outside.notices
 * @param {import('../../match/visit.js').Visit} outside.visit
 * @param {Record<string, Offer>} outside.games what every game offers
 * @param {import('../../base/kept/bundles.js').Bundles} outside.bundles
 * @param {(key: string, rows: unknown[]) => void} outside.aside hears of kept rows that are no versions
 * @param {Needs} outside.needs
 */
export function createCodeRoom({ store, notices, visit, games, bundles, aside, needs }) {
  /** @type {Map<string, ReturnType<typeof createVersions>>} */
  const lists = new Map();
  const inside = createPorts();

  /** The versions of a game. */
  function versionsOf(game = visit.game) {
    const list = lists.get(game) ?? createVersions(game, (rows) => aside(`versions.${game}`, rows));
    lists.set(game, list);
    return list;
  }

  const versions = () => versionsOf().list();

  const code = createCode(part('.code'), {
    store,
    notices,
    game: offerOf(visit.game),
    run: needs.run,
    edited: inside.to.showNumber,
    renamed: needs.renamed,
    pasted: needs.pasted,
    pack: needs.pack,
    taken: bundles.note,
    replaced(bot) {
      if (!versions().some((each) => isSame(each, bot))) keep(bot);
    },
    async keepTheirs(game, theirs) {
      const { number, stored } = await versionsOf(game).keep(theirs);
      notices.show(t('versions.theirs', { number }));
      showVersions();
      return stored;
    },
    calm: needs.calm,
  });
  const list = createVersionList(part('.version'), part('#versions'), {
    versions: versionsOf,
    code: code.current,
    restore: (version) => code.replace(version, t('versions.restored', { number: version.number })),
  });
  inside.connect({ showNumber: list.show });

  /** @param {string} game @returns {Offer} */
  function offerOf(game) {
    const offer = games[game];
    if (!offer) throw new Error(`no game ${game}`);
    return offer;
  }

  async function showVersions() {
    const { game } = visit;
    list.show();
    await versionsOf().loaded;
    versions().forEach(bundles.note);
    if (game !== visit.game) return;
    needs.haveVersions();
    list.show();
  }

  /** @param {Code} bot to come back to */
  async function keep(bot) {
    if (await versionsOf().add(bot)) showVersions();
  }

  visit.onGame((game) => {
    code.use(offerOf(game));
    showVersions();
  });

  return {
    code,
    versions,
    /** @param {string} game @returns {readonly import('../../base/kept/versions.js').Version[]} the oldest first */
    versionsOf: (game) => versionsOf(game).list(),
    /** The user's bot of any game. @param {string} game @returns {Code} */
    botOf: (game) =>
      game === visit.game
        ? code.current()
        : { ...store.get(`code.${game}`, { ...NEW_BOT, source: offerOf(game).starter }) },
    showVersions,

    /** What is run is kept, to come back to and to play against. @param {MatchSpec} spec */
    keepVersion({ seats }) {
      const own = code.current();
      if (seats.some((seat) => seat.kind === 'code' && isSame(seat, own))) keep(own);
    },

    /** Makes a version of what is in the editor, unless it is the newest one. */
    keepCurrent: () => keep(code.current()),

    /** What asks whether packages may be fetched. */
    loadConsent: async () => (await import('./packages.js')).createConsent,
  };
}
