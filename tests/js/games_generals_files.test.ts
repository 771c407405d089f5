// What a dropped text of generals is: a map, a log, or none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generalsFile } from '../../static/games/generals/files.ts';

for (const [text, kind] of [
  ['2 3 2\n1\n3\n2 40\n4\n3\n2 0\n', 'map'],
  ['2 3 2\r\n1 3 2 40\r\n4 3 2 0\r\n', 'map'],
  ['2 3 2\n\n1\t3 2  40 4 3 2 0', 'map'],
  ['2 3 2\n1 3 5\n', undefined],
  ['2 3 0\n1\n', undefined],
  ['2 3 2 0\n1 1\n', 'log'],
  ['n, m = 3, 4\n1\n', undefined],
] as [string, string | undefined][])
  test(`${JSON.stringify(text)} is ${kind}`, () => assert.equal(generalsFile(text)?.kind, kind));
