// Follows a match of the code in the editor. Once it has made a move it becomes a version, which records how the match ended.
// A run that fails before its first move makes no version.

import type { Outcome } from '../../base/storage/versions.ts';
import { LONGEST_AGAINST } from '../../base/storage/versions.ts';
import { beginning } from '../../base/text/legible.ts';
import { bareName, isSame } from '../../base/values/bundle-shape.ts';
import { endOf } from '../../match/ending.ts';
import type { Code, Match, MatchSpec } from '../../match/types.ts';

/** id: of the bot */
export interface Tried {
  game: string;
  code: Code;
  id: number;
}

/** @param keep makes a version of the code, unless it is one already */
export function createTried(
  keep: (tried: Tried) => Promise<unknown>,
  ended: (tried: Tried, outcome: Outcome) => void,
) {
  let open: (Tried & { spec: MatchSpec; own: number[]; from: number; kept: Promise<unknown> | null }) | null =
    null;
  /** The match of the code; null until it has begun. */
  let match: Match | null = null;

  return {
    /** A match begins. @param code the code in the editor */
    begin(spec: MatchSpec, code: Code, id: number) {
      const own = spec.seats.flatMap((seat, k) => (seat.kind === 'code' && isSame(seat, code) ? [k] : []));
      match = null;
      const first = (spec.fork?.turn ?? 0) + 1;
      open = own.length > 0 ? { game: spec.game, code, id, spec, own, from: first, kept: null } : null;
    },

    /** @param state the state of the playback */
    follow({ match: shown, live }: { match: Match | null; live: boolean }) {
      if (!open || !shown || shown.origin !== 'live') return;
      if (!match && live && isOf(open.spec, shown)) match = shown;
      if (match !== shown) return;
      const { own, from } = open;
      open.kept ??= hasMoved(match, own, from) ? keep(open) : null;
      open.from = Math.max(from, match.records.length);
      if (live) return;
      const { kept, ...tried } = open;
      const outcome = outcomeOf(match, own);
      open = null;
      if (kept && outcome) kept.then(() => ended(tried, outcome));
    },
  };
}

const isOf = ({ game, seed, seats, fork }: MatchSpec, { header }: Match) =>
  header.game === game && header.players.length === seats.length && (fork || header.seed === seed);

/** Whether one of these players has made a move. @param from the first turn to check */
export function hasMoved({ records }: Pick<Match, 'records'>, players: number[], from: number) {
  return records
    .slice(from)
    .some(({ answers }) => answers.some(({ player, fault }) => players.includes(player) && !fault));
}

/** How a match ended for the first of these players. @returns null if it was stopped */
export function outcomeOf(
  { header, result }: Pick<Match, 'header' | 'result'>,
  [own = 0]: number[],
): Outcome | null {
  if (!result) return null;
  const against = header.players.filter((_, k) => k !== own).map((player) => bareName(player));
  return {
    end: endOf(result, own),
    against: beginning(against.join(', '), LONGEST_AGAINST),
    turns: result.turns,
  };
}
