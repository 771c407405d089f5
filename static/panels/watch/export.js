// The button that opens the dialog to save or share a match. The dialog is loaded when it is first wanted.

import { on } from '../../base/ui/dom.ts';
import { inNotice, lazyPart } from '../../base/ui/lazy.ts';

/** @typedef {Parameters<typeof import('./export-dialog.js').createExportDialog>[1] & {notices: import('../../base/ui/notices.ts').Notices}} Outside */

/** @param {HTMLDialogElement} dialog @param {HTMLButtonElement} button @param {Outside} outside */
export function createExport(dialog, button, outside) {
  const { playback } = outside;
  /** @type {ReturnType<typeof import('./export-dialog.js').createExportDialog> | null} */
  let made = null;

  const load = lazyPart(async () => {
    const { createExportDialog } = await import('./export-dialog.js');
    made = createExportDialog(dialog, outside);
    return made;
  }, inNotice(outside.notices));

  /** Not while the match runs: what others may not see yet would be in the file. */
  const isOffered = () => playback.state.match !== null && !playback.state.live;
  // Its key comes here as well.
  const canOpen = () => isOffered() && !dialog.open;

  async function open() {
    if (!canOpen()) return;
    playback.pause();
    const found = await load(open);
    if (found && canOpen()) found.open();
  }

  function refresh() {
    button.hidden = !isOffered();
  }

  playback.subscribe(refresh);
  on(button, 'click', open);
  refresh();
  return { open, refresh: () => made?.refresh() };
}
