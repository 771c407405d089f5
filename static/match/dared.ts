// The challenge that goes with a match played by hand: who challenges, and what came of the match that it answers. It stands
// behind the link of the match, which says itself how it went. No words.

import { partsOf } from '../base/values/address.ts';
import { isSeen } from '../base/values/names.ts';
import { cut, decoded } from './answered.ts';
import { createDeltaLog } from './delta-log.ts';
import type { Match } from './types.ts';

/** What came of a match for the one who has played it by hand. */
export interface Feat {
  outcome: 'won' | 'draw' | 'lost';
  turns: number;
  /** whether hints were looked at */
  hinted: boolean;
}

/**
 * from: who challenges, or answers; '': nobody has said. to: who is answered, and what is to be beaten; null: it answers none.
 * isMine: it was played here.
 */
export interface Dare {
  from: string;
  to: { name: string; feat: Feat } | null;
  isMine?: boolean;
}

/** @returns null: no challenge goes with it */
export const dareOf = (match: Match): Dare | null => match.dare ?? null;

export function noteDare(match: Match, dare: Dare) {
  match.dare = dare;
}

/** What came of it for the one person who plays in it; null: it is not over, or no match of one person. */
export function featOf({ header: { players, hinted = false }, result, records, sealed }: Match): Feat | null {
  if (sealed) return sealed;
  const people = players.flatMap(({ kind }, k) => (kind === 'human' ? [k] : []));
  const place = result?.places[people[0] ?? -1];
  if (people.length !== 1 || !result || place === undefined) return null;
  const isShared = result.places.filter((each) => each === place).length > 1;
  const outcome = place > 1 ? 'lost' : isShared ? 'draw' : 'won';
  return { outcome, turns: records.length - 1, hinted };
}

const HINTED = '-hinted';
const ORDER = ['lost', 'draw', 'won'];

/** Positive: the first is better. Who wins does so early, who loses late. */
export function compareFeats(one: Feat, other: Feat): number {
  const won = ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome);
  if (won !== 0) return won;
  if (one.outcome === 'draw') return 0;
  return one.outcome === 'won' ? other.turns - one.turns : one.turns - other.turns;
}

/**
 * Of a challenge: its match as far as whoever is to play it may know it. The rest is not there, so that nothing can show it.
 *
 * @param feat what came of it
 * @param view what is known of its first position
 */
export function sealedMatch({ header, replay }: Match, dare: Dare, feat: Feat, view: unknown): Match {
  return {
    ...{ origin: 'replay', header, replay, result: null, views: new Map(), isSent: true, dare, sealed: feat },
    deltaLog: createDeltaLog([JSON.stringify([view])]),
    records: [{ answers: [], stats: { series: {}, marks: [] } }],
  };
}

/** What stands behind the link of a match. */
export function partOfDare({ from, to }: Dare): string {
  if (!to) return `&dare=${cut(from)}`;
  const { outcome, turns, hinted } = to.feat;
  const more = `&to=${cut(to.name)}&had=${outcome}-${turns}${hinted ? HINTED : ''}`;
  return `&dare=${cut(from)}${more}`;
}

/**
 * What a link says of itself.
 * @returns null: it is no challenge
 */
export function dareIn(link: string): Dare | null {
  const parts = partsOf(link);
  const from = parts.get('dare');
  if (from === null) return null;
  const [, outcome, turns, hints] =
    /^(won|draw|lost)-(\d{1,6})(-hinted)?$/.exec(parts.get('had') ?? '') ?? [];
  const feat = outcome && {
    ...{ outcome: outcome as Feat['outcome'], turns: Number(turns) },
    hinted: hints === HINTED,
  };
  return { from: nameIn(from), to: feat ? { name: nameIn(parts.get('to') ?? ''), feat } : null };
}

/** Python refuses a name that nobody sees. */
function nameIn(part: string): string {
  const name = decoded(part);
  return isSeen(name) ? name : '';
}
