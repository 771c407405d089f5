// The last turn from which a lost match was not lost yet.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Match, Message } from '../../static/match/types.ts';
import type { Played, PlayOn, Progress } from '../../static/panels/watch/last-chance.ts';
import { findChance, loserOf, nothingTried, turnsOf } from '../../static/panels/watch/last-chance.ts';
import { part } from './part.ts';

const upTo = (last: number) => [...Array(last).keys()];
const orderOf = (turn: number) => [[`order.${turn}`, {}] as Message];

/** Plays on in a match that is lost from a turn on, and notes from where it was played. */
function lostFrom(lost: number, inHaste: number | null = null) {
  const asked: [number, boolean][] = [];
  const playOn: PlayOn = async (from, { hastes, turns }) => {
    asked.push([from, hastes]);
    turns(10);
    const isRough = hastes && inHaste !== null;
    return {
      isLost: from >= (isRough ? inHaste : lost),
      order: orderOf(from),
      inHaste: isRough,
      isExact: true,
    };
  };
  return { asked, playOn };
}

const search = (last: number, ...lanes: PlayOn[]) => ({ turns: upTo(last), last, lanes });

test('two neighbouring turns are found with few matches, one that is near the end with fewer', async () => {
  for (let lost = 1; lost <= 100; lost += 1) {
    const { asked, playOn } = lostFrom(lost);
    const told: Progress[] = [];
    const found = await findChance({ ...search(100, playOn), hear: (progress) => told.push(progress) });
    const { tries, ...rest } = found;
    const expected = {
      turn: lost - 1,
      before: lost,
      order: orderOf(lost - 1),
      isExact: true,
      isRough: false,
    };
    assert.deepEqual(rest, { ...expected, end: 'exact' });
    assert.equal(tries, asked.length);
    assert.ok(asked.length <= (lost > 90 ? 7 : 13), `${asked.length} matches for ${lost}`);
    // The first answer is told as soon as it is there, and becomes closer.
    const answers = told.filter(({ turn }) => turn !== null);
    assert.ok(asked.length < 4 || answers.length > 0);
    assert.ok(answers.every(({ turn, before }) => (turn ?? 0) < lost && before >= lost));
    assert.equal(told.at(-1)?.turns, 10 * asked.length);
  }
});

test('matches in haste say where to look, and the answer comes from those that are not', async () => {
  for (const rough of [3, 38, 40, 41, 60]) {
    const { asked, playOn } = lostFrom(40, rough);
    const told: Progress[] = [];
    const found = await findChance({ ...search(100, playOn), hear: (progress) => told.push(progress) });
    assert.deepEqual([found.turn, found.before, found.end, found.isRough], [39, 40, 'exact', false]);
    const firm = asked.filter(([, hastes]) => !hastes).map(([turn]) => turn);
    assert.ok(firm.length <= (Math.abs(rough - 40) < 3 ? 5 : 13), `${firm}`);
    assert.ok(told.some(({ isRough }) => isRough));
    assert.ok(asked.findIndex(([, hastes]) => !hastes) > 3);
  }
});

test('two lanes play at the same time, and what changes nothing any more is ended', async () => {
  let [now, most, aborted] = [0, 0, 0];
  const playOn: PlayOn = (from, { signal }) =>
    new Promise((resolve) => {
      now += 1;
      most = Math.max(most, now);
      const end = (played: Played | null) => {
        now -= 1;
        resolve(played);
      };
      // What is not lost takes longer.
      const timer = setTimeout(() => end({ isLost: from >= 60, order: [] }), from >= 60 ? 1 : 5);
      signal.addEventListener('abort', () => {
        aborted += 1;
        clearTimeout(timer);
        end(null);
      });
    });
  const found = await findChance({ ...search(100, playOn), more: Promise.resolve(playOn) });
  assert.deepEqual([found.turn, found.before, found.end, most], [59, 60, 'exact', 2]);
  assert.ok(aborted > 0);
});

test('a match lost from the start has no such turn, nor has one that cannot be played on', async () => {
  const { asked, playOn } = lostFrom(0);
  const never = await findChance(search(100, playOn));
  assert.deepEqual([never.turn, never.end], [null, 'never']);
  assert.deepEqual(asked.at(-1)?.[0], 0);
  const failed = await findChance(search(100, async () => null));
  assert.deepEqual([failed.turn, failed.end, failed.tries], [null, 'failed', 0]);
  // One match that breaks off costs that turn alone: there may be a later chance.
  const breaks: PlayOn = async (from) => (from === 98 ? null : { isLost: from > 97, order: [] });
  const found = await findChance(search(100, breaks));
  assert.deepEqual([found.turn, found.before, found.end], [97, 99, 'between']);
});

test('what is known stays when time is up or it is cancelled, and nothing is played twice', async () => {
  let time = 0;
  const tried = nothingTried();
  const { asked, playOn } = lostFrom(40);
  const slow: PlayOn = (from, how) => {
    time += 12_000;
    return playOn(from, how);
  };
  const first = await findChance({ ...search(100, slow), tried, now: () => time });
  assert.equal(first.end, 'timeout');
  assert.ok(first.turn !== null && first.turn < 40 && first.before >= 40);
  const controller = new AbortController();
  const cancelled = findChance({
    ...search(100, playOn),
    ...{ tried, signal: controller.signal },
    hear: () => controller.abort(),
  });
  assert.deepEqual({ ...(await cancelled), tries: 0 }, { ...first, end: 'stopped', tries: 0 });
  const before = asked.length;
  const second = await findChance({ ...search(100, playOn), tried });
  assert.deepEqual([second.turn, second.before, second.end], [39, 40, 'exact']);
  const turns = asked.slice(before).map(([turn]) => turn);
  assert.ok(
    turns.every((turn) => turn > (first.turn ?? 0) && turn < first.before),
    `${turns}`,
  );
});

test('only turns are looked at after which the loser is asked', () => {
  const asked = (...players: number[]) => ({ answers: players.map((player) => ({ player })) });
  const match = part<Match>({
    records: [asked(0, 1), asked(0), asked(1), asked(0), asked(0, 1)].map((each) => part(each)),
  });
  assert.deepEqual(
    [turnsOf(match, 0), turnsOf(match, 1)],
    [
      [0, 2, 3],
      [1, 3],
    ],
  );
});

test('the player behind counts as having lost', () => {
  const of = (places: number[] | null) =>
    loserOf(
      part<Match>({
        header: part({ players: (places ?? [1, 2]).map(() => part({ name: 'x' })) }),
        result: places && part({ places }),
      }),
    );
  assert.deepEqual([[1, 2], [2, 1], [1, 1], [1, 2, 3], null].map(of), [1, 0, null, null, null]);
});
