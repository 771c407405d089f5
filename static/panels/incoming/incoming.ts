// Incoming files and pasted text: recognises them and opens them.

import type { App } from '../../app.ts';
import { decode } from '../../base/text/decode.ts';
import { kindOfBytes } from '../../base/text/kinds.ts';
import { bareName, isBundle, MAIN } from '../../base/values/bundle-shape.ts';
import { list, sentences, t } from '../../base/words/index.ts';
import { doubtsOf } from '../../match/doubts.ts';
import type { Code, LaidOut } from '../../match/types.ts';
import { isContest } from './contest-zip.ts';
import { createEditorNotes } from './in-editor.ts';
import type { Notes } from './notes.ts';
import { createNotes } from './notes.ts';
import { createTexts } from './texts.ts';
import { createZips } from './zips.ts';

const MEGABYTE = 2 ** 20;
/** The most bytes of a file that is read into memory. */
const LARGEST_FILE = 64 * MEGABYTE;
/** The most files that are opened at once. */
const MOST_TOGETHER = 200;

/** Functions that open what was read. */
export interface Openers {
  /** Opens a bot from a file. */
  openCode: (code: Code, said: string) => unknown;
  /** Opens several bots that came together. */
  openBots: (codes: Code[]) => unknown;
  /** Opens a zip with a library of bots. */
  openLibrary: (name: string, files: [string, Uint8Array<ArrayBuffer>][]) => unknown;
  openReplay: (name: string, text: string) => Promise<unknown>;
  /** Opens several replays that came together. */
  openReplays: (all: [name: string, text: string][]) => Promise<unknown>;
  /** Uses a map for the next match. @returns undoes that */
  openMap: (game: string, map: string, players: number) => () => void;
}

/** Creates the functions that open files and pasted text. */
export function createIncoming(app: App, openers: Openers) {
  const { notices, arena, bundles } = app;
  const notes = createNotes(app);
  const { take, takeFolder, pack } = createTaking(app, openers, notes);
  const { pasted, explain } = createEditorNotes(app.editor, notes);

  /** Joins files that import each other into one bot. */
  async function joined(bots: Code[]): Promise<Code[]> {
    const modules = bots.filter(isModule);
    // Python may still have to load, so it is asked only if one of the files contains the name of another.
    if (!modules.some((bot) => modules.some((other) => other !== bot && names(bot, other)))) return bots;
    const files = new Map(modules.map((bot) => [bot.name, bot]));
    const texts = Object.fromEntries([...files].map(([name, { source }]) => [name, source]));
    const groups = await arena.together(texts).catch(() => null);
    if (!groups) return bots;
    const made = groups.map(async ([main = '', ...others]) => {
      const bot = files.get(main) as Code;
      if (others.length === 0) return bot;
      const inside = others.map((path): [string, Uint8Array<ArrayBuffer>] => [
        path,
        new TextEncoder().encode(files.get(path)?.source),
      ]);
      return { ...bot, name: `${bareName(bot)}.zip`, main, files: await bundles.take(inside) };
    });
    // If several files have the same name, only the last one could be joined; the others stay alone.
    return [...bots.filter((bot) => files.get(bot.name) !== bot), ...(await Promise.all(made))];
  }

  return {
    take(file: File) {
      notes.anew();
      return take(file);
    },
    takeFolder(folder: FileSystemDirectoryEntry) {
      notes.anew();
      return takeFolder(folder);
    },

    /** Opens files that were dropped or chosen together: every bot and every replay is added to its library. */
    async takeSeveral(files: File[], folders: FileSystemDirectoryEntry[]) {
      const isNewest = notes.anew();
      if (files.length + folders.length > MOST_TOGETHER) {
        notes.refuse('files.tooMany', { count: files.length + folders.length, most: MOST_TOGETHER });
        return;
      }
      const bots: Code[] = [];
      const replays: [string, string][] = [];
      const gathering = {
        openCode: (code: Code) => bots.push(code),
        openReplay: async (...given: [string, string]) => replays.push(given),
      };
      const several = createTaking(app, { ...openers, ...gathering }, notes);
      await notes.together(async () => {
        for (const file of files) await several.take(file);
        for (const folder of folders) await several.takeFolder(folder);
      });
      const game = app.compete.form()?.game ?? app.session.game;
      const came = await joined(bots);
      const [only] = came;
      if (bots.length > 1 && only && came.length === 1 && !app.compete.form())
        openers.openCode(only, saidJoined(only));
      else if (came.length > 0) {
        await openers.openBots(came);
        const made = came.filter((bot) => !bots.includes(bot));
        if (made.length > 0) notices.show(sentences(made.map(saidJoined)));
      }
      if (replays.length > 0) await openers.openReplays(replays);
      // The form's list of entrants shows such problems itself.
      if (app.compete.form()?.isListing) return;
      // Not awaited: Python may still have to load.
      doubtsOf(app, game, came).then(
        (told) => isNewest() && notes.doubts(told),
        () => {},
      );
    },
    /**
     * Reads a bot without opening it.
     * @param name the name of the file or folder
     * @returns null if it is not a bot, which the user was told
     */
    async read(name: string, files: LaidOut[], isFolder: boolean): Promise<Code | null> {
      const bots: Code[] = [];
      const reading = createTaking(app, { ...openers, openCode: (code) => bots.push(code) }, notes, true);
      const [only] = files;
      if (isFolder) await reading.takeFiles(name, files);
      else if (only) await reading.take(new File([only.data], name));
      return bots[0] ?? null;
    },
    pack,
    pasted,
    explain,
    began: notes.began,
  };
}

/** @param mayBeEmpty whether empty files are allowed: the user may be about to write in them */
function createTaking(app: App, openers: Openers, notes: Notes, mayBeEmpty: boolean = false) {
  const zips = createZips(app, openers, notes);
  const texts = createTexts(app, openers, notes, mayBeEmpty);

  /** @returns null if it cannot be read, which the user was told */
  async function read(file: File): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      if (file.size <= LARGEST_FILE) return new Uint8Array(await file.arrayBuffer());
      notes.refuse('files.tooLong', { name: file.name, megabytes: LARGEST_FILE / MEGABYTE });
    } catch {
      notes.refuse('files.unreadable', { name: file.name });
    }
    return null;
  }

  return {
    /** Opens a file: a bot, a replay, a log, a map or a contest, as its content tells. */
    async take(file: File) {
      const { name } = file;
      notes.clear();
      // Contests are read in pieces, so they may be larger than other files.
      if (await isContest(file).catch(() => false)) return app.compete.openFile(file);
      const bytes = await read(file);
      if (!bytes) return;
      if (bytes.length === 0 && !mayBeEmpty) return notes.refuse('files.empty', { name });
      if (isZip(bytes)) return zips.take(name, bytes);
      const binary = kindOfBytes(bytes);
      if (binary) return notes.binary(name, binary);
      // It is a zip by its name, so the error message is that for a broken zip.
      if (/\.zip$/i.test(name)) return zips.take(name, bytes);
      const { text, coding, wrong } = decode(bytes);
      if (text === null || text.includes('\0')) return notes.noText(name, bytes);
      const usual = coding === 'UTF-8' ? '' : t('files.readAs', { coding });
      const remark = wrong ? t('files.wrongCoding', { declared: wrong, coding }) : usual;
      await texts.take(name, text.replace(/^\uFEFF/, ''), remark);
    },
    takeFolder: zips.takeFolder,
    takeFiles: zips.takeFiles,
    pack: zips.pack,
  };
}

/** Whether another file can import this one. */
const isModule = (bot: Code) => !isBundle(bot) && bot.name.endsWith('.py');

/** Whether a bot may import the other one: it contains the other's name. */
const names = (bot: Code, other: Code) => bot.source.includes(bareName(other));

/** The sentence that files were joined into one bot. */
function saidJoined({ name, main = MAIN, files = [] }: Code) {
  const names = list([main, ...files.map(({ path }) => path)]);
  return t('bundle.joined', { name: bareName({ name }), names, main });
}

function isZip([p, k, a, b]: Uint8Array) {
  return p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6));
}
