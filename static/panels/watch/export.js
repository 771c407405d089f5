// The button that opens the dialog to save or share a match. The dialog is loaded when it is first wanted.

import { on } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';

/** @typedef {Parameters<typeof import('./export-dialog.js').createExportDialog>[1]} Outside */

/** @param {HTMLDialogElement} dialog @param {HTMLButtonElement} button @param {Outside} outside */
export function createExport(dialog, button, outside) {
  const { playback } = outside;
  /** @type {ReturnType<typeof import('./export-dialog.js').createExportDialog> | null} */
  let made = null;

  /** Not while the match runs: what others may not see yet would be in the file. */
  const isOffered = () => playback.state.match !== null && !playback.state.live;
  // Its key comes here as well.
  const canOpen = () => isOffered() && !dialog.open;

  async function open() {
    if (!canOpen()) return;
    playback.pause();
    try {
      const { createExportDialog } = await import('./export-dialog.js');
      made ??= createExportDialog(dialog, outside);
    } catch {
      // A new deployment may have replaced the chunk, or there is no network.
      outside.failed(t('export.notLoaded'));
      return;
    }
    if (canOpen()) made.open();
  }

  function refresh() {
    button.hidden = !isOffered();
  }

  playback.subscribe(refresh);
  on(button, 'click', open);
  refresh();
  return { open, refresh: () => made?.refresh() };
}
