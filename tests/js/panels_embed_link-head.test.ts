// The beginning of a link, as the picture of an embed reads it: of kept links, and of what is none.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { headOf, headOrGame, isWhole } from '../../static/base/share/link-head.ts';
import { partsOf } from '../../static/base/values/address.ts';

const kept = JSON.parse(readFileSync(new URL('../links/links.json', import.meta.url), 'utf8'));
const size = { kind: 'int', low: 5, high: 50, default: 9, choices: [] };
const games = Object.fromEntries(
  ['tank', 'snake', 'generals', 'planes'].map((name) => [name, { options: { rows: size } }]),
);

function link(json: string, length: number = json.length) {
  const number = [];
  for (let left = length; ; left >>= 7) {
    number.push(left > 127 ? (left & 127) | 128 : left);
    if (left <= 127) break;
  }
  const bytes = Buffer.concat([Buffer.from(number), Buffer.from(json)]);
  return `#v1.${deflateRawSync(bytes).toString('base64url')}`;
}

const head = (more?: object) => ({
  game: 'tank',
  players: [{ name: 'a', kind: 'code' }],
  options: {},
  ...more,
});
const linkOf = (more?: object, length?: number) => link(JSON.stringify({ head: head(more) }), length);

test('stored links give game and players, even from the beginning of a long one', async () => {
  for (const [address] of kept) {
    const found = await headOf(`${address}&t=3&lang=zh`, games);
    assert.ok(found && found.players.length >= 2, address.slice(0, 40));
    assert.ok(Object.hasOwn(games, found.game));
  }
});

test('options are validated against the game', async () => {
  for (const [rows, used] of [
    [12, 12],
    [1e9, 9],
    [-1, 9],
    ['12', 9],
    [null, 9],
  ])
    assert.deepEqual((await headOf(linkOf({ options: { rows, other: 1 } }), games))?.options, { rows: used });
});

test('an invalid head of a link gives no picture', async () => {
  const whole = linkOf();
  assert.ok(await headOf(whole, games));
  const bomb = link('['.repeat(2 ** 22));
  for (const bad of [
    '',
    '#',
    '#game=tank',
    whole.replace('#v1', '#v3'),
    whole.slice(0, 20),
    '#v1.AAAA',
    '#v1.!!!!',
    bomb,
    linkOf({}, 2 ** 30),
    linkOf({}, 0),
    linkOf({ game: 'chess' }),
    linkOf({ game: '__proto__' }),
    linkOf({ players: [] }),
    linkOf({ players: Array(65).fill({ name: 'a', kind: 'code' }) }),
    linkOf({ players: [{ name: 'a'.repeat(2000), kind: 'code' }] }),
    linkOf({ players: 'ab' }),
    linkOf({ options: [] }),
    link('{"head":null}'),
    link('[['.repeat(100_000)),
  ])
    assert.equal(await headOf(bad, games), null, bad.slice(0, 60));
});

test('the game, the kind and the entrants of a contest link are known', async () => {
  const linkOf = (game: string, kind = 'swiss') => {
    const contest = { game, entrants: [{ name: 'a' }, { name: 'b' }], plan: { kind } };
    return `#p1.${deflateRawSync(JSON.stringify({ contest, title: 'Friday' })).toString('base64url')}`;
  };
  const found = await headOf(linkOf('tank'), games);
  assert.equal(found?.game, 'tank');
  assert.deepEqual(found?.plan, { title: 'Friday', kind: 'swiss', origin: '', names: ['a', 'b'] });
  assert.equal(await headOf(linkOf('chess'), games), null);
  assert.equal(await headOf(linkOf('tank', 'a b'), games), null);
});

function puzzleLink(change: object = {}) {
  const puzzle = { match: linkOf(), seat: 0, theme: 'only-move', ...change };
  return `#z1.${deflateRawSync(JSON.stringify({ game: 'tank', puzzle })).toString('base64url')}`;
}

test('a puzzle link gives the start of its match, the player and the task', async () => {
  const found = await headOf(`${puzzleLink()}&lang=zh`, games);
  assert.equal(found?.game, 'tank');
  assert.deepEqual(found?.puzzle, { seat: 0, theme: 'only-move' });
  for (const change of [
    { match: puzzleLink() },
    { match: `#v1.${'A'.repeat(20_001)}` },
    { match: null },
    { seat: 1 },
    { seat: -1 },
    { seat: '0' },
    { theme: 'x'.repeat(41) },
    { theme: ['only-move'] },
  ])
    assert.equal(await headOf(puzzleLink(change), games), null, JSON.stringify(change).slice(0, 60));
});

test('the fields of a link come after a match of any length', () => {
  const long = `#v1.${'A'.repeat(100_000)}`;
  assert.equal(partsOf(`${long}&t=3&lang=zh`).get('lang'), 'zh');
  assert.equal([...partsOf(long)].length, 0);
  // As Python does, only so many are read.
  assert.equal([...partsOf(`${long}&lang=zh${'&a=b'.repeat(5000)}`)].length, 10);
  assert.equal(partsOf('#game=tank&lang=ru').get('lang'), 'ru');
});

test('of a broken link or a later version the game is told, where it can be read', async () => {
  const code = 'def move(view):\n    return {"game":"planes"}\n'.repeat(20);
  const bytes = deflateRawSync(
    JSON.stringify({ bot: { name: 'a', source: code }, game: 'tank', seeds: [1, 2] }),
  );
  const whole = `#c1.${bytes.toString('base64url')}`;
  assert.equal((await headOrGame(whole, games))?.isBroken, undefined);
  for (const bad of [whole.slice(0, -2), whole.replace('#c1', '#c7'), linkOf().replace('#v1', '#v9')])
    assert.deepEqual(await headOrGame(bad, games), {
      ...{ game: 'tank', players: [], options: {}, seed: '', isBroken: true },
    });
  for (const bad of [
    '#c7.AAAA',
    '#c1.',
    whole.slice(0, 20),
    '#q1.abc',
    `#b1.${bytes.toString('base64url')}`.slice(0, 30),
  ])
    assert.equal(await headOrGame(bad, games), null, bad);
});

test('a link that was cut off is not whole', async () => {
  for (const whole of [kept[0][0], linkOf(), puzzleLink()]) {
    assert.ok(await isWhole(`${whole}&t=3`), whole.slice(0, 40));
    assert.equal(await isWhole(whole.slice(0, -6)), false, whole.slice(0, 40));
  }
  assert.equal(await isWhole('#v1.'), false);
});
