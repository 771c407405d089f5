/**
 * The router: reads and writes the address of the page, `#game=snake&tab=play&seats=me,surveyor&seed=7&lang=ru`. The
 * first half has no DOM; the second watches and sets the address.
 *
 * @typedef {import('../match/types.js').Message} Message
 * @typedef {'front' | 'play' | 'code' | 'replays' | 'compete'} Tab
 *
 * @typedef {number | 'series' | 'tournament'} Contest
 *
 * @typedef {object} Place
 * @property {Tab} tab
 * @property {string | null} game null: the address names none
 * @property {string[] | null} seats `me`, `code`, `v3` for version 3 of the code, or a house bot
 * @property {string | null} seed in digits
 * @property {string | null} lang
 * @property {Contest | null} contest in Compete: the number of a contest, or the form for a new one; null: the list
 *
 * @typedef {object} Known what may stand in an address
 * @property {Record<string, {house: string[], players: [number, number]}>} games
 * @property {string[]} [languages] not said: any
 */

import { isLink, LONGEST_ADDRESS, partsOf } from '../base/values/address.js';
import { LAST_SEED, readSeed, seatsOf } from '../base/values/seats.js';

export const TABS = /** @type {const} */ (['play', 'code', 'replays', 'compete']);
/** @type {Place} */
const NOWHERE = { tab: 'front', game: null, seats: null, seed: null, lang: null, contest: null };
const NAMES = ['game', 'tab', 'seats', 'seed', 'lang', 'contest'];
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
    if (!NAMES.includes(name)) problems.push(['address.name', { name: quoted(name) }]);
  const games = Object.keys(known.games);
  const { languages } = known;
  const game = take('game', oneOf(games), (value) => ['address.game', { value, games: games.join(', ') }]);
  const tab = take('tab', oneOf(TABS), (value) => ['address.tab', { value, tabs: TABS.join(', ') }]);
  const lang = take('lang', languages ? oneOf(languages) : String, (value) => [
    'address.lang',
    { value, languages: languages?.join(', ') },
  ]);
  const seed = take('seed', readSeed, (value) => ['address.seed', { value, high: LAST_SEED }]);
  const seats = game === null ? null : readSeats(said.get('seats'), known.games[game], problems);
  const contest = take('contest', readContest, (value) => ['address.contest', { value }]);
  // A link to a game without a tab leads to Play, where newcomers want to go.
  return {
    place: { tab: tab ?? (game ? 'play' : 'front'), game, seats, seed, lang, contest },
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
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
}

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
export function writeAddress({ tab, game, seats, seed, lang, contest }) {
  const parts = [
    game && `game=${encodeURIComponent(game)}`,
    tab && tab !== 'front' && `tab=${tab}`,
    seats && `seats=${seats.map(encodeURIComponent).join(',')}`,
    seed !== null && seed !== undefined && `seed=${seed}`,
    contest && `contest=${contest}`,
    lang && `lang=${encodeURIComponent(lang)}`,
  ];
  return `#${parts.filter(Boolean).join('&')}`;
}

/**
 * @param {Known} known
 * @param {(problems: Message[]) => void} wrong hears the problems of an address
 */
export function createRouter(known, wrong) {
  let place = NOWHERE;
  /** @type {(place: Place) => void} called when the address changes: by a link, by Back, or by hand */
  let changed = () => {};
  /** @type {(link: string) => void} called when the address holds a match */
  let linked = () => {};

  function read() {
    const { hash } = location;
    // A link holds a match, and leads to where matches are shown.
    const { place: next, problems } = readAddress(isLink(hash) ? '#tab=play' : hash, known);
    if (isLink(hash)) linked(hash);
    place = next;
    if (problems.length > 0) wrong(problems);
    return place;
  }

  /** @param {Partial<Place>} next @param {'pushState' | 'replaceState'} how */
  function set(next, how) {
    place = { ...NOWHERE, lang: place.lang, ...next };
    const address = writeAddress(place);
    if (address !== (location.hash || '#')) history[how](null, '', address);
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
     * @param {(link: string) => void} open a match that is in the address
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
