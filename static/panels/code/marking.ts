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

/** Without those that say the same as another one: what is read and the last run may find one mistake. */
export function saidOnce(marks: readonly Diagnostic[]): Diagnostic[] {
  const said = new Set<string>();
  return marks.filter(({ message }) => {
    const sentence = message.replace(/[.\u3002]$/, '');
    if (said.has(sentence)) return false;
    said.add(sentence);
    return true;
  });
}
