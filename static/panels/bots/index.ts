// My bots: the library, as a menu beside the file name and as a list of all bots.

import type { App } from '../../app.ts';
import { createFollowed } from '../../base/storage/followed.ts';
import { shortName } from '../../base/text/legible.ts';
import { newPlace, part, setIcon } from '../../base/ui/dom.ts';
import { inNotice, inPlace, lazyPart } from '../../base/ui/lazy.ts';
import { placeUnder } from '../../base/ui/popover.ts';
import { t } from '../../base/words/index.ts';
import { createActions } from './actions.ts';
import { lookAt } from './disk.ts';
import { createDiskWatch } from './disk-watch.ts';
import type { Options as OfFollow } from './follow.ts';
import { createFollow } from './follow.ts';
import { createTransfer } from './transfer.ts';

/** Milliseconds between two reads of a followed file: if the browser does not report changes, and if it does. */
const LOOK_EVERY_MS = 1000;
const LOOK_EVERY_TOLD_MS = 10_000;
/** Milliseconds in which a program that saves a file writes the rest of it. */
const MOMENT = 120;

export type BotsRoom = ReturnType<typeof createBotsRoom>;

export function createBotsRoom(app: App) {
  const { library, notices, code } = app;
  let leave = () => {};
  const transfer = createTransfer(app, showAll);
  const actions = { ...createActions(app, () => leave()), save: transfer.save };
  const dialog = lazyPart(async () => {
    const { createBotsDialog } = await import('./list.tsx');
    const made = createBotsDialog(newPlace(), app, actions);
    leave = made.close;
    return made;
  }, inNotice(notices));

  async function showAll(): Promise<void> {
    await (await dialog(showAll))?.open();
  }

  const follow = createFollow({
    ...{ lookAt, kept: createFollowed(), editor: editorOf(app) },
    pause: () => new Promise((done) => setTimeout(done, MOMENT)),
    run: () => app.play.run.run(),
    read: (handle, files) => app.incoming.read(handle.name, files, handle.kind === 'directory'),
    say: (id, params, bad) => notices.show(t(id, params), bad ? { bad } : {}),
    changed: () => showFollowed(),
  });
  const button = code.menu;
  const popover = part('#my-bots');
  let refresh = () => {};
  const chooser = lazyPart(async () => {
    const { createChooser } = await import('./chooser.tsx');
    const made = createChooser(popover, app, { actions, showAll, follow });
    refresh = made.refresh;
    return made;
  }, inPlace(popover));

  async function choose(): Promise<void> {
    (await chooser(choose))?.open();
  }
  popover.addEventListener('beforetoggle', ({ newState }) => {
    if (newState !== 'open') return;
    placeUnder(popover, button);
    void choose();
  });

  const disk = createDiskWatch(() => void follow.look());
  let looked = 0;

  function lookAgain() {
    const now = performance.now();
    if (now - looked < (disk.isTold() ? LOOK_EVERY_TOLD_MS : LOOK_EVERY_MS)) return;
    looked = now;
    follow.look();
  }

  /** Shows beside the file name that a file is followed. */
  function showFollowed() {
    void disk.use(follow.handle());
    const shown = follow.shown();
    const says = shown ? t('follow.choose', { name: shortName(shown.name) }) : t('bots.choose');
    setIcon(button, shown ? 'folder-sync' : 'chevrons-up-down');
    button.title = says;
    button.setAttribute('aria-label', says);
    refresh();
    if (shown?.state === 'asks')
      notices.show(says, {
        action: { label: t('follow.allow'), run: () => void follow.allow().catch(() => {}) },
      });
  }

  const turn = () => void follow.turn().catch(() => {});
  code.onTurn(turn);
  library.loaded.then(turn);
  setInterval(lookAgain, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', () => !document.hidden && follow.look());
  library.onChange(() => refresh());

  return { showAll, save: transfer.save, takeAll: transfer.takeAll, takeLibrary: transfer.takeLibrary };
}

/** The editor's functions for a followed file. */
const editorOf = ({ editor, code }: App): OfFollow['editor'] => ({
  ...{ id: editor.id, code: editor.current, put: editor.put },
  ...{ receive: code.receive, keepVersion: code.keepVersion },
});
