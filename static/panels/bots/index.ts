// My bots: the library, as a chooser beside the file name and as a list of all of them.

import type { Bundles } from '../../base/kept/bundles.ts';
import { createFollowed } from '../../base/kept/followed.ts';
import { shortName } from '../../base/text/legible.ts';
import { newPlace, part, setIcon } from '../../base/ui/dom.ts';
import { inNotice, inPlace, lazyPart } from '../../base/ui/lazy.ts';
import { placeUnder } from '../../base/ui/popover.ts';
import { t } from '../../base/words/index.ts';
import type { Arena } from '../../engine/arena.ts';
import type { Code, LaidOut } from '../../match/types.ts';
import type { Outside as OfDeeds } from './deeds.ts';
import { createDeeds } from './deeds.ts';
import { lookAt } from './disk.ts';
import { createDiskWatch } from './disk-watch.ts';
import type { Outside as OfFollow } from './follow.ts';
import { createFollow } from './follow.ts';
import { createTransfer } from './transfer.ts';

/** Milliseconds between two looks at a file that is followed: where the browser does not tell of changes, and where it does. */
const PACE = 1000;
const PACE_TOLD = 10_000;
/** Milliseconds: a program that saves a file has written the rest of it by then. */
const MOMENT = 120;

export interface Outside extends OfDeeds {
  /** the button that opens the chooser */
  menu: HTMLElement;
  bundles: Bundles;
  zip: Arena['zip'];
  editor: OfFollow['editor'];
  run: () => void;
  games: string[];
  /** the one that is chosen */
  game: () => string;
  /** shows the versions of a bot beside each other */
  compare: (id: number) => void;
  /** asks for files */
  askForBots: () => void;
  /** another bot is in the editor */
  onTurn: (hear: () => void) => void;
  /** @returns null: it is no bot, which was said */
  read: (name: string, files: LaidOut[], isFolder: boolean) => Promise<Code | null>;
}

export function createBotsRoom(outside: Outside) {
  const { bots, notices } = outside;
  let leave = () => {};
  const transfer = createTransfer({ ...outside, showAll });
  const deeds = { ...createDeeds(outside, () => leave()), save: transfer.save };
  const dialog = lazyPart(async () => {
    const { createBotsDialog } = await import('./list.tsx');
    const made = createBotsDialog(newPlace(), { ...outside, deeds });
    leave = made.close;
    return made;
  }, inNotice(notices));

  async function showAll(): Promise<void> {
    await (await dialog(showAll))?.open();
  }

  const follow = createFollow({
    ...{ ...outside, lookAt, kept: createFollowed() },
    pause: () => new Promise((done) => setTimeout(done, MOMENT)),
    read: (handle, files) => outside.read(handle.name, files, handle.kind === 'directory'),
    say: (id, params, bad) => notices.show(t(id, params), bad ? { bad } : {}),
    changed: () => showFollowed(),
  });
  const button = outside.menu;
  const popover = part('#my-bots');
  let refresh = () => {};
  const chooser = lazyPart(async () => {
    const { createChooser } = await import('./chooser.tsx');
    const made = createChooser(popover, { ...outside, deeds, showAll, follow });
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
    refresh();
    if (shown?.state === 'asks')
      notices.show(says, {
        action: { label: t('follow.allow'), run: () => void follow.allow().catch(() => {}) },
      });
  }

  const turn = () => void follow.turn().catch(() => {});
  outside.onTurn(turn);
  bots.loaded.then(turn);
  setInterval(lookAgain, PACE);
  document.addEventListener('visibilitychange', () => !document.hidden && follow.look());
  bots.onChange(() => refresh());

  return { showAll, takeAll: transfer.takeAll, takeLibrary: transfer.takeLibrary };
}
