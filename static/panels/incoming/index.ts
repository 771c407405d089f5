// Opens incoming files and pasted text. The modules for that are loaded when the first file comes in.

import type { App } from '../../app.ts';
import { on, part } from '../../base/ui/dom.ts';
import { askForFile, askForFiles, BOTS, bindDrop, REPLAYS } from '../../base/ui/files.ts';
import { inNotice, lazyPart } from '../../base/ui/lazy.ts';
import { lazy } from '../../base/values/lazy.ts';
import { t } from '../../base/words/index.ts';
import type { Problem } from '../../match/faults.ts';
import type { Code } from '../../match/types.ts';
import type { Openers } from './incoming.ts';

type Taking = ReturnType<typeof import('./incoming.ts').createIncoming>;

export type Incoming = ReturnType<typeof lazyIncoming>;

export function lazyIncoming(app: App) {
  /** The files that are being opened now: reading and unpacking may take seconds. */
  const opening = new Set<Promise<void>>();
  /** The matches to begin when all files are open. */
  const waiting = new Set<() => void>();
  /** The number of files that could be opened. */
  let opened = 0;

  const counted =
    <A extends unknown[], R>(work: (...given: A) => R): ((...given: A) => R) =>
    (...given) => {
      opened += 1;
      return work(...given);
    };
  const openers: Openers = {
    openCode: counted(app.editor.receive),
    openMap: counted((game, map, players) => app.play.openMap(game, map, players)),
    openBots: counted(app.bots.takeAll),
    openLibrary: counted(app.bots.takeLibrary),
    // Starting a match meanwhile cancels the replay.
    openReplay: async (name, text) => void app.replays.open(name, text),
    openReplays: async (all) => void app.replays.openAll(all),
  };

  const say = inNotice(app.notices);
  /** Closes the notice about a file that cannot play, when a match begins. */
  let began: () => unknown = () => {};
  const make = lazy(async () => {
    const made = (await import('./incoming.ts')).createIncoming(app, openers);
    began = made.began;
    return made;
  });
  const load = lazyPart(make, say);
  /** Loads the modules without a message if that fails, because the user does not wait for it. */
  const silently = lazyPart(make, () => {});

  async function take(work: (incoming: Taking) => Promise<unknown>) {
    const incoming = await load(() => begin(take(work)));
    if (incoming) await work(incoming);
  }

  function begin(work: Promise<void>) {
    const done = work.finally(() => opening.delete(done));
    opening.add(done);
    return done;
  }

  /** Begins the waiting matches, unless no file could be opened, or another game was chosen meanwhile. */
  async function beginAfter() {
    const before = opened;
    const { game } = app.session;
    const forget = app.notices.show(t('match.opening'));
    while (opening.size > 0) await Promise.allSettled(opening);
    forget();
    const begins = [...waiting];
    waiting.clear();
    if (opened > before && app.session.game === game) for (const begin of begins) begin();
  }

  /** Opens a file that was dropped or chosen. */
  const takeFile = (file: File) => begin(take((incoming) => incoming.take(file)));
  /** Opens a folder that was dropped. */
  const takeFolder = (folder: FileSystemDirectoryEntry) =>
    begin(take((incoming) => incoming.takeFolder(folder)));
  /** Opens files and folders that were dropped or chosen together. */
  function takeAll(files: File[], folders: FileSystemDirectoryEntry[] = []) {
    // A single bot is opened in the editor, unless the form of a contest is open: there it becomes an entrant.
    if (files.length + folders.length > 1 || app.compete.form()) {
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
    /** Asks for files with bots, or a zip with a library of them. */
    askForBots: () => askForFiles(BOTS, takeAll),
    /**
     * Delays a match until files that were just dropped are open, because the user wants to play with them. A match does not
     * wait for a replay.
     * @param begin called at once, or when no file is being opened any more
     */
    whenArrived(begin: () => void) {
      app.replays.abort();
      began();
      if (opening.size === 0) return begin();
      waiting.add(begin);
      if (waiting.size === 1) beginAfter();
    },
    /** Reads a bot without opening it; see incoming.ts. */
    read: (async (...given) => (await load())?.read(...given) ?? null) as Taking['read'],
    /**
     * @param bot a bot of several files
     * @returns a zip; null if that failed, which the user was told
     */
    async pack(bot: Code): Promise<Blob | null> {
      const incoming = await load();
      return incoming && incoming.pack(bot);
    },
    /** @param tidied what was repaired in the pasted text */
    pasted: async (tidied: { count: number; examples: string[] }) => (await silently())?.pasted(tidied),
    /** @param problems those of the code in the editor */
    explain: async (problems: Problem[]): Promise<Problem[]> =>
      (await silently())?.explain(problems) ?? problems,
  };
}
