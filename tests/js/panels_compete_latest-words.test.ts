// What the list says of a contest while it is played.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLatestWords } from '../../static/panels/compete/latest-words.ts';

test('a contest that is played keeps its word, and only its newest games are looked at', async () => {
  let time = 0;
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const find = ({ games }: { games: number }) =>
    new Promise<{ text: string; beyond: number }>((answer) => {
      asked.push(games);
      answers.push(() => answer({ text: `after ${games}`, beyond: 0 }));
    });
  const words = createLatestWords(find, () => time);
  const row = (games: number, state: 'running' | 'over' = 'running') => ({ id: 1, games, state });
  async function answered() {
    answers.pop()?.();
    await new Promise((done) => setImmediate(done));
  }
  words.want(row(2));
  await answered();
  assert.equal(words.of(row(2))?.text, 'after 2');
  words.want(row(4));
  assert.equal(words.of(row(4))?.text, 'after 2');
  assert.deepEqual(asked, [2], 'it is not asked for with every game');
  time = 2500;
  for (const games of [6, 8, 10, 12]) words.want(row(games));
  await answered();
  assert.deepEqual(asked, [2, 6, 12], 'nor for games that are old by then');
  await answered();
  assert.equal(words.of(row(14))?.text, 'after 12');
  assert.equal(words.of(row(14, 'over')), undefined, 'of its end nothing older is said');
  words.want(row(14, 'over'));
  await answered();
  assert.equal(words.of(row(14, 'over'))?.text, 'after 14');
});
