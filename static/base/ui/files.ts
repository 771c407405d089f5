// Saves files, asks the user for one, and receives files that are dropped on the page.

import { fileName } from '../values/file-name.ts';
import { h, on } from './dom.ts';

/** File types that the file dialogs offer. */
export const REPLAYS = '.json,.log,.txt,application/json,text/plain';
export const BOTS = '.py,.zip,text/x-python,text/plain,application/zip';

/**
 * Downloads a text as a file.
 * @param name as the user or a stranger wrote it; made safe here
 */
export function saveFile(name: string, text: string, type: string) {
  saveBlob(name, new Blob([text], { type }));
}

export function saveBlob(name: string, data: Blob) {
  const url = URL.createObjectURL(data);
  h('a', { href: url, download: fileName(name) }).click();
  // By then the download has begun. Revoking at once would be too early for some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Opens the browser's file dialog; nothing happens if the user cancels it. */
export function askForFile(accept: string, chosen: (file: File) => void) {
  askForFiles(accept, ([file]) => file && chosen(file), false);
}

export function askForFiles(accept: string, chosen: (files: File[]) => void, multiple: boolean = true) {
  const input = h('input', { type: 'file', accept, multiple });
  input.addEventListener('change', () => chosen([...(input.files ?? [])]));
  input.click();
}

/**
 * Listens for files that are dropped anywhere on the page.
 * @param hint shown while a file is held over the page
 */
export function bindDrop(
  hint: HTMLElement,
  dropped: (files: File[], folders: FileSystemDirectoryEntry[]) => void,
) {
  let depth = 0;
  const carriesFile = (event: DragEvent) => [...(event.dataTransfer?.types ?? [])].includes('Files');
  const setDepth = (next: number) => {
    depth = Math.max(0, next);
    hint.hidden = depth === 0;
  };
  // In the capture phase, before the editor inserts the dropped text.
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
      // A folder is also listed among the files, as one that cannot be read.
      const files = [...(event.dataTransfer?.files ?? [])].filter((_, k) => !folders[k]);
      dropped(
        files,
        folders.filter((folder) => folder !== null),
      );
    },
    early,
  );
}

function folderIn(item: DataTransferItem): FileSystemDirectoryEntry | null {
  // The method is not standard, but browsers have it.
  const entry = item.webkitGetAsEntry?.();
  return entry?.isDirectory ? (entry as FileSystemDirectoryEntry) : null;
}
