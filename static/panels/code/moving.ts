// Follows the lines of the last run's problems while the text changes. A problem is dropped with its line, and all of them
// when another text is shown.

import type { ChangeSet, Text } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';
import type { Problem } from '../../match/faults.ts';

/** Each problem as it was and as it is now; null if its line is gone */
export type Moves = [Problem, Problem | null][];

/** Whether a problem has a line in a text: some have none, and a text may have become shorter. */
export const hasLine = (doc: Text, { line }: Problem) => line >= 1 && line <= doc.lines;

/** @param told called with the problems whose lines have moved or are gone */
export function createMoving(told: (moves: Moves) => void) {
  /** from, to: the positions of the problem's line */
  let places: { problem: Problem; from: number; to: number }[] = [];

  return {
    /** Begins to follow the problems of a text. */
    begin(doc: Text, problems: Problem[]) {
      places = problems.map((problem) => {
        const { from, to } = hasLine(doc, problem) ? doc.line(problem.line) : { from: 0, to: 0 };
        return { problem, from, to };
      });
    },

    follow({ docChanged, changes, startState, state }: ViewUpdate) {
      if (!docChanged || places.length === 0) return;
      const isOther = isTaken(changes, 0, startState.doc.length);
      const moves: Moves = [];
      places = places.flatMap(({ problem, from, to }) => {
        const start = changes.mapPos(from, 1);
        const end = from < to ? changes.mapPos(to, -1) : start;
        // A problem without a line stays until another text is shown.
        const isGone = isOther || isTaken(changes, from, to);
        const line = problem.line ? state.doc.lineAt(start).number : 0;
        const next = isGone ? null : line === problem.line ? problem : { ...problem, line };
        if (next !== problem) moves.push([problem, next]);
        return next ? [{ problem: next, from: start, to: end }] : [];
      });
      if (moves.length > 0) told(moves);
    },
  };
}

/** Whether a part of the text is deleted. */
export function isTaken(changes: ChangeSet, from: number, to: number) {
  let taken = false;
  changes.iterChangedRanges((begin, end) => {
    if (begin <= from && end >= to && from < to) taken = true;
  });
  return taken;
}
