// Opens and makes zips: bots of several files.

import { decode } from '../../base/text/decode.js';
import { bareName, MOST_BYTES, MOST_FILES } from '../../base/values/bundle-shape.js';
import { say, sentences, t } from '../../base/words/index.js';
import { filesIn } from './folder.js';

/** @typedef {import('./incoming.js').Outside} Outside */

const MEGABYTE = 2 ** 20;

/**
 * Bots of several files: zips and folders that come in, and a zip that goes out.
 *
 * @param {Pick<Outside, 'notices' | 'openCode' | 'openLibrary' | 'bundles' | 'unzip' | 'zip'>} outside
 * @param {import('./notes.js').Notes} notes
 */
export function createZips({ notices, openCode, openLibrary, bundles, unzip, zip }, notes) {
  /** A zip is a bot of several files, as Botzone takes it. @param {string} name @param {Uint8Array<ArrayBuffer>} bytes */
  async function take(name, bytes) {
    const forgetOpening = notices.show(t('replay.opening', { name }));
    const found = await unzip(bytes).catch(() => null);
    forgetOpening();
    if (!found) return notes.refuse('files.unreadable', { name });
    if ('problem' in found) return notes.refuse('bundle.refused', { name, why: found.problem });
    const { main } = found;
    if (main === null) return void (await openLibrary(name, found.files));
    const { text, coding } = decode(found.files.find(([path]) => path === main)?.[1] ?? new Uint8Array());
    if (text === null) return notes.refuse('files.coding', { name: `${name}: ${main}` });
    const files = await bundles.take(found.files.filter(([path]) => path !== main));
    const said = [t('bundle.wasOpened', { name, count: files.length + 1, main })];
    if (coding !== 'UTF-8') said.push(t('files.readAs', { coding }), t('files.savedAs'));
    const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    openCode({ name: `${bareName({ name })}.zip`, source, main, files }, sentences(said));
  }

  /** @param {string} name of a folder @param {import('../../match/types.js').LaidOut[]} files in it */
  async function takeFiles(name, files) {
    await take(`${name}.zip`, new Uint8Array(await (await zip(files)).arrayBuffer()));
  }

  return {
    take,
    takeFiles,

    /** A folder with a bot in it is one of several files as well. @param {FileSystemDirectoryEntry} folder */
    async takeFolder(folder) {
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

    /** @param {import('../../match/types.js').Code} bot of several files @returns {Promise<Blob | null>} null: it was said why not */
    async pack(bot) {
      const found = await bundles.layOut(bot);
      if ('files' in found) return zip(found.files);
      notices.show(say(found.problem), { bad: true });
      return null;
    },
  };
}
