// Files in and out of the page: save one, ask for one, and files that are dropped on the page.

import { fileName } from '../values/file-name.js';
import { h, on } from './dom.js';

/** File types that the file dialogs offer. */
export const REPLAYS = '.json,.log,.txt,application/json,text/plain';
export const BOTS = '.py,.zip,text/x-python,text/plain,application/zip';

/**
 * Downloads a text as a file.
 *
 * @param {string} name as its user or a stranger wrote it
 * @param {string} text
 * @param {string} type
 */
export function saveFile(name, text, type) {
  saveBlob(name, new Blob([text], { type }));
}

/** @param {string} name @param {Blob} data */
export function saveBlob(name, data) {
  const url = URL.createObjectURL(data);
  h('a', { href: url, download: fileName(name) }).click();
  // The download has begun by then; at once would be too early for some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Opens the browser's file dialog; nothing happens if the user cancels it.
 *
 * @param {string} accept
 * @param {(file: File) => void} chosen
 */
export function askForFile(accept, chosen) {
  askForFiles(accept, ([file]) => file && chosen(file), false);
}

/** @param {string} accept @param {(files: File[]) => void} chosen @param {boolean} [multiple] */
export function askForFiles(accept, chosen, multiple = true) {
  const input = h('input', { type: 'file', accept, multiple });
  input.addEventListener('change', () => chosen([...(input.files ?? [])]));
  input.click();
}

/**
 * Listens for files that are dropped anywhere on the page.
 *
 * @param {HTMLElement} hint shown while a file is held over the page
 * @param {(files: File[], folders: FileSystemDirectoryEntry[]) => void} dropped
 */
export function bindDrop(hint, dropped) {
  let depth = 0;
  /** @param {DragEvent} event */
  const carriesFile = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
  /** @param {number} next */
  const setDepth = (next) => {
    depth = Math.max(0, next);
    hint.hidden = depth === 0;
  };
  // Captured, before the editor takes the drop for a text of its own.
  const early = { capture: true };
  on(window, 'dragenter', (event) => carriesFile(event) && setDepth(depth + 1), early);
  on(window, 'dragleave', (event) => carriesFile(event) && setDepth(depth - 1), early);
  on(window, 'dragover', (event) => carriesFile(event) && event.preventDefault(), early);
  on(
    window,
    'drop',
    (event) => {
      if (!carriesFile(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setDepth(0);
      const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
      const folders = items.map(folderIn);
      // A folder is among the files, too, as one that cannot be read.
      const files = [...(event.dataTransfer?.files ?? [])].filter((_, k) => !folders[k]);
      dropped(
        files,
        folders.filter((folder) => folder !== null),
      );
    },
    early,
  );
}

/** @param {DataTransferItem} item @returns {FileSystemDirectoryEntry | null} */
function folderIn(item) {
  // The name is not standard, but browsers have it.
  const entry = item.webkitGetAsEntry?.();
  return entry?.isDirectory ? /** @type {FileSystemDirectoryEntry} */ (entry) : null;
}
