// Shortcuts: which key means what, on keyboards of any language.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionOf, EDITOR_KEYS, shortcutsOf } from '../../static/shell/shortcuts.ts';
import { there } from './part.ts';

const SHORTCUTS = shortcutsOf([
  { id: 'play', key: '1', label: 'views.play' },
  { id: 'compete', key: '2', label: 'views.compete' },
]);

const pressed = (key: string, more: object = {}) => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
});

for (const [name, event, action] of [
  ['space', pressed(' ', { code: 'Space' }), 'toggle'],
  ['an arrow', pressed('ArrowLeft'), 'back'],
  ['an arrow with Shift', pressed('ArrowLeft', { shiftKey: true }), 'farBack'],
  ['an arrow with Ctrl', pressed('ArrowLeft', { ctrlKey: true }), null],
  ['Home with Shift', pressed('Home', { shiftKey: true }), null],
  ['a letter', pressed('n', { code: 'KeyN' }), 'hitForward'],
  ['a large letter', pressed('N', { code: 'KeyN', shiftKey: true }), 'hitBack'],
  ['a large letter that means nothing', pressed('F', { code: 'KeyF', shiftKey: true }), null],
  ['a letter with Ctrl', pressed('f', { ctrlKey: true }), null],
  ['Enter with Ctrl', pressed('Enter', { ctrlKey: true }), 'run'],
  ['Enter with Cmd', pressed('Enter', { metaKey: true }), 'run'],
  ['Enter', pressed('Enter'), null],
  ['a sign with Shift', pressed('?', { code: 'Slash', shiftKey: true }), 'help'],
  ['plus with Shift', pressed('+', { code: 'Equal', shiftKey: true }), 'zoomIn'],
  ['plus without', pressed('='), 'zoomIn'],
  ['minus', pressed('-'), 'zoomOut'],
  ['a Russian letter', pressed('т', { code: 'KeyN' }), 'hitForward'],
  ['a large Russian letter', pressed('Т', { code: 'KeyN', shiftKey: true }), 'hitBack'],
  ['a Russian letter with Ctrl', pressed('а', { code: 'KeyF', ctrlKey: true }), null],
  ['a Russian letter where brackets are', pressed('х', { code: 'BracketLeft' }), 'markBack'],
  ['another one', pressed('ъ', { code: 'BracketRight' }), 'markForward'],
  ['a letter that is none of ours, by its place', pressed('ж', { code: 'Semicolon' }), null],
  ['a Greek letter', pressed('ε', { code: 'KeyE' }), 'editor'],
  ['a key that a keyboard cannot name', pressed('Dead', { code: 'KeyE' }), null],
  ['a key that writes two letters', pressed('Process', { code: 'KeyE' }), null],
  ['nothing', pressed(''), null],
] as const)
  test(`${name} is ${action ?? 'no shortcut'}`, () => assert.equal(actionOf(SHORTCUTS, event, true), action));

test('without a board only shortcuts to other views work', () => {
  const meant = SHORTCUTS.filter(({ keys: [key] }) => {
    const [, mod, name] = there(/^(Mod\+|Shift\+)?(.+)$/.exec(key));
    const event = pressed(name, { ctrlKey: mod === 'Mod+', shiftKey: mod === 'Shift+' });
    assert.ok(actionOf(SHORTCUTS, event, true), key);
    return actionOf(SHORTCUTS, event, false);
  });
  assert.deepEqual(
    meant.map(({ action }) => action),
    ['tab:play', 'tab:compete', 'rules', 'help'],
  );
});

test('shortcuts have unique keys and actions, and each has a label', () => {
  const keys = SHORTCUTS.flatMap((each) => each.keys);
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(new Set(SHORTCUTS.map(({ action }) => action)).size, SHORTCUTS.length);
  for (const { says, shown } of [...SHORTCUTS, ...EDITOR_KEYS]) {
    assert.match(says, /^keys\.\w+$/);
    assert.ok(shown.length > 0, says);
  }
});
