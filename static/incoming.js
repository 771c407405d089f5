// What knows of files and of pasted text is loaded when there are some.

import { t } from './i18n.js';

/** @typedef {Parameters<typeof import('./panels/incoming.js').createIncoming>[0]} Outside */
/** @typedef {ReturnType<typeof import('./panels/incoming.js').createIncoming>} Incoming */
/** @typedef {import('./panels/codemirror.js').Problem} Problem */

/** @param {Outside} outside */
export function lazyIncoming(outside) {
  /** @type {Promise<Incoming> | null} */
  let loaded = null;

  async function load() {
    loaded ??= import('./panels/incoming.js').then(({ createIncoming }) => createIncoming(outside));
    try {
      return await loaded;
    } catch {
      // As when a new deployment has replaced it; the next time it is tried again.
      loaded = null;
      return null;
    }
  }

  return {
    /** @param {File} file dropped or chosen */
    async take(file) {
      const incoming = await load();
      if (incoming) await incoming.take(file);
      else outside.notices.show(t('files.unreadable', { name: file.name }), { bad: true });
    },
    /** @param {FileSystemDirectoryEntry} folder dropped */
    async takeFolder(folder) {
      const incoming = await load();
      if (incoming) await incoming.takeFolder(folder);
      else outside.notices.show(t('files.unreadable', { name: folder.name }), { bad: true });
    },
    /** @param {import('./types.js').Code} bot of several files @returns {Promise<Blob | null>} a zip; null: it was said why not */
    async pack(bot) {
      const incoming = await load();
      if (incoming) return incoming.pack(bot);
      outside.notices.show(t('files.unreadable', { name: bot.name }), { bad: true });
      return null;
    },
    /** @param {{count: number, examples: string[]}} tidied what was changed of what was pasted */
    pasted: async (tidied) => (await load())?.pasted(tidied),
    /** @param {Problem[]} problems of the text in the editor @returns {Promise<Problem[]>} */
    explain: async (problems) => (await load())?.explain(problems) ?? problems,
  };
}

/**
 * Puts a map into the settings of the game that is chosen, and as many seats around it.
 *
 * @param {string} map
 * @param {number} players
 * @param {object} panels
 * @param {Pick<ReturnType<typeof import('./panels/settings.js').createSettings>, 'set'>} panels.settings
 * @param {Pick<ReturnType<typeof import('./panels/setup.js').createSetup>, 'seats' | 'resize'>} panels.setup
 * @returns {() => void} takes it out again
 */
export function openMap(map, players, { settings, setup }) {
  const seats = setup.seats();
  const back = settings.set('map', map);
  setup.resize(players);
  return () => {
    if (back()) setup.resize(seats);
  };
}
