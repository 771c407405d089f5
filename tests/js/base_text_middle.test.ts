// Names that are cut in their middle.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headAndTail } from '../../static/base/text/middle.ts';

test('a short name is not cut', () => {
  assert.deepEqual(headAndTail('hunter', ['hunter', 'hunters']), ['hunter', '']);
  assert.deepEqual(headAndTail('会思考的坦克三号', []), ['会思考的坦克三号', '']);
});

test('a long name keeps its end', () => {
  assert.deepEqual(headAndTail('a_very_long_bot_name_1', []), ['a_very_long_bot', '_name_1']);
  assert.deepEqual(headAndTail('会思考的坦克三号改进版之二', []), ['会思考的坦克三号改进', '版之二']);
});

test('of names with equal ends the difference stays in sight', () => {
  const names = ['bot_of_alexander_written_in_spring', 'bot_of_alexandra_written_in_spring'];
  assert.deepEqual(
    names.map((name) => headAndTail(name, names)),
    [
      ['bot_of_alexand', 'er_wri…'],
      ['bot_of_alexand', 'ra_wri…'],
    ],
  );
  // Nothing is added where the difference is at the end, and no character is cut in two.
  const [, tail] = headAndTail('a_name_with_a_face_at_its_end_🙂', []);
  assert.equal([...tail].at(-1), '🙂');
  const longer = ['name_name_name_name', 'name_name_name_name_name_name'];
  assert.deepEqual(
    longer.map((name) => headAndTail(name, longer).join('').length > 0),
    [true, true],
  );
});
