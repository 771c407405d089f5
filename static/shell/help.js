// The sheet of keys.

import { h, icon, on } from '../base/ui/dom.js';
import { refill } from '../base/ui/focus.js';
import { guides, t } from '../base/words/index.js';
import { EDITOR_KEYS } from './shortcuts.ts';

/** @typedef {Pick<import('./shortcuts.ts').Shortcut, 'shown' | 'says' | 'names'>} Key */

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** What the marks of the timeline stand for. */
const MARKS = ['capture', 'kill', 'out', 'fault'];

/**
 * Creates the sheet of keys, by part of the page, with the timeline's marks.
 *
 * @param {HTMLDialogElement} dialog
 * @param {object} outside
 * @param {readonly import('./shortcuts.ts').Shortcut[]} outside.shortcuts
 * @param {() => Key[]} outside.handKeys those that play the game that is chosen
 * @param {() => void} outside.rules shows its rules
 */
export function createHelp(dialog, { shortcuts, handKeys, rules }) {
  const close = h(
    'button',
    { type: 'button', class: 'quiet only-icon', 'aria-label': t('notice.close') },
    icon('x'),
  );
  const toRules = h('button', { type: 'button', class: 'plain' }, icon('book-open'), t('rules.show'));
  const toGuides = h('a', { class: 'plain button', href: guides, target: '_blank' }, t('guides.show'));
  const gap = h('span', { class: 'gap' });
  const head = h('header', {}, h('h2', {}, t('keys.label')), gap, toGuides, toRules, close);
  const areas = [...new Set(shortcuts.map(({ area }) => area))];

  function render() {
    const hand = handKeys();
    refill(
      dialog,
      head,
      h(
        'div',
        { class: 'key-areas' },
        hand.length > 0 && section('keys.area.hand', keyList(hand)),
        ...areas.map((area) =>
          section(`keys.area.${area}`, keyList(shortcuts.filter((key) => key.area === area))),
        ),
        section('keys.area.editor', keyList(EDITOR_KEYS)),
        section('keys.area.marks', h('dl', {}, ...MARKS.flatMap(markRow))),
      ),
    );
  }

  on(close, 'click', () => dialog.close());
  on(toRules, 'click', () => {
    dialog.close();
    rules();
  });
  on(dialog, 'click', (event) => event.target === dialog && dialog.close());

  return {
    toggle() {
      if (dialog.open) dialog.close();
      else {
        render();
        dialog.showModal();
      }
    },
  };
}

/** @param {string} title @param {HTMLElement} list */
function section(title, list) {
  return h('section', {}, h('h3', {}, t(title)), list);
}

/** @param {readonly Key[]} keys */
function keyList(keys) {
  const rows = keys.flatMap(({ shown, says, names }) => [
    h('dt', {}, ...shown.flatMap(keyCap)),
    h('dd', {}, t(says, names ? { tab: t(names) } : {})),
  ]);
  return h('dl', {}, ...rows);
}

/** @param {string} key @param {number} place */
function keyCap(key, place) {
  return [place > 0 && ' ', h('kbd', {}, isMac && key === 'Ctrl' ? '⌘' : key)];
}

/** @param {string} kind */
function markRow(kind) {
  const shape = h('span', { class: 'mark' });
  shape.dataset.kind = kind;
  return [h('dt', {}, shape), h('dd', {}, t(`keys.mark.${kind}`))];
}
