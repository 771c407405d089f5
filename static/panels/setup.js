import { find, h, on } from '../dom.js';
import { t } from '../i18n.js';

/** @typedef {import('../store.js').Store} Store */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('./code.js').Code} Code */

/** Seeds that fit any generator and are short enough to read out. */
const SEEDS = 2 ** 31;
const CODE = 'code';

/**
 * Who plays the next match, and on which seed.
 *
 * @param {HTMLElement} host
 * @param {{store: Store, house: string[], code: () => Code}} outside
 */
export function createSetup(host, { store, house, code }) {
  const selects = [0, 1].map((k) => find(host, `#seat-${k}`, HTMLSelectElement));
  const seed = find(host, '#seed', HTMLInputElement);
  const saved = store.get('setup', { seats: [CODE, `house:${house[0]}`], seed: newSeed() });

  for (const [k, select] of selects.entries()) {
    select.append(...choices(house, code().name));
    select.value = saved.seats[k] ?? '';
    if (!select.value) select.value = CODE;
  }
  seed.value = String(saved.seed);

  function save() {
    store.set('setup', { seats: selects.map((select) => select.value), seed: readSeed() ?? saved.seed });
  }

  /** @returns {number | null} */
  function readSeed() {
    const text = seed.value.trim();
    const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
    return value >= 0 && value < SEEDS * 2 ? value : null;
  }

  function checkSeed() {
    seed.setAttribute('aria-invalid', String(readSeed() === null));
    if (readSeed() !== null) save();
  }

  return {
    /** @returns {{seats: Seat[], seed: number} | null} null: the seed is none, and the field says so */
    read() {
      const value = readSeed();
      if (value === null) {
        seed.focus();
        return null;
      }
      return { seats: selects.map((select) => seatOf(select.value, code())), seed: value };
    },
    /** @param {string} name the file in the editor is called this now */
    rename(name) {
      for (const select of selects) {
        const own = [...select.options].find((option) => option.value === CODE);
        if (own) own.textContent = name;
      }
    },
    undo: [
      ...selects.map((select) => on(select, 'change', save)),
      on(seed, 'input', checkSeed),
      on(find(host, '#new-seed', HTMLElement), 'click', () => {
        seed.value = String(newSeed());
        checkSeed();
      }),
    ],
  };
}

/** @param {string[]} house @param {string} own */
function choices(house, own) {
  const bots = house.map((name) => h('option', { value: `house:${name}` }, name));
  return [h('option', { value: CODE }, own), h('optgroup', { label: t('setup.house') }, ...bots)];
}

/** @param {string} value @param {Code} code @returns {Seat} */
function seatOf(value, code) {
  if (value.startsWith('house:')) return { kind: 'house', name: value.slice('house:'.length) };
  return { kind: 'code', name: code.name, source: code.source };
}

function newSeed() {
  return Math.floor(Math.random() * SEEDS);
}
