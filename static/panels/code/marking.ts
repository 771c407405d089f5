// Marks in the text from two sources, each of which replaces only its own: the last run, and what is read while one
// types.

import type { Diagnostic } from '@codemirror/lint';
import { forEachDiagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';

/** marks of what was read */
const read: WeakSet<Diagnostic> = new WeakSet();

export function setMarks(view: EditorView, marks: Diagnostic[], by: 'run' | 'read') {
  const others: Diagnostic[] = [];
  forEachDiagnostic(view.state, (mark, from, to) => {
    if (read.has(mark) === (by === 'read')) return;
    const moved = { ...mark, from, to };
    if (by === 'run') read.add(moved);
    others.push(moved);
  });
  if (by === 'read') for (const mark of marks) read.add(mark);
  view.dispatch(setDiagnostics(view.state, [...others, ...marks]));
}
