// The dialog that shows the code a link holds, before anything of it runs.

import { blocks } from '../../base/text/legible.js';
import { isCopied } from '../../base/ui/copy.js';
import { h, icon, on, setText } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';

/** @typedef {import('../../match/types.js').Code} Code */

/** The most characters that are shown at once; a button shows as many more. */
const SHOWN = 100_000;

/** @param {(code: Code) => void} toEditor */
export function createLinked(toEditor) {
  const whose = h('select', { 'aria-label': t('link.whose') });
  const close = h(
    'button',
    { type: 'button', class: 'quiet only-icon', 'aria-label': t('notice.close') },
    icon('x'),
  );
  const text = h('pre', { class: 'linked-code', tabIndex: 0, role: 'region', 'aria-label': t('link.title') });
  const said = h('p', { class: 'hint', role: 'status' });
  const more = h('button', { type: 'button', class: 'plain' }, t('library.more'));
  const copy = h(
    'button',
    { type: 'button', class: 'plain' },
    icon('copy'),
    h('span', {}, t('console.copy')),
  );
  const open = h('button', { type: 'button', class: 'accent' }, t('link.toEditor'));
  const title = h('h2', { id: 'linked-title' }, t('link.title'));
  const dialog = h(
    'dialog',
    { class: 'linked panel', 'aria-labelledby': 'linked-title' },
    h('header', {}, title, whose, close),
    h('p', { class: 'hint' }, t('link.stranger')),
    text,
    said,
    h('div', { class: 'dialog-buttons' }, more, copy, open),
  );
  document.body.append(dialog);
  /** @type {Code[]} */
  let codes = [];
  let shown = 0;

  const current = () => codes[Number(whose.value)];

  function showMore() {
    const { source = '' } = current() ?? {};
    const part = source.slice(shown, shown + SHOWN);
    // A browser takes seconds over long texts of some scripts, unless they come in parts.
    for (const [from, to] of blocks(part))
      text.append(h('span', {}, part.slice(from, to)), to < part.length ? '\n' : '');
    shown += part.length;
    more.hidden = shown >= source.length;
  }

  function show() {
    text.replaceChildren();
    shown = 0;
    setText(said, '');
    showMore();
    text.scrollTo(0, 0);
  }

  on(whose, 'change', show);
  on(more, 'click', showMore);
  on(close, 'click', () => dialog.close());
  on(dialog, 'click', (event) => event.target === dialog && dialog.close());
  on(copy, 'click', async () => {
    const done = await isCopied(current()?.source ?? '');
    setText(said, t(done ? 'console.copied' : 'console.notCopied'));
  });
  on(open, 'click', () => {
    const code = current();
    dialog.close();
    if (code) toEditor(code);
  });

  /** @param {Code[]} given */
  return (given) => {
    codes = given;
    whose.replaceChildren(...codes.map(({ name }, k) => h('option', { value: String(k) }, name)));
    whose.hidden = codes.length < 2;
    setText(title, codes.length < 2 ? (codes[0]?.name ?? '') : t('link.title'));
    if (!dialog.open) dialog.showModal();
    show();
  };
}
