// The title of a hidden tab.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTabTitle } from '../../static/panels/compete/tab-title.ts';

function scene(percent: number | null) {
  const page = { hidden: false, title: 'Compete' };
  const state = { percent };
  const refresh = createTabTitle(
    page,
    () => state.percent,
    (now, title, isAsleep) => `${isAsleep ? 'asleep ' : ''}${now ?? 'done'} ${title}`,
  );
  return { page, state, refresh };
}

test('a hidden tab shows progress in its title, a visible one its own title', () => {
  const { page, state, refresh } = scene(4);
  refresh();
  assert.equal(page.title, 'Compete');
  page.hidden = true;
  refresh();
  assert.equal(page.title, '4 Compete');
  state.percent = 90;
  refresh();
  assert.equal(page.title, '90 Compete');
  refresh(true);
  assert.equal(page.title, 'asleep 90 Compete');
  refresh();
  assert.equal(page.title, '90 Compete');
  state.percent = null;
  refresh();
  assert.equal(page.title, 'done Compete');
  page.hidden = false;
  refresh();
  assert.equal(page.title, 'Compete');
});

test('a tab without running contest keeps its title', () => {
  const { page, refresh } = scene(null);
  page.hidden = true;
  refresh();
  assert.equal(page.title, 'Compete');
});
