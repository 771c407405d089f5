// What a bot wants back in its next match, kept in the browser by game and bot.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { recall, remember } from '../../static/base/storage/memories.ts';
import { storageOf } from './storage.ts';

let storage: ReturnType<typeof storageOf>;
beforeEach(() => {
  storage = storageOf();
  globalThis.localStorage = storage;
});

const BOTS = [
  { name: 'a.py', kind: 'code' },
  { name: 'hunter', kind: 'house' },
];

test('a bot without memory gets none', () => {
  assert.deepEqual(recall('tank', BOTS), [null, null]);
  assert.deepEqual(recall('tank', []), []);
});

test('each bot gets its memory back in its own game', () => {
  remember('tank', BOTS, ['one', '']);
  assert.deepEqual(recall('tank', BOTS), ['one', '']);
  assert.deepEqual(recall('tank', [...BOTS].reverse()), ['', 'one']);
  assert.deepEqual(recall('snake', BOTS), [null, null]);
  assert.deepEqual(recall('tank', [{ name: 'a.py', kind: 'house' }]), [null], 'another of the same name');
  assert.deepEqual(
    [...storage.kept.keys()],
    ['sandlot.globaldata.tank.code.a.py', 'sandlot.globaldata.tank.house.hunter'],
  );
});

test('a bot that stores nothing keeps its earlier memory', () => {
  remember('tank', BOTS, ['one', 'two']);
  remember('tank', BOTS, [null, 'three']);
  assert.deepEqual(recall('tank', BOTS), ['one', 'three']);
});

test('if storage is full a bot keeps its earlier memory', () => {
  remember('tank', BOTS, ['one', 'two']);
  storage.room = 0;
  remember('tank', BOTS, ['x'.repeat(1000), 'three']);
  storage.room = 1e9;
  assert.deepEqual(recall('tank', BOTS), ['one', 'two']);
});

test('memory over the limit is not stored', () => {
  remember('tank', BOTS, ['x'.repeat(2 ** 20), 'x'.repeat(2 ** 20 + 1)]);
  assert.deepEqual(recall('tank', BOTS), ['x'.repeat(2 ** 20), null]);
});

test('without storage nothing is remembered', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new Error('refused');
    },
  });
  remember('tank', BOTS, ['one', 'two']);
  assert.deepEqual(recall('tank', BOTS), [null, null]);
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, writable: true, value: null });
});
