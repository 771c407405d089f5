// The turn from which a fork continues. No DOM.

import type { State } from '../../match/playback.ts';

/**
 * The shown turn, so that the next one is played again. If a mistake was made on the shown turn, it is the turn before, from which
 * the mistake can still be avoided; also in the last position of a finished match, where nobody moves.
 *
 * @param marked the turn that decided the match, as marked on the timeline; null if none is marked
 * @returns -1 if there is none
 */
export function forkTurn({ match, position, last }: Readonly<State>, marked: number | null): number {
  const isOver = match?.result && position === last;
  return isOver || mistakeAt(match, position, marked) ? position - 1 : position;
}

/** Whether a mistake was made on the shown turn. */
export function mistakeAt(match: State['match'], position: number, marked: number | null): boolean {
  const answers = match?.records[position]?.answers ?? [];
  return (
    position > 0 && (position === marked || answers.some(({ fault }) => fault && fault.kind !== 'resigned'))
  );
}
