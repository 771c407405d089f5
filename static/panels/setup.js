import { find, h, icon, on, swatch } from '../dom.js';
import { t } from '../i18n.js';

/** @typedef {import('../store.js').Store} Store */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('./code.js').Code} Code */
/** @typedef {import('../versions.js').Version} Version */
/** @typedef {{name: string, house: string[], players: [number, number]}} Offer the part of what a game offers that is used here */
/** @typedef {{element: HTMLElement, select: HTMLSelectElement}} SeatRow */

/** Seeds that fit any generator and are short enough to read out. */
const SEEDS = 2 ** 32;
const CODE = 'code';
/** There are this many colours for players. */
const MOST_SEATS = 8;

/**
 * Who plays the next match, and on which seed.
 *
 * @param {HTMLElement} host
 * @param {object} outside
 * @param {Store} outside.store
 * @param {Offer} outside.game the one that is set up first
 * @param {(game: string) => string[]} outside.sidesOf message ids of a game's sides
 * @param {() => Code} outside.code
 * @param {() => readonly Version[]} outside.versions
 */
export function createSetup(host, { store, game: first, sidesOf, code, versions }) {
  const seed = find(host, '#seed', HTMLInputElement);
  const fewer = countButton('minus', 'setup.fewer', () => resize(wanted.length - 1));
  const more = countButton('plus', 'setup.more', () => resize(wanted.length + 1));
  const count = h('div', { class: 'seat-count' }, fewer, more);
  find(host, '.seed', HTMLElement).before(count);
  let game = first;
  /** @type {SeatRow[]} */
  let rows = [];
  /** What each seat is meant to be, also while its version has not been read yet. @type {string[]} */
  let wanted = [];
  let lastSeed = newSeed();
  use(first);

  /** @param {Offer} other */
  function use(other) {
    game = other;
    const saved = store.get(`setup.${game.name}`, { seats: [CODE, house()], seed: newSeed() });
    lastSeed = saved.seed;
    seed.value = String(saved.seed);
    seed.setAttribute('aria-invalid', 'false');
    wanted = saved.seats;
    seat(wanted.length);
  }

  function house() {
    return `house:${game.house[0]}`;
  }

  function fewest() {
    return Math.max(2, game.players[0]);
  }

  function most() {
    return Math.max(fewest(), Math.min(MOST_SEATS, game.players[1]));
  }

  /** @param {number} number of seats */
  function resize(number) {
    seat(number);
    save();
  }

  /** @param {number} number of seats, if the game allows it */
  function seat(number) {
    const seats = Math.min(most(), Math.max(fewest(), number));
    wanted = Array.from({ length: seats }, (_, k) => wanted[k] ?? house());
    const sides = sidesOf(game.name);
    for (const { element } of rows) element.remove();
    rows = wanted.map((_, k) => seatRow(k, sides[k] ?? '', choose));
    const versus = h('span', { class: 'versus', 'aria-hidden': 'true' }, t('setup.versus'));
    const elements = rows.map(({ element }) => element);
    host.querySelector('.versus')?.remove();
    host.prepend(...(seats === 2 ? [elements[0] ?? '', versus, elements[1] ?? ''] : elements));
    host.toggleAttribute('data-many', seats > 2);
    count.hidden = fewest() === most();
    fewer.disabled = seats <= fewest();
    more.disabled = seats >= most();
    refresh();
  }

  function refresh() {
    for (const [k, { select }] of rows.entries()) {
      select.replaceChildren(...choices(game.house, code().name, versions()));
      select.value = wanted[k] ?? CODE;
      if (!select.value) select.value = CODE;
    }
  }

  function choose() {
    wanted = rows.map(({ select }) => select.value);
    save();
  }

  function save() {
    store.set(`setup.${game.name}`, { seats: wanted, seed: readSeed() ?? lastSeed });
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
    /** Another game. */
    use,
    /** @returns {string | null} what is wrong with it, in words */
    problem: () => (readSeed() === null ? t('setup.badSeed', { high: SEEDS - 1 }) : null),
    /** @returns {{seats: Seat[], seed: number}} */
    read() {
      const seats = rows.map(({ select }) => seatOf(select.value, code(), versions()));
      return { seats, seed: readSeed() ?? lastSeed };
    },
    /** The file in the editor has another name, or there are more versions. */
    refresh,
    undo: [
      on(seed, 'input', checkSeed),
      on(find(host, '#new-seed', HTMLElement), 'click', () => {
        seed.value = String(newSeed());
        checkSeed();
      }),
    ],
  };
}

/** @param {number} k @param {string} side @param {() => void} choose @returns {SeatRow} */
function seatRow(k, side, choose) {
  const id = `seat-${k}`;
  const select = h('select', { id });
  on(select, 'change', choose);
  const label = h('label', { class: 'unseen', htmlFor: id }, t('setup.seat', { number: k + 1 }));
  const name = h('span', { class: 'side-name', 'aria-hidden': 'true' }, t(side));
  return { element: h('div', { class: 'seat' }, swatch(k), label, name, select), select };
}

/** @param {string} name of the icon @param {string} says @param {() => void} press */
function countButton(name, says, press) {
  const button = h('button', { type: 'button', class: 'quiet only-icon', title: t(says) }, icon(name));
  button.setAttribute('aria-label', t(says));
  on(button, 'click', press);
  return button;
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
