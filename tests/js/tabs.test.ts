// The table of tabs: each row is a place in the address, a key and a name that exist once.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readAddress, writeAddress } from '../../static/shell/router.ts';
import { actionOf, shortcutsOf } from '../../static/shell/shortcuts.ts';
import { TABS } from '../../static/tabs.ts';

const STATIC = new URL('../../static/', import.meta.url);
const panels = readdirSync(new URL('panels/', STATIC));
const WORDS = ['base', ...panels.map((each) => `panels/${each}`)]
  .map((folder) => new URL(`${folder}/words/en.json`, STATIC))
  .filter((path) => existsSync(path));

for (const row of TABS)
  test(`${row.id} has an address, a key and a label`, () => {
    const { place, problems } = readAddress(writeAddress({ tab: row.id }), {
      games: {},
      tabs: TABS.map(({ id }) => id),
    });
    assert.equal(place.tab, row.id);
    assert.deepEqual(problems, []);
    const event = { key: row.key, code: '', shiftKey: false, ctrlKey: false, metaKey: false };
    assert.equal(actionOf(shortcutsOf(TABS), event, false), `tab:${row.id}`);
    assert.ok(panels.includes(row.id), `panels/${row.id}`);
    const known = WORDS.flatMap((path) => Object.keys(JSON.parse(readFileSync(path, 'utf8'))));
    assert.ok(known.includes(row.label), row.label);
  });

test('no two tabs and shortcuts share a key', () => {
  const keys = shortcutsOf(TABS).flatMap((each) => each.keys);
  assert.equal(new Set(keys).size, keys.length);
});
