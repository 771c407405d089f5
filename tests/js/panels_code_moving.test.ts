import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';
import { createMoving } from '../../static/panels/code/moving.ts';

const TEXT = 'one = 1\n\ndef move(view):\n    return view["tank"]\n';
const CRASH = { line: 4, text: "KeyError: 'tank'" };
const NO_LINE = { line: 0, text: 'It took too long.' };

/** What is told of problems after these changes, one after the other. */
function told(...changes: { from: number; to?: number; insert?: string }[]) {
  let state = EditorState.create({ doc: TEXT });
  const all: unknown[] = [];
  const moving = createMoving((moves) => all.push(moves.map(([{ line }, now]) => [line, now?.line ?? null])));
  moving.begin(state.doc, [CRASH, NO_LINE]);
  for (const each of changes) {
    const { changes: made, state: next } = state.update({ changes: each });
    moving.follow({ docChanged: true, changes: made, startState: state, state: next } as ViewUpdate);
    state = next;
  }
  return all;
}

const start = TEXT.indexOf('    return');
const end = TEXT.length - 1;

test('replacing the text removes its problems', () => {
  assert.deepEqual(told({ from: 0, to: TEXT.length, insert: `${'\n'.repeat(9)}x = 1\n` }), [
    [
      [4, null],
      [0, null],
    ],
  ]);
});

test('deleting a line removes its problem', () => {
  assert.deepEqual(told({ from: start, to: end + 1 }), [[[4, null]]]);
  assert.deepEqual(told({ from: start, to: end, insert: '    return 1' }), [[[4, null]]]);
});

test('a problem moves with its line', () => {
  assert.deepEqual(told({ from: 0, insert: '# words\n' }, { from: 0, to: 16 }), [[[4, 5]], [[5, 3]]]);
  assert.deepEqual(told({ from: start, insert: '    pass\n' }), [[[4, 5]]]);
});

test('a problem stays while a part of its line is left', () => {
  assert.deepEqual(told({ from: end - 2, to: end, insert: 's"]' }, { from: start, to: start + 4 }), []);
});
