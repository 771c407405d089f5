// What a contest is called for others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTitle } from '../../static/contest/plan-of.ts';
import type { ContestRow } from '../../static/contest/types.ts';
import { part } from './part.ts';

const named = (title: string, titled: boolean | undefined, ...names: string[]) =>
  part<ContestRow>({ title, titled, entrants: names.map((name) => ({ name })) as ContestRow['entrants'] });

test('a title that the page has made is not shared, and one that a person has given is', () => {
  assert.equal(sharedTitle(named('Friday', true, 'a', 'b', 'c'), 'Snake: Swiss'), 'Friday');
  assert.equal(sharedTitle(named('Snake: Swiss', true, 'a', 'b', 'c'), 'Snake: Swiss'), 'Snake: Swiss');
  assert.equal(sharedTitle(named('Snake: Swiss', false, 'a', 'b', 'c'), ''), '');
});

test('of contests of earlier versions it is told by the title', () => {
  assert.equal(sharedTitle(named('Friday', undefined, 'a', 'b', 'c'), 'Snake: Swiss'), 'Friday');
  assert.equal(sharedTitle(named('Snake: Swiss', undefined, 'a', 'b', 'c'), 'Snake: Swiss'), '');
  assert.equal(sharedTitle(named('a 对 b', undefined, 'a', 'b.py'), 'a against b'), '');
  assert.equal(sharedTitle(named('a and more', undefined, 'a', 'b'), 'a against b'), 'a and more');
});
