// The code room: the editor, the versions of its code, and the packages that the code declares.

import { openBotRows } from '../../base/kept/bot-rows.js';
import { codeOf, createBots, otherTabs } from '../../base/kept/bots.js';
import { createVersions } from '../../base/kept/versions.js';
import { part } from '../../base/ui/dom.js';
import { isSame } from '../../base/values/bundle-shape.js';
import { createPorts } from '../../base/values/ports.js';
import { t } from '../../base/words/index.js';
import { takeOver } from './arrival.js';
import { createCode } from './code.js';
import { lazyCompare } from './comparing.js';
import { lazyLinked } from './lazy-linked.js';
import { createMyBots } from './my-bots.js';
import { createReference } from './reference.js';
import { createTheirs } from './theirs.js';
import { createTried } from './tried.js';
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

/** The most versions in the list of players: the newest ones. */
const MOST_TO_CHOOSE = 200;

/**
 * @param {object} outside
 * @param {import('../../base/kept/settings.js').Store} outside.store
 * @param {import('../../base/ui/notices.js').Notices} outside.notices
 * @param {import('../../match/visit.js').Visit} outside.visit
 * @param {import('../../match/playback.js').Playback} outside.playback
 * @param {import('../../engine/arena.js').Arena} outside.arena
 * @param {Record<string, Offer>} outside.games what every game offers
 * @param {import('../../base/kept/bundles.js').Bundles} outside.bundles
 * @param {import('./asking.js').Reader} outside.reader reads what is in the editor along
 * @param {(game: string) => void} outside.goTo shows the code of a game
 * @param {Needs} outside.needs
 */
export function createCodeRoom({ store, notices, visit, bundles, reader, goTo, needs, ...outside }) {
  const games = inLanguage(outside.games);
  /** @type {Map<string, ReturnType<typeof createVersions>>} */
  const lists = new Map();
  /** @type {Set<() => void>} */
  const turns = new Set();
  const inside = createPorts();
  const bots = openLibrary(store);

  /** The versions of a game. */
  function versionsOf(game = visit.game) {
    const list = lists.get(game) ?? createVersions(game);
    lists.set(game, list);
    return list;
  }

  /** Those that can be played against. */
  const versions = () => versionsOf().list().slice(-MOST_TO_CHOOSE);

  const theirs = createTheirs({ bots, store, notices, versionsOf, kept: showVersions });
  const code = createCode(part('.code'), {
    store,
    notices,
    game: offerOf(games, visit.game),
    run: needs.run,
    edited: inside.to.showNumber,
    renamed: needs.renamed,
    pasted: needs.pasted,
    pack: needs.pack,
    taken: bundles.note,
    ...{ reader, bots },
    replaced: (bot, id) => void versionsOf().keep(bot, id).then(showVersions),
    turned,
    ...theirs,
    calm: needs.calm,
  });
  bots.loaded.then(() => {
    const others = Object.keys(games).filter((name) => name !== visit.game);
    takeOver(bots, theirs.keepVersion, store, others);
  });

  const list = createVersionList(part('.version'), part('#versions'), {
    versions: versionsOf,
    bot: code.id,
    code: code.current,
    restore,
    compare: ({ number }) => compare(code.id(), number),
  });
  const myBots = createMyBots({ bots, code, versionsOf, games, visit, store, goTo });
  const compare = lazyCompare({ bots: myBots, notices, restore });

  /** @param {import('../../base/kept/versions.js').Version} version of the bot in the editor */
  function restore(version) {
    code.replace(codeOf(version), t('versions.restored', { number: version.number }));
  }

  inside.connect({ showNumber: list.show });
  createReference({ visit, notices, ...outside });

  async function showVersions() {
    const { game } = visit;
    list.show();
    await versionsOf().loaded;
    versions().forEach(bundles.note);
    if (game !== visit.game) return;
    needs.haveVersions();
    list.show();
  }

  /** @param {import('./tried.js').Tried} bot to come back to */
  async function keep({ game, code: bot, id }) {
    if (await versionsOf(game).add(bot, id)) showVersions();
  }

  const tried = createTried(keep, (bot, outcome) => noteEnd(versionsOf(bot.game), bot, outcome));
  outside.playback.subscribe(tried.follow);

  /** Another bot is in the editor. */
  function turned() {
    list.show();
    for (const hear of turns) hear();
  }

  visit.onGame((game) => {
    code.use(offerOf(games, game));
    showVersions();
    turned();
  });

  return {
    ...{ code, versions, showVersions },
    /** @param {string} game @returns {readonly import('../../base/kept/versions.js').Version[]} the oldest first */
    versionsOf: (game) => versionsOf(game).list(),
    /** The library of the user's bots. */
    bots: myBots,
    compare,
    readLinked: linkedReader(notices, code, goTo),
    /** @param {() => void} hear called when another bot is in the editor */
    onTurn: (hear) => void turns.add(hear),
    editor: createEditorPort(code, versionsOf),

    /** What is run is kept, to come back to and to play against. @param {MatchSpec} spec */
    began: (spec) => tried.begin(spec, code.current(), code.id()),

    /** Makes a version of what is in the editor, unless it is the newest one. */
    keepCurrent: () => keep({ game: visit.game, code: code.current(), id: code.id() }),

    /** What asks whether packages may be fetched. */
    loadConsent: async () => (await import('./packages.js')).createConsent,
  };
}

/**
 * Shows code that came in a link; whoever has read it may put it into the editor.
 *
 * @param {import('../../base/ui/notices.js').Notices} notices
 * @param {ReturnType<typeof createCode>} code
 * @param {(game: string) => void} goTo
 */
function linkedReader(notices, code, goTo) {
  return lazyLinked({
    notices,
    receive(given, game) {
      goTo(game);
      code.receive(given, t('code.wasOpened', { name: given.name }));
    },
  });
}

/** @param {import('../../base/kept/settings.js').Store} store */
function openLibrary(store) {
  return createBots({
    ...{ store, rows: openBotRows(), tabs: otherTabs() },
    // The small storage comes last, and has said so itself.
    lost() {},
  });
}

/**
 * What changes the bot in the editor from outside.
 *
 * @param {ReturnType<typeof createCode>} code
 * @param {() => ReturnType<typeof createVersions>} versionsOf the game that is chosen
 */
function createEditorPort(code, versionsOf) {
  return {
    ...{ id: code.id, code: code.current, put: code.put },
    /** @param {Code} given */
    receive: (given) => code.receive(given, t('code.wasOpened', { name: given.name })),
    keepVersion: () => versionsOf().keep(code.current(), code.id()),
  };
}

/**
 * Notes with a version how its match ended.
 *
 * @param {ReturnType<typeof createVersions>} list
 * @param {import('./tried.js').Tried} bot
 * @param {import('../../base/kept/versions.js').Outcome} outcome
 */
function noteEnd(list, { code, id }, outcome) {
  const version = list.newest(id);
  if (version && isSame(version, code)) list.note(version.number, { outcome });
}

/** The games with their starters in the language of the page; those of the manifest are English. @param {Record<string, Offer>} games */
function inLanguage(games) {
  const said = Object.entries(games).map(([name, offer]) => {
    const starter = t(`starter.${name}`);
    return [name, starter.includes('\n') ? { ...offer, starter } : offer];
  });
  return /** @type {Record<string, Offer>} */ (Object.setPrototypeOf(Object.fromEntries(said), null));
}

/** @param {Record<string, Offer>} games @param {string} game @returns {Offer} */
function offerOf(games, game) {
  const offer = games[game];
  if (!offer) throw new Error(`no game ${game}`);
  return offer;
}
