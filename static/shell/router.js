/**
 * The router: reads and writes the address of the page, `#game=snake&tab=play&seats=me,surveyor&seed=7&lang=ru`. The
 * first half has no DOM; the second watches and sets the address.
 *
 * @typedef {import('../match/types.js').Message} Message
 * @typedef {'front' | import('../tabs.ts').TabId} Tab
 *
 * @typedef {number | 'series' | 'tournament'} Contest
 *
 * @typedef {{options: Record<string, string>, clock: Record<string, string>}} Settings as they are written into their fields
 *
 * @typedef {object} Place
 * @property {Tab} tab
 * @property {string | null} game null: the address names none
 * @property {string[] | null} seats `me`, `code`, `v3` for version 3 of the code, or a house bot
 * @property {string | null} seed in digits
 * @property {string | null} lang
 * @property {string | null} match the mark of a match in the library, see base/kept/replay-entries.js
 * @property {string | null} turn of that match, in digits
 * @property {string | null} eyes the player whose view is shown, from 1, in digits
 * @property {Settings | null} settings of the next match that are not as usual
 * @property {Contest | null} contest in Compete: the number of a contest, or the form for a new one; null: the list
 *
 * @typedef {object} Known what may stand in an address
 * @property {Record<string, {house: string[], players: [number, number]}>} games
 * @property {readonly import('../tabs.ts').TabId[]} [tabs] not said: none
 * @property {string[]} [languages] not said: any
 */

import { beginning } from '../base/text/legible.js';
import { isLink, LONGEST_ADDRESS, partsOf } from '../base/values/address.js';
import { LAST_SEED, readSeed, seatsOf } from '../base/values/seats.js';

/** @type {Place} */
const NOWHERE = {
  ...{ tab: 'front', game: null, seats: null, seed: null, lang: null, contest: null },
  ...{ match: null, turn: null, eyes: null, settings: null },
};
const NAMES = ['game', 'tab', 'seats', 'seed', 'lang', 'contest', 'match', 'turn', 'eyes'];
/** A setting: its group and its name. */
const SETTING = /^(option|clock)\.([a-z_]{1,40})$/;
/** The most settings that are read, and the most characters of one. */
const MOST_SETTINGS = 40;
const LONGEST_SETTING = 300;
/** The most problems that are reported of one address. */
const MOST_PROBLEMS = 4;
/** The most characters of it that a sentence quotes. */
const QUOTED = 80;

/**
 * Reads an address. Wrong parts are left out and reported in a sentence. An address that is too long counts as empty.
 *
 * @param {string} hash with or without its #
 * @param {Known} known
 * @returns {{place: Place, problems: Message[]}}
 */
export function readAddress(hash, known) {
  if (hash.length > LONGEST_ADDRESS)
    return { place: NOWHERE, problems: [['address.long', { length: hash.length, most: LONGEST_ADDRESS }]] };
  const said = partsOf(hash);
  /** @type {Message[]} */
  const problems = [];
  /**
   * @template T
   * @param {string} name
   * @param {(text: string) => T | null} read null: the text is not valid
   * @param {(text: string) => Message} problem
   */
  const take = (name, read, problem) => {
    const text = said.get(name);
    if (text === null) return null;
    const value = read(text);
    if (value === null) problems.push(problem(quoted(text)));
    return value;
  };
  for (const name of new Set(said.keys()))
    if (!NAMES.includes(name) && !SETTING.test(name)) problems.push(['address.name', { name: quoted(name) }]);
  const games = Object.keys(known.games);
  const { tabs = [], languages } = known;
  const game = take('game', oneOf(games), (value) => ['address.game', { value, games: games.join(', ') }]);
  const tab = take('tab', oneOf(tabs), (value) => ['address.tab', { value, tabs: tabs.join(', ') }]);
  const lang = take('lang', languages ? oneOf(languages) : String, (value) => [
    'address.lang',
    { value, languages: languages?.join(', ') },
  ]);
  const seed = take('seed', readSeed, (value) => ['address.seed', { value, high: LAST_SEED }]);
  const seats = game === null ? null : readSeats(said.get('seats'), known.games[game], problems);
  const match = take('match', readMark, (value) => ['address.match', { value }]);
  const turn = take('turn', digits(9), (value) => ['address.turn', { value }]);
  const eyes = take('eyes', digits(4), (value) => ['address.eyes', { value }]);
  const contest = take('contest', readContest, (value) => ['address.contest', { value }]);
  // A link to a game without a tab leads to Play, where newcomers want to go.
  return {
    place: {
      ...{ tab: tab ?? (game ? 'play' : 'front'), game, seats, seed, lang, contest },
      ...{ match, turn, eyes, settings: game === null ? null : readSettings(said, problems) },
    },
    problems: first(problems),
  };
}

/** @param {Message[]} problems @returns {Message[]} */
function first(problems) {
  const count = problems.length - MOST_PROBLEMS;
  return count > 0 ? [...problems.slice(0, MOST_PROBLEMS), ['address.more', { count }]] : problems;
}

/** @param {string} text @returns {string} */
function quoted(text) {
  return text.length > QUOTED ? `${beginning(text, QUOTED)}…` : text;
}

/** @param {URLSearchParams} said @param {Message[]} problems @returns {Settings | null} null: it names none */
function readSettings(said, problems) {
  const named = [...said].filter(([name]) => SETTING.test(name)).slice(0, MOST_SETTINGS);
  if (named.length === 0) return null;
  /** @type {Settings} */
  const settings = { options: {}, clock: {} };
  for (const [full, value] of named) {
    const [, group, name = ''] = SETTING.exec(full) ?? [];
    if (value.length > LONGEST_SETTING)
      problems.push(['address.setting', { name: full, value: quoted(value) }]);
    else settings[group === 'clock' ? 'clock' : 'options'][name] = value;
  }
  return settings;
}

/** @param {string} text */
const readMark = (text) => (/^\d{1,10}-\d{1,10}-\d{1,10}$/.test(text) ? text : null);

/** Reads a number of at most so many digits. @param {number} most */
const digits = (most) => (/** @type {string} */ text) =>
  new RegExp(`^\\d{1,${most}}$`).test(text) ? String(Number(text)) : null;

/** @param {string} text @returns {Contest | null} */
function readContest(text) {
  if (text === 'series' || text === 'tournament') return text;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/**
 * @template {string} T
 * @param {readonly T[]} values
 * @returns {(text: string) => T | null}
 */
function oneOf(values) {
  return (text) => values.find((value) => value === text) ?? null;
}

/**
 * @param {string | null} text
 * @param {Known['games'][string] | undefined} game
 * @param {Message[]} problems
 * @returns {string[] | null} a wrong seat is '', which the page fills
 */
function readSeats(text, game, problems) {
  if (!text || !game) return null;
  const { fewest, most } = seatsOf(game);
  const words = text.split(',');
  if (words.length < fewest || words.length > most)
    problems.push(['address.seatCount', { count: words.length, fewest, most }]);
  return words.slice(0, most).map((value) => {
    if (value === 'me' || value === 'code' || /^v[1-9]\d{0,8}$/.test(value) || game.house.includes(value))
      return value;
    problems.push(['address.seat', { value: quoted(value), house: game.house.join(', ') }]);
    return '';
  });
}

/** @param {Partial<Place>} place @returns {string} an address, with its # */
export function writeAddress({ tab, game, seats, seed, lang, contest, match, turn, eyes, settings }) {
  const parts = [
    game && `game=${encodeURIComponent(game)}`,
    tab && tab !== 'front' && `tab=${tab}`,
    seats && `seats=${seats.map(encodeURIComponent).join(',')}`,
    seed !== null && seed !== undefined && `seed=${seed}`,
    ...(game ? settingsIn(settings) : []),
    contest && `contest=${contest}`,
    match && `match=${match}`,
    match && turn && `turn=${turn}`,
    match && eyes && `eyes=${eyes}`,
    lang && `lang=${encodeURIComponent(lang)}`,
  ];
  return `#${parts.filter(Boolean).join('&')}`;
}

/** @param {Settings | null | undefined} settings */
function settingsIn(settings) {
  const { options = {}, clock = {} } = settings ?? {};
  const all = [
    ...Object.entries(options).map(([name, value]) => [`option.${name}`, value]),
    ...Object.entries(clock).map(([name, value]) => [`clock.${name}`, value]),
  ];
  return all.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`);
}

/**
 * The address of the place that a link leads to: what it holds comes later. Until then, and if it is refused, who plays
 * and on which seed stays as it was.
 *
 * @param {string} link
 * @param {Place} [before] the place that was shown
 */
export function behind(link, before = NOWHERE) {
  const lang = partsOf(link).get('lang');
  const { tab, game, seats, seed, settings } = before;
  if (/^#p/.test(link)) return writeAddress({ tab: 'compete', lang });
  if (tab !== 'play' && tab !== 'code') return writeAddress({ tab: 'play', lang });
  return writeAddress({ tab, game, seats, seed, settings, lang });
}

/**
 * @param {Known} known
 * @param {(problems: Message[]) => void} wrong hears the problems of an address
 */
export function createRouter(known, wrong) {
  let place = NOWHERE;
  /** @type {(place: Place) => void} called when the address changes: by a link, by Back, or by hand */
  let changed = () => {};
  /** @type {(link: string) => Promise<unknown>} called when the address is a link; resolves when that is shown or refused */
  let linked = async () => {};
  /** A link in the address that is being opened: it stays there until then, for a reload. @type {string | null} */
  let opening = null;
  /** The address as it was last read or written here. */
  let latest = location.hash;

  function read() {
    const { hash } = location;
    latest = hash;
    const { place: next, problems } = readAddress(isLink(hash) ? behind(hash, place) : hash, known);
    place = next;
    opening = isLink(hash) ? hash : null;
    if (opening) linked(opening).finally(() => opening === hash && release());
    if (problems.length > 0) wrong(problems);
    return place;
  }

  function release() {
    opening = null;
    set(place, 'replaceState');
  }

  /** @param {Partial<Place>} next @param {'pushState' | 'replaceState'} how */
  function set(next, how) {
    // An address that nobody has read yet: the browser says so in a moment, and what is shown now must not replace it.
    if (how === 'replaceState' && location.hash !== latest) return;
    place = { ...NOWHERE, lang: place.lang, ...next };
    if (opening !== null && location.hash === opening) {
      if (how === 'replaceState') return;
      // What is shown now takes the place of the link: going back must not open it again.
      opening = null;
      how = 'replaceState';
    }
    const address = writeAddress(place);
    if (address !== (location.hash || '#')) history[how](null, '', address);
    latest = location.hash;
  }

  /** The address of another place, for links. @param {Partial<Place>} next */
  const href = (next) => writeAddress({ lang: place.lang, ...next });

  return {
    get place() {
      return place;
    },
    /**
     * Reads the first address, goes there, and follows every later change.
     *
     * @param {(place: Place) => void} enter
     * @param {typeof linked} open a link that is in the address
     */
    begin(enter, open) {
      changed = enter;
      linked = open;
      window.addEventListener('hashchange', () => changed(read()));
      changed(read());
    },
    href,
    /** Follows a link to another place. @param {Partial<Place>} next */
    follow(next) {
      location.hash = href(next);
    },
    /** Goes to another place at once, with an entry in the history. @param {Partial<Place>} next */
    go(next) {
      set(next, 'pushState');
      changed(place);
    },
    /** Updates the address after a change on the page, without any other effect. @param {Partial<Place>} news */
    note: (news) => set({ ...place, ...news }, 'replaceState'),
  };
}

/** @typedef {ReturnType<typeof createRouter>} Router */

/**
 * The first game to show: that of the address, else the one played last, else the first of the list.
 *
 * @param {Known['games']} games
 * @param {import('../base/kept/settings.js').Store} store
 * @returns {string}
 */
export function firstGame(games, store) {
  const names = Object.keys(games);
  const { place } = readAddress(location.hash, { games });
  const first = place.game ?? names.find((name) => name === store.get('game', '')) ?? names[0];
  if (first === undefined) throw new Error('there is no game');
  return first;
}
