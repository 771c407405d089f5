// Links as they arrive: what programs that send messages do to them is undone, as in Python; see tests/links.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { linkIn, mended, partsOf } from '../../static/base/values/address.ts';

const SENT: Record<string, string> = JSON.parse(
  readFileSync(new URL('../links/as_sent.json', import.meta.url), 'utf8'),
);
const LINK = '#p1.fZLdbuMgEIXfhWu34s_G5FWqqhpgSK3YEIGdbhXl-_A';
const CAPITAL = LINK.replace('#p', '#P');
const ENCODED = LINK.replace(/[^A-Za-z0-9]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

test('a link is found in what programs make of it', () => {
  for (const [around, found] of Object.entries(SENT)) {
    const whole = found.replace('{}', LINK);
    for (const each of [LINK, CAPITAL, ENCODED, ENCODED.replaceAll('%', '%25')])
      assert.equal(linkIn(around.replace('{}', `https://example.org/sandlot/${each}`)), whole, around);
  }
});

test('the fragment of an address is mended if it is a link', () => {
  for (const hash of [`${CAPITAL}&amp;t=5&utm_source=x`, `${LINK}?utm_source=x&t=5`, `#${LINK}&t=5.`])
    assert.equal(mended(hash), `${LINK}&t=5`);
  assert.equal(partsOf(`${CAPITAL}&amp;lang=zh)`).get('lang'), 'zh');
  for (const hash of ['', '#', '#game=snake&tab=play', '#p1', '#game=snake&x=#p1.abc', `${LINK}&t=5`])
    assert.equal(mended(hash), hash);
});
