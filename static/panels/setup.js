import { find, h, on } from '../dom.js';
import { t } from '../i18n.js';

/** @typedef {import('../store.js').Store} Store */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('./code.js').Code} Code */
/** @typedef {import('../versions.js').Version} Version */

/** Seeds that fit any generator and are short enough to read out. */
const SEEDS = 2 ** 32;
const CODE = 'code';

/**
 * Who plays the next match, and on which seed.
 *
 * @param {HTMLElement} host
 * @param {{store: Store, house: string[], sides: string[], code: () => Code, versions: () => readonly Version[]}} outside
 */
export function createSetup(host, { store, house, sides, code, versions }) {
  const selects = [0, 1].map((k) => find(host, `#seat-${k}`, HTMLSelectElement));
  const seed = find(host, '#seed', HTMLInputElement);
  const saved = store.get('setup', { seats: [CODE, `house:${house[0]}`], seed: newSeed() });

  for (const [k, select] of selects.entries()) {
    select.before(h('span', { class: 'side-name', 'aria-hidden': 'true' }, t(sides[k] ?? '')));
  }
  /** What each seat is meant to be, also while its version has not been read yet. */
  const wanted = selects.map((_, k) => saved.seats[k] ?? CODE);
  refresh();
  seed.value = String(saved.seed);

  function refresh() {
    for (const [k, select] of selects.entries()) {
      select.replaceChildren(...choices(house, code().name, versions()));
      select.value = wanted[k] ?? CODE;
      if (!select.value) select.value = CODE;
    }
  }

  function choose() {
    for (const [k, select] of selects.entries()) wanted[k] = select.value;
    save();
  }

  function save() {
    store.set('setup', { seats: wanted, seed: readSeed() ?? saved.seed });
  }

  /** @returns {number | null} */
  function readSeed() {
    const text = seed.value.trim();
    const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
    return value >= 0 && value < SEEDS ? value : null;
  }

  function checkSeed() {
    seed.setAttribute('aria-invalid', String(readSeed() === null));
    if (readSeed() !== null) save();
  }

  return {
    /** @returns {string | null} what is wrong with it, in words */
    problem: () => (readSeed() === null ? t('setup.badSeed', { high: SEEDS - 1 }) : null),
    /** @returns {{seats: Seat[], seed: number}} */
    read() {
      const seats = selects.map((select) => seatOf(select.value, code(), versions()));
      return { seats, seed: readSeed() ?? saved.seed };
    },
    /** The file in the editor has another name, or there are more versions. */
    refresh,
    undo: [
      ...selects.map((select) => on(select, 'change', choose)),
      on(seed, 'input', checkSeed),
      on(find(host, '#new-seed', HTMLElement), 'click', () => {
        seed.value = String(newSeed());
        checkSeed();
      }),
    ],
  };
}

/** @param {string[]} house @param {string} own @param {readonly Version[]} versions */
function choices(house, own, versions) {
  const bots = house.map((name) => h('option', { value: `house:${name}` }, name));
  const older = [...versions]
    .reverse()
    .map((version) => h('option', { value: `version:${version.number}` }, title(version)));
  return [
    h('option', { value: CODE }, own),
    h('optgroup', { label: t('setup.house') }, ...bots),
    older.length > 0 && h('optgroup', { label: t('setup.versions') }, ...older),
  ].filter((part) => part !== false);
}

/** @param {Version} version */
function title({ name, number }) {
  return t('versions.title', { name: name.replace(/\.py$/, ''), number });
}

/** @param {string} value @param {Code} code @param {readonly Version[]} versions @returns {Seat} */
function seatOf(value, code, versions) {
  const version = versions.find(({ number }) => value === `version:${number}`);
  if (version) return { kind: 'code', name: `${title(version)}.py`, source: version.source };
  if (value.startsWith('house:')) return { kind: 'house', name: value.slice('house:'.length) };
  return { kind: 'code', name: code.name, source: code.source };
}

function newSeed() {
  return Math.floor(Math.random() * SEEDS);
}
