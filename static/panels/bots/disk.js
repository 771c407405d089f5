// Reads a file or a folder on disk again and again. It may be a very large one, chosen by mistake.

import { MOST_BYTES, MOST_FILES } from '../../base/values/bundle-shape.js';

/** @typedef {FileSystemFileHandle | FileSystemDirectoryHandle} Handle */
/** @typedef {import('../../match/types.js').LaidOut} LaidOut */

/** Files that programs leave behind; py/sandlot/files/bundle.py leaves out the same. */
const LEFT_OUT = ['__MACOSX', '__pycache__', '.git', '.idea', '.vscode', '.DS_Store'];
/** Folders and files that are looked at. */
const MOST_ENTRIES = 5000;

/**
 * What is there now.
 *
 * @param {Handle} handle
 * @returns {Promise<{mark: string, files: LaidOut[]} | null>} mark: the same as long as nothing has changed; null: there
 *   is more in it than a bot may have; rejects where it cannot be read
 */
export async function lookAt(handle) {
  const found = handle.kind === 'file' ? [await fileOf(handle, handle.name)] : await filesIn(handle);
  if (!found) return null;
  const mark = found
    .map(({ path, data }) => `${path} ${data.size} ${data.lastModified}`)
    .sort()
    .join('\n');
  return { mark, files: found };
}

/** @param {FileSystemFileHandle} handle @param {string} path @returns {Promise<{path: string, data: File}>} */
const fileOf = async (handle, path) => ({ path, data: await handle.getFile() });

/** @param {FileSystemDirectoryHandle} folder */
async function filesIn(folder) {
  /** @type {{path: string, data: File}[]} */
  const found = [];
  let [looked, bytes] = [0, 0];
  /** @type {[FileSystemDirectoryHandle, string][]} */
  const waiting = [[folder, '']];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [here, prefix] = next;
    for await (const entry of /** @type {AsyncIterable<Handle>} */ (/** @type {any} */ (here).values())) {
      looked += 1;
      if (looked > MOST_ENTRIES) return null;
      if (LEFT_OUT.includes(entry.name)) continue;
      const path = `${prefix}${entry.name}`;
      if (entry.kind === 'directory') {
        waiting.push([entry, `${path}/`]);
        continue;
      }
      const file = await fileOf(entry, path);
      bytes += file.data.size;
      found.push(file);
      if (found.length > MOST_FILES || bytes > MOST_BYTES) return null;
    }
  }
  return found;
}
