// The sheet of keys.

import { h, icon, on } from '../base/ui/dom.ts';
import { refill } from '../base/ui/focus.ts';
import { guides, t } from '../base/words/index.ts';
import type { Shortcut } from './shortcuts.ts';
import { EDITOR_KEYS } from './shortcuts.ts';

export type Key = Pick<Shortcut, 'shown' | 'says' | 'names'>;

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** What the marks of the timeline stand for. */
const MARKS = ['capture', 'kill', 'out', 'fault'];

/** Creates the sheet of keys, by part of the page, with the timeline's marks. */
export function createHelp(
  dialog: HTMLDialogElement,
  {
    shortcuts,
    handKeys,
    rules,
  }: { shortcuts: readonly Shortcut[]; handKeys: () => Key[]; rules: () => void },
) {
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

function section(title: string, list: HTMLElement) {
  return h('section', {}, h('h3', {}, t(title)), list);
}

function keyList(keys: readonly Key[]) {
  const rows = keys.flatMap(({ shown, says, names }) => [
    h('dt', {}, ...shown.flatMap(keyCap)),
    h('dd', {}, t(says, names ? { tab: t(names) } : {})),
  ]);
  return h('dl', {}, ...rows);
}

function keyCap(key: string, place: number) {
  return [place > 0 && ' ', h('kbd', {}, isMac && key === 'Ctrl' ? '⌘' : key)];
}

function markRow(kind: string) {
  const shape = h('span', { class: 'mark' });
  shape.dataset.kind = kind;
  return [h('dt', {}, shape), h('dd', {}, t(`keys.mark.${kind}`))];
}
