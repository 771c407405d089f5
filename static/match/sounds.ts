// What is heard of a match: one sound for each kind of event. No DOM and no audio.

import type { Tone } from './ending.ts';
import type { State } from './playback.ts';
import type { Match, TurnRecord } from './types.ts';

/** turn: a person is asked; end: of a match that no single person played, or a draw. */
export type Sound = 'turn' | 'move' | 'capture' | 'kill' | 'out' | 'won' | 'lost' | 'end';

/** What was shown before. */
export type PlayedTurn = { match: unknown; position: number; isOver: boolean };

/** What counts more is heard instead of what counts less. */
const WEIGHT = ['out', 'kill', 'capture'] as const;

/** What happened in a turn. */
export function soundOf(record: TurnRecord | undefined): Sound {
  const kinds = (record?.stats.marks ?? []).map(([kind]) => kind);
  return WEIGHT.find((kind) => kinds.includes(kind)) ?? 'move';
}

/**
 * What is to be heard of a change: the step to the next position, and the end. Who jumps hears nothing.
 * @param toneOf how the match ended
 */
export function nextSound(
  { match, position, last, playing, live }: Readonly<State>,
  before: PlayedTurn,
  toneOf: (match: Match) => Tone,
): Sound | null {
  if (!match || match !== before.match) return null;
  const isStep = position === before.position + 1;
  const isAtEnd = match.result !== null && position === last && !live;
  if (isAtEnd && !before.isOver && (isStep || position === before.position)) {
    const tone = toneOf(match);
    return tone === 'won' || tone === 'lost' ? tone : 'end';
  }
  return isStep && (playing || isAtEnd) ? soundOf(match.records[position]) : null;
}
