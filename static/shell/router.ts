// The router: reads and writes the address of the page, `#game=snake&tab=play&seats=me,surveyor&seed=7&lang=ru`. The
// first half has no DOM; the second watches and sets the address.

type Tab = 'front' | TabId;

type Contest = number | 'series' | 'tournament';

/** The match settings, as texts of their fields. */
export type Settings = { options: Record<string, string>; clock: Record<string, string> };

export interface Place {
  tab: Tab;
  /** null if the address names none. */
  game: string | null;
  /** `me`, `code`, `v3` for the third version of the game's bots, or a house bot. */
  seats: string[] | null;
  /** In digits. */
  seed: string | null;
  lang: string | null;
  /** The mark of a match in the library (see base/storage/replay-entries.ts), or of a contest's game (base/values/game-mark.ts). */
  match: string | null;
  /** The shown turn of that match, in digits. */
  turn: string | null;
  /** The player whose view is shown, from 1, in digits. */
  eyes: string | null;
  /** Settings of the next match that differ from the defaults. */
  settings: Settings | null;
  /** In Compete: the number of a contest, or the form for a new one; null for the list. */
  contest: Contest | null;
  /** The puzzle that is on the board: see panels/puzzles/place.ts. */
  puzzle: string | null;
  /** In Learn: the step of the game's path that is shown; null for the first one that is not passed. */
  step: string | null;
  /** In League: the address of the league's pages; null for the list, or the league of this site. */
  league: string | null;
  /** The name of its season; null for the last one. */
  season: string | null;
}

/** The names that an address may contain. */
export interface Known {
  games: Record<string, { house: string[]; players: [number, number] }>;
  /** None if left out. */
  tabs?: readonly TabId[];
  /** Any if left out. */
  languages?: string[];
}

import { fragment } from '../base/site/fragment.ts';
import type { Store } from '../base/storage/settings.ts';
import { beginning } from '../base/text/legible.ts';
import { isLink, LONGEST_ADDRESS, partsOf } from '../base/values/address.ts';
import { readMark } from '../base/values/game-mark.ts';
import { LAST_SEED, readSeed, seatsOf } from '../base/values/seats.ts';
import type { Message } from '../match/types.ts';
import type { TabId } from '../tabs.ts';

const NOWHERE: Place = {
  ...{ tab: 'front', game: null, seats: null, seed: null, lang: null, contest: null },
  ...{ match: null, turn: null, eyes: null, settings: null, puzzle: null, step: null },
  ...{ league: null, season: null },
};
const NAMES = [
  ...['game', 'tab', 'seats', 'seed', 'lang', 'contest'],
  ...['match', 'turn', 'eyes', 'puzzle', 'step', 'league', 'season'],
];
/** The key of a setting: its group and its name. */
const SETTING = /^(option|clock)\.([a-z_]{1,40})$/;
/** The most settings that are read, and the most characters of one. */
const MOST_SETTINGS = 40;
const LONGEST_SETTING = 300;
/** The most problems that are reported of one address. */
const MOST_PROBLEMS = 4;
/** The most characters of an address that a sentence quotes. */
const QUOTED = 80;

/**
 * Reads an address. Invalid parts are left out and reported. An address that is too long counts as empty.
 * @param hash with or without its #
 */
export function readAddress(hash: string, known: Known): { place: Place; problems: Message[] } {
  if (hash.length > LONGEST_ADDRESS)
    return { place: NOWHERE, problems: [['address.long', { length: hash.length, most: LONGEST_ADDRESS }]] };
  const said = partsOf(hash);
  const problems: Message[] = [];
  /** @param read returns null if the text is not valid */
  const take = <T>(name: string, read: (text: string) => T | null, problem: (text: string) => Message) => {
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
  const match = take('match', aMark, (value) => ['address.match', { value }]);
  const turn = take('turn', digits(9), (value) => ['address.turn', { value }]);
  const eyes = take('eyes', digits(4), (value) => ['address.eyes', { value }]);
  const contest = take('contest', readContest, (value) => ['address.contest', { value }]);
  const puzzle = take('puzzle', aPuzzle, (value) => ['address.puzzle', { value }]);
  const step = take('step', aStep, (value) => ['address.step', { value }]);
  const league = take('league', aLeague, (value) => ['address.league', { value }]);
  const season = take('season', aSeason, (value) => ['address.season', { value }]);
  // A link to a game without a tab goes to Play, where newcomers want to go.
  return {
    place: {
      ...{ tab: tab ?? (game ? 'play' : 'front'), game, seats, seed, lang, contest },
      ...{ match, turn, eyes, settings: game === null ? null : readSettings(said, problems), puzzle },
      ...{ step, league, season: league === null ? null : season },
    },
    problems: first(problems),
  };
}

function first(problems: Message[]): Message[] {
  const count = problems.length - MOST_PROBLEMS;
  return count > 0 ? [...problems.slice(0, MOST_PROBLEMS), ['address.more', { count }]] : problems;
}

function quoted(text: string): string {
  return text.length > QUOTED ? `${beginning(text, QUOTED)}…` : text;
}

/** @returns null if the address has no settings */
function readSettings(said: URLSearchParams, problems: Message[]): Settings | null {
  const named = [...said].filter(([name]) => SETTING.test(name)).slice(0, MOST_SETTINGS);
  if (named.length === 0) return null;
  const settings: Settings = { options: {}, clock: {} };
  for (const [full, value] of named) {
    const [, group, name = ''] = SETTING.exec(full) ?? [];
    if (value.length > LONGEST_SETTING)
      problems.push(['address.setting', { name: full, value: quoted(value) }]);
    else settings[group === 'clock' ? 'clock' : 'options'][name] = value;
  }
  return settings;
}

/** A valid mark: of a match in the library, or of a contest's game. */
const aMark = (text: string) => (/^\d{1,10}-\d{1,10}-\d{1,10}$/.test(text) || readMark(text) ? text : null);

const aStep = (text: string) => (/^[a-z][a-z0-9-]{0,39}$/.test(text) ? text : null);

const aPuzzle = (text: string) => (/^[a-z0-9-]{1,100}$/.test(text) ? text : null);

const aLeague = (text: string) => (/^https?:\/\/[^\s#]{1,500}$/.test(text) ? text : null);

const aSeason = (text: string) => (/^[a-z0-9_-]{1,40}$/.test(text) ? text : null);

/** Reads a number with at most `most` digits. */
const digits = (most: number) => (text: string) =>
  new RegExp(`^\\d{1,${most}}$`).test(text) ? String(Number(text)) : null;

function readContest(text: string): Contest | null {
  if (text === 'series' || text === 'tournament') return text;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function oneOf<T extends string>(values: readonly T[]): (text: string) => T | null {
  return (text) => values.find((value) => value === text) ?? null;
}

/** @returns an invalid seat becomes '', which the page fills */
function readSeats(
  text: string | null,
  game: Known['games'][string] | undefined,
  problems: Message[],
): string[] | null {
  if (!text || !game) return null;
  const { fewest, most } = seatsOf(game);
  const words = text.split(',');
  if (words.length < fewest || words.length > most)
    problems.push(['address.seatCount', { count: words.length, fewest, most }]);
  const isKnown = (value: string) =>
    value === 'me' || value === 'code' || /^v[1-9]\d{0,8}$/.test(value) || game.house.includes(value);
  const seats = words.slice(0, most);
  const unknown = [...new Set(seats.filter((value) => !isKnown(value)))];
  if (unknown.length > 0)
    problems.push([
      'address.seat',
      { count: unknown.length, value: quoted(unknown.join(', ')), house: game.house.join(', ') },
    ]);
  return seats.map((value) => (isKnown(value) ? value : ''));
}

/** @returns an address, with its # */
export function writeAddress({
  tab,
  game,
  seats,
  seed,
  lang,
  contest,
  match,
  turn,
  eyes,
  settings,
  puzzle,
  step,
  league,
  season,
}: Partial<Place>): string {
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
    puzzle && `puzzle=${puzzle}`,
    step && `step=${step}`,
    league && `league=${encodeURIComponent(league)}`,
    league && season && `season=${season}`,
    lang && `lang=${encodeURIComponent(lang)}`,
  ];
  return `#${parts.filter(Boolean).join('&')}`;
}

function settingsIn(settings: Settings | null | undefined) {
  const { options = {}, clock = {} } = settings ?? {};
  const all = [
    ...Object.entries(options).map(([name, value]) => [`option.${name}`, value]),
    ...Object.entries(clock).map(([name, value]) => [`clock.${name}`, value]),
  ];
  return all.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`);
}

/**
 * The address of the place that a link leads to, before its content is loaded. Until then, and if the link is refused, the
 * players and the seed that were set up stay.
 * @param before the place that was shown
 */
export function behind(link: string, before: Place = NOWHERE) {
  const lang = partsOf(link).get('lang');
  const { tab, game, seats, seed, settings } = before;
  if (/^#p/.test(link)) return writeAddress({ tab: 'compete', lang });
  if (/^#t/.test(link)) return writeAddress({ tab: 'learn', lang });
  if (tab !== 'play' && tab !== 'code') return writeAddress({ tab: 'play', lang });
  return writeAddress({ tab, game, seats, seed, settings, lang });
}

/**
 * The state of a history entry that was shown before; a new entry has none. at: the full address of the place, if the entry's
 * own address is a link or leaves out the players that are set up.
 */
type Shown = { shown: true; at?: string };
const SHOWN: Shown = { shown: true };

/** @param wrong called with the problems of an address */
export function createRouter(known: Known, wrong: (problems: Message[]) => void) {
  let place = NOWHERE;
  /** Called when the address changes: by a link, by Back, or by hand. */
  let changed: (place: Place) => void = () => {};
  /** Called when the address is a link; resolves when it is shown or refused: with whether the address stays the link. */
  let linked: (link: string) => Promise<boolean> = async () => false;
  /** The link in the address that is being opened; it stays there meanwhile, for a reload. null if none. */
  let opening: string | null = null;
  /**
   * The link whose match is shown. The address stays the link so that it can be sent on: only this browser knows the match's
   * mark. Also a link that could not be opened, so that a reload tries again. null if none.
   */
  let kept: string | null = null;
  /** The address as it was last read or written here. */
  let latest = location.hash;
  /** Whether the user came to the address by Back or Forward, so that its entry was shown before. */
  let isReturn = false;
  /** Whether the shown match has other players than those set up: the address must not name them, or it would show another match. */
  let isOfOthers = false;

  function read() {
    const hash = fragment();
    latest = hash;
    const state: Shown | null = history.state;
    isReturn = state !== null;
    if (!isReturn) history.replaceState(SHOWN, '');
    const { place: next, problems } = readAddress(
      state?.at ?? (isLink(hash) ? behind(hash, place) : hash),
      known,
    );
    place = next;
    kept = null;
    opening = isLink(hash) ? hash : null;
    if (opening) void open(opening);
    if (problems.length > 0) wrong(problems);
    return place;
  }

  async function open(link: string) {
    let stays = false;
    try {
      stays = await linked(link);
    } finally {
      if (opening === link) {
        opening = null;
        kept = stays ? link : null;
        set(place, 'replaceState');
      }
    }
  }

  /** Stores the place in the state of the entry whose address stays the link. The link, which may be long, is not rewritten. */
  function noteAt() {
    const at = writeAddress({ ...place, match: null, turn: null, eyes: null });
    if (history.state?.at !== at) history.replaceState({ ...SHOWN, at }, '');
  }

  function set(next: Partial<Place>, how: 'pushState' | 'replaceState') {
    // The address has changed and was not read yet. The browser's event will follow, and it must not be overwritten.
    if (how === 'replaceState' && location.hash !== latest) return;
    place = { ...NOWHERE, lang: place.lang, ...next };
    if (opening !== null && location.hash === opening) {
      if (how === 'replaceState') return;
      // The new place replaces the link: going back must not open it again.
      opening = null;
      how = 'replaceState';
    }
    if (kept !== null && location.hash === kept && how === 'replaceState') return noteAt();
    kept = null;
    const at = writeAddress(place);
    const address = isOfOthers ? writeAddress({ ...place, seats: null, seed: null, settings: null }) : at;
    const state: Shown = address === at ? SHOWN : { ...SHOWN, at };
    if (address !== (location.hash || '#') || history.state?.at !== state.at)
      history[how](state, '', address);
    latest = location.hash;
  }

  /** The address of another place, for links in the page. */
  const href = (next: Partial<Place>) => writeAddress({ lang: place.lang, ...next });

  return {
    get place() {
      return place;
    },
    /** Whether the user came to the place by Back or Forward. */
    get isReturn() {
      return isReturn;
    },
    /**
     * Reads the first address, goes there, and follows every later change.
     * @param open opens a link that is in the address
     */
    begin(enter: (place: Place) => void, open: typeof linked) {
      changed = enter;
      linked = open;
      window.addEventListener('hashchange', () => changed(read()));
      changed(read());
    },
    href,
    /** Goes to another place as a link does. */
    follow(next: Partial<Place>) {
      location.hash = href(next);
    },
    /** Goes to another place at once, with an entry in the history. */
    go(next: Partial<Place>) {
      isReturn = false;
      set(next, 'pushState');
      changed(place);
    },
    /**
     * Goes to the place of the link that is being opened, while the address stays the link.
     *
     * @param game the game of the link; null if it is not known: the front page shows all games
     */
    arrive(game: string | null) {
      if (opening === null) return;
      const tab = game === null ? 'front' : place.tab === 'front' ? 'play' : place.tab;
      // The players and the seed that were set up are of another game.
      if (place.game !== game || place.tab !== tab) place = { ...NOWHERE, lang: place.lang, tab, game };
      changed(place);
    },
    /** The link could not be opened: goes back to this place, while the address stays the link. */
    retreat(to: Place) {
      if (opening === null) return;
      place = to;
      changed(place);
    },
    /** The user goes on from what the link showed: the next place gets its own history entry, and Back leads to the link. */
    stay(link: string) {
      if (opening !== link) return;
      opening = null;
      kept = link;
    },
    /** Sets whether the shown match has other players than those set up. Then the address names no players; the entry's state does. */
    noteOthers(isNow: boolean) {
      if (isNow === isOfOthers) return;
      isOfOthers = isNow;
      set(place, 'replaceState');
    },
    /** The link that stays in the address; null if there is none. */
    get kept() {
      return kept;
    },
    /**
     * The content of a link is no longer shown: the address names the shown place again.
     *
     * @param link nothing changes if another link stays in the address
     */
    letGo(link: string | null = kept) {
      if (kept === null || kept !== link) return;
      kept = null;
      set(place, 'replaceState');
    },
    /** Whether a link is being opened; with an argument, whether it is that link. */
    isOpening: (link: string | null = opening) => opening !== null && opening === link,
    /** Updates the address after a change on the page; nothing else happens. */
    note: (news: Partial<Place>) => set({ ...place, ...news }, 'replaceState'),
    /** The same with a new history entry: Back leads to the address of now. */
    noteNext: (news: Partial<Place>) => set({ ...place, ...news }, 'pushState'),
  };
}

export type Router = ReturnType<typeof createRouter>;

/** The first game to show: that of the address, else the one played last, else the first in the list. */
export function firstGame(games: Known['games'], store: Store): string {
  const names = Object.keys(games);
  const { place } = readAddress(location.hash, { games });
  const first = place.game ?? names.find((name) => name === store.get('game', '')) ?? names[0];
  if (first === undefined) throw new Error('there is no game');
  return first;
}
