// What a moment of a match is called. Where players move one after the other people count rounds, elsewhere turns.

import type { Match } from '../match/types.ts';
import { gameViewOf } from './index.ts';

/** For sentences that exist by `unit`: `turn` is the number of the turn, or that of the round. */
export type Moment = { unit: 'turn' | 'round'; turn: number };

/** The one place that decides which it is, for every sentence that names a moment. */
export function momentOf(match: Pick<Match, 'header' | 'deltaLog'> | null, turn: number): Moment {
  const round = match ? roundAt(match, turn) : null;
  return round === null ? { unit: 'turn', turn } : { unit: 'round', turn: round };
}

/** The same for a match of two that is not here: both have moved in every round. */
export function momentInTwo(game: string, turn: number): Moment {
  const { round, movesPerTurn } = gameViewOf(game);
  if (!round || !movesPerTurn) return { unit: 'turn', turn };
  return { unit: 'round', turn: Math.max(1, Math.ceil(turn / movesPerTurn(2))) };
}

/** The round of a turn; null: the game has none, or the position is not here. */
export function roundAt(
  { header, deltaLog }: Pick<Match, 'header' | 'deltaLog'>,
  turn: number,
): number | null {
  const { round } = gameViewOf(header.game);
  // Positions are worked out only where they tell a round.
  const view = round ? deltaLog.view(turn) : null;
  return view && round ? round(view, turn > 0 ? deltaLog.view(turn - 1) : null) : null;
}
