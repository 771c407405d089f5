import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachDiagnostic, linter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { marksGoWithText } from '../../static/panels/code/marking.ts';

const WRONG = 'def mvoe(view):';

/** Where the mark of the wrong line is after a change of the text; null: it is gone. */
function markAfter(text: string, change: { from: number; to?: number; insert?: string }) {
  const from = text.indexOf(WRONG);
  const mark = { from, to: from + WRONG.length, severity: 'error' as const, message: 'no move' };
  const begun = EditorState.create({ doc: text, extensions: [linter(null), marksGoWithText] });
  const marked = begun.update(setDiagnostics(begun, [mark])).state;
  let found: [number, string] | null = null;
  const { state } = marked.update({ changes: change });
  forEachDiagnostic(state, (_, start, end) => {
    found = [state.doc.lineAt(start).number, state.sliceDoc(start, end)];
  });
  return found;
}

test('a mark does not stay over a text that takes the place of its own', () => {
  assert.equal(
    markAfter(WRONG, { from: 0, to: WRONG.length, insert: 'def move(view):\n    return 0\n' }),
    null,
  );
  const text = `${WRONG}\n    return 0\n`;
  assert.equal(markAfter(text, { from: 0, to: text.length, insert: 'def move(view):\n' }), null);
});

test('a mark goes when its line is edited or taken out', () => {
  const text = `x = 1\n${WRONG}\n    return 0\n`;
  const from = text.indexOf(WRONG);
  assert.equal(markAfter(text, { from: from + 5, to: from + 7, insert: 'ov' }), null);
  assert.equal(markAfter(text, { from, to: from + WRONG.length + 1 }), null);
});

test('a mark stays with its line while others change', () => {
  const text = `x = 1\n${WRONG}\n    return 0\n`;
  assert.deepEqual(markAfter(text, { from: 0, insert: '# words\n' }), [3, WRONG]);
  assert.deepEqual(markAfter(text, { from: text.length - 1, insert: '1' }), [2, WRONG]);
  assert.deepEqual(markAfter(text, { from: 6 + WRONG.length, insert: '\n    pass' }), [2, WRONG]);
});
