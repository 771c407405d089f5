// Marks in the text from two sources, each of which replaces only its own: the last run, and what is read while one
// types.

import { forEachDiagnostic, setDiagnostics } from '@codemirror/lint';

/** @typedef {import('@codemirror/lint').Diagnostic} Diagnostic */

/** @type {WeakSet<Diagnostic>} marks of what was read */
const read = new WeakSet();

/**
 * @param {import('@codemirror/view').EditorView} view
 * @param {Diagnostic[]} marks
 * @param {'run' | 'read'} by
 */
export function setMarks(view, marks, by) {
  /** @type {Diagnostic[]} */
  const others = [];
  forEachDiagnostic(view.state, (mark, from, to) => {
    if (read.has(mark) === (by === 'read')) return;
    const moved = { ...mark, from, to };
    if (by === 'run') read.add(moved);
    others.push(moved);
  });
  if (by === 'read') for (const mark of marks) read.add(mark);
  view.dispatch(setDiagnostics(view.state, [...others, ...marks]));
}
