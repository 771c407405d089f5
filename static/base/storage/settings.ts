import { fits, parsePartial } from '../values/shapes.ts';
import { longestOf, shapeOf, usualOf } from './keys.ts';
import type { Troubles } from './troubles.ts';
import { told } from './troubles.ts';

// The store of small settings and of the editor's text. Values are written at once, so closing the tab loses nothing. If
// the browser refuses storage, the page works but forgets. Every value that is read has the shape given in keys.ts. A value
// of another shape is moved to another key, so that no work is lost, and its parts that fit are used.

const PREFIX = 'sandlot.';
/** The prefix of the keys of values that were set aside. */
const ASIDE = `${PREFIX}aside.`;

/** @param open may throw, as `localStorage` does when cookies are blocked */
export function createStore(open: () => Storage, troubles: Troubles) {
  let complained = false;
  /** Keys whose values could not be set aside; these values are not overwritten. */
  const held = new Set<string>();
  /** Keys for which the user was told that a value could not be stored, because it could not be read back. */
  const refused = new Set<string>();

  function attempt<T>(work: (storage: Storage) => T, otherwise: T) {
    try {
      return work(open());
    } catch {
      if (!complained) {
        complained = true;
        troubles.lost();
      }
      return otherwise;
    }
  }

  const read = (key: string) => attempt((storage) => storage.getItem(PREFIX + key), null);

  /** @returns whether it was stored */
  function write(key: string, text: string): boolean {
    if (held.has(key)) return false;
    return attempt((storage) => {
      storage.setItem(PREFIX + key, text);
      return true;
    }, false);
  }

  /** @param text the stored text of the value */
  function setAside(key: string, text: string) {
    if (held.has(key)) return;
    try {
      const storage = open();
      storage.removeItem(PREFIX + key);
      try {
        storage.setItem(placeAside(storage, key, text), text);
        troubles.aside(key);
      } catch {
        troubles.stays(key);
        // There is no room for a longer key.
        storage.setItem(PREFIX + key, text);
        held.add(key);
      }
    } catch {
      // The storage can be read but not written: the value stays as it is.
      held.add(key);
      troubles.stays(key);
    }
  }

  /**
   * The text of a value as it is stored.
   * @returns null if it could not be read back
   */
  function textOf(key: string, value: unknown): string | null {
    const shape = shapeOf(key);
    const text = fits(shape, value) ? JSON.stringify(shape(value)) : null;
    if (text !== null && text.length <= longestOf(key)) return text;
    if (!refused.has(key)) troubles.refused(key);
    refused.add(key);
    return null;
  }

  return {
    get<T>(key: string, otherwise: T): T {
      const shape = shapeOf(key);
      const text = read(key);
      if (text === null) return otherwise;
      const parsed = text.length <= longestOf(key) ? parse(text) : undefined;
      const found = parsePartial(shape, parsed, usualOf(key) ?? otherwise);
      if (found.whole) return found.value;
      setAside(key, text);
      // The repaired value is stored, so that the next reader gets the same. One that does not fit would be set aside again.
      if (found.value === usualOf(key) || !fits(shape, found.value)) return otherwise;
      if (found.value !== otherwise) write(key, JSON.stringify(found.value));
      return found.value;
    },
    /** @returns whether it was stored */
    set(key: string, value: unknown): boolean {
      const text = textOf(key, value);
      return text !== null && write(key, text);
    },

    /** A text that a bot wrote, unchanged. */
    getText(key: string): string | null {
      const shape = shapeOf(key);
      const text = read(key);
      const { value, whole } = parsePartial(shape, text, null);
      if (text !== null && !whole) setAside(key, text);
      return value;
    },
    /** If there is no room for it, the user is not told, because no person wrote it. */
    setText(key: string, text: string) {
      const shape = shapeOf(key);
      try {
        open().setItem(PREFIX + key, shape(text));
      } catch {
        // There is no room for it.
      }
    },
    /** Runs whenever another tab has changed this value. */
    onOther(key: string, run: () => void) {
      addEventListener('storage', (event) => {
        // The key is null if everything was removed.
        if (event.key === null || event.key === PREFIX + key) run();
      });
    },
    drop: (key: string) => attempt((storage) => storage.removeItem(PREFIX + key), undefined),

    /** All keys and values, of any shape, for a search through all of them. */
    everything: (): [string, string][] => entries(open(), PREFIX),

    /** All values that were set aside. */
    aside: (): Record<string, string> =>
      attempt((storage) => Object.fromEntries(entries(storage, ASIDE)), {}),
  };
}

export type Store = ReturnType<typeof createStore>;

function entries(storage: Storage, prefix: string): [string, string][] {
  const keys = Array.from({ length: storage.length }, (_, k) => storage.key(k) ?? '');
  const found = keys.filter((key) => key.startsWith(prefix)).sort();
  return found.map((key) => [key, storage.getItem(key) ?? '']);
}

/**
 * The first key that is free or has the same text. There is no limit but the room: overwriting another value would lose it.
 */
function placeAside(storage: Storage, key: string, text: string) {
  for (let k = 1; ; k += 1) {
    const place = `${ASIDE}${key}${k > 1 ? `.${k}` : ''}`;
    const there = storage.getItem(place);
    if (there === null || there === text) return place;
  }
}

/** @returns undefined if it is not JSON */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The store that lasts: localStorage. */
export const local = createStore(() => localStorage, told);
/** The store of this tab alone: sessionStorage. Its loss is not reported. */
export const tabStore = createStore(() => sessionStorage, { ...told, lost() {} });
