// The address: what a link says is read as far as it is right, and told in a few sentences where it is not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Known, Place } from '../../static/shell/router.ts';
import { behind, readAddress, writeAddress } from '../../static/shell/router.ts';
import { TABS } from '../../static/tabs.ts';
import { chance } from './random.ts';

const KNOWN: Known = {
  games: {
    tank: { house: ['random', 'hunter'], players: [2, 2] },
    generals: { house: ['random', 'crawler'], players: [2, 8] },
    crowd: { house: ['random'], players: [1, 1000] },
  },
  tabs: TABS.map(({ id }) => id),
  languages: ['en', 'zh', 'ru'],
};
const FRONT = {
  ...{ tab: 'front', game: null, seats: null, seed: null, lang: null, contest: null },
  ...{ match: null, turn: null, eyes: null, settings: null, puzzle: null, step: null },
  ...{ league: null, season: null },
};

const read = (address: string) => readAddress(address, KNOWN);
const placeOf = (address: string) => read(address).place;
const problemsOf = (address: string) => read(address).problems.map(([id]) => id);

for (const [address, place] of [
  ['', {}],
  ['#', {}],
  ['#game=tank', { game: 'tank', tab: 'play' }],
  ['game=tank', { game: 'tank', tab: 'play' }],
  ['#game=tank&tab=code', { game: 'tank', tab: 'code' }],
  ['#tab=code&game=tank', { game: 'tank', tab: 'code' }],
  ['#tab=replays', { tab: 'replays' }],
  ['#game=tank&tab=compete&contest=12', { game: 'tank', tab: 'compete', contest: 12 }],
  ['#tab=compete&contest=series', { tab: 'compete', contest: 'series' }],
  ['#lang=zh', { lang: 'zh' }],
  ['#seed=7', { seed: '7' }],
  ['#game=tank&seed=007', { game: 'tank', tab: 'play', seed: '7' }],
  ['#game=tank&seed=18446744073709551615', { game: 'tank', tab: 'play', seed: '18446744073709551615' }],
  ['#game=tank&seats=me,hunter', { game: 'tank', tab: 'play', seats: ['me', 'hunter'] }],
  ['#game=tank&seats=me%2Chunter', { game: 'tank', tab: 'play', seats: ['me', 'hunter'] }],
  ['#game=tank&seats=code,v12', { game: 'tank', tab: 'play', seats: ['code', 'v12'] }],
  ['#game=tank&seats=', { game: 'tank', tab: 'play' }],
  ['#game=crowd&seats=random,random', { game: 'crowd', tab: 'play', seats: ['random', 'random'] }],
  ['#game=tank&game=nothing', { game: 'tank', tab: 'play' }],
  [
    '#game=tank&match=12-3-4&turn=041&eyes=2',
    { game: 'tank', tab: 'play', match: '12-3-4', turn: '41', eyes: '2' },
  ],
  [
    '#game=tank&option.map=a%0Ab&option.rows=5&clock.move=1000',
    { game: 'tank', tab: 'play', settings: { options: { map: 'a\nb', rows: '5' }, clock: { move: '1000' } } },
  ],
  ['#game=tank&tab=learn&step=predict', { game: 'tank', tab: 'learn', step: 'predict' }],
  ['#game=tank&puzzle=tank-17', { game: 'tank', tab: 'play', puzzle: 'tank-17' }],
  [
    '#tab=league&league=https%3A%2F%2Fben.example.org%2Fclub%2F&season=2026-1',
    { tab: 'league', league: 'https://ben.example.org/club/', season: '2026-1' },
  ],
  // What ends the sentence around a link is no part of its language.
  ['#v2.abc&lang=zh。', { lang: 'zh' }],
  ['#b1.abc&lang=ru%E3%80%82', { lang: 'ru' }],
  // A setting is one of a game, and a season one of a league.
  ['#option.rows=5', {}],
  ['#tab=league&season=2026-1', { tab: 'league' }],
] as [string, Partial<Place>][])
  test(`${address || 'no address'} is understood`, () =>
    assert.deepEqual(read(address), { place: { ...FRONT, ...place }, problems: [] }));

for (const [address, place, problems] of [
  ['#game=chess', {}, ['address.game']],
  ['#game=', {}, ['address.game']],
  ['#game=Tank', {}, ['address.game']],
  ['#game=__proto__&seats=me', {}, ['address.game']],
  ['#tab=front', {}, ['address.tab']],
  ['#game=tank&tab=x', { game: 'tank', tab: 'play' }, ['address.tab']],
  ['#lang=xx', {}, ['address.lang']],
  ['#seed=-1', {}, ['address.seed']],
  ['#seed=', {}, ['address.seed']],
  ['#seed=1e5', {}, ['address.seed']],
  ['#seed=18446744073709551616', {}, ['address.seed']],
  ['#seed=000000000000000000001', {}, ['address.seed']],
  ['#league=javascript:alert(1)&season=A', {}, ['address.league', 'address.season']],
  ['#colour=red', {}, ['address.name']],
  ['#match=x&turn=-1&eyes=', {}, ['address.match', 'address.turn', 'address.eyes']],
  [
    `#match=${'1'.repeat(11)}-2-3&turn=1234567890&eyes=1e3`,
    {},
    ['address.match', 'address.turn', 'address.eyes'],
  ],
  ['#option.Map=x&options.a=1&clock.=1', {}, ['address.name', 'address.name', 'address.name']],
  [
    `#game=tank&option.map=${'x'.repeat(301)}&clock.move=5`,
    { game: 'tank', tab: 'play', settings: { options: {}, clock: { move: '5' } } },
    ['address.setting'],
  ],
  ['#game=tank&step=1 2', { game: 'tank', tab: 'play' }, ['address.step']],
  ['#game=tank&puzzle=A b', { game: 'tank', tab: 'play' }, ['address.puzzle']],
  [`#puzzle=${'x'.repeat(101)}`, {}, ['address.puzzle']],
  ['#tab=compete&contest=0', { tab: 'compete' }, ['address.contest']],
  ['#a=1&a=2', {}, ['address.name']],
  ['#game=tank&seats=me', { game: 'tank', tab: 'play', seats: ['me'] }, ['address.seatCount']],
  ['#game=tank&seats=me,me,me', { game: 'tank', tab: 'play', seats: ['me', 'me'] }, ['address.seatCount']],
  ['#game=tank&seats=me,crawler', { game: 'tank', tab: 'play', seats: ['me', ''] }, ['address.seat']],
  ['#game=tank&seats=v0,v01', { game: 'tank', tab: 'play', seats: ['', ''] }, ['address.seat']],
  ['#game=tank&seats=v1234567890,me', { game: 'tank', tab: 'play', seats: ['', 'me'] }, ['address.seat']],
  ['#seats=me,me', {}, []],
  [
    '#a=1&b=1&c=1&d=1&e=1&f=1',
    {},
    ['address.name', 'address.name', 'address.name', 'address.name', 'address.more'],
  ],
] as [string, Partial<Place>, string[]][])
  test(`invalid parts of ${address} are dropped`, () => {
    assert.deepEqual(placeOf(address), { ...FRONT, ...place });
    assert.deepEqual(problemsOf(address), problems);
  });

test('a game has at least two seats and at most eight', () => {
  const most = (game: string, count: number) => read(`game=${game}&seats=${Array(count).fill('random')}`);
  assert.deepEqual(most('crowd', 9).problems, [['address.seatCount', { count: 9, fewest: 2, most: 8 }]]);
  assert.equal(most('crowd', 9).place.seats?.length, 8);
  assert.deepEqual(most('crowd', 1).problems, [['address.seatCount', { count: 1, fewest: 2, most: 8 }]]);
  assert.deepEqual(most('generals', 8).problems, []);
});

test('any language is accepted before the languages are known', () => {
  assert.equal(readAddress('#lang=tlh', { games: {} }).place.lang, 'tlh');
});

test('an address that is too long is ignored', () => {
  const many = Array.from({ length: 1000 }, (_, k) => `name${k}=1`).join('&');
  assert.ok(many.length > 8192);
  const long = read(`game=tank&${many}`);
  assert.deepEqual(long.place, FRONT);
  assert.deepEqual(long.problems, [['address.long', { length: many.length + 10, most: 8192 }]]);
  const room = 8192 - 'game=tank&=1'.length;
  const fits = read(`game=tank&${'x'.repeat(room)}=1`);
  assert.equal(fits.place.game, 'tank');
  assert.equal(String(fits.problems[0][1].name).length, 81, 'and of a long name the beginning is repeated');
  assert.deepEqual(problemsOf(`game=tank&${'x'.repeat(room + 1)}=1`), ['address.long']);
});

test('any address opens a view, with few messages', () => {
  const dice = chance(3);
  const games = Object.keys(KNOWN.games);
  const words = [
    'game',
    'tab',
    'seats',
    'seed',
    'lang',
    '__proto__',
    'constructor',
    '',
    'x',
    '%',
    '%zz',
    '\ud800',
  ];
  const values = [
    ...games,
    'play',
    'code',
    'me',
    'me,code',
    'v1,v99999999999999999999',
    '7',
    '-1',
    ','.repeat(50),
  ];
  for (let k = 0; k < 3000; k += 1) {
    const parts = Array.from({ length: dice.of([1, 3, 10, 200]) }, () => {
      const value = dice.of([...values, ...words]).repeat(dice.of([1, 1, 1, 30]));
      return dice.of(words) + dice.of(['=', '', '==']) + value;
    });
    const address = dice.of(['#', '']) + parts.join('&') + dice.of(['', '&', '\0']);
    const { place, problems } = read(address);
    assert.ok(['front', 'play', 'code', 'replays', 'compete'].includes(place.tab), address);
    assert.ok(place.game === null || games.includes(place.game), address);
    assert.ok((place.seats ?? []).length <= 8, address);
    for (const seat of place.seats ?? []) assert.match(seat, /^(|me|code|v\d{1,9}|random|hunter|crawler)$/);
    assert.ok(problems.length <= 5, address);
    assert.ok(JSON.stringify(problems).length < 3000, address);
  }
});

// Writing

for (const [place, address] of [
  [{}, '#'],
  [{ tab: 'front' }, '#'],
  [{ tab: 'play', game: 'tank' }, '#game=tank&tab=play'],
  [{ tab: 'replays', game: null, seats: null, seed: null, lang: null }, '#tab=replays'],
  [{ game: 'tank', seats: ['me', 'v3'], seed: '0' }, '#game=tank&seats=me,v3&seed=0'],
  [{ seats: ['a,b', 'c&d'] }, '#seats=a%2Cb,c%26d'],
  [{ game: 'a b', lang: 'zh' }, '#game=a%20b&lang=zh'],
  [{ game: 'tank', turn: '3', eyes: '1' }, '#game=tank'],
  [{ tab: 'replays', settings: { options: { a: '1' }, clock: {} } }, '#tab=replays'],
] as [Partial<Place>, string][])
  test(`an address is written as ${address}`, () => assert.equal(writeAddress(place), address));

test('a written address is read as the same place', () => {
  const dice = chance(4);
  for (let k = 0; k < 500; k += 1) {
    const game = dice.of([null, ...Object.keys(KNOWN.games)]);
    const house = game ? KNOWN.games[game].house : [];
    const seats =
      game === null
        ? null
        : dice.of([null, [dice.of(['me', 'code', `v${dice.whole(1, 999)}`]), dice.of(house)]]);
    const place: Place = {
      tab: dice.of<Place['tab']>(
        game ? ['play', 'code', 'replays', 'compete'] : ['front', 'replays', 'compete'],
      ),
      game,
      seats,
      seed: dice.of([null, '0', '18446744073709551615', String(dice.whole(1, 1e9))]),
      lang: dice.of([null, 'en', 'ru']),
      contest: dice.of([null, 12, 'series', 'tournament']),
      match: null,
      turn: null,
      eyes: null,
      settings:
        game === null ? null : dice.of([null, { options: { map: 'a b\nc=&%' }, clock: { move: '7' } }]),
      ...dice.of([
        { league: null, season: null },
        { league: 'https://ben.example.org/a?b=c&d', season: '2026-1' },
      ]),
      puzzle: dice.of([null, 'snake-12', 'own-1-2-3-40-0']),
      step: dice.of([null, 'predict']),
      ...dice.of([
        {},
        { match: '123-4294967295-0', turn: dice.of([null, '0', '12']), eyes: dice.of([null, '2']) },
      ]),
    };
    assert.deepEqual(read(writeAddress(place)), { place, problems: [] });
  }
});

test('a link leads to its view in its language', () => {
  const of = (link: string) => readAddress(behind(link), { ...KNOWN, games: {} }).place;
  assert.deepEqual([of('#v1.AbC-_&t=5&lang=ru').tab, of('#v1.AbC-_&t=5&lang=ru').lang], ['play', 'ru']);
  assert.deepEqual([of('#p1.AbC').tab, of('#p1.AbC').lang], ['compete', null]);
  // If it is refused, nothing has taken the place of what was chosen.
  const games: Known['games'] = { snake: { house: ['surveyor'], players: [2, 2] } };
  const before = readAddress(
    '#game=snake&tab=code&seats=code,surveyor&seed=77&option.walls=border&match=1-2-3&turn=5',
    { ...KNOWN, games },
  ).place;
  const after = readAddress(behind('#b1.AbC', before), { ...KNOWN, games }).place;
  assert.deepEqual(after, { ...before, match: null, turn: null });
});
