// Incoming files and pasted text: recognises them and opens them.

import { decode } from '../../base/text/decode.js';
import { kindOfBytes } from '../../base/text/kinds.js';
import { t } from '../../base/words/index.js';
import { isContest } from './contest-zip.js';
import { createEditorNotes } from './in-editor.js';
import { createNotes } from './notes.js';
import { createTexts } from './texts.js';
import { createZips } from './zips.js';

/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('../../match/types.js').Code} Code */

const MEGABYTE = 2 ** 20;
/** A longer file is not read into memory. */
const LONGEST = 64 * MEGABYTE;
/** The most files that are taken in at once. */
const MOST_TOGETHER = 200;
/** Bytes that say whether something is text. */
const SAMPLE = 64 * 1024;

/**
 * @typedef {object} Outside
 * @property {import('../../base/ui/notices.js').Notices} notices
 * @property {string[]} games
 * @property {() => {game: string, rival: string}} match the game that is chosen, and a bot to play against
 * @property {() => Code} code
 * @property {() => {path: string, text: string}} shown the file of it that is in the editor
 * @property {(code: Code, said: string) => unknown} openCode a bot that came as a file
 * @property {(codes: Code[]) => unknown} openBots bots that came together
 * @property {(name: string, files: [string, Uint8Array<ArrayBuffer>][]) => unknown} openLibrary a zip with a library of bots
 * @property {(code: Code, said: string) => void} mendCode the bot in the editor, with something changed
 * @property {import('../../base/kept/bundles.js').Bundles} bundles
 * @property {import('../../engine/arena.js').Arena['unzip']} unzip
 * @property {import('../../engine/arena.js').Arena['zip']} zip
 * @property {(name: string, text: string) => Promise<unknown>} openReplay
 * @property {(all: [name: string, text: string][]) => Promise<unknown>} openReplays those that came together
 * @property {(file: File) => Promise<void>} openContest
 * @property {(game: string, map: string, players: number) => () => void} openMap returns what takes it out again
 * @property {(game: string, options: Record<string, string>) => () => void} setOptions puts values into the settings of a
 *   game; returns what takes them out again
 * @property {(game: string, options: object, players: number) => Promise<Message | null>} check
 */

/**
 * Creates the functions that take in files and pasted text.
 *
 * @param {Outside} outside
 */
export function createIncoming(outside) {
  const notes = createNotes(outside.notices, outside);
  const { take, takeFolder, pack } = createTaking(outside, notes);
  const { pasted, explain } = createEditorNotes(outside, notes);

  return {
    take,
    takeFolder,

    /**
     * Takes in what was dropped or chosen together: every bot in it is one of the library, and so is every replay.
     *
     * @param {File[]} files
     * @param {FileSystemDirectoryEntry[]} folders
     */
    async takeSeveral(files, folders) {
      if (files.length + folders.length > MOST_TOGETHER) {
        notes.refuse('files.tooMany', { count: files.length + folders.length, most: MOST_TOGETHER });
        return;
      }
      /** @type {Code[]} */
      const bots = [];
      /** @type {[string, string][]} */
      const replays = [];
      const gathering = {
        openCode: (/** @type {Code} */ code) => bots.push(code),
        openReplay: async (/** @type {[string, string]} */ ...given) => replays.push(given),
      };
      const several = createTaking({ ...outside, ...gathering }, notes);
      for (const file of files) await several.take(file);
      for (const folder of folders) await several.takeFolder(folder);
      if (bots.length > 0) await outside.openBots(bots);
      if (replays.length > 0) await outside.openReplays(replays);
    },
    /**
     * Reads a bot without opening it.
     *
     * @param {string} name of the file or folder
     * @param {import('../../match/types.js').LaidOut[]} files
     * @param {boolean} isFolder
     * @returns {Promise<Code | null>} null: it is no bot, which was said
     */
    async read(name, files, isFolder) {
      /** @type {Code[]} */
      const bots = [];
      const reading = createTaking({ ...outside, openCode: (code) => bots.push(code) }, notes);
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

/** @param {Outside} outside @param {import('./notes.js').Notes} notes */
function createTaking(outside, notes) {
  const zips = createZips(outside, notes);
  const texts = createTexts(outside, notes);

  /** @param {File} file @returns {Promise<Uint8Array<ArrayBuffer> | null>} null: that was said */
  async function read(file) {
    try {
      if (file.size <= LONGEST) return new Uint8Array(await file.arrayBuffer());
      notes.refuse('files.tooLong', { name: file.name, megabytes: LONGEST / MEGABYTE });
    } catch {
      notes.refuse('files.unreadable', { name: file.name });
    }
    return null;
  }

  return {
    /** @param {File} file a bot, a replay, a log, a map or a contest; its content tells which */
    async take(file) {
      const { name } = file;
      notes.clear();
      // A contest is read piece by piece, so it may be larger than other files.
      if (await isContest(file).catch(() => false)) return outside.openContest(file);
      const bytes = await read(file);
      if (!bytes) return;
      if (isZip(bytes)) return zips.take(name, bytes);
      const binary = kindOfBytes(bytes);
      if (binary) return notes.binary(name, binary);
      // Its name says that it is a zip, so the problem is told as one of a zip.
      if (/\.zip$/i.test(name)) return zips.take(name, bytes);
      const { text, coding, wrong } = decode(bytes);
      if (text === null || text.includes('\0')) {
        notes.refuse(bytes.subarray(0, SAMPLE).includes(0) ? 'files.binary' : 'files.coding', { name });
        return;
      }
      const usual = coding === 'UTF-8' ? '' : t('files.readAs', { coding });
      const remark = wrong ? t('files.wrongCoding', { declared: wrong, coding }) : usual;
      await texts.take(name, text.replace(/^\uFEFF/, ''), remark);
    },
    takeFolder: zips.takeFolder,
    takeFiles: zips.takeFiles,
    pack: zips.pack,
  };
}

/** @param {Uint8Array} bytes */
function isZip([p, k, a, b]) {
  return p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6));
}
