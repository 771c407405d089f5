// Where the problems of the last run stand while the text changes. A line that is taken out takes its problem with it, and
// another text has none of the problems of the one before.

import type { ChangeSet, Text } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';
import type { Problem } from '../../match/faults.ts';

/** Each problem as it was and as it is now; null: its line is gone */
export type Moves = [Problem, Problem | null][];

/** Whether a problem has a line in a text: some have none, and a text may have become shorter. */
export const hasLine = (doc: Text, { line }: Problem) => line >= 1 && line <= doc.lines;

/** @param told of the problems that stand elsewhere now, or nowhere */
export function createMoving(told: (moves: Moves) => void) {
  /** from, to: its line */
  let places: { problem: Problem; from: number; to: number }[] = [];

  return {
    /** The problems of a text. */
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
        // What has no line stays as long as the text does.
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

/** Whether nothing is left of a part of the text. */
export function isTaken(changes: ChangeSet, from: number, to: number) {
  let taken = false;
  changes.iterChangedRanges((begin, end) => {
    if (begin <= from && end >= to && from < to) taken = true;
  });
  return taken;
}
