// Chooses and sorts the replays of the library that are shown. No DOM.

import type { Entry } from '../../base/storage/replay-entries.ts';
import { fold } from '../../base/text/legible.ts';
import { bareName } from '../../base/values/bundle-shape.ts';
import { HUMAN, isUnnamed } from '../../base/values/seats.ts';
import { endOf } from '../../match/ending.ts';

export const ENDS = ['won', 'lost', 'drawn', 'stopped'] as const;
export const ORDERS = ['newest', 'oldest', 'longest', 'shortest'] as const;
/** The most bots that can be chosen: those with the most replays. */
const MOST_BOTS = 100;

export type End = (typeof ENDS)[number];
type Order = (typeof ORDERS)[number];

export interface Wanted {
  /** the searched text; '' for any */
  text: string;
  /** a player's name; '' for any */
  bot: string;
  /** how it ended for that bot, or, without one, for the user or the user's code; '' for any */
  end: End | '';
  /** only those with a star */
  starred: boolean;
  order: Order;
}

export const ALL: Wanted = { text: '', bot: '', end: '', starred: false, order: 'newest' };

const BY: Record<Order, (one: Entry, other: Entry) => number> = {
  newest: (one, other) => other.time - one.time,
  oldest: (one, other) => one.time - other.time,
  longest: (one, other) => other.turns - one.turns || other.time - one.time,
  shortest: (one, other) => one.turns - other.turns || other.time - one.time,
};

/** How a match ended for one of its players. */
export const endFor = ({ result }: Pick<Entry, 'result' | 'players'>, player: number): End =>
  result ? endOf(result, player) : 'stopped';

/** The name to filter by. All people without a name are one, in whichever language they have played. */
const nameOf = (player: Entry['players'][number]) => (isUnnamed(player) ? HUMAN : bareName(player));

/** @param bot '' for the user and the user's code */
function seatsOf({ players }: Entry, bot: string): number[] {
  return players.flatMap((player, k) =>
    (bot ? nameOf(player) === bot : player.kind === 'code' || player.kind === 'human') ? [k] : [],
  );
}

/** @param textOf returns the text of an entry that is searched */
export function choose(
  entries: readonly Entry[],
  { text, bot, end, starred, order }: Wanted,
  textOf: (entry: Entry) => string,
): Entry[] {
  const needles = fold(text).split(/\s+/).filter(Boolean);
  return entries
    .filter((entry) => {
      if (starred && !entry.star) return false;
      const seats = bot || end ? seatsOf(entry, bot) : [];
      if (bot && seats.length === 0) return false;
      if (end === 'stopped' ? entry.result : end && !seats.some((k) => endFor(entry, k) === end))
        return false;
      return needles.length === 0 || needles.every((needle) => textOf(entry).includes(needle));
    })
    .sort(BY[order]);
}

/** The names of the bots in these replays, those with the most replays first. */
export function botsIn(entries: readonly Entry[]): string[] {
  const counts = new Map<string, number>();
  for (const { players } of entries)
    for (const name of new Set(players.map(nameOf))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_BOTS)
    .map(([name]) => name);
}
