// How far a contest has come, what came of it, and how fast it goes: all but the words, which exist in every language.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createTranslator } from '../../static/base/words/translator.ts';
import { createPace, secondsFor } from '../../static/contest/pace.ts';
import type { ContestRow, Progress, Summary } from '../../static/contest/types.ts';
import { wordOf } from '../../static/contest/word.ts';
import type { Message } from '../../static/match/types.ts';
import {
  beyondOf,
  isElsewhere,
  kindOf,
  leftOf,
  noneOf,
  percentOf,
  progressOf,
  shareDone,
  shortOf,
  stateOf,
  toolsFor,
  verifiedOf,
} from '../../static/panels/compete/labels.ts';
import { part, there } from './part.ts';

const WORDS = new URL('../../static/panels/compete/words/', import.meta.url);
const SPEAKS = ['en', 'zh', 'ru'].map((locale) =>
  createTranslator(JSON.parse(readFileSync(new URL(`${locale}.json`, WORDS), 'utf8')), {
    locale,
    strict: true,
  }),
);
const [english] = SPEAKS;
const planned = (kind: string) => JSON.stringify({ plan: { kind, seeds: { first: 1, given: [] } } });
const row = (state: ContestRow['state'], games = 10, known = 40) =>
  part<ContestRow>({ id: 1, text: planned('round-robin'), state, games, known });
/** Of which nobody knows how many games it takes. */
const open = (state: ContestRow['state'], games = 10, known = 14) =>
  part<ContestRow>({ ...row(state, games, known), open: true });
const progress = (more: Partial<Progress> = {}) =>
  part<Progress>({ games: 12, known: 40, rate: 2.345, left: 12, here: true, trouble: null, ...more });

/** The sentence in English; that it is there, and whole, in every language. */
function said([id, params]: readonly [string, Record<string, unknown>]) {
  const texts = SPEAKS.map(({ t }) => t(id, params));
  for (const text of texts) assert.doesNotMatch(text, /[{}]|undefined|null/);
  return texts[0];
}

test('the list names the kind of each contest, and the origin of a series', () => {
  const kind = (given: string, more: Partial<ContestRow> = {}, id = 0) =>
    said(kindOf(part<ContestRow>({ id, text: planned(given), ...more })));
  const kinds = ['series', 'round-robin', 'swiss', 'single-elimination', 'gauntlet', 'listed'];
  assert.deepEqual(
    kinds.map((each, k) => kind(each, {}, 100 + k)),
    ['series', 'round robin', 'Swiss system', 'single elimination', 'gauntlet', 'run of a league'],
  );
  assert.equal(kind('series', { origin: 'climb' }), 'climb');
  assert.equal(kind('series', { origin: 'challenge', challenger: 'boris' }), 'challenge');
  assert.equal(kind('series', { origin: 'answer', challenger: 'boris' }), 'answer to a challenge');
  assert.equal(kind('series', { challenger: 'boris' }), 'challenge', 'as earlier versions kept it');
});

test('a running contest names its players', () => {
  assert.equal(said(stateOf(row('running'), progress())), 'under way');
  const ids = [null, progress({ here: false }), progress()].map((each) => stateOf(row('running'), each)[0]);
  assert.deepEqual(ids, ['compete.state.waiting', 'compete.state.elsewhere', 'compete.state.running']);
  assert.equal(said(stateOf(row('running', 0), null)), 'about to begin');
  const silent = progress({ here: false, trouble: ['contest.silent', {}] });
  assert.equal(said(stateOf(row('running'), silent)), 'waiting for another tab');
  const there = progress({ here: false });
  assert.deepEqual(
    [there, silent, progress(), null].map((each) => isElsewhere(row('running'), each)),
    [true, false, false, false],
  );
  assert.equal(isElsewhere(row('paused'), there), false);
  for (const state of ['paused', 'stopped', 'over'] as const) {
    assert.deepEqual(stateOf(row(state), progress()), [`compete.state.${state}`, {}]);
    said(stateOf(row(state), null));
  }
});

test('before an answer the label names players and finished games', () => {
  const pair = ['my_bot v1', 'hugger'];
  const told = (...given: Parameters<typeof noneOf>) => said(noneOf(...given));
  const fresh = progress({ games: 0, known: 100, rate: null, left: null });
  const first = row('running', 0, 100);
  assert.equal(told(first, fresh, pair), 'my_bot v1 is playing against hugger: 0 of 100 games so far.');
  const later = { ...fresh, games: 2, here: false };
  assert.equal(told(first, later, pair), 'my_bot v1 is playing against hugger: 2 of 100 games so far.');
  assert.equal(told(first, fresh, [...pair, 'third']), 'The bots are playing: 0 of 100 games so far.');
  // Nobody plays it yet: a tab begins after a reload, or it does not answer.
  assert.equal(told(first, null, pair), 'my_bot v1 is about to play against hugger: 100 games.');
  assert.equal(told(first, null, [...pair, 'third']), 'The bots are about to play.');
  const silent = { ...later, games: 0, trouble: ['contest.silent', {}] as Message };
  assert.equal(told(first, silent, pair), 'Nothing is played yet.');
  assert.equal(told(row('paused', 0, 100), null, pair), 'Nothing is played yet.');
  for (const state of ['stopped', 'over'] as const)
    assert.equal(told(row(state, 0, 100), null, pair), 'No game was played.');
  // Python has not counted them yet.
  assert.equal(told(row('running', 2, 100), null, pair), 'Reading the games that are played…');
  assert.equal(told(row('over', 100, 100), null, pair), 'Reading the games that are played…');
});

test('progress shows games, rate and time left while games are played', () => {
  const told = (...given: Parameters<typeof progressOf>) =>
    progressOf(...given)
      .map(said)
      .join(' · ');
  assert.equal(
    told(row('running'), progress()),
    '12 of 40 games · 2.3 games a second · about 12 seconds left',
  );
  assert.equal(
    told(row('running'), progress({ rate: 23.45, left: 0.2 })),
    '12 of 40 games · 23 games a second · about 1 second left',
  );
  assert.equal(
    told(row('running'), progress({ rate: 0.98, left: null })),
    '12 of 40 games · 59 games a minute',
  );
  assert.equal(told(row('running'), progress({ rate: null, left: null })), '12 of 40 games');
  assert.equal(told(row('running'), null), '10 of 40 games');
  assert.equal(told(row('paused'), progress()), '12 of 40 games');
  assert.equal(told(row('over', 40), null), '40 games played');
  assert.equal(
    told(row('over', 40), null, beyondOf({ beyond: 3 })),
    '40 games played: the first 34 decided it, the others were under way by then and do not count',
    'games that were under way when a series was decided do not count',
  );
  assert.equal(told(row('over', 40), null, beyondOf(null)), '40 games played');
});

test('an elimination with replays shows the least number of games and no time', () => {
  const now = progress({ games: 12, known: 14 });
  const told = (...given: Parameters<typeof progressOf>) => progressOf(...given).map(said);
  assert.deepEqual(told(open('running'), now), ['12 of at least 14 games', '2.3 games a second']);
  assert.deepEqual(shortOf(open('running'), now).map(said), ['12 of at least 14 games', '2.3 a second']);
  // A tie has just ended: one more block may follow.
  assert.deepEqual(told(open('running', 14), { ...now, games: 14, rate: null }), ['14 games played']);
  assert.ok(shareDone(open('running', 14), null) < 1);
  assert.deepEqual(told(open('over', 18, 18), null), ['18 games played']);
  for (const names of [
    ['a', 'b'],
    ['a', 'b', 'c'],
  ])
    assert.equal(
      said(noneOf(open('running', 0), now, names)),
      'The bots are playing: 12 of at least 14 games so far.',
    );
});

test('a series with early stop shows the maximum number of games', () => {
  const series = (state: ContestRow['state'], games = 36) =>
    part<ContestRow>({ ...row(state, games, 100), mayStop: true });
  const now = progress({ games: 36, known: 100, left: null });
  assert.equal(said(there(progressOf(series('running'), now)[0])), '36 of at most 100 games');
  assert.equal(said(there(progressOf(series('paused'), null)[0])), '36 of at most 100 games');
  assert.equal(said(there(shortOf(series('running'), now)[0])), '36 of at most 100 games');
  const pair = ['my_bot v1', 'hugger'];
  assert.equal(
    said(noneOf(series('running', 0), now, pair)),
    'my_bot v1 is playing against hugger: 36 of at most 100 games so far.',
  );
  assert.equal(
    said(noneOf(series('running', 0), null, pair)),
    'my_bot v1 is about to play against hugger: at most 100 games.',
  );
  // Nothing more comes of these.
  assert.equal(said(there(progressOf(series('stopped'), null)[0])), '36 of 100 games');
  assert.equal(said(there(progressOf(series('over'), null)[0])), '36 games played');
});

test('rates of long games are per minute, and omitted if zero', () => {
  const told = (rate: number) => progressOf(row('running'), progress({ rate, left: null })).map(said)[1];
  assert.deepEqual([1.04, 0.2, 0.04, 0.0004].map(told), [
    ...['1 game a second', '12 games a minute', '2.4 games a minute', undefined],
  ]);
});

test('the short form equals the long form', () => {
  const told = (...given: Parameters<typeof shortOf>) =>
    shortOf(...given)
      .map(said)
      .join(' · ');
  assert.equal(
    told(row('running'), progress({ left: 61.2 })),
    '12 of 40 games · 2.3 a second · about 60 seconds left',
  );
  assert.equal(told(row('running'), progress({ rate: null, left: null })), '12 of 40 games');
  assert.equal(told(row('paused'), progress()), '12 of 40 games');
});

test('the time left has a suitable unit', () => {
  const times = [0.2, 19, 43, 89, 90, 5399, 5400, 5800, 10_799, 10_800, 36_000];
  const texts = times.map((seconds) => said(leftOf(seconds)));
  assert.deepEqual(
    texts,
    [
      ...['1 second', '19 seconds', '45 seconds', '90 seconds', '2 minutes', '90 minutes'],
      ...['90 minutes', '100 minutes', '180 minutes', '3 hours', '10 hours'],
    ].map((time) => `about ${time} left`),
  );
  // A series that ends as soon as it is decided mostly needs less.
  const most = (of: typeof progressOf) =>
    said(of({ ...row('running'), mayStop: true }, progress({ left: 4080 }))[2] ?? ['', {}]);
  assert.deepEqual([most(progressOf), most(shortOf)], Array(2).fill('about 68 minutes left at most'));
});

test('progress is a share of the known games, and complete at the end', () => {
  assert.equal(shareDone(row('running'), progress()), 0.3);
  assert.equal(shareDone(row('paused'), null), 0.25);
  assert.equal(shareDone(row('running', 0, 0), null), 0);
  assert.equal(shareDone(row('running', 50, 40), null), 50 / 51);
  assert.equal(shareDone(row('over', 10, 40), null), 1);
});

test('a share is 100, 0 or 50 percent only if exact', () => {
  const shares = [0, 1 / 3, 0.5, 1, 0.995, 0.9996, 0.0004, 0.004, 0.505, 0.497, 0.982];
  assert.deepEqual(shares.map(percentOf), [0, 33, 50, 100, 99.5, 99.9, 0.1, 0.4, 51, 49.7, 98]);
});

test('a finished contest has no buttons', () => {
  const tools = { takeOver: 'take over', pause: 'pause', resume: 'resume', stop: 'stop' };
  const silent = progress({ here: false, trouble: ['contest.silent', {}] });
  assert.deepEqual(toolsFor(row('running'), silent, tools), ['take over', 'pause', 'stop']);
  const found = (['running', 'paused', 'stopped', 'over'] as const).map((state) =>
    toolsFor(row(state), progress(), tools),
  );
  assert.deepEqual(found, [['pause', 'stop'], ['resume', 'stop'], [], []]);
});

test('a foreign contest is verified once all its games were replayed without difference', () => {
  const told = (games: number, problems: Message[] = []) => {
    const found = verifiedOf({ verified: { games, of: 6, problems, notes: [] } });
    return found ? said(found) : '';
  };
  assert.equal(verifiedOf({ verified: null }), null);
  assert.equal(told(6), english.t('compete.verified.all', { count: 6 }));
  assert.match(told(2), /2 of 6/);
  assert.equal(told(2, [['x', {}]]), english.t('compete.verified.wrong'));
});

test('listed problems have the shown names of bots', () => {
  const calls = (name: string) => `${name} v1`;
  const told = (word: Summary['word']) => {
    const found = wordOf({ word }, calls);
    return found ? said([found.told[0], { name: found.names.join(' and '), ...found.told[1] }]) : null;
  };
  const tell = (word: Summary['word']) => there(told(word));
  const numbers = { percent: 99.6, games: 132 };
  const names = ['mine'];
  assert.equal(told(null), null);
  assert.equal(
    told({ word: 'better', names, ...numbers }),
    'mine v1 is better: 99.6\u00a0% of the points in 132 games',
  );
  assert.equal(
    told({ word: 'ahead', names, ...numbers }),
    'mine v1 is ahead so far: 99.6\u00a0% of the points in 132 games',
  );
  assert.match(tell({ word: 'unclear', names, ...numbers }), /^Undecided: mine v1 has 99\.6\u00a0%/);
  assert.equal(told({ word: 'same', names, ...numbers, margin: '20' }), 'No difference of 20 Elo or more');
  assert.match(
    tell({ word: 'gauntlet', names, ...numbers }),
    /^mine v1 .*99\.6\u00a0% of the points in 132 games/,
  );
  const none = { percent: null, games: null };
  assert.equal(told({ word: 'won', names: ['a', 'b'], ...none }), 'Won by a v1 and b v1');
  assert.equal(told({ word: 'leads', names, ...none }), 'mine v1 leads');
  assert.equal(told({ word: 'leads', names: ['a', 'b'], ...none }), 'a v1 and b v1 lead');
  assert.match(tell({ word: 'leads', names: ['a', 'b', 'c', 'd'], ...none }), /4/);
});

const BLOCK = {
  number: 0,
  orders: [
    [0, 1],
    [1, 0],
  ],
};

test('the rate is that of the last games', () => {
  let time = 1000;
  const pace = createPace(1, () => time);
  assert.equal(pace.rate(), null);
  time += 2000;
  pace.end(0, 1);
  assert.equal(pace.rate(), null, 'one game tells nothing');
  pace.end(0, 3);
  assert.equal(pace.rate(), 2);
  time += 400;
  assert.equal(pace.rate(), 2, 'it does not fall between two games');
  time += 47_600;
  pace.end(0, 2);
  assert.equal(pace.rate()?.toFixed(3), '0.120');
  time += 50_000;
  assert.equal(pace.rate()?.toFixed(3), '0.070', 'the next game takes longer');
  for (let k = 0; k < 40; k += 1) pace.end(0, 1);
  time += 200_000;
  pace.end(0, 1);
  assert.equal(pace.rate()?.toFixed(3), '0.200', 'what is long ago does not count');
});

/** Seconds that a game takes in the contests below, and those in which the engine boots on each lane. */
const [GAME, BOOT] = [3, 2];

/**
 * Plays the blocks of each round on so many lanes, one round after the other.
 *
 * @returns what it is said, second by second, that the rest takes, and how fast it goes
 */
function playedIn(rounds: number[], lanes: number) {
  let time = 0;
  const pace = createPace(lanes, () => 1000 * time);
  const told: { time: number; rest: number; left: number | null; rate: number | null }[] = [];
  let rest = 2 * rounds.reduce((all, each) => all + each, 0);
  let number = 0;
  for (const blocks of rounds) {
    let queue = blocks;
    const ends = new Map<number, number>();
    while (queue > 0 || ends.size > 0) {
      for (; queue > 0 && ends.size < lanes; queue -= 1, number += 1) {
        pace.begin({ ...BLOCK, number });
        ends.set(number, time + 2 * GAME + (time === 0 ? BOOT : 0));
      }
      time += 1;
      for (const [block, end] of ends) {
        if (end > time) continue;
        ends.delete(block);
        pace.end(block, 2);
        rest -= 2;
      }
      told.push({ time, rest, left: pace.left(rest), rate: pace.rate() });
    }
  }
  return { told, took: time, speed: pace.speed() };
}

test('the time left follows from the rate and never jumps', () => {
  // A round robin; a Swiss system.
  for (const lanes of [1, 2, 3, 4])
    for (const rounds of [[28], [4, 4, 4, 4, 4], [6, 6, 6]]) {
      const { told, took, speed } = playedIn(rounds, lanes);
      const estimates = told.flatMap(({ left, ...more }) => (left === null ? [] : [{ ...more, left }]));
      assert.ok(estimates.length > 5);
      for (const [k, { time, rest, left, rate }] of estimates.entries()) {
        assert.ok(rate && Math.abs(left * rate - rest) < 1e-9);
        const allowed = 2 * GAME + BOOT + (took - time) / 2;
        assert.ok(Math.abs(left - (took - time)) <= allowed, `${lanes}: ${rounds}: ${time}: ${left}`);
        const before = estimates[k - 1]?.left ?? left;
        // While the boot of the engine weighs much, it is learnt that it goes faster.
        if (time > BOOT + 3 * 2 * GAME)
          assert.ok(Math.abs(left - before) <= 5 * GAME, `${lanes}: ${before}: ${left}`);
      }
      assert.deepEqual(speed, { seconds: GAME, lanes }, 'without the boot of the engine');
      assert.equal(
        secondsFor(rounds, 2, { seconds: GAME, lanes }),
        2 * GAME * rounds.reduce((all, each) => all + Math.ceil(each / lanes), 0),
      );
    }
});

test('no time is told in the first seconds, because the shortest games end first', () => {
  let time = 0;
  const pace = createPace(2, () => time);
  pace.begin(BLOCK);
  time = 2000;
  pace.end(0, 8);
  assert.deepEqual([pace.speed(), pace.left(10)], [null, null]);
  time = 8000;
  assert.deepEqual([pace.speed(), pace.left(12)], [{ seconds: 0.25, lanes: 2 }, 8]);
});
