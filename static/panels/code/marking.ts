// Marks in the text from two sources, each of which replaces only its own marks: the last run, and the reader while the user
// types.

import type { Diagnostic } from '@codemirror/lint';
import { forEachDiagnostic, setDiagnostics, setDiagnosticsEffect } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { isTaken } from './moving.ts';

/** the marks that came from the reader */
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

/**
 * Removes a mark when its text is removed: when its line is deleted or its words are replaced. Without this, CodeMirror
 * stretches the mark of a replaced text over all of the new text, and leaves its dot there.
 */
export const marksGoWithText = EditorState.transactionExtender.of(
  ({ docChanged, changes, startState, newDoc }) => {
    if (!docChanged) return null;
    const kept: Diagnostic[] = [];
    let gone = 0;
    forEachDiagnostic(startState, (mark, from, to) => {
      const start = changes.mapPos(from, 1);
      const isSame = startState.doc.lineAt(from).text.trim() === newDoc.lineAt(start).text.trim();
      if (!isSame || isTaken(changes, from, to)) {
        gone += 1;
        return;
      }
      const moved = { ...mark, from: start, to: Math.max(start, changes.mapPos(to, -1)) };
      if (read.has(mark)) read.add(moved);
      kept.push(moved);
    });
    return gone > 0 ? { effects: setDiagnosticsEffect.of(kept) } : null;
  },
);

/** Removes duplicate marks: the reader and the last run may find the same mistake. */
export function saidOnce(marks: readonly Diagnostic[]): Diagnostic[] {
  const said = new Set<string>();
  return marks.filter(({ message }) => {
    const sentence = message.replace(/[.\u3002]$/, '');
    if (said.has(sentence)) return false;
    said.add(sentence);
    return true;
  });
}
