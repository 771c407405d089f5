// Hears from the browser that something on disk has changed, where it tells. No DOM.

/** @typedef {import('./disk.js').Handle} Handle */
/** @typedef {{observe: (handle: Handle, how: {recursive: boolean}) => Promise<void>, disconnect: () => void}} Observer */

/**
 * @param {() => void} changed
 * @param {(new (hear: () => void) => Observer) | undefined} [Watcher] undefined: this browser has none
 */
export function createDiskWatch(changed, Watcher = /** @type {any} */ (globalThis)['FileSystemObserver']) {
  /** @type {Handle | null} */
  let wanted = null;
  /** @type {Observer | null} */
  let observer = null;

  return {
    /** Whether changes are told; else one has to look. */
    isTold: () => observer !== null,

    /** @param {Handle | null} handle what is watched from now on */
    async use(handle) {
      if (handle === wanted) return;
      wanted = handle;
      observer?.disconnect();
      observer = null;
      if (!handle || !Watcher) return;
      const made = new Watcher(changed);
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
