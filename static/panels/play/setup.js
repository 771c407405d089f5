import { find, h, icon, on, swatch } from '../../base/ui/dom.js';
import { bareName } from '../../base/values/bundle-shape.js';
import { LAST_SEED, readSeed, seatsOf } from '../../base/values/seats.js';
import { t } from '../../base/words/index.js';

/** @typedef {import('../../base/kept/settings.js').Store} Store */
/** @typedef {import('../../match/types.js').Seat} Seat */
/** @typedef {import('../code/code.js').Code} Code */
/** @typedef {import('../../base/kept/versions.js').Version} Version */
/** @typedef {{name: string, house: string[], sparring: string, hides: boolean, players: [number, number]}} Offer the part of what a game offers that is used here */
/** @typedef {{element: HTMLElement, select: HTMLSelectElement}} SeatRow */
/** @typedef {{seats: string[], seed: string}} Choice seats in the words of an address */

/** Digits that fit into the field as it is. */
const SHORT_SEED = 10;

export const CODE = 'code';
export const ME = 'me';

/**
 * Who plays the next match, and on which seed. The tabs Play and Code keep a choice each, for every game.
 *
 * @param {HTMLElement} host
 * @param {object} outside
 * @param {Store} outside.store
 * @param {Offer} outside.game the one that is set up first
 * @param {(game: string) => string[]} outside.sidesOf message ids of a game's sides
 * @param {() => Code} outside.code
 * @param {() => readonly Version[]} outside.versions
 * @param {(choice: Choice) => void} outside.changed
 * @param {(problems: import('../../match/types.js').Message[]) => void} outside.wrong
 */
export function createSetup(host, { store, game: first, sidesOf, code, versions, changed, wrong }) {
  const seed = find(host, '#seed', HTMLInputElement);
  const fewer = countButton('minus', 'setup.fewer', () => resize(wanted.length - 1));
  const more = countButton('plus', 'setup.more', () => resize(wanted.length + 1));
  const count = h('div', { class: 'seat-count' }, fewer, more);
  find(host, '.seed', HTMLElement).before(count);
  let game = first;
  /** @type {'play' | 'code'} */
  let tab = 'code';
  /** @type {SeatRow[]} */
  let rows = [];
  /** What each seat is meant to be, also while its version has not been read yet. @type {string[]} */
  let wanted = [];
  let lastSeed = newSeed(first.hides);
  /** The seed of the last match that somebody played by hand: he knows that one. @type {string | null} */
  let known = null;
  let versionsKnown = false;

  /**
   * Another game, or another tab; what the address names goes before what was chosen last.
   *
   * @param {Offer} other
   * @param {'play' | 'code'} on
   * @param {{seats: string[] | null, seed: string | null}} said a seat that is '' is left to this
   */
  function use(other, on, said) {
    versionsKnown = versionsKnown && game === other;
    game = other;
    tab = on;
    const usual = tab === 'play' ? [ME, game.sparring] : [CODE, game.house[0] ?? CODE];
    const kept = store.get(key(), { seats: usual, seed: newSeed(game.hides) });
    setSeed(said.seed ?? kept.seed);
    known = null;
    host.dataset.on = tab;
    wanted = (said.seats ?? kept.seats).map((word, k) => word || usual[k] || house());
    seat(wanted.length);
    changed(choice());
  }

  /** @param {string} value */
  function setSeed(value) {
    lastSeed = value;
    seed.value = value;
    seed.setAttribute('aria-invalid', 'false');
    fitSeed();
  }

  /** A long one is written smaller. */
  function fitSeed() {
    host.toggleAttribute('data-long-seed', seed.value.length > SHORT_SEED);
  }

  function key() {
    return `setup.${tab}.${game.name}`;
  }

  /** Who takes a seat that is added. */
  function house() {
    return tab === 'play' ? game.sparring : (game.house[0] ?? CODE);
  }

  /** @returns {Choice} */
  function choice() {
    return { seats: wanted, seed: readSeed(seed.value.trim()) ?? lastSeed };
  }

  /** @param {number} number of seats */
  function resize(number) {
    seat(number);
    save();
  }

  /** @param {number} number of seats, if the game allows it */
  function seat(number) {
    const { fewest, most } = seatsOf(game);
    const seats = Math.min(most, Math.max(fewest, number));
    wanted = Array.from({ length: seats }, (_, k) => wanted[k] ?? house());
    const sides = sidesOf(game.name);
    for (const { element } of rows) element.remove();
    rows = wanted.map((_, k) => seatRow(k, sides[k] ?? '', () => choose(k)));
    const versus = h('span', { class: 'versus', 'aria-hidden': 'true' }, t('setup.versus'));
    const elements = rows.map(({ element }) => element);
    host.querySelector('.versus')?.remove();
    host.prepend(...(seats === 2 ? [elements[0] ?? '', versus, elements[1] ?? ''] : elements));
    host.toggleAttribute('data-many', seats > 2);
    count.hidden = fewest === most;
    fewer.disabled = seats <= fewest;
    more.disabled = seats >= most;
    refresh();
  }

  function refresh() {
    for (const [k, { select }] of rows.entries()) {
      select.replaceChildren(...choices(game.house, code().name, versions()));
      select.value = wanted[k] ?? CODE;
      if (!select.value) select.value = CODE;
    }
    if (versionsKnown) forgetLost();
  }

  /** A version that was named and is not there: it was dropped, or the address is another browser's. */
  function forgetLost() {
    const lost = wanted.filter((word, k) => rows[k]?.select.value !== word);
    if (lost.length === 0) return;
    wrong([...new Set(lost)].map((value) => ['address.version', { value }]));
    wanted = rows.map(({ select }) => select.value);
    changed(choice());
  }

  /** @param {number} seat the one that was chosen now */
  function choose(seat) {
    wanted = rows.map(({ select }) => select.value);
    // Where something is hidden two people cannot look at one screen: the other seat is left to a bot.
    if (game.hides && wanted[seat] === ME)
      wanted = wanted.map((word, k) => (word === ME && k !== seat ? game.sparring : word));
    refresh();
    save();
  }

  function save() {
    store.set(key(), choice());
    changed(choice());
  }

  function checkSeed() {
    const bad = readSeed(seed.value.trim()) === null;
    known = null;
    seed.setAttribute('aria-invalid', String(bad));
    fitSeed();
    if (!bad) save();
  }

  return {
    use,
    /** @returns {string | null} what is wrong with it, in words */
    problem: () => (readSeed(seed.value.trim()) === null ? t('setup.badSeed', { high: LAST_SEED }) : null),
    /** @returns {{seats: Seat[], seed: string}} */
    read() {
      const seats = rows.map(({ select }) => seatOf(select.value, code(), versions()));
      const byHand = seats.some(({ kind }) => kind === 'human');
      // Who plays once more wants another field, unless he asks for the same.
      if (byHand && known === choice().seed) {
        setSeed(newSeed(game.hides));
        save();
      }
      if (byHand) known = choice().seed;
      return { seats, seed: choice().seed };
    },
    /** What the button says that begins this match. */
    verb() {
      if (tab === 'code') return t('match.run');
      if (!wanted.includes(ME)) return t('match.watch');
      const others = rows.filter(({ select }) => select.value !== ME);
      if (others.length !== 1) return t('match.play');
      return t('match.against', {
        name: bareName(seatOf(others[0]?.select.value ?? '', code(), [])),
      });
    },
    /** The file in the editor has another name, or there are more versions. */
    refresh,
    /** So many seats, if the game allows it. */
    resize,
    seats: () => wanted.length,
    /** All versions of this game are there now. */
    haveVersions() {
      versionsKnown = true;
      refresh();
    },
    undo: [
      on(seed, 'input', checkSeed),
      on(find(host, '#new-seed', HTMLElement), 'click', () => {
        seed.value = newSeed(game.hides);
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
export function choices(house, own, versions) {
  const bots = house.map((name) => h('option', { value: name }, name));
  const older = [...versions]
    .reverse()
    .map((version) => h('option', { value: `v${version.number}` }, title(version)));
  return [
    h('option', { value: ME }, t('setup.me')),
    h('option', { value: CODE }, own),
    h('optgroup', { label: t('setup.house') }, ...bots),
    older.length > 0 && h('optgroup', { label: t('setup.versions') }, ...older),
  ].filter((part) => part !== false);
}

/** @param {Version} version */
function title({ name, number }) {
  return t('versions.title', { name: bareName({ name }), number });
}

/** @param {string} word @param {Code} code @param {readonly Version[]} versions @returns {Seat} */
export function seatOf(word, code, versions) {
  const version = versions.find(({ number }) => word === `v${number}`);
  if (version) return { ...codeOf(version), kind: 'code', name: `${title(version)}.py` };
  if (word === ME) return { kind: 'human', name: t('setup.human') };
  if (word === CODE) return { ...codeOf(code), kind: 'code' };
  return { kind: 'house', name: word };
}

/** @param {Code} code @returns {Code} what is played of it */
function codeOf({ name, source, main, files }) {
  return { name, source, ...(files ? { main, files } : {}) };
}

/**
 * One that is short enough to read out; but where the game hides something, a bot shall not find it by trying.
 *
 * @param {boolean} hides
 */
function newSeed(hides) {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return String(hides ? (BigInt(high) << 32n) | BigInt(low) : low);
}
