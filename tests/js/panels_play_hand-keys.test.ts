// Keys of a hand that are pressed on after the end of a match.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandKeys } from '../../static/panels/play/hand-keys.ts';

function started() {
  const clock = { now: 10_000 };
  const keys = createHandKeys(() => clock.now);
  keys.begin();
  return { clock, keys };
}

test('keys of the hand are ignored for a while after the end', () => {
  const { clock, keys } = started();
  for (const code of ['Space', 'ArrowUp', 'KeyW', 'KeyZ']) keys.took(code);
  clock.now += 60_000;
  keys.over();
  for (const code of ['Space', 'ArrowLeft', 'KeyD', 'KeyZ']) assert.ok(keys.isMeant(code), code);
  // Who presses on without a pause is still playing.
  clock.now += 1900;
  assert.ok(keys.isMeant('Space'));
  clock.now += 1900;
  assert.ok(keys.isMeant('Space'));
  clock.now += 2000;
  assert.ok(!keys.isMeant('Space'));
});

test('keys not used for playing keep their meaning', () => {
  const { keys } = started();
  keys.took('KeyW');
  keys.over();
  for (const code of ['Space', 'ArrowLeft', 'KeyB']) assert.ok(!keys.isMeant(code), code);
});

test('keys work again when the end card is closed and in the next match', () => {
  const { keys } = started();
  keys.took('Space');
  keys.over();
  keys.free();
  assert.ok(!keys.isMeant('Space'));
  keys.took('Space');
  keys.begin();
  assert.ok(!keys.isMeant('Space'));
});
