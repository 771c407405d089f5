// Which tab plays contests: one of all that share a database, and each one that has none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createTabs } from '../../static/contest/tabs.ts';
import { browserOf } from './contests.ts';

/** Two tabs of one browser. @returns which of them play, and what the second one has heard */
async function two(how: { isAlone: boolean }) {
  const browser = browserOf();
  const plays: number[] = [];
  const heard: unknown[] = [];
  const tabs = [1, 2].map((tab) => {
    browser.use(tab);
    const made = createTabs((news) => {
      if (tab === 2) heard.push(news);
    });
    if (how.isAlone) made.alone();
    void made.lead(
      () => plays.push(tab),
      () => {},
    );
    return made;
  });
  tabs[0]?.tell({ what: 'changed', id: 1 });
  await setTimeout(10);
  return { plays, heard, hears: tabs.map(({ hears }) => hears()) };
}

test('one of several tabs plays the contests that they share', async () => {
  const { plays, heard, hears } = await two({ isAlone: false });
  assert.deepEqual(plays, [1]);
  assert.deepEqual(heard, [{ what: 'changed', id: 1 }]);
  assert.deepEqual(hears, [true, true]);
});

test('without a database each tab plays its own contests, and hears of no others', async () => {
  const { plays, heard, hears } = await two({ isAlone: true });
  assert.deepEqual(plays, [1, 2]);
  assert.deepEqual(heard, []);
  assert.deepEqual(hears, [false, false]);
});
