// The turn from which a fork goes on. No DOM.

import type { State } from '../../match/playback.ts';

/**
 * From the turn that is shown, so that the next one is played anew. Where a mistake was made on that turn, it is the turn
 * before, from which it can still be avoided. So it is in the last position of a match that is over: there nobody moves.
 *
 * @param marked a turn on which, as is said on the timeline, the match was decided; null: none is marked
 * @returns -1: there is none
 */
export function forkTurn({ match, position, last }: Readonly<State>, marked: number | null): number {
  const isOver = match?.result && position === last;
  return isOver || mistakeAt(match, position, marked) ? position - 1 : position;
}

/** Whether a mistake was made on the turn that is shown. */
export function mistakeAt(match: State['match'], position: number, marked: number | null): boolean {
  const answers = match?.records[position]?.answers ?? [];
  return (
    position > 0 && (position === marked || answers.some(({ fault }) => fault && fault.kind !== 'resigned'))
  );
}
