// Files in and out of the page: save one, ask for one, and files that are dropped on the page.

import { h, on } from './dom.js';

/** File types that the file dialogs offer. */
export const REPLAYS = '.json,.log,.txt,application/json,text/plain';
export const BOTS = '.py,.zip,text/x-python,text/plain,application/zip';

/**
 * Downloads a text as a file.
 *
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function saveFile(name, text, type) {
  saveBlob(name, new Blob([text], { type }));
}

/** @param {string} name @param {Blob} data */
export function saveBlob(name, data) {
  const url = URL.createObjectURL(data);
  h('a', { href: url, download: name }).click();
  // The download has begun by then; at once would be too early for some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Opens the browser's file dialog for one file; nothing happens if the user cancels it.
 *
 * @param {string} accept
 * @param {(file: File) => void} chosen
 */
export function askForFile(accept, chosen) {
  const input = h('input', { type: 'file', accept });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) chosen(file);
  });
  input.click();
}

/**
 * Listens for files that are dropped anywhere on the page.
 *
 * @param {HTMLElement} hint shown while a file is held over the page
 * @param {(file: File) => void} dropped
 * @param {(folder: FileSystemDirectoryEntry) => void} droppedFolder
 */
export function bindDrop(hint, dropped, droppedFolder) {
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
      const file = event.dataTransfer?.files[0];
      const folder = folderIn(event.dataTransfer?.items[0]);
      if (folder) droppedFolder(folder);
      else if (file) dropped(file);
    },
    early,
  );
}

/** @param {DataTransferItem | undefined} item @returns {FileSystemDirectoryEntry | null} */
function folderIn(item) {
  // The name is not standard, but browsers have it.
  const entry = item?.webkitGetAsEntry?.();
  return entry?.isDirectory ? /** @type {FileSystemDirectoryEntry} */ (entry) : null;
}
