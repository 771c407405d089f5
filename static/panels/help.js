import { h, icon, on } from '../dom.js';
import { t } from '../i18n.js';
import { EDITOR_KEYS, SHORTCUTS } from '../keys.js';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/**
 * The sheet of shortcuts.
 *
 * @param {HTMLDialogElement} dialog
 */
export function createHelp(dialog) {
  const close = h(
    'button',
    { type: 'button', class: 'quiet only-icon', 'aria-label': t('notice.close') },
    icon('x'),
  );
  const rows = [...SHORTCUTS, ...EDITOR_KEYS].flatMap(({ shown, says }) => [
    h(
      'dt',
      {},
      ...shown.flatMap((key, place) => [place > 0 && ' ', h('kbd', {}, isMac && key === 'Ctrl' ? '⌘' : key)]),
    ),
    h('dd', {}, t(says)),
  ]);
  dialog.append(h('header', {}, h('h2', {}, t('keys.label')), close), h('dl', {}, ...rows));
  return {
    toggle() {
      if (dialog.open) dialog.close();
      else dialog.showModal();
    },
    undo: [
      on(close, 'click', () => dialog.close()),
      on(dialog, 'click', (event) => event.target === dialog && dialog.close()),
    ],
  };
}
