// The room for incoming files and pasted text. Its modules are loaded when the first one comes in.

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
  /** What is being opened now: reading and unpacking it may take seconds. */
  const opening = new Set<Promise<void>>();
  /** The matches that begin when all files are open. */
  const waiting = new Set<() => void>();
  /** The number of files that were opened with success. */
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
  /** Takes away what was said of a file that is in no match. */
  let began: () => unknown = () => {};
  const make = lazy(async () => {
    const made = (await import('./incoming.ts')).createIncoming(app, openers);
    began = made.began;
    return made;
  });
  const load = lazyPart(make, say);
  /** Where nobody waits for it, it is not said that it did not come. */
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

  /** @param file dropped or chosen */
  const takeFile = (file: File) => begin(take((incoming) => incoming.take(file)));
  /** @param folder dropped */
  const takeFolder = (folder: FileSystemDirectoryEntry) =>
    begin(take((incoming) => incoming.takeFolder(folder)));
  /** @param folders dropped or chosen together */
  function takeAll(files: File[], folders: FileSystemDirectoryEntry[] = []) {
    // A single bot is opened in the editor, but not where somebody is about to enter it in a contest.
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
     * Delays a match until a file that was just dropped has been opened, because the user wants to play with it. A
     * match does not wait for a replay.
     * @param begin called at once, or when nothing is being opened any more
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
     * @param bot of several files
     * @returns a zip; null: it was said why not
     */
    async pack(bot: Code): Promise<Blob | null> {
      const incoming = await load();
      return incoming && incoming.pack(bot);
    },
    /** @param tidied what was changed of what was pasted */
    pasted: async (tidied: { count: number; examples: string[] }) => (await silently())?.pasted(tidied),
    /** @param problems of the text in the editor */
    explain: async (problems: Problem[]): Promise<Problem[]> =>
      (await silently())?.explain(problems) ?? problems,
  };
}
