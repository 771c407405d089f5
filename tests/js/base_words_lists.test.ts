// Lists in sentences.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listed } from '../../static/base/words/lists.ts';

test('a list puts spaces between Chinese and other words', () => {
  assert.equal(listed('zh-Hans', ['my_bot', 'cautious']), 'my_bot 和 cautious');
  assert.equal(listed('zh-Hans', ['a', 'b', '四海']), 'a、b 和四海');
  assert.equal(listed('zh-Hans', ['四海', '五湖']), '四海和五湖');
  assert.equal(listed('zh-Hans', ['loud', '_b_x_']), 'loud 和 _b_x_');
  assert.equal(listed('zh-Hans', ['loud', '另外 3 个']), 'loud 和另外 3 个');
  assert.equal(listed('en', ['a', 'b', 'c']), 'a, b, and c');
  assert.equal(listed('ru', ['a', 'b']), 'a и b');
});
