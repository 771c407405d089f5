// Tools for the match that is shown: "ask again", and the dialog to save or share it, which is loaded when it is first
// wanted.

import { effect } from '@preact/signals';
import { find, on, part } from '../../base/ui/dom.ts';
import { saveBlob } from '../../base/ui/files.ts';
import { inNotice, lazyPart } from '../../base/ui/lazy.ts';
import type { Notices } from '../../base/ui/notices.tsx';
import type { Arena } from '../../engine/arena.ts';
import type { Visit } from '../../match/visit.ts';
import type { Outside as OfAgain } from './again.tsx';
import { createAgain } from './again.tsx';
import type { createExportDialog, Outside as OfExport } from './export-dialog.tsx';
import type { Watched } from './state.ts';

type Outside = Pick<OfAgain, 'playback' | 'watched' | 'whenArrived' | 'goToLine' | 'ask'> & {
  visit: Visit;
  /** the board as it is shown */
  canvas: HTMLCanvasElement;
  notices: Notices;
  code: { visible: OfAgain['code']; profile: OfAgain['mark'] };
  run: { isUnderWay: () => boolean };
  /** to the console, before something is shown there */
  ways: { showInCode: (tab: 'console') => void };
  saveReplay: (name: string) => void;
  arena: Pick<Arena, 'address' | 'ready'>;
};

export function createTools({
  visit,
  canvas,
  notices,
  code,
  run,
  ways,
  saveReplay,
  arena,
  ...shared
}: Outside) {
  const again = createAgain(part('.again'), find(document, '#ask-again', HTMLButtonElement), {
    ...shared,
    replay: visit.replay,
    busy: run.isUnderWay,
    code: code.visible,
    mark: code.profile,
    reveal: () => ways.showInCode('console'),
  });
  const exporting = createExport(part('#export'), shared.watched, {
    ...{ playback: shared.playback, canvas, notices, saveReplay, save: saveBlob },
    ...{ address: arena.address, ready: arena.ready },
    replaySize: () => visit.replay()?.length ?? null,
  });
  visit.onReplay(again.refresh);
  visit.onReplay(exporting.refresh);
  return { askAgain: again.askFor, actions: { again: again.ask, exporting: exporting.open } };
}

function createExport(button: HTMLElement, { state }: Watched, outside: OfExport) {
  let made: ReturnType<typeof createExportDialog> | null = null;
  const load = lazyPart(async () => {
    const { createExportDialog } = await import('./export-dialog.tsx');
    made = createExportDialog(outside);
    return made;
  }, inNotice(outside.notices));

  /** Not while the match runs: what others may not see yet would be in the file. */
  const isOffered = () => {
    const { match, live } = state.value;
    return match !== null && match.origin !== 'coming' && !live;
  };

  async function open() {
    if (!isOffered()) return;
    outside.playback.pause();
    const found = await load(open);
    if (found && isOffered()) found.open();
  }

  effect(() => {
    button.hidden = !isOffered();
  });
  on(button, 'click', open);
  return { open, refresh: () => made?.refresh() };
}
