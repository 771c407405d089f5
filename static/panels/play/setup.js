// The setup of the next match: who plays, and on which seed.

import { beatenIn } from '../../base/kept/beaten.ts';
import { find } from '../../base/ui/dom.ts';
import { bareName } from '../../base/values/bundle-shape.ts';
import { seatsOf } from '../../base/values/seats.ts';
import { t } from '../../base/words/index.ts';
import { createAbout } from './about.js';
import { fittingRival } from './fitting.js';
import { createSeatRows } from './seat-rows.js';
import { createSeed, firstSeed, newSeed } from './seed.js';
import { CODE, choices, ME, seatOf } from './who.js';

/** @typedef {import('../../base/kept/settings.ts').Store} Store */
/** @typedef {import('../../match/types.ts').Seat} Seat */
/** @typedef {import('../../match/types.ts').Code} Code */
/** @typedef {import('../../base/kept/versions.ts').Version} Version */
/** @typedef {{name: string, house: string[], ladder: import('./who.js').Rung[], sparring: string, hides: boolean, starts: number, players: [number, number]}} Offer the part of what a game offers that is used here */
/** @typedef {{seats: string[], seed: string}} Choice seats in the words of an address */
/** @typedef {'play' | 'code'} Tab */

/**
 * Creates the setup. The tabs Play and Code keep a choice each, for every game.
 *
 * @param {HTMLElement} host
 * @param {object} outside
 * @param {Store} outside.store
 * @param {Offer} outside.game the one that is set up first
 * @param {(game: string) => string[]} outside.sidesOf message ids of a game's sides
 * @param {() => Code} outside.code
 * @param {() => readonly Version[]} outside.versions
 * @param {(choice: Choice) => void} outside.changed
 * @param {(problems: import('../../match/types.ts').Message[]) => void} outside.wrong
 */
export function createSetup(host, { store, game: first, sidesOf, code, versions, changed, wrong }) {
  let game = first;
  /** @type {Tab} */
  let tab = 'code';
  /** What each seat is meant to be, also while its version has not been read yet. @type {string[]} */
  let wanted = [];
  let versionsKnown = false;
  const rows = createSeatRows(host, { chosen, resize });
  const about = createAbout(find(host, '.seat-about', HTMLElement));
  const seed = createSeed(host, { hides: () => game.hides, changed: save });

  /**
   * Another game, or another tab; what the address names goes before what was chosen last.
   *
   * @param {Offer} other
   * @param {Tab} on
   * @param {{seats: string[] | null, seed: string | null}} said a seat that is '' is left to this
   */
  function use(other, on, said) {
    versionsKnown = versionsKnown && game === other;
    game = other;
    tab = on;
    const usual = usualSeats(game, tab, beatenIn(store, game.name));
    const kept = store.get(keyOf(game, tab), { seats: usual, seed: firstSeed(game) });
    seed.set(said.seed ?? kept.seed);
    host.dataset.on = tab;
    wanted = (said.seats ?? kept.seats).map((word, k) => word || usual[k] || game.sparring);
    seat(wanted.length);
    changed(choice());
  }

  /** @returns {Choice} */
  const choice = () => ({ seats: wanted, seed: seed.value() });

  function save() {
    store.set(keyOf(game, tab), choice());
    changed(choice());
  }

  /** @param {number} number of seats, if the game allows it */
  function seat(number) {
    const limits = seatsOf(game);
    const seats = Math.min(limits.most, Math.max(limits.fewest, number));
    wanted = Array.from({ length: seats }, (_, k) => wanted[k] ?? game.sparring);
    rows.show(seats, limits, sidesOf(game.name));
    refresh();
  }

  /** @param {number} number of seats */
  function resize(number) {
    seat(number);
    save();
  }

  function refresh() {
    const beaten = beatenIn(store, game.name);
    rows.fill(() => choices(game, beaten, code().name, versions()), wanted, CODE);
    about.show(game, wanted);
    if (versionsKnown) forgetLost();
  }

  /** A version that was named and is not there: it was dropped, or the address is another browser's. */
  function forgetLost() {
    const there = rows.values();
    const lost = wanted.filter((word, k) => there[k] !== word);
    if (lost.length === 0) return;
    wrong([...new Set(lost)].map((value) => ['address.version', { value }]));
    wanted = there;
    changed(choice());
  }

  function chosen() {
    wanted = rows.values();
    refresh();
    save();
  }

  return {
    use,
    problem: seed.problem,
    /** @returns {{seats: Seat[], seed: string}} */
    read: () => ({
      seats: rows.values().map((word) => seatOf(word, code(), versions())),
      seed: seed.value(),
    }),
    /** Who is chosen, and on which seed, in the words of an address. */
    choice,
    /** Chooses the players and the seed of the next match. @param {Choice} next */
    choose(next) {
      wanted = next.seats;
      seed.set(next.seed);
      seat(wanted.length);
      save();
    },
    /** The seed that is chosen, unless it is this one: then a new one. @param {string} played */
    otherSeed: (played) => (seed.value() === played ? newSeed(game.hides) : seed.value()),
    /** A person knows the map of this seed by now: the next match gets another one. @param {string} played */
    renew(played) {
      if (seed.value() !== played) return;
      seed.set(newSeed(game.hides));
      // Who has never chosen an opponent is given the one that fits, and that may be another one by now.
      if (store.get(keyOf(game, tab), null)) save();
      else changed(choice());
    },
    /** What the button says that begins this match. */
    verb: () => verbOf(tab, wanted, rows.values(), code()),
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
  };
}

/**
 * What the button says that begins a match.
 *
 * @param {Tab} tab
 * @param {string[]} wanted
 * @param {string[]} shown of these, those that are there
 * @param {Code} code
 */
function verbOf(tab, wanted, shown, code) {
  if (tab === 'code') return t('match.run');
  if (!wanted.includes(ME)) return t('match.watch');
  const [other, ...more] = shown.filter((word) => word !== ME);
  if (other === undefined || more.length > 0) return t('match.play');
  return t('match.against', { name: bareName(seatOf(other, code, [])) });
}

/** Where the choice of a tab is kept. @param {Offer} game @param {Tab} tab */
const keyOf = (game, tab) => `setup.${tab}.${game.name}`;

/** The default players. @param {Offer} game @param {Tab} tab @param {readonly string[]} beaten */
const usualSeats = (game, tab, beaten) =>
  tab === 'play' ? [ME, fittingRival(game, beaten)] : [CODE, game.sparring];
