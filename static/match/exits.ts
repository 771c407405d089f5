// Who of many players is out at a position of a match, since when, and who did it. No DOM and no words.

import type { Match } from './types.ts';

/** How a player went out. round: null: it is not known; by: who did it; null: nobody, or that is not seen */
export interface Exit {
  round: number | null;
  by: number | null;
}

/** What of a match is seen: its views, and the round of each, in a game where players move one after the other. */
interface Seen {
  viewAt: (position: number) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: Each game has views of its own.
  round?: (view: any, previous: any) => number;
}

const NOBODY: ReadonlyMap<number, Exit> = new Map();
/** More players than these fall one after the other. */
const DUEL = 2;
/** By match: up to which position it was looked through, and who went out there, and where. */
const found = new WeakMap<Match, { upTo: number; exits: Map<number, Exit & { at: number }> }>();

/**
 * Who of many players is out at a position.
 * @param seen null: not everything is seen
 */
export function exitsOf(match: Match, position: number, seen: Seen | null): ReadonlyMap<number, Exit> {
  if (match.header.players.length <= DUEL) return NOBODY;
  const known = found.get(match) ?? { upTo: 0, exits: new Map() };
  found.set(match, known);
  for (; known.upTo < position && match.records[known.upTo + 1]; known.upTo += 1) {
    const at = known.upTo + 1;
    const marks = match.records[at]?.stats.marks ?? [];
    for (const [kind, player] of marks) {
      if (kind !== 'out') continue;
      const by = marks.find(([other, who]) => other === 'capture' && who !== player)?.[1] ?? null;
      known.exits.set(player, { at, by, round: null });
    }
  }
  const gone = [...known.exits].filter(([, { at }]) => at <= position);
  for (const [, exit] of gone) {
    const view = exit.round === null ? seen?.viewAt(exit.at) : null;
    if (view) exit.round = seen?.round?.(view, seen.viewAt(exit.at - 1)) ?? null;
  }
  return new Map(
    gone.map(([player, { by, round: when }]) => [player, { round: when, by: seen ? by : null }]),
  );
}
