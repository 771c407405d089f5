// The dialog that shows the code a link holds, before anything of it runs.

import { createCodeView } from '../../base/ui/code-view.js';
import { h, icon, on, setText } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';
import type { Code } from '../../match/types.js';

export function createLinked(toEditor: (code: Code) => void) {
  const view = createCodeView();
  const close = h(
    'button',
    { type: 'button', class: 'quiet only-icon', 'aria-label': t('notice.close') },
    icon('x'),
  );
  const open = h('button', { type: 'button', class: 'accent' }, t('link.toEditor'));
  const title = h('h2', { id: 'linked-title' }, t('link.title'));
  const dialog = h(
    'dialog',
    { class: 'linked panel', 'aria-labelledby': 'linked-title' },
    h('header', {}, title, view.whose, close),
    h('p', { class: 'hint' }, t('link.stranger')),
    view.text,
    view.said,
    h('div', { class: 'dialog-buttons' }, view.more, view.copy, open),
  );
  document.body.append(dialog);
  let codes: Code[] = [];

  on(close, 'click', () => dialog.close());
  on(dialog, 'click', (event) => event.target === dialog && dialog.close());
  on(open, 'click', () => {
    const code = codes[view.chosen()];
    dialog.close();
    if (code) toEditor(code);
  });

  return (given: Code[]) => {
    codes = given;
    setText(title, codes.length < 2 ? (codes[0]?.name ?? '') : t('link.title'));
    if (!dialog.open) dialog.showModal();
    view.show(codes);
  };
}
