// The challenges with matches played by hand that were opened in this browser, and what was played for them: in any tab, and
// after the page was loaded again. No words.

import type { Store } from '../base/storage/settings.ts';
import type { Dare, Feat } from './dared.ts';
import { featOf } from './dared.ts';
import type { Match } from './types.ts';

/** The key of the challenges that were opened here. */
const DARES = 'dares';
const MOST_DARES = 30;
/** Characters of an option, such as a map, that tell it from others. */
const ENDS = 100;
/** Characters of a link that is kept: there is room for all challenges together, and the oldest browsers have 5 MB in all. */
const LONGEST_LINK = 20_000;

/**
 * A challenge that was opened in this browser, or made here. map: see `mapOf`. state: open: it is to be played; played: here,
 * with `own`; watched: before it was played; sent: it was made here. link: in which it came; none: it is too long to be kept.
 */
interface Kept {
  map: string;
  from: string;
  feat: Feat;
  state: 'open' | 'played' | 'watched' | 'sent';
  own: Feat | null;
  link?: string;
}

/** What makes two matches comparable: the map, and the players whom a person meets on it. */
export function mapOf({ header: { game, seed, options, players } }: Pick<Match, 'header'>): string {
  const others = players.map(({ kind, name }) => (kind === 'human' ? null : [kind, name]));
  const values = Object.entries(options)
    .map(([name, value]) => [name, shortened(JSON.stringify(value))])
    .sort();
  return JSON.stringify([game, seed, values, others]);
}

const shortened = (text: string) =>
  text.length > 2 * ENDS ? `${text.length} ${text.slice(0, ENDS)}${text.slice(-ENDS)}` : text;

const isSameFeat = (one: Feat, other: Feat | null) =>
  one.outcome === other?.outcome && one.turns === other.turns && one.hinted === other.hinted;

const keptIn = (store: Store) => store.get(DARES, [] as Kept[]);

/** The challenge that this match is, as it is known here; null: it is not. */
export function keptOf(store: Store, match: Match): Kept | null {
  const feat = featOf(match);
  const map = feat && mapOf(match);
  return (feat && keptIn(store).find((each) => each.map === map && isSameFeat(feat, each.feat))) ?? null;
}

/** Whether its moves are to be seen: whoever is challenged plays first. */
export const isRevealed = (store: Store, match: Match) => (keptOf(store, match)?.state ?? 'open') !== 'open';

/**
 * A challenge was opened, made, or given up; of an answer, what came of it is to be beaten.
 *
 * @param link in which it came; none: it was made here, or the link is known already
 */
export function keepDare(
  store: Store,
  match: Match,
  from: string,
  state: Exclude<Kept['state'], 'played'>,
  link?: string,
) {
  const feat = featOf(match);
  if (!feat) return;
  const before = keptOf(store, match);
  // To be opened again changes nothing.
  const kept: Kept =
    before && state === 'open' ? { ...before, from } : { map: mapOf(match), from, feat, state, own: null };
  const whole = link ?? before?.link;
  if (whole && whole.length <= LONGEST_LINK) kept.link = whole;
  const others = keptIn(store).filter(({ map, feat: other }) => map !== kept.map || !isSameFeat(feat, other));
  store.set(DARES, [kept, ...others].slice(0, MOST_DARES));
}

/** The challenge for which this match is played. */
function playedFor(all: readonly Kept[], match: Pick<Match, 'header'>): Kept | undefined {
  const map = mapOf(match);
  return all.find((each) => each.map === map && each.state !== 'sent');
}

/** What is to be beaten in a match that one person plays; null: it is played for no challenge. */
export function dareFor(store: Store, match: Pick<Match, 'header'>): NonNullable<Dare['to']> | null {
  if (match.header.players.filter(({ kind }) => kind === 'human').length !== 1) return null;
  const found = playedFor(keptIn(store), match);
  return found ? { name: found.from, feat: found.feat } : null;
}

/**
 * A person has played a match: of the challenges on its map the one that was opened last is answered.
 *
 * @returns null: it answers none
 */
export function answerDare(store: Store, match: Match): NonNullable<Dare['to']> | null {
  const own = featOf(match);
  const all = keptIn(store);
  const found = own && playedFor(all, match);
  if (!found) return null;
  const next = all.map((each) => (each === found ? { ...found, state: 'played' as const, own } : each));
  store.set(DARES, next);
  return { name: found.from, feat: found.feat };
}

/** The challenge that a match has answered which was played here; null: none. */
function answeredBy(store: Store, match: Match): Kept | null {
  const feat = featOf(match);
  const map = feat && mapOf(match);
  return (feat && keptIn(store).find((each) => each.map === map && isSameFeat(feat, each.own))) ?? null;
}

/** What a match that is kept here has answered; null: nothing. */
export function answeredWith(store: Store, match: Match): NonNullable<Dare['to']> | null {
  const found = answeredBy(store, match);
  return found && { name: found.from, feat: found.feat };
}

/** The link of the challenge that a match has answered; null: it answers none, or the link was too long to be kept. */
export const linkAnsweredWith = (store: Store, match: Match): string | null =>
  answeredBy(store, match)?.link ?? null;
