// Rows of the browser's databases that somebody else has written: each field of each kind of row, with anything in it. What
// fits is used, the rest is set aside as it was, and that is said; the other rows stay.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BOT_KIND } from '../../static/base/storage/bot-rows.ts';
import { KINDS, planIn } from '../../static/base/storage/contest-rows.ts';
import { FOLLOWED_KIND } from '../../static/base/storage/followed.ts';
import type { Kind } from '../../static/base/storage/misfits.ts';
import { fitting } from '../../static/base/storage/misfits.ts';
import { describe, ENTRY_KIND } from '../../static/base/storage/replay-entries.ts';
import { versionKind } from '../../static/base/storage/versions.ts';
import type { Header, Message, Player, Result } from '../../static/match/types.ts';
import { asideOf } from './aside.ts';
import { changes } from './changes.ts';
import { part } from './part.ts';

/** A file or a folder on disk, which no test can have. */
class FileSystemHandle {}
Object.assign(globalThis, { FileSystemHandle });

const { rows: SAMPLES } = JSON.parse(readFileSync(new URL('../kept.json', import.meta.url), 'utf8'));
SAMPLES.followed.handle = new FileSystemHandle();
SAMPLES['contests.games'].replay = new Uint8Array([1]);

const ALL: Record<string, Kind<any>> = {
  ...{ bots: BOT_KIND, 'versions.tank': versionKind('tank'), replays: ENTRY_KIND, followed: FOLLOWED_KIND },
  ...Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [`contests.${name}`, kind])),
};
const DEEP = JSON.parse('['.repeat(1000) + ']'.repeat(1000));
const WRONG = [
  ...[
    null,
    undefined,
    7,
    -1.5,
    1e308,
    Number.NaN,
    true,
    '',
    'x',
    'null',
    '{}',
    '__proto__',
    'constructor',
    {},
    [],
  ],
  ...['x'.repeat(100_000), Array(3000).fill([]), DEEP, 10n, new Date(0), new Map(), Symbol.iterator],
  ...['{"__proto__":{"id":1}}', '{"constructor":1,"length":-1,"toString":5}'].map((text) => JSON.parse(text)),
];

/** Reads a table twice, as two visits do. */
async function visits(kind: Kind<any>, rows: unknown[], aside = asideOf()) {
  const table = new Map(rows.map((row, k) => [k, row]));
  const replace = async (key: number, instead: unknown) => {
    if (fitting(kind, table.get(key))?.isWhole) return;
    if (instead === null) table.delete(key);
    else table.set(key, instead);
  };
  const read = () => aside.misfits.sift('here', kind, [...table], replace);
  const first = await read();
  const times = aside.said.length;
  return { first, second: await read(), table, kept: aside.kept, said: times, saidInAll: aside.said.length };
}

test('every kind of row has a sample', () => {
  assert.deepEqual(Object.keys(SAMPLES).sort(), Object.keys(ALL).sort());
});

for (const [name, kind] of Object.entries(ALL)) {
  const sample = SAMPLES[name];
  /** Those that can be cloned. */
  const wrong = WRONG.filter((each) => typeof each !== 'symbol');

  test(`a row of ${name} round trip keeps every field`, () => {
    const found = fitting(kind, sample);
    assert.equal(found?.isWhole, true);
    if (name === 'followed' || name === 'contests.games') return;
    assert.deepEqual(JSON.parse(JSON.stringify(found?.value)), sample);
  });

  test(`any value in a row of ${name} loses nothing and keeps other rows`, async () => {
    const changed = wrong.flatMap((put) => changes(sample, put));
    for (const row of changed) {
      const { first, second, table, kept, said, saidInAll } = await visits(kind, [sample, row, sample]);
      const found = fitting(kind, row);
      const isWrong = !found?.isWhole;
      assert.equal(first.length, found ? 3 : 2);
      if (isWrong) assert.deepEqual(second, first, 'the next visit reads the same');
      for (const value of first) assert.doesNotThrow(() => kind.shape(value));
      assert.deepEqual([said, saidInAll], isWrong ? [1, 1] : [0, 0], 'said once');
      assert.equal(kept.length, isWrong ? 1 : 0);
      assert.ok(!isWrong || Object.is(kept[0]?.row, row), 'as it was');
      assert.equal(table.size, first.length);
    }
  });

  test(`if setting aside ${name} fails, nothing changes`, async () => {
    const { table, said, saidInAll, first } = await visits(
      kind,
      [sample, 'x', sample],
      asideOf({ isFull: true }),
    );
    assert.deepEqual([...table.values()], [sample, 'x', sample]);
    assert.deepEqual([said, saidInAll, first.length], [1, 1, 2], 'and that is said once');
  });
}

test('a bot, version or replay with valid text is kept despite other invalid fields', () => {
  for (const [name, fields] of [
    ['bots', ['note', 'contest', 'created', 'changed', 'rev', 'deleted', 'name', 'main']],
    ['versions.tank', ['time', 'bot', 'label', 'outcome', 'name', 'main']],
    ['replays', ['name', 'others', 'result', 'turns', 'time', 'own', 'mark', 'star', 'picture']],
    ['contests.contests', ['title', 'created', 'verified', 'open', 'leaving', 'removed']],
  ] as const)
    for (const field of fields) {
      const found = fitting(ALL[name] as Kind<object>, { ...SAMPLES[name], [field]: {} });
      assert.equal(found?.isWhole, false, `${name}.${field}`);
      const { [field]: _, ...others } = JSON.parse(JSON.stringify(SAMPLES[name]));
      assert.deepEqual(
        JSON.parse(JSON.stringify({ ...others, ...(found?.value as object), [field]: undefined })),
        others,
      );
    }
});

test('a contest without plan is invalid', () => {
  const text = (plan: unknown) => JSON.stringify({ plan });
  for (const good of [
    { kind: 'series' },
    { kind: 'series', seeds: null },
    { kind: 'swiss', seeds: { first: 3 }, other: [] },
    { kind: 'series', seeds: { given: [2 ** 64 - 1, '18446744073709551615', 0] } },
  ])
    assert.equal(planIn(text(good)).kind, good.kind);
  for (const bad of [
    null,
    [],
    'x',
    {},
    { kind: 5 },
    { kind: 'x', seeds: [] },
    { kind: 'x', seeds: { given: [{}] } },
  ])
    assert.throws(() => planIn(text(bad)));
  for (const bad of ['', 'null', '{}', '[]', '7', '{', '"plan"', '['.repeat(100_000)])
    assert.throws(() => planIn(bad));
});

test('a stored replay of any player can be read again', () => {
  const header = (players: Player[], seed = '7') => part<Header>({ game: 'tank', players, seed });
  const names = [undefined, '', 'a', 'x'.repeat(100_000), '\ud83d', '__proto__'].slice(1);
  const players = names.map((name) => ({ name, kind: 'code' }) as Player);
  const reasons = [
    ['verdict.draw', {}],
    ['x'.repeat(1000), {}],
    ['a', { b: ['c', { d: ['e', { f: ['g', { h: ['i', {}] }] }] }] }],
  ];
  for (const reason of reasons) {
    const result = part<Result>({ places: [1, 1], reason: reason as Message });
    const entry = describe({ header: header(players), result, turns: 3, records: [] }, 'text', {
      own: true,
      name: 'n'.repeat(500),
    });
    assert.ok(entry, JSON.stringify(reason));
    assert.equal(fitting(ENTRY_KIND, { ...entry, id: 1 })?.isWhole, true);
  }
});
