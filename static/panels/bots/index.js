// My bots: the library, as a chooser beside the file name and as a list of all of them.

import { find, h, icon, on, part } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';
import { createChooser } from './chooser.js';
import { createDeeds } from './deeds.js';
import { createTransfer } from './transfer.js';

/** @typedef {import('./deeds.js').Outside} Outside */
/** @typedef {import('./panel.js').Panel} Panel */

/** @param {Outside & Pick<Parameters<typeof createTransfer>[0], 'bundles' | 'zip'>} outside */
export function createBotsRoom(outside) {
  const { bots, notices } = outside;
  const dialog = find(document, '#bots-dialog', HTMLDialogElement);
  const body = h('div', { class: 'bots' });
  const close = h(
    'button',
    { type: 'button', class: 'quiet only-icon bots-close', 'aria-label': t('notice.close') },
    icon('x'),
  );
  dialog.setAttribute('aria-label', t('bots.title'));
  dialog.append(close, body);
  const transfer = createTransfer({ ...outside, showAll });
  const deeds = { ...createDeeds(outside, () => dialog.close()), save: transfer.save };
  /** @type {Promise<Panel | null> | null} */
  let panel = null;

  /**
   * Shows the library in a part of the page; it is loaded when it is first shown.
   *
   * @param {HTMLElement} host an empty element
   * @returns {Promise<Panel | null>} null: it could not be loaded, which was said
   */
  async function mount(host) {
    try {
      const { createBotsPanel } = await import('./panel.js');
      return createBotsPanel(host, { ...outside, deeds });
    } catch {
      notices.show(t('files.unreadable', { name: t('bots.title') }), { bad: true });
      return null;
    }
  }

  async function showAll() {
    panel ??= mount(body);
    const shown = await panel;
    if (!shown) {
      // A new deployment may have replaced the chunk; the next time it is tried again.
      panel = null;
      return;
    }
    shown.show(null);
    if (!dialog.open) dialog.showModal();
    shown.focus();
  }

  const chooser = createChooser(part('#choose-bot'), part('#my-bots'), { ...outside, deeds, showAll });
  on(close, 'click', () => dialog.close());
  on(dialog, 'click', (event) => event.target === dialog && dialog.close());
  bots.onChange(chooser.refresh);

  return { mount, showAll, takeAll: transfer.takeAll, takeLibrary: transfer.takeLibrary };
}
