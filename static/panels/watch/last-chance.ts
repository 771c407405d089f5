// The last turn of a lost match from which it was not lost yet: from several turns a strong bot plays on in the place of the
// loser, and how that ends is an estimate of what was still to be had. No DOM.

import type { Match, Message } from '../../match/types.ts';

/** Milliseconds for all matches that are played on. */
const TIMEOUT_MS = 90_000;

/** What came of playing on. */
export interface Played {
  isLost: boolean;
  /** what the strong bot ordered first in the place of the loser, in words; empty: it was not asked */
  order: Message[];
}

/** turn: the last one from which it is not lost; before: the first one from which it is. */
export interface Chance {
  turn: number;
  before: number;
  order: Message[];
}

/** @returns null: nobody has lost, or there are not two */
export function loserOf({ header, result }: Match): number | null {
  const [first, second] = result?.places ?? [];
  if (header.players.length !== 2 || first === undefined || second === undefined || first === second)
    return null;
  return first > second ? 0 : 1;
}

/**
 * Halves the match until two neighbouring turns are found, or time is up.
 *
 * @param last the turn in which it ended
 * @param playOn plays from a turn to the end; null: it did not come to one
 * @param step hears of every match that is begun
 * @returns 'never': from the start it is lost; null: nothing was found out
 */
export async function findChance(
  last: number,
  playOn: (turn: number) => Promise<Played | null>,
  step: (turn: number, number: number, of: number) => void,
  now: () => number = () => performance.now(),
): Promise<Chance | 'never' | null> {
  const until = now() + TIMEOUT_MS;
  const of = 1 + Math.ceil(Math.log2(Math.max(2, last)));
  step(0, 1, of);
  const start = await playOn(0);
  if (!start) return null;
  if (start.isLost) return 'never';
  let [turn, before, { order }] = [0, last, start];
  for (let number = 2; before - turn > 1 && now() < until; number += 1) {
    const middle = Math.floor((turn + before) / 2);
    step(middle, Math.min(number, of), of);
    const played = await playOn(middle);
    if (!played) return null;
    if (played.isLost) before = middle;
    else [turn, order] = [middle, played.order];
  }
  return { turn, before, order };
}
