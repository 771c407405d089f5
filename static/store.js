/**
 * What this browser remembers: small settings and the text of the editor, written at once, so that closing the tab loses
 * nothing. Where storage is refused the page works on and forgets; `lost` says so once.
 *
 * @param {() => Storage} open may throw, as `localStorage` does when cookies are blocked
 * @param {() => void} lost called once, the first time something cannot be kept
 */
export function createStore(open, lost) {
  let complained = false;

  /** @template T @param {(storage: Storage) => T} work @param {T} otherwise */
  function attempt(work, otherwise) {
    try {
      return work(open());
    } catch {
      if (!complained) {
        complained = true;
        lost();
      }
      return otherwise;
    }
  }

  return {
    /**
     * @template T
     * @param {string} key
     * @param {T} otherwise
     * @returns {T}
     */
    get(key, otherwise) {
      const text = attempt((storage) => storage.getItem(PREFIX + key), null);
      if (text === null) return otherwise;
      try {
        return JSON.parse(text);
      } catch {
        return otherwise;
      }
    },
    /** @param {string} key @param {unknown} value @returns {boolean} whether it is kept */
    set(key, value) {
      return attempt((storage) => {
        storage.setItem(PREFIX + key, JSON.stringify(value));
        return true;
      }, false);
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */

const PREFIX = 'sandlot.';
