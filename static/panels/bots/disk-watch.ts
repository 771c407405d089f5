// Watches files on disk, if the browser reports changes. No DOM.

import type { Handle } from './disk.ts';

interface Observer {
  observe: (handle: Handle, how: { recursive: boolean }) => Promise<void>;
  disconnect: () => void;
}

export type Watcher = new (hear: () => void) => Observer;

const ofBrowser = () => (globalThis as { FileSystemObserver?: Watcher }).FileSystemObserver;

/** @param OfDisk the browser's observer class; undefined if it has none */
export function createDiskWatch(changed: () => void, OfDisk = ofBrowser()) {
  let wanted: Handle | null = null;
  let observer: Observer | null = null;

  return {
    /** Whether the browser reports changes; else the file has to be read again and again. */
    isTold: () => observer !== null,

    /** @param handle the file or folder to watch from now on; null for none */
    async use(handle: Handle | null) {
      if (handle === wanted) return;
      wanted = handle;
      observer?.disconnect();
      observer = null;
      if (!handle || !OfDisk) return;
      const made = new OfDisk(changed);
      try {
        await made.observe(handle, { recursive: true });
      } catch {
        // Some disks cannot be watched.
        return;
      }
      if (wanted === handle) observer = made;
      else made.disconnect();
    },
  };
}
