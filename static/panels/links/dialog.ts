// A dialog of this room: a title, what it shows, and what can be done with it.

import { h, icon, on, setText } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { t } from '../../base/words/index.ts';

let made = 0;

/** @param kind a class of its own */
export function createDialog(kind: string = '') {
  made += 1;
  const title = h('h2', { id: `link-title-${made}`, tabIndex: -1 });
  const close = h(
    'button',
    { type: 'button', class: 'quiet only-icon', 'aria-label': t('notice.close') },
    icon('x'),
  );
  const body = h('div', { class: 'linked-body' });
  const buttons = h('div', { class: 'dialog-buttons' });
  const dialog = h(
    'dialog',
    { class: `linked panel ${kind}`, 'aria-labelledby': title.id },
    h('header', {}, title, close),
    body,
    buttons,
  );
  document.body.append(dialog);
  on(close, 'click', () => dialog.close());
  on(dialog, 'click', (event) => event.target === dialog && dialog.close());

  return {
    dialog,
    close: () => dialog.close(),
    /** @returns when it is closed */
    show(says: string, parts: (Node | false | null)[], deeds: HTMLElement[]): Promise<void> {
      setText(title, says);
      refill(body, ...parts.filter((each) => each instanceof Node));
      refill(buttons, ...deeds);
      if (!dialog.open) dialog.showModal();
      body.scrollTo(0, 0);
      title.focus();
      return new Promise((resolve) =>
        dialog.addEventListener('close', () => resolve(undefined), { once: true }),
      );
    },
  };
}

/** @param name of an icon */
export function deed(says: string, press: () => unknown, kind: string = 'plain', name: string = '') {
  const button = h('button', { type: 'button', class: kind }, name && icon(name), h('span', {}, says));
  on(button, 'click', press);
  return button;
}
