// A match that is being computed may be ahead of the position that the user watches. No DOM.

import type { State } from '../../match/playback.ts';

/**
 * Decides whether the turns after the shown one are hidden. A user who goes back sees all turns; one who goes ahead continues
 * to watch from there.
 *
 * @returns a function to be called whenever the playback has changed
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
