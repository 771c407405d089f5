// Hears from the browser that something on disk has changed, where it tells. No DOM.

import type { Handle } from './disk.ts';

interface Observer {
  observe: (handle: Handle, how: { recursive: boolean }) => Promise<void>;
  disconnect: () => void;
}

export type Watcher = new (hear: () => void) => Observer;

const ofBrowser = () => (globalThis as { FileSystemObserver?: Watcher }).FileSystemObserver;

/** @param OfDisk undefined: this browser has none */
export function createDiskWatch(changed: () => void, OfDisk = ofBrowser()) {
  let wanted: Handle | null = null;
  let observer: Observer | null = null;

  return {
    /** Whether changes are told; else one has to look. */
    isTold: () => observer !== null,

    /** @param handle what is watched from now on */
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
        // Not on every disk.
        return;
      }
      if (wanted === handle) observer = made;
      else made.disconnect();
    },
  };
}
