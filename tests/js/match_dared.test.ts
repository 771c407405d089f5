// The challenge that goes with a match played by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '../../static/base/storage/settings.ts';
import {
  compareFeats,
  dareIn,
  type Feat,
  featOf,
  partOfDare,
  sealedMatch,
} from '../../static/match/dared.ts';
import {
  answerDare,
  answeredWith,
  isRevealed,
  keepDare,
  linkAnsweredWith,
} from '../../static/match/kept-dares.ts';
import type { Match } from '../../static/match/types.ts';

const LINK = '#v2.AbC_-&t=3';

for (const dare of [
  { from: 'Аня', to: null },
  { from: '', to: null },
  { from: '会', to: { name: 'Боец, который не сдаётся', feat: { outcome: 'won', turns: 16, hinted: true } } },
  { from: '', to: { name: '', feat: { outcome: 'lost', turns: 3, hinted: false } } },
] as const)
  test(`a link says who challenges, and who is answered: ${JSON.stringify(dare)}`, () => {
    const part = partOfDare(dare);
    // As Python reads the parts of a link: see `_FRAGMENT` in py/sandlot/links/packing.py.
    assert.match(part, /^(&[a-z]{1,10}=[A-Za-z0-9_.-]{0,100}){1,3}$/);
    assert.deepEqual(dareIn(LINK + part), dare);
  });

for (const part of ['', '&to=bXlfYm90', '&had=won-3'])
  test(`${part || 'nothing'} is no challenge`, () => assert.equal(dareIn(LINK + part), null));

test('a result that nobody can have is none', () => {
  for (const had of ['won', 'won-', 'best-3', 'won-1234567'])
    assert.deepEqual(dareIn(`${LINK}&dare=&had=${had}`), { from: '', to: null });
});

test('who wins earlier or loses later is better', () => {
  const feat = (outcome: Feat['outcome'], turns: number) => ({
    ...{ outcome, turns },
    hinted: false,
  });
  const order = [feat('won', 5), feat('won', 9), feat('draw', 2), feat('lost', 9), feat('lost', 5)];
  for (const [k, one] of order.entries())
    for (const [other, two] of order.entries())
      assert.equal(Math.sign(compareFeats(one, two)), Math.sign(other - k));
  assert.equal(compareFeats(feat('draw', 1), feat('draw', 7)), 0);
});

test('a match of one person has a result for that person', () => {
  const match = (kinds: string[], places: number[], hinted?: boolean) =>
    ({
      header: { players: kinds.map((kind) => ({ kind, name: kind })), hinted },
      result: { places },
      records: new Array(17),
    }) as unknown as Match;
  assert.deepEqual(featOf(match(['house', 'human'], [2, 1])), { outcome: 'won', turns: 16, hinted: false });
  assert.deepEqual(featOf(match(['human', 'house', 'house'], [1, 1, 3])), {
    outcome: 'draw',
    turns: 16,
    hinted: false,
  });
  assert.deepEqual(featOf(match(['human', 'house', 'house'], [2, 1, 2])), {
    outcome: 'lost',
    turns: 16,
    hinted: false,
  });
  assert.equal(featOf(match(['house', 'human'], [2, 1], true))?.hinted, true);
  assert.equal(featOf(match(['human', 'human'], [1, 2])), null);
  assert.equal(featOf(match(['house', 'code'], [1, 2])), null);
});

/** A store that forgets nothing, as two tabs share it. */
function storeOf() {
  const values = new Map<string, string>();
  return {
    get: (key: string, otherwise: unknown) => JSON.parse(values.get(key) ?? JSON.stringify(otherwise)),
    set: (key: string, value: unknown) => Boolean(values.set(key, JSON.stringify(value))),
  } as unknown as Store;
}

/** A match by hand that was won in so many turns. */
const played = (turns: number, seed = '7', rival = 'hugger') =>
  ({
    header: {
      ...{ game: 'snake', seed, options: { rows: 13, map: null } },
      players: [
        { kind: 'human', name: 'human' },
        { kind: 'house', name: rival },
      ],
    },
    ...{ result: { places: [1, 2] }, records: new Array(turns + 1), replay: async () => 'moves' },
  }) as unknown as Match;

test('a challenge has no moves before it is played', async () => {
  const store = storeOf();
  const match = played(24);
  const sealed = sealedMatch(match, { from: 'Eva', to: null }, featOf(match) as Feat, { turn: 0 });
  assert.deepEqual([sealed.records.length, sealed.deltaLog.length, sealed.result], [1, 1, null]);
  assert.deepEqual(featOf(sealed), { outcome: 'won', turns: 24, hinted: false });
  keepDare(store, sealed, 'Eva', 'open');
  assert.equal(isRevealed(store, match), false);
  // What bots draw is part of the map.
  assert.equal(await sealed.replay(), 'moves');
});

for (const state of ['watched', 'sent'] as const)
  test(`a challenge that was ${state} is no secret`, () => {
    const store = storeOf();
    keepDare(store, played(24), '', state);
    keepDare(store, played(24), 'Eva', 'open');
    assert.equal(isRevealed(store, played(24)), true);
    assert.equal(isRevealed(store, played(23)), false);
  });

test('the same map against the same players answers a challenge, in any tab', () => {
  const store = storeOf();
  keepDare(store, played(24), 'Eva', 'open');
  for (const other of [played(9, '8'), played(9, '7', 'cautious')])
    assert.equal(answerDare(store, other), null);
  const to = { name: 'Eva', feat: { outcome: 'won', turns: 24, hinted: false } };
  assert.deepEqual(answerDare(store, played(9)), to);
  assert.equal(isRevealed(store, played(24)), true);
  assert.deepEqual(answeredWith(store, played(9)), to);
  assert.equal(answeredWith(store, played(8)), null);
});

test('the link of a challenge is known once it is answered, unless it is very long', () => {
  for (const [link, known] of [
    [LINK, LINK],
    [`#v2.${'A'.repeat(30_000)}`, null],
  ] as const) {
    const store = storeOf();
    keepDare(store, played(24), 'Eva', 'open', link);
    answerDare(store, played(9));
    assert.equal(linkAnsweredWith(store, played(9)), known);
    // It is watched, and answered again.
    keepDare(store, played(24), 'Eva', 'watched');
    answerDare(store, played(8));
    assert.equal(linkAnsweredWith(store, played(8)), known);
    assert.equal(linkAnsweredWith(store, played(9)), null);
  }
});

test('whoever has made a challenge does not answer it', () => {
  const store = storeOf();
  keepDare(store, played(24), '', 'sent');
  assert.equal(answerDare(store, played(9)), null);
});
