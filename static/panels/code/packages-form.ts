// The dialog for packages: asks for consent and the index, and shows progress.

import { h, icon, on, setText } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { fixed, t } from '../../base/words/index.js';
import type { Need } from '../../engine/packages/bring.js';

/** Creates the dialog. */
export function createPackagesForm(agreed: () => void) {
  const title = h('h2', { id: 'packages-title' });
  const bots = h('div', { class: 'packages-bots' });
  const { element: question, ...index } = createIndex();
  const file = h('p', { class: 'hint', role: 'status' });
  const progress = h('progress', { 'aria-label': t('packages.progress') });
  const working = h('div', { class: 'packages-working' }, file, progress);
  const refuse = h('button', { type: 'button', class: 'plain' });
  const go = h(
    'button',
    { type: 'submit', class: 'accent' },
    icon('download'),
    h('span', {}, t('packages.fetch')),
  );
  const buttons = h('div', { class: 'dialog-buttons' }, refuse, go);
  const form = h('form', {}, title, bots, question, working, buttons);
  const dialog = h('dialog', { class: 'packages panel', 'aria-labelledby': 'packages-title' }, form);
  document.body.append(dialog);
  on(form, 'submit' as any, (event) => {
    event.preventDefault();
    agreed();
  });
  on(refuse, 'click', () => dialog.close());

  return {
    dialog,
    index,
    show(needs: Need[], fetching: boolean) {
      setText(title, t('packages.title', { count: needs.length }));
      refill(bots, ...needs.map(needRow));
      question.hidden = fetching;
      working.hidden = !fetching;
      go.hidden = fetching;
      setText(refuse, t(fetching ? 'fork.cancel' : 'packages.notNow'));
      setText(file, t('packages.starting'));
      progress.removeAttribute('value');
      if (!dialog.open) dialog.showModal();
      refuse.focus();
    },
    /**
     * @param name of a file
     * @param done bytes
     */
    advance(name: string, done: number) {
      setText(file, t('packages.file', { file: name, megabytes: fixed(done / 2 ** 20, 1) }));
    },
  };
}

/** The index that packages come from; it can be another one. */
function createIndex() {
  const from = h('p');
  const address = h('input', { type: 'url', id: 'packages-index', required: true, spellcheck: false });
  const other = h(
    'details',
    {},
    h('summary', {}, t('packages.other')),
    h('label', { htmlFor: 'packages-index' }, t('packages.index')),
    address,
    h('p', { class: 'hint' }, t('packages.indexHint')),
  );
  const showHost = () => setText(from, t('packages.from', { host: hostOf(address.value) || address.value }));
  on(address, 'input', () => {
    address.setCustomValidity(hostOf(address.value) ? '' : t('packages.badIndex'));
    showHost();
  });

  return {
    element: h('div', {}, from, h('p', { class: 'hint' }, t('packages.means')), other),
    set(value: string, isUsual: boolean) {
      address.value = value;
      address.setCustomValidity('');
      other.open = !isUsual;
      showHost();
    },
    get: () => withoutSlashes(address.value.trim()),
  };
}

function needRow({ name, requirements }: Need) {
  const items = requirements.map((each) => h('li', {}, h('code', {}, each)));
  return h('section', {}, h('h3', {}, name), h('ul', {}, ...items));
}

/** @returns without what stands at its end */
function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

/** @returns empty: it cannot be an index */
function hostOf(address: string): string {
  try {
    const { protocol, host } = new URL(address);
    return /^https?:$/.test(protocol) && !/[{}?#]/.test(address) ? host : '';
  } catch {
    return '';
  }
}
