// The room for incoming files and pasted text. Its modules are loaded when the first one comes in.

import { on, part } from '../../base/ui/dom.js';
import { askForFile, askForFiles, BOTS, bindDrop, REPLAYS } from '../../base/ui/files.js';
import { inNotice, lazyPart } from '../../base/ui/lazy.js';
import { lazy } from '../../base/values/lazy.js';
import { t } from '../../base/words/index.js';

/** @typedef {import('./incoming.js').Outside} Outside */
/** @typedef {ReturnType<typeof import('./incoming.js').createIncoming>} Incoming */
/** @typedef {import('../../match/faults.js').Problem} Problem */

/** @param {Outside & {giveUpReplay: () => void}} outside */
export function lazyIncoming(outside) {
  /** What is being opened now: reading and unpacking it may take seconds. @type {Set<Promise<void>>} */
  const opening = new Set();
  /** The matches that begin when all files are open. @type {Set<() => void>} */
  const waiting = new Set();
  /** The number of files that were opened with success. */
  let opened = 0;

  /** @template {unknown[]} A @template R @param {(...given: A) => R} work @returns {(...given: A) => R} */
  const counted =
    (work) =>
    (...given) => {
      opened += 1;
      return work(...given);
    };
  const inside = {
    ...outside,
    openCode: counted(outside.openCode),
    openMap: counted(outside.openMap),
    openBots: counted(outside.openBots),
    openLibrary: counted(outside.openLibrary),
    // Starting a match meanwhile cancels the replay.
    openReplay: async (/** @type {[string, string]} */ ...given) => void outside.openReplay(...given),
    openReplays: async (/** @type {[string, string][]} */ all) => void outside.openReplays(all),
  };

  const say = inNotice(outside.notices);
  /** Takes away what was said of a file that is in no match. @type {() => unknown} */
  let began = () => {};
  const make = lazy(async () => {
    const made = (await import('./incoming.js')).createIncoming(inside);
    began = made.began;
    return made;
  });
  const load = lazyPart(make, say);
  /** Where nobody waits for it, it is not said that it did not come. */
  const silently = lazyPart(make, () => {});

  /** @param {(incoming: Incoming) => Promise<unknown>} work */
  async function take(work) {
    const incoming = await load(() => begin(take(work)));
    if (incoming) await work(incoming);
  }

  /** Opens a file for somebody else than the page. @param {File} file @param {(code: import('../../match/types.js').Code) => void} taken @returns {Promise<void>} */
  const takeElsewhere = (file, taken) =>
    take(() =>
      import('./incoming.js').then(({ createIncoming }) =>
        createIncoming({ ...inside, openCode: taken }).take(file),
      ),
    );

  /** @param {Promise<void>} work */
  function begin(work) {
    const done = work.finally(() => opening.delete(done));
    opening.add(done);
    return done;
  }

  /** Begins the waiting matches, unless no file could be opened, or another game was chosen meanwhile. */
  async function beginAfter() {
    const before = opened;
    const { game } = outside.match();
    const forget = outside.notices.show(t('match.opening'));
    while (opening.size > 0) await Promise.allSettled(opening);
    forget();
    const begins = [...waiting];
    waiting.clear();
    if (opened > before && outside.match().game === game) for (const begin of begins) begin();
  }

  /** @param {File} file dropped or chosen */
  const takeFile = (file) => begin(take((incoming) => incoming.take(file)));
  /** @param {FileSystemDirectoryEntry} folder dropped */
  const takeFolder = (folder) => begin(take((incoming) => incoming.takeFolder(folder)));
  /** @param {File[]} files @param {FileSystemDirectoryEntry[]} [folders] dropped or chosen together */
  function takeAll(files, folders = []) {
    if (files.length + folders.length > 1) {
      begin(take((incoming) => incoming.takeSeveral(files, folders)));
      return;
    }
    for (const folder of folders) takeFolder(folder);
    for (const file of files) takeFile(file);
  }
  const askForReplay = () => askForFile(REPLAYS, takeFile);
  bindDrop(part('.drop'), takeAll);
  on(part('#open-replay'), 'click', askForReplay);

  return {
    askForReplay,
    /** Asks for a bot, and hands it to somebody else instead of the editor. @param {(code: import('../../match/types.js').Code) => void} taken */
    askForBot: (taken) => askForFile(BOTS, (file) => begin(takeElsewhere(file, taken))),
    /** Asks for files with bots, or a zip with a library of them. */
    askForBots: () => askForFiles(BOTS, takeAll),
    /**
     * Delays a match until a file that was just dropped has been opened, because the user wants to play with it. A
     * match does not wait for a replay.
     *
     * @param {() => void} begin called at once, or when nothing is being opened any more
     */
    whenArrived(begin) {
      outside.giveUpReplay();
      began();
      if (opening.size === 0) return begin();
      waiting.add(begin);
      if (waiting.size === 1) beginAfter();
    },
    /** Reads a bot without opening it; see incoming.js. @type {Incoming['read']} */
    read: async (...given) => (await load())?.read(...given) ?? null,
    /** @param {import('../../match/types.js').Code} bot of several files @returns {Promise<Blob | null>} a zip; null: it was said why not */
    async pack(bot) {
      const incoming = await load();
      return incoming && incoming.pack(bot);
    },
    /** @param {{count: number, examples: string[]}} tidied what was changed of what was pasted */
    pasted: async (tidied) => (await silently())?.pasted(tidied),
    /** @param {Problem[]} problems of the text in the editor @returns {Promise<Problem[]>} */
    explain: async (problems) => (await silently())?.explain(problems) ?? problems,
  };
}
