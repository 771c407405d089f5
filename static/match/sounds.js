/**
 * What is heard of a match: one sound for each kind of event. No DOM and no audio.
 *
 * @typedef {import('./types.js').TurnRecord} TurnRecord
 * @typedef {'turn' | 'move' | 'capture' | 'kill' | 'out' | 'won' | 'lost' | 'end'} Sound turn: a person is asked; end: of
 *   a match that no single person played, or a draw
 *
 * @typedef {{match: unknown, position: number, isOver: boolean}} Heard what was shown before
 */

/** What counts more is heard instead of what counts less. */
const WEIGHT = /** @type {const} */ (['out', 'kill', 'capture']);

/** What happened in a turn. @param {TurnRecord | undefined} record @returns {Sound} */
export function soundOf(record) {
  const kinds = (record?.stats.marks ?? []).map(([kind]) => kind);
  return WEIGHT.find((kind) => kinds.includes(kind)) ?? 'move';
}

/**
 * What is to be heard of a change: the step to the next position, and the end. Who jumps hears nothing.
 *
 * @param {Readonly<import('./playback.js').State>} state
 * @param {Heard} before
 * @param {(match: import('./types.js').Match) => import('./ending.js').Tone} toneOf how the match ended
 * @returns {Sound | null}
 */
export function nextSound({ match, position, last, playing, live }, before, toneOf) {
  if (!match || match !== before.match) return null;
  const isStep = position === before.position + 1;
  const isAtEnd = match.result !== null && position === last && !live;
  if (isAtEnd && !before.isOver && (isStep || position === before.position)) {
    const tone = toneOf(match);
    return tone === 'won' || tone === 'lost' ? tone : 'end';
  }
  return isStep && (playing || isAtEnd) ? soundOf(match.records[position]) : null;
}
