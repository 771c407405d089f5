// Opens and makes zips: bots of several files.

import type { App } from '../../app.ts';
import { decode } from '../../base/text/decode.ts';
import { isOffice } from '../../base/text/kinds.ts';
import { bareName, MOST_BYTES, MOST_FILES } from '../../base/values/bundle-shape.ts';
import { say, sentences, t } from '../../base/words/index.ts';
import type { Code, LaidOut } from '../../match/types.ts';
import { filesIn } from './folder.ts';
import type { Openers } from './incoming.ts';
import type { Notes } from './notes.ts';

const MEGABYTE = 2 ** 20;

/** Opens zips and folders with bots of several files, and makes such zips. */
export function createZips(
  { notices, bundles, arena }: App,
  { openCode, openLibrary }: Pick<Openers, 'openCode' | 'openLibrary'>,
  notes: Notes,
) {
  /** Opens a zip with a bot of several files, in Botzone's form. */
  async function take(name: string, bytes: Uint8Array<ArrayBuffer>) {
    const forgetOpening = notices.show(t('replay.opening', { name }));
    // Checked first, because the bytes are moved to the engine.
    const isDocument = isOffice(bytes);
    const found = await arena.unzip(bytes).catch(() => null);
    forgetOpening();
    if (!found) return notes.refuse('files.unreadable', { name });
    if ('problem' in found && isDocument) return notes.refuse('files.document', { name });
    if ('problem' in found) return notes.refuse('bundle.refused', { name, why: found.problem });
    const { main } = found;
    if (main === null) return void (await openLibrary(name, found.files));
    const data = found.files.find(([path]) => path === main)?.[1] ?? new Uint8Array();
    const { text, coding } = decode(data);
    if (text === null || text.includes('\0')) return notes.noText(`${name}: ${main}`, data);
    const files = await bundles.take(found.files.filter(([path]) => path !== main));
    const said = [t('bundle.wasOpened', { name, count: files.length + 1, main })];
    if (coding !== 'UTF-8') said.push(t('files.readAs', { coding }), t('files.savedAs'));
    const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    openCode({ name: `${bareName({ name })}.zip`, source, main, files }, sentences(said));
  }

  /**
   * @param name the name of a folder
   * @param files the files in it
   */
  async function takeFiles(name: string, files: LaidOut[]) {
    await take(`${name}.zip`, new Uint8Array(await (await arena.zip(files)).arrayBuffer()));
  }

  return {
    take,
    takeFiles,

    /** Opens a folder with a bot of several files. */
    async takeFolder(folder: FileSystemDirectoryEntry) {
      const { name } = folder;
      const most = { files: MOST_FILES, bytes: MOST_BYTES };
      try {
        const files = await filesIn(folder, most);
        if (files) return takeFiles(name, files);
        const why = ['bundle.unpacks', { megabytes: MOST_BYTES / MEGABYTE, files: MOST_FILES }];
        notes.refuse('bundle.refused', { name, why });
      } catch {
        notes.refuse('files.unreadable', { name });
      }
    },

    /**
     * @param bot a bot of several files
     * @returns null if that failed, which the user was told
     */
    async pack(bot: Code): Promise<Blob | null> {
      const found = await bundles.layOut(bot);
      if ('files' in found) return arena.zip(found.files);
      notices.show(say(found.problem), { bad: true, here: true });
      return null;
    },
  };
}
