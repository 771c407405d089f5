// The part of the chooser that follows a file or a folder on disk.

import { shortName } from '../../base/text/legible.js';
import { h, icon, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { t } from '../../base/words/index.js';
import type { Handle } from './disk.ts';
import type { Follow } from './follow.ts';

/** Only some browsers let a page read a file again after it has changed. */
const canFollow = () => 'showOpenFilePicker' in window;

/** What the file dialog offers. */
const PYTHON = { types: [{ description: 'Python', accept: { 'text/x-python': ['.py'] } }] };

/** What some browsers have. */
const pickers = window as unknown as {
  showOpenFilePicker: (how: typeof PYTHON) => Promise<[Handle]>;
  showDirectoryPicker: () => Promise<Handle>;
};

export function createFollowForm(follow: Follow) {
  const element = h('div', { class: 'my-bots-follow' });

  function button(name: string, says: string, work: () => Promise<unknown>) {
    const made = h('button', { type: 'button', class: 'plain' }, icon(name), h('span', {}, t(says)));
    // The user may close the browser's dialog, or say no.
    on(made, 'click', () => void work().catch(() => {}));
    return made;
  }

  const picks = {
    file: async () => {
      const [handle] = await pickers.showOpenFilePicker(PYTHON);
      await follow.start(handle);
    },
    folder: async () => follow.start(await pickers.showDirectoryPicker()),
  };

  function offer() {
    if (!canFollow()) return [h('p', { class: 'hint' }, t('follow.cannot'))];
    const buttons = [button('folder-sync', 'follow.file', picks.file)];
    if ('showDirectoryPicker' in window) buttons.push(button('folder-sync', 'follow.folder', picks.folder));
    return [h('div', { class: 'my-bots-deeds' }, ...buttons), h('p', { class: 'hint' }, t('follow.hint'))];
  }

  function followed({ name, runs, state }: NonNullable<ReturnType<Follow['shown']>>) {
    const asks = state === 'asks';
    const says = t(asks ? 'follow.asks' : 'follow.on', { name: shortName(name) });
    const box = h('input', { type: 'checkbox', checked: runs });
    on(box, 'change', () => follow.setRuns(box.checked));
    const stop = button('unlink', 'follow.stop', async () => follow.stop());
    return [
      h('p', { role: 'status' }, says),
      h('label', { class: 'check' }, box, h('span', {}, t('follow.runs'))),
      h('div', { class: 'my-bots-deeds' }, asks && button('folder-sync', 'follow.allow', follow.allow), stop),
    ];
  }

  return {
    element,
    show() {
      const shown = follow.shown();
      refill(element, ...(shown ? followed(shown) : offer()));
    },
  };
}
