// Scales, files, seeds and specs of contests.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { callsOf } from '../../static/base/values/calls.ts';
import { csv, gamesCsv, standingsCsv } from '../../static/panels/compete/exports.ts';
import { extentOf, linear, thinned, ticks } from '../../static/panels/compete/scales.ts';
import type { SeedSet } from '../../static/panels/compete/seeds.ts';
import { MOST_SEEDS, MOST_SETS, playedSet, readSeeds, withSet } from '../../static/panels/compete/seeds.ts';
import {
  firstField,
  houseBot,
  numbered,
  ownBot,
  sameAgain,
  seriesPlan,
  tournamentPlan,
  versionOf,
} from '../../static/panels/compete/specs.ts';
import { chance } from './random.ts';

// Scales

test('a scale maps the ends of its domain to the ends of its range', () => {
  const x = linear([10, 20], [0, 100]);
  assert.deepEqual([10, 15, 20, 25].map(x), [0, 50, 100, 150]);
  assert.equal(linear([3, 3], [0, 100])(3), 50);
});

for (const [low, high, count, found] of [
  [0, 100, 4, [0, 50, 100]],
  [-3.2, 3.9, 4, [-2, 0, 2]],
  [0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0, 7, 4, [0, 2, 4, 6]],
  [5, 5, 4, [5]],
] as const)
  test(`round numbers from ${low} to ${high}`, () => assert.deepEqual(ticks(low, high, count), found));

test('round numbers are few and within their ends', () => {
  const dice = chance(7);
  for (let k = 0; k < 500; k += 1) {
    const low = dice.between(-1e4, 1e4);
    const high = low + 10 ** dice.between(-3, 5);
    const found = ticks(low, high, 5);
    assert.ok(found.length <= 7, `${low} ${high}: ${found}`);
    assert.ok(found.every((value) => value >= low - 1e-9 && value <= high + 1e-6));
  }
});

test('an entrant that lost everything does not compress the scale of the others', () => {
  const lines = [
    { rating: 100, interval: [50, 150] as [number, number] },
    { rating: -100, interval: [-9000, -50] as [number, number] },
  ];
  const [low, high] = extentOf(lines);
  assert.ok(low > -200 && low < -100);
  assert.equal(high, 150);
});

test('where all intervals reach far, not all are cut: half of them are whole on each side', () => {
  const lines = [60, 20, 0, -30, -50].map((rating, k) => ({
    rating,
    interval: [rating - 400 - 10 * k, rating + 420 + 10 * k] as [number, number],
  }));
  const [low, high] = extentOf(lines);
  const whole = (side: 0 | 1) =>
    lines.filter(({ interval }) => low <= interval[side] && interval[side] <= high).length;
  assert.ok(whole(0) >= 3 && whole(1) >= 3);
  assert.ok(lines.every(({ interval: [from, to] }) => low <= from || to <= high));
});

test('a thinned line keeps its ends and its extremes', () => {
  const values = Array.from({ length: 5000 }, (_, k) => (k === 2345 ? 99 : k === 777 ? -99 : Math.sin(k)));
  const found = thinned(values, 200);
  assert.ok(found.length <= 204);
  assert.deepEqual(found[0], [0, values[0]]);
  assert.deepEqual(found.at(-1), [4999, values[4999]]);
  assert.ok(found.some(([k]) => k === 2345) && found.some(([k]) => k === 777));
  assert.deepEqual(thinned([1, 2], 10), [
    [0, 1],
    [1, 2],
  ]);
});

// Files

const FORMULAS = JSON.parse(readFileSync(new URL('../formulas.json', import.meta.url), 'utf8'));

test('CSV quotes values, and no name becomes a formula', () => {
  assert.equal(
    csv([['a,b', 'say "x"', 1.5, null, '=1+1', -3, [1, 2]]]),
    '"a,b","say ""x""",1.5,,\'=1+1,-3,"[1,2]"\r\n',
  );
  for (const name of ['=1', '+1', '-1', '@x', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠x'])
    assert.match(csv([[name]]), /^"?'/);
  // The command line writes the same.
  for (const [cell, written] of Object.entries<string>(FORMULAS))
    assert.equal(csv([[cell]]).replaceAll('"', ''), `${written}\r\n`);
});

test('the standings and the games of a contest as CSV', () => {
  const line = {
    ...{
      place: 1,
      name: '-dash',
      code: '',
      points: 3,
      score: 3,
      share: 0.75,
      games: 4,
      wins: 3,
      draws: 0,
      losses: 1,
    },
    ...{ faults: { crash: 1, timeout: 2 }, byes: 0, buchholz: null, final: null, withdrawn: 0, rating: 10 },
    ...{ interval: [-5, 25] as [number, number], rank: 1, group: 1, p_next: null },
    rank_interval: [1, 2] as [number, number],
  };
  const [head, row] = standingsCsv([line]).split('\r\n');
  const cells = Object.fromEntries((head ?? '').split(',').map((name, k) => [name, row?.split(',')[k]]));
  assert.equal(cells.name, "'-dash");
  assert.deepEqual(
    [cells.faults, cells.interval_low, cells.rank_interval_high, cells.withdrawn],
    ['3', '-5', '2', '1'],
  );
  const games = gamesCsv(
    [
      {
        ...{ number: 3, round: 0, players: [0, 1], seed: '18446744073709551615', orders: [[1, 0]] },
        games: [{ places: [1, 2], scores: [1, 0], faults: [null, null], reasons: [null, 'x'], turns: 7 }],
      },
    ],
    ['a', 'b'],
  );
  assert.match(games.split('\r\n')[1] ?? '', /^1,4,1,18446744073709551615,"\[""b"",""a""\]",/);
});

test('a game in a table names the earlier one that it repeats move for move', () => {
  const block = (number: number, digests: (number | undefined)[]) => ({
    ...{ number, round: 0, players: [0, 1], seed: '1' },
    orders: [
      [0, 1],
      [1, 0],
    ],
    games: digests.map((digest) => ({
      ...{ places: [1, 2], scores: [1, 0], faults: [null, null], reasons: [null, null], turns: 7 },
      ...(digest === undefined ? {} : { digest }),
    })),
  });
  const text = gamesCsv([block(0, [5, 5]), block(1, [5, 6]), block(2, [undefined, 5])], ['a', 'b']);
  const [head, ...rows] = text.trim().split('\r\n');
  assert.match(head ?? '', /,repeats$/);
  assert.deepEqual(
    rows.map((row) => row.split(',').at(-1)),
    ['', '', '1', '', '', '2'],
  );
});

// Seeds

for (const [typed, seeds, wrong] of [
  ['', [], null],
  ['1, 2;3\n4', ['1', '2', '3', '4'], null],
  ['10-12 11', ['10', '11', '12'], null],
  ['7 x 8', ['7'], 'x'],
  ['5-3', [], '5-3'],
  ['-4', [], '-4'],
  ['1e3', [], '1e3'],
  ['18446744073709551614-18446744073709551615', ['18446744073709551614', '18446744073709551615'], null],
  ['18446744073709551616', [], '18446744073709551616'],
  ['1-2-3', [], '1-2-3'],
  ['0-99999', [], '0-99999'],
] as const)
  test(`the list ${JSON.stringify(typed)}`, () => assert.deepEqual(readSeeds(typed), { seeds, wrong }));

test('the list of seeds has a limit', () => {
  assert.equal(readSeeds(`1-${MOST_SEEDS}`).seeds.length, MOST_SEEDS);
  assert.notEqual(readSeeds(`0-${MOST_SEEDS}`).wrong, null);
});

test('a contest with a stored set of seeds is found by seeds and opponent', () => {
  const set = (name: string, against: string) => ({ name, seeds: ['5', '7'], games: 4, points: 1, against });
  const sets = [set('old', 'hunter'), set('new', 'hunter'), set('other', 'random')];
  assert.equal(playedSet(sets, ['5', '7'], 'hunter')?.name, 'new');
  assert.equal(playedSet(sets, ['5', '7'], 'random')?.name, 'other');
  assert.equal(playedSet(sets, ['7', '5'], 'hunter'), null);
  assert.equal(playedSet(sets, [], 'hunter'), null);
  assert.deepEqual(
    withSet(sets, set('old', 'x')).map(({ name }) => name),
    ['new', 'other', 'old'],
  );
});

test('automatic sets do not displace sets stored by the user', () => {
  const set = (k: number, aside = false) => ({
    name: `${k}`,
    seeds: ['5'],
    games: 4,
    points: 1,
    against: 'x',
    aside,
  });
  let sets: SeedSet[] = Array.from({ length: MOST_SETS }, (_, k) => set(k, k === 7));
  sets = withSet(withSet(sets, set(100, true)), set(101, true));
  assert.deepEqual(
    [sets.length, sets[0]?.name, sets[7]?.name, sets.at(-1)?.name],
    [MOST_SETS, '0', '8', '101'],
  );
  assert.equal(
    sets.some(({ name }) => name === '100'),
    false,
  );
  // All of them are kept by a person: the oldest goes.
  const kept = withSet(
    Array.from({ length: MOST_SETS }, (_, k) => set(k)),
    set(100),
  );
  assert.deepEqual([kept.length, kept[0]?.name], [MOST_SETS, '1']);
});

// Specs

const CODE = { name: 'my_bot.py', source: 'x = 1' };

test('an entrant has the name of its bot without file extension', () => {
  assert.deepEqual(
    [ownBot(CODE), ownBot({ ...CODE, name: 'big.ZIP' })].map(({ name }) => name),
    ['my_bot', 'big'],
  );
  assert.equal(ownBot(CODE).code?.name, 'my_bot.py');
  assert.equal(houseBot('hunter').house, 'hunter');
});

test('a new tournament has the house bots around the first opponent', () => {
  const house = ['marshal', 'pessimist', 'lookout', 'hunter', 'digger', 'gunner', 'random'];
  assert.deepEqual(firstField(house, 'hunter'), ['lookout', 'hunter', 'digger', 'gunner']);
  assert.deepEqual(firstField(house, 'random'), house.slice(-4));
  assert.deepEqual(firstField(house, 'marshal'), house.slice(0, 4));
  assert.deepEqual(firstField(house, 'who left'), house.slice(0, 4));
  assert.deepEqual(firstField(['one', 'two'], 'two'), ['one', 'two']);
});

test('a version is named by its number', () => {
  const calls = callsOf([ownBot(CODE, 7), ownBot({ ...CODE, name: 'my_bot v6.py' }, 6), houseBot('hunter')]);
  assert.deepEqual(['my_bot', 'my_bot v6', 'hunter', 'unknown.py'].map(calls), [
    'my_bot v7',
    'my_bot v6',
    'hunter',
    'unknown',
  ]);
  const versions = [
    { ...CODE, nth: 1, bot: 5 },
    { ...CODE, nth: 2, bot: 6 },
    { ...CODE, source: 'y', nth: 3, bot: 5 },
  ];
  assert.equal(versionOf(versions, CODE, 5), 1);
  assert.equal(versionOf(versions, { ...CODE, name: 'renamed.py' }, 5), 1);
  assert.equal(versionOf(versions, CODE, 7), null);
});

test('plans have their seeds', () => {
  const stop = { elo: 20, alpha: 0.05, beta: 0.05 };
  assert.deepEqual(seriesPlan({ blocks: 50, seeds: { kind: 'new', first: 9 }, stop: null }), {
    ...{ kind: 'series', blocks: 50, stop: null },
    seeds: { first: 9, given: [] },
  });
  assert.deepEqual(seriesPlan({ blocks: 50, seeds: { kind: 'list', given: ['3', '1'] }, stop }).blocks, 2);
  assert.deepEqual(tournamentPlan('swiss', { rounds: 3 }, { kind: 'fair' }), {
    ...{ kind: 'swiss', rounds: 3 },
    seeds: { first: 0, given: [] },
  });
});

test('entrants of one name are numbered as Python does it', () => {
  assert.deepEqual(numbered(['good', 'bad', 'good']), ['good 1', 'bad', 'good 2']);
  assert.deepEqual(numbered(['good', 'good 1', 'good']), ['good 4', 'good 1', 'good 2']);
});

test('a contest is played again with the same bots and settings, and with new seeds if they were drawn', () => {
  const row = (plan: string, entrants = [houseBot('a'), houseBot('b')]) => ({
    ...{ game: 'snake', title: 'cup', entrants },
    text: `{"plan":${plan},"options":{"width":12},"clock":{"turn":2}}`,
  });
  const again = (seeds: string) => sameAgain(row(`{"kind":"swiss","rounds":3,"seeds":${seeds}}`));
  const fair = again('{"first":0,"given":[]}');
  assert.deepEqual(fair?.plan, { kind: 'swiss', rounds: 3, seeds: { first: '0', given: [] } });
  assert.deepEqual([fair?.options, fair?.clock, fair?.title], [{ width: 12 }, { turn: 2 }, 'cup']);
  // A seed beyond 2 ** 53 stays exact.
  assert.deepEqual(again('{"first":0,"given":[18446744073709551615]}')?.plan.seeds, {
    first: '0',
    given: ['18446744073709551615'],
  });
  const drawn = again('{"first":5,"given":[]}')?.plan.seeds;
  assert.notDeepEqual(drawn, { first: '5', given: [] });
  assert.notDeepEqual(drawn, { first: 5, given: [] });
  const lost = { name: 'a', kind: 'code' as const, code: null };
  assert.equal(sameAgain(row('{"kind":"swiss"}', [lost, houseBot('b')])), null);
  assert.equal(sameAgain(row('{"kind":"listed"}')), null);
});

test('in the CSV of an elimination that goes on, only those that are out have a place', () => {
  const line = (reached: [number, number] | null) =>
    ({ place: 1, reached, faults: {}, interval: [0, 0], rank_interval: [1, 2], withdrawn: null }) as never;
  const places = (isOpen: boolean) =>
    standingsCsv([line(null), line([3, 4])], isOpen)
      .split('\r\n')
      .slice(1, 3)
      .map((row) => row.split(',')[0]);
  assert.deepEqual(places(true), ['', '3']);
  assert.deepEqual(places(false), ['1', '3']);
});
