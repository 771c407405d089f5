import { salvage } from '../values/shapes.js';
import { longestOf, shapeOf } from './keys.js';

/**
 * What this browser remembers: small settings and the text of the editor, written at once, so that closing the tab loses
 * nothing. Where storage is refused the page works on and forgets. What is read has the shape that kept.js names: a value
 * of another one is put under another key, so that nothing is lost that somebody made, and what fits of it is used.
 *
 * @typedef {object} Troubles
 * @property {() => void} lost the first time that something cannot be kept
 * @property {(key: string) => void} aside what stood there was of another shape
 */

const PREFIX = 'sandlot.';
/** What was set aside stands under this and its key. */
const ASIDE = `${PREFIX}aside.`;
/** So many values of one key are set aside; after that the last one of them gives way. */
const MOST_ASIDE = 5;

/**
 * @param {() => Storage} open may throw, as `localStorage` does when cookies are blocked
 * @param {Troubles} troubles
 */
export function createStore(open, troubles) {
  let complained = false;
  /** What could not be set aside stays where it is, and nothing is written over it. @type {Set<string>} */
  const held = new Set();

  /** @template T @param {(storage: Storage) => T} work @param {T} otherwise */
  function attempt(work, otherwise) {
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

  /** @param {string} key */
  const read = (key) => attempt((storage) => storage.getItem(PREFIX + key), null);

  /** @param {string} key @param {() => string} text @returns {boolean} whether it is kept */
  function write(key, text) {
    if (held.has(key)) return false;
    return attempt((storage) => {
      storage.setItem(PREFIX + key, text());
      return true;
    }, false);
  }

  /** @param {string} key @param {string} text what stands there */
  function setAside(key, text) {
    if (held.has(key)) return;
    troubles.aside(key);
    try {
      const storage = open();
      storage.removeItem(PREFIX + key);
      try {
        storage.setItem(placeAside(storage, key), text);
      } catch {
        // There is no room for a longer key.
        storage.setItem(PREFIX + key, text);
        held.add(key);
      }
    } catch {
      // A storage that takes nothing any more loses nothing either.
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
      const shape = shapeOf(key);
      const text = read(key);
      if (text === null) return otherwise;
      const parsed = text.length <= longestOf(key) ? parse(text) : undefined;
      const { value, whole } = salvage(shape, parsed, otherwise);
      if (whole) return value;
      setAside(key, text);
      if (value !== otherwise) write(key, () => JSON.stringify(value));
      return value;
    },
    /** @param {string} key @param {unknown} value @returns {boolean} whether it is kept */
    set(key, value) {
      const shape = shapeOf(key);
      // What could not be read again is not kept.
      return write(key, () => JSON.stringify(shape(value)));
    },

    /** A text that others wrote, as it is. @param {string} key @returns {string | null} */
    getText(key) {
      const shape = shapeOf(key);
      const text = read(key);
      const { value, whole } = salvage(shape, text, null);
      if (text !== null && !whole) setAside(key, text);
      return value;
    },
    /** Where there is no room for it, nobody is told: it was nothing that a person wrote. @param {string} key @param {string} text */
    setText(key, text) {
      const shape = shapeOf(key);
      try {
        open().setItem(PREFIX + key, shape(text));
      } catch {
        // See above.
      }
    },
    /** @param {string} key */
    drop: (key) => attempt((storage) => storage.removeItem(PREFIX + key), undefined),

    /** All that stands there, of whatever shape: for whoever wants to know what is mentioned anywhere. @returns {[string, string][]} */
    everything: () => entries(open(), PREFIX),

    /** All that was ever set aside. @returns {Record<string, string>} */
    aside: () => attempt((storage) => Object.fromEntries(entries(storage, ASIDE)), {}),
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */

/** @param {Storage} storage @param {string} prefix @returns {[string, string][]} */
function entries(storage, prefix) {
  const keys = Array.from({ length: storage.length }, (_, k) => storage.key(k) ?? '');
  const found = keys.filter((key) => key.startsWith(prefix)).sort();
  return found.map((key) => [key, storage.getItem(key) ?? '']);
}

/** @param {Storage} storage @param {string} key */
function placeAside(storage, key) {
  const places = Array.from({ length: MOST_ASIDE }, (_, k) => `${ASIDE}${key}${k ? `.${k + 1}` : ''}`);
  return places.find((place) => storage.getItem(place) === null) ?? places.at(-1) ?? '';
}

/** @param {string} text @returns {unknown} undefined: it is no JSON */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What went wrong before there was a page to say it on. @type {((troubles: Troubles) => void)[]} */
let early = [];
/** @type {Troubles | null} */
let listener = null;

/** @param {(troubles: Troubles) => void} say */
function tell(say) {
  if (listener) say(listener);
  else early.push(say);
}

/** Who says it on the page, from now on and what has happened before. @param {Troubles} troubles */
export function hearTroubles(troubles) {
  listener = troubles;
  for (const say of early) say(troubles);
  early = [];
}

/** What this browser remembers. */
export const local = createStore(() => localStorage, {
  lost: () => tell(({ lost }) => lost()),
  aside: (key) => tell(({ aside }) => aside(key)),
});
/** What this tab alone remembers; nobody misses it. */
export const session = createStore(() => sessionStorage, { lost() {}, aside() {} });
