// A match that is being computed is ahead of whoever watches it. No DOM.

import type { State } from '../../match/playback.ts';

/**
 * Tells whether what there is after the turn that is shown is hidden. Whoever goes back sees all there is, and whoever goes ahead
 * goes on watching from there.
 *
 * @returns to be called whenever the playback has changed
 */
export function createAhead() {
  let watched: State['match'] = null;
  let furthest = 0;
  return ({ match, position, live }: Pick<State, 'match' | 'position' | 'live'>): boolean => {
    if (match !== watched) furthest = 0;
    watched = match;
    furthest = Math.max(furthest, position);
    return live && position === furthest;
  };
}
