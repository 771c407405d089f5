// The dialog that asks whether packages may be fetched which a bot declares, and shows how far they are.

import { h, icon, on, setText } from '../../base/ui/dom.js';
import { fixed, list, t } from '../../base/words/index.js';

/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('../../engine/packages/bring.js').Need} Need */

/** @type {import('../../engine/packages/bring.js').CreateConsent} */
export function createConsent(source) {
  const title = h('h2', { id: 'packages-title' });
  const bots = h('div', { class: 'packages-bots' });
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
  const question = h('div', {}, from, h('p', { class: 'hint' }, t('packages.means')), other);
  const form = h(
    'form',
    {},
    title,
    bots,
    question,
    working,
    h('div', { class: 'dialog-buttons' }, refuse, go),
  );
  const dialog = h('dialog', { class: 'packages panel', 'aria-labelledby': 'packages-title' }, form);
  document.body.append(dialog);
  /** Ends what the dialog is open for. @type {((problem: Message | null) => void) | null} */
  let close = null;
  let start = () => {};

  const showHost = () => setText(from, t('packages.from', { host: hostOf(address.value) || address.value }));
  on(address, 'input', () => {
    address.setCustomValidity(hostOf(address.value) ? '' : t('packages.badIndex'));
    showHost();
  });
  on(form, /** @type {any} */ ('submit'), (event) => {
    event.preventDefault();
    start();
  });
  on(refuse, 'click', () => dialog.close());

  /** @param {Need[]} needs @param {boolean} fetching */
  function show(needs, fetching) {
    setText(title, t('packages.title', { count: needs.length }));
    bots.replaceChildren(...needs.map(needRow));
    question.hidden = fetching;
    working.hidden = !fetching;
    go.hidden = fetching;
    setText(refuse, t(fetching ? 'fork.cancel' : 'packages.notNow'));
    setText(file, t('packages.starting'));
    progress.removeAttribute('value');
    if (!dialog.open) dialog.showModal();
    refuse.focus();
  }

  /** @param {string} name @param {number} bytes */
  function showFile(name, bytes) {
    setText(file, t('packages.file', { file: name, megabytes: fixed(bytes / 2 ** 20, 1) }));
  }

  return {
    /**
     * Asks, unless that was done before, and fetches.
     *
     * @param {Need[]} needs
     * @param {AbortSignal} signal
     * @returns {Promise<Message | null>} why they are not here now; null: they are
     */
    async fetch(needs, signal) {
      close?.(refused(needs));
      if (signal.aborted) return refused(needs);
      address.value = source.index();
      address.setCustomValidity('');
      other.open = address.value !== source.usualIndex;
      showHost();
      const asked = needs.some(({ requirements }) => !source.isAgreed(requirements));
      const ending = new AbortController();
      /** @type {Promise<Message | null>} */
      const ended = new Promise((resolve) => {
        close = resolve;
        on(dialog, /** @type {any} */ ('close'), () => resolve(refused(needs)), { signal: ending.signal });
        on(/** @type {any} */ (signal), 'abort', () => dialog.close(), { signal: ending.signal });
        start = () => {
          source.useIndex(withoutSlashes(address.value.trim()));
          show(needs, true);
          source
            .fetch(needs, ending.signal, showFile)
            .then(resolve, (error) => resolve(['arena.failed', { why: String(error) }]));
        };
      });
      show(needs, false);
      if (!asked) start();
      const problem = await ended;
      ending.abort();
      close = null;
      dialog.close();
      return problem;
    },
  };
}

/** @param {string} address @returns {string} without what stands at its end */
function withoutSlashes(address) {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

/** @param {Need} need */
function needRow({ name, requirements }) {
  const items = requirements.map((each) => h('li', {}, h('code', {}, each)));
  return h('section', {}, h('h3', {}, name), h('ul', {}, ...items));
}

/** @param {Need[]} needs @returns {Message} */
function refused(needs) {
  const packages = [...new Set(needs.flatMap(({ requirements }) => requirements))];
  return [
    'packages.refused',
    { name: list([...new Set(needs.map(({ name }) => name))]), packages: list(packages, 'unit') },
  ];
}

/** @param {string} address @returns {string} empty: it cannot be an index */
function hostOf(address) {
  try {
    const { protocol, host } = new URL(address);
    return /^https?:$/.test(protocol) && !/[{}?#]/.test(address) ? host : '';
  } catch {
    return '';
  }
}
