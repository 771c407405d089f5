// What the link of a match says of the challenge that it answers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerIn, partOf } from '../../static/match/answered.ts';

const LINK = '#v2.AbC_-';

for (const score of [
  { to: 'my_bot', points: 3, games: 5 },
  { to: '会思考的坦克', points: 0.5, games: 1 },
  { to: 'Боец, который не сдаётся', points: 0, games: 10 },
  { to: 'my_bot', points: 0, games: 2, by: 'Анна' },
])
  test(`a link names the answered challenge ${score.to} with ${score.points} points`, () => {
    const part = partOf(score);
    // As Python reads the parts of a link: see `_FRAGMENT` in py/sandlot/links/packing.py.
    assert.match(part, /^(&[a-z]{1,10}=[A-Za-z0-9_.-]{0,100}){2,3}$/);
    assert.deepEqual(answerIn(`${LINK}&t=3${part}`), score);
    assert.deepEqual(answerIn(`${LINK}&t=3${part}.`), score);
  });

test('a long name is cut between characters, so that the link stays valid', () => {
  const { to = '' } = answerIn(LINK + partOf({ to: 'щ'.repeat(200), points: 1, games: 2 })) ?? {};
  assert.match(to, /^щ{30,40}$/);
});

for (const part of [
  '',
  '&to=bXlfYm90',
  '&score=1-2',
  '&to=%&score=1-2',
  '&to=bXlfYm90&score=0-0',
  '&to=bXlfYm90&score=1.3-2',
])
  test(`${part || 'nothing'} names no challenge`, () => assert.equal(answerIn(LINK + part), null));
