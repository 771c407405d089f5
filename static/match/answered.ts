// Which challenge a match answers, and the score: of one that came in a link, and of one that is played here. No words.

import { signal } from '@preact/signals';
import { partsOf } from '../base/values/address.ts';
import { isSeen } from '../base/values/names.ts';
import type { Match } from './types.ts';

/**
 * to: the name of who is answered; points: of the one who answers, in so many games; by: what that one is called, if it is
 * said; maps: of the challenge, while it is played.
 */
export type Score = { to: string; points: number; games: number; by?: string; maps?: number };

/** Characters of a part of a link: see `_FRAGMENT` in py/sandlot/links/packing.py. */
const LONGEST_PART = 100;
/** As many games as a challenge can have: see py/sandlot/links/challenges.py. */
const MOST_GAMES = 200;

const scores = new WeakMap<Match, Score>();
const changes = signal(0);

/** @returns null: it answers none */
export function answerOf(match: Match): Score | null {
  // Read, so that whoever shows it hears of another score.
  void changes.value;
  return scores.get(match) ?? null;
}

export function noteAnswer(match: Match, score: Score) {
  scores.set(match, score);
  changes.value += 1;
}

/** What stands behind the link of a match that is an answer. */
export function partOf({ to, points, games, by = '' }: Score): string {
  const more = by ? `&by=${cut(by)}` : '';
  return `&to=${cut(to)}&score=${points}-${games - points}${more}`;
}

/** As much of a name as a part has room for. */
export function cut(name: string): string {
  const letters = [...name];
  while (encoded(letters.join('')).length > LONGEST_PART) letters.pop();
  return encoded(letters.join(''));
}

/**
 * What a link says of itself.
 * @returns null: it is no answer
 */
export function answerIn(link: string): Score | null {
  const parts = partsOf(link);
  const [, mine = '', other = ''] = /^([\d.]{1,6})-([\d.]{1,6})$/.exec(parts.get('score') ?? '') ?? [];
  const to = decoded(parts.get('to') ?? '');
  const by = decoded(parts.get('by') ?? '');
  const [points, lost] = [Number(mine), Number(other)];
  const games = points + lost;
  return to &&
    mine &&
    Number.isInteger(2 * points) &&
    Number.isInteger(games) &&
    games > 0 &&
    games <= MOST_GAMES
    ? { to, points, games, ...(by !== '' && isSeen(by) && { by }) }
    : null;
}

/** As base64url: of other characters a link takes few. */
const encoded = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** @returns '': it is no text */
export function decoded(part: string): string {
  try {
    const bytes = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    );
  } catch {
    return '';
  }
}
