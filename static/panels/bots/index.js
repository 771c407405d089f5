// My bots: the library, as a chooser beside the file name and as a list of all of them.

import { createFollowed } from '../../base/kept/followed.js';
import { shortName } from '../../base/text/legible.js';
import { find, h, icon, on, part, setIcon } from '../../base/ui/dom.js';
import { inNotice, lazyPart } from '../../base/ui/lazy.js';
import { t } from '../../base/words/index.js';
import { createChooser } from './chooser.js';
import { createDeeds } from './deeds.js';
import { lookAt } from './disk.js';
import { createDiskWatch } from './disk-watch.js';
import { createFollow } from './follow.js';
import { createFollowForm } from './follow-form.js';
import { createTransfer } from './transfer.js';

/** @typedef {import('./deeds.js').Outside} Outside */
/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {import('../../match/types.js').LaidOut} LaidOut */

/** Milliseconds between two looks at a file that is followed: where the browser does not tell of changes, and where it does. */
const PACE = 1000;
const PACE_TOLD = 10_000;
/** Milliseconds: a program that saves a file has written the rest of it by then. */
const MOMENT = 120;

/**
 * @param {Outside & Pick<Parameters<typeof createTransfer>[0], 'bundles' | 'zip'> & Pick<Parameters<typeof createFollow>[0], 'editor' | 'run'> &
 *   {onTurn: (hear: () => void) => void, read: (name: string, files: LaidOut[], isFolder: boolean) => Promise<Code | null>}} outside onTurn:
 *   another bot is in the editor; read: null: it is no bot, which was said
 */
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
  const panel = lazyPart(async () => {
    const { createBotsPanel } = await import('./panel.js');
    return createBotsPanel(body, { ...outside, deeds });
  }, inNotice(notices));

  async function showAll() {
    const shown = await panel(showAll);
    if (!shown) return;
    shown.show(null);
    if (!dialog.open) dialog.showModal();
    shown.focus();
  }

  const follow = createFollow({
    ...{ ...outside, lookAt, kept: createFollowed() },
    pause: () => new Promise((done) => setTimeout(done, MOMENT)),
    read: (handle, files) => outside.read(handle.name, files, handle.kind === 'directory'),
    say: (id, params, bad) => notices.show(t(id, params), bad ? { bad } : {}),
    changed: () => showFollowed(),
  });
  const form = createFollowForm(follow);
  const button = part('#choose-bot');
  const chooser = createChooser(button, part('#my-bots'), {
    ...outside,
    deeds,
    showAll,
    follow: form.element,
  });

  const disk = createDiskWatch(() => void follow.look());
  let looked = 0;

  function lookAgain() {
    const now = performance.now();
    if (now - looked < (disk.isTold() ? PACE_TOLD : PACE)) return;
    looked = now;
    follow.look();
  }

  /** Beside the file name it is seen that a file is followed. */
  function showFollowed() {
    void disk.use(follow.handle());
    const shown = follow.shown();
    const says = shown ? t('follow.choose', { name: shortName(shown.name) }) : t('bots.choose');
    setIcon(button, shown ? 'folder-sync' : 'chevrons-up-down');
    button.title = says;
    button.setAttribute('aria-label', says);
    form.show();
    if (shown?.state === 'asks')
      notices.show(says, {
        action: { label: t('follow.allow'), run: () => void follow.allow().catch(() => {}) },
      });
  }

  const turn = () => void follow.turn().catch(() => {});
  outside.onTurn(turn);
  bots.loaded.then(turn);
  form.show();
  setInterval(lookAgain, PACE);
  on(document, /** @type {any} */ ('visibilitychange'), () => !document.hidden && follow.look());
  on(close, 'click', () => dialog.close());
  on(dialog, 'click', (event) => event.target === dialog && dialog.close());
  bots.onChange(chooser.refresh);

  return { showAll, takeAll: transfer.takeAll, takeLibrary: transfer.takeLibrary };
}
