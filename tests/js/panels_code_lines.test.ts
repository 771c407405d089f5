// A line of a version, in the text that has been changed since.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineIn, linesIn, placeIn } from '../../static/panels/code/lines.ts';

const BEFORE = 'import a\n\ndef move(view):\n    x = 1\n    return x\n';

for (const [says, after, line, found] of [
  ['stays above a change', BEFORE.replace('x = 1', 'x = 2'), 3, 3],
  ['stays below a change', BEFORE.replace('x = 1', 'x = 2'), 5, 5],
  ['is not there once it was changed', BEFORE.replace('x = 1', 'x = 2'), 4, 0],
  ['moves with lines that were put before it', `# one\n# two\n${BEFORE}`, 4, 6],
  ['is found between changes by its words', `# one\n${BEFORE}# end\n`, 4, 5],
  ['is not guessed where the words stand twice', `# one\n    x = 1\n${BEFORE}# end\n`, 4, 0],
  ['is not there in an empty text', '', 4, 0],
] as const)
  test(`a line ${says}`, () => assert.equal(lineIn(BEFORE, after, line), found));

test('the line of a problem is gone with a text that was replaced, and not with one that was edited there', () => {
  const before = { name: 'a.py', source: BEFORE };
  const problem = { line: 5, text: 'wrong' };
  const placeAfter = (source: string) => placeIn(before, { name: 'a.py', source }, problem)?.line ?? null;
  assert.equal(placeAfter('def move(view):\n    return 0\n'), null);
  assert.equal(placeAfter(BEFORE.replace('return x', 'return x + 1')), 5);
  assert.equal(placeAfter(`# one\n${BEFORE}`), 6);
});

test('problems in other files move with their line, and others without a line stay', () => {
  const before = { name: 'a.zip', source: 'x', main: 'a.py', files: [{ path: 'b.py', text: 'one\ntwo' }] };
  const after = { ...before, files: [{ path: 'b.py', text: 'zero\none\ntwo' }] };
  const problems = [
    { line: 0, text: 'none' },
    { line: 2, text: 'two', file: 'b.py' },
    { line: 1, text: 'x' },
  ];
  assert.deepEqual(
    linesIn(before, after, problems).map(({ line }) => line),
    [0, 3, 1],
  );
});
