// Reads a followed file or folder on disk. It may be a very large one that was chosen by mistake.

import { MOST_BYTES, MOST_FILES } from '../../base/values/bundle-shape.ts';
import type { LaidOut } from '../../match/types.ts';

export type Handle = FileSystemFileHandle | FileSystemDirectoryHandle;

/** The current content of the file or folder. */
export interface Found {
  /** a text that stays the same as long as nothing has changed */
  mark: string;
  files: LaidOut[];
}

/** Files that programs leave behind, which are ignored; py/sandlot/files/bundle.py ignores the same. */
const LEFT_OUT = ['__MACOSX', '__pycache__', '.git', '.idea', '.vscode', '.DS_Store'];
/** The most folders and files that are read. */
const MOST_ENTRIES = 5000;

/** @returns null if it has more files or bytes than a bot may have; rejects if it cannot be read */
export async function lookAt(handle: Handle): Promise<Found | null> {
  const found = handle.kind === 'file' ? [await fileOf(handle, handle.name)] : await filesIn(handle);
  if (!found) return null;
  const mark = found
    .map(({ path, data }) => `${path} ${data.size} ${data.lastModified}`)
    .sort()
    .join('\n');
  return { mark, files: found };
}

const fileOf = async (handle: FileSystemFileHandle, path: string) => ({ path, data: await handle.getFile() });

async function filesIn(folder: FileSystemDirectoryHandle) {
  const found: { path: string; data: File }[] = [];
  let [looked, bytes] = [0, 0];
  const waiting: [FileSystemDirectoryHandle, string][] = [[folder, '']];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [here, prefix] = next;
    for await (const entry of (here as unknown as { values: () => AsyncIterable<Handle> }).values()) {
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
