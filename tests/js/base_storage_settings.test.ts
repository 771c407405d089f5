// What the browser kept is looked at before it is used: what does not fit is set aside, and nothing of it is lost.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SHAPES, shapeOf } from '../../static/base/storage/keys.ts';
import { createStore } from '../../static/base/storage/settings.ts';
import type { Code } from '../../static/match/types.ts';
import { NONE } from './aside.ts';
import { changes } from './changes.ts';
import { storageOf } from './storage.ts';

/** Something of every key. */
const { json: SAMPLES, raw: RAW }: { json: Record<string, any>; raw: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../kept.json', import.meta.url), 'utf8'),
);
const DEEP = '['.repeat(5000) + ']'.repeat(5000);
/** JSON of all kinds. */
const VALUES = [
  ...['null', 'true', '0', '-1.5', '1e308', '""', '"__proto__"', '"constructor"', '{}', '[]', '[null,1,"x"]'],
  ...['{"__proto__":{"seats":[]}}', '{"constructor":1,"length":-1}'],
];
const TEXTS = [
  ...VALUES,
  DEEP,
  JSON.stringify('x'.repeat(3_000_000)),
  JSON.stringify(Array(300_000).fill([])),
  ...['', '{', 'no JSON', '\0', 'NaN'],
];

/** What is read of a text that somebody put there. */
function read(key: string, text: string, room?: number) {
  const storage = storageOf([[`sandlot.${key}`, text]], room);
  const said: string[] = [];
  const store = createStore(() => storage, {
    lost: () => said.push('lost'),
    aside: (name) => said.push(name),
    stays: (name) => said.push(`${name} stays`),
    refused: (name) => said.push(`${name} refused`),
  });
  const value = store.get(key, SAMPLES[key]);
  return { storage, store, said, value };
}

test('every key has a sample', () => {
  const named = [...Object.keys(SAMPLES), ...Object.keys(RAW)].map((key) =>
    key.includes('.') ? `${key.split('.', 1)}.` : key,
  );
  assert.deepEqual(new Set(Object.keys(SHAPES)), new Set(named));
});

for (const key of ['x', 'x.y', 'toString', '__proto__', 'constructor.x', ''])
  test(`the undeclared key ${key || 'of no name'} cannot be used`, () =>
    assert.throws(() => shapeOf(key), /keys\.ts/));

for (const [key, value] of Object.entries(SAMPLES))
  test(`${key} round trip`, () => {
    const { value: found, said, storage, store } = read(key, JSON.stringify(value));
    assert.deepEqual(JSON.parse(JSON.stringify(found)), value);
    assert.deepEqual(said, []);
    storage.kept.clear();
    assert.equal(store.set(key, value), true);
    assert.deepEqual(JSON.parse(JSON.stringify(store.get(key, null))), value);
  });

for (const [key, text] of Object.entries(RAW))
  test(`${key} is kept as it is`, () => {
    const storage = storageOf([[`sandlot.${key}`, text]]);
    const store = createStore(() => storage, NONE);
    assert.equal(store.getText(key), text);
    store.setText(key, 'other');
    assert.equal(store.getText(key), 'other');
  });

for (const [key, sample] of Object.entries(SAMPLES))
  test(`any value of ${key} is used or set aside`, () => {
    const changed = VALUES.flatMap((text) =>
      changes(sample, JSON.parse(text)).map((each) => JSON.stringify(each)),
    );
    let wrong = 0;
    for (const text of new Set([...TEXTS, ...changed])) {
      const short = text.slice(0, 100);
      const { value, said, storage, store } = read(key, text);
      assert.doesNotThrow(() => shapeOf(key)(value), short);
      assert.deepEqual(JSON.stringify(store.get(key, SAMPLES[key])), JSON.stringify(value), short);
      // The next visit reads the same, and has nothing to say.
      const next = createStore(() => storage, NONE);
      assert.deepEqual(JSON.stringify(next.get(key, SAMPLES[key])), JSON.stringify(value), short);
      if (said.length === 0) {
        assert.deepEqual([...storage.kept], [[`sandlot.${key}`, text]]);
        continue;
      }
      wrong += 1;
      assert.deepEqual(said, [key], 'said once, and found in order the next time');
      assert.deepEqual(store.aside(), { [`sandlot.aside.${key}`]: text });
      assert.notEqual(storage.kept.get(`sandlot.${key}`), text);
    }
    assert.ok(wrong > 8, String(wrong));
  });

test('valid parts of a value are used', () => {
  const bot = read('code.tank', JSON.stringify({ name: 5, source: '# my bot' }));
  assert.equal(bot.value.source, '# my bot');
  assert.match(bot.storage.kept.get('sandlot.code.tank') ?? '', /# my bot/);
  assert.equal(read('theirs.tank', '{"name":"a","source":"","files":{}}').value.name, 'a');
  // Whoever reads it first, with whatever else in mind.
  const storage = storageOf([['sandlot.code.tank', '{"name":5,"source":"# my bot"}']]);
  const said: string[] = [];
  const store = createStore(() => storage, { ...NONE, aside: (key: string) => void said.push(key) });
  assert.equal(store.get<Code | null>('code.tank', null)?.source, '# my bot');
  assert.deepEqual(store.get<Code | null>('code.tank', null)?.name, 'my_bot.py');
  assert.deepEqual(said, ['code.tank']);
  storage.setItem('sandlot.carried', '{"key":"a"}');
  assert.equal(store.get('carried', null), null, 'a part is no whole');
  assert.equal(storage.getItem('sandlot.carried'), null);
});

test('values set aside do not replace each other and are unique', () => {
  const storage = storageOf();
  const asides: string[] = [];
  const values = Array.from({ length: 12 }, (_, k) => `"wrong ${k}"`);
  for (const value of [...values, ...values]) {
    storage.setItem('sandlot.speed', value);
    createStore(() => storage, { ...NONE, lost() {}, aside: (key) => asides.push(key) }).get('speed', 4);
  }
  const { aside } = createStore(() => storage, { ...NONE, lost() {}, aside() {} });
  assert.deepEqual(Object.values(aside()).sort(), values.toSorted());
  assert.equal(asides.length, 24);
});

test('a value that cannot be set aside is kept and not overwritten', () => {
  const text = JSON.stringify({ name: 5, source: 'x'.repeat(1000) });
  const { storage, store, said } = read('code.tank', text, text.length + 20);
  assert.deepEqual(said, ['code.tank stays']);
  assert.deepEqual([...storage.kept], [['sandlot.code.tank', text]]);
  assert.equal(store.set('code.tank', { name: 'a', source: 'b' }), false);
  assert.deepEqual([...storage.kept], [['sandlot.code.tank', text]]);
});

test('without storage the page works and reports it once', () => {
  let lost = 0;
  const refuse = () => {
    throw new Error('refused');
  };
  const store = createStore(refuse, {
    ...NONE,
    lost() {
      lost += 1;
    },
    aside() {},
  });
  assert.equal(store.get('speed', 4), 4);
  assert.equal(store.set('speed', 8), false);
  assert.equal(store.getText('visited'), null);
  assert.deepEqual(store.aside(), {});
  store.setText('visited', 'x');
  store.drop('speed');
  assert.equal(lost, 1);
});

test('values that could not be read again are not stored', () => {
  const storage = storageOf();
  const said: string[] = [];
  const refused = (key: string) => void said.push(key);
  const store = createStore(() => storage, { ...NONE, refused });
  assert.equal(store.set('speed', 3), false);
  // As JSON it takes six times the room.
  assert.equal(store.set('code.tank', { name: 'a.py', source: '\x01'.repeat(2 ** 24) }), false);
  assert.equal(store.set('code.tank', { name: 'a.py', source: 'x'.repeat(2 ** 26 + 1) }), false);
  assert.equal(store.set('theme', 'dark'), true);
  store.setText('visited', 'x'.repeat(101));
  assert.deepEqual([...storage.kept], [['sandlot.theme', '"dark"']]);
  assert.deepEqual(said, ['speed', 'code.tank'], 'once for each');
});

// A bot of several files

const code = (...files: unknown[]) => ({ name: 'mine.zip', source: '# main', main: 'main.py', files });
const NOTE = { path: 'a.py', text: '' };
const BINARY = { path: 'data/a.bin', id: '0'.repeat(64), size: 2 ** 24 };

for (const [name, value, isRight] of [
  ['none beside the first', code(), true],
  ['a text and another file', code(NOTE, BINARY), true],
  ['no others at all', { name: 'mine.py', source: '' }, true],
  ['a first one elsewhere', { ...code(NOTE), main: 'x/y.py' }, true],
  ['a first one outside', { ...code(NOTE), main: '../y.py' }, false],
  ['one outside', code({ path: '../a', text: '' }), false],
  ['two in one place', code(NOTE, { ...BINARY, path: NOTE.path }), false],
  ['too much together', code(...[0, 1, 2].map((k) => ({ ...BINARY, path: `${k}` }))), false],
  ['no list of them', { ...code(), files: {} }, false],
  ['no file', code(5), false],
] as const)
  test(`a bot with ${name} is ${isRight ? 'kept' : 'set aside as it was'}`, () => {
    const { value: found, said } = read('code.tank', JSON.stringify(value));
    assert.equal(found.source, value.source);
    assert.deepEqual(said, isRight ? [] : ['code.tank']);
    if (isRight) assert.deepEqual(JSON.parse(JSON.stringify(found)), value);
  });
