// Reads a folder with a bot's files that was dropped on the page. It may be a very large one that was dropped by mistake.

import type { LaidOut } from '../../match/types.ts';

/** Files that programs leave behind, which are ignored; py/sandlot/files/bundle.py ignores the same. */
export const LEFT_OUT = ['__MACOSX', '__pycache__', '.git', '.idea', '.vscode', '.DS_Store'];
/** The most folders and files that are read. */
const MOST_ENTRIES = 5000;

/** @returns null if there are too many; rejects if the folder cannot be read */
export async function filesIn(
  folder: FileSystemDirectoryEntry,
  most: { files: number; bytes: number },
): Promise<LaidOut[] | null> {
  const found: LaidOut[] = [];
  let [looked, bytes] = [0, 0];
  const waiting = [folder];
  for (let here = waiting.pop(); here; here = waiting.pop()) {
    const reader = here.createReader();
    for (let some = await next(reader); some.length > 0; some = await next(reader)) {
      looked += some.length;
      for (const entry of some.filter(({ name }) => !LEFT_OUT.includes(name))) {
        if (entry.isDirectory) waiting.push(entry as FileSystemDirectoryEntry);
        if (!entry.isFile) continue;
        const data = await fileOf(entry as FileSystemFileEntry);
        bytes += data.size;
        found.push({ path: entry.fullPath.slice(folder.fullPath.length + 1), data });
      }
      if (looked > MOST_ENTRIES || found.length > most.files || bytes > most.bytes) return null;
    }
  }
  return found;
}

/** Reads the next entries: browsers return at most a hundred at a time. */
const next = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));
